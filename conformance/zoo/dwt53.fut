-- The reversible wavelet transform 5/3 of an image by lifting (JPEG 2000; Rodinia's dwt2d), l levels
-- of rows and columns, in place on the corner that is left.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)
def lift [n] (x: [n]i32) : [n]i32 =
  let h = n / 2
  let at i = x[if i >= n then 2 * (n - 1) - i else i64.abs i]
  let high = tabulate h (\i -> x[2 * i + 1] - ((x[2 * i] + at (2 * i + 2)) >> 1))
  let low = tabulate h (\i -> x[2 * i] + ((high[i64.max 0 (i - 1)] + high[i] + 2) >> 2))
  in low ++ high :> [n]i32

-- ==
-- entry: main
-- input { 8i64 8i64 2i64 }
-- output { [-73i64, 2050i64, -4123i64] }
-- input { 2i64 4i64 1i64 }
-- output { [18i64, 174i64, 32i64] }
-- notest input { 64i64 128i64 3i64 }
-- notest input { 512i64 512i64 3i64 }
-- notest input { 4096i64 4096i64 4i64 }
entry main (n: i64) (m: i64) (l: i64) : [3]i64 =
  let image = tabulate_2d n m (\i j -> i32.u32 (hash (u32.i64 (i / 4 * m + j / 4)) % 200 + hash (u32.i64 (i * m + j)) % 50))
  let out =
    loop image for k < l do
      let (a, b) = (n >> k, m >> k)
      let part = image[:a, :b] |> map lift |> transpose |> map lift |> transpose
      in image with [:a, :b] = copy part
  let all = map i64.i32 (flatten out)
  in [i64.i32 out[0, 0], i64.sum (map i64.abs all), i64.sum (map2 (\i x -> (i % 17) * x) (indices all) all)]
