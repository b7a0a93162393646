-- Fourier transform, radix 2, of complex numbers that are records with operators of their own.
-- Expected results: Futhark 0.25.32.

-- ==
-- entry: main
-- input { [1f64,2f64,3f64,4f64,5f64,6f64,7f64,8f64] }
-- output { [36.000000000000000f64, -4.000000000000000f64, -4.000000000000000f64, -4.000000000000000f64, -4.000000000000000f64, -4.000000000000000f64, -4.000000000000000f64, -3.999999999999999f64] [0.000000000000000f64, 9.656854249492380f64, 4.000000000000000f64, 1.656854249492380f64, 0.000000000000000f64, -1.656854249492380f64, -4.000000000000000f64, -9.656854249492380f64] }
-- input { [1f64] }
-- output { [1.000000000000000f64] [0.000000000000000f64] }

type complex = {re: f64, im: f64}
def (+.) (a: complex) (b: complex) : complex = {re = a.re + b.re, im = a.im + b.im}
def (-.) (a: complex) (b: complex) : complex = {re = a.re - b.re, im = a.im - b.im}
def (*.) (a: complex) (b: complex) : complex = {re = a.re * b.re - a.im * b.im, im = a.re * b.im + a.im * b.re}
def log2 (n: i64) : i64 = (loop (n, c) = (n, 0) while 1 < n do (n / 2, c + 1)).1
def fft_iteration [n] (ns: i64) (data: [n]complex) (j: i64) : (i64, complex, i64, complex) =
  let angle = -2.0 * f64.pi * f64.i64 (j % ns) / f64.i64 (ns * 2)
  let (v0, v1) = (data[j], data[j + n / 2] *. {re = f64.cos angle, im = f64.sin angle})
  let (v0, v1) = (v0 +. v1, v0 -. v1)
  let idxD = (j / ns) * ns * 2 + j % ns
  in (idxD, v0, idxD + ns, v1)
def fft [n] (input: [n]complex) : [n]complex =
  let bits = log2 n
  let ix = iota (n / 2)
  let (_, output) =
    loop (ns, data) = (1, copy input) for _i < bits do
      let (i0s, v0s, i1s, v1s) = unzip4 (map (fft_iteration ns data) ix)
      in (ns * 2, scatter (copy data) (i0s ++ i1s :> [n]i64) (v0s ++ v1s :> [n]complex))
  in output
entry main (re: []f64) : ([]f64, []f64) =
  let out = fft (map (\x -> {re = x, im = 0}) re)
  in (map (.re) out, map (.im) out)
