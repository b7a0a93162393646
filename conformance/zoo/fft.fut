-- The fast Fourier transform of 2^k complex numbers, radix 2, self-sorting (Stockham
-- 1966).
--
-- Expected results: by the definition of the discrete Fourier transform.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 4i64 }
-- output { [3.5500572f32, 1.1061974f32, -0.91056263f32, 1.6557496f32] }
-- input { 3i64 }
-- output { [1.8586106f32, 0.6029576f32, 0.11453929f32, 0.8871367f32] }
-- notest input { 10i64 }
-- notest input { 23i64 }
entry main (k: i64) : [4]f32 =
  let n = 1 << k
  let xs = tabulate n (\i -> (uniform 1 i - 0.5, uniform 2 i - 0.5))
  let ys =
    loop xs for s < k do
      let half = n / 2
      let l = 1 << s
      in tabulate n (\i ->
                       let p = i / (2 * l)
                       let q = i % l
                       let (ar, ai) = xs[p * l + q]
                       let (br, bi) = xs[p * l + q + half]
                       let angle = -f32.pi * f32.i64 q / f32.i64 l
                       let (c, d) = (f32.cos angle, f32.sin angle)
                       let (tr, ti) = (br * c - bi * d, br * d + bi * c)
                       in if i / l % 2 == 0 then (ar + tr, ai + ti) else (ar - tr, ai - ti))
  let power = map (\(a, b) -> a * a + b * b) ys
  in [f32.sum power / f32.i64 n, f32.maximum power / f32.i64 n, ys[1].0, ys[n / 2].1]
