-- Loops nested more deeply than passes analyse for each of them (maxNest of
-- double-buffer and of the wasm backend): 12 loops of two iterations run 2^12 times.
-- Results by formula.

-- ==
-- entry: scalar
-- input { 3i64 } output { 4099i64 }
entry scalar (x0: i64) : i64 =
  loop x1 = x0 for i1 < 2 do
    loop x2 = x1 for i2 < 2 do
      loop x3 = x2 for i3 < 2 do
        loop x4 = x3 for i4 < 2 do
          loop x5 = x4 for i5 < 2 do
            loop x6 = x5 for i6 < 2 do
              loop x7 = x6 for i7 < 2 do
                loop x8 = x7 for i8 < 2 do
                  loop x9 = x8 for i9 < 2 do
                    loop x10 = x9 for i10 < 2 do
                      loop x11 = x10 for i11 < 2 do
                        loop x12 = x11 for i12 < 2 do
                          x12 + 1

-- ==
-- entry: array
-- input { [1i64, 2i64, 3i64] } output { [4097i64, 4098i64, 4099i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
entry array [k] (x0: [k]i64) : [k]i64 =
  loop x1 = x0 for i1 < 2 do
    loop x2 = x1 for i2 < 2 do
      loop x3 = x2 for i3 < 2 do
        loop x4 = x3 for i4 < 2 do
          loop x5 = x4 for i5 < 2 do
            loop x6 = x5 for i6 < 2 do
              loop x7 = x6 for i7 < 2 do
                loop x8 = x7 for i8 < 2 do
                  loop x9 = x8 for i9 < 2 do
                    loop x10 = x9 for i10 < 2 do
                      loop x11 = x10 for i11 < 2 do
                        loop x12 = x11 for i12 < 2 do
                          map (+ 1) x12

-- ==
-- entry: update
-- input { [1i64, 2i64, 3i64] } output { [4097i64, 2i64, 3i64] }
entry update [k] (x0: *[k]i64) : [k]i64 =
  loop x1 = x0 for i1 < 2 do
    loop x2 = x1 for i2 < 2 do
      loop x3 = x2 for i3 < 2 do
        loop x4 = x3 for i4 < 2 do
          loop x5 = x4 for i5 < 2 do
            loop x6 = x5 for i6 < 2 do
              loop x7 = x6 for i7 < 2 do
                loop x8 = x7 for i8 < 2 do
                  loop x9 = x8 for i9 < 2 do
                    loop x10 = x9 for i10 < 2 do
                      loop x11 = x10 for i11 < 2 do
                        loop x12 = x11 for i12 < 2 do
                          x12 with [0] = x12[0] + 1

-- Each loop's result makes another array: of f(13) = 1 and f(i) = 2 f(i+1) + 1, f(1) = 8191.
-- ==
-- entry: after
-- input { [1i64, 2i64] } output { [8192i64, 8193i64] }
entry after [k] (x0: [k]i64) : [k]i64 =
  let y1 =
    loop x1 = x0 for i1 < 2 do
      let y2 =
        loop x2 = x1 for i2 < 2 do
          let y3 =
            loop x3 = x2 for i3 < 2 do
              let y4 =
                loop x4 = x3 for i4 < 2 do
                  let y5 =
                    loop x5 = x4 for i5 < 2 do
                      let y6 =
                        loop x6 = x5 for i6 < 2 do
                          let y7 =
                            loop x7 = x6 for i7 < 2 do
                              let y8 =
                                loop x8 = x7 for i8 < 2 do
                                  let y9 =
                                    loop x9 = x8 for i9 < 2 do
                                      let y10 =
                                        loop x10 = x9 for i10 < 2 do
                                          let y11 =
                                            loop x11 = x10 for i11 < 2 do
                                              let y12 =
                                                loop x12 = x11 for i12 < 2 do
                                                  map (+ 1) x12
                                              in map (+ 1) y12
                                          in map (+ 1) y11
                                      in map (+ 1) y10
                                  in map (+ 1) y9
                              in map (+ 1) y8
                          in map (+ 1) y7
                      in map (+ 1) y6
                  in map (+ 1) y5
              in map (+ 1) y4
          in map (+ 1) y3
      in map (+ 1) y2
  in map (+ 1) y1

-- Each loop starts from another array.
-- ==
-- entry: each
-- input { [1i64, 2i64] } output { [8192i64, 8193i64] }
entry each [k] (x0: [k]i64) : [k]i64 =
  loop x1 = map (+ 1) x0 for i1 < 2 do
    loop x2 = map (+ 1) x1 for i2 < 2 do
      loop x3 = map (+ 1) x2 for i3 < 2 do
        loop x4 = map (+ 1) x3 for i4 < 2 do
          loop x5 = map (+ 1) x4 for i5 < 2 do
            loop x6 = map (+ 1) x5 for i6 < 2 do
              loop x7 = map (+ 1) x6 for i7 < 2 do
                loop x8 = map (+ 1) x7 for i8 < 2 do
                  loop x9 = map (+ 1) x8 for i9 < 2 do
                    loop x10 = map (+ 1) x9 for i10 < 2 do
                      loop x11 = map (+ 1) x10 for i11 < 2 do
                        loop x12 = map (+ 1) x11 for i12 < 2 do
                          map (+ 1) x12

-- The innermost loop counts up to 120, and then all are done.
-- ==
-- entry: whiles
-- input { 3i64 } output { 120i64 }
-- input { 30i64 } output { 30i64 }
entry whiles (x0: i64) : i64 =
  loop x1 = x0 while x1 < 10 do
    loop x2 = x1 while x2 < 20 do
      loop x3 = x2 while x3 < 30 do
        loop x4 = x3 while x4 < 40 do
          loop x5 = x4 while x5 < 50 do
            loop x6 = x5 while x6 < 60 do
              loop x7 = x6 while x7 < 70 do
                loop x8 = x7 while x8 < 80 do
                  loop x9 = x8 while x9 < 90 do
                    loop x10 = x9 while x10 < 100 do
                      loop x11 = x10 while x11 < 110 do
                        loop x12 = x11 while x12 < 120 do
                          x12 + 1

-- In a kernel.
-- ==
-- entry: inside
-- input { [[1i64, 2i64], [3i64, 4i64]] } output { [[4097i64, 4098i64], [4099i64, 4100i64]] }
entry inside [n] [k] (xss: [n][k]i64) : [n][k]i64 =
  map (\x0 ->
         loop x1 = x0 for i1 < 2 do
           loop x2 = x1 for i2 < 2 do
             loop x3 = x2 for i3 < 2 do
               loop x4 = x3 for i4 < 2 do
                 loop x5 = x4 for i5 < 2 do
                   loop x6 = x5 for i6 < 2 do
                     loop x7 = x6 for i7 < 2 do
                       loop x8 = x7 for i8 < 2 do
                         loop x9 = x8 for i9 < 2 do
                           loop x10 = x9 for i10 < 2 do
                             loop x11 = x10 for i11 < 2 do
                               loop x12 = x11 for i12 < 2 do
                                 map (+ 1) x12) xss
