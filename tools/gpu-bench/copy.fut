-- What every element takes to be read and written once.
-- ==
-- notest random input { [268435456]f32 }
-- random input { [100000]f32 } auto output
entry main (xs: []f32) : []f32 = map (+ 1) xs
