⍝ Conway's Life on a torus: ⍺ steps. After four steps a glider has moved by one cell each way. The
⍝ other grids were computed in Python, cell by cell.
⍝ ==
⍝ entry: life
⍝ input { 4 [[0, 1, 0, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0]] }
⍝ output { [[0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 1i64, 0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 1i64, 0i64, 0i64, 0i64, 0i64], [0i64, 1i64, 1i64, 1i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64]] }
⍝ input { 0 [[1, 0], [0, 1]] } output { [[1i64, 0i64], [0i64, 1i64]] }

⍝ How many of 40×40 cells live after ⍺ steps, where cell (i, j), counted from 0, lives at first if
⍝ 7i+13j+ij is 0 or 1 modulo 5.
⍝ ==
⍝ entry: population
⍝ input { 1 40 } output { 768i64 }
⍝ input { 100 40 } output { 0i64 }
step ← {
    row ← (1⌽⍵)+⍵+¯1⌽⍵
    n ← (1⊖row)+row+¯1⊖row
    (n=3)∨(⍵=1)∧n=4
}
life ← { ⍝ the grid is of 0s and 1s
    ({0+step ⍵}⍣⍺)⍵
}
population ← {
    k ← ¯1+⍳⍵
    grid ← 2>5|((7×k)∘.+13×k)+k∘.×k
    +/,(step⍣⍺)grid
}
