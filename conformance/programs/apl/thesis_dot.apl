⍝ The inner product as Dybdal's thesis defines it (figure 3.5), by shapes and transpositions that it computes: a 3×2 matrix
⍝ and its transpose, whose product has the row sums 23, 55 and 52. It becomes one nest of three loops, and takes no memory.
⍝ ==
⍝ entry: product
⍝ input { 5 } output { 65780i64 } allocs: 0
⍝ ==
⍝ entry: sums
⍝ input { 5 } output { [23i64, 55i64, 52i64] }
⍝ ==
⍝ entry: minplus
⍝ input { [[1, 5], [7, 2]] [[3, 4, 1], [2, 0, 9]] } output { [[4i64, 5i64, 2i64], [4i64, 2i64, 8i64]] }
dot ← {
    WA ← (1↓⍴⍵),⍴⍺
    KA ← (⍴⍴⍺)-1
    VA ← ⍳⍴WA
    ZA ← (KA⌽¯1↓VA),¯1↑VA
    TA ← ZA⍉WA⍴⍺
    WB ← (¯1↓⍴⍺),⍴⍵
    KB ← ⍴⍴⍺
    VB ← ⍳⍴WB
    ZB0 ← (-KB)↓KB⌽⍳⍴VB
    ZB ← (¯1↓⍳KB),ZB0,KB
    TB ← ZB⍉WB⍴⍵
    ⍺⍺/TA ⍵⍵ TB
}
product ← {
    A ← 3 2⍴⍳⍵
    B ← ⍉A
    R ← A +dot× B
    ×/+/R
}
sums ← {
    A ← 3 2⍴⍳⍵
    +/A +dot× ⍉A
}
minplus ← {⍺ ⌊dot+ ⍵}
