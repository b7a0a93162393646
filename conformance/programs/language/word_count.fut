-- Words, lines and letters of a text.
-- Expected results: what Futhark 0.25.32 gives.
-- ==
-- input { "hello big world\nfoo\n" } output { 4i64 2i64 [0i32, 1i32, 0i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 0i32, 0i32, 3i32, 0i32, 0i32, 4i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32] }

def is_space (c: u8) = c == ' ' || c == '\n' || c == '\t'
entry main (s: []u8) =
  let starts = map (\i -> !is_space s[i] && (i == 0 || is_space s[i - 1])) (indices s)
  let n = i64.sum (map i64.bool starts)
  let lines = i64.sum (map (\c -> i64.bool (c == '\n')) s)
  let hist = reduce_by_index (replicate 26 0i32) (+) 0 (map (\c -> i64.u8 (c - 'a')) s) (map (const 1) s)
  in (n, lines, hist)
