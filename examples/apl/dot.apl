⍝ The product of a 3×2 matrix and its transpose, and the product of its row sums. The paper on
⍝ TAIL prints both: rows 5 11 7, 11 25 19 and 7 19 26; and 65780. It takes no memory but the
⍝ result's.
⍝ ==
⍝ input { } output { [[5i64, 11i64, 7i64], [11i64, 25i64, 19i64], [7i64, 19i64, 26i64]] }
⍝ allocs: 1
A ← 3 2⍴⍳5
A +.× ⍉A

⍝ ==
⍝ entry: product
⍝ input { 5 } output { 65780i64 } allocs: 0
product ← {
    m ← 3 2⍴⍳⍵
    ×/+/m+.×⍉m
}
