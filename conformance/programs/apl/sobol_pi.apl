⍝ π by points of Sobol's sequence in the unit square: four times the share of those in the quarter
⍝ circle. A point's coordinates are the exclusive or of direction numbers, one for each bit of its
⍝ number: a product of Boolean matrices modulo 2. The first coordinate has the directions 2*-k, the
⍝ second those of the polynomial x + 1. The expected shares are Python's, by ^ on ints.
⍝ ==
⍝ entry: pi
⍝ input { 1000 } output { 3.144 }
⍝ input { 10000 } output { 3.142 }
bits ← 20
first ← (⍳bits)∘.=⍳bits
⍝ Direction k is the exclusive or of direction k-1 and half of it: row k of Pascal's triangle mod 2.
second ← {2|(⍵∘.≥⍵)×(0⌈⍵-1)∘.{(⍵≤⍺)×(⍵⌊⍺)!⍺}(0⌈⍵-1)}⍳bits
coordinate ← { ⍝ ⍺: the directions' bits, a row for each; ⍵: numbers
    digits ← ⊖(bits⍴2)⊤⍵
    (2⊥2|(⍉⍺)+.×digits)÷2*bits
}
pi ← {
    x ← first coordinate ⍳⍵
    y ← second coordinate ⍳⍵
    4×(+/1≥(x×x)+y×y)÷⍵
}
