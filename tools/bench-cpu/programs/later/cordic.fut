-- Sines and cosines in integers by rotations of halving angles.
-- ==
-- entry: main
-- input { 10i64 } output { 446i32 539i32 14i64 }
-- notest input { 40000i64 }
def angles : [16]i32 = [25736, 15193, 8027, 4075, 2045, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1]
entry main (n: i64) =
  let rotate (a: i32) : (i32, i32) =
    let (x, y, _) =
      loop (x, y, z) = (19898i32, 0i32, a) for k < 16 do
        let (dx, dy) = (y >> i32.i64 k, x >> i32.i64 k)
        in if z >= 0 then (x - dx, y + dy, z - angles[k]) else (x + dx, y - dy, z + angles[k])
    in (x, y)
  let (c, s) = unzip (map (\i -> rotate (i32.i64 ((i * 7919) % 102944) - 51472)) (iota n))
  let off = map2 (\x y -> i64.abs (i64.i32 x * i64.i32 x + i64.i32 y * i64.i32 y - 1073741824)) c s
  in (i32.sum (map (% 101) c), i32.sum (map (% 103) s), i64.maximum off >> 14)
