-- The longest run of equal neighbours by one reduction of tuples of five (Gibbons 1996, as
-- the longest satisfying segment).
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

type part = (i64, i64, i64, i64, i64) -- length, first run, last run, best, whole flags

-- ==
-- entry: main
-- input { 50i64 5i64 }
-- output { [9000000i64, 147i64] }
-- input { 1i64 3i64 }
-- output { [0i64, 0i64] }
-- notest input { 1000i64 10i64 }
-- notest input { 10000000i64 1000i64 }
entry main (n: i64) (k: i64) : [2]i64 =
  let same = tabulate n (\i -> hash (u32.i64 i) % u32.i64 k != 0)
  let join ((n0, f0, l0, b0, w0): part) ((n1, f1, l1, b1, w1): part) : part =
    (n0 + n1, if w0 == 1 then n0 + f1 else f0, if w1 == 1 then l0 + n1 else l1,
     i64.max (i64.max b0 b1) (l0 + f1), w0 * w1)
  let (_, first, last, best, _) = reduce join (0, 0, 0, 0, 1) (map (\s -> if s then (1, 1, 1, 1, 1) else (1, 0, 0, 0, 0)) same)
  let runs = scan join (0, 0, 0, 0, 1) (map (\s -> if s then (1, 1, 1, 1, 1) else (1, 0, 0, 0, 0)) same)
  in [best * 1000000 + first * 1000 + last, i64.sum (map (\(_, _, l, _, _) -> l) runs)]
