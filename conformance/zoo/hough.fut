-- Hough's transform for lines (Duda, Hart 1972): points vote for all lines through them.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 30i64 8i64 20i64 }
-- output { [17i64, 111i64, 62i64] }
-- input { 1i64 3i64 5i64 }
-- output { [1i64, 2i64, 3i64] }
-- notest input { 500i64 30i64 50i64 }
-- notest input { 100000i64 180i64 1000i64 }
entry main (n: i64) (angles: i64) (radii: i64) : [3]i64 =
  let points =
    tabulate n (\i ->
                  let t = i64.u32 (hash (u32.i64 i) % 1000)
                  in if i % 2 == 0 then (t, 300 + t / 3) else (t, i64.u32 (hash (u32.i64 i + 0x77777777) % 1000)))
  let votes =
    flatten (map (\(x, y) ->
                    map (\a ->
                           let angle = f64.pi * f64.i64 a / f64.i64 angles
                           let r = f64.i64 x * f64.cos angle + f64.i64 y * f64.sin angle
                           in a * radii + i64.f64 ((r + 1500.3) / 3000 * f64.i64 radii)) (iota angles)) points)
  let bins = reduce_by_index (replicate (angles * radii) 0i32) (+) 0 votes (map (const 1) votes)
  let (most, at) = reduce (\(a, i) (b, j) -> if b > a || (b == a && j < i) then (b, j) else (a, i)) (-1, angles * radii) (zip bins (indices bins))
  in [i64.i32 most, at, i64.sum (map (\b -> i64.bool (b > 0)) bins)]
