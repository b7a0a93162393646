⍝ Easter Sunday of each year, as month and day, by the algorithm of Meeus, Jones and Butcher.
⍝ Among the years are those of the earliest and of the latest date, 22 March 1818 and 25 April
⍝ 1943, and 2000 (23 April) and 2024 (31 March), as calendars have them.
⍝ ==
⍝ entry: easter
⍝ input { [1583, 1818, 1943, 1954, 1981, 2000, 2008, 2019, 2024, 2025, 2038, 2285] }
⍝ output { [4i64, 3i64, 4i64, 4i64, 4i64, 4i64, 3i64, 4i64, 3i64, 4i64, 4i64, 3i64] [10i64, 22i64, 25i64, 18i64, 19i64, 23i64, 23i64, 21i64, 31i64, 20i64, 25i64, 22i64] }

⍝ The sum of the days of all years from 1 to N, computed in Python.
⍝ ==
⍝ entry: checksum
⍝ input { 3000 } output { 1176853i64 }
div ← {⌊⍺÷⍵}
code ← {
    a ← 19|⍵
    b ← ⍵ div 100 ⋄ c ← 100|⍵
    d ← b div 4 ⋄ e ← 4|b
    f ← (b+8)div 25
    g ← (1+b-f)div 3
    h ← 30|(19×a)+b+15-d+g
    i ← c div 4 ⋄ k ← 4|c
    l ← 7|(32+2×e+i)-h+k
    m ← (a+(11×h)+22×l)div 451
    114+h+l-7×m
}
easter ← {
    n ← code ⍵
    ⎕ ← n div 31
    1+31|n
}
checksum ← {
    n ← code ⍳⍵
    +/(100×n div 31)+1+31|n
}
