-- Programs, one for each rule of the language, that the checker refuses.
---
def f = let _ = map in 1i32  --! Ambiguous size: nothing determines the size parameter [n] of "map"
---
def f = let _ = \(xs: []i32) -> xs in 1i32  --! Ambiguous size: nothing determines the anonymous size in this type
---
def f (x: i32) : ?[n].[n+1]i32 = [x]  --! Existential size "n" not used as array size
---
def f (x: i32) : ?[n].i32 = x  --! Existential size "n" not used as array size
---
type t = []i32  --! Non-lifted type abbreviations may not use existential sizes in their definition: "t" leaves one open
---
type t = {a: []i32, b: i32}  --! Non-lifted type abbreviations may not use existential sizes in their definition: "t" leaves one open
---
def f (n: i64) = let xs = iota n in let g (m: i64) = iota m in (zip xs (filter (>0) xs))  --! Cannot apply "zip" to "filter (> 0) xs" (invalid type): argument 2 has type [count]i64, but [n]t8
---
def ap 'a 'b (f: a -> b) (x: a) : b = f x
def f [k] (xs: [k]i64) = zip (filter (>0) xs) (map (\x -> x) (filter (>0) xs))  --! Cannot apply "zip" to "map (\x -> x) (filter (> 0) xs)" (invalid type): argument 2 has type
---
def f ((x, x): (i32, i32)) = x  --! Name "x" also bound at 1:9
---
def f = \(x: i32) (x: i32) -> x  --! Name "x" also bound at 1:11
---
def f (p: (i32, i32)) = let (x, x) = p in x  --! Name "x" also bound at 1:30
---
module type s = { val x : i32 }
module type s = { val y : i32 }  --! Duplicate definition of module type "s"
---
module m = { def x = 1 }
module m = { def x = 2 }  --! Duplicate definition of name "m"
---
def f (x: i32) (x: i32) = x  --! Name "x" also bound at 1:8
---
def f = {a = 1, a = 2}  --! Duplicate record fields: "a"
---
def f ({a = x, b = x}: {a: i32, b: i32}) = x  --! Name "x" also bound at 1:13
---
type t = {a: i32, a: i32}  --! Duplicate record fields: "a"
---
def f (xs: []i32) = let [n] [n] (ys: [n]i32) = xs in n  --! Name "n" also bound at 1:26
---
def f [n] [n] (x: [n]i32) = x  --! Name "n" also bound at 1:8
---
module type s = { val x : i32 val x : i32 }  --! Duplicate definition of name "x"
---
module type s = { type t type t }  --! Duplicate definition of type "t"
---
type t = #a | #a  --! Duplicate constructors in #a | #a: #a
---
def f (x: i32) = x
def f (x: i32) = x + 1  --! Duplicate definition of name "f"
---
def f 'a 'a (x: a) : a = x  --! Name "a" also bound at 1:8
---
type t = i32
type t = f32  --! Duplicate definition of type "t"
---
entry f (g: i32 -> i32) = g 1  --! Entry point functions may not be higher-order: a parameter of "f" is a function
---
entry f (x: i32) = (\y -> x + y, 1)  --! Entry point functions may not be higher-order: "f" returns a function among other values
---
entry f (r: {g: i32 -> i32}) = 1  --! Entry point functions may not be higher-order: a parameter of "f" is a function
---
module m = { entry f (x: i32) = x }  --! Entry points may not be declared inside modules
---
entry f 'a (x: a) = x  --! Entry point functions may not be polymorphic: the type of "f" mentions type a
---
def f = [\x -> x + 1i32]  --! When checking type used in array: an element has type i32 -> i32. Type i32 -> i32 found to be functional
---
def f (b: bool) = if b then (\x -> x + 1i32) else (\x -> x + 2)  --! Type i32 -> i32 found to be functional. When checking type returned from branch: the branches of an if return functions
---
def f '^a (b: bool) (x: a) (y: a) : a = if b then x else y  --! Type parameter "a" may be a function. When checking type returned from branch: the branches of an if return functions
---
def f (xs: []i32) = map (\x -> \y -> x + y) xs  --! Cannot apply "map" to "\x -> \y -> x + y" (invalid type): argument 1 has type number -> number ->
---
type~ t = i32 -> i32  --! Non-lifted type abbreviations may not contain functions: "t" does
---
type t = i32 -> i32  --! Non-lifted type abbreviations may not contain functions: "t" does
---
def f (n: i32) = loop g = (\x -> x + 1i32) for i < n do (\x -> g x)  --! Type i32 -> i32 found to be functional. When checking type used as loop variable: the value of a loop contains a function
---
def f '^a (x: a) : a = loop y = x for i < 3i32 do y  --! Type parameter "a" may be a function. When checking type used as loop variable: the value of a loop contains a function
---
def f (n: i32) = loop (a, g) = (1, (\x -> x + 1i32)) for i < n do (a, \x -> g x)  --! Type i32 -> i32 found to be functional. When checking type used as loop variable: the value of a loop contains a function
---
def f (b: bool) = match b case true -> (\x -> x + 1i32) case false -> (\x -> x + 2)  --! Type i32 -> i32 found to be functional. When checking type returned from pattern match: the cases of a match return functions
---
def g '^a (x: a) : a = x
def f (xs: []i32) = map (\x -> g (\y -> y + x)) xs  --! Cannot apply "map" to "\x -> g (\y -> y + x)" (invalid type): argument 1 has type number -> number
---
def f (xs: []i32) = let [n] (ys: [n+1]i32) = xs in n  --! Size [n] unused in pattern
---
def f (xs: []i32) = let [n] ys = xs in 1i32  --! Size [n] unused in pattern
---
type^ t = i32 -> i32
def f (x: []t) = 0  --! Cannot create array with elements of lifted type "t" (might contain function)
---
def f (x: i32) : i32 = g x  --! Unknown name "g"
def g (x: i32) : i32 = f x
---
type t = (i32, t)  --! Unknown type "t"
---
def (&&) (x: bool) (y: bool) = x  --! The && operator may not be redefined
---
def f (x: bool) = let (&&) a b = a in x && x  --! Unexpected name "a"; expected "=" in a let
---
module m = { def (&&) (x: bool) (y: bool) = x }  --! The && operator may not be redefined
---
def f ((&&): bool -> bool -> bool) = true && false  --! The && operator may not be redefined
---
def (||) (x: bool) (y: bool) = x  --! The || operator may not be redefined
---
def f (n: i64) [n] (xs: [n]i32) = xs  --! Unexpected "["; expected "=" in the definition of "f"
---
def f [n] [m] (xs: [n]i32) (ys: [m]i32) = [xs, ys]  --! Types [m]i32 and [n]i32 do not match: this element differs from the first. Sizes "n" and "m" do not
---
def g (x: i64) : i64 = x
def f (x: i64) : [g x]i32 = replicate (g (x+0)) 0  --! Function body does not have expected type: it has type [g (x + 0)]number, but is declared to have
---
def f [n] [m] (xs: [n]i32) (ys: [m]i32) : [m+n]i32 = xs ++ ys  --! Function body does not have expected type: it has type [n + m]i32, but is declared to have type [m
---
def f [n] (xs: [n]i32) : [2*n]i32 = xs ++ xs  --! Function body does not have expected type: it has type [n + n]i32, but is declared to have type [2
---
def f (xs: [2+3]i32) : [5]i32 = xs  --! Function body does not have expected type: it has type [2 + 3]i32, but is declared to have type
---
def f (xs: *[3]i64) (ys: [let zs = xs with [0] = 1 in zs[0]]i64) = 1i32  --! This expression is too complex for a size
---
def f [n] (xs: [n]i32) : [n]i32 = filter (>0) xs  --! Function body does not have expected type: it has type [count]i32, but is declared to have type
---
def f [n] [m] (b: bool) (xs: [n]i32) (ys: [m]i32) : [n]i32 = if b then xs else ys  --! Function body does not have expected type: it has type []i32, but is declared to have type [n]i32.
---
def f : [3]i32 = [1,2]  --! Function body does not have expected type: it has type [2]number, but is declared to have type
---
def f [n] (xs: [n]i32) : [n]i32 = loop ys = xs for i < 10i32 do filter (>0) ys  --! Function body does not have expected type: it has type []i32, but is declared to have type [n]i32.
---
def f [n] (xss: [n][n]i32) = map (filter (>0)) xss  --! Cannot apply "map" to "filter (> 0)" (invalid type): argument 1 has type [d8]number ->
---
def f (n: i64) = map (\i -> iota i) (iota n)  --! Cannot apply "map" to "\i -> iota i" (invalid type): argument 1 has type (i: i64) -> *[i]i64, but
---
def f [n] (xs: [n]i32) : [n+1-1]i32 = xs  --! Function body does not have expected type: it has type [n]i32, but is declared to have type [(n +
---
def f [n] (xs: [n+1]i32) : [1+n]i32 = xs  --! Function body does not have expected type: it has type [n + 1]i32, but is declared to have type [1
---
def f [n] [m] (xs: [n*m]i32) : [m*n]i32 = xs  --! Function body does not have expected type: it has type [n * m]i32, but is declared to have type [m
---
def f (n: i64) : [n]i64 = 1...n  --! Function body does not have expected type: it has type [(n - 1) + 1]i64, but is declared to have
---
def f [n] (n: i64) (xs: [n]i32) = xs  --! Name "n" also bound at 1:8
---
def f (xs: [10]i32) (i: i64) : [2]i32 = xs[i:i+2]  --! Function body does not have expected type: it has type [(i + 2) - i]i32, but is declared to have
---
def f (xs: [10]i32) : [3]i32 = xs[2:5]  --! Function body does not have expected type: it has type [5 - 2]i32, but is declared to have type
---
def f [n] (xs: [2*n]i32) : [n+n]i32 = xs  --! Function body does not have expected type: it has type [2 * n]i32, but is declared to have type [n
---
def f (x: i32) : [x]i32 = replicate 1 0  --! Types i32 and i64 do not match: sizes have type i64
---
def f (x: bool) (xs: [x]i32) = xs  --! Types bool and i64 do not match: sizes have type i64
---
def f [n] [m] (xs: [n]i32) (ys: [m]i32) = zip xs ys  --! Cannot apply "zip" to "ys" (invalid type): argument 2 has type [m]i32, but [n]t8 is expected. Sizes
---
type~ t = []i32
def f (x: []t) = 0  --! Cannot create array with elements of size-lifted type "t" (might cause irregular array)
---
def f '~a (x: []a) = 0  --! Cannot create array with elements of size-lifted type "a" (might cause irregular array)
---
def f '^a (x: []a) = 0  --! Cannot create array with elements of lifted type "a" (might contain function)
---
type t 'a = (a, a)
def f (x: t) = x  --! Type constructor "t" requires 1 argument, but is provided 0
---
type t 'a = (a, a)
def f (x: t i32 i32) = x  --! Type constructor "t" requires 1 argument, but is provided 2
---
type t [n] = [n]i32
def f (x: t i32) = x  --! Argument 1 of type "t" must be a size in brackets
---
type t 'a = (a, a)
def f (x: t [10]) = x  --! Argument 1 of type "t" must be a type
---
def f (_x: i32) = _x  --! Use of "_x": variables prefixed with underscore may not be accessed
---
module m = { def x = 1 }
def f = m.y  --! Unknown name "m.y"
---
module m : foo = { def x = 1 }  --! Unknown module type "foo"
---
def f = m.x  --! Unknown name "m"
---
def f (x: foo) = x  --! Unknown type "foo"
---
def f = foo  --! Unknown name "foo"
---
def f (x: i32) = let g [n] (y: i32) = y in g x  --! Size [n] unused in pattern: no type of a parameter or of the result has it
---
def f [n] (x: i32) = x  --! Size [n] unused in pattern: no type of a parameter or of the result has it
---
type t [n] = i32  --! Size parameter "[n]" unused
def f (x: t [1]) = x
---
def f (y: i32) = let x [n] : [n]i32 = ??? in y  --! Unexpected ":"; expected = in a let
---
def v [n] = 2i64  --! Size [n] unused in pattern: no type of a parameter or of the result has it
---
module type s = { val x : i32 }
module m : s = { def x = 2i64 }  --! Module type specifies "x" of type i32, but module provides i64
---
module m = { def x = 1i32 }
module type s = m  --! Unknown module type "m"
---
module type s = { type t val f : t -> t }
module m : s = { type t = i32 def f (x: i32) = x }
def g = m.f 2  --! Cannot apply "m.f" to "2" (invalid type): argument 1 has type number, but t is expected. Cannot
---
module type s = { type t } with t = i32 with t = i64  --! Type "t" is refined already
---
module type s = { type t }
module m : s with t = i32 = { type t = i64 }  --! Module defines type "t" as i64, but its module type says i32
---
module type s = { type t = i32 } with t = i64  --! Cannot refine type "t", which is not abstract with as many parameters
---
module type s = { type t 'a } with t = i32  --! Cannot refine type "t", which is not abstract with as many parameters
---
module type s = { type t [n] val f [n] : t [n] -> i32 }  --! Type constructor "t" requires 0 arguments, but is provided 1
module m : s = { type t = i32 def f (x: i32) = x }
---
module type s = { type t }
module m : s = { type t = []i32 }  --! Non-lifted type abbreviations may not use existential sizes in their definition: "t" leaves one open
---
module type s = { type t }
module m : s = { type^ t = i32 -> i32 }  --! Module defines type^ "t" as i32 -> i32, but module type requires a non-lifted type
---
module type s = { type^ t val xs : []t }  --! A value that is no function cannot have a size without a name
---
module type s = { type t val x : t }
module m : s = { def x = 2i64 }  --! Module does not define a type named "t"
---
module type s = { val x : []i32 }  --! A value that is no function cannot have a size without a name
---
module m = { local def x = 1i32 }
def y = m.x  --! Unknown name "m.x"
---
open { local def x = 1i32 }
def y = x  --! Unknown name "x"
---
local module m = { def x = 1i32 }
def y = m.z  --! Unknown name "m.z"
---
module type t = { module n : { val x : i32 } }
module m : t = { module n = { } }  --! Module does not define a value named "x"
---
module m (A: {type t}) (B: {type t}) = { def f (x: A.t) : B.t = x }  --! Function body does not have expected type: it has type t, but is declared to have type t
---
module m (A: {type t}) (B: {type t = A.t}) = { def f (x: A.t) : B.t = x }
module k = m {type t = i32} {type t = i64}  --! Module defines type "t" as i64, but its module type says i32
---
module m : { val f 'a : a -> a } = { def f (x: i32) = x }  --! Module type specifies "f" of type a -> a, but module provides i32 -> i32
---
module type s = { type t val + : t -> t -> t }
module m : s = { type t = i32 def + (x: i32) (y: i32) : i32 = x }  --! Unexpected operator "+"; expected the name of a definition
---
def f = i32.foo 2  --! Unknown name "i32.foo"
---
def f = i32.(foo + 2)  --! Unknown name "foo"
---
module m = \(x: {type t}) -> { def f (y: x.t) = y + 1i32 }  --! Cannot apply "+" to "y" (invalid type): the left operand has type t, but number is expected. Cannot
---
module m = (\(x: {val y: i32}) -> { def z = x.y }) { def y = true }  --! Module type specifies "y" of type i32, but module provides bool
---
module type s = { val f : (x: i64) -> *[x]i32 }
module m : s = { def f (x: i64) : [x]i32 = replicate x 0 }  --! Module type specifies "f" of type (x: i64) -> *[x]i32, but module provides (x: i64) -> [x]i32.
---
module m : { val f [n] : *[n]i32 -> i32 } = { def f (xs: []i32) = 1i32 }
module k : { val f [n] : [n]i32 -> i32 } = m  --! Module type specifies "f" of type [n]i32 -> i32, but module provides *[n]i32 -> i32. They are incompatible
---
include { val x : i32 }  --! Unexpected keyword "include"; expected a declaration
---
module type s = { include t }  --! Unknown module type "t"
---
module m : { val f [n] : [n]i32 -> i32 } = { def f [n] (xs: [n][n]i32) = 1i32 }  --! Module type specifies "f" of type [n]i32 -> i32, but module provides [n][n]i32 -> i32
---
module m = { type t = i32 type t = i64 }  --! Duplicate definition of type "t"
---
module m = { val x : i32 }  --! Unexpected keyword "val"; expected a declaration
---
module m : { type t = i32 } = { type t = i64 }  --! Module defines type "t" as i64, but its module type says i32
---
module type s = { type t ['n] }  --! Unexpected "["; expected a specification
---
module type s = (x: {val y: i32}) -> {val z : i32}
module f : s = \(x: {val y: i32}) -> {def w = 1i32}  --! Module does not define a value named "z"
---
module f (F: (x: {type t}) -> {type u}) = { def x : F.u = 2 }  --! Unknown type "F.u"
---
module m : { val x : i32 } = { def x = 1 def y = 2 }
def z = m.y  --! Unknown name "m.y"
---
module m = if true then {} else {}  --! Unexpected keyword "if"; expected a module
---
module m = { module n = { def x = 1i32 } }
def f = m.x  --! Unknown name "m.x"
---
module type empty = {}
module m : empty = { type t = i32 }
def f (x: m.t) = x  --! Unknown type "m.t"
---
module f (x: { val y : i32 }) = { def z = x.y }
def g = f.z  --! Cannot have parametric module here: "f"
---
module f (x: { val y : i32 }) = { def z = x.y }
module g = f { def y = 2i64 }  --! Module type specifies "y" of type i32, but module provides i64
---
module f (x: { val y : i32 }) = { def z = x.y }
module g = f { }  --! Module does not define a value named "y"
---
module type s = { type t }
module m = s  --! Unknown name "s"
---
type s = #a i32 | #b
def f (x: s) = match x case #a y -> y  --! Unmatched cases in match expression: nothing matches #b
---
type s = #a | #b
def f (x: s) (y: s) = x < y  --! Cannot apply "<" to "x" (invalid type): the left operand has type #a | #b, but number is expected.
---
type s = #a (i32 -> i32) | #b  --! Non-lifted type abbreviations may not contain functions: "s" does
def f : s = #b
---
type^ s = #a (i32 -> i32) | #b
def f (b: bool) : s = if b then #b else #b  --! Function body does not have expected type: it has type #b | ..., but is declared to have type #a
---
type^ s = #a (i32 -> i32) | #b
def f (xs: []s) = 1  --! Cannot create array with elements of lifted type "s" (might contain function)
---
type s 'a = #some a | #none
def f : s i32 = #some 1.0  --! Function body does not have expected type: it has type #some float | ..., but is declared to have
---
type s 'a = #some a | #none
def f (x: s i32) : s i64 = match x case #some y -> #some y case #none -> #none  --! Function body does not have expected type: it has type #none | #some i32 | ..., but is declared to
---
type s = #a | #b
def f (x: s) = match x case #a -> 1 case #b -> 2 case 3 -> 4  --! Pattern 3 cannot match value of type #a | #b. Cannot unify type "#a | #b" with any of i8, i16, i32,
---
type s = #a | #b
def f (x: s) = match x case #a -> 1 case #b -> true  --! Branches differ in type: number and bool. Cannot unify type "bool" with any of i8, i16, i32, i64,
---
type s = #a | #b
def f (x: s) = x.a  --! Attempt to access field "a" of value of type #a | #b, which has none of this name
---
def f (x: f32) = match x case 1.0 -> 2  --! Unmatched cases in match expression: nothing matches _
---
type s = #a i32 | #b
def f (x: s) = match x case #a y -> y case #c -> 1 case #b -> 2  --! Pattern #c cannot match value of type #a i32 | #b. Unshared constructors: it has no #c
---
def f (x: i32) = match x case 1.5 -> 2 case _ -> 1  --! Pattern 1.5 cannot match value of type i32. Cannot unify type "i32" with any of f16, f32, f64
---
def f = match #a 1 case #a x -> x case #b -> 2  --! Type is ambiguous (must be a sum type with constructors: #a i32 | #b)
---
def f (x: #a | #b) : #a | #b | #c = x  --! Function body does not have expected type: it has type #a | #b, but is declared to have type #a |
---
def f (x: #a) = let #b = x in 2  --! Pattern #b cannot match value of type #a. Unshared constructors: it has no #b
---
def f (x: #a i32 | #b i32) = let #a y = x in y  --! Refutable pattern not allowed here: it does not match #b _
---
def f (#a x: #a i32 | #b) = x  --! Unexpected ":"; expected ")" in a pattern
---
def f = \(#a x: #a i32 | #b) -> x  --! Unexpected ":"; expected ")" in a pattern
---
def f (x: i32) = match x case y if y > 1 -> 2 case _ -> 3  --! Unexpected keyword "if"; expected "->" in a case
---
type s = #a i32 | #b
def f (x: s) = match x case #a -> 1 case #b -> 2  --! Pattern #a expects 0 constructor arguments, but type provides 1 arguments
---
type s = #a ([]i32) | #b  --! Non-lifted type abbreviations may not use existential sizes in their definition: "s" leaves one open
---
def f (x: i32) = match x case -1 -> 2  --! Unmatched cases in match expression: nothing matches _
---
def f (x: {a: i32, b: bool}) = match x case {a=1, b} -> 2 case {a, b=true} -> 1  --! Unmatched cases in match expression: nothing matches {a = _, b = false}
---
def f (x: {a: i32, b: bool}) = match x case {a} -> 2  --! Pattern {a = a} cannot match value of type {a: i32, b: bool}
---
def f (x: {a: i32, b: bool}) = match x case {a, b, c} -> 2  --! Pattern {a = a, b = b, c = c} cannot match value of type {a: i32, b: bool}
---
type s = #a i32 | #b
def f : s = #a 1 2  --! Function body does not have expected type: it has type #a number number | ..., but is declared to
---
type s = #a i32 | #b
def f : s = #a true  --! Function body does not have expected type: it has type #a bool | ..., but is declared to have type
---
def f = #a  --! Type is ambiguous (must be a sum type with constructors: #a)
---
def f (x: i32) = match x case 1 -> 2  --! Unmatched cases in match expression: nothing matches _
---
def f (x: bool) = match x case true -> 2  --! Unmatched cases in match expression: nothing matches false
---
def f (x: (i32, bool)) = match x case (_, true) -> 2 case (1, false) -> 3  --! Unmatched cases in match expression: nothing matches (_, false)
---
def f (x: i32) = x + 1.5  --! Cannot apply "+" to "1.5" (invalid type): the right operand has type float, but i32 is expected.
---
def f = map 2 [1,2]  --! Cannot apply "map" to "2" (invalid type): argument 1 has type number, but t1 -> t2 is expected.
---
def f = \ -> 2  --! Unexpected "->"; expected a parameter of a lambda
---
def let = 2  --! Unexpected keyword "let"; expected the name of a definition
---
def f = let in = 2 in 3  --! Unexpected keyword "in"; expected a pattern
---
entry = 2  --! Unexpected "="; expected the name of a definition
---
def f (x: i32 = x  --! Unexpected "="; expected ")" in a pattern
---
def 2f = 3  --! "f" is no type of numbers
---
def F x = x
def g = f 2  --! Unknown name "f"
---
def f = x where x = 2  --! Unexpected "="; expected a declaration
---
def f = 1 == 2 == 3  --! Cannot apply "==" to "3" (invalid type): the right operand has type number, but bool is expected.
---
def f = 1 < 2 < 3  --! Cannot apply "<" to "3" (invalid type): the right operand has type number, but bool is expected.
---
def f = map (+1) 2  --! Cannot apply "map" to "2" (invalid type): argument 2 has type number, but [d3]number is expected.
---
def f = a.b.c  --! Unknown name "a"
---
def f = #[foo  --! Unexpected end of file; expected "]" in an attribute
---
#[foo def f = 2  --! Unexpected keyword "def"; expected "]" in an attribute
---
def f = 1 |> 2  --! Cannot apply a value of type number as function. Cannot unify type "t6 -> t7" with any of i8, i16,
---
def f = `foo` 1  --! Unexpected "`"; expected an expression
---
def f = 1 `foo` 2  --! Unknown name "foo"
---
def f = [1,2,3].foo  --! Attempt to access field "foo" of value of type [3]number, which has none of this name
---
def f = $  --! Unexpected character '$'
---
def f = 1 ? 2  --! Unexpected "?"; expected a declaration
---
def f = [1, true]  --! Types bool and number do not match: this element differs from the first. Cannot unify type "bool"
---
def f = "\q"  --! Unknown escape in a literal
---
def f = [[1,2],[3]]  --! Types [1]number and [2]number do not match: this element differs from the first. Sizes "2" and "1"
---
def f (x: {a: i32}) = x.b  --! Attempt to access field "b" of value of type {a: i32}, which has none of this name
---
def f (x: (i32, i32)) = x.2  --! Attempt to access field "2" of value of type (i32, i32), which has none of this name
---
def f x = x.a  --! Type is ambiguous: it must be a record with field "a", and more is not known
---
def f (x: []i32) = x[0,1]  --! A value of type i32 cannot be indexed
---
def f (x: []i32) = x[1.5]  --! An index has type float. Type constrained to one of i8, i16, i32, i64 but also one of f16, f32, f64
---
def f (x: []i32) = x[true]  --! An index has type bool. Cannot unify type "bool" with any of i8, i16, i32, i64
---
def f (x: i32) (y: i64) = x + y  --! Cannot apply "+" to "y" (invalid type): the right operand has type i64, but i32 is expected
---
def f (x: i32) = x[0]  --! A value of type i32 cannot be indexed
---
def f : u8 = 256  --! Literal 256 out of bounds for inferred type u8
---
def f : i8 = -129  --! Literal 129 out of bounds for inferred type i8
---
def f = 1.5i32  --! A number with a fraction or an exponent cannot be of type i32
---
def f = 'ab'  --! Unexpected "'"; expected an expression
---
def f = "abc  --! Unclosed string literal: it does not end on its line
---
def f = 0b12  --! "2" is no type of numbers
---
def f (x: bool) = x + true  --! Cannot apply "+" to "x" (invalid type): the left operand has type bool, but number is expected.
---
def f = 0xfg  --! "g" is no type of numbers
---
def f = 1_000_i32x  --! "i32x" is no type of numbers
---
def f (x: i32) = x with [0] = 1  --! A value of type i32 cannot be indexed
---
def f (x: {a: i32}) = x with b = 1  --! Attempt to access field "b" of value of type {a: i32}, which has none of this name
---
def f (x: {a: i32}) = x with a.b = 1  --! Attempt to access field "b" of value of type i32, which has none of this name
---
def f (x: i32) = let (a, b) = x in a  --! Pattern (a, b) cannot match value of type i32
---
def f (x: (i32, i32)) = let (a, b, c) = x in a  --! Pattern (a, b, c) cannot match value of type (i32, i32)
---
def f (x: i32) = let {a} = x in a  --! Pattern {a = a} cannot match value of type i32
---
def f (x: {a: i32, b: i32}) = let {a} = x in a  --! Pattern {a = a} cannot match value of type {a: i32, b: i32}
---
def f x = x x  --! Cannot apply "x" to "x" (invalid type): argument 1 has type t3 -> t4, but t3 is expected. Occurs
---
def f (x: f32) = x & 1  --! Cannot apply "&" to "x" (invalid type): the left operand has type f32, but integer is expected.
---
def f = \x -> (x 1, x true)  --! Cannot apply "x" to "true" (invalid type): argument 1 has type bool, but number is expected. Cannot
---
def f = let g x = x + 1 in (g 1i32, g 2i64)  --! Cannot apply "g" to "2i64" (invalid type): argument 1 has type i64, but i32 is expected
---
def f = (1 + 2: bool)  --! Expression does not have expected type from explicit ascription: it has type number, but is said to
---
def f = [1,2,3] :> i32  --! Expression does not have expected type from explicit ascription: it has type [3]number, which
---
def f (xs: [3]i32) = xs :> [3]i64  --! Expression does not have expected type from explicit ascription: it has type [3]i32, which cannot
---
def f = assert 1 2  --! The condition of an assertion must have type bool, but has type number. Cannot unify type "bool"
---
def f = loop x = 1 for i < true do x  --! The bound of the loop has type bool. Cannot unify type "bool" with any of i8, i16, i32, i64
---
def f = loop x = 1 for i in 3 do x  --! The loop goes over a value of type number, which is not an array. Cannot unify type "[d4]t3" with
---
def f = loop x = 1 while 1 do x  --! The condition of the loop must have type bool, but has type number. Cannot unify type "bool" with
---
def f = loop x = 1 for i < 3 do true  --! Loop body does not have expected type: it has type bool, but the pattern has type number. Cannot
---
def f (x: i32) = x && true  --! Cannot apply "&&" to "x" (invalid type): the left operand has type i32, but bool is expected
---
def f = loop (x, y) = 1 for i < 3 do x  --! Pattern (x, y) cannot match value of type number. Cannot unify type "(t4, t5)" with any of i8, i16,
---
def f = loop x for i < 3 do x  --! Unknown name "x"
---
def f (x: i32) = loop (x: i64) for i < 3i32 do x  --! Pattern x: i64 cannot match value of type i32
---
def f = 1..2..3  --! Unexpected ".."; expected the end of the range: use '...' for ranges, not '..'
---
def f = 1.0..<3.0  --! This bound of the range has type float, but the range is of signed integer. Type constrained to one of i8,
---
def f (x: i32) (y: i64) = x..<y  --! This bound of the range has type i64, but the range is of i32
---
def f = true..<false  --! This bound of the range has type bool, but the range is of signed integer. Cannot unify type "bool" with
---
def f : i32 -> i32 = 2  --! Function body does not have expected type: it has type number, but is declared to have type i32 ->
---
def f (g: i32 -> i32) = g g  --! Cannot apply "g" to "g" (invalid type): argument 1 has type i32 -> i32, but i32 is expected
---
def f = (+) 1 true  --! Cannot apply "+" to "true" (invalid type): argument 2 has type bool, but number is expected. Cannot
---
def f (x: i32) = !x && true  --! Cannot apply "&&" to "!x" (invalid type): the left operand has type i32, but bool is expected
---
def f = (1 +) true  --! Cannot apply function to "true" (invalid type): argument 1 has type bool, but number is expected.
---
def f = 1 ** true  --! Cannot apply "**" to "true" (invalid type): the right operand has type bool, but number is
---
def f (x: []i32) (y: []i32) = x == y
def g (x: i32 -> i32) = x == x  --! Cannot apply "==" to "x" (invalid type): the left operand has type i32 -> i32, but t10 is expected.
---
def f (x: [3]i32) (y: [4]i32) = x == y  --! Cannot apply "==" to "y" (invalid type): the right operand has type [4]i32, but [3]i32 is expected.
---
def f 'a (x: a) (y: a) = x == y  --! Cannot apply "==" to "x" (invalid type): the left operand has type a, but t5 is expected. Type a
---
def f 'a (x: a) : i32 = x  --! Function body does not have expected type: it has type a, but is declared to have type i32
---
def f 'a 'b (x: a) : b = x  --! Function body does not have expected type: it has type a, but is declared to have type b
---
def f 'a (x: a) = x + x  --! Cannot apply "+" to "x" (invalid type): the left operand has type a, but number is expected. Cannot
---
def f = (\(x: i32) -> x) 1i64  --! Cannot apply function to "1i64" (invalid type): argument 1 has type i64, but i32 is expected
---
def f = zip [1,2] [1,2,3]  --! Cannot apply "zip" to "[1, 2, 3]" (invalid type): argument 2 has type [3]number, but [2]t2 is
---
def f = if 1 then 2 else 3  --! The condition must have type bool, but has type number. Cannot unify type "bool" with any of i8,
---
def f = unzip [1,2]  --! Cannot apply "unzip" to "[1, 2]" (invalid type): argument 1 has type [2]number, but [2](t1, t2) is
---
def f = reduce (+) 0 [true]  --! Cannot apply "reduce" to "[true]" (invalid type): argument 3 has type [1]bool, but [1]number is
---
def f = reduce (\x y -> (x, y)) 0 [1]  --! Cannot apply "reduce" to "\x y -> (x, y)" (invalid type): argument 1 has type t1 -> t1 -> (t1, t1),
---
def f = scatter [1,2] [0] [true]  --! Cannot apply "scatter" to "[true]" (invalid type): argument 3 has type [1]bool, but [1]number is
---
def f = scatter [1,2] [0.0] [1]  --! Cannot apply "scatter" to "[0.0]" (invalid type): argument 2 has type [1]float, but [1]i64 is
---
def f = scatter [1,2] [0, 1] [1]  --! Cannot apply "scatter" to "[1]" (invalid type): argument 3 has type [1]number, but [2]number is
---
def f = reduce_by_index [0] (+) 0 [1i32] [1]  --! Cannot apply "reduce_by_index" to "[1i32]" (invalid type): argument 4 has type [1]i32, but [1]i64
---
def f = iota 2i32  --! Cannot apply "iota" to "2i32" (invalid type): argument 1 has type i32, but i64 is expected
---
def f (n: i32) = replicate n 0  --! Cannot apply "replicate" to "n" (invalid type): argument 1 has type i32, but i64 is expected
---
def f = f64.sqrt 2f32  --! Cannot apply "f64.sqrt" to "2f32" (invalid type): argument 1 has type f32, but f64 is expected
---
def f = if true then 2 else true  --! Branches differ in type: number and bool. Cannot unify type "bool" with any of i8, i16, i32, i64,
---
def f = i32.f32 2i32  --! Cannot apply "i32.f32" to "2i32" (invalid type): argument 1 has type i32, but f32 is expected
---
def f = -true  --! The operand of - has type bool. Cannot unify type "bool" with any of i8, i16, i32, i64, u8, u16,
---
def f = !1.0  --! The operand of ! has type float. Type constrained to one of bool, i8, i16, i32, i64, u8, u16, u32,
---
def f (x: u8) : i32 = x  --! Function body does not have expected type: it has type u8, but is declared to have type i32
---
def f = (1, 2) + (3, 4)  --! Cannot apply "+" to "(1, 2)" (invalid type): the left operand has type (number, number), but number
---
def f = if true then 1  --! Unexpected end of file; expected "else" in a conditional
---
def f = let x = 1  --! Unexpected end of file; expected in, or another let
---
def f = let x 1 in x  --! Unexpected number "1"; expected = in a let
---
def = 2  --! Unexpected "="; expected the name of a definition
---
def f x =   --! Unexpected end of file; expected an expression
---
def f (x: i32) = x 2  --! Cannot apply "x" as function, as it has type i32
---
def f (x = 2  --! Unexpected "="; expected ")" in a pattern
---
def f = 2)  --! Unexpected ")"; expected a declaration
---
def f = [1, 2  --! Unexpected end of file; expected "]" in an array
---
def f = {a = 1  --! Unexpected end of file; expected "}" in a record
---
def f = 1 +  --! Unexpected end of file; expected an expression
---
def f = * 2  --! Unexpected operator "*"; expected an expression
---
def f = 1 2  --! Cannot apply a value of type number as function. Cannot unify type "t2 -> t3" with any of i8, i16,
---
deff x = 2  --! Unexpected name "deff"; expected a declaration
---
def f = match 1  --! Unexpected end of file; expected case, and a pattern
---
def f = case 1 -> 2  --! Unexpected keyword "case"; expected an expression
---
def f (xs: *[3]i32) = let ys = xs with [0] = 1 in xs[0]  --! Using variable "xs", but this was consumed at 1:35.  (Possibly through aliases.)
---
def f (xs: *[3]i32) = let g () = xs with [0] = 1 in g ()  --! Consuming variable "xs", which is not consumable inside function g: it is bound outside
---
def f (xs: *[3]i32) (b: bool) = let ys = if b then xs else [1,2,3] let zs = xs with [0] = 2 in ys  --! Using variable "ys", but this was consumed at 1:80.  (Possibly through aliases.)  It may share memory with "xs"
---
def f (xs: *[3]i32) = let (a, b) = (xs, xs) let c = a with [0] = 1 in b  --! Using variable "b", but this was consumed at 1:55.  (Possibly through aliases.)  It may share memory with "xs"
---
def f (xs: *[3]i32) = scatter xs [0] [xs[0]] ++ xs  --! Using variable "xs", but this was consumed at 1:31.  (Possibly through aliases.)
---
def f (xs: *[3]i32) = match xs case ys -> let z = ys with [0] = 1 in xs  --! Using variable "xs", but this was consumed at 1:54.  (Possibly through aliases.)
---
type s = #a ([3]i32) | #b
def f (x: s) = match x case #a xs -> xs with [0] = 1 case #b -> [1,2,3]  --! Consuming variable "x", which is not consumable: it is a parameter that is not unique (declare it
---
def f (xs: *[3]i32) = loop ys = xs for i < 3 do let z = xs with [0] = 1 in z  --! Consuming variable "xs", which is not consumable inside a loop: it is bound outside
---
def f (xs: [3]i32) = reduce (\(a: *[1]i32) b -> a) [0] (map (\x -> [x]) xs)  --! This function consumes its argument, of type *[1]i32, but the function that is expected may not
---
def f (g: *[3]i32 -> i32) (xs: [3]i32) = g xs  --! Consuming variable "xs", which is not consumable: it is a parameter that is not unique (declare it
---
def f (xs: *[3]i32) : (*[3]i32, *[3]i32) = (xs, xs)  --! A unique-typed component of the return value is aliased to some other component, by way of "xs"
---
def g (h: [3]i32 -> i32) = h [1,2,3]
def f = g (\(xs: *[3]i32) -> 1)  --! This function consumes its argument, of type *[3]i32, but the function that is expected may not
---
def f (xs: *[3]i32) : [3]i32 = let x[0] = 1 in xs  --! Unknown name "x"
---
def const = [1,2,3]
def f = const with [0] = 1i32  --! Consuming variable "const", which is not consumable: it is defined at top level
---
def f (xs: *[3]i32) = let ys = id xs let zs = ys with [0] = 1 in xs  --! Using variable "xs", but this was consumed at 1:50.  (Possibly through aliases.)
---
def f [n] (xs: *[n]i32) = let ys = reverse xs in let zs = xs with [0] = 1 in ys  --! Using variable "ys", but this was consumed at 1:62.  (Possibly through aliases.)  It may share memory with "xs"
---
def f (n: i32) (xs: [3]i32) = loop (a: *[3]i32) = xs for i < n do a with [0] = 1  --! Consuming variable "xs", which is not consumable: it is a parameter that is not unique (declare it
---
def f (xs: [3]i32) : *[3]i32 = xs  --! Unique-typed return value is aliased to "xs", which is not consumable
---
def f (n: i32) (xs: *[3]i32) = loop a = xs while a[0] < n do let b = a with [0] = 1 in a  --! Using variable "a", but this was consumed at 1:72.  (Possibly through aliases.)
---
def g (xs: *[3]i32) : i32 = 1
def f (xs: [3]i32) = g xs  --! Consuming variable "xs", which is not consumable: it is a parameter that is not unique (declare it
---
def g (xs: *[3]i32) : i32 = 1
def f (xs: *[3]i32) = g xs + xs[0]  --! Using variable "xs", but this was consumed at 2:25.  (Possibly through aliases.)
---
def g (xs: *[3]i32) (ys: [3]i32) : i32 = 1
def f (xs: *[3]i32) = g xs xs  --! Argument is consumed, but aliases "xs", which is also aliased by other argument
---
def f (xs: *[3]i32) = loop ys = xs for i < 3 do ys with [i] = 1
def h = f (f (iota 3 |> map i32.i64))
def k (a: [3]i32) = loop ys = a for i < 3 do ys with [i] = 1  --! Consuming variable "a", which is not consumable: it is a parameter that is not unique (declare it
---
def f (xs: *[3][3]i32) = let r = xs[0] let ys = xs with [0] = r in r  --! Source array for in-place update might alias the new value: both may share memory with "xs"
---
def f (xs: *[3]i32) = map (\i -> let ys = xs with [i] = 1 in ys[0]) [0,1]  --! Consuming variable "xs", which is not consumable inside a lambda: it is bound outside
---
def f x y = x == y  --! Type is ambiguous: it must be one whose values can be compared, and more is not known
---
def g 'a (f: a -> a -> bool) (x: a) = f x x
def h 'b (x: b) = g (==) x  --! Cannot apply "g" to "x" (invalid type): argument 2 has type b, but t7 is expected. Type b does not
---
def f = (==)  --! Type is ambiguous: it must be one whose values can be compared, and more is not known
---
def add x y = x + y
def g = (add 1i32 2, add 1i64 2)  --! Cannot apply "add" to "1i64" (invalid type): argument 1 has type i64, but i32 is expected
---
def f 'a (x: a) = x < x  --! Cannot apply "<" to "x" (invalid type): the left operand has type a, but number is expected. Cannot
---
def f (x: (i32,i32)) = x < x  --! Cannot apply "<" to "x" (invalid type): the left operand has type (i32, i32), but number is
---
module m : { type t val x : t } = { type t = i32 def x = 1i32 }
def f = m.x == m.x  --! Cannot apply "==" to "m.x" (invalid type): the left operand has type t, but t1 is expected. Type t
---
def f (x: []i32) = x < x  --! Cannot apply "<" to "x" (invalid type): the left operand has type [d2]i32, but number is expected.
---
def f = true && 1  --! Cannot apply "&&" to "1" (invalid type): the right operand has type number, but bool is expected.
---
def f (x: bool) (y: bool) = x & y  --! Cannot apply "&" to "x" (invalid type): the left operand has type bool, but integer is expected.
---
def f (x: bool) (y: bool) = x ^ y  --! Cannot apply "^" to "x" (invalid type): the left operand has type bool, but integer is expected.
---
def f (x: f32) (y: f32) = x // y  --! Cannot apply "//" to "x" (invalid type): the left operand has type f32, but integer is expected.
---
def f (x: f32) (y: f32) = x << y  --! Cannot apply "<<" to "x" (invalid type): the left operand has type f32, but integer is expected.
---
def f (x: f32) (y: f32) = x >> y  --! Cannot apply ">>" to "x" (invalid type): the left operand has type f32, but integer is expected.
---
def f 'a (x: []a) = x == []  --! Cannot apply "==" to "x" (invalid type): the left operand has type [d2]a, but t4 is expected. Type
---
def f (x: i32) = x >>> 1  --! Unknown name ">>>"
---
def f (x: i32) = x !== 1  --! Unknown name "!=="
---
def f = let g x y = x == y in (g 1 2, g true false)  --! Cannot apply "g" to "true" (invalid type): argument 1 has type bool, but number is expected. Cannot
---
def f '~a (x: a) = x != x  --! Cannot apply "!=" to "x" (invalid type): the left operand has type a, but t3 is expected. Type a
---
module type s = { type t }
module f (X: s) = { def g (x: X.t) = x == x }  --! Cannot apply "==" to "x" (invalid type): the left operand has type t, but t3 is expected. Type t
---
def f = \x y -> x == y  --! Type is ambiguous: it must be one whose values can be compared, and more is not known
---
def f (n: i64) : [n]i32 = let n = 2 in replicate n 1  --! Function body does not have expected type: it has type [2]number, but is declared to have type
---
def f [n] (xs: [n]i32) = loop (ys: [n]i32) = xs for i < 3i32 do ys ++ ys  --! Loop body does not have expected type: a size is "n" before the loop, "n" in the pattern and "n +
---
def f [n] (xs: [n]i32) (g: [n]i32 -> [n]i32) = g (filter (>0) xs)  --! Cannot apply "g" to "filter (> 0) xs" (invalid type): argument 1 has type [count]i32, but [n]i32 is
---
def f (g: (m: i64) -> [m]i32) : [3]i32 = g 4  --! Function body does not have expected type: it has type [4]i32, but is declared to have type [3]i32.
---
def f (g: i64 -> []i32) : [3]i32 = g 3  --! Function body does not have expected type: it has type []i32, but is declared to have type [3]i32.
---
def f (g: i64 -> [3]i32) : [3]i32 = g 3
def h = f (\n -> replicate n 0)  --! Cannot apply "f" to "\n -> replicate n 0" (invalid type): argument 1 has type (n: i64) ->
---
def f (g: (n: i64) -> [n]i32) : [3]i32 = g 3
def h = f (\n -> replicate (n+1) 0)  --! Cannot apply "f" to "\n -> replicate (n + 1) 0" (invalid type): argument 1 has type (n: i64) -> *[n
---
def f (xs: [](i64 -> i64)) = 1  --! Cannot create array with elements of lifted type "i64 -> i64" (might contain function)
---
def f (n: i64) = let xs = iota n let n = 2 in (xs : [n]i64)  --! Expression does not have expected type from explicit ascription: it has type [n]i64, but is said to
---
def f (g: ?[n].[n]i32 -> i32) = 1i32  --! Existential size "n" not used as array size
---
def f (n: i64) (m: i64) : [n][m]i32 = replicate m (replicate n 0)  --! Function body does not have expected type: it has type [m][n]number, but is declared to have type
---
def f (n: i64) : [n][]i32 = map (\i -> filter (>0) (iota i)) (iota n)  --! Cannot apply "map" to "\i -> filter (> 0) (iota i)" (invalid type): argument 1 has type (i: i64) ->
---
def f (n: i64) : [n][2]i64 = map (\i -> [i,i,i]) (iota n)  --! Function body does not have expected type: it has type [n][3]i64, but is declared to have type
---
def f (n: i64) = map (\i -> iota n) (iota n)
def g (xss: [2][3]i64) = 1i32
def h = g (f 2)  --! Cannot apply "g" to "f 2" (invalid type): argument 1 has type [2][2]i64, but [2][3]i64 is expected.
---
type t [n] = {a: [n]i32, b: [n]i32}
def f : t [2] = {a = [1,2], b = [1,2,3]}  --! Function body does not have expected type: it has type {a: [2]i32, b: [3]number}, but is declared
---
type t = {a: []i32}  --! Non-lifted type abbreviations may not use existential sizes in their definition: "t" leaves one open
---
type t [n] [m] = [n][m]i32
def f [k] (x: t [k]) = x  --! Type constructor "t" requires 2 arguments, but is provided 1
---
def f (b: bool) (n: i64) = if b then let m = n + 1 in iota m else iota n
def g = (f true 2) : [2]i64  --! Expression does not have expected type from explicit ascription: it has type []i64, but is said to
---
type t [n] = [n]i32
def f (x: t) = x  --! Type constructor "t" requires 1 argument, but is provided 0
---
def f [n] (xs: [n]i32) : [m]i32 = xs  --! Unknown name "m"
---
def f [n] (xs: [n]i32) = let n = 3 in xs : [n]i32  --! Expression does not have expected type from explicit ascription: it has type [n]i32, but is said to
---
def f (xs: [1.5]i32) = xs  --! Types float and i64 do not match: sizes have type i64
---
def f (xs: [2i32]i32) = xs  --! Types i32 and i64 do not match: sizes have type i64
---
def f (xs: [true]i32) = xs  --! Types bool and i64 do not match: sizes have type i64
---
def f [n] (xs: [n]i32) (y: [n+n]i32) = y[n:] : [n]i32  --! Expression does not have expected type from explicit ascription: it has type [(n + n) - n]i32, but
---
def main [n] (xs: [n]i32) (m: i64) = xs : [m]i32  --! Expression does not have expected type from explicit ascription: it has type [n]i32, but is said to
---
def f (xs: []i32) = let ys = filter (>0) xs let zs = filter (>0) xs in zip ys zs  --! Cannot apply "zip" to "zs" (invalid type): argument 2 has type [count]i32, but [count]t17 is
---
def f 'a [n] (g: a -> [n]a) (x: a) = g x
def h = f (\x -> replicate x x) 3  --! Cannot apply "f" to "\x -> replicate x x" (invalid type): argument 1 has type (x: i64) -> *[x]i64,
---
def f (x: i64) : [x](i32, i32) = replicate x 0  --! Function body does not have expected type: it has type [x]number, but is declared to have type
---
def f = (\[n] (xs: [n]i32) -> n)  --! Unexpected "["; expected a parameter of a lambda
---
def f = \(n: i64) (xs: [n]i32) -> xs
def g = f 3 [1,2]  --! Cannot apply "f" to "[1, 2]" (invalid type): argument 2 has type [2]number, but [3]i32 is expected.
---
def f (n: i64) (xs: [n]i32) = xs
def g = f 3 [1,2]  --! Cannot apply "f" to "[1, 2]" (invalid type): argument 2 has type [2]number, but [3]i32 is expected.
---
def f (n: i64) = \(xs: [n]i32) -> xs
def g = (f 2) [1,2,3]  --! Cannot apply function to "[1, 2, 3]" (invalid type): argument 1 has type [3]number, but [2]i32 is
---
def f (x: i64, y: i64) : [x]i64 = iota x  --! The type of the result refers to "x", which is bound to an inner component of a parameter
---
def f {x: i64} : [x]i64 = iota x  --! The type of the result refers to "x", which is bound to an inner component of a parameter
---
def f (xs: []i32) : [length xs]i32 = xs  --! Function body does not have expected type: it has type [d2]i32, but is declared to have type
---
def curry 'a 'b 'c (f: (a, b) -> c) (a: a) (b: b) = f (a, b)
def g [n] (x: i64, xs: [n]i32) : [x]i32 = replicate x 0  --! The type of the result refers to "x", which is bound to an inner component of a parameter
def h (xs: []i32) = curry g 2 xs : [2]i32
---
def f [n] (xs: [n]i32) : [length xs]i32 = xs  --! Function body does not have expected type: it has type [n]i32, but is declared to have type [length
---
def f (xs: [10]i32) = loop (ys: [n]i32) = xs for i < 3i32 do ys  --! Unknown name "n"
---
def f (n: i64) = [iota (n+1), iota (1+n)]  --! Types [1 + n]i64 and [n + 1]i64 do not match: this element differs from the first. Sizes "n + 1"
---
def f [n] [m] [k] (a: [n]i32) (b: [m]i32) (c: [k]i32) : [n+(m+k)]i32 = a ++ b ++ c  --! Function body does not have expected type: it has type [n + m + k]i32, but is declared to have type
---
def g (n: i64) : [n+1]i32 = replicate (n+1) 0
def f (k: i64) : [3]i32 = g 2  --! Function body does not have expected type: it has type [2 + 1]i32, but is declared to have type
---
def f [n] (a: [n]i32) : [n]i32 = iota (length a) |> map i32.i64  --! Function body does not have expected type: it has type [length a]i32, but is declared to have type
---
def f (n: i64) = let z = n in (replicate z 1i32 : [n]i32)  --! Expression does not have expected type from explicit ascription: it has type [z]i32, but is said to
---
def f (n: i64) = let m = n + 1 in zip (iota m) (iota (n+1))  --! Cannot apply "zip" to "iota (n + 1)" (invalid type): argument 2 has type [n + 1]i64, but [m]t7 is
---
def f (n: i64) = let m = n in zip (iota m) (iota n)  --! Cannot apply "zip" to "iota n" (invalid type): argument 2 has type [n]i64, but [m]t5 is expected.
---
def f (n: i64) (xs: [n]i64) = let m = length xs in zip (iota m) (iota (length xs))  --! Cannot apply "zip" to "iota (length xs)" (invalid type): argument 2 has type [length xs]i64, but
---
def f (n: i64) : [n+1]i32 = loop xs = replicate (n+1) 0 for i < n do replicate (1+n) 0i32  --! Function body does not have expected type: it has type []i32, but is declared to have type [n +
---
def f (n: i64) : [n][1+n]i64 = map (\i -> iota (n+1)) (iota n)  --! Function body does not have expected type: it has type [n][n + 1]i64, but is declared to have type
---
def f (n: i64) : [n*1]i64 = iota n  --! Function body does not have expected type: it has type [n]i64, but is declared to have type [n *
---
def f (n: i64) : [n - -1]i64 = iota (n+1)  --! Function body does not have expected type: it has type [n + 1]i64, but is declared to have type [n
---
def f (n: i64) : [n + 1]i64 = iota ((+1) n)  --! Function body does not have expected type: it has type [(+ 1) n]i64, but is declared to have type
---
def f (n: i64) (m: i64) (k: i64) : [n+m+k]i32 = replicate (n+(m+k)) 1i32  --! Function body does not have expected type: it has type [n + (m + k)]i32, but is declared to have
---
def f ((n,m): (i64,i64)) : [n]i64 = iota n  --! The type of the result refers to "n", which is bound to an inner component of a parameter
---
def g (x: i64) = x + 1
def f (n: i64) : [g n]i64 = iota (n |> g)  --! Function body does not have expected type: it has type [n |> g]i64, but is declared to have type [g
---
def g [n] (ys: [n]i32) (xs: [n+1]i32) = 0i32
def f [k] (xs: [1+k]i32) (ys: [k]i32) = g ys xs  --! Cannot apply "g" to "xs" (invalid type): argument 2 has type [1 + k]i32, but [k + 1]i32 is
---
def f (n: i64) : [n+1]i64 = 0...n  --! Function body does not have expected type: it has type [(n - 0) + 1]i64, but is declared to have
---
def f (n: i64) = let xs = iota n let m = n in xs : [m]i64  --! Expression does not have expected type from explicit ascription: it has type [n]i64, but is said to
---
def f [n] (a: [n+1]i32) : [n]i32 = a[1:]  --! Function body does not have expected type: it has type [(n + 1) - 1]i32, but is declared to have
---
def f [n] (a: [n]i32) (i: i64) : ([i]i32, [n-i]i32) = split a  --! Cannot apply "split" to "a" (invalid type): argument 1 has type [n]i32, but [d8 + d9]t7 is
---
def g (n: i64) : [n+1]i32 = replicate (n+1) 0
def f (k: i64) : [k+2]i32 = g (k+1)  --! Function body does not have expected type: it has type [(k + 1) + 1]i32, but is declared to have
---
def f [n] (a: [n]i32) : [n-2]i32 = tail (tail a)  --! Function body does not have expected type: it has type [n - 1 - 1]i32, but is declared to have type
---
def n : i64 = 3
def f : [3]i32 = replicate n 0  --! Function body does not have expected type: it has type [n]number, but is declared to have type
---
def f [n] (a: [3*n]i32) : [n][3]i32 = unflatten a  --! Function body does not have expected type: it has type [3][n]i32, but is declared to have type
---
def f (a: [6]i32) : [2][3]i32 = unflatten a  --! Cannot apply "unflatten" to "a" (invalid type): argument 1 has type [6]i32, but [d7 * d8]t6 is
---
def f (n: i64) = zip (replicate (n+1) 0i32) (replicate (1+n) 0i32)  --! Cannot apply "zip" to "replicate (1 + n) 0i32" (invalid type): argument 2 has type [1 + n]i32, but
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def f (x: acc) = 1  --! Type constructor "acc" requires 1 argument, but is provided 0
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def f (x: [](acc ([3]i32))) = 1  --! Cannot create array with elements of size-lifted type "acc ([3]i32)" (might cause irregular array)
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def f (d: *[3]i32) = scatter_stream d (\(acc: *acc ([3]i32)) x -> write acc 0 d[1]) [1]  --! Argument is consumed, but aliases "d", which is also aliased by other argument
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def f (d: *[3]i32) = scatter_stream d (\(acc: *acc ([3]i32)) x -> (map (\i -> write acc i 1) [1])[0]) [1]  --! Consuming variable "acc", which is not consumable inside a lambda: it is bound outside
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def f (d: *[3]i32) = scatter_stream d (\acc x -> write acc 0 x) [1]  --! Consuming variable "acc", which is not consumable: it is a parameter that is not unique (declare it
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def f (d: [3]i32) = scatter_stream d (\(acc: *acc ([3]i32)) x -> write acc 0 x) [1]  --! Consuming variable "d", which is not consumable: it is a parameter that is not unique (declare it
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def f (d: *[3]i32) = scatter_stream d (\(acc: *acc ([3]i32)) x -> 1) [1]  --! Cannot apply "scatter_stream" to "\(acc: *acc ([3]i32)) x -> 1" (invalid type): argument 2 has type
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def f (d: *[3]i32) = reduce_by_index_stream d (&&) true (\(acc: *acc ([3]i32)) x -> write acc 0 x) [1i32]  --! Cannot apply "reduce_by_index_stream" to "(&&)" (invalid type): argument 2 has type bool -> bool ->
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def f (d: *[3]i32) = scatter_stream d (\(acc: *acc ([3]i32)) x -> write acc 0 acc[0]) [1]  --! A value of type acc [3]i32 cannot be indexed
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def f [n] (d: *[n]i32) = scatter_stream d (\(acc: *acc ([3]i32)) x -> write acc 0 x) [1i32]  --! Pattern acc: *acc ([3]i32) cannot match value of type acc [n]i32. Sizes "3" and "n" do not match
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def f (d: *[3]i32) = scatter_stream d (\(acc: *acc ([3]i32)) x -> let a = write acc 0 x in write acc 1 x) [1]  --! Using variable "acc", but this was consumed at 8:81.  (Possibly through aliases.)
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def f (d: *[3]i32) = scatter_stream d (\(acc: *acc ([3]i32)) x -> write acc 0 true) [1]  --! Cannot apply "write" to "true" (invalid type): argument 3 has type bool, but i32 is expected
---
def f (x: i32) (g: i32 -> i32) : i32 = if x == 0 then g x else f (x - 1) (\y -> g y)  --! The recursive call of "f" must pass its higher-order parameter on unchanged
---
def f (x: i32) : i32 = let h = f in if x == 0 then 0 else h (x - 1)  --! Recursive function "f" may not be used as a value in its own body
---
def f (x: i32) : i32 = if x == 0 then 0 else x - 1 |> f  --! Recursive function "f" may not be used as a value in its own body
---
def f (x: i32) (y: i32) : i32 = if x == 0 then y else (f (x - 1)) y  --! Recursive function "f" must be fully applied in its own body: it takes 2 arguments, but 1 are given
---
def f (x: i32) (y: i32) : i32 -> i32 = \z -> f x y z  --! Recursive function "f" must have a first-order result
---
def f '^a (x: a) (n: i32) : a = let y = f x n in y  --! Recursive function "f" must have a first-order result
---
def f (x: i32) : i32 = g x  --! Unknown name "g"
def g (x: i32) : i32 = f x
---
def f : i32 -> i32 = \x -> f x  --! Unknown name "f"
---
def f 'a (x: a) (n: i32) : i32 = if n == 0 then 0 else f true (n - 1)  --! Cannot apply "f" to "true" (invalid type): argument 1 has type bool, but a is expected
---
def f (n: i64) (xs: [n]i32) : i32 = if n == 0 then 0 else f n (xs ++ xs)  --! Cannot apply "f" to "xs ++ xs" (invalid type): argument 2 has type [n + n]i32, but [n]i32 is expected. Sizes "n" and "n + n" do not match

---
def f : []i32 -> i32 = \(xs: *[]i32) -> (xs with [0] = 1)[0]  --! This function consumes its argument, of type *[]i32, but the function that is expected may not
---
def f (xs: []i32) = let g : []i32 -> i32 = \(xs: *[]i32) -> (xs with [0] = 1)[0] in g xs  --! This function consumes its argument, of type *[]i32, but the function that is expected may not
---
def f (xs: []i32) = ((\(xs: *[]i32) -> (xs with [0] = 1)[0]) : []i32 -> i32) xs  --! This function consumes its argument, of type *[]i32, but the function that is expected may not
---
def f (n: u8) = 0..<n  --! This bound of the range has type u8, but the range is of signed integer
---
def f = 0x1p2f32  --! A hexadecimal float needs a point
---
def f = "abc"[1]  --! Cannot apply function as function, as it has type [3]u8
---
def f = f32.(1, 2)  --! Unexpected ","
---
def f (x: i32) = i32.(+ 1) x  --! Unexpected operator "+"; expected an expression
---
type t 'a 'a = (a, a)  --! Name "a" also bound at 1:9
---
type t [n] [n] = [n]i32  --! Name "n" also bound at 1:9
---
module type s = { val f : []i32 -> i32 }  --! All parameters of "f" must have sizes with names
module m : s = { def f [n] (xs: [n]i32) = xs[0] }
---
module type s = { val f : ([]i32 -> i32) -> i32 }  --! All parameters of "f" must have sizes with names
module m (X: s) = { def y = X.f (\xs -> xs[0]) }
---
type t = #a i32 | #b
def f (n: i32) = #a n == (#b : t)  --! Cannot apply "==" to "#a n" (invalid type): the left operand has type
---
type t = #a i32 | #b
def f (x: t) = #b == x  --! Cannot apply "==" to "#b" (invalid type): the left operand has type
---
type t = #a i32 | #b
def f (xs: []t) = map (!= #b) xs  --! Cannot apply "!=" to "#b" (invalid type): the right operand has type
---
type t = #a i32 | #b
def f (xs: []t) = map (\x -> x == #b) xs  --! Cannot apply "==" to "#b" (invalid type): the right operand has type
---
-- Arguments are evaluated from right to left.
def set (x: *[]i32) : *[]i32 = x with [0] = 1
def f (n: i64) (x: *[]i32) = x with [0] = i32.i64 n
def g (a: *[]i32) = f (length a) a  --! Using variable "a", but this was consumed at 4:34.  (Possibly through aliases.)
---
def set (x: *[]i32) : *[]i32 = x with [0] = 1
def g (a: *[]i32) = map2 (+) a (set a)  --! Using variable "a", but this was consumed at 2:37.  (Possibly through aliases.)
---
def set (x: *[]i32) : *[]i32 = x with [0] = 1
def f (a: *[]i32) = loop x = a[0] for y in set a do x + y  --! Using variable "a", but this was consumed at 2:48.  (Possibly through aliases.)
---
def set (x: *[]i32) : *[]i32 = x with [0] = 1
def f (a: *[]i32) = a |> set  --! Cannot apply "|>" to "set" (invalid type): it consumes its argument
---
def set (x: *[]i32) : *[]i32 = x with [0] = 1
def f (a: *[]i32) = set <| a  --! Cannot apply "<|" to "set" (invalid type): it consumes its argument
---
def set (x: *[]i32) : *[]i32 = x with [0] = 1
def f (a: *[]i32) = map (+ (set a)[0]) [1]  --! Argument of functional type i32 -> i32 contains consumption
---
def set (x: *[]i32) : *[]i32 = x with [0] = 1
def f (a: *[]i32) = let g = (+ (set a)[0]) in map g [1]  --! Let-bound expression of functional type i32 -> i32 contains consumption
---
-- Who consumes a part of a tuple consumes the tuple.
def set (x: *[]i32) : *[]i32 = x with [0] = 1
def f (a: *[]i32) = let t = (a, copy a) let (x, y) = t let z = set x in (z, y)  --! Using variable "y", but this was consumed at 3:68.  (Possibly through aliases.)
---
def set (x: *[]i32) : *[]i32 = x with [0] = 1
def f (t: *([]i32, []i32)) = match t case (x, y) -> (set x, y)  --! Using variable "y", but this was consumed at 2:58.  (Possibly through aliases.)
---
def set (x: *[]i32) : *[]i32 = x with [0] = 1
def f (a: *[]i32) = let t = (a, copy a) let (x, y) = (t.0, t.1) let z = set x in (z, y)  --! Using variable "y", but this was consumed at 2:77.  (Possibly through aliases.)
---
def set ((x, y): (*[]i32, []i32)) = (x with [0] = 1, y)
def f (a: *[]i32) (b: *[]i32) = let t = (a, b) in set t  --! Argument passed for consuming parameter is self-aliased: two parts of it may share memory with "t"
---
def f (t: *([]i32, []i32)) : (*[]i32, *[]i32) = t  --! A unique-typed component of the return value is aliased to some other component
---
def f (t: *([]i32, []i32)) = let (x, y) = t in (x, y)
def g = let (x, y) = f ([1], [2]) let x[0] = 2 in (x, y)  --! Using variable "y", but this was consumed at 2:39.  (Possibly through aliases.)
---
def f (xs: *[]i32) = loop ys = xs while xs[0] < 3 do ys with [0] = ys[0] + 1  --! Loop condition uses variable "xs", or memory that it shares, but this is consumed by the initial value of the loop
---
def f (xs: *[]i32) = loop ys = xs for i < 3 do ys with [0] = xs[0] + 1  --! Loop body uses variable "xs"
---
def f (xs: *[]i32) = let zs = xs in loop ys = xs for i < 3 do ys with [0] = zs[1]  --! Loop body uses variable "zs"
---
def f (xs: *[]i32) = let g i = xs[i] in loop ys = xs for i < 3 do ys with [0] = g 0  --! Loop body uses variable "g"
---
def f (xs: *[]i32) = loop (ys: *[]i32) = xs for i < 3 do let n = length xs in copy (take n ys)  --! Loop body uses variable "xs"
---
import "/prelude/math"  --! /prelude/math may not be explicitly imported
---
def ap '~b '~c (f: i64 -> b) (g: b -> c) : c = g (f 3)
def f = ap iota length  --! Cannot apply "ap" to "iota" (invalid type)
---
def ap '~b (f: i64 -> b) : b = f 3
def f = ap (\n -> iota n)  --! Cannot apply "ap" to "\n -> iota n" (invalid type)
---
def ap 'b (f: i64 -> b) : b = f 3
def f = ap iota  --! Cannot apply "ap" to "iota" (invalid type)
---
def both 'a '~b (f: a -> b) (x: a) (y: a) : (b, b) = (f x, f y)
def f = let (a, b) = both iota 3 4 in zip a b  --! Cannot apply "zip" to "b" (invalid type)
---
def f (t: *([]i32, []i32)) = loop a = t.0 for i < 3 do a with [0] = t.1[0]  --! Loop body uses variable "t"
---
def f = let g x = x in (g 1i32, g true)  --! Cannot apply "g" to "true" (invalid type): argument 1 has type bool, but i32 is expected
---
def f y = let g x = (x, y) in (g 1i32, g true)  --! Cannot apply "g" to "true" (invalid type): argument 1 has type bool, but i32 is expected
---
def f (x: [](?[n].[n]i32)) = 1i32  --! Elements of an array have the same sizes: none of their own may be in their type
---
def f (g: (n: i64) -> (n: i64) -> [n]i32) = 1i32  --! Name "n" also bound at 1:11
---
def f = zip (0i32..<3) [1i32, 2, 3]  --! Sizes "?" and "3" do not match
---
def ap (f: i64 -> []i64) = f 3
def main = ap (\n -> iota n)  --! The size "n" would leave the scope of "n" (scope violation)
---
def ap (f: i64 -> i64 -> []i64) = f 3 4
def main = ap (\n _ -> iota (n + 1))  --! The size "n + 1" would leave the scope of "n" (scope violation)
---
def ap 'a (f: i64 -> []a) = f 3
def main = let g n = iota n in ap g  --! The size "n" would leave the scope of "n" (scope violation)
---
def r : {f: i64 -> []i64} = {f = \n -> replicate n 0}  --! The size "n" would leave the scope of "n" (scope violation)
---
def main = let f : i64 -> []i64 = \n -> iota n in f 3  --! The size "n" would leave the scope of "n" (scope violation)
---
def ap (f: i64 -> []i64) = f 3
def main = (\n -> iota n) |> ap  --! The size "n" would leave the scope of "n" (scope violation)
---
def main = 3 |> \n -> iota n  --! the size of its result would leave the scope of "n" (scope violation)
---
def main (xs: []i64) = loop [n] (ys: [n]i64) = xs for _i < 3 do map (+ n) ys  --! Unexpected "["; expected a pattern in a loop
---
def main : [3]i64 = 0..<3  --! Sizes "3" and
---
def main = zip (0..<3) (iota 3)  --! Sizes "?" and "3" do not match
---
module H (A: {type t}) : {type u val mk : A.t -> u val get : u -> A.t} = {type u = A.t def mk (x: A.t) : u = x def get (x: u) : A.t = x}
module G (A: {type t}) = { module inner (B: {type t}) = H A }
module g = G {type t = i32}
module a = g.inner {type t = i32}
module b = g.inner {type t = i32}
def main = a.get (b.mk 3)  --! Cannot apply "a.get" to "b.mk 3" (invalid type)
---
def main = '\x41'  --! This is no character
---
def f '~a (x: a) = [x, x]  --! Type parameter "a" is lifted and cannot be an array element
---
def f '~a (n: i64) (x: a) = replicate n x  --! Type parameter "a" is lifted and cannot be an array element
---
def f '~a (n: i64) (x: a) = map (\_ -> (1i32, {x})) (iota n)  --! Type parameter "a" is lifted and cannot be an array element
---
def same x = [x][0]
def f '~a (x: a) = same x  --! Type parameter "a" is lifted and cannot be an array element
---
-- A parameter's type may not become one that is bound within: it is the same for each use of id.
def g f = let id 'a (x: a) = f x in id 2i32  --! Type "a" would leave its scope (scope violation). This is because "a" is rigidly bound in a deeper scope
---
def g = \f -> (let id 'a (x: a) : i32 = f x in id 2)  --! This is because "a" is rigidly bound in a deeper scope
---
-- What types are declared to be counts, not what they stand for.
type s '~a = {x: a}  --! Non-size-lifted type abbreviations may not contain size-lifted types: "s" does
---
type s '~a = #foo a | #bar  --! Non-size-lifted type abbreviations may not contain size-lifted types
---
type~ a = i32
type b = a  --! Non-size-lifted type abbreviations may not contain size-lifted types
---
type p 'a = (a, i32)
type q '~b = p b  --! Non-size-lifted type abbreviations may not contain size-lifted types
---
type p 'a = i32
type q = p (i32 -> i32)  --! Non-lifted type abbreviations may not contain functions
---
type^ s = i32
type~ q = {x: s}  --! Non-lifted type abbreviations may not contain functions
---
module f (X: {type~ t}) = { type k = X.t }  --! Non-size-lifted type abbreviations may not contain size-lifted types
---
module type m = {type~ t type u = t}  --! Non-size-lifted type abbreviations may not contain size-lifted types
---
module m : {type t} = {type~ t = i32}  --! Module defines type~ "t" as i32, but module type requires a non-lifted type
---
module m : {type~ t} = {type^ t = i32}  --! Module defines type^ "t" as i32, but module type requires a size-lifted type
---
type p 'a = (a, i32)
def f '~b (x: [2](p b)) : i32 = 1  --! Cannot create array with elements of size-lifted type "p b" (might cause irregular array)
---
type^ p = i32
def f (x: [2]p) = 1  --! Cannot create array with elements of lifted type "p" (might contain function)
---
-- A parameter of an abbreviation may stand for functions, but arrays of them cannot be made or used.
type p [n] 'a = [n]a
def f [n] '^b (x: p [n] b) : i64 = n
def g (x: i64) = f [\y -> y + x, \y -> y - x]  --! When checking type used in array
---
type p [n] 'a = [n]a
def f (x: p [2] (i32 -> i32)) : i32 = x[0] 2  --! found to be functional
---
def g 't (f: i64 -> t) : []t = map f [1,2]
def h (n: i64) = g iota  --! cannot be instantiated with type containing anonymous sizes
---
def f (x: i32) = x
def f (y: i32) = y  --! Duplicate definition of name "f".  Previously defined at 1:5
---
-- A size that a let binds is one of its own, which the type of no older name has.
def a [n] (xs: [n]i64) = let [k] (ys: [k]i64) = xs in map2 (+) xs ys  --! Sizes "n" and "k" do not match
---
def a [n] (xs: [n]i64) : [n]i64 = let [k] (ys: [k]i64) = xs in iota k  --! Sizes "n" and "k" do not match
---
def a [n] (xs: [n]i64) = loop xs for i < 3 do let [k] (ys: [k]i64) = xs in map2 (+) ys (iota (k + 1))  --! argument 3 has type [k + 1]i64, but [k]i64 is expected
---
def a [n] (xs: [n]i64) = loop xs for i < 3 do let [k] (ys: [k]i64) = xs in map2 (+) xs (iota k)  --! would leave the scope of "k"
---
def a [n] (xs: [n]i64) = let [k] (ys: [k]i64, zs: [k]i64) = (xs, iota 3) in map2 (+) ys zs  --! Pattern zs: [k]i64 cannot match value of type [3]i64
---
-- Constants are there once for all calls.
def x = [1, 2, 3i32]
def a (i: i64) = x[:i]  --! Function result aliases the free variable "x"
---
def x = iota 3
def a (i: bool) = {a = if i then x else [3, 4, 5], b = i}  --! Function result aliases the free variable "x"
---
def x = iota 3
def a = map (\i -> (x, i)) [0, 1, 2]  --! Function result aliases the free variable "x"
---
def x = iota 3
def id 'a (y: a) = y
def a (i: i64) = let g (j: i64) = id x in i + (g i)[0]  --! Function result aliases the free variable "x"
---
type s = #a ([3]i32) | #b
def x : s = #a [1, 2, 3]
def a (i: i64) = x  --! Function result aliases the free variable "x"
---
module m : { val x : [3]i64 } = { def x = iota 3 }
def a (i: i64) = m.x  --! Function result aliases the free variable "x"
---
module f (p : { val x : [3]i64 }) = { def a (i: i64) = p.x }  --! Function result aliases the free variable "x"
---
module f (p : { val x : [3]i64 }) = { def a (i: i64) = p.x with [0] = i }  --! Consuming variable "x", which is not consumable: it is defined at top level
---
def x = iota 3
def a (i: i64) = x with [0] = i  --! Consuming variable "x", which is not consumable: it is defined at top level
---
def a (x: i32 -> i32) = x == x  --! Type "i32 -> i32" does not support equality (may contain function)
---
def a (x: {b: i32 -> i32}) = x != x  --! Type "i32 -> i32" does not support equality (may contain function)
---
-- Values and modules share a name space.
module m = { def i64 = 3i32 }
open m
def f = i64.sum [1]  --! Attempt to access field "sum" of value of type i32, which has none of this name
---
def f (i64: i32) = i64.sum [1]  --! Attempt to access field "sum" of value of type i32, which has none of this name
---
module m = { def x = 1i32 }
def f (m: i32) = m.(x)  --! Unknown name "m": m is a value here, which hides a module of this name
---
module m = { type t = i32 }
module n = { def m = 1i32 def f (x: m.t) = x }  --! Unknown name "m": m is a value here, which hides a module of this name
---
def f (x: i32) (t: i64) = x t.+ 1  --! Unknown name "t": t is a value here, which hides a module of this name
---
def f (b: bool) (xs: []i32) : i64 =
  let v: #vec ([]i32) | #no = if b then #vec xs else #vec (filter (> 2) xs)
  in match v case #vec ys -> length (zip xs ys) case #no -> 0  --! Cannot apply "zip" to "ys" (invalid type): argument 2 has type []i32
---
def f (b: bool) (xs: []i32) = if b then #vec xs else #vec (filter (> 2) xs)  --! Type is ambiguous (must be a sum type with constructors: #vec []i32)
---
def f (x: i32) (xs: []i32) : #vec ([]i32) | #none = if x > 2 then #vec (filter (> x) xs) else #none  --! Causality check: size "count" is needed for the type of #none
---
def f (b: bool) (xs: []i32) : #vec ([]i32) | #two ([]i32) ([]i32) =
  if b then #vec xs else #two (filter (> 1) xs) (filter (> 2) xs)  --! Causality check: size "count" is needed for the type of #vec
---
def f (b: bool) (xs: []i32) : i64 =
  let v: #vec ([]i32) | #other ([]f32) = if b then #vec xs else #vec (filter (> 2) xs)  --! Ambiguous size: nothing determines the anonymous size in this type
  in match v case #vec ys -> length ys case #other zs -> length zs
---
def a [n] (p: [n]i64) : [n]i64 = copy p
def f [n] (v: *[n]i64) : i64 =
  let b = a v
  let b = b with [0] = 1
  in v[0] + b[0]  --! Using variable "v", but this was consumed
---
def f [n] (v: *[n]i64) : i64 =
  let a (p: [n]i64) : ([n]i64, [n]i64) = let z = copy p in (z, z)
  let (b, c) = a v
  let b = b with [0] = 1
  in b[0] + c[0]  --! Using variable "c", but this was consumed
---
def f [n] (v: *[n]i64) : i64 =
  let a (q: i64) : [n]i64 = v
  let b = (a 2) with [0] = 1
  in v[0] + b[0]  --! Using variable "v", but this was consumed
---
module m : { type^ t val mk: i32 -> t val get: t -> i32 } = { type^ t = i32 -> i32 def mk (x: i32) : t = (+ x) def get (f: t) = f 1 }
def f (b: bool) (x: i32) = m.get (if b then m.mk x else m.mk 2)  --! Functions cannot be in arrays, chosen by if or match, or change in a loop: an abstract type hides them
---
module m : { type^ t val mk: i32 -> t val get: t -> i32 } = { type^ t = #f (i32 -> i32) | #n def mk (x: i32) : t = #f (+ x) def get (f: t) = match f case #f f -> f 1 case #n -> 2 }
def f (x: i32) = m.get (loop y = m.mk 3 for i < x do m.mk i)  --! Functions cannot be in arrays, chosen by if or match, or change in a loop: an abstract type hides them
---
module m : { type^ t val mk: i32 -> t } = { type^ t = i32 -> i32 def mk (x: i32) : t = (+ x) }
def f (x: i32) = map m.mk [x, 1]  --! Functions cannot be in arrays, nor what a type parameter stands for that is not lifted, as of "map": an abstract type hides them
