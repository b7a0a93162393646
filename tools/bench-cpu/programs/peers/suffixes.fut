-- The suffixes of a text in order, by doubling: ranks by the first letter, then by the first two,
-- four and so on, each time by two counting sorts.
def countingSort [n] (keys: [n]i64) (order: [n]i64) : [n]i64 =
  let counts = loop counts = replicate (n + 257) 0i64 for i < n do counts with [keys[i] + 1] = counts[keys[i] + 1] + 1
  let starts = loop counts for k < n + 256 do counts with [k + 1] = counts[k + 1] + counts[k]
  in (loop (out, starts) = (replicate n 0i64, starts) for o in order do
        let k = keys[o]
        in (out with [starts[k]] = o, starts with [k] = starts[k] + 1)).0

entry main [n] (text: [n]u8) : [n]i64 =
  let (order, _, _) =
    loop (order, ranks, width) = (countingSort (map i64.u8 text) (iota n), map i64.u8 text, 1i64) while width < n do
      let second = map (\i -> if i + width < n then ranks[i + width] + 1 else 0) (iota n)
      let order = countingSort ranks (countingSort second order)
      let same a b = ranks[a] == ranks[b] && second[a] == second[b]
      let (ranks', _) =
        loop (out, r) = (replicate n 0i64, 0i64) for i < n do
          let r = if i > 0 && !(same order[i - 1] order[i]) then r + 1 else r
          in (out with [order[i]] = r, r)
      in (order, ranks', width * 2)
  in order
