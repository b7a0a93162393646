-- Branches that count, or combine a number otherwise, and those that leave it.
-- Expected results: what Futhark 0.25.32 gives in its interpreter.
-- ==
-- entry: counts
-- input { [[7i32, -4i32, 11i32, -1i32, 10i32, 11i32, 8i32], [4i32, -12i32, 2i32, 12i32, -5i32, 8i32, -11i32], [-7i32, -9i32, -1i32, 3i32, -5i32, 0i32, 5i32]] }
-- output { [[2i64, 0i64, 5i64, 1i64, 4i64, 5i64, 3i64], [4i64, 0i64, 3i64, 6i64, 2i64, 5i64, 1i64], [1i64, 0i64, 3i64, 5i64, 2i64, 4i64, 6i64]] }
-- input { empty([2][0]i32) }
-- output { empty([2][0]i64) }
-- ==
-- entry: narrow
-- input { [[-9i32, 6i32, -5i32, -12i32, 11i32, -6i32, 1i32], [-4i32, -7i32, 12i32, 0i32, -7i32, 12i32, -10i32], [-8i32, 7i32, 7i32, 2i32, -8i32, -8i32, -12i32]] }
-- output { [[4i64, 1i64, 6i64, 3i64, 2i64, 5i64, 0i64], [6i64, 4i64, 1i64, 0i64, 4i64, 1i64, 3i64], [4i64, 1i64, 1i64, 0i64, 4i64, 4i64, 3i64]] }
-- input { empty([2][0]i32) }
-- output { empty([2][0]i64) }
-- ==
-- entry: down
-- input { [[-12i32, -6i32, 12i32, -6i32, -7i32, -7i32, -3i32], [-2i32, -6i32, 5i32, 9i32, 8i32, -6i32, -7i32], [10i32, -6i32, 0i32, -3i32, -12i32, -1i32, 1i32]] }
-- output { [88i32, 78i32, 90i32] }
-- input { empty([2][0]i32) }
-- output { [100i32, 100i32] }
-- ==
-- entry: mins
-- input { [[-7i32, -8i32, -4i32, -10i32, -2i32, -3i32, 7i32], [6i32, -12i32, 7i32, 9i32, 10i32, -2i32, -10i32], [-3i32, -1i32, -3i32, 3i32, 10i32, -2i32, -7i32]] }
-- output { [7i32, 6i32, 10i32] }
-- input { empty([2][0]i32) }
-- output { [100i32, 100i32] }
-- ==
-- entry: maxs
-- input { [[121u8, 120u8, 82u8, 67u8, 92u8, 62u8, 105u8], [111u8, 62u8, 113u8, 106u8, 108u8, 61u8, 117u8], [65u8, 83u8, 85u8, 75u8, 91u8, 119u8, 104u8]] }
-- output { [121u8, 117u8, 119u8] }
-- input { empty([2][0]u8) }
-- output { [0u8, 0u8] }
-- ==
-- entry: ors
-- input { [[125u8, 105u8, 127u8, 92u8, 119u8, 73u8, 107u8], [97u8, 64u8, 115u8, 71u8, 86u8, 103u8, 125u8], [106u8, 78u8, 103u8, 95u8, 129u8, 71u8, 99u8]] }
-- output { [127u8, 127u8, 255u8] }
-- input { empty([2][0]u8) }
-- output { [0u8, 0u8] }
-- ==
-- entry: ands
-- input { [[9i32, -2i32, -3i32, -7i32, -10i32, 8i32, -8i32], [11i32, 10i32, -3i32, 3i32, -7i32, 11i32, -11i32], [-10i32, 7i32, 5i32, 0i32, -11i32, -5i32, 11i32]] }
-- output { [8i32, 2i32, 1i32] }
-- input { empty([2][0]i32) }
-- output { [-1i32, -1i32] }
-- ==
-- entry: elses
-- input { [[7i32, -1i32, -4i32, 2i32, 8i32, 1i32, -8i32], [-11i32, 8i32, -11i32, 3i32, -2i32, -6i32, -8i32], [11i32, 6i32, -8i32, 8i32, 1i32, -9i32, -7i32]] }
-- output { [-5i16, -4i16, -10i16] }
-- input { empty([2][0]i32) }
-- output { [0i16, 0i16] }
-- ==
-- entry: two
-- input { [[1i32, -1i32, -8i32, -11i32, 1i32, -3i32, -8i32], [2i32, 7i32, -7i32, 4i32, 2i32, 3i32, 10i32], [11i32, -2i32, 3i32, -4i32, -3i32, 3i32, 0i32]] }
-- output { [2i32, 6i32, 3i32] [-31i64, -7i64, -9i64] }
-- input { empty([2][0]i32) }
-- output { [0i32, 0i32] [0i64, 0i64] }
-- ==
-- entry: whole
-- input { [[-8i32, -9i32, 0i32, 5i32, -7i32, 8i32, 3i32], [-2i32, -7i32, -10i32, 3i32, -4i32, 4i32, 5i32], [4i32, -1i32, -10i32, 12i32, -1i32, 10i32, 6i32]] }
-- output { 2i64 }
-- input { empty([2][0]i32) }
-- output { 0i64 }
-- ==
-- entry: reduced
-- input { [[9i32, -11i32, 12i32, -3i32, -1i32, 5i32, 10i32], [9i32, -4i32, 3i32, -4i32, 12i32, 10i32, 10i32], [-3i32, -2i32, 8i32, -7i32, 6i32, -12i32, 3i32]] }
-- output { [4i64, 5i64, 3i64] }
-- input { empty([2][0]i32) }
-- output { [0i64, 0i64] }
-- ==
-- entry: bytes
-- input { [[92u8, 101u8, 95u8, 119u8, 96u8, 124u8, 105u8], [104u8, 95u8, 104u8, 112u8, 104u8, 82u8, 117u8], [106u8, 102u8, 126u8, 78u8, 127u8, 81u8, 85u8]] }
-- output { [7i64, 6i64, 4i64] }
-- input { empty([2][0]u8) }
-- output { [0i64, 0i64] }
-- ==
-- entry: bytes32
-- input { [[106u8, 121u8, 96u8, 70u8, 113u8, 81u8, 126u8], [113u8, 98u8, 94u8, 63u8, 85u8, 80u8, 116u8], [83u8, 88u8, 83u8, 65u8, 120u8, 88u8, 81u8]] }
-- output { [5i32, 4i32, 1i32] }
-- input { empty([2][0]u8) }
-- output { [0i32, 0i32] }

