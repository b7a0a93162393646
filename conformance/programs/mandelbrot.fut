-- How many steps of z ← z² + c, from z = 0, each point c of a grid takes to
-- leave the disc of radius 2, up to a limit.
--
-- Expected results: on the real axis from -2 to 2 by halves. By hand: -2, -1.5,
-- …, 0 stay bounded; 0.5 gives 0, 0.5, 0.75, 1.0625, 1.6289, 3.15: five steps;
-- 1 gives 0, 1, 2, 5: three; 1.5 gives 0, 1.5, 3.75: two; 2 gives 0, 2, 6: two.
-- ==
-- entry: main
-- input { 9i64 1i64 -2f64 0f64 0.5f64 100i32 }
-- output { [[100i32, 100i32, 100i32, 100i32, 100i32, 5i32, 3i32, 2i32, 2i32]] }
-- input { 1i64 3i64 0f64 -1f64 1f64 50i32 }
-- output { [[50i32], [50i32], [50i32]] }

type complex = {re: f64, im: f64}

def add (a: complex) (b: complex) : complex = {re = a.re + b.re, im = a.im + b.im}
def square (a: complex) : complex = {re = a.re * a.re - a.im * a.im, im = 2 * a.re * a.im}
def inside (a: complex) : bool = a.re * a.re + a.im * a.im <= 4

def escape (limit: i32) (c: complex) : i32 =
  let (_, n) =
    loop (z, n) = ({re = 0, im = 0}, 0) while inside z && n < limit do
      (add (square z) c, n + 1)
  in n

entry main (w: i64) (h: i64) (left: f64) (top: f64) (pitch: f64) (limit: i32) : [h][w]i32 =
  tabulate_2d h w (\y x ->
                     escape limit {re = left + f64.i64 x * pitch, im = top + f64.i64 y * pitch})
