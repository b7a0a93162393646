-- Small programs over the whole language. Expected results: what Futhark 0.25.32
-- gives.

-- ==
-- entry: p1
-- input { 77 } output { 4i32 25i32 0i32 32i32 1i32 109i32 }
-- input { -5 } output { 31i32 0i32 0i32 32i32 0i32 -5i32 }
entry p1 (x: i32) = (i32.popc x, i32.clz x, i32.ctz x, i32.num_bits, i32.get_bit 2 x, i32.set_bit 5 x 1)

-- ==
-- entry: p2
-- input { 77u8 } output { 4i32 1i32 0i32 8i32 1i32 109u8 255u8 0u8 178u8 }
-- input { 0u8 } output { 0i32 8i32 8i32 8i32 0i32 32u8 255u8 0u8 255u8 }
entry p2 (x: u8) = (u8.popc x, u8.clz x, u8.ctz x, u8.num_bits, u8.get_bit 2 x, u8.set_bit 5 x 1, u8.highest, u8.lowest, u8.not x)

-- ==
-- entry: p3
-- input { 77i16 } output { 4i32 9i32 0i32 16i32 1i32 109i16 32767i16 -32768i16 -78i16 }
-- input { -1i16 } output { 16i32 0i32 0i32 16i32 1i32 -1i16 32767i16 -32768i16 0i16 }
entry p3 (x: i16) = (i16.popc x, i16.clz x, i16.ctz x, i16.num_bits, i16.get_bit 2 x, i16.set_bit 5 x 1, i16.highest, i16.lowest, i16.not x)

-- ==
-- entry: p4
-- input { 1f32 -2f32 0.25f32 } output { 0.25f32 -1.75f32 -1.75f32 2.236068f32 2.6779451f32 -1.0f32 0.99999994f32 8.0f32 1.0f32 -2.0f32 }
entry p4 (a: f32) (b: f32) (t: f32) = (f32.lerp a b t, f32.fma a b t, f32.mad a b t, f32.hypot a b, f32.atan2 a b, f32.copysign a b, f32.nextafter a b, f32.ldexp a 3, f32.max a b, f32.min a b)

-- ==
-- entry: p5
-- input { 1f64 -2f64 0.25f64 } output { 0.25f64 -1.75f64 -1.75f64 2.23606797749979f64 2.677945044588987f64 -1.0f64 0.9999999999999999f64 8.0f64 1.0f64 -2.0f64 }
entry p5 (a: f64) (b: f64) (t: f64) = (f64.lerp a b t, f64.fma a b t, f64.mad a b t, f64.hypot a b, f64.atan2 a b, f64.copysign a b, f64.nextafter a b, f64.ldexp a 3, f64.max a b, f64.min a b)

-- ==
-- entry: p6
-- input { 1f16 -2f16 0.25f16 } output { 0.25f16 -1.75f16 -1.75f16 2.236f16 2.678f16 -1.0f16 8.0f16 1.0f16 -2.0f16 }
entry p6 (a: f16) (b: f16) (t: f16) = (f16.lerp a b t, f16.fma a b t, f16.mad a b t, f16.hypot a b, f16.atan2 a b, f16.copysign a b, f16.ldexp a 3, f16.max a b, f16.min a b)

-- ==
-- entry: p7
-- input { [1,2,-3] } output { 0i32 -6i32 2i32 -3i32 }
-- input { empty([0]i32) } output { 0i32 1i32 -2147483648i32 2147483647i32 }
entry p7 (xs: []i32) = (i32.sum xs, i32.product xs, i32.maximum xs, i32.minimum xs)

-- ==
-- entry: p8
-- input { [1u16,2u16,3000u16] } output { 3003u16 6000u16 3000u16 1u16 }
-- input { empty([0]u16) } output { 0u16 1u16 0u16 65535u16 }
entry p8 (xs: []u16) = (u16.sum xs, u16.product xs, u16.maximum xs, u16.minimum xs)

-- ==
-- entry: p9
-- input { [1f32,2f32,-3f32] } output { 0.0f32 -6.0f32 2.0f32 -3.0f32 }
-- input { empty([0]f32) } output { 0.0f32 1.0f32 -f32.inf f32.inf }
entry p9 (xs: []f32) = (f32.sum xs, f32.product xs, f32.maximum xs, f32.minimum xs)

