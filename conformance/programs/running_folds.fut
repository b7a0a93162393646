-- Scans, and loops that use what they have folded so far, by operators that are exact in any
-- order: in vectors, a backend may scan several elements at once. Each entry point compares with
-- the reductions of all beginnings, for every length up to n, and returns the outcome.
-- ==
-- entry: bytes words longs floats bits truths loops pairs mixed costly before conditional
-- input { 45i64 } output { true }

-- | The element at a place, from a generator of random numbers.
def random (i: i64) : u32 =
  let x = (u32.i64 i + 12345) * 2654435769
  let y = (x ^ (x >> 15)) * 2246822519
  in y ^ (y >> 13)

def beginnings 't [n] (op: t -> t -> t) (ne: t) (xs: [n]t) : [n]t =
  map (\i -> loop x = ne for j < i + 1 do op x xs[j]) (iota n)

def same 't [n] (eq: t -> t -> bool) (xs: [n]t) (ys: [n]t) : bool = and (map2 eq xs ys)

def each (n: i64) (check: i64 -> bool) : bool =
  loop ok = true for k < n do ok && check k

def scans 't (eq: t -> t -> bool) (op: t -> t -> t) (ne: t) (element: u32 -> t) (n: i64) : bool =
  each n (\k ->
            let xs = map (element <-< random) (iota k)
            in same eq (scan op ne xs) (beginnings op ne xs))

entry bytes (n: i64) : bool =
  scans (==) (+) 0 i8.u32 n && scans (==) (*) 1 (\x -> i8.u32 x | 1) n && scans (==) i8.min 127 i8.u32 n && scans (==) (^) 0 i8.u32 n
  && scans (==) (+) 0 u8.u32 n && scans (==) u8.max 0 u8.u32 n && scans (==) (|) 0 (\x -> u8.u32 (x & (x >> 8) & (x >> 16))) n
  && scans (==) (&) 255 (\x -> u8.u32 (x | (x >> 8) | (x >> 16))) n

entry words (n: i64) : bool =
  scans (==) (+) 0 i16.u32 n && scans (==) (*) 1 (\x -> u16.u32 x | 1) n && scans (==) u16.min 65535 u16.u32 n
  && scans (==) (+) 0 i32.u32 n && scans (==) (*) 1 (\x -> i32.u32 x | 1) n && scans (==) i32.max i32.lowest i32.u32 n
  && scans (==) (*) 1 (\x -> x | 1) n && scans (==) u32.min u32.highest id n && scans (==) (^) 0 id n

entry longs (n: i64) : bool =
  let wide x = i64.u32 x * 0x123456789
  in scans (==) (+) 0 wide n && scans (==) (*) 1 (\x -> wide x | 1) n && scans (==) i64.min i64.highest wide n
     && scans (==) (^) 0 wide n && scans (==) u64.max 0 (u64.i64 <-< wide) n

entry floats (n: i64) : bool =
  let some x = if x % 11 == 0 then 0 / 0 else f32.i32 (i32.u32 x) / 1000
  let wide x = if x % 11 == 0 then 0 / 0 else f64.i32 (i32.u32 x) / 1000
  let eq32 x y = f32.to_bits x == f32.to_bits y || f32.isnan x && f32.isnan y
  let eq64 x y = f64.to_bits x == f64.to_bits y || f64.isnan x && f64.isnan y
  in scans eq32 f32.min f32.inf some n && scans eq32 f32.max (-f32.inf) some n
     && scans eq64 f64.min f64.inf wide n && scans eq64 f64.max (-f64.inf) wide n

entry bits (n: i64) : bool =
  scans (==) (|) 0 (\x -> x & (x >> 7) & (x >> 14)) n && scans (==) (&) u32.highest (\x -> x | (x >> 7) | (x >> 14)) n
  && scans (==) (|) 0 (\x -> u64.u32 (x & (x >> 7) & (x >> 14)) << 31) n

