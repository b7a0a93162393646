-- Scalars, operators, literals, conversions, functions of the scalar modules.
-- ==
-- entry: arith
-- input { 17i32 5i32 } output { 22i32 12i32 85i32 3i32 2i32 3i32 2i32 1419857i32 }
-- input { -17i32 5i32 } output { -12i32 -22i32 -85i32 -4i32 3i32 -3i32 -2i32 -1419857i32 }
-- input { 1i32 0i32 } error: division by zero
entry arith (x: i32) (y: i32) =
  (x + y, x - y, x * y, x / y, x % y, x // y, x %% y, x ** y)

-- ==
-- entry: bits
-- input { 240u8 15u8 } output { 0u8 255u8 255u8 224u8 15u8 }
entry bits (x: u8) (y: u8) = (x & y, x | y, x ^ y, x << 1, !x)

-- ==
-- entry: literals
-- input { } output { 255i32 5u8 1000000i64 1.5f32 100f64 97u8 -128i8 }
entry literals = (0xffi32, 0b101u8, 1_000_000i64, 1.5f32, 1e2f64, 'a' + 0u8, -128i8)

-- ==
-- entry: conversions
-- input { -3.7f64 300i32 } output { -3i32 44u8 1f32 true -3.7f32 }
entry conversions (x: f64) (n: i32) = (i32.f64 x, u8.i32 n, f32.bool true, bool.i32 n, f32.f64 x)

-- ==
-- entry: functions
-- input { 2f64 3i32 } output { 1.4142135623730951f64 2i32 29i32 3i32 -2f64 2f64 }
entry functions (x: f64) (n: i32) =
  (f64.sqrt x, i32.popc n, i32.clz 5 * n - 58, i32.max n 2, f64.neg x, f64.min x (f64.i32 n))

-- ==
-- entry: logic
-- input { true false } output { false true true false true }
entry logic (a: bool) (b: bool) = (a && b, a || b, !b, a == b, a != b)

-- ==
-- entry: lazy
-- input { 0i32 } output { false true }
entry lazy (x: i32) = (x != 0 && 10 / x > 1, x == 0 || 10 / x > 1)

-- ==
-- entry: compare
-- input { 1i32 2i32 } output { true true false false }
entry compare (a: i32) (b: i32) = (a < b, a <= b, a > b, a >= b)

-- Characters are number literals.
-- ==
-- entry: characters
-- input { 97i32 50u8 1f32 } output { true 2u8 99f32 [97i32, 955i32] [206u8, 187u8] }
entry characters (x: i32) (y: u8) (z: f32) = (x == 'a', y - '0', z + 'b', ['a', 'λ'], "λ")
