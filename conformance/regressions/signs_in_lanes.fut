-- Signs of integers of all kinds, several at once, and at the ends of their ranges.
-- ==
-- entry: main
-- input { [0i64, 1i64, -1i64, 2i64, 3i64, -128i64, 127i64, 128i64, 255i64, 256i64, 2147483647i64, 2147483648i64, -2147483648i64, 4294967296i64, 9223372036854775807i64, -9223372036854775808i64, 5i64] }
-- output { [0i8, 1i8, -1i8, 1i8, 1i8, -1i8, 1i8, -1i8, -1i8, 0i8, -1i8, 0i8, 0i8, 0i8, -1i8, 0i8, 1i8] [0i16, -1i16, 1i16, -1i16, 0i16, 1i16, 1i16, 1i16, 1i16, 1i16, 1i16, 0i16, 0i16, 0i16, 1i16, 0i16, 1i16] [0i32, 1i32, 0i32, 1i32, 1i32, 0i32, 1i32, 1i32, 1i32, 1i32, 1i32, -2i32, 0i32, -1i32, 0i32, 0i32, 1i32] [0i64, 1i64, -1i64, 1i64, 1i64, -1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, -1i64, 1i64, 1i64, -1i64, 1i64] [0u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 0u8, 1u8, 0u8, 0u8, 0u8, 1u8, 0u8, 1u8] [0u32, 1u32, 1u32, 1u32, 1u32, 1u32, 1u32, 1u32, 1u32, 1u32, 1u32, 1u32, 1u32, 0u32, 1u32, 0u32, 1u32] [0u64, 1u64, 1u64, 1u64, 1u64, 1u64, 1u64, 1u64, 1u64, 1u64, 1u64, 1u64, 1u64, 1u64, 1u64, 1u64, 1u64] 4i64 }
-- input { empty([0]i64) }
-- output { empty([0]i8) empty([0]i16) empty([0]i32) empty([0]i64) empty([0]u8) empty([0]u32) empty([0]u64) 0i64 }
def signs 't (sgn: t -> t) (count: t -> i64) (xs: []t) : i64 =
  i64.sum (map (\x -> count (sgn x)) xs)
entry main [n] (xs: [n]i64) =
  ( map (i8.sgn <-< i8.i64) xs
  , map (\x -> i16.sgn (i16.i64 x) * i16.sgn (i16.i64 (x - 3))) xs
  , map (\x -> i32.sgn (i32.i64 x) - i32.sgn (i32.i64 (x >> 31))) xs
  , map i64.sgn xs
  , map (u8.sgn <-< u8.i64) xs
  , map (u32.sgn <-< u32.i64) xs
  , map (u64.sgn <-< u64.i64) xs
  , signs i32.sgn i64.i32 (map i32.i64 xs)
  )
