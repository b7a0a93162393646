⍝ Signal processing, from the APEX benchmarks: differences, relative to the signal, between -50
⍝ and 50. Their sum was computed in Python.
⍝ ==
⍝ entry: sum
⍝ input { [9, 8, 6, 8, 7, 4, 4, 3, 2, 2, 1, 2, 4, 5, 6] } output { -27.870466000131344 }
diff ← { ⍝: <κ>(ρ+1) → <κ>ρ
    1↓⍵-¯1⌽⍵
}
signal ← {¯50⌈50⌊50×(diff 0,⍵)÷0.01+⍵}
sum ← {+/signal ⍵}
