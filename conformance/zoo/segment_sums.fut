-- Sums, products and extremes of the rows of n x m numbers.
--
-- Expected results: by loops in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 4i64 5i64 }
-- output { [150882827i64, -1619132384i64, 58086299i64, 5272747i64] }
-- input { 1i64 7i64 }
-- output { [57357984i64, 1989864361i64, 14253662i64, 0i64] }
-- notest input { 100i64 1000i64 }
-- notest input { 2000i64 1000i64 }
-- notest input { 10i64 10000000i64 }
-- notest input { 1000i64 100000i64 }
-- notest input { 100000i64 1000i64 }
-- notest input { 10000000i64 10i64 }
entry main (n: i64) (m: i64) : [4]i64 =
  let rows = tabulate_2d n m (\i j -> i32.u32 (hash (u32.i64 (i * m + j)) >> 8))
  let sums = map i32.sum rows
  let products = map (\r -> reduce (*) 1 (map (| 1) r)) rows
  let greatest = map i32.maximum rows
  let least = map i32.minimum rows
  in [i64.sum (map i64.i32 sums), i64.sum (map i64.i32 products), i64.sum (map i64.i32 greatest), i64.sum (map i64.i32 least)]
