-- Type parameters that stand for arrays whose sizes functions make; sizes of functions that are returned.

def ap 'a '~b (f: a -> b) (x: a) : b = f x

-- ==
-- entry: applied
-- input { 3i64 } output { [0i64, 1i64, 2i64] }
-- input { 0i64 } output { empty([0]i64) }
entry applied (n: i64) : []i64 = ap iota n

-- ==
-- entry: filtered
-- input { [1, 5, 2, 7] } output { [5, 7] }
entry filtered (xs: []i32) : []i32 = ap (\() -> filter (> 3) xs) ()

def both 'a '~b (f: a -> b) (x: a) (y: a) : (b, b) = (f x, f y)

-- ==
-- entry: twice
-- input { 2i64 3i64 } output { [0i64, 1i64, 0i64, 1i64, 2i64] }
entry twice (n: i64) (m: i64) : []i64 = let (a, b) = both iota n m in a ++ b

-- ==
-- entry: composed
-- input { 4i64 } output { [0i64, 1i64, 2i64, 3i64, 4i64] }
entry composed (n: i64) : []i64 = (iota <-< (+ 1)) n

-- ==
-- entry: uncurried
-- input { 2i64 7i32 } output { [7, 7] }
entry uncurried (n: i64) (x: i32) : []i32 = uncurry replicate (n, x)

def pair [n] 't (_: [n]t) = \k (ys: [k]i64) -> (k, ys)

-- ==
-- entry: returned
-- input { 2i64 [4i64, 5i64] } output { 2i64 [4i64, 5i64] }
entry returned [n] (k: i64) (ys: [n]i64) : (i64, []i64) = pair [1i32] k (ys :> [k]i64)

def stepped (_: i32) = {g = \k -> iota k}

-- ==
-- entry: of_records
-- input { 3i64 } output { [0i64, 2i64, 4i64] }
entry of_records (n: i64) = map2 (+) ((stepped 0).g n) (iota n)

-- ==
-- entry: constants
-- input { 2i64 } output { [2i64, 3i64, 4i64] }
entry constants (x: i64) = map (+ x) (head (map (\_ -> let n = 3 in iota n) [x]))
