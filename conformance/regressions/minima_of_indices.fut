-- Minima of an index and zero: what zero is less than doubled with each of them, and the compiler did not end.
-- ==
-- input { 3i64 }
-- output { [0i64, 0i64, 0i64] }

entry main (n: i64) : [n]i64 =
  tabulate n (\x0 ->
                let x1 = i64.min x0 0
                let x2 = i64.min x1 0
                let x3 = i64.min x2 0
                let x4 = i64.min x3 0
                let x5 = i64.min x4 0
                let x6 = i64.min x5 0
                let x7 = i64.min x6 0
                let x8 = i64.min x7 0
                let x9 = i64.min x8 0
                let x10 = i64.min x9 0
                let x11 = i64.min x10 0
                let x12 = i64.min x11 0
                let x13 = i64.min x12 0
                let x14 = i64.min x13 0
                let x15 = i64.min x14 0
                let x16 = i64.min x15 0
                let x17 = i64.min x16 0
                let x18 = i64.min x17 0
                let x19 = i64.min x18 0
                let x20 = i64.min x19 0
                let x21 = i64.min x20 0
                let x22 = i64.min x21 0
                let x23 = i64.min x22 0
                let x24 = i64.min x23 0
                let x25 = i64.min x24 0
                let x26 = i64.min x25 0
                let x27 = i64.min x26 0
                let x28 = i64.min x27 0
                let x29 = i64.min x28 0
                let x30 = i64.min x29 0
                in x30)
