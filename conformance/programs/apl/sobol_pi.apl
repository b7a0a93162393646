⍝ π by points of Sobol's sequence in the unit square: four times the share of those in the quarter
⍝ circle. A point's coordinates are the exclusive or of direction numbers, one for each bit of its
⍝ number: an inner product. The first coordinate has the directions 2*-k, the
⍝ second those of the polynomial x + 1. The expected shares are Python's, by ^ on ints.
⍝ ==
⍝ entry: pi
⍝ input { 1000 } output { 3.144 }
⍝ input { 10000 } output { 3.142 }
bits ← 20
first ← 2*bits-⍳bits
⍝ Direction k is the exclusive or of direction k-1 and half of it.
second ← 524288 786432 655360 983040 557056 835584 696320 1044480 526336 789504
second ← second,657920 986880 559232 838848 699040 1048560 524296 786444 655370 983055
coordinate ← { ⍝ ⍺: the directions; ⍵: numbers
    ((2|⌊⍵∘.÷2*¯1+⍳bits)⊤≠.×⍺)÷2*bits
}
pi ← {
    x ← first coordinate ⍳⍵
    y ← second coordinate ⍳⍵
    4×(+/1≥(x×x)+y×y)÷⍵
}
