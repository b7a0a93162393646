-- Small programs over the whole language. Expected results: what Futhark 0.25.32
-- gives.

-- ==
-- entry: p88
-- input { 3i64 } output { 4i64 }
entry p88 (x: i64) : i64 = (let y: i64 = x + 1 in y) : i64

-- ==
-- entry: p89
-- input { 2 [1,2,3] } output { 3i32 }
entry p89 (x: i32) (ys: [3]i32) = ys[x]

-- ==
-- entry: p90
-- input { 2u8 [1,2,3] } output { 3i32 }
-- input { 3u8 [1,2,3] } error:
entry p90 (x: u8) (ys: [3]i32) = ys[i64.u8 x]

-- ==
-- entry: p91
-- input { 2i8 [1,2,3] } output { 3i32 }
-- input { -1i8 [1,2,3] } error:
entry p91 (x: i8) (ys: [3]i32) = ys[x]

-- ==
-- entry: p92
-- input { 2i64 3i64 } output { 9i64 }
entry p92 (n: i64) (m: i64) = let xs = replicate n (replicate m 0i32) in length (flatten xs) + length (transpose xs)

-- ==
-- entry: p93
-- input { 4i64 } output { [0i64, 1i64, 2i64, 3i64] }
entry p93 (n: i64) = map (\i -> length (filter (< i) (iota n))) (iota n)

-- ==
-- entry: p94
-- input { 4i64 } output { [0i64, 2i64, 5i64, 9i64] }
entry p94 (n: i64) = map (\i -> let xs = iota (i + 1) in xs[i] + (scan (+) 0 xs)[i]) (iota n)

-- ==
-- entry: p95
-- input { 4i64 } output { [0i64, 1i64, 3i64, 6i64] }
entry p95 (n: i64) = map (\i -> let xs = loop xs = [i] for j < i do xs ++ [j] in i64.sum xs) (iota n)

-- ==
-- entry: p96
-- input { 4i64 } output { [0i64, 0i64, 1i64, 3i64] }
entry p96 (n: i64) = map (\i -> loop s = 0 for x in iota i do s + x) (iota n)

-- ==
-- entry: p97
-- input { 6i64 } output { 65i64 }
entry p97 (n: i64) = i64.sum (map (\i -> i64.sum (map (\j -> i64.sum (map (+ j) (iota j))) (iota i))) (iota n))

-- ==
-- entry: p98
-- input { [3i64, 0i64, 5i64] } output { [1i64, 0i64, 3i64] [2i64, 0i64, 4i64] }
entry p98 (ns: []i64) = map (\n -> (iota n |> map (* 2) |> filter (> 3) |> length, reduce i64.max 0 (iota n))) ns |> unzip

-- ==
-- entry: p99
-- input { 4i64 } output { [1i32, 5i32, 3i32, 4i32] }
entry p99 (n: i64) = map (\i -> (if i % 2 == 0 then [1, 2, 3] else [4, 5, 6])[i % 3]) (iota n)

-- ==
-- entry: p100
-- input { 4i64 } output { [0i64, 2i64, 2i64, 6i64] }
entry p100 (n: i64) = map (\i -> length (if i % 2 == 0 then iota i else iota (2 * i))) (iota n)

-- ==
-- entry: p101
-- input { 4i64 } output { [0i64, 1i64, 2i64, 3i64] }
entry p101 (n: i64) = map (\i -> let ys = scatter (replicate (i + 1) 0i64) [0] [i] in ys[0]) (iota n)

-- ==
-- entry: p102
-- input { 4i64 } output { [0i64, 0i64, 1i64, 3i64] }
entry p102 (n: i64) = map (\i -> i64.sum (hist (+) 0 (i + 1) (iota i) (iota i))) (iota n)

-- ==
-- entry: p103
-- input { 4i64 } output { [0i64, 0i64, 2i64, 6i64] }
entry p103 (n: i64) = map (\i -> i64.sum (rotate 1 (iota i) ++ reverse (iota i))) (iota n)