-- ==
-- entry: p10
-- input { true false } output { false true 1i32 0.0f32 1u8 true false false false false false true false true true }
-- input { false true } output { false true 0i32 1.0f32 0u8 true false false true true false true true true true }
entry p10 (x: bool) (y: bool) = (bool.i32 0, bool.i64 7, i32.bool x, f32.bool y, u8.bool x, bool.f32 0.5, bool.f64 0, x == y, x < y, x <= y, x && y, x || y, !x, x != y, bool.u8 3)

-- ==
-- entry: p11
-- input { 2 } output { 3i32 }
entry p11 (x: i32) = x `i32.max` 3

-- ==
-- entry: p12
-- input { 7i64 } output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64] [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] [7i64, 6i64, 5i64, 4i64, 3i64, 2i64, 1i64] [0i64, 2i64, 4i64, 6i64] [0i64, 3i64, 6i64] [7i64, 5i64, 3i64, 1i64] [7i64, 6i64, 5i64, 4i64, 3i64, 2i64, 1i64, 0i64] [5i32, 4i32, 3i32, 2i32] }
-- input { 1i64 } output { [0i64] [0i64, 1i64] [1i64] [0i64] [0i64] [1i64] [1i64, 0i64] [5i32, 4i32, 3i32, 2i32] }
entry p12 (n: i64) = (0..<n, 0...n, n..>0, 0..2..<n, 0..3...n, n..n - 2..>0, n..(n - 1)...0, 5..4..>1)

-- ==
-- entry: p13
-- input { 2 7 } output { [2i32, 3i32, 4i32, 5i32, 6i32] }
-- input { 7 7 } output { empty([0]i32) }
-- input { 8 7 } error:
entry p13 (a: i32) (b: i32) = a..<b

-- ==
-- entry: p14
-- input { 2 7 2 } output { [2i32, 4i32, 6i32] }
-- input { 7 2 -2 } output { [7i32, 5i32, 3i32] }
-- input { 7 2 0 } error:
-- input { 7 2 1 } error:
-- input { 2 7 -1 } error:
entry p14 (a: i32) (b: i32) (s: i32) = a..a + s...b

-- ==
-- entry: p15
-- input { -128i8 127i8 } output { [-128i8, -78i8, -28i8, 22i8, 72i8, 122i8] }
entry p15 (a: i8) (b: i8) = (a..(a + 50)...b)

-- ==
-- entry: p16
-- input { [1,2,3,4,5] } output { [5i32, 4i32, 3i32, 2i32, 1i32] [2i32, 3i32, 4i32, 5i32] [1i32] [1i32, 3i32, 5i32] [5i32, 4i32, 3i32, 2i32] [1i32, 2i32, 3i32, 4i32] [2i32, 3i32, 4i32, 5i32] }
-- input { [1] } output { [1i32] empty([0]i32) [1i32] [1i32] empty([0]i32) empty([0]i32) empty([0]i32) }
entry p16 [n] (xs: [n]i32) = (xs[::-1], xs[1:], xs[:1], xs[::2], xs[n - 1:0:-1], xs[:n - 1:1], xs[1:n])

-- ==
-- entry: p17
-- input { [1,2,3,4,5] 0i64 5i64 2i64 } output { [1i32, 3i32, 5i32] }
-- input { [1,2,3,4,5] 4i64 0i64 -1i64 } output { [5i32, 4i32, 3i32, 2i32] }
-- input { [1,2,3,4,5] 4i64 -1i64 -1i64 } output { [5i32, 4i32, 3i32, 2i32, 1i32] }
-- input { [1,2,3,4,5] 5i64 0i64 -1i64 } error:
-- input { [1,2,3,4,5] 3i64 3i64 -1i64 } output { empty([0]i32) }
-- input { [1,2,3,4,5] 0i64 -1i64 -1i64 } output { [1i32] }
-- input { [1,2,3,4,5] 0i64 3i64 -1i64 } error:
-- input { [1,2,3,4,5] 5i64 5i64 1i64 } output { empty([0]i32) }
-- input { [1,2,3,4,5] 5i64 5i64 -1i64 } output { empty([0]i32) }
-- input { [1,2,3,4,5] 0i64 0i64 0i64 } error:
entry p17 [n] (xs: [n]i32) (i: i64) (j: i64) (s: i64) = xs[i:j:s]

