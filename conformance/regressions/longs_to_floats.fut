-- Integers as floats, alone, in a fold and in lanes: each is rounded once, to nearest, ties to even.
-- The embedded backend puts their bits together from two halves. Results are computed by Python,
-- whose float() rounds likewise.

-- ==
-- entry: signed signed_alone
-- input { [0i64, 1i64, -1i64, 9007199254740993i64, 9007199254740995i64, -9007199254740993i64, 9223372036854775807i64, -9223372036854775808i64, 4611686018427388161i64, -4294967296i64, 4294967295i64, 2251799813685248i64, -2251799813685249i64, 9223372036854775295i64, -123456789012345678i64] } output { [0.0f64, 1.0f64, -1.0f64, 9007199254740992.0f64, 9007199254740996.0f64, -9007199254740992.0f64, 9.223372036854776e+18f64, -9.223372036854776e+18f64, 4.611686018427388e+18f64, -4294967296.0f64, 4294967295.0f64, 2251799813685248.0f64, -2251799813685249.0f64, 9.223372036854775e+18f64, -1.2345678901234568e+17f64] }
entry signed (xs: []i64) = map f64.i64 xs

entry signed_alone (xs: []i64) =
  loop ys = replicate (length xs) 0 for i < length xs do ys with [i] = f64.i64 xs[i]

-- ==
-- entry: unsigned unsigned_alone
-- input { [0u64, 1u64, 18446744073709551615u64, 9223372036854775808u64, 9223372036854776832u64, 9223372036854776833u64, 9223372036854778880u64, 9007199254740993u64, 4294967296u64, 4294967295u64, 9007199254740991u64, 18446744073709550592u64] } output { [0.0f64, 1.0f64, 1.8446744073709552e+19f64, 9.223372036854776e+18f64, 9.223372036854776e+18f64, 9.223372036854778e+18f64, 9.22337203685478e+18f64, 9007199254740992.0f64, 4294967296.0f64, 4294967295.0f64, 9007199254740991.0f64, 1.8446744073709552e+19f64] }
entry unsigned (xs: []u64) = map f64.u64 xs

entry unsigned_alone (xs: []u64) =
  loop ys = replicate (length xs) 0 for i < length xs do ys with [i] = f64.u64 xs[i]

-- ==
-- entry: ints ints_alone
-- input { [0i32, 1i32, -1i32, 2147483647i32, -2147483648i32, 65536i32] } output { [0.0f64, 1.0f64, -1.0f64, 2147483647.0f64, -2147483648.0f64, 65536.0f64] }
entry ints (xs: []i32) = map f64.i32 xs

entry ints_alone (xs: []i32) =
  loop ys = replicate (length xs) 0 for i < length xs do ys with [i] = f64.i32 xs[i]

-- ==
-- entry: words words_alone
-- input { [0u32, 1u32, 4294967295u32, 2147483648u32, 65536u32] } output { [0.0f64, 1.0f64, 4294967295.0f64, 2147483648.0f64, 65536.0f64] }
entry words (xs: []u32) = map f64.u32 xs

entry words_alone (xs: []u32) =
  loop ys = replicate (length xs) 0 for i < length xs do ys with [i] = f64.u32 xs[i]

-- The greatest and the least of what is not NaN; -0 is less than 0.
-- ==
-- entry: greatest
-- input { [1.0f64, f64.nan, 3.0f64, -2.0f64] } output { 3.0f64 -2.0f64 }
-- input { [f64.nan, f64.nan] } output { 0.0f64 0.0f64 }
-- input { [f64.nan, -5.0f64] } output { 0.0f64 -5.0f64 }
-- input { empty([0]f64) } output { 0.0f64 0.0f64 }
entry greatest (xs: []f64) =
  loop (a, b) = (0, 0) for x in xs do (f64.max a x, f64.min x b)

-- ==
-- entry: signs
-- input { 0.0f64 -0.0f64 } output { [f64.inf, -f64.inf, f64.inf, -f64.inf] }
-- input { f64.nan 4.0f64 } output { [0.25f64, 0.25f64, 0.25f64, 0.25f64] }
-- input { f64.nan f64.nan } output { [f64.nan, f64.nan, f64.nan, f64.nan] }
entry signs (x: f64) (y: f64) =
  [1 / f64.max x y, 1 / f64.min x y, 1 / f64.max y x, 1 / f64.min y x]
