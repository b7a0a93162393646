-- A select of two floats after a call: wazero's compiler for amd64 returned the bits of
-- another register, a NaN or 1e-323. (The code that Lamina generated was right: wazero's
-- interpreter runs it correctly.)
--
-- Found by: lamina fuzz --source, on the wasm backend.

-- ==
-- entry: chosen
-- input { 2i64 -1.0 } output { [0i64, 1i64] 3.0 -1.0 }
-- input { 1i64 -1.0 } output { [0i64] -1.0 -1.0 }
-- input { 0i64 -1.0 } output { empty([0]i64) -1.0 -1.0 }
entry chosen (a: i64) (d: f64) = (iota a, if a == 0 then d else if a == 1 then d else 3.0, d)

-- ==
-- entry: chosen32
-- input { 2i64 -1.0f32 } output { [0i64, 1i64] 3.0f32 -1.0f32 }
entry chosen32 (a: i64) (d: f32) = (iota a, if a == 0 then d else if a == 1 then d else 3.0, d)
