-- Odd-even transposition sort: swaps in an array that is its own to change.
-- Expected results: Futhark 0.25.32.

-- ==
-- entry: main
-- input { [5,3,8,1,9,2,7,4,0] }
-- output { [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 7i32, 8i32, 9i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }

def oddeven [n] (xs: *[n]i32) : *[n]i32 =
  loop xs for r < n do
    loop xs for k < (n - r % 2) / 2 do
      let i = 2 * k + r % 2
      in if xs[i] > xs[i + 1]
         then
           let t = xs[i]
           let xs[i] = xs[i + 1]
           let xs[i + 1] = t
           in xs
         else xs
entry main (xs: []i32) = oddeven (copy xs)
