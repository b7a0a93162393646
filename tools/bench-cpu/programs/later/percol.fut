-- Whether water flows from top to bottom of random grids: cells filled by sweeps over the rows.
-- ==
-- entry: main
-- input { 4i64 6i64 } output { 3i64 34i64 }
-- notest input { 40i64 48i64 }
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)
entry main (grids: i64) (n: i64) =
  let flows (g: i64) =
    let free = tabulate_2d n n (\i j -> hash (u32.i64 ((g * n + i) * n + j)) % 100 < 62)
    let (wet, _, rounds) =
      loop (wet, changed, rounds) = (map2 (\o i -> map (\c -> c && i == 0) o) free (iota n), true, 0i64) while changed do
        let next =
          tabulate_2d n n (\i j ->
                             free[i, j] && (wet[i, j] || (i > 0 && wet[i - 1, j]) || (i + 1 < n && wet[i + 1, j]) || (j > 0 && wet[i, j - 1]) || (j + 1 < n && wet[i, j + 1])))
        let count w = i64.sum (map (\r -> i64.sum (map i64.bool r)) w)
        in (next, count next != count wet, rounds + 1)
    in (or wet[n - 1], rounds)
  let (through, rounds) = unzip (map flows (iota grids))
  in (i64.sum (map i64.bool through), i64.sum rounds)
