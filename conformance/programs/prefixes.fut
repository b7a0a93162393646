-- Prefix sums and similar scans, with operators that are exact in any order, on elements
-- of every size: on GPUs blocks of 4096 elements, each of which gets its prefix from
-- earlier blocks. Every entry point compares with a closed form and returns the outcome.
-- ==
-- entry: sums
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 4095i64 } output { true }
-- input { 4096i64 } output { true }
-- input { 4097i64 } output { true }
-- input { 20481i64 } output { true }

-- ==
-- entry: bytes words longs floats bits truths fused
-- input { 1i64 } output { true }
-- input { 12289i64 } output { true }

def holds [n] 't (same: t -> t -> bool) (xs: [n]t) (closed: i64 -> t) : bool =
  and (map2 (\x i -> same x (closed i)) xs (iota n))

def triangle (i: i64) : i64 = i * (i + 1) / 2

-- A rising sawtooth: the running maximum of 8k + 7, 8k + 6, …, 8k is the first one.
def tooth (i: i64) : i64 = i - i % 8 + (7 - i % 8)
def highest (i: i64) : i64 = i - i % 8 + 7

entry sums (n: i64) : bool =
  holds (==) (scan (+) 0 (map i32.i64 (iota n))) (\i -> i32.i64 (triangle i))

entry bytes (n: i64) : bool =
  holds (==) (scan (+) 0 (map i8.i64 (iota n))) (\i -> i8.i64 (triangle i))
  && holds (==) (scan u8.max 0 (map (\i -> u8.i64 (i64.min 200 (tooth i))) (iota n))) (\i -> u8.i64 (i64.min 200 (highest i)))

entry words (n: i64) : bool =
  holds (==) (scan (+) 0 (map i16.i64 (iota n))) (\i -> i16.i64 (triangle i))
  && holds (==) (scan (*) 1 (map (\_ -> 3u32) (iota n))) (\i -> 3u32 ** u32.i64 (i + 1))
  && holds (==) (scan i32.min i32.highest (map (\i -> i32.i64 (-tooth i)) (iota n))) (\i -> i32.i64 (-highest i))

entry longs (n: i64) : bool =
  let big = 0x123456789ab
  in holds (==) (scan (+) 0 (map (* big) (iota n))) (\i -> triangle i * big)
     && holds (==) (scan (*) 1 (map (\_ -> 0x100000003i64) (iota n))) (\i -> 0x100000003i64 ** (i + 1))
     && holds (==) (scan u64.min u64.highest (map (\i -> 0xffffffff00000000 - u64.i64 (tooth i * big)) (iota n)))
              (\i -> 0xffffffff00000000 - u64.i64 (highest i * big))

-- Every eighth number is skipped; the greatest of the others is 8k + 6.
def holed (i: i64) : bool = i % 8 == 0
def highest_but (i: i64) : i64 = if holed i then i - 2 else highest i - 1

entry floats (n: i64) : bool =
  let same32 (x: f32) (y: f32) = f32.to_bits x == f32.to_bits y
  let same64 (x: f64) (y: f64) = f64.to_bits x == f64.to_bits y
  let same16 (x: f16) (y: f16) = f16.to_bits x == f16.to_bits y
  in holds same32 (scan f32.max (-f32.inf) (map (\i -> if holed i then -f32.inf else f32.i64 (tooth i)) (iota n)))
           (\i -> if i == 0 then -f32.inf else f32.i64 (highest_but i))
     && holds same64 (scan f64.min f64.nan (map (\i -> if holed i then f64.nan else f64.i64 (-tooth i)) (iota n)))
              (\i -> if i == 0 then f64.nan else f64.i64 (-highest_but i))
     && holds same16 (scan f16.max f16.nan (map (\i -> if holed i then f16.nan else f16.i64 (i64.min 1999 (tooth i))) (iota n)))
              (\i -> if i == 0 then f16.nan else f16.i64 (i64.min 1999 (highest_but i)))
     && holds same32 (scan f32.min f32.nan (map (\i -> if i == 5000 then -0.0 else 0.0) (iota n)))
              (\i -> if i < 5000 then 0.0 else -0.0)

-- Every 400th element has another bit.
def bit (i: i64) : u32 = if i % 400 == 0 && i / 400 < 32 then 1 << u32.i64 (i / 400) else 0
def bits_to (i: i64) : u32 = if i / 400 >= 31 then 0xffffffff else (1 << u32.i64 (i / 400 + 1)) - 1

entry bits (n: i64) : bool =
  holds (==) (scan (|) 0 (map bit (iota n))) bits_to
  && holds (==) (scan (&) 0xffffffff (map (\i -> u32.not (bit i)) (iota n))) (\i -> u32.not (bits_to i))
  && holds (==) (scan (^) 0 (map id (iota n)))
           (\i -> if i % 4 == 0 then i else if i % 4 == 1 then 1 else if i % 4 == 2 then i + 1 else 0)

entry truths (n: i64) : bool =
  holds (==) (scan (||) false (map (== 4096) (iota n))) (>= 4096)
  && holds (==) (scan (&&) true (map (!= 4095) (iota n))) (< 4095)

-- The scanned values are computed in the scan, and returned too.
entry fused (n: i64) : bool =
  let squares = map (\i -> i * i) (iota n)
  let (cubes, odd) = unzip (map (\i -> (i * i * i, i % 2)) (iota n))
  in holds (==) (scan (+) 0 squares) (\i -> i * (i + 1) * (2 * i + 1) / 6)
     && holds (==) (scan (+) 0 odd) (\i -> (i + 1) / 2)
     && holds (==) cubes (\i -> i ** 3)
     && holds (==) squares (\i -> i ** 2)
