⍝ Programs that APL programmers write on any day. The expected values come from Python.
⍝ ==
⍝ entry: inv
⍝ input { [[2i64, 0i64], [0i64, 4i64]] } output { [[0.5f64, 0.0f64], [0.0f64, 0.25f64]] }
⍝ ==
⍝ entry: inv
⍝ input { [[0i64, 1i64], [1i64, 0i64]] } output { [[0.0f64, 1.0f64], [1.0f64, 0.0f64]] }
⍝ ==
⍝ entry: inv
⍝ input { [[1.0f64, 2.0f64], [3.0f64, 4.0f64]] } output { [[-2.0f64, 1.0f64], [1.5f64, -0.5f64]] }
⍝ ==
⍝ entry: queens
⍝ input { 4i64 } output { 2i64 }
⍝ ==
⍝ entry: queens
⍝ compiled input { 5i64 } output { 10i64 }
⍝ ==
⍝ entry: queens
⍝ compiled input { 6i64 } output { 4i64 }
⍝ ==
⍝ entry: longest
⍝ input { [116i64, 104i64, 101i64, 32i64, 113i64, 117i64, 105i64, 99i64, 107i64, 32i64, 98i64, 114i64, 111i64, 119i64, 110i64, 32i64, 102i64, 111i64, 120i64, 32i64, 106i64, 117i64, 109i64, 112i64, 115i64, 32i64, 111i64, 118i64, 101i64, 114i64, 32i64, 116i64, 104i64, 101i64, 32i64, 108i64, 97i64, 122i64, 121i64, 32i64, 100i64, 111i64, 103i64] } output { 5i64 }
⍝ ==
⍝ entry: caesar
⍝ input { 3i64 [116i64, 104i64, 101i64, 32i64, 113i64, 117i64, 105i64, 99i64, 107i64, 32i64, 98i64, 114i64, 111i64, 119i64, 110i64, 32i64, 102i64, 111i64, 120i64, 32i64, 106i64, 117i64, 109i64, 112i64, 115i64, 32i64, 111i64, 118i64, 101i64, 114i64, 32i64, 116i64, 104i64, 101i64, 32i64, 108i64, 97i64, 122i64, 121i64, 32i64, 100i64, 111i64, 103i64] } output { [119i64, 107i64, 104i64, 32i64, 116i64, 120i64, 108i64, 102i64, 110i64, 32i64, 101i64, 117i64, 114i64, 122i64, 113i64, 32i64, 105i64, 114i64, 97i64, 32i64, 109i64, 120i64, 112i64, 115i64, 118i64, 32i64, 114i64, 121i64, 104i64, 117i64, 32i64, 119i64, 107i64, 104i64, 32i64, 111i64, 100i64, 99i64, 98i64, 32i64, 103i64, 114i64, 106i64] }
⍝ ==
⍝ entry: times
⍝ input { [1i64, 2i64] [3i64, 4i64, 5i64] } output { [3i64, 10i64, 13i64, 10i64] }
⍝ ==
⍝ entry: byColumn
⍝ input { 2i64 [[1i64, 9i64], [2i64, 3i64], [3i64, 6i64]] } output { [[2i64, 3i64], [3i64, 6i64], [1i64, 9i64]] }
⍝ ==
⍝ entry: median
⍝ input { [5i64, 1i64, 4i64] } output { 4.0f64 }
⍝ ==
⍝ entry: median
⍝ input { [5i64, 1i64, 4i64, 2i64] } output { 3.0f64 }
⍝ ==
⍝ entry: peaks
⍝ input { [1i64, 3i64, 2i64, 5i64, 4i64, 6i64] } output { [2i64, 4i64] }
⍝ ==
⍝ entry: totient
⍝ input { 36i64 } output { 12i64 }
⍝ ==
⍝ entry: euclid
⍝ input { 84i64 36i64 } output { 12i64 }
⍝ ==
⍝ entry: dow
⍝ input { [2026i64, 11i64, 26i64] } output { 4i64 }
⍝ ==
⍝ entry: month
⍝ input { [2026i64, 11i64] } output { [[1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64], [8i64, 9i64, 10i64, 11i64, 12i64, 13i64, 14i64], [15i64, 16i64, 17i64, 18i64, 19i64, 20i64, 21i64], [22i64, 23i64, 24i64, 25i64, 26i64, 27i64, 28i64], [29i64, 30i64, 0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64]] }
⍝ ==
⍝ entry: fair
⍝ input { [[1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64], [4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 1i64, 2i64, 3i64], [7i64, 8i64, 9i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64], [2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 1i64], [5i64, 6i64, 7i64, 8i64, 9i64, 1i64, 2i64, 3i64, 4i64], [8i64, 9i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64], [3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 1i64, 2i64], [6i64, 7i64, 8i64, 9i64, 1i64, 2i64, 3i64, 4i64, 5i64], [9i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64]] } output { true }
⍝ ==
⍝ entry: fair
⍝ input { [[2i64, 1i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64], [4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 1i64, 2i64, 3i64], [7i64, 8i64, 9i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64], [2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 1i64], [5i64, 6i64, 7i64, 8i64, 9i64, 1i64, 2i64, 3i64, 4i64], [8i64, 9i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64], [3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 1i64, 2i64], [6i64, 7i64, 8i64, 9i64, 1i64, 2i64, 3i64, 4i64, 5i64], [9i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64]] } output { false }
⍝ ==
⍝ entry: dist
⍝ input { [[0.0f64, 0.0f64], [3.0f64, 4.0f64], [6.0f64, 8.0f64]] } output { [[0.0f64, 5.0f64, 10.0f64], [5.0f64, 0.0f64, 5.0f64], [10.0f64, 5.0f64, 0.0f64]] }
⍝ ==
⍝ entry: nearest
⍝ input { [[0i64, 0i64], [3i64, 4i64], [5i64, 5i64]] } output { [2i64, 3i64, 2i64] }
⍝ ==
⍝ entry: post
⍝ input { [100i64, 250i64, 0i64] [[1i64, 50i64], [3i64, 75i64], [1i64, -20i64]] } output { [130i64, 250i64, 75i64] }
⍝ ==
⍝ entry: annuity
⍝ input { [6.0f64, 12.0f64, 1000.0f64] } output { 86.06642970708142f64 }

