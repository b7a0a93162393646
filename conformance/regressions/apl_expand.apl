⍝ Expansion takes as many elements as it has ones: 1 0 1\5 6 7 left the 7 out without a word, and a scalar was
⍝ not repeated. It works along any axis. Found by an APL programmer's first expressions; the random ones drew no
⍝ expansion, and draw it now. What they give is spelt out here by the definition.
⍝ ==
⍝ entry: expanded
⍝ input { [true, false, true] [5, 6, 7] } error: the extents \[2\] and \[3\] differ
⍝ input { [true, false, true, true] [5, 6] } error: the extents \[3\] and \[2\] differ
⍝ input { [true, false, true] [5, 6] } output { [5i64, 0i64, 6i64] }
⍝ input { [0, 1, 1] 4 } output { [0i64, 4i64, 4i64] }
⍝ input { [true, false, true] [[1, 2], [3, 4]] } output { [[1i64, 0i64, 2i64], [3i64, 0i64, 4i64]] }
⍝ ==
⍝ entry: rows
⍝ input { [true, false, true] [[1, 2], [3, 4]] } output { [[1i64, 2i64], [0i64, 0i64], [3i64, 4i64]] }
⍝ ==
⍝ entry: backwards
⍝ input { [1, 4, 9, 16] } output { [3i64, 5i64, 7i64] }
⍝ ==
⍝ entry: swapped
⍝ input { [3, 8] } output { [8i64, 3i64] }
⍝ input { [3, 8, 9] } error: the extents \[3\] and \[2\] differ
⍝ ==
⍝ entry: one
⍝ input { [1, 0, 1] } output { [5i64, 0i64, 5i64] }
expanded ← {⍺\⍵}
rows ← {⍺⍀⍵}
backwards ← {¯2-/⍵}
swapped ← {(a b) ← ⍵ ⋄ a b ← b a ⋄ a b}
one ← {⍵\,5}
