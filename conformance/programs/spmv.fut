-- Sparse matrix–vector product, the matrix in compressed rows: the elements of
-- row i are those from starts[i] to starts[i + 1]. The sums over rows are
-- segmented sums.
--
-- Expected results: the first by hand; `laplace` multiplies the n × n matrix
-- with 2 on the diagonal and -1 beside it by the vector of squares i²: inner
-- rows give -(i-1)² + 2·i² - (i+1)² = -2, the first -1, the last 2·(n-1)² -
-- (n-2)² = n² - 2.
def segmented_sum [n] (flags: [n]bool) (xs: [n]f64) : [n]f64 =
  let (_, sums) =
    unzip (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (zip flags xs))
  in sums

def product [m] [k] [n] (starts: [m]i64) (columns: [k]i64) (values: [k]f64) (v: [n]f64) : [m - 1]f64 =
  let rows = m - 1
  let products = map2 (\c x -> x * v[c]) columns values
  let flags = reduce_by_index (replicate k false) (||) false starts (replicate m true)
  let sums = segmented_sum flags products
  in tabulate rows (\i -> if starts[i + 1] > starts[i] then sums[starts[i + 1] - 1] else 0)

-- ==
-- entry: main
-- input { [0i64, 2i64, 2i64, 3i64] [0i64, 2i64, 1i64] [1f64, 2f64, 3f64] [10f64, 20f64, 30f64] }
-- output { [70f64, 0f64, 60f64] }
entry main [m] [k] [n] (starts: [m]i64) (columns: [k]i64) (values: [k]f64) (v: [n]f64) : []f64 =
  product starts columns values v

-- ==
-- entry: laplace
-- input { 5i64 } output { [-1f64, -2f64, -2f64, -2f64, 23f64] }
entry laplace (n: i64) : []f64 =
  let places =
    filter (\(_, c) -> c >= 0 && c < n)
           (flatten (map (\i -> map (\d -> (i, i + d)) [-1, 0, 1]) (iota n)))
  let (rows, columns) = unzip places
  let values = map2 (\r c -> if r == c then 2f64 else -1) rows columns
  let lengths = hist (+) 0 n rows (map (const 1i64) rows)
  let starts = [0] ++ scan (+) 0 lengths
  in product starts columns values (map (\i -> f64.i64 (i * i)) (iota n))
