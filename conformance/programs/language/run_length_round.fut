-- Run-length encoding and decoding, one after the other.
-- Expected results: Futhark 0.25.32.

-- ==
-- entry: main
-- input { [1,1,2,2,2,3,1,1] }
-- output { [1i32, 2i32, 3i32, 1i32] [2i64, 3i64, 1i64, 2i64] [1i32, 1i32, 2i32, 2i32, 2i32, 3i32, 1i32, 1i32] }
-- input { [5] }
-- output { [5i32] [1i64] [5i32] }

def rle [n] (xs: [n]i32) : ([]i32, []i64) =
  let flags = map (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n)
  let starts = filter (\i -> flags[i]) (iota n)
  let k = length starts
  let starts = starts :> [k]i64
  let ends = map (\j -> if j == k - 1 then n else starts[j + 1]) (iota k)
  in (map (\i -> xs[i]) starts, map2 (-) ends starts)
def unrle [k] (vs: [k]i32) (ns: [k]i64) : []i32 =
  let offs = scan (+) 0 ns
  let total = if k == 0 then 0 else last offs
  let marks = reduce_by_index (replicate total 0i64) (+) 0 (init offs) (replicate (k - 1) 1)
  in map (\i -> vs[i]) (scan (+) 0 marks)
entry main (xs: []i32) = let (vs, ns) = rle xs in (vs, ns, unrle vs ns)
