-- How often each word of k letters stands in a strand of DNA, counting a word and its reverse complement
-- as one: the number of different words, of single ones, and the most frequent one's count.
--
-- Expected results: by a dictionary of strings in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 40i64 2i64 }
-- output { [10i64, 2i64, 8i64, 156i64] }
-- input { 3i64 3i64 }
-- output { [1i64, 1i64, 1i64, 1i64] }
-- notest input { 10000i64 5i64 }
-- notest input { 200000i64 7i64 }
-- notest input { 20000000i64 10i64 }
entry main (n: i64) (k: i64) : [4]i64 =
  let base i = i64.u32 (hash (u32.i64 (if i % 97 < 30 then i % 97 else i)) % 4)
  let strand = map base (iota n)
  let words =
    tabulate (n - k + 1) (\i ->
                            let (forth, back) =
                              loop (forth, back) = (0, 0) for j < k do
                                let b = strand[i + j]
                                in (forth * 4 + b, back + ((3 - b) << (2 * j)))
                            in i64.min forth back)
  let counts = reduce_by_index (replicate (4 ** k) 0i32) (+) 0 words (map (const 1) words)
  let size p = i64.sum (map (\c -> i64.bool (p c)) counts)
  in [size (> 0), size (== 1), i64.i32 (i32.maximum counts), i64.sum (map2 (\i c -> (i % 1000) * i64.i32 c) (indices counts) counts)]
