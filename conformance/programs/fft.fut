-- Fast Fourier transform (Stockham's form, radix 2) of 2^k complex numbers.
--
-- Expected results: the transform of an impulse is constant, of a constant an
-- impulse, of e^(2πi·3j/n) an impulse of n at 3; and the inverse undoes it.
type complex = (f64, f64)

def (+.) (a: complex) (b: complex) : complex = (a.0 + b.0, a.1 + b.1)
def (-.) (a: complex) (b: complex) : complex = (a.0 - b.0, a.1 - b.1)
def (*.) (a: complex) (b: complex) : complex =
  (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)

def unit (angle: f64) : complex = (f64.cos angle, f64.sin angle)

def transform [n] (sign: f64) (xs: [n]complex) : [n]complex =
  let half = n / 2
  let (ys, _) =
    loop (ys, len) = (xs, 1) while len < n do
      let halves =
        map (\j ->
               let k = j % len
               let w = unit (sign * f64.pi * f64.i64 k / f64.i64 len)
               let a = ys[j]
               let b = ys[j + half] *. w
               in (a +. b, a -. b)) (iota half)
      let ys =
        map (\i ->
               let (block, k) = (i / (2 * len), i % (2 * len))
               let (a, b) = halves[block * len + k % len]
               in if k < len then a else b) (iota n)
      in (ys, len * 2)
  in ys

-- ==
-- entry: main
-- input { [1f64, 0f64, 0f64, 0f64] [0f64, 0f64, 0f64, 0f64] }
-- output { [1f64, 1f64, 1f64, 1f64] [0f64, 0f64, 0f64, 0f64] }
-- input { [1f64, 2f64, 3f64, 4f64] [0f64, 0f64, 0f64, 0f64] }
-- output { [10f64, -2f64, -2f64, -2f64] [0f64, 2f64, 0f64, -2f64] }
entry main [n] (re: [n]f64) (im: [n]f64) = unzip (transform (-1) (zip re im))

-- ==
-- entry: tone
-- input { 64i64 3i64 } output { true }
entry tone (n: i64) (k: i64) : bool =
  let xs = map (\j -> unit (2 * f64.pi * f64.i64 (k * j) / f64.i64 n)) (iota n)
  let near (a: complex) (b: complex) = f64.abs (a.0 - b.0) + f64.abs (a.1 - b.1) < 1e-9
  let ys = transform (-1) xs
  let expected = map (\i -> if i == k then (f64.i64 n, 0) else (0, 0)) (iota n)
  let back = map (\(x, y) -> (x / f64.i64 n, y / f64.i64 n)) (transform 1 ys)
  in and (map2 near ys expected) && and (map2 near back xs)
