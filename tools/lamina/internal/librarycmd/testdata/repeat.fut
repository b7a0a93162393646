entry main [n] [m] (xss: [n][m]i32) : [n]i32 =
  map (\xs ->
         let s = reduce (+) 0 (map (\x -> assert (x != 1) (x * x)) xs)
         let t = reduce (+) 0 (map (\x -> assert (x != 2 || s < 0) (x + s)) xs)
         in s + t)
      xss
