-- A segment tree in an array: built bottom-up in place, asked for sums of ranges.
-- Expected results: Futhark 0.25.32.

-- ==
-- entry: main
-- input { [1f64,2f64,3f64,4f64,5f64] [0i64,1i64,2i64] [5i64,3i64,2i64] }
-- output { [0.000000000000000f64, 15.000000000000000f64, 10.000000000000000f64, 5.000000000000000f64, 9.000000000000000f64, 1.000000000000000f64, 2.000000000000000f64, 3.000000000000000f64, 4.000000000000000f64, 5.000000000000000f64] [15.000000000000000f64, 5.000000000000000f64, 0.000000000000000f64] }

def build [n] (xs: [n]f64) : []f64 =
  let t = replicate (2 * n) 0
  let t[n:2 * n] = sized (2 * n - n) xs
  in loop t for k < n - 1 do
       let i = n - 1 - k
       in t with [i] = t[2 * i] + t[2 * i + 1]
def query (t: []f64) (n: i64) (l: i64) (r: i64) : f64 =
  (loop (s, l, r) = (0, l + n, r + n) while l < r do
     let (s, l) = if l % 2 == 1 then (s + t[l], l + 1) else (s, l)
     let (s, r) = if r % 2 == 1 then (s + t[r - 1], r - 1) else (s, r)
     in (s, l / 2, r / 2)).0
entry main [n] (xs: [n]f64) (ls: []i64) (rs: []i64) =
  let t = build xs in (t, map2 (query t n) ls rs)
