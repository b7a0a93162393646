⍝ Idioms of APL programmers. Functions stand in any order; names may be assigned to the right of
⍝ where they are used. Expected: Python, from the definitions.
⍝ ==
⍝ entry: primes
⍝ input { 40i64 } output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64] }

⍝ ==
⍝ entry: totient
⍝ input { 36i64 } output { 12i64 }

⍝ ==
⍝ entry: encode
⍝ input { [1i64, 1i64, 1i64, 4i64, 4i64, 2i64, 7i64, 7i64, 7i64, 7i64, 2i64] } output { [[1i64, 4i64, 2i64, 7i64, 2i64], [3i64, 2i64, 1i64, 4i64, 1i64]] }

⍝ ==
⍝ entry: conv
⍝ input { [1i64, 2i64, 3i64] [1i64, 1i64] } output { [1i64, 3i64, 5i64, 3i64] }

⍝ ==
⍝ entry: gray
⍝ input { 5i64 } output { [false, false, false, false, false, true, true, true] }

⍝ ==
⍝ entry: collatz
⍝ input { 5i64 7i64 } output { 52i64 }

⍝ ==
⍝ entry: trace
⍝ input { [[1i64, 2i64], [3i64, 4i64]] } output { 5i64 }

⍝ ==
⍝ entry: jacobi
⍝ input { [5.0, 8.0] [[4.0, 1.0], [2.0, 5.0]] } output { [0.9444444444444444, 1.2222222222222223] }

⍝ ==
⍝ entry: kron
⍝ input { [[1i64, 2i64]] [[1i64, 0i64], [0i64, 1i64]] } output { [[1i64, 0i64, 2i64, 0i64], [0i64, 1i64, 0i64, 2i64]] }

⍝ ==
⍝ entry: rotrows
⍝ input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64], [7i64, 8i64, 9i64]] } output { [[1i64, 2i64, 3i64], [5i64, 6i64, 4i64], [9i64, 7i64, 8i64]] }

⍝ ==
⍝ entry: rotcols
⍝ input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64], [7i64, 8i64, 9i64]] } output { [[1i64, 5i64, 9i64], [4i64, 8i64, 3i64], [7i64, 2i64, 6i64]] }

⍝ ==
⍝ entry: interleave
⍝ input { [1i64, 2i64, 3i64] [4i64, 5i64, 6i64] } output { [1i64, 4i64, 2i64, 5i64, 3i64, 6i64] }

⍝ ==
⍝ entry: rav
⍝ input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64, 6i64], [7i64, 8i64]]] } output { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64], [7i64, 8i64]] }

⍝ ==
⍝ entry: nub
⍝ input { [3i64, 1i64, 3i64, 2i64, 1i64] } output { [true, true, false, true, false] }

⍝ ==
⍝ entry: center
⍝ input { [[1.0, 2.0], [3.0, 6.0]] } output { [[-1.0, -2.0], [1.0, 2.0]] }

⍝ ==
⍝ entry: sortrows
⍝ input { [[3i64, 1i64, 2i64], [9i64, 8i64, 7i64]] } output { [[1i64, 2i64, 3i64], [7i64, 8i64, 9i64]] }

⍝ ==
⍝ entry: addrow
⍝ input { [10i64, 20i64] [[1i64, 2i64], [3i64, 4i64]] } output { [[11i64, 22i64], [13i64, 24i64]] }

⍝ ==
⍝ entry: addcol
⍝ input { [10i64, 20i64] [[1i64, 2i64], [3i64, 4i64]] } output { [[11i64, 12i64], [23i64, 24i64]] }

⍝ ==
⍝ entry: flip
⍝ input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64, 6i64], [7i64, 8i64]]] } output { [[[1i64, 3i64], [2i64, 4i64]], [[5i64, 7i64], [6i64, 8i64]]] }

⍝ ==
⍝ entry: maxrows
⍝ input { [[1i64, 9i64], [3i64, 4i64]] } output { [9i64, 4i64] }

⍝ ==
⍝ entry: dots
⍝ input { [1i64, 2i64] [[3i64, 4i64], [5i64, 6i64]] } output { [11i64, 17i64] }

⍝ ==
⍝ entry: first2
⍝ input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] } output { [[1i64, 2i64], [4i64, 5i64]] }

⍝ ==
⍝ entry: solve
⍝ input { [8.0, -11.0, -3.0] [[2.0, 1.0, -1.0], [-3.0, -1.0, 2.0], [-2.0, 1.0, 2.0]] } output { [2.0, 3.0, -1.0] }

primes ← {(~n∊n∘.×n)/n←1↓⍳⍵}
totient ← {+/1=⍵∨⍳⍵}
encode ← {
    s ← starts ⍵
    v ← s/⍵
    p ← ⍸s
    n ← (1↓p,1+≢⍵)-p
    v,[0.5]n
}
starts ← {1,(1↓⍵)≠¯1↓⍵}
conv ← { ⍝ full convolution
    n ← (≢⍺)+(≢⍵)-1
    i ← ⍳≢⍺
    +⌿(1-i)⌽⍺∘.×n↑⍵
}
gray ← {
    b ← (8⍴2)⊤⍵
    b≠0⍪¯1↓b
}
collatz ← {
    {2|⍵: 1+3×⍵ ⋄ ⌊⍵÷2}⍣⍺⊢⍵
}
trace ← {+/1 1⍉⍵}
jacobi ← { ⍝ ⍺: right-hand side; ⍵: matrix
    d ← 1 1⍉⍵
    r ← ⍵×~(⍳≢⍵)∘.=⍳≢⍵
    b ← ⍺
    {(b-r+.×⍵)÷d}⍣60⊢b×0
}
kron ← {
    m ← ⍺∘.×⍵
    ((⍴⍺)×⍴⍵)⍴1 3 2 4⍉m
}
rotrows ← {(¯1+⍳≢⍵)⌽⍵}
rotcols ← {0 1 2⊖⍵}
interleave ← {,⍉⍺,[0.5]⍵}
rav ← {,[1 2]⍵}
nub ← {≠⍵}
center ← {⍵-⍤1⊢(+⌿⍵)÷≢⍵}
sortrows ← {({⍵[⍋⍵]}⍤1)⍵}
addrow ← {⍺(+⍤1)⍵}
addcol ← {⍺(+⍤0 1)⍵}
flip ← {(⍉⍤2)⍵}
maxrows ← {({⌈/⍵}⍤1)⍵}
dots ← {⍺(+.×⍤1)⍵}
first2 ← {(2∘↑⍤1)⍵}
solve ← { ⍝ any size: the last column counts the steps
    n ← ≢⍵
    m ← ⍵,⍺
    step ← {
        k ← 1+⌊⍵[1;1]
        m ← k pivot 1 0↓⍵
        ((1,1↓⍴⍵)⍴k)⍪m
    }
    r ← step⍣n⊢0⍪m
    ,(1,n)↓r
}
pivot ← { ⍝ ⍺: the number of the column; ⍵: the matrix
    k ← ⍺ ⋄ m ← ⍵
    p ← (k-1)+(|(k-1)↓m[;k])⍳⌈/|(k-1)↓m[;k]
    t ← m[k;] ⋄ m[k;]←m[p;] ⋄ m[p;]←t
    m[k;]←m[k;]÷m[k;k]
    c ← m[;k]×k≠⍳≢m
    m-c∘.×m[k;]
}