inv ← {
  n ← ≢⍵
  a ← (⍵+0.0),(⍳n)∘.=⍳n
  ⍝ the counter travels as an extra row
  step ← {
    k ← ⌊⍵[1;1]
    m ← 1↓⍵
    c ← (|m[;k])×k≤⍳≢m
    p ← c⍳⌈/c
    o ← ⍳≢m
    o[k] ← p
    o[p] ← k
    m ← m[o;]
    r ← m[k;]÷m[k;k]
    m ← m-(m[;k]×k≠⍳≢m)∘.×r
    m[k;] ← r
    (k+1)⍪m
  }
  (1,n)↓step⍣n⊢1⍪a
}
check ← {⌈/,|(⍵+.×inv ⍵)-(⍳≢⍵)∘.=⍳≢⍵}

⍝ all n*n placements of a queen a row, as digits
queens ← {
  n ← ⍵
  q ← (n⍴n)⊤¯1+⍳n*n
  i ← ⍳n
  far ← |i∘.-i
  pair ← i∘.<i
  ok ← {
    c ← ⍵
    d ← |c∘.-c
    ∧/,(~pair)∨(d≠0)∧d≠far
  }
  +/ok⍤1⊢⍉q
}

words ← {s ← ⍵=32 ⋄ +/(~s)∧1,¯1↓s}
letters ← {+/(97≤⍵)∧⍵≤122}
vowels ← {+/⍵∊97 101 105 111 117}
longest ← {s ← (⍵=32),1 ⋄ e ← s/⍳≢s ⋄ ⌈/¯1+e-0,¯1↓e}
caesar ← {k ← ⍺ ⋄ l ← (97≤⍵)∧⍵≤122 ⋄ (l×97+26|k+⍵-97)+(~l)×⍵}
counts ← {+/(96+⍳26)∘.=⍵}

