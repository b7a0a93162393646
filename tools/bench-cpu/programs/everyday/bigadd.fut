-- Addition of long numbers by a scan over carries (0 kill, 1 propagate, 2 generate), many pairs.
def add [n] (a: [n]u32) (b: [n]u32) : [n]u32 =
  let s = map2 (+) a b
  let c = map2 (\x y -> if y < x then 2u8 else if y == 0xffffffff then 1u8 else 0u8) a s
  let cs = scan (\x y -> if y == 1 then x else y) 1u8 c
  in map2 (\v i -> if i > 0 && cs[i - 1] == 2 then v + 1 else v) s (iota n)
entry main [k] [n] (as: [k][n]u32) (bs: [k][n]u32) : [k][n]u32 = map2 add as bs
