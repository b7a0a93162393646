-- A function called main is an entry point without the word.

-- ==
-- input { [1, 2, 3] }
-- output { 6 }

let twice (x: i32) : i32 = x + x

let main [n] (xs: [n]i32) : i32 = reduce (+) 0 (map twice xs) / 2
