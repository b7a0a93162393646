⍝ The mean along the first axis: of a vector a number, of a matrix a vector.
⍝ ==
⍝ entry: mean
⍝ input { [3, 1, 4, 1, 5] } output { 2.8 }
⍝ input { [[1.0, 2.0], [3.0, 5.0]] } output { [2.0, 3.5] }
mean ← {(+⌿⍵)÷≢⍵}
