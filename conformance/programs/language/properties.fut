-- Properties: what must be true of all arguments, of every type. Expected results: algebra.
-- ==
-- property: commutes reverses sizes shapes points

#[prop]
entry commutes (x: i32) (y: i32) = x * y == y * x

#[prop(size(20))]
entry reverses [n] (xs: [n]i64) (ys: [n]i64) =
  let back = zip (reverse xs) (reverse ys) |> reverse
  in all (\(i: i64) -> back[i].0 == xs[i] && back[i].1 == ys[i]) (iota n)

#[prop]
entry sizes (n: i64) (xs: [n]u8) = length xs == n

type shape = #circle f32 | #line (i32, i32) | #none | #twice {a: (#x | #y i32), b: u8}

def weight (s: shape) : i32 =
  match s
  case #circle _ -> 1
  case #line _ -> 2
  case #none -> 3
  case #twice {a = #x, b = _} -> 4
  case #twice {a = #y _, b = _} -> 5

#[prop]
entry shapes (ss: []shape) = all (\s -> 1 <= weight s && weight s <= 5) ss

type point = {x: i64, y: i64}

entry make (size: i64) (seed: u64) : []point =
  map (\i -> {x = i, y = i64.u64 (seed >> u64.i64 i) % size}) (iota size)

entry less (ps: []point) (seed: u64) : []point = take (i64.u64 (seed % u64.i64 (length ps + 1))) ps

#[prop(gen(make), shrink(less), size(7))]
entry points (ps: []point) = all (\p -> p.x < 7 && p.y < 7) ps && length ps == 7
