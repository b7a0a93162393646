-- Nested parallelism, deeper than extract-kernels distributes over threads
-- (maxSpread): with a sum s over k elements, each level makes s + k x of x, beginning with 1.
-- ==
-- entry: sums
-- input { [1i64, 2i64] } output { 65533i64 }
-- input { empty([0]i64) } output { 0i64 }
entry sums [k] (xs: [k]i64) : i64 =
  i64.sum (map (\x1 ->
                  x1 +
                  i64.sum (map (\x2 ->
                                  x2 +
                                  i64.sum (map (\x3 ->
                                                  x3 +
                                                  i64.sum (map (\x4 ->
                                                                  x4 +
                                                                  i64.sum (map (\x5 ->
                                                                                  x5 +
                                                                                  i64.sum (map (\x6 ->
                                                                                                  x6 +
                                                                                                  i64.sum (map (\x7 ->
                                                                                                                  x7 +
                                                                                                                  i64.sum (map (\x8 ->
                                                                                                                                  x8 +
                                                                                                                                  i64.sum (map (\x9 ->
                                                                                                                                                  x9 +
                                                                                                                                                  i64.sum (map (\x10 ->
                                                                                                                                                                  x10 +
                                                                                                                                                                  i64.sum (map (\x11 ->
                                                                                                                                                                                  x11 +
                                                                                                                                                                                  i64.sum (map (\x12 ->
                                                                                                                                                                                                  x12 +
                                                                                                                                                                                                  i64.sum (map (\x13 ->
                                                                                                                                                                                                                  x13 +
                                                                                                                                                                                                                  i64.sum (map (\x14 ->
                                                                                                                                                                                                                                  x14 +
                                                                                                                                                                                                                                  1) xs)) xs)) xs)) xs)) xs)) xs)) xs)) xs)) xs)) xs)) xs)) xs)) xs)) xs)

-- With a loop of two iterations on each of seven levels: each level makes s + 2 k x of x.
-- ==
-- entry: loops
-- input { [1i64, 2i64] } output { 32767i64 }
entry loops [k] (xs: [k]i64) : i64 =
  i64.sum (map (\x1 ->
                  loop y1 = x1 for j < 2 do
                    y1 +
                    i64.sum (map (\x2 ->
                                    loop y2 = x2 for j < 2 do
                                      y2 +
                                      i64.sum (map (\x3 ->
                                                      loop y3 = x3 for j < 2 do
                                                        y3 +
                                                        i64.sum (map (\x4 ->
                                                                        loop y4 = x4 for j < 2 do
                                                                          y4 +
                                                                          i64.sum (map (\x5 ->
                                                                                          loop y5 = x5 for j < 2 do
                                                                                            y5 +
                                                                                            i64.sum (map (\x6 ->
                                                                                                            loop y6 = x6 for j < 2 do
                                                                                                              y6 +
                                                                                                              i64.sum (map (\x7 ->
                                                                                                                              loop y7 = x7 for j < 2 do
                                                                                                                                y7 +
                                                                                                                                1) xs)) xs)) xs)) xs)) xs)) xs)) xs)
