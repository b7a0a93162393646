-- The sum of an array.
-- ==
-- notest random input { [268435456]f32 }
-- random input { [3000000]f32 } auto output
entry main (xs: []f32) : f32 = f32.sum xs
