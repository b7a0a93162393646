⍝ An array with a short axis becomes one array for each place of that axis, if it is read at known
⍝ places only; else it stays whole. Expected: computed by hand, element by element.
⍝ ==
⍝ entry: known
⍝ input { [1.0, 2.0, 4.0, 8.0] } output { 198.5 }

⍝ ==
⍝ entry: whole
⍝ input { 2 [1.0, 2.0, 4.0, 8.0] }
⍝ output { [[3.0, 5.0, 9.0, 17.0], [2.0, 5.0, 17.0, 65.0], [4.0, 5.0, 7.0, 11.0]] [2.0, 5.0, 17.0, 65.0] }

⍝ ==
⍝ entry: running
⍝ input { [1, 2, 3] } output { [[1i64, 3i64, 7i64], [2i64, 6i64, 11i64], [3i64, 9i64, 15i64]] 15i64 [7i64, 11i64, 15i64] }

⍝ ==
⍝ entry: planes
⍝ input { [1, 2] } output { [[[1i64, 2i64], [2i64, 4i64]], [[11i64, 12i64], [12i64, 14i64]], [[21i64, 22i64], [22i64, 24i64]]] 147i64 }

⍝ ==
⍝ entry: walk
⍝ input { 3 [1, 2] } output { [[8i64, 16i64], [1i64, 2i64]] }
rows ← { ⍝ twice the numbers, their squares, and what is two more
    (3,≢⍵)⍴(2×⍵),(⍵×⍵),2+⍵
}
known ← {
    m ← 1+rows ⍵
    (+/m[2;]-m[1;])+0.5×+/m[3;]×m[1;]
}
whole ← { ⍝ all rows, and row ⍺
    m ← 1+rows ⍵
    ⎕ ← m
    m[⍺;]
}
running ← { ⍝ running sums of three columns, the largest, and the last column
    s ← +\⍉(3,≢⍵)⍴⍵,(2×⍵),3+⍵
    ⎕ ← s
    ⎕ ← ⌈/,s
    s[;3]
}
planes ← {
    c ← 0 10 20∘.+⍵∘.×⍵
    ⎕ ← c
    +/,c
}
walk ← { ⍝ ⍺ times the first of two rows is doubled
    ({(2,≢⍵[1;])⍴(2×⍵[1;]),⍵[2;]}⍣⍺)(2,≢⍵)⍴⍵,⍵
}