-- ==
-- entry: p18
-- input { [[1,2,3],[4,5,6],[7,8,9]] } output { [[9i32, 8i32, 7i32], [6i32, 5i32, 4i32], [3i32, 2i32, 1i32]] [1i32, 2i32, 3i32] [1i32, 4i32, 7i32] [[4i32], [7i32]] 9i32 [2i32, 8i32] }
entry p18 [n] [m] (xs: [n][m]i32) = (xs[::-1, ::-1], xs[0], xs[:, 0], xs[1:, :1], xs[n - 1, m - 1], xs[::2, 1])

-- ==
-- entry: p19
-- input { [[1,2,3],[4,5,6],[7,8,9]] } output { [[1i32, 9i32, 7i32], [1i32, 9i32, 8i32], [7i32, 8i32, 9i32]] }
entry p19 (xs: *[][]i32) =
  let xs[0, 1] = 9
  let xs[1] = copy xs[0]
  let xs[:, 2] = [7, 8, 9] in xs

-- ==
-- entry: p20
-- input { [[1,2,3],[4,5,6],[7,8,9]] } output { [[100i32, 2i32, 3i32], [0i32, 0i32, 6i32], [0i32, 0i32, 9i32]] }
entry p20 (xs: *[][]i32) = xs with [1:, 0:2] = [[0, 0], [0, 0]] with [0, 0] = 100

-- ==
-- entry: p21
-- input { 3 } output { 3i32 4i32 5i32 4i32 }
entry p21 (x: i32) = let t = (x, (x + 1, x + 2)) in (t.0, t.1.0, t.1.1, (.1.0) t)

-- ==
-- entry: p22
-- input { 3 } output { 23i32 }
entry p22 (x: i32) = let {a, b = {c, d}} = {a = x, b = {c = x + 1, d = x + 2}} in a + c * d

-- ==
-- entry: p23
-- input { 3 } output { 0i32 }
entry p23 (x: i32) = let f = \{a, b} -> a - b in f {b = 3, a = x}

-- ==
-- entry: p24
-- input {  } output { 5i32 true }
entry p24 = let r = {0 = 5, 1 = true} in r

-- ==
-- entry: p25
-- input {  } output { true 5i32 }
entry p25 = let (x, y) = {0 = 5i32, 1 = true} in (y, x)

-- ==
-- entry: p26
-- input { 3 } output { 15i32 }
entry p26 (x: i32) = -x ** 2 + 3 - -x

-- ==
-- entry: p27
-- input { 2 } output { 64i32 5i32 10i32 16i32 true 5i32 4i32 true }
entry p27 (x: i32) = (2 ** 3 ** 2i32, 10 - 3 - x, 100 / 5 / x, 1 << 2 << x, 7 & 3 == 3, 7 | 1 ^ x, 5 % 3 * 2, x + 1 < 4 && x - 1 > 0 || false)

-- ==
-- entry: p28
-- input { 2 } output { true }
entry p28 (x: i32) = !(x == 3) && !true || x != 3

-- ==
-- entry: p29
-- input { 5 } output { 1i32 }
-- input { -50 } output { -2i32 }
entry p29 (x: i32) = if x > 0 then if x > 10 then 2 else 1 else if x < -10 then -2 else -1

-- ==
-- entry: p30
-- input { 5i64 } output { 32i32 }
entry p30 (n: i64) = loop x = 1 for i < n do x * 2

-- ==
-- entry: p31
-- input { 5 } output { 120i32 0i32 }
entry p31 (n: i32) = loop (x, y) = (1, n) while y > 0 do (x * y, y - 1)

-- ==
-- entry: p32
-- input { 5 } output { 160i32 }
entry p32 (x: i32) = loop x while x < 100 do x * 2

