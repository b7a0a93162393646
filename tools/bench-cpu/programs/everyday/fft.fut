-- A radix-2 Fourier transform by Stockham's method.
def tau = 6.283185307179586f64

entry main [n] (re: [n]f64) (im: [n]f64) : ([n]f64, [n]f64) =
  let half = n / 2
  let (re, im, _) =
    loop (re, im, s) = (re, im, 1i64) while s < n do
      let f i =
        let k = i % s
        let j = i / (2 * s)
        let upper = (i / s) % 2 == 1
        let a = j * s + k
        let b = a + half
        let angle = -tau * f64.i64 k / f64.i64 (2 * s)
        let c = f64.cos angle
        let d = f64.sin angle
        let tr = c * re[b] - d * im[b]
        let ti = c * im[b] + d * re[b]
        in if upper then (re[a] - tr, im[a] - ti) else (re[a] + tr, im[a] + ti)
      let (re', im') = unzip (tabulate n f)
      in (re', im', 2 * s)
  in (re, im)
