⍝ Primes up to N: the numbers with one divisor in the table of remainders. There are 25 primes up
⍝ to 100, 168 up to 1000 and 1229 up to 10000.
⍝ ==
⍝ entry: primes
⍝ input { 30 } output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
⍝ input { 1 } output { empty([0]i64) }

⍝ ==
⍝ entry: count
⍝ input { 100 } output { 25i64 }
⍝ input { 1000 } output { 168i64 }
⍝ compiled input { 10000 } output { 1229i64 }
primes ← {
    a ← 1↓⍳⍵
    (1=+⌿0=a∘.|a)/a
}
count ← {≢primes ⍵}
