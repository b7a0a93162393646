-- Powers modulo a number known only at run time.
entry main [n] (m: i64) (bases: [n]i64) : [n]i64 =
  map (\b ->
         (loop (r, b, e) = (1, b % m, 65537i64) while e > 0 do
            (if e % 2 == 1 then r * b % m else r, b * b % m, e / 2)).0)
      bases
