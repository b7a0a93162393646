-- Scans from the right, alone, after and before maps, of rows, with operators that do not
-- commute, and of more elements than a chunk has. Expected values: Futhark's interpreter.
-- ==
-- entry: suffixes
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] }
-- output { [15i64, 14i64, 12i64, 9i64, 5i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [9i64] }
-- output { [9i64] }

entry suffixes [n] (xs: [n]i64) : [n]i64 = reverse (scan (+) 0 (reverse xs))

-- Linear functions compose; the order of the operands shows.
-- ==
-- entry: composed
-- input { [2i64, 3i64, -1i64, 5i64] [1i64, 0i64, 4i64, -2i64] }
-- output { [-30i64, -15i64, -5i64, 5i64] [37i64, 18i64, 6i64, -2i64] }

entry composed [n] (as: [n]i64) (bs: [n]i64) : ([n]i64, [n]i64) =
  let compose (a: i64, b: i64) (c: i64, d: i64) = (a * c, b * c + d)
  let pairs = scan compose (1, 0) (reverse (zip as bs))
  in unzip (reverse pairs)

-- ==
-- entry: mapped
-- input { [3i32, 1i32, 4i32, 1i32, 5i32, 9i32, 2i32, 6i32] }
-- output { [13i32, 13i32, 13i32, 13i32, 13i32, 13i32, 7i32, 7i32] [10i32, 12i32, 9i32, 12i32, 8i32, 4i32, 5i32, 1i32] }

entry mapped [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  let ys = map (\x -> x * 2 - 5) xs
  let best = reverse (scan i32.max i32.lowest (reverse ys))
  in (best, map2 (-) best xs)

-- ==
-- entry: rows
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] }
-- output { [[6i64, 5i64, 3i64], [15i64, 11i64, 6i64]] [[5i64, 7i64, 9i64], [4i64, 5i64, 6i64]] }
-- input { [[1i64], [4i64], [7i64]] }
-- output { [[1i64], [4i64], [7i64]] [[12i64], [11i64], [7i64]] }

entry rows [n] [m] (xss: [n][m]i64) : ([n][m]i64, [n][m]i64) =
  ( map (\xs -> reverse (scan (+) 0 (reverse xs))) xss
  , reverse (scan (map2 (+)) (replicate m 0) (reverse xss)))

-- ==
-- entry: kept
-- input { [1i64, 2i64, 3i64, 4i64] }
-- output { [10i64, 9i64, 7i64, 4i64] [4i64, 7i64, 9i64, 10i64] }

entry kept [n] (xs: [n]i64) : ([n]i64, [n]i64) =
  let ys = reverse xs
  let ps = scan (+) 0 ys
  in (reverse ps, ps)

-- ==
-- entry: many
-- input { 0i64 }
-- output { 0i64 0i64 0i64 }
-- input { 1024i64 }
-- output { -25813703i64 5068i64 0i64 }
-- input { 3000i64 }
-- output { 53402681i64 19220i64 48i64 }

entry many (n: i64) : (i64, i64, i64) =
  let xs = map (\i -> (i * 7919) % 101 - 50) (iota n)
  let ss = reverse (scan (+) 0 (reverse xs))
  in (reduce (+) 0 (map2 (*) ss (iota n)), i64.sum (map (\i -> i64.abs i % 13) ss), if n > 1500 then ss[1500] else 0)

-- ==
-- entry: within
-- input { [[5i64, 1i64, 2i64], [0i64, 3i64, 4i64]] }
-- output { [34i64, 58i64] }

entry within [n] [m] (xss: [n][m]i64) : [n]i64 =
  map (\xs ->
         loop acc = 1 for i < 2 do
           let ss = reverse (scan (+) 0 (reverse xs))
           in acc + ss[0] * ss[m - 1] + i) xss
