-- A lambda's parameter was taken for another size than the one that the parameters after it speak of.
def call (p: (n: i64) -> [n]i32 -> i32) (k: i64) = p k (replicate k 1)

def change (p: (n: i64) -> [n]i32 -> [n]i32) (k: i64) = p (k + 1) (replicate (k + 1) 1)

-- ==
-- input { 3i64 }
-- output { 6i32 [5i32, 5i32, 5i32, 5i32] }
entry main k =
  ( call (\n (xs: [n]i32) -> i32.i64 n + i32.sum xs) k
  , change (\(m: i64) (xs: [m]i32) : [m]i32 -> map (+ i32.i64 m) xs) k
  )
