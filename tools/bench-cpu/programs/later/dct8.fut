-- Discrete cosine transforms of the 8 × 8 blocks of a picture, quantised, and back.
-- ==
-- entry: main
-- input { 2i64 3i64 } output { 145i64 13.426407f32 }
-- notest input { 30i64 40i64 }
def basis : [8][8]f32 =
  tabulate_2d 8 8 (\u x ->
                     (if u == 0 then f32.sqrt 0.125 else 0.5) * f32.cos (f32.i64 ((2 * x + 1) * u) * f32.pi / 16))
def mul (a: [8][8]f32) (b: [8][8]f32) : *[8][8]f32 =
  map (\r -> map (\c -> f32.sum (map2 (*) r c)) (transpose b)) a
entry main (n: i64) (m: i64) =
  let picture = tabulate_2d (n * 8) (m * 8) (\i j -> f32.i64 ((i * i + j * 3 + i * j) % 256))
  let block i j = map (\r -> r[j * 8:j * 8 + 8] :> [8]f32) (picture[i * 8:i * 8 + 8] :> [8][m * 8]f32)
  let blocks = flatten (tabulate_2d n m block)
  let coefficients = map (\b -> mul (mul basis b) (transpose basis)) blocks
  let quantised = map (map (map (\x -> f32.round (x / 16)))) coefficients
  let zeros = i64.sum (map (\b -> i64.sum (map (\r -> i64.sum (map (\x -> i64.bool (x == 0)) r)) b)) quantised)
  let back = map (\q -> mul (mul (transpose basis) (map (map (* 16)) q)) basis) quantised
  let off = map2 (\b c -> f32.maximum (flatten (map2 (map2 (\x y -> f32.abs (x - y))) b c))) blocks back
  in (zeros, f32.maximum off)
