-- A sparse matrix in compressed rows, times a vector.
entry main [r] [nnz] [n] (starts: [r]i64) (columns: [nnz]i64) (values: [nnz]f64) (x: [n]f64) : [r]f64 =
  map (\i ->
         let from = starts[i]
         let to = if i + 1 < r then starts[i + 1] else nnz
         in loop s = 0 for k in from..<to do s + values[k] * x[columns[k]])
      (iota r)