-- ==
-- entry: p33
-- input { 5 1 } output { 160i32 6i32 }
entry p33 (x: i32) (y: i32) = loop (x, y) while x < 100 do (x * 2, y + 1)

-- ==
-- entry: p34
-- input { [1,2,3] } output { 123i32 }
entry p34 (xs: []i32) = loop acc = 0 for x in xs do acc * 10 + x

-- ==
-- entry: p35
-- input { [1,2,3] } output { 8i32 3i32 }
entry p35 (xs: [](i32)) = loop (acc, i) = (0, 0) for (x, y) in zip xs (indices xs) do (acc + x * i32.i64 y, i + 1)

-- ==
-- entry: p36
-- input { 4i64 } output { [0i64, 0i64, 1i64, 2i64, 3i64] }
entry p36 (n: i64) = loop xs = [0i64] for i < n do xs ++ [i]

-- ==
-- entry: p37
-- input { 4i64 } output { [1i64, 1i64, 1i64, 1i64] }
entry p37 (n: i64) = let (_, xs) = loop (k, xs) = (1, [1i64]) while k < n do (k * 2, xs ++ xs) in xs

-- ==
-- entry: p38
-- input { [1,2] } output { [4i32, 5i32] }
entry p38 [n] (xs: [n]i32) = loop (ys: [n]i32) = xs for _ in [1, 2, 3] do map (+ 1) ys

-- ==
-- entry: p39
-- input { [1,2] 2i64 } output { [1i32, 2i32] }
-- input { [1,2] 3i64 } error:
entry p39 (xs: []i32) (n: i64) = (xs :> [n]i32)

-- ==
-- entry: p40
-- input { 2 } output { 2i32 true [2i32] }
entry p40 (x: i32) = let id 'a (x: a) = x in (id x, id true, id [x])

-- ==
-- entry: p41
-- input { [1,2] } output { [5i32, 6i32] [7i32, 8i32, 9i32] }
entry p41 [n] (xs: [n]i32) = let f [m] (ys: [m]i32) : [m]i32 = map (+ i32.i64 (n * m)) ys in (f xs, f [1, 2, 3])

-- ==
-- entry: p42
-- input {  } output { [104u8, 101u8, 108u8, 108u8, 111u8] [97u8, 9u8, 98u8, 10u8] [34u8, 113u8, 34u8] [65u8] }
entry p42 = ("hello", "a\tb\n", "\"q\"", "\x41")

-- ==
-- entry: p43
-- input {  } output { 97i32 }
entry p43 = 'a'

-- ==
-- entry: p44
-- input {  } output { true true false true true false }
entry p44 = ("hei" == "hei", [1, 2] == [1, 2], [1, 2] == [2, 1], (1, true) == (1, true), {a = 3} == {a = 3}, [1, 2] != [1, 2, 3][:2])

-- ==
-- entry: p45
-- input {  } output { 1.0f16 7.5f16 3.0f16 1.1f16 1.0996094f32 }
entry p45 = (1.0f16, 2.5f16 * 3, f16.i32 3, f16.f32 1.1, f32.f16 1.1)

-- ==
-- entry: p46
-- input { 2.5f16 1.25f16 } output { 3.75f16 3.125f16 2.0f16 0.0f16 3.145f16 false 1.581f16 3.49f16 0.5986f16 2i32 }
entry p46 (x: f16) (y: f16) = (x + y, x * y, x / y, x % y, x ** y, x < y, f16.sqrt x, f16.exp y, f16.sin x, i32.f16 x)

