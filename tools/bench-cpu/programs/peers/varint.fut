-- Numbers in bytes of seven bits, the lowest first; the last byte of each is below 128.
entry main [k] (n: i64) (bytes: [k]u8) : [n]u64 =
  let (out, _) =
    loop (out, at) = (replicate n 0u64, 0i64) for i < n do
      let (x, _, at, _) =
        loop (x, shift, at, more) = (0u64, 0u64, at, true) while more do
          let b = bytes[at]
          in (x | (u64.u8 (b & 127) << shift), shift + 7, at + 1, b >= 128)
      in (out with [i] = x, at)
  in out
