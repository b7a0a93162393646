entry main (n: i64) : i64 =
  let flags =
    loop flags = replicate n true for p in [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97i64] do
      let k = (n - 1) / p - 1
      in scatter flags (map (\i -> (i + 2) * p) (iota k)) (replicate k false)
  in i64.sum (map i64.bool flags)