eval ← {⍵⊥⌽⍺}
values ← {⍺+.×⍵∘.*⍨¯1+⍳≢⍺}
deriv ← {1↓⍵×¯1+⍳≢⍵}
times ← {n ← ¯1+(≢⍺)+≢⍵ ⋄ +⌿(1-⍳≢⍺)⌽⍺∘.×n↑⍵}

sort ← {⍵[⍋⍵]}
byColumn ← {⍵[⍋⍵[;⍺];]}
rank ← {⍋⍋⍵}
top ← {⍺↑⍵[⍒⍵]}
median ← {s ← ⍵[⍋⍵] ⋄ n ← ≢s ⋄ 0.5×s[⌈n÷2]+s[1+⌊n÷2]}

mov ← {(⍺+/⍵)÷⍺}
movmax ← {⍺⌈/⍵}
peaks ← {d ← 2-⍨/⍵ ⋄ 1+⍸(0<¯1↓d)∧0>1↓d}
smooth ← {(3+/(⊃⍵),⍵,⊃⌽⍵)÷3}

table ← {∘.∨⍨⍳⍵}
totient ← {+/1=⍵∨⍳⍵}
lcms ← {∧/⍳⍵}
euclid ← {⊃{⍵[2]=0: ⍵ ⋄ ⍵[2],⍵[2]|⍵[1]}⍣40⊢⍺,⍵}
coprime ← {(+/,1=∘.∨⍨⍳⍵)÷⍵*2}

leap ← {(0=4|⍵)∧(0≠100|⍵)∨0=400|⍵}
days ← {31,(28+leap ⍵),31 30 31 30 31 31 30 31 30 31}
yday ← {⍵[3]+(+/(⍵[2]-1)↑days ⍵[1])}
⍝ day of the week by Sakamoto, Sunday is 0
dow ← {t ← 0 3 2 5 0 3 5 1 4 6 2 4 ⋄ y ← ⍵[1]-⍵[2]<3 ⋄ 7|y+(⌊y÷4)+(-⌊y÷100)+(⌊y÷400)+t[⍵[2]]+⍵[3]}
month ← {f ← dow ⍵,1 ⋄ n ← (days ⍵[1])[⍵[2]] ⋄ 6 7⍴(f⍴0),(⍳n),(42-f+n)⍴0}

good ← {∧/(⍳9)∊⍵}
boxes ← {9 9⍴1 3 2 4⍉3 3 3 3⍴⍵}
valid ← {(∧/good⍤1⊢⍵)∧(∧/good⍤1⍉⍵)∧∧/good⍤1⊢boxes ⍵}
fair ← {∧/{∧/2>+/(⍳9)∘.=⍵}⍤1⊢⍵⍪(⍉⍵)⍪boxes ⍵}

dist ← {d ← ⍵[;1]∘.-⍵[;1] ⋄ e ← ⍵[;2]∘.-⍵[;2] ⋄ (+/(d,[2.5]e)*2)*0.5}
dist2 ← {(+/(⍵-⍤1⍤1 2⊢⍵)*2)*0.5}
manh ← {⍵+.{|⍺-⍵}⍉⍵}
nearest ← {d ← manh ⍵ ⋄ d ← d+1E9×(⍳≢d)∘.=⍳≢d ⋄ {⍵⍳⌊/⍵}⍤1⊢d}

⍝ ⍺: rates in percent, ⍵: balances
year ← {⍵×1+⍺÷100}
years ← {r ← ⍺[1] ⋄ n ← ⌊⍺[2] ⋄ {⍵×1+r÷100}⍣n⊢⍵}
⍝ transactions: rows of account, amount
post ← {⍺++/((⍳≢⍺)∘.=⍵[;1])×(≢⍺)(≢⍵)⍴⍵[;2]}
annuity ← {r ← ⍵[1]÷1200 ⋄ n ← ⍵[2] ⋄ p ← ⍵[3] ⋄ p×r÷1-(1+r)*-n}
cents ← {0.01×⌊0.5+100×⍵}