entry counts [n] [m] (rows: [n][m]i32) : [n][m]i64 =
  map (\row -> map (\x -> loop c = 0 for y in row do if y < x then c + 1 else c) row) rows
entry narrow [n] [m] (rows: [n][m]i32) : [n][m]i64 =
  let rs = map (map (% 1000)) rows
  in map (\row -> map (\x -> loop c = 0 for y in row do if y < x then c + 1 else c) row) rs
entry down [n] [m] (rows: [n][m]i32) : [n]i32 =
  map (\row -> loop c = 100i32 for y in row do if y > 3 then c - y else c) rows
entry mins [n] [m] (rows: [n][m]i32) : [n]i32 =
  map (\row -> loop c = 100i32 for y in row do if y > 3 then i32.min c y else c) rows
entry maxs [n] [m] (rows: [n][m]u8) : [n]u8 =
  map (\row -> loop c = 0u8 for y in row do if y > 90 then u8.max y c else c) rows
entry ors [n] [m] (rows: [n][m]u8) : [n]u8 =
  map (\row -> loop c = 0u8 for y in row do if y > 90 then y | c else c) rows
entry ands [n] [m] (rows: [n][m]i32) : [n]i32 =
  map (\row -> loop c = -1i32 for y in row do if y > 0 then c & y else c) rows
entry elses [n] [m] (rows: [n][m]i32) : [n]i16 =
  map (\row -> loop c = 0i16 for y in row do if y > 0 then c else c ^ i16.i32 y) rows
entry two [n] [m] (rows: [n][m]i32) : ([n]i32, [n]i64) =
  map (\row -> loop (a, b) = (0, 0) for y in row do if y > 0 then (a + 1, b) else (a, b + i64.i32 y)) rows |> unzip
entry whole [n] [m] (rows: [n][m]i32) : i64 =
  loop c = 0i64 for y in flatten rows do if y == 3 then c + 1 else c
entry reduced [n] [m] (rows: [n][m]i32) : [n]i64 =
  map (\row -> reduce (+) 0 (map (\y -> if y > 0 then 1i64 else 0) row)) rows
entry bytes [n] [m] (rows: [n][m]u8) : [n]i64 =
  map (\row -> loop c = 0i64 for y in row do if y > 90 then c + 1 else c) rows
entry bytes32 [n] [m] (rows: [n][m]u8) : [n]i32 =
  map (\row -> loop c = 0i32 for y in row do if y > 90 then c + 1 else c) rows
