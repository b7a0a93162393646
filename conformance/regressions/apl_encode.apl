⍝ Digits by ⊤, as its definition computes them in Python: from the last radix to the first, the residue,
⍝ and what is left divided by the radix, or 0 if that is 0. The product of twenty tens is no int; what is to
⍝ the left of a radix of 0 is 0; a fraction stays in the last digit. Found by a fresh program for the sum of
⍝ digits; the random expressions drew no long vectors of radices, no 0 but the first, and no fractions.
⍝ ==
⍝ entry: tens
⍝ input { 98765 } output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 9i64, 8i64, 7i64, 6i64, 5i64] }
⍝ input { -3 } output { [9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 7i64] }
⍝ ==
⍝ entry: zeros
⍝ input { [345, -7, 0] } output { [[0i64, 0i64, 0i64], [34i64, -1i64, 0i64], [5i64, 3i64, 0i64]] }
⍝ ==
⍝ entry: bits
⍝ input { 70 5 } output { 2i64 }
⍝ input { 70 -1 } output { 70i64 }
⍝ ==
⍝ entry: fractions
⍝ input { [345.5, -2.25] } output { [[3f64, 9f64], [4f64, 9f64], [5.5f64, 7.75f64]] }
⍝ ==
⍝ entry: signed
⍝ input { [47, -13, 0] } output { [[0i64, 0i64, 0i64], [-3i64, -3i64, 0i64], [2i64, 2i64, 0i64]] }
⍝ ==
⍝ entry: mixed
⍝ input { [47.5, -13.0, 0.0] } output { [[0f64, 0f64, 0f64], [0f64, 0f64, 0f64], [3f64, -2f64, 0f64], [1.5f64, 2f64, 0f64], [2.5f64, 2f64, 0f64]] }
⍝ ==
⍝ entry: given
⍝ input { [3, -4, 5] [47, -13] } error: a negative radix of ⊤ that is neither the first nor the last
⍝ input { [-3, 4, -5] [47, -13] } output { [[0i64, 0i64], [2i64, 2i64], [-3i64, -3i64]] }
⍝ input { empty([0]i64) [47, -13] } output { empty([0][2]i64) }
tens ← {(20⍴10)⊤⍵}
zeros ← {10 0 10⊤⍵}
bits ← {+/(⍺⍴2)⊤⍵}
fractions ← {10 10 10⊤⍵}
signed ← {3 ¯4 5⊤⍵}
mixed ← {3 ¯4 0 2.5 5⊤⍵}
given ← {⍺⊤⍵}
