-- An irregular nest: for each i the sum of squares of sums over j < i modulo a size that
-- differs for each i, with a scan inside.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 12i64 9i64 }
-- output { [217i64, 60i64] }
-- input { 1i64 4i64 }
-- output { [0i64, 0i64] }
-- notest input { 100i64 50i64 }
-- notest input { 100000i64 1000i64 }
entry main (n: i64) (most: i64) : [2]i64 =
  let sums =
    tabulate n (\i ->
                  let m = i64.u32 (hash (u32.i64 i)) % most
                  let ps = scan (+) 0 (map (\j -> (i * j) % 13) (iota m))
                  in i64.sum (map (\p -> p % 17) ps))
  in [i64.sum sums, i64.maximum sums]
