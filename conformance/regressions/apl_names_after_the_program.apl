⍝ An assignment that other names used saw the last value of a name, not the value it had then; and
⍝ a name that was first used in a function applied to each element was unknown elsewhere.
⍝ Found by rewriting a program by hand; random expressions have no names. This program is the test.
⍝ ==
⍝ entry: earlier
⍝ input { 0 } output { 1i64 }
⍝ ==
⍝ entry: inside
⍝ input { [1, 2] } output { [111i64, 112i64] }
a ← 1
b ← a
a ← 2
earlier ← {⍵+b}
k ← +/⍳10
inside ← {k+{⍵+k}¨⍵}