entry truths (n: i64) : bool =
  scans (==) (||) false (\x -> x % 5 == 0) n && scans (==) (&&) true (\x -> x % 5 != 0) n

-- | A loop that stores what it has folded, one place on, and something computed from it.
entry loops (n: i64) : bool =
  each n (\k ->
            let xs = map (i32.u32 <-< random) (iota k)
            let (sum, sums, halves) =
              loop (s, sums, halves) = (7i32, replicate (k + 1) 7i32, replicate k 0i32) for i < k do
                let s = s + xs[i]
                in (s, sums with [i + 1] = s, halves with [i] = s / 2 + i32.i64 i)
            let expected = map (+ 7) (beginnings (+) 0 xs)
            in sum == last ([7] ++ expected) && same (==) (drop 1 sums) (expected :> [k + 1 - 1]i32)
               && same (==) halves (map2 (\s i -> s / 2 + i32.i64 i) expected (iota k)))

-- | Two folds in one loop, one of what the other has folded.
entry pairs (n: i64) : bool =
  each n (\k ->
            let xs = map (\i -> i32.u32 (random i) / 1000) (iota k)
            let (_, _, out) =
              loop (s, m, out) = (0i32, i32.lowest, replicate k 0i32) for i < k do
                let s = s + xs[i]
                let m = i32.max m s
                in (s, m, out with [i] = m - s)
            let sums = beginnings (+) 0 xs
            in same (==) out (map2 (-) (beginnings i32.max i32.lowest sums) sums))

-- | Elements of 32 bits folded beside some of 64.
entry mixed (n: i64) : bool =
  each n (\k ->
            let xs = map random (iota k)
            let (_, _, small, large) =
              loop (s, t, small, large) = (0u32, 0i64, replicate k 0u32, replicate k 0i64) for i < k do
                let s = s + xs[i]
                let t = i64.max t (i64.u32 s * 3)
                in (s, t, small with [i] = s, large with [i] = t)
            let sums = beginnings (+) 0 xs
            in same (==) small sums && same (==) large (beginnings i64.max 0 (map (\s -> i64.u32 s * 3) sums)))

-- | Elements of 64 bits that take some computing, and what is counted beside them in 32.
entry costly (n: i64) : bool =
  each n (\k ->
            let value i = let x = f64.u32 (random i) / 1e6 in f64.sqrt (x * x + 1) * 3 - x / 7 - x * x / 1000
            let (_, _, greatest, counts) =
              loop (m, c, greatest, counts) = (-f64.inf, 3i32, replicate k 0f64, replicate k 0i32) for i < k do
                let y = value i
                let m = f64.max m y
                let c = c + (if y > 5 then 2 else 1)
                in (m, c, greatest with [i] = m, counts with [i] = c)
            let ys = map value (iota k)
            in same (==) greatest (beginnings f64.max (-f64.inf) ys)
               && same (==) counts (map (+ 3) (beginnings (+) 0 (map (\y -> if y > 5 then 2 else 1) ys))))

-- | What is folded before the element is used, too.
entry before (n: i64) : bool =
  each n (\k ->
            let xs = map (i32.u32 <-< random) (iota k)
            let (_, out) =
              loop (s, out) = (0i32, replicate k 0i32) for i < k do
                let t = s + xs[i]
                in (t, out with [i] = t ^ s)
            let sums = beginnings (+) 0 xs
            in same (==) out (map2 (\t x -> t ^ (t - x)) sums xs))

-- | Elements that are folded only where they are even.
entry conditional (n: i64) : bool =
  each n (\k ->
            let xs = map (i32.u32 <-< random) (iota k)
            let (_, out) =
              loop (s, out) = (0i32, replicate k 0i32) for i < k do
                let s = if xs[i] % 2 == 0 then s + xs[i] else s
                in (s, out with [i] = s)
            in same (==) out (beginnings (+) 0 (map (\x -> if x % 2 == 0 then x else 0) xs)))
