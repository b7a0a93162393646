-- Operators: their own, with the precedence of their first characters; sections;
-- names between backticks; operators as arguments. Expected results: Futhark 0.25.32.

def (<*>) (a: i32) (b: i32) = a * 10 + b
def (+++) (a: i32) (b: i32) = a + b
def (**^) (a: i32) (b: i32) = a - b
def (%%%) a b = a i32.% (b + 1)
def (&&&) (a: bool) b = a && b
def (|||) (a: bool) b = a || b
-- ==
-- entry: by_first_character
-- input { 7 3 }
-- output { 10 74 4 false }
-- input { 3 7 }
-- output { 18 38 4 false }
entry by_first_character (a: i32) (b: i32) = (a +++ b **^ 2 * 3, a <*> b +++ 1, a %%% b + 1, a == b ||| b > a &&& false)

def (|>>) (a: i32) (b: i32) = a - b
def (^+) (a: i32) (b: i32) = a * 2 + b
def (!+) (a: i32) (b: i32) = a * 3 + b
def (=+) (a: i32) (b: i32) = a * 5 + b
def (>+) (a: i32) (b: i32) = a * 7 + b
def (//+) (a: i32) (b: i32) = a * 11 + b
-- ==
-- entry: by_first_character_2
-- input { 7 3 }
-- output { 1 41 73 202 360 240 }
entry by_first_character_2 (a: i32) (b: i32) = (a |>> b + 1 |>> 2, a ^+ b * 2 ^+ 1, a !+ b !+ 1, a =+ b + 1 =+ a, a >+ b - 1 >+ b, a //+ b + a //+ b * 2)

def plus_backtick (a: i32) (b: i32) = a + b
def minus_backtick (a: i32) (b: i32) = a - b
-- ==
-- entry: backtick
-- input { 7 3 }
-- output { 9 1 4 0 }
entry backtick (a: i32) (b: i32) = (a `plus_backtick` b `minus_backtick` 1, a `minus_backtick` b * 2, (`minus_backtick` 3) a, (3 `minus_backtick`) b)

-- ==
-- entry: projections
-- input { [1,2,3] 9 }
-- output { [1, 2, 3] [[1, 9], [2, 9], [3, 9]] [9, 9, 9] [1, 2, 3] }
entry projections (xs: [](i32)) (r: i32) =
  let recs = map (\x -> {foo = {bar = x}, baz = [x, r]}) xs
  in (map (.foo.bar) recs, map (.baz) recs, map ((.baz) >-> (.[1])) recs, map (.[0]) (map (.baz) recs))

-- ==
-- entry: sections
-- input { 1 2 }
-- output { [0, 1] [-1] [4, 8] [1, 4] [2, 4] [2, 2] [2] }
entry sections (x: i32) (y: i32) = (map (\z -> z - x) [1, 2], map (x -) [y], map (<< 2) [x, y], map (** 2) [x, y], map (2 **) [x, y], map (i32.max 2) [x, y], map (`i32.max` y) [x])

-- ==
-- entry: opens
-- input { 4f32 2 }
-- output { 10f32 5 2f32 4 4 1 [3] 5f32 }
entry opens (x: f32) (y: i32) = (f32.(x * 2 + sqrt x), i32.(max y 3 + y), f32.(i32 y), (i32.+) y 2, (i32.max) y 4, y i32.- 1, map2 (i32.+) [y] [1], f32.(let z = exp 0 in z + x))

-- ==
-- entry: more_sections
-- input { 3 }
-- output { [4] [2] [3, 9] [3, 9] 4 4 [1.5f32] true [false, true] [1] 1 2 }
entry more_sections (x: i32) = (map (+ x) [1], map (x -) [1], map (`i32.max` x) [1, 9], map (i32.max x) [1, 9], (|> (+ 1)) x, ((+ 1) <|) x, map (f32.i32 >-> (/ 2)) [x], (&& true) (x > 1), map (!= x) [3, 4], map (% 2) [x], (%% 2) x, (2 %) x)

-- ==
-- entry: precedence
-- input { 7 3 }
-- output { 12 28 6 false 3 1 6 16 false 1 12 false }
entry precedence (x: i32) (y: i32) = (x + y * 2 - 1, x << 1 + 1, x & 3 | 4 ^ 1, x < y && y > 2 || x == 1, x - y - 1, x / y / 2, 10 % 4 * 3, x |> (+ 1) |> (* 2), (x > y) == false, x * y // 2 %% 3, x >> 1 << 2, x == y || !(x != y))

-- ==
-- entry: negations
-- input { 3 2f32 }
-- output { -3 -3 0 -4 4f32 -4f32 -4 false 9 3 4 }
entry negations (x: i32) (y: f32) = (-x, -x, -x - -x, -(x + 1), -y ** 2, -y * 2, !x, !(x > 0), -x ** 2, 2 - -1, -2 ** 2)

def fold_parameters (op: i32 -> i32 -> i32) = let (<>) = op in \(a: i32) b c -> a <> b <> c
def app_parameters ((+): i32 -> i32 -> i32) (x: i32) = x + x
-- ==
-- entry: parameters
-- input { 9 }
-- output { 4 81 -9 }
entry parameters (x: i32) = (fold_parameters (-) x 2 3, app_parameters (*) x, app_parameters (\a b -> a - b * 2) x)

def curry3_curried 'a 'b 'c 'd (f: (a, b, c) -> d) x y z = f (x, y, z)
def flip3_curried f x y z = f z y x
-- ==
-- entry: curried
-- input { 2 }
-- output { 321 }
entry curried (x: i32) = (flip3_curried (curry3_curried (\(a, b, c) -> a * 100 + b * 10 + c))) 1 x 3

def zero_church '^a (f: a -> a) (x: a) = x
def succ_church 'a (n: (a -> a) -> a -> a) (f: a -> a) (x: a) = f (n f x)
-- ==
-- entry: church
-- input { 1 }
-- output { 9 }
entry church (x: i32) = (succ_church (succ_church (succ_church (\f y -> f y)))) (+ 2) x
