⍝ Assignment to parts of arrays; of values for one place the last one stays. Worked by hand.
⍝ ==
⍝ entry: f
⍝ input { [1, 2, 3, 4, 5] } output { [10i64, 2i64, 30i64, 4i64, 40i64] [6i64, 2i64, 3i64, 4i64, 5i64] [1i64, 12i64, 3i64, 104i64, 5i64] [0i64, 0i64, 3i64, 0i64, 0i64] }

⍝ ==
⍝ entry: g
⍝ input { [[1, 2, 3], [4, 5, 6]] } output { [[1i64, 0i64, 3i64], [4i64, 0i64, 6i64]] [[7i64, 8i64, 9i64], [4i64, 5i64, 6i64]] [[3i64, 2i64, 1i64], [6i64, 5i64, 4i64]] [[1i64, 12i64, 13i64], [4i64, 15i64, 16i64]] }
⍝ input { [[1, 2], [3, 4]] } error: the extents
f ← {
    a ← ⍵ ⋄ a[1 3 5]←10 30 40 ⋄ ⎕←a
    b ← ⍵ ⋄ b[1 1]←5 6 ⋄ ⎕←b
    c ← ⍵ ⋄ c[2 4]+←10 100 ⋄ ⎕←c
    d ← ⍵ ⋄ d[(3≠⍵)/⍳≢⍵]←0
    d
}
g ← {
    a ← ⍵ ⋄ a[;2]←0 ⋄ ⎕←a
    b ← ⍵ ⋄ b[1;]←7 8 9 ⋄ ⎕←b
    c ← ⍵ ⋄ c[;3 1]←c[;1 3] ⋄ ⎕←c
    d ← ⍵ ⋄ d[;2 3]+←10
    d
}
