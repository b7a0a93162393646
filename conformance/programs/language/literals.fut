-- Literals: numbers of all kinds, characters, strings. Expected results: Futhark 0.25.32.

-- ==
-- entry: integers
-- input {  }
-- output { 170 65535 1000 1u8 9223372036854775807i64 1000f64 0.0015f64 255u8 10.5f64 12 255 3 }
entry integers = (0b1010_1010, 0xFF_FF, 1_000, 0b1u8, 0x7fffffffffffffffi64, 1e3, 1.5e-3, 0xffu8, 1_0.5_0f64, 12i32, 0XFFi32, 0B11i32)

-- ==
-- entry: suffix_wraps
-- input {  }
-- output { 0u8 -128i8 0 }
entry suffix_wraps = (256u8, 128i8, 4294967296i32)

-- ==
-- entry: suffix_wraps_2
-- input {  }
-- output { -1 -1i8 18446744073709551615u64 }
entry suffix_wraps_2 = (0xffffffffi32, 0xffi8, 18446744073709551615u64)

-- ==
-- entry: negative
-- input {  }
-- output { -128i8 255u8 -128i8 -5 -3 -2147483648 }
entry negative = (-128i8, -1u8, -0x80i8, -(5), -3i32, -2147483648i32)

-- ==
-- entry: hexadecimal_floats
-- input {  }
-- output { 12f64 10.625f64 }
entry hexadecimal_floats = (0x1.8p3, 0xA.Ap0f64)

-- ==
-- entry: strings
-- input {  }
-- output { [104u8, 101u8, 106u8, 10u8, 9u8, 34u8, 120u8, 34u8] [97u8, 92u8, 98u8] [206u8, 187u8, 226u8, 134u8, 146u8] empty([0]u8) }
entry strings = ("hej\n\t\"x\"", "a\\b", "λ→", "")

-- ==
-- entry: texts
-- input { 3i64 }
-- output { [108u8, 111u8, 32u8, 119u8, 111u8, 114u8, 108u8, 100u8] [72u8, 69u8, 76u8, 76u8, 79u8] 11i64 }
entry texts (n: i64) = let s = "hello" ++ " " ++ "world" in (s[n:], map (\c -> c - 'a' + 'A') s[:5], length s)

-- ==
-- entry: characters
-- input {  }
-- output { [10, 9, 92, 120, 39, 34] }
entry characters = ['\n', '\t', '\\', 'x', '\'', '"']

-- ==
-- entry: escapes
-- input {  }
-- output { [65u8, 65u8, 65u8, 7u8, 0u8] }
entry escapes = "\65\x41\o101\a\0"

-- Numbers of more than 64 bits: floats have them; a suffix cuts an integer.
-- ==
-- entry: wide
-- input {  }
-- output { 1e23f32 3.6893488147419103e19f64 -1e23f64 3.094850098213451e26f64 1.2345679e29f32 200376420520689664i64 255u8 }
entry wide : (f32, f64, f64, f64, f32, i64, u8) =
  (100000000000000000000000f32, 36893488147419103232, -100000000000000000000000,
   0xffffffffffffffffffffff, 123456789012345678901234567890, 100000000000000000000000i64,
   0x1_ffff_ffff_ffff_ffffu8)

-- ==
-- entry: named_escapes
-- input {  }
-- output { [0u8, 127u8, 1u8, 14u8, 72u8, 27u8, 32u8, 31u8, 17u8, 124u8] [1u8, 65u8, 7u8, 8u8, 12u8, 11u8, 0u8, 26u8, 27u8, 28u8, 29u8, 30u8, 31u8] [211u8, 146u8, 53u8] }
entry named_escapes =
  ("\NUL\DEL\SOH\SO\&H\ESC\SP\US\DC1|", "\^A\o101\a\b\f\v\^@\^Z\^[\^\\^]\^^\^_", "\1234\&5")
