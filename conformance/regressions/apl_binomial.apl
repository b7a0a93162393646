⍝ Factorials and binomial coefficients of ints came from the gamma function: 2!200 was no number, 30!60 was wrong in
⍝ its last digits, 3!¯2 was 0, and the factorials of ¯1 and 21 were ints. Found by trying mistakes; the random
⍝ expressions drew no !, and draw it now. The values are Python's math.comb, and (¯2)(¯3)(¯4)÷6.
⍝ ==
⍝ entry: over
⍝ input { [2, 30, 33, 2] [200, 60, 66, 3000000000] } output { [19900i64, 118264581564861424i64, 7219428434016265740i64, 4499999998500000000i64] }
⍝ input { [3, -1, -3, -2, 0, 5] [-2, 3, -2, -3, -7, 3] } output { [-4i64, 0i64, -2i64, 0i64, 1i64, 0i64] }
⍝ input { [34] [68] } error: the binomial coefficient of 34 and 68 is no int of 64 bits
⍝ input { [2.0, 198.0, 3.0] [200.0, 200.0, 2.5] } output { [19900f64, 19900f64, 0.3125f64] }
⍝ ==
⍝ entry: product
⍝ input { [0, 1, 5, 20] } output { [1i64, 1i64, 120i64, 2432902008176640000i64] }
⍝ input { [21] } error: the factorial of 21 is no int of 64 bits
⍝ input { [-1] } error: the factorial of -1 is no int of 64 bits
over ← {⍺!⍵}
product ← {!⍵}
