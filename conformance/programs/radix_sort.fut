-- Radix sort by one bit at a time: stable partition by each bit, least
-- significant first. Signed keys sort by flipping the sign bit.
--
-- Expected results: a few by hand; `permuted` sorts 17·i mod n for n a power of
-- two, a permutation of 0 … n - 1 since 17 is odd.
def by_bit [n] 'a (key: a -> u32) (bit: i32) (xs: [n]a) : [n]a =
  let ones = map (\x -> i64.u32 ((key x >> u32.i32 bit) & 1)) xs
  let zeros = map (\b -> 1 - b) ones
  let before = scan (+) 0 zeros
  let count = if n == 0 then 0 else before[n - 1]
  let behind = scan (+) 0 ones
  let at = map3 (\b z o -> if b == 0 then z - 1 else count + o - 1) ones before behind
  in scatter (copy xs) at xs

def radix_sort [n] 'a (key: a -> u32) (xs: [n]a) : [n]a =
  loop xs for bit < 32 do by_bit key bit xs

-- ==
-- entry: main
-- input { [5i32, -1i32, 3i32, -2147483648i32, 0i32, 3i32] }
-- output { [-2147483648i32, -1i32, 0i32, 3i32, 3i32, 5i32] }
-- input { empty([0]i32) } output { empty([0]i32) }
entry main [n] (xs: [n]i32) : [n]i32 =
  radix_sort (\x -> u32.i32 x ^ 0x80000000) xs

-- ==
-- entry: stable
-- input { [2u32, 1u32, 2u32, 1u32] [0i32, 1i32, 2i32, 3i32] }
-- output { [1u32, 1u32, 2u32, 2u32] [1i32, 3i32, 0i32, 2i32] }
entry stable [n] (keys: [n]u32) (vs: [n]i32) : ([n]u32, [n]i32) =
  unzip (radix_sort (.0) (zip keys vs))

-- ==
-- entry: permuted
-- input { 1024i64 } output { true }
entry permuted (n: i64) : bool =
  let sorted = radix_sort u32.i64 (map (\i -> 17 * i % n) (iota n))
  in and (map2 (==) sorted (iota n))
