-- Ints that are computed from a loop's index, each from the one before, were computed anew for
-- each lane at each use, so that code grew by 2^n with their number. Found by Easter in APL; no
-- generated program has such chains. It is compiled in no time now.
-- ==
-- input { 2000i64 } output { 97514i64 }
entry main (n: i64) : i64 =
  i64.sum (map (\v0 ->
                  let v1 = v0 / 3 + v0 % 7 + 0
                  let v2 = v1 / 3 + v1 % 7 + 1
                  let v3 = v2 / 3 + v2 % 7 + 2
                  let v4 = v3 / 3 + v3 % 7 + 3
                  let v5 = v4 / 3 + v4 % 7 + 4
                  let v6 = v5 / 3 + v5 % 7 + 5
                  let v7 = v6 / 3 + v6 % 7 + 6
                  let v8 = v7 / 3 + v7 % 7 + 7
                  let v9 = v8 / 3 + v8 % 7 + 8
                  let v10 = v9 / 3 + v9 % 7 + 9
                  let v11 = v10 / 3 + v10 % 7 + 10
                  let v12 = v11 / 3 + v11 % 7 + 11
                  let v13 = v12 / 3 + v12 % 7 + 12
                  let v14 = v13 / 3 + v13 % 7 + 13
                  let v15 = v14 / 3 + v14 % 7 + 14
                  let v16 = v15 / 3 + v15 % 7 + 15
                  let v17 = v16 / 3 + v16 % 7 + 16
                  let v18 = v17 / 3 + v17 % 7 + 17
                  let v19 = v18 / 3 + v18 % 7 + 18
                  let v20 = v19 / 3 + v19 % 7 + 19
                  let v21 = v20 / 3 + v20 % 7 + 20
                  let v22 = v21 / 3 + v21 % 7 + 21
                  let v23 = v22 / 3 + v22 % 7 + 22
                  let v24 = v23 / 3 + v23 % 7 + 23
                  let v25 = v24 / 3 + v24 % 7 + 24
                  let v26 = v25 / 3 + v25 % 7 + 25
                  let v27 = v26 / 3 + v26 % 7 + 26
                  let v28 = v27 / 3 + v27 % 7 + 27
                  let v29 = v28 / 3 + v28 % 7 + 28
                  let v30 = v29 / 3 + v29 % 7 + 29
                  in v30) (iota n))
