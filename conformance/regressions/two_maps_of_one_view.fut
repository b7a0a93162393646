-- Two maps that take the same view of each element of one array are copies of one view. The second
-- copied a view that common subexpressions had removed, and the program did not compile.
-- Found by reading; random source programs repeat expressions since.

-- ==
-- entry: main
-- input { [[[1i64, 2i64], [3i64, 4i64]]] }
-- output { [[[1i64, 3i64], [2i64, 4i64]]] [[[1i64, 3i64], [2i64, 4i64]]] [[[3i64, 4i64], [1i64, 2i64]]] [[[3i64, 4i64], [1i64, 2i64]]] }
entry main [a] [b] [c] (xsss: [a][b][c]i64) =
  (map transpose xsss, map transpose xsss, map reverse xsss, map reverse xsss)
