def steps (n: i64) : i32 =
  (loop (x, s) = (n, 0i32) while x != 1 do
     (if x % 2 == 0 then x / 2 else 3 * x + 1, s + 1)).1
entry main (n: i64) : i32 = i32.maximum (map (\i -> steps (i + 1)) (iota n))