-- ==
-- entry: p47
-- input { 7 -2 } output { -4i32 -1i32 -3i32 1i32 }
-- input { -7 2 } output { -4i32 1i32 -3i32 -1i32 }
-- input { 7 0 } error:
entry p47 (x: i32) (y: i32) = (x / y, x % y, x // y, x %% y)

-- ==
-- entry: p48
-- input { [1,2,3] } output { true true false true -6i32 2i32 }
entry p48 (xs: []i32) = (any (> 2) xs, all (> 0) xs, and (map (> 1) xs), or (map (> 1) xs), foldl (-) 0 xs, foldr (-) 0 xs)

-- ==
-- entry: p49
-- input { [1,2,3, -1, 0] } output { [2i32, 3i32] [-1i32, 0i32] [1i32] }
entry p49 (xs: []i32) = partition2 (> 1) (< 1) xs

-- ==
-- entry: p50
-- input { [1,2,3, -1, 0] } output { [8i32, 16i32, 24i32, -8i32, 0i32] [243i32, 486i32, 729i32, -243i32, 0i32] [243i32, 486i32, 729i32, -243i32, 0i32] }
entry p50 (xs: []i32) = (iterate 3 (map (* 2)) xs, iterate_while (\x -> x[0] < 100) (map (* 3)) xs, iterate_until (\x -> x[0] > 100) (map (* 3)) xs)

-- ==
-- entry: p51
-- input { [1,2,3, -1, 0] } output { [1i32, 3i32, 6i32, 5i32, 5i32] [1i32, 2i32, 3i32, 3i32, 3i32] [1i32, 0i32, 2i32] 5i32 }
entry p51 (xs: []i32) = (scan (+) 0 xs, scan i32.max i32.lowest xs, scatter (replicate 3 0) [0, 2, 5, -1] [1, 2, 3, 4i32], reduce_comm (+) 0 xs)

-- ==
-- entry: p52
-- input { 2i64 } output { [[0i32, 1i32], [2i32, 0i32]] [[[0i32, 0i32], [0i32, 1i32]], [[2i32, 0i32], [0i32, 0i32]]] }
entry p52 (n: i64) = (scatter_2d (replicate n (replicate n 0i32)) [(0, 1), (1, 0), (5, 5)] [1, 2, 3], scatter_3d (replicate n (replicate n (replicate n 0i32))) [(0, 1, 1), (1, 0, 0)] [1, 2])

-- ==
-- entry: p53
-- input { 2i64 } output { [1i32, 5i32] [2i32, 6i32] [[0i32, 3i32], [0i32, 3i32]] [[[0i32, 0i32], [3i32, 0i32]], [[0i32, 0i32], [0i32, 3i32]]] }
entry p53 (n: i64) = (hist (+) 0i32 n [0, 1, 1, 5] [1, 2, 3, 4], reduce_by_index (replicate n 1i32) (+) 0 [0, 1, 1, -1] [1, 2, 3, 4], reduce_by_index_2d (replicate n (replicate n 0i32)) (+) 0 [(0, 1), (0, 1), (1, 1), (2, 2)] [1, 2, 3, 4], reduce_by_index_3d (replicate n (replicate n (replicate n 0i32))) (+) 0 [(0, 1, 0), (0, 1, 0), (1, 1, 1), (2, 2, 2)] [1, 2, 3, 4])

-- ==
-- entry: p54
-- input { 2i64 } output { [0i64, 2i64] [[0i64, 1i64], [1i64, 2i64]] [[[0i64], [10i64]], [[100i64], [110i64]]] [0i64, 1i64] [true, true] [0i64, 1i64, 2i64] }
entry p54 (n: i64) = (tabulate n (* 2), tabulate_2d n 2 (+), tabulate_3d 2 n 1 (\i j k -> i * 100 + j * 10 + k), iota n, replicate n true, indices [1, 2, 3])

-- ==
-- entry: p55
-- input { [[1,2],[3,4]] } output { [[1i32, 3i32], [2i32, 4i32]] [1i32, 2i32, 3i32, 4i32] [1i32, 2i32, 3i32, 4i32] [[1i32, 2i32], [3i32, 4i32], [1i32, 2i32], [3i32, 4i32]] 4i64 }
entry p55 (xs: [][]i32) = (transpose xs, flatten xs, concat xs[0] xs[1], xs ++ xs, length (flatten xs))

-- ==
-- entry: p56
-- input { [1,2,3,4,5,6,7,8] } output { [[1i32, 2i32, 3i32, 4i32], [5i32, 6i32, 7i32, 8i32]] [[[1i32, 2i32], [3i32, 4i32]], [[5i32, 6i32], [7i32, 8i32]]] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32] }
entry p56 (xs: []i32) = (unflatten (xs :> [2 * 4]i32), unflatten_3d (xs :> [2 * 2 * 2]i32), flatten_3d (unflatten_3d (xs :> [2 * 2 * 2]i32)))

