⍝ European calls by the formula of Black and Scholes: spot prices ⍵; strike 65, a quarter of a
⍝ year, rate 8 %, volatility 30 %. The expected prices are Python's, by math.erfc; the first is the
⍝ 2.1333 of Haug's book. The program approximates the normal distribution with an error below
⍝ 7.5e-8 (Abramowitz and Stegun 26.2.17).
⍝ ==
⍝ entry: calls
⍝ input { [60.0, 100.0, 42.0, 30.0] } output { [2.1333684449162043, 36.29156722344154, 0.00633924427864227, 3.1192592658736203e-07] }

⍝ The mean of N options, all alike.
⍝ ==
⍝ entry: mean
⍝ input { 10000 } output { 2.1333684449162043 }
cnd ← {
    k ← ÷1+0.2316419×|⍵
    c ← 0.31938153 ¯0.356563782 1.781477937 ¯1.821255978 1.330274429
    p ← k∘.*1 2 3 4 5.0
    tail ← (p+.×c)×(*¯0.5×⍵×⍵)÷(○2)*0.5
    (tail×⍵<0)+(1-tail)×⍵≥0
}
price ← { ⍝ spot price; ⍺: strike, time, rate, volatility
    x ← ⍺[1] ⋄ t ← ⍺[2] ⋄ r ← ⍺[3] ⋄ v ← ⍺[4]
    d ← ((⍟⍵÷x)+t×r+v×v÷2)÷v×t*0.5
    (⍵×cnd d)-x×(*-r×t)×cnd d-v×t*0.5
}
calls ← {65 0.25 0.08 0.3 price ⍵}
mean ← {(+/calls ⍵⍴60.0)÷⍵}