-- ==
-- entry: p104
-- input { 4i64 } output { [0i64, 0i64, 1i64, 3i64] }
entry p104 (n: i64) = map (\i -> i64.sum (flatten (transpose (tabulate_2d i 2 (\a b -> a * b))))) (iota n)

-- ==
-- entry: p105
-- input { 27 } output { 1i32 111i32 }
entry p105 (x: i32) = loop (a, b) = (x, 0) while a != 1 do (if a % 2 == 0 then a / 2 else 3 * a + 1, b + 1)

-- ==
-- entry: p106
-- input { 5i64 } output { 10i64 }
entry p106 (n: i64) = loop s = 0 for i in 0..<n do s + i

-- ==
-- entry: p107
-- input { 5i64 } output { 8i64 }
entry p107 (n: i64) = loop s = 0 for i in [n, 1, 2] do s + i

-- ==
-- entry: p108
-- input { [1,2,3] } output { 6i32 empty([0]i32) }
entry p108 [n] (xs: [n]i32) = loop (s, xs') = (0, xs) while length xs' > 0 do (s + head xs', tail xs')

-- ==
-- entry: p109
-- input { 3i64 } output { [3i64, 4i64, 5i64] }
entry p109 (n: i64) = loop (a: [n]i64) = iota n for i < n do rotate 1 (map (+ 1) a)

-- ==
-- entry: p110
-- input { 3 } output { 7i32 }
entry p110 (x: i32) =
  let x = x + 1
  let x = x * 2
  let x = x - 1 in x

-- ==
-- entry: p111
-- input { 3 } output { 3i32 }
entry p111 (x: i32) =
  let _ = x
  let (_, y) = (1i32, x) in y

-- ==
-- entry: p112
-- input {  } output { 3i32 }
entry p112 () = 3i32

-- ==
-- entry: p113
-- input { 3 4 } output { 3i32 }
entry p113 (x: i32) (_: i32) = x

-- ==
-- entry: p114
-- input { 3 } output { 4i32 }
entry p114 (a: i32) = a |> \x -> x + 1

-- ==
-- entry: p115
-- input { [1,2,3] } output { 7i32 }
entry p115 (xs: []i32) = xs |> map (+ 1) |> filter (> 2) |> reduce (+) 0

-- ==
-- entry: p116
-- input { 2 } output { true }
entry p116 (x: i32) = (x == 1 || x == 2) && !(x == 3)

-- ==
-- entry: p117
-- input { 2 } output { 3i32 }
entry p117 (x: i32) = -x + -(-x) - (-3)

-- ==
-- entry: p118
-- input { 2f32 } output { -2.0f32 4.0f32 0.5f32 }
entry p118 (x: f32) = (-x, -x ** 2, 2 ** -1f32)

-- ==
-- entry: p119
-- input { 2i64 } output { 3i32 }
entry p119 (x: i64) = (.[x]) [1, 2, 3]

-- ==
-- entry: p120
-- input { 2 } output { 2i32 }
entry p120 (x: i32) = (.a.b) {a = {b = x}}

-- ==
-- entry: p121
-- input { 2 } output { [2i32] }
entry p121 (x: i32) = map (.0) [(x, 1)]

-- ==
-- entry: p122
-- input { 2 } output { 7i32 }
entry p122 (x: i32) = ((x, 2), {a = 3}) |> \((a, b), {a = c}) -> a + b + c

-- ==
-- entry: p123
-- input { 2 } output { 7i32 }
entry p123 (x: i32) = let f (a: i32, b: i32) {c: i32} = a + b + c in f (x, 1) {c = 4}

-- ==
-- entry: p124
-- input { 3i64 } output { [0i64, 1i64, 2i64] }
entry p124 (n: i64) : [n]i64 = let xs = 0..<n in xs

-- ==
-- entry: p125
-- input { 5i64 } output { 3i64 }
entry p125 (n: i64) = length (0..2..<n)

-- ==
-- entry: p126
-- input { 2i64 } output { [10i64, 8i64, 6i64, 4i64, 2i64] }
entry p126 (n: i64) : []i64 = 10..8...n

-- ==
-- entry: p127
-- input { 5i64 } output { [5i64, 1i64, 2i64] }
entry p127 (n: i64) = [n, 1, 2] : [3]i64

-- ==
-- entry: p128
-- input { 5i64 } output { 2i64 }
entry p128 (n: i64) = [[n, 1], [2, 3]][1, 0]

-- ==
-- entry: p129
-- input { 5i64 } output { empty([0]i32) empty([1][0]i32) 5i64 }
entry p129 (n: i64) = ([] : [0]i32, [[]] : [1][0]i32, n)

-- ==
-- entry: p130
-- input { 0f32 } output { true true f32.nan -f32.inf }
entry p130 (x: f32) = (f32.isnan (x / 0), f32.isinf (1 / x), x / 0, -1 / x)

-- ==
-- entry: p131
-- input { 1 } output { 2i32 }
entry p131 (x: i32) = i32.(x + if x > 0 then 1 else 2)

-- ==
-- entry: p132
-- input { [104u8, 105u8] } output { [72u8, 73u8] }
entry p132 (s: []u8) = map (\c -> if c >= 'a' && c <= 'z' then c - 32 else c) s

-- ==
-- entry: p133
-- input { [104u8, 105u8] } output { true }
-- input { [104u8, 105u8, 106u8] } error:
entry p133 (s: []u8) = s == "hi"

-- ==
-- entry: p134
-- input { [1,2,3,4,5] 2i64 } output { [[1i32, 2i32], [3i32, 4i32]] }
entry p134 [n] (xs: [n]i32) (k: i64) = let chunks = n / k in unflatten (xs[:chunks * k] :> [chunks * k]i32)

-- ==
-- entry: p135
-- input { [1,2,3,4,5] 2i64 } output { [3i32, 7i32] }
-- input { [1,2,3,4,5] 0i64 } error:
entry p135 [n] (xs: [n]i32) (k: i64) = let chunks = n / k in map i32.sum (unflatten (take (chunks * k) xs))

-- ==
-- entry: p136
-- input { [1,2] } output { [2i32, 3i32] }
entry p136 [n] (xs: [n]i32) : [n]i32 =
  let ys = #[sequential_inner] map (+ 1) xs
  in #[unsafe] map (\i -> ys[i]) (iota n)

-- ==
-- entry: p137
-- input { 4 } output { 2i32 }
entry p137 (x: i32) =
  #[unsafe]
  let y = x / 2
  in y

-- ==
-- entry: p138
-- input { 4 } output { 7i32 }
entry p138 (x: i32) =
  let f (y: i32) = let g (z: i32) = y + z in g
  let h = f 3
  in h x

-- ==
-- entry: p139
-- input { 7i64 } output { 28i64 }
entry p139 (n: i64) =
  let (x, _) = loop (x, k) = (0, n) while k > 0 do (x + k, k - 1)
  in x

-- ==
-- entry: p140
-- input { 4i64 } output { 6i64 [0i64, 0i64, 1i64, 3i64] }
entry p140 (n: i64) =
  loop (x: i64, ys: []i64) = (0, []) for i < n do (x + i, ys ++ [x])

-- ==
-- entry: p141
-- input { [4,2,3,1] } output { [2i32, 3i32, 1i32, 4i32] }
entry p141 [n] (xs: [n]i32) =
  loop (ys: *[n]i32) = copy xs for i < n - 1 do
    if ys[i] > ys[i + 1]
    then
      let a = ys[i]
      let b = ys[i + 1]
      in ys with [i] = b with [i + 1] = a
    else ys

-- ==
-- entry: p142
-- input { [0i64,2i64,0i64] [1,2,3] } output { [4i32, 0i32, 2i32] [3i32, 0i32, 2i32] }
entry p142 [n] (is: [n]i64) (xs: [n]i32) =
  reduce_by_index (replicate 3 (0, 0)) (\(a, b) (c, d) -> (a + c, i32.max b d)) (0, 0) is (zip xs xs) |> unzip

-- ==
-- entry: p143
-- input { [0i64,2i64,7i64] [[1,2],[3,4],[5,6]] } output { [[1i32, 2i32], [0i32, 0i32], [3i32, 4i32]] }
entry p143 [n] (is: [n]i64) (xs: [n][2]i32) = scatter (replicate 3 [0, 0]) is xs

-- ==
-- entry: p144
-- input { [[1,2],[3,4],[5,-6]] } output { [9i32, 0i32] [[1i32, 2i32], [3i32, 4i32], [5i32, 4i32]] }
entry p144 [n] (xs: [n][2]i32) = (reduce (map2 (+)) [0, 0] xs, scan (map2 i32.max) [0, 0] xs)

-- ==
-- entry: p145
-- input { [[1,2],[3,4],[5,-6]] } output { [9i32, 0i32] }
entry p145 [n] [m] (xs: [n][m]i32) = reduce (\a b -> map2 (+) a b) (replicate m 0) xs

-- ==
-- entry: p146
-- input { [1,2,3] } output { [1i32, 3i32, 6i32] [1i32, 2i32, 6i32] }
entry p146 [n] (xs: [n]i32) = scan (\(a: (i32, i32)) b -> (a.0 + b.0, a.1 * b.1)) (0, 1) (zip xs xs)

-- ==
-- entry: p147
-- input { 1 } output { [1i32, 2i32, 3i32] [10i32, 2i32, 3i32] }
entry p147 (x: i32) =
  let a = [x, 2, 3]
  let b = copy a
  let b[0] = 10 in (a, b)

-- ==
-- entry: p148
-- input { [1,2] } output { [10i32, 2i32] [2i32, 3i32] }
entry p148 (x: *[]i32) =
  let y = map (+ 1) x
  let x[0] = 10 in (x, y)

-- ==
-- entry: p149
-- input { [1,2] 1i64 } output { [3i32, 2i32] 2i32 }
entry p149 (x: *[]i32) (i: i64) =
  let v = x[i]
  let x[0] = v + 1 in (x, v)

-- ==
-- entry: p150
-- input { 2i64 } output { [[10i64, 11i64], [0i64, 100i64]] }
entry p150 (n: i64) =
  let xss = replicate n (iota n)
  let xss[0] = map (+ 10) xss[1]
  let xss[1, 1] = 100 in xss

-- ==
-- entry: p151
-- input { [1,2,3,4,5] } output { [0i32, 2i32, 0i32, 4i32, 0i32] }
entry p151 [n] (xs: *[n]i32) = xs with [::2] = replicate ((n + 1) / 2) 0

-- ==
-- entry: p152
-- input { [1,2,3,4,5] } output { [5i32, 4i32, 3i32, 2i32, 1i32] }
entry p152 [n] (xs: *[n]i32) = xs with [::-1] = copy xs

-- ==
-- entry: p153
-- input { 1 } output { 2i32 }
entry p153 (a: i32) = ({x = a, y = a + 1} with x = 5).y

-- ==
-- entry: p154
-- input { 1 } output { [1i32, 2i32] }
entry p154 (a: i32) =
  let r = {x = a, y = (a, [a])}
  let r = r with y.1 = [1, 2] in r.y.1

-- ==
-- entry: p155
-- input { [1,2] } output { [[1i32, 2i32], [2i32, 3i32]] }
entry p155 (xs: [](i32)) = map (\x -> [x, x + 1]) xs

-- ==
-- entry: p156
-- input { [1,2] } output { [1i32, 2i32] [[1i32, 2i32], [2i32, 3i32]] }
entry p156 (xs: []i32) = map (\x -> (x, [x, x + 1])) xs |> unzip

-- ==
-- entry: p157
-- input { [1,2] } output { [1i32] }
entry p157 (xs: []i32) = (map (\x -> {a = x, b = {c = [x]}}) xs)[0].b.c

-- ==
-- entry: p158
-- input { [1f32,2f32] } output { 1.0f32 }
entry p158 (xs: []f32) = f32.maximum xs - f32.minimum xs

-- ==
-- entry: p159
-- input { [1f32,2f32] [3f32, 5f32] } output { 1.0f32 }
entry p159 (xs: []f32) (ys: []f32) = let (mx, my) = (f32.sum xs / f32.i64 (length xs), f32.sum ys / f32.i64 (length ys)) in map2 (\x y -> (x - mx) * (y - my)) (xs :> [length xs]f32) (ys :> [length xs]f32) |> f32.sum

-- ==
-- entry: p160
-- input { 2i64 } output { [[0i64, 1i64], [0i64, 1i64]] [[0i64, 0i64], [1i64, 1i64]] }
entry p160 (n: i64) = map (\i -> (map (\j -> (j, i)) (iota n))) (iota n) |> map unzip |> unzip

-- ==
-- entry: p161
-- input { [1i64,2i64] } output { 12i64 }
entry p161 (xs: []i64) = let f = foldl (\acc x -> acc * 10 + x) 0 in f xs

-- ==
-- entry: p162
-- input { [1i64,2i64] } output { 21i64 }
entry p162 (xs: []i64) = foldr (\x acc -> acc * 10 + x) 0 xs

-- ==
-- entry: p163
-- input { 4 } output { 4i32 4i32 [4i32] }
entry p163 (x: i32) : (i32, {a: i32, b: []i32}) = (x, {a = x, b = [x]})

-- ==
-- entry: p164
-- input { 4 } output { [4i32, 2i32] [1i32, 3i32] }
entry p164 (x: i32) : [](i32, i32) = [(x, 1), (2, 3)]

-- ==
-- entry: p165
-- input { 3.14159f64 } output { 6i64 }
entry p165 (x: f64) = i64.f64 (f64.round (x * 100)) % 7

-- ==
-- entry: p166
-- input { 6i64 3i64 } output { false true true 48i64 6i64 }
entry p166 (x: i64) (y: i64) = (x & y == 0, x | y != 0, (x ^ y) >= 0, x << 2 + 1, x >> 1 - 1)

-- ==
-- entry: p167
-- input { 1 false } output { 2i32 }
entry p167 (x: i32) (p: bool) = (if p then (x, 1) else (2, x)).0

-- ==
-- entry: p168
-- input { 1 } output { 4i32 }
entry p168 (x: i32) = (let y = x in y + 1) * (let z = 2 in z)

-- ==
-- entry: p169
-- input { 1 } output { 7i32 }
entry p169 (x: i32) = x + let y = 3 in y * 2

-- ==
-- entry: p170
-- input { 1 } output { 5i32 }
entry p170 (x: i32) = (loop y = x for i < 3 do y + i) + 1

-- ==
-- entry: p171
-- input { 1 } output { [1i32, 2i32, 3i32] }
-- input { 2 } output { empty([0]i32) }
-- input { 3 } output { [3i32] }
entry p171 (x: i32) = if x == 1 then [1, 2, 3] else if x == 2 then [] else [x]

-- ==
-- entry: p172
-- input { 1i64 } output { [0i64, 1i64] }
entry p172 (x: i64) = let n = if x > 2 then x else 2 in iota n

-- ==
-- entry: p173
-- input { [3,0,2] } output { [0i32, 2i32] }
entry p173 (xs: []i32) = let [n] (ys: [n]i32) = filter (> 1) xs in map2 (\y i -> y * i32.i64 i) ys (iota n)

-- ==
-- entry: p174
-- input { [3,0,2] } output { 2i64 }
entry p174 (xs: []i32) = let [n] ys: [n]i32 = filter (> 1) xs in n
