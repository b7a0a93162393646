-- Prefix sums of integers.
-- ==
-- notest random input { [268435456]i32 }
-- random input { [3000000]i32 } auto output
entry main (xs: []i32) : []i32 = scan (+) 0 xs