-- ==
-- entry: p57
-- input { [1,2,3,4,5,6,7,8] } output { [[[[1i32], [2i32]], [[3i32], [4i32]]], [[[5i32], [6i32]], [[7i32], [8i32]]]] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32] }
entry p57 (xs: []i32) = (unflatten_4d (xs :> [2 * 2 * 2 * 1]i32), flatten_4d (unflatten_4d (xs :> [2 * 2 * 2 * 1]i32)))

-- ==
-- entry: p58
-- input { 3 } output { 6i32 7i32 3i32 3i32 3i32 8i32 8i32 7i32 }
entry p58 (x: i32) = (curry (\(a, b) -> a + b) x 3, uncurry (+) (x, 4), const x true, id x, (\x -> x) <| x, x |> (+ 1) |> (* 2), ((+ 1) >-> (* 2)) x, ((+ 1) <-< (* 2)) x)

-- ==
-- entry: p59
-- input { 5i64 } output { [0i64, 0i64, 1i64, 3i64, 6i64] }
entry p59 (n: i64) = map (\i -> reduce (+) 0 (iota i)) (iota n)

-- ==
-- entry: p60
-- input { 5i64 } output { [0i64, 2i64, 2i64, 6i64, 6i64] }
entry p60 (n: i64) = map (\i -> let xs = filter (\x -> x % 2 == 0) (iota i) in length xs + i64.sum (map (+ 1) xs)) (iota n)

-- ==
-- entry: p61
-- input { 1 } output { 2i32 }
-- input { 0 } error:
entry p61 (x: i32) = assert (x > 0) (x + 1)

-- ==
-- entry: p62
-- input { 2 3 } output { 5i32 5i32 10i32 4i32 }
entry p62 (x: i32) (y: i32) = (x i32.+ y, (i32.+) x y, i32.((x + y) * 2), (i32.*) 2 x)

-- ==
-- entry: p63
-- input { 2f32 } output { 1.0005128f32 }
entry p63 (x: f32) = f32.(sqrt x + sin x * max x 3 - pi)

-- ==
-- entry: p64
-- input { 2 } output { 5i32 }
entry p64 (x: i32) =
  let open_ = 3
  let in_x = x in open_ + in_x

-- ==
-- entry: p65
-- input { [3f64, 4f64] } output { 5.0f64 }
entry p65 (xs: []f64) = f64.sqrt (f64.sum (map (** 2) xs))

-- ==
-- entry: p66
-- input { [3, 0, -4] } output { [1i8, 0i8, -1i8] }
entry p66 (xs: []i32) = map (\x -> if x < 0 then -1 else if x == 0 then 0 else 1i8) xs

-- ==
-- entry: p67
-- input { [3, 0, -4] } output { [-4i32, 0i32, 3i32] }
entry p67 [n] (xs: [n]i32) = map (\i -> xs[n - 1 - i]) (iota n)

-- ==
-- entry: p68
-- input { [[1f32,2f32]] [[3f32],[4f32]] } output { [[11.0f32]] }
entry p68 [n] [m] (a: [n][m]f32) (b: [m][n]f32) = map (\r -> map (\c -> reduce (+) 0 (map2 (*) r c)) (transpose b)) a

-- ==
-- entry: p69
-- input { 4i64 } output { [0i64, 1i64, 4i64, 9i64] }
entry p69 (n: i64) = loop acc = replicate n 0i64 for i < n do let acc[i] = i * i in acc

-- ==
-- entry: p70
-- input { [1,2,3] } output { [5i32, 2i32, 3i32] }
entry p70 (xs: *[]i32) = let xs = xs with [0] = 5 in xs

-- ==
-- entry: p71
-- input { [[9,9],[8,8]] } output { [[0i32, 9i32], [1i32, 8i32]] }
entry p71 (a: *[][]i32) = loop a for i < length a do a with [i, 0] = i32.i64 i

-- ==
-- entry: p72
-- input { [9,9] } output { [90i32, 90i32] }
entry p72 [n] (a: [n]i32) = let (x, y) = unzip (map (\x -> (x, x + 1)) a) in zip y x |> map (\(p, q) -> p * q)

