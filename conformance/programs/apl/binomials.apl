⍝ Binomial coefficients of doubles where the gamma function has poles: as of ints where both are whole, 0 where
⍝ only the divisor has a pole. Expected values: the table of cases of the language's standard, in exact arithmetic.
⍝ ==
⍝ input { [-1.0, -1.0, -1.0, -1.0, -3.0, -3.0, -3.0, -3.0, 2.0, 2.0, 2.0, 2.5, 2.5, 5.0, 0.0, 3.0, -2.0]
⍝         [-4.0, -1.0, 2.5, -2.5, -2.0, -3.0, -4.0, 3.0, -2.0, -3.0, 4.0, 0.5, 1.5, 3.0, 4.0, 7.0, 2.5] }
⍝ output { [0.0, 1.0, 0.0, 0.0, -2.0, 1.0, 0.0, 0.0, 3.0, 6.0, 6.0, 0.0, 0.0, 0.0, 1.0, 35.0, 0.0] }
main ← {⍺!⍵}
