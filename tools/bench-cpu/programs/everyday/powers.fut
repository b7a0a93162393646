-- Coefficients of a series: sums of powers, logarithms and exponentials.
entry main (n: i64) (k: i64) : [k]f64 =
  tabulate k (\j ->
                let p = 1 + f64.i64 j / 10
                in loop s = 0 for i < n do
                     let x = 1 + f64.i64 i / f64.i64 n
                     in s + x ** p + f64.log (x + p) * f64.exp (-x))