-- ==
-- entry: p73
-- input { [9,2] } output { [9i32, 2i32] 11i32 -9i32 }
entry p73 [n] (a: [n](i32)) = let xs = map (\x -> {v = x, w = -x}) a in (map (.v) xs, reduce (\p q -> {v = p.v + q.v, w = i32.min p.w q.w}) {v = 0, w = 0} xs)

-- ==
-- entry: p74
-- input { 3i64 } output { [[1.0f32, 0.0f32, 0.0f32], [0.0f32, 1.0f32, 0.0f32], [0.0f32, 0.0f32, 1.0f32]] }
entry p74 (n: i64) = tabulate_2d n n (\i j -> if i == j then 1f32 else 0)

-- ==
-- entry: p75
-- input { [9i64,2i64] } output { 11i64 9i64 }
entry p75 [n] (a: [n]i64) = let (s, m) = reduce (\(a, b) (c, d) -> (a + c, i64.max b d)) (0, i64.lowest) (map (\x -> (x, x)) a) in (s, m)

-- ==
-- entry: p76
-- input { [9i64,2i64,9i64] } output { 9i64 0i64 }
entry p76 [n] (a: [n]i64) = let (v, i) = reduce (\(v1, i1) (v2, i2) -> if v1 > v2 || (v1 == v2 && i1 < i2) then (v1, i1) else (v2, i2)) (i64.lowest, -1) (zip a (iota n)) in (v, i)

-- ==
-- entry: p77
-- input { [9,2,7] } output { [9i32, 18i32, 126i32] }
entry p77 [n] (a: [n]i32) = scan (\x y -> x * y % 1000) 1 a

-- ==
-- entry: p78
-- input { [true,false,true,false] [1,2,3,4] } output { [1i32, 3i32, 3i32, 7i32] }
entry p78 [n] (flags: [n]bool) (xs: [n]i32) = (scan (\(f1, x1) (f2, x2) -> (f1 || f2, if f2 then x2 else x1 + x2)) (false, 0) (zip flags xs) |> unzip).1

-- ==
-- entry: p79
-- input { [1,2,3,4] } output { 2i64 [2i32, 4i32, 1i32, 3i32] }
entry p79 (xs: []i32) = let (a, b) = partition (\x -> x % 2 == 0) xs in (length a, a ++ b)

-- ==
-- entry: p80
-- input { [1] [2,3] } output { [1i32, 2i32, 3i32] [1i32, 2i32, 3i32, 1i32] 3i64 }
entry p80 (xs: []i32) (ys: []i32) = (concat xs ys, xs ++ ys ++ xs, length (xs ++ ys))

-- ==
-- entry: p81
-- input { [1,2,3] } output { [1i32] [2i32, 3i32] }
entry p81 (xs: []i32) =
  let n = length xs
  let h = n / 2 in (take h xs, drop h xs)

-- ==
-- entry: p82
-- input { [1,2,3] } output { [1i32] [2i32, 3i32] }
entry p82 [n] (xs: [n]i32) =
  let k = n / 2
  let (a, b) = split (xs :> [k + (n - k)]i32) in (a, b)

-- ==
-- entry: p83
-- input { [1,2,3] } output { [3i32] }
entry p83 [n] (xs: [n]i32) =
  let k = n / 2
  let (a, b) = split (xs :> [k + (n - k)]i32) in map2 (+) a (take k b)

-- ==
-- entry: p84
-- input { 2 } output { 5i32 }
entry p84 (x: i32) = let (-) = \a b -> a i32.+ b in x - 3

-- ==
-- entry: p85
-- input { 2 } output { 6i32 }
entry p85 (x: i32) =
  let i32_ = x
  let f x = x * x
  let f = f x in f + i32_

-- ==
-- entry: p86
-- input { 2 3 } output { 5i32 }
entry p86 (map: i32) (reduce: i32) = map + reduce

-- ==
-- entry: p87
-- input { 3 } output { 3i32 true }
entry p87 (x: i32) : (i32, bool) = (x, true) : (i32, bool)
