-- Sizes that are calls, in the types of functions: f (k + 1) has the size of the
-- formula at k + 1. Expected results from Futhark 0.25.32.
-- ==
-- entry: pairs
-- input { 1i64 } output { [0i64, 2i64] }
-- input { 4i64 } output { [0i64, 2i64, 4i64, 6i64] }

-- ==
-- entry: twice
-- input { [1f32, 2f32] } output { [2f32, 2f32, 2f32, 2f32] }

-- ==
-- entry: ints
-- input { 3i32 } output { [0i64, 2i64, 4i64] }

-- ==
-- entry: given
-- input { 2 [5i64, 6i64] } output { [5i64, 7i64] }
-- input { 3 [5i64, 6i64] } error: size

-- ==
-- entry: coerced
-- input { 3i64 [5i64, 6i64, 7i64] } output { [5i64, 6i64, 7i64] }
-- input { 3i64 [5i64, 6i64] } error: shape|size

-- ==
-- entry: higher
-- input { 3i64 } output { [0i64, 2i64, 4i64] }

-- ==
-- entry: nested
-- input { 3i64 } output { [1i64, 1i64, 1i64] }

-- ==
-- entry: chosen
-- input { true 3i64 } output { [0i64, 1i64, 2i64] }
-- input { false 3i64 } output { empty([0]i64) }

def least (n: i64) : [i64.max n 2]i64 = iota (i64.max n 2)
entry pairs (k: i64) = map2 (+) (least k) (iota (i64.max k 2))

def plan (n: i64) : i64 = n * 2
def run [n] (xs: [n]f32) : [plan n]f32 = replicate (plan n) (f32.i64 n / 2)
entry twice [n] (xs: [n]f32) = map2 (+) (run xs) (run xs)

def upto (n: i32) : [i64.i32 n]i64 = iota (i64.i32 n)
entry ints (k: i32) = map2 (+) (upto k) (iota (i64.i32 k))

def add (n: i32) (xs: [i64.i32 n]i64) = map2 (+) xs (upto n)
entry given (k: i32) (xs: [i64.i32 k]i64) = add k xs
entry coerced (k: i64) (xs: []i64) = xs :> [i64.max k 2]i64

def zipped (g: (n: i64) -> [i64.max n 2]i64) (k: i64) = map2 (+) (g k) (iota (i64.max k 2))
entry higher (k: i64) = zipped (\n -> iota (i64.max n 2)) k
entry nested (n: i64) = map (\i -> i64.sum (map2 (*) (iota (i64.max i 2)) (iota (i64.max i 2)))) (iota n) |> map (i64.min 2)
entry chosen (b: bool) (n: i64) : [if b then n else 0]i64 = iota (if b then n else 0)
