-- Sum types and match. The results are those of Futhark's interpreter.

type opt = #some i32 | #none

def value (x: opt) : i32 =
  match x
  case #some y -> y
  case #none -> -1

-- ==
-- entry: options
-- input { 5 } output { 10i32 -1i32 true }
-- input { 0 } output { -1i32 -1i32 false }

entry options (x: i32) : (i32, i32, bool) =
  let o: opt = if x > 3 then #some (x * 2) else #none
  in (value o, value #none, o == #some 10)

-- Constructors with several payloads, which share places by their types.
type shape = #circle f32 | #box f32 f32 | #named i32 f32 bool | #empty

def area (s: shape) : f32 =
  match s
  case #circle r -> 3 * r * r
  case #box w h -> w * h
  case #named n x flip -> if flip then f32.i32 n else x
  case #empty -> 0

-- ==
-- entry: shapes
-- input { 2f32 3f32 7 } output { [12.0f32, 6.0f32, 7.0f32, 3.0f32, 0.0f32] }

entry shapes (a: f32) (b: f32) (n: i32) : []f32 =
  map area [#circle a, #box a b, #named n b true, #named n b false, #empty]

-- Nested patterns with literals of all kinds.
type inner = #p i32 | #q bool u8 | #r
type outer = #a inner inner | #b (inner, {x: f32, y: inner}) | #c

def classify (o: outer) : i32 =
  match o
  case #a (#p 3) _ -> 1
  case #a (#p (-4)) #r -> 2
  case #a (#p x) (#q true 'z') -> 10 + x
  case #a (#p x) _ -> 20 + x
  case #a (#q b c) #r -> if b then 30 + i32.u8 c else 40
  case #a (#q _ c) (#p y) -> 50 + i32.u8 c + y
  case #a _ (#q false _) -> 5
  case #a _ _ -> 6
  case #b (#r, {x = 1.5, y = #p z}) -> 70 + z
  case #b (#r, {x = -0.5, y}) -> (match y case #r -> 8 case _ -> 9)
  case #b (_, {x = _, y = #q true _}) -> 11
  case #b _ -> 12
  case #c -> 13

-- ==
-- entry: nested
-- input { 5 }
-- output { [1i32, 2i32, 16i32, 15i32, 25i32, 37i32, 40i32, 62i32, 5i32, 6i32, 6i32, 75i32, 8i32, 9i32, 11i32, 12i32, 13i32] }

entry nested (n: i32) : []i32 =
  map classify [ #a (#p 3) #r, #a (#p (-4)) #r, #a (#p (-4)) (#p 1), #a (#p n) (#q true 'z')
               , #a (#p n) (#q false 'z'), #a (#q true 7) #r, #a (#q false 7) #r, #a (#q false 7) (#p n)
               , #a (#q true 1) (#q false 1), #a (#q true 1) (#q true 1), #a #r #r, #b (#r, {x = 1.5, y = #p n})
               , #b (#r, {x = -0.5, y = #r}), #b (#r, {x = -0.5, y = #p 1}), #b (#p 1, {x = 0, y = #q true 0})
               , #b (#p 1, {x = 0, y = #q false 0}), #c]

-- Type parameters, of types and of sizes.
type either 'a 'b = #left a | #right b
type maybe 'a = #just a | #nothing
type rows [n] 't = #rows ([n]t) | #none

def fmap 'a 'b (f: a -> b) (x: maybe a) : maybe b =
  match x case #just y -> #just (f y) case #nothing -> #nothing

def bind 'a 'b (x: maybe a) (f: a -> maybe b) : maybe b =
  match x case #just y -> f y case #nothing -> #nothing

def or_else 'a (d: a) (x: maybe a) : a = match x case #just y -> y case #nothing -> d

def swap 'a 'b (x: either a b) : either b a =
  match x case #left y -> #right y case #right y -> #left y

-- ==
-- entry: polymorphic
-- input { 4 2.5 } output { 0i32 2.5f64 1i32 true }
-- input { 7 -1.0 } output { 7i32 0.0f64 -1i32 false }

entry polymorphic (n: i32) (x: f64) : (i32, f64, i32, bool) =
  let half (k: i32) : maybe i32 = if k % 2 == 0 then #just (k / 2) else #nothing
  let e: either i32 f64 = if n > 5 then #left n else #right x
  let flag: maybe bool = fmap (> 1) (half n)
  let (a, b) = match swap e case #left y -> (0, y) case #right k -> (k, 0)
  in (a, b, or_else (-1) (bind (half n) half), or_else false flag)

-- ==
-- entry: sized
-- input { [1, 2, 3] true } output { [2i32, 4i32, 6i32] }
-- input { [1, 2, 3] false } output { [0i32, 1i32, 1i32] }

entry sized [n] (xs: [n]i32) (b: bool) : [n]i32 =
  let r: rows [n] i32 = if b then #rows (map (* 2) xs) else #none
  let s: rows [n] bool = if b then #none else #rows (map (> 1) xs)
  in match (r, s)
     case (#rows ys, _) -> ys
     case (#none, #rows zs) -> map i32.bool zs
     case (#none, #none) -> xs

-- Arrays in payloads, whose sizes differ from constructor to constructor.
-- ==
-- entry: arrays
-- input { [1, 2, 3] [4i64, 5i64] 0 } output { 6i64 }
-- input { [1, 2, 3] [4i64, 5i64] 1 } output { 9i64 }
-- input { [1, 2, 3] [4i64, 5i64] 2 } output { 81i64 }

entry arrays [n] [m] (xs: [n]i32) (ys: [m]i64) (k: i32) : i64 =
  let v: #ints ([n]i32) | #longs ([m]i64) | #both ([n]i32) ([m]i64) =
    match k
    case 0 -> #ints xs
    case 1 -> #longs ys
    case _ -> #both (map (+ 1) xs) ys
  in match v
     case #ints a -> i64.i32 (i32.sum a)
     case #longs b -> i64.sum b
     case #both a b -> i64.i32 (i32.sum a) * i64.sum b

-- Arrays of sums, with arrays in them.
-- ==
-- entry: array_of_sums
-- input { [3i64, 0i64, 7i64] }
-- output { [56i64, -1i64, 12i64] [[0i64, 0i64],  [7i64, 8i64],  [3i64, 4i64]] }

entry array_of_sums (ns: []i64) : ([]i64, [][2]i64) =
  let vs = map (\n -> if n % 2 == 1 then #pair [n, n + 1] else if n == 0 then #zero else #big n : #pair ([2]i64) | #zero | #big i64) ns
  let sum v : i64 = match v case #pair p -> p[0] * p[1] case #zero -> -1 case #big n -> n
  in (map sum (reverse vs), map (\v -> match v case #pair p -> p case _ -> [0, 0]) (rotate 1 vs))

-- Sums as elements of reductions, scans and histograms.
def add (a: opt) (b: opt) : opt =
  match (a, b)
  case (#some x, #some y) -> #some (x + y)
  case (#none, y) -> y
  case (x, #none) -> x

def of_int (x: i32) : opt = if x < 0 then #none else #some x

-- ==
-- entry: reductions
-- input { [1, -1, 5, -2, 7] }
-- output { 13i32 [1i32, 1i32, 6i32, 6i32, 13i32] [1i32, 5i32, 7i32] }
-- input { [-1, -1] } output { -1i32 [-1i32, -1i32] empty([0]i32) }
-- input { empty([0]i32) } output { -1i32 empty([0]i32) empty([0]i32) }

entry reductions (xs: []i32) : (i32, []i32, []i32) =
  let os = map of_int xs
  in (value (reduce add #none os), map value (scan add #none os), map value (filter (\o -> o != (#none : opt)) os))

-- ==
-- entry: histogram
-- input { [0i64, 1i64, 0i64, 7i64, 2i64, 0i64] [1, -1, 5, -2, 7, 2] }
-- output { [8i32, -1i32, 7i32, -1i32] [1i32, -1i32, -1i32, 5i32] }

entry histogram [n] (is: [n]i64) (xs: [n]i32) : ([]i32, []i32) =
  let os = map of_int xs
  in ( map value (reduce_by_index (replicate 4 #none) add #none is os)
     , map value (scatter (replicate 4 (#none : opt)) (map (\i -> i * 5 % 7) (iota n)) os))

-- Loops whose value is a sum.
type state = #start | #word i32 | #space i32 i32 | #done i32

-- ==
-- entry: machine
-- input { "one two  three " } output { 103i32 }
-- input { "" } output { 0i32 }

entry machine [n] (text: [n]u8) : i32 =
  let step (s: state) (c: u8) : state =
    match (s, c == ' ')
    case (#start, true) -> #start
    case (#start, false) -> #word 1
    case (#word k, true) -> #space k 1
    case (#word k, false) -> #word k
    case (#space k m, true) -> #space k (m + 1)
    case (#space k _, false) -> #word (k + 1)
    case (#done k, _) -> #done k
  let last = loop s = #start for c in text do step s c
  in match last
     case #start -> 0
     case #word k -> k
     case #space k m -> 100 * m + k
     case #done k -> -k

-- ==
-- entry: search
-- input { 27 } output { 111i32 0i32 }
-- input { 1 } output { 0i32 0i32 }

entry search (n: i32) : (i32, i32) =
  let result =
    loop s: (#go i32 i32 | #found i32) = #go n 0
    while (match s case #go _ _ -> true case #found _ -> false) do
      match s
      case #go 1 steps -> #found steps
      case #go k steps -> #go (if k % 2 == 0 then k / 2 else 3 * k + 1) (steps + 1)
      case #found k -> #found k
  in match result case #found k -> (k, 0) case #go k s -> (k, s)

-- An interpreter of a stack machine.
type instr = #push i32 | #add | #mul | #dup | #jmpz i32

-- ==
-- entry: run
-- input { 5 } output { 7i32 28i32 }

entry run (n: i32) : (i32, i32) =
  let code: []instr = [#push n, #dup, #mul, #push 3, #add, #jmpz 4, #push 7]
  let (stack, top, _) =
    loop (stack, top, pc) = (replicate 10 0i32, 0i64, 0i64) while pc < length code do
      match code[pc]
      case #push k -> (stack with [top] = k, top + 1, pc + 1)
      case #add -> (let v = stack[top - 1] + stack[top - 2] in (stack with [top - 2] = v, top - 1, pc + 1))
      case #mul -> (let v = stack[top - 1] * stack[top - 2] in (stack with [top - 2] = v, top - 1, pc + 1))
      case #dup -> (let v = stack[top - 1] in (stack with [top] = v, top + 1, pc + 1))
      case #jmpz d -> (stack, top, if stack[top - 1] == 0 then pc + i64.i32 d else pc + 1)
  in (stack[top - 1], stack[0])

-- Higher-order functions.
def apply_to 'a (f: opt -> a) (xs: []i32) : []a = map (\x -> f (of_int x)) xs

-- ==
-- entry: higher_order
-- input { [3, -3, 0] } output { [3i32, 42i32, 0i32] [false, true, false] 2i32 }

entry higher_order (xs: []i32) : ([]i32, []bool, i32) =
  let default (d: i32) (o: opt) = match o case #some x -> x case #none -> d
  in (apply_to (default 42) xs, apply_to (\(o: opt) -> o == (#none : opt)) xs, xs |> map of_int |> map value |> i32.sum)

-- Uniqueness: what a case consumes.
-- ==
-- entry: consumed
-- input { [1, 2, 3] 1i64 } output { [1i32, 0i32, 3i32] 1i32 }
-- input { [1, 2, 3] 7i64 } output { [7i32] 2i32 }

entry consumed [n] (xs: *[n]i32) (i: i64) : ([]i32, i32) =
  let v: #inside ([n]i32) i64 | #outside = if i < n then #inside xs i else #outside
  in match v
     case #inside ys j -> (ys with [j] = 0, 1)
     case #outside -> ([7], 2)

def update [n] (v: *(#full ([n]i32) | #none)) : *(#full ([n]i32) | #none) =
  match v case #full xs -> #full (xs with [0] = 9) case #none -> #none

-- ==
-- entry: updated
-- input { [1, 2, 3] } output { [9i32, 2i32, 3i32] }

entry updated (xs: *[]i32) : []i32 =
  match update (update (#full xs)) case #full ys -> ys case #none -> []

-- One constructor needs no match.
type wrapped = #wrap i32 i32

def total (w: wrapped) = let #wrap a b = w in a + b

-- ==
-- entry: single
-- input { [1, 2] [3, 4] } output { [7i32, 14i32] -4i32 }

entry single [n] (xs: [n]i32) (ys: [n]i32) : ([]i32, i32) =
  let ws: [n]wrapped = map2 (\x y -> #wrap x y) xs ys
  let sums = map (\(#wrap a b) -> a * b) ws
  in (map2 (+) sums (map total ws), loop s = 0 for #wrap a b in ws do s + a - b)

-- Equality of sums looks at what the constructor has made, and at no more.
-- ==
-- entry: equality
-- input { [1, 2, 2] [1, 2, 3] } output { false true false true }
-- input { [1, 2, 2] [1, 2, 2] } output { true true true false }

entry equality [n] (xs: [n]i32) (ys: [n]i32) : (bool, bool, bool, bool) =
  let a: #s ([n]i32) | #t i32 bool | #u = #s xs
  let b: #s ([n]i32) | #t i32 bool | #u = #s ys
  let c: #s ([n]i32) | #t i32 bool | #u = if xs[2] == ys[2] then #t 1 true else #u
  in (a == b, a != c, c == #t xs[0] true, c == #u)

-- Sums in records and tuples in sums in arrays, in modules.
module type queue = {
  type q
  val empty : q
  val push : i32 -> q -> q
  val describe : q -> (i32, i32)
}

module small : queue = {
  type q = #empty | #one i32 | #two (i32, i32) | #more {count: i32, last: i32}
  def empty : q = #empty
  def push (x: i32) (s: q) : q =
    match s
    case #empty -> #one x
    case #one y -> #two (y, x)
    case #two (_, _) -> #more {count = 3, last = x}
    case #more {count, last = _} -> #more {count = count + 1, last = x}
  def describe (s: q) : (i32, i32) =
    match s
    case #empty -> (0, 0)
    case #one x -> (1, x)
    case #two (_, y) -> (2, y)
    case #more r -> (r.count, r.last)
}

module twice (Q: queue) = {
  def both (x: i32) (y: i32) : Q.q = Q.push y (Q.push x Q.empty)
}

module t = twice small

-- ==
-- entry: queues
-- input { [4, 5, 6, 7] } output { 4i32 7i32 2i32 [5i32, 6i32, 7i32, 8i32] }
-- input { [4] } output { 1i32 4i32 2i32 [5i32] }

entry queues (xs: []i32) : (i32, i32, i32, []i32) =
  let q = loop q = small.empty for x in xs do small.push x q
  let (n, last) = small.describe q
  let qs = map (\x -> t.both x (x + 1)) xs
  in (n, last, (small.describe (t.both 1 2)).1, map (\q -> (small.describe q).1) qs)

-- Sizes that only a constructor's payload has.
type~ some_ints = #ints ([]i32) | #no_ints

def evens (xs: []i32) : some_ints =
  let ys = filter (\x -> x % 2 == 0) xs
  in if null ys then #no_ints else #ints ys

-- ==
-- entry: existential
-- input { [1, 2, 3, 4] } output { 2i64 [2i32, 4i32] }
-- input { [1, 3] } output { -1i64 empty([0]i32) }

entry existential (xs: []i32) : (i64, []i32) =
  match evens xs
  case #ints ys -> (length ys, ys)
  case #no_ints -> (-1, [])

-- Nested parallelism inside of the cases.
-- ==
-- entry: parallel
-- input { [[1, 2], [3, 4], [-5, 6]] }
-- output { [2i32, 21i32, -30i32] [[1i32, 2i32],  [6i32, 10i32],  [5i32, -6i32]] }

entry parallel [n] [m] (xss: [n][m]i32) : ([n]i32, [n][m]i32) =
  let ts = map (\xs -> if xs[0] < 0 then #neg else if xs[0] > 2 then #scale xs[0] else #row xs : #neg | #scale i32 | #row ([m]i32)) xss
  in ( map2 (\t xs -> match t case #neg -> i32.product xs case #scale k -> k * i32.sum xs case #row ys -> i32.maximum ys) ts xss
     , map2 (\t xs -> match t case #neg -> map i32.neg xs case #scale k -> scan (+) k xs case #row ys -> ys) ts xss)

-- Values match the first case that fits.
-- ==
-- entry: overlapping
-- input { [0, 1, 2, 9] [true, false, true, false] } output { [1i32, 4i32, 2i32, 9i32] }

entry overlapping [n] (xs: [n]i32) (bs: [n]bool) : [n]i32 =
  map2 (\x b ->
          match (x, b, (#k x : #k i32 | #l))
          case (0, true, #k _) -> 1
          case (_, true, #k 2) -> 2
          case (1, _, #k y) -> 3 + y
          case (_, true, _) -> 4
          case (x, _, #k 9) -> x
          case _ -> 5) xs bs

-- Functions in payloads: which constructor has made the value is known when the program is compiled.
type^ step = #by (i32 -> i32) | #add i32 | #both {f: i32 -> i32, rest: #some (i32 -> i32) | #none} ([2]i32)

def apply_step (s: step) (x: i32) : i32 =
  match s
  case #add k -> x + k
  case #both {f, rest = #none} ks -> f x + i32.sum ks
  case #both {f, rest = #some g} _ -> f (g x)
  case #by f -> f x

type^ perhaps '^a = #yes a | #no

def apply_perhaps (p: perhaps (i32 -> i32)) (x: i32) : i32 =
  match p
  case #yes f -> f x
  case #no -> x

-- ==
-- entry: functions
-- input { 7 } output { [49, 12, 56, 19, 6, 7] }
entry functions (x: i32) : []i32 =
  let double = (* 2)
  let none: perhaps (i32 -> i32) = #no
  in [ apply_step (#by (\y -> y * x)) x
     , apply_step (#add 5) x
     , apply_step (#both {f = (* 4), rest = #some double} [x, x]) x
     , apply_step (#both {f = (+ 2), rest = #none} [x, 3]) x
     , apply_perhaps (#yes (\y -> y - 1)) x
     , apply_perhaps none x
     ]
