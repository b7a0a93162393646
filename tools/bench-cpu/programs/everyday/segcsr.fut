-- Sparse matrix times vector: flags and a segmented scan.
def segscan [n] (fs: [n]bool) (xs: [n]f64) : [n]f64 =
  (unzip (scan (\(f1, x1) (f2, x2) -> (f1 || f2, if f2 then x2 else x1 + x2)) (false, 0) (zip fs xs))).1
entry main [nnz] [r] (starts: [r]i64) (cols: [nnz]i64) (vals: [nnz]f64) (v: [r]f64) : [r]f64 =
  let fs = scatter (replicate nnz false) starts (replicate r true)
  let ps = map2 (\c x -> x * v[c]) cols vals
  let ss = segscan fs ps
  in tabulate r (\i -> ss[(if i + 1 < r then starts[i + 1] else nnz) - 1])
