-- Attributes in every place where one may stand; entry points with abbreviations. Expected results: Futhark 0.25.32.

#[noinline] def f_expressions (x: i32) = x + 1
-- ==
-- entry: expressions_g
-- input { 5 }
-- output { 2 }
#[inline] entry expressions_g (x: i32) = #[unsafe] x / 2
#[foo(bar, baz(1))]
-- ==
-- entry: expressions
-- input { [1,2,3] }
-- output { [3, 4, 5] }
entry expressions (xs: []i32) =
  #[sequential] map (\x -> #[inline] f_expressions x) (#[trace] xs)
                |> #[incremental_flattening(only_inner)] map (+ 1)

-- ==
-- entry: loops
-- input { 4i64 [1,2,3,4] }
-- output { 10 }
entry loops (n: i64) (xs: []i32) =
  #[unroll] loop x = 0 for i < 4 do x + (#[unsafe] xs[i])

def f_nested [n] (xs: [n]i32) = #[unsafe] let y = xs[0] in #[a] #[b] (y + 1)
-- ==
-- entry: nested
-- input { [5] }
-- output { 6 }
entry nested (xs: []i32) = if (#[c] true) then #[d] f_nested xs else #[e(1)] 3

-- ==
-- entry: patterns
-- input { [5] }
-- output { 10 }
entry patterns (xs: []i32) =
  let #[foo] y = xs[0]
  let (#[a] (a, #[b] b)) = (y, y) in a + b
