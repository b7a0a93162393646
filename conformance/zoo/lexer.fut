-- Where an automaton stands after each character: a scan whose elements are functions from states to
-- states (Hillis, Steele 1986). Words, numbers, gaps, and strings in quotes; counts of each that begin.
--
-- Expected results: by one loop in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)
type step = [4]u8

def gap : u8 = 0
def word : u8 = 1
def number : u8 = 2
def quoted : u8 = 3

def step_of (c: u8) : step =
  if c == '"'
  then [quoted, quoted, quoted, gap]
  else if c >= '0' && c <= '9'
  then [number, word, number, quoted]
  else if c >= 'a' && c <= 'z'
  then [word, word, word, quoted]
  else [gap, gap, gap, quoted]

def after (f: step) (g: step) : step = map (\s -> g[i64.u8 s]) f

-- ==
-- entry: main
-- input { 40i64 }
-- output { [5i64, 6i64, 3i64, 2i64] }
-- input { 1i64 }
-- output { [0i64, 1i64, 0i64, 0i64] }
-- notest input { 10000i64 }
-- notest input { 300000i64 }
-- notest input { 20000000i64 }
entry main (n: i64) : [4]i64 =
  let letters = "abcxyz 0123 456 \"\n;"
  let text = tabulate n (\i -> letters[i64.u32 (hash (u32.i64 i)) % length letters])
  let states = map (\f -> f[0]) (scan after [0, 1, 2, 3] (map step_of text))
  let begins i s = states[i] == s && (i == 0 || states[i - 1] != s)
  let count s = i64.sum (map (\i -> i64.bool (begins i s)) (iota n))
  in [count gap, count word, count number, count quoted]
