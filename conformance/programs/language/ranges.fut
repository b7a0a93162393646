-- Ranges, upwards, downwards and with steps. Expected results: Futhark 0.25.32.

-- ==
-- entry: inclusive
-- input { 0 2 9 }
-- output { [0, 2, 4, 6, 8] [0, 2, 4, 6, 8] }
-- input { 0 2 10 }
-- output { [0, 2, 4, 6, 8, 10] [0, 2, 4, 6, 8] }
-- input { 0 -1 0 }
-- error: is invalid
-- input { 0 0 5 }
-- error: is invalid
-- input { 0 1 -1 }
-- error: is invalid
-- input { 5 4 9 }
-- error: is invalid
entry inclusive (a: i32) (b: i32) (c: i32) = (a..b...c, a..b..<c)

-- ==
-- entry: downwards
-- input { 9 7 0 }
-- output { [9, 7, 5, 3, 1] }
-- input { 9 7 1 }
-- output { [9, 7, 5, 3] }
-- input { 9 10 0 }
-- error: is invalid
-- input { 0 -1 0 }
-- output { empty([0]i32) }
-- input { 0 -1 3 }
-- error: is invalid
entry downwards (a: i32) (b: i32) (c: i32) = a..b..>c

-- ==
-- entry: kinds
-- input { 4i64 }
-- output { [0i64, 1i64, 2i64, 3i64] [0i64, 1i64, 2i64, 3i64, 4i64] [4i64, 3i64, 2i64, 1i64] [0i64, 2i64] [4i64, 3i64, 2i64, 1i64] [1i64, 3i64] [1i64, 2i64, 3i64] [-1, 0, 1, 2] [-3, -1, 1, 3] [4, 5] }
entry kinds (n: i64) = (0..<n, 0...n, n..>0, 0..2..<n, n..n - 1..>0, 1..3...n, (0..<n)[1:], -1...2i32, -3..-1...3i32, i32.i64 n...5)
