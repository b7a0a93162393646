-- The product of two sparse matrices in compressed rows: for each row of the product how many of
-- its elements are not empty, and their sum with weights. A row of the product is gathered in a row
-- of accumulators, of which a list says which are in use.
entry main [n1] [k] (starts: [n1]i64) (columns: [k]i64) (values: [k]f64) : ([]i64, []f64) =
  let n = n1 - 1
  let (counts, sums, _, _, _) =
    loop (counts, sums, acc, seen, list) =
        (replicate n 0i64, replicate n 0f64, replicate n 0f64, replicate n (-1i64), replicate n 0i64)
    for i < n do
      let (acc, seen, list, count) =
        loop (acc, seen, list, count) = (acc, seen, list, 0i64) for p in starts[i]..<starts[i + 1] do
          let row = columns[p]
          let v = values[p]
          in loop (acc, seen, list, count) for q in starts[row]..<starts[row + 1] do
               let j = columns[q]
               in if seen[j] == i
                  then (acc with [j] = acc[j] + v * values[q], seen, list, count)
                  else (acc with [j] = v * values[q], seen with [j] = i, list with [count] = j, count + 1)
      let sum = loop s = 0 for t < count do s + acc[list[t]] * f64.i64 (list[t] % 7)
      in (counts with [i] = count, sums with [i] = sum, acc, seen, list)
  in (counts, sums)
