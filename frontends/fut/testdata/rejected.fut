-- Programs, separated by ---, that the checker rejects: the message contains the text after --!
-- and is about that line.
---
def f (a: *[]i32): (*[]i32, *[]i32) = (a, a)  --! A unique-typed component of the return value is aliased to some other component, by way of "a"
---
def f (x: *[]i32) = let y = x in let z = y with [0] = 1 in x[0]  --! Using variable "x", but this was consumed at 1:44.  (Possibly through aliases.)
---
def f (x: *[]i32) = let y = x[1:] in let z = x with [0] = 1 in y[0]  --! Using variable "y", but this was consumed at 1:48.  (Possibly through aliases.)  It may share memory with "x"
---
def f (x: *[]i32) (c: bool) = let y = if c then x with [0] = 1 else copy x in x[0]  --! Using variable "x", but this was consumed at 1:51.  (Possibly through aliases.)
---
def f (x: []i32) = scatter x [0] [1]  --! Consuming variable "x", which is not consumable: it is a parameter that is not unique (declare it as *[]i32)
---
def f (x: *[]i32) = let y = scatter x [0] [1] in (x, y)  --! Using variable "x", but this was consumed at 1:37.  (Possibly through aliases.)
---
def f (x: *[]i32) = loop y = x for i < 10 do let z = y with [0] = i in y  --! Using variable "y", but this was consumed at 1:56.  (Possibly through aliases.)
---
def f (x: *[]i32) (w: *[]i32) = loop y = x for i < 10 do w with [0] = y[0]  --! Consuming variable "w", which is not consumable inside a loop: it is bound outside
---
def f (xs: *[][]i32) = map (\x -> x with [0] = 1) xs  --! Consuming variable "x", which is not consumable: it is a parameter that is not unique (declare it as *[]i32)
---
def f (xs: [][]i32) = map (\(x: *[]i32) -> x with [0] = 1) xs  --! This function consumes its argument, of type *[]i32, but the function that is expected may not
---
def f (r: *{a: []i32, b: []i32}) = let z = r.a with [0] = 1 in r.b  --! Using variable "r", but this was consumed at 1:48.  (Possibly through aliases.)
---
def f (r: *{a: []i32, b: []i32}) = let z = r.a with [0] = 1 in r.a  --! Using variable "r", but this was consumed at 1:48.  (Possibly through aliases.)
---
def f (x: []i32) = let g (y: *[]i32) = y with [0] = 1 in g x  --! Consuming variable "x", which is not consumable: it is a parameter that is not unique (declare it as *[]i32)
---
def g (h: []i32 -> i32) (x: []i32) = h x
def f (x: []i32) = g (\(y: *[]i32) -> (y with [0] = 1)[0]) x  --! This function consumes its argument, of type *[]i32, but the function that is expected may not
---
def f (x: *[][]i32) = x with [0] = x[1]  --! Source array for in-place update might alias the new value: both may share memory with "x"
---
def id2 'a (x: a) = x
def f (x: *[]i32) = let y = id2 x in let z = x with [0] = 1 in y  --! Using variable "y", but this was consumed at 2:48.  (Possibly through aliases.)  It may share memory with "x"
---
def f [n] (xs: [n]i32) : [n]i32 = filter (>0) xs  --! Function body does not have expected type: it has type [count]i32, but is declared to have type [n]i32. Sizes "n" and "count" do not match
---
def f (xs: []i32) = map2 (+) (filter (>0) xs) (filter (>0) xs)  --! Cannot apply "map2" to "filter (> 0) xs" (invalid type): argument 3 has type [count]i32, but [count]i32 is expected. Sizes "count" and "count" do not match
---
def f (xs: [][]i32) = map (filter (>0)) xs  --! Cannot apply "map" to "filter (> 0)" (invalid type): argument 1 has type
---
def f (n: i64) (b: bool) : [n]i32 = if b then replicate n 1 else replicate (n+1) 1  --! Function body does not have expected type: it has type []number, but is declared to have type [n]i32. Sizes "n" and "?" do not match
---
def f [n] (xs: [n][n]i32) = transpose xs
def g (ys: [2][3]i32) = f ys  --! Cannot apply "f" to "ys" (invalid type): argument 1 has type [2][3]i32, but [2][2]i32 is expected. Sizes "2" and "3" do not match
---
def f [n][m] (xs: [n][m]i32) : [n][m]i32 = transpose xs  --! Function body does not have expected type: it has type [m][n]i32, but is declared to have type [n][m]i32. Sizes "n" and "m" do not match
---
def f [n] (xs: [n]i32) : [n]i32 = loop ys = xs for i < 3 do ys ++ ys  --! Function body does not have expected type: it has type []i32, but is declared to have type [n]i32. Sizes "n" and "?" do not match
---
def f [n] (xs: [n]i32) = loop (ys: [n]i32) = xs for i < 3 do ys[1:]  --! Loop body does not have expected type: a size is "n" before the loop, "n" in the pattern and "n - 1" after the body
---
type v = [3]f32
def dot (a: v) (b: v) = f32.sum (map2 (*) a b)
def f = dot [1,2] [4,5,6]  --! Cannot apply "dot" to "[1, 2]" (invalid type): argument 1 has type [2]number, but [3]f32 is expected. Sizes "3" and "2" do not match
---
type fn 'a = a -> a  --! Non-lifted type abbreviations may not contain functions: "fn" does
def f (g: fn i32) = g 1
---
type t = {x: i32, y: f32}
def f (r: t) = r with z = 2  --! Attempt to access field "z" of value of type {x: i32, y: f32}, which has none of this name
---
type t = {x: i32, y: f32}
def f (r: t) = r with x = true  --! the new value has type bool, but the field has type i32
---
def f g = (g 1i32, g true)  --! Cannot apply "g" to "true" (invalid type): argument 1 has type bool, but i32 is expected
---
def f (x: i32) = let (a, b) = x in a  --! Pattern (a, b) cannot match value of type i32
---
def f (x: (i32, i32)) = let (a, b, c) = x in a  --! Pattern (a, b, c) cannot match value of type (i32, i32)
---
def f 'a (x: a) = x + x  --! Cannot apply "+" to "x" (invalid type): the left operand has type a, but number is expected. Cannot unify type "a" with any of i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64
---
def f '^a (x: a) = [x]  --! When checking type used in array: an element has type a. Type parameter "a" is lifted and cannot be an array element
---
def f 'a (x: a) = x
def g = f (\x -> x + 1) 2  --! Cannot apply "f" to "\x -> x + 1" (invalid type): argument 1 has type number -> number, but
---
def f (x: i32) = x : f32  --! Expression does not have expected type from explicit ascription: it has type i32, but is said to have type f32
---
def f (x: i32) = x :> f32  --! Expression does not have expected type from explicit ascription: it has type i32, which cannot be coerced to f32
---
entry f (x: i32) = if x then 1 else 2  --! The condition must have type bool, but has type i32
---
def f (x: u8) (y: i32) = x + y  --! Cannot apply "+" to "y" (invalid type): the right operand has type i32, but u8 is expected
---
def f (x: bool) = -x  --! The operand of - has type bool. Cannot unify type "bool" with any of i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64
---
def f (x: f32) = x & 1  --! Cannot apply "&" to "x" (invalid type): the left operand has type f32, but integer is expected. Cannot unify type "f32" with any of i8, i16, i32, i64, u8, u16, u32, u64
---
def f (x: f32) = !x  --! The operand of ! has type f32. Cannot unify type "f32" with any of bool, i8, i16, i32, i64, u8, u16, u32, u64
---
def f (x: i32) = x && true  --! Cannot apply "&&" to "x" (invalid type): the left operand has type i32, but bool is expected
---
def f = loop x = 1 while x do x  --! The condition of the loop must have type bool, but has type number. Cannot unify type "bool" with any of i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64
---
def f (xs: []i32) = for x in xs do x  --! Unexpected keyword "for"; expected an expression
---
def f (n: i32) = loop a = 0i64 for i < n do a + i  --! Cannot apply "+" to "i" (invalid type): the right operand has type i32, but i64 is expected
---
def f (x: i32) : (i32, i32) = (x, x, x)  --! Function body does not have expected type: it has type (i32, i32, i32), but is declared to have type (i32, i32)
---
def f (xs: []i32) = xs[true]  --! An index has type bool. Cannot unify type "bool" with any of i8, i16, i32, i64
---
def f (xs: []i32) = xs[0, 1]  --! A value of type i32 cannot be indexed
---
def f (n: i64) : [n]i64 = iota n
def g : [4]i64 = f 3  --! Function body does not have expected type: it has type [3]i64, but is declared to have type [4]i64. Sizes "4" and "3" do not match
---
def n: i64 = 5
def f (xs: [n]i32) = xs
def g = f (replicate 5 0)  --! Cannot apply "f" to "replicate 5 0" (invalid type): argument 1 has type [5]number, but [n]i32 is expected. Sizes "n" and "5" do not match
---
def f (x: i32) = undefined_thing x  --! Unknown name "undefined_thing"
---
def f = map (\x y -> x + y) [1i32]  --! Cannot apply "map" to "\x y -> x + y" (invalid type): argument 1 has type number -> number -> number, but number ->
---
def f (xs: []f32) = f32.sum xs / length xs  --! Cannot apply "/" to "length xs" (invalid type): the right operand has type i64, but f32 is expected
---
def f = [[1,2],[3]]  --! Types [1]number and [2]number do not match: this element differs from the first. Sizes "2" and "1" do not match
---
def main (xs: [n]i32) (n: i64) = xs  --! Unknown name "n"
---
def f = (\(x: i32) -> x) true  --! argument 1 has type bool, but i32 is expected
---
def f (x: *[]i32) (w: []i32) = loop (a, b) = (x, w) for _i < 10 do (b, a with [0] = 1)  --! Consuming variable "w", which is not consumable: it is a parameter that is not unique (declare it as *[]i32)
---
def f (xs: []i32) = (filter (>0) >-> length) xs  --! Cannot apply ">->" to "filter (> 0)" (invalid type): the left operand has type
---
def f (xs: []i64) = map (\i -> iota i) xs  --! Cannot apply "map" to "\i -> iota i" (invalid type): argument 1 has type (i: i64) -> *[i]i64, but i64 ->
---
def f (xs: []i64) = let n = length xs in zip xs (iota n)  --! Cannot apply "zip" to "iota n" (invalid type): argument 2 has type [n]i64, but
---
def f = zip [1,2,3] [1,2]  --! Cannot apply "zip" to "[1, 2]" (invalid type): argument 2 has type [2]number, but [3]
---
def f (x: i32) = mapp (+1) [x]  --! Unknown name "mapp"
---
def f (r: {abc: i32}) = r.abd  --! Attempt to access field "abd" of value of type {abc: i32}, which has none of this name
---
type t = []i32  --! Non-lifted type abbreviations may not use existential sizes in their definition: "t" leaves one open
def f (x: t) = x
---
def f (x: foo) = x  --! Unknown type "foo"
---
def f (x: [n]i32) = x  --! Unknown name "n"
---
def f x = x x  --! Cannot apply "x" to "x" (invalid type): argument 1 has type
---
def f = [(\x -> x + 1)]  --! When checking type used in array: an element has type number -> number. Type number -> number found to be functional
---
def f b = if b then (\x -> x + 1i32) else (\y -> y)  --! Type i32 -> i32 found to be functional. When checking type returned from branch: the branches of an if return functions
---
entry f 'a (x: a) = x  --! Entry point functions may not be polymorphic: the type of "f" mentions type a
---
entry f (g: i32 -> i32) = g 1  --! Entry point functions may not be higher-order: a parameter of "f" is a function
---
def f = 1
def f = 2  --! Duplicate definition of name "f"
---
def f (x: i32) (x: i32) = x  --! Name "x" also bound at 1:8
---
def f x = sqrt x  --! Unknown name "sqrt"
---
def f (x: i32) = g x  --! Unknown name "g"
def g (x: i32) = x
---
def f x = x.a  --! Type is ambiguous: it must be a record with field "a", and more is not known
---
def f (n: i64) : [n]i64 = iota (n+1)  --! Function body does not have expected type: it has type [n + 1]i64, but is declared to have type [n]i64. Sizes "n" and "n + 1" do not match
---
def g (t: (*[]i32, i32)) = t.0 with [0] = 1
def f (x: *[]i32) = let y = g (x, 1) in x[0]  --! Using variable "x", but this was consumed at 2:31.  (Possibly through aliases.)
---
def al (xs: []i32) = xs
def g (xs: []i32) = (al xs) with [0] = 1  --! Consuming variable "xs", which is not consumable: it is a parameter that is not unique (declare it as *[]i32)
---
def f (xs: [](i32, i32)) = let (a, b) = unzip xs let a[0] = 1 in (a, b)  --! Consuming variable "xs", which is not consumable: it is a parameter that is not unique (declare it as *[](i32, i32))
---
def f (r: *{a: []i32, n: i32}) = let a' = r.a with [0] = r.n in {a = a', n = r.n}  --! Using variable "r", but this was consumed at 1:47.  (Possibly through aliases.)
---
def f (r: {a: *[]i32, n: i32}) = let a' = r.a with [0] = r.n in {a = a', n = r.n}  --! Using variable "r", but this was consumed at 1:47.  (Possibly through aliases.)
---
def f (xs: []i32) = let ys = reverse xs let ys[0] = 5 in ys  --! Consuming variable "xs", which is not consumable: it is a parameter that is not unique (declare it as *[]i32)
---
def f (xs: []i32) = let (ys, zs) = partition (>0) xs let ys[0] = 5 in (ys, zs)  --! Consuming variable "xs", which is not consumable: it is a parameter that is not unique (declare it as *[]i32)
---
def f (b: bool) (xs: []i32) = let ys = if b then xs else replicate 10 1 let ys[0] = 2 in ys  --! Consuming variable "xs", which is not consumable: it is a parameter that is not unique (declare it as *[]i32)
---
def f (xs: *[]i32) = (xs with [0] = 1)[0] + xs[0]  --! Using variable "xs", but this was consumed at 1:26.  (Possibly through aliases.)
---
def f (xs: *[]i32) = let ys = xs with [0] = 1 in length xs  --! Using variable "xs", but this was consumed at 1:34.  (Possibly through aliases.)
---
def f (xs: *[]i32) (is: []i64) = let ys = reduce_by_index xs (+) 0 is (map i32.i64 is) in (xs, ys)  --! Using variable "xs", but this was consumed at 1:59.  (Possibly through aliases.)
---
def f (xs: *[]i32) = foldl (\(a: *[]i32) i -> a with [i] = 1) xs [1,2,3]  --! This function consumes its argument, of type *[]i32, but the function that is expected may not
---
def f (xs: *[]i32) (ys: *[]i32) = let t = (xs, ys) let a = t.0 with [0] = 1 in t.1  --! Using variable "t", but this was consumed at 1:64.  (Possibly through aliases.)  It may share memory with "xs"
---
def f (xs: *[]i32) (ys: *[]i32) = let t = (xs, ys) let a = t.0 with [0] = 1 in t  --! Using variable "t", but this was consumed at 1:64.  (Possibly through aliases.)  It may share memory with "xs"
---
let x = [1,2,3]
def f = x with [0] = 2  --! Consuming variable "x", which is not consumable: it is defined at top level
---
def apply2 'a 'b (f: a -> b) (x: a) : b = f x
def g (x: *[]i32) = apply2 (\(y: *[]i32) -> y with [0] = 1) x  --! This function consumes its argument, of type *[]i32, but the function that is expected may not
---
def f (n: i64) = let a = iota n let b = a[::2] let a[0] = 5 in b  --! Using variable "b", but this was consumed at 1:52.  (Possibly through aliases.)  It may share memory with "a"
---
def f (x: *[]i32) = let (a, b) = (x, x) let a[0] = 1 in b  --! Using variable "b", but this was consumed at 1:45.  (Possibly through aliases.)  It may share memory with "x"
---
def g [n] (a: *[n]i32) : ([n]i32, i32) = (a with [0] = 1, a[1])  --! Using variable "a", but this was consumed at 1:45.  (Possibly through aliases.)
---
def f [n] (n: i64) = n  --! Name "n" also bound at 1:8
---
def f 'a [a] 'a (x: a) = x  --! Name "a" also bound at 1:8
---
def f [n] 'n (xs: [n]i32) (x: n) : n = x
def g = f [1] true + 1  --! Cannot apply "+" to "f [1] true" (invalid type): the left operand has type bool, but number is expected. Cannot unify type "bool" with any of i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64
---
def f (a: *[]i32, b: *[]i32) = (a with [0] = 1, b with [0] = 2)
def g (xs: *[]i32) = f (xs, xs)  --! Argument passed for consuming parameter is self-aliased: two parts of it may share memory with "xs"
---
def f (xs: *[]i32) (i: i64) = xs with [i] = 1
def g (xs: *[]i32) = let h = f xs in (h 0, h 1)  --! This argument is consumed, but the function lacks arguments, and might be called again
---
def f (xs: *[]i32) (i: i64) = xs with [i] = 1
def g (xs: *[]i32) = map (f xs) (iota 2)  --! This argument is consumed, but the function lacks arguments, and might be called again
---
def f (n: i64) : (*[n]i32, *[n]i32) = (replicate n 0, replicate n 1)
def g (n: i64) = let p = f n let a = p.0 with [0] = 1 in (a, p.0)  --! Using variable "p", but this was consumed at 2:42.  (Possibly through aliases.)
---
def f (g: i64 -> *[]i32) = g 3 with [0] = 1
def g (xs: [3]i32) = f (\_ -> xs)  --! The result of this function may share memory with other values, but the function that is expected has a unique one
---
type st [n] = {xs: [n]i32, k: i32}
def step [n] (s: *st [n]) : *st [n] = let k = s.k + 1 in {xs = s.xs with [0] = k, k}
def f [n] (xs: *[n]i32) =
  let s = loop s = {xs, k = 0} for _i < n do step s
  in (s.xs, xs)  --! Using variable "xs", but this was consumed at 4:20.  (Possibly through aliases.)
---
def f (xs: []i32) (j: u8) = xs[j]  --! An index has type u8. Cannot unify type "u8" with any of i8, i16, i32, i64
---
def f = 1 +  --! Unexpected end of file; expected an expression
---
def f (x: i32) = (x, 1  --! Unexpected end of file; expected ")" in parentheses
---
def f (x: i32) = let y = 1 y  --! expected in, or another let
---
def f (x: i32) = let y = x + 1
def g = 1  --! Unexpected keyword "def"; expected in, or another let
---
def f (x: i32) = x[]  --! An index is missing between the brackets
---
def f = 1i32.5  --! type
---
def f = 2.5i32  --! cannot be of type i32
---
def f = 0b2  --! no digits
---
def f = 0x_ff  --! An underscore before the first digit of a number
---
def f = 0b_1  --! An underscore before the first digit of a number
---
def f = 0x_1.8p1  --! An underscore before the first digit of a number
---
def f = 1.0e1_0  --! An underscore in the exponent of a decimal number
---
def f = 1e-1_f32  --! An underscore in the exponent of a decimal number
---
def f = 99999999999999999999  --! Literal 99999999999999999999 out of bounds for inferred type i32
---
def f = "abc  --! does not end on its line
---
def f = 1..10  --! the end of the range
---
def f = if true then 1  --! else
---
def f = \ -> 1  --! a parameter of a lambda
---
module m = n  --! Unknown name "n"
---
import "x"  --! Could not read file "x"
---
def f (x: i32) = match x case #none -> 1  --! Cannot unify a sum type with a non-sum type
---
def f (x: #foo i32 | #bar) : i32 = match x case #foo y -> y  --! Unmatched cases in match expression: nothing matches #bar
---
def f (x: #foo i32 | #bar) : i32 = match x case #foo 1 -> 2 case #bar -> 3  --! nothing matches #foo _
---
def f (x: (#a | #b, #c | #d)) : i32 = match x case (#a, #c) -> 1 case (#b, _) -> 2  --! nothing matches (#a, #d)
---
type t = #x (#y i32 | #z) bool | #w u8
def f (x: t) = match x case #x (#y 3) true -> 1i32 case #x #z _ -> 2 case #w _ -> 4  --! nothing matches #x (#y _) _
---
def f (x: #foo f32 | #bar) : i32 = match x case #foo 1.0 -> 2 case #foo (-1.0) -> 3 case #bar -> 3  --! nothing matches #foo _
---
def f (x: {a: #p | #q, b: bool}) : i32 = match x case {a = #p, b = _} -> 1 case {a = #q, b = true} -> 2  --! nothing matches {a = #q, b = false}
---
def f (x: #foo i32 | #bar) = let #foo y = x in y  --! Refutable pattern not allowed here: it does not match #bar
---
def f (x: #foo i32 | #bar) = let (#foo y, z) = (x, 2i32) in y + z  --! it does not match (#bar, _)
---
def f (xs: [](#foo i32 | #bar)) = map (\(#foo x) -> x) xs  --! Refutable pattern not allowed here
---
def f (xs: [](#foo i32 | #bar)) = loop s = 0 for #foo x in xs do s + x  --! Refutable pattern not allowed here
---
def f ((#foo x): #foo i32 | #bar) = x  --! Refutable pattern not allowed here
---
def f (x: #foo #bar i32) = 2i32  --! Unexpected "#"
---
type t = #a i32 | #b | #a  --! Duplicate constructors in #a i32 | #b | #a: #a
---
type t = #a (i32 -> i32) | #b  --! Non-lifted type abbreviations may not contain functions
---
type t = #a []i32 | #b  --! Non-lifted type abbreviations may not use existential sizes
---
type t = #a i32 | #b (t)  --! Unknown type "t"
---
type t = #a *[3]i32 | #b  --! Unexpected operator "*"
---
type t = # a | #b  --! Unexpected "#"; expected the name of a constructor right behind it
---
def f (x: i32) = #some x  --! Type is ambiguous (must be a sum type with constructors: #some i32)
---
def f (x: i32) = let y = #some x in x  --! Type is ambiguous
---
def f x = match x case #foo y -> y + 1 case #bar -> 0i32  --! Type is ambiguous (must be a sum type with constructors: #bar | #foo i32)
---
def f (x: i32) = let g y = match y case #foo z -> z + 1 case #bar -> 0i32 in g (#foo x)  --! Type is ambiguous
---
def f (x: #foo i32 | #bar) = 1i32
def g = f #baz  --! Unshared constructors
---
def f (x: #foo i32 | #bar) = 1i32
def g = f (#foo 1 2)  --! Cannot unify constructor "foo"
---
def f (x: #foo i32 | #bar) = 1i32
def g = f #foo  --! Cannot unify constructor "foo"
---
def f (x: #foo i32 | #bar) = 1i32
def g = f (#foo true)  --! Cannot apply "f"
---
def f (x: #foo i32 | #bar) = match x case #foo -> 1i32 case #bar -> 2  --! Pattern #foo expects 0 constructor arguments, but type provides 1 arguments
---
def f (x: #foo i32 | #bar) = match x case #foo y -> y case #bar z -> z  --! Pattern #bar expects 1 constructor arguments, but type provides 0 arguments
---
def f (x: #foo i32 | #bar) = match x case #foo y -> y case #bar -> 1 case #baz -> 2  --! Unshared constructors: it has no #baz
---
def f (x: #foo i32 | #bar) = match x case #foo 1 -> 1i32 case #foo 2.5 -> 2 case _ -> 3  --! Pattern 2.5 cannot match value of type i32
---
def f (x: #foo i32 | #bar) = match x case #foo true -> 1i32 case _ -> 3  --! Pattern true cannot match value of type i32
---
def f (x: #foo i32 | #bar) = match x case #foo y -> y case #bar -> true  --! Branches differ in type: i32 and bool
---
def f (x: #foo i32 | #bar) : i32 = match x case #foo y -> y case #bar -> y  --! Unknown name "y"
---
def f (b: bool) = match b case true -> (\y -> y + 1i32) case false -> (\y -> y)  --! found to be functional. When checking type returned from pattern match: the cases of a match return functions
---
type^ t = #foo (i32 -> i32) | #bar
def f (b: bool) : t = if b then #foo (+ 1) else #bar  --! functional
---
type^ t = #foo (i32 -> i32) | #bar
def f (x: t) = [x]  --! functional
---
type^ t = #foo (i32 -> i32) | #bar
def f (x: t) = loop x for i < 3 do x  --! functional
---
type t = #foo i32 | #bar
def f (x: t) = x.foo  --! Attempt to access field "foo"
---
type t = #foo i32 | #bar
def f (x: t) = x + x  --! Cannot apply "+"
---
type t = #foo i32 | #bar
def f (x: t) : [x]i32 = [1]  --! sizes have type i64
---
type t = #foo i64 | #bar
def f (n: t) = replicate n 1i32  --! Cannot apply "replicate"
---
type~ t = #foo ([]i32) | #bar
def f (b: bool) : t = if b then #foo (filter (> 1) [1, 2]) else #bar  --! Causality check
---
type~ t = #foo ([]i32) | #bar
def f (xs: []t) = length xs  --! Cannot create array with elements of size-lifted type "t" (might cause irregular array)
---
def f (x: *(#foo ([]i32) ([]i32) | #bar)) : ([]i32, []i32) =
  match x
  case #foo a b -> (a with [0] = 1, b with [0] = 2)  --! Using variable "b", but this was consumed
  case #bar -> ([], [])
---
def f (x: #foo ([]i32) | #bar) : []i32 = match x case #foo a -> a with [0] = 1 case #bar -> []  --! Consuming variable "x", which is not consumable
---
def f (xs: *[]i32) = let x: #foo ([]i32) | #bar = #foo xs let ys = xs with [0] = 1 in match x case #foo zs -> zs[0] + ys[0] case #bar -> 0  --! Using variable "x", but this was consumed
---
def f (xs: *[2]i32) (y: #a | #b) = let zs = match y case #a -> xs with [0] = 1 case #b -> [1, 2] in (zs, xs)  --! Using variable "xs", but this was consumed
---
def f (xs: [2]i32) : *(#foo ([2]i32) | #bar) = #foo xs  --! Unique-typed return value is aliased to "xs"
---
def f (x: #foo [2]i32 | #bar) : #foo [3]i32 | #bar = x  --! Sizes "3" and "2" do not match
---
module type mt = { type t val mk : i32 -> t }
module m : mt = { type t = #foo i32 | #bar def mk (x: i32) : t = #foo x }
def f (x: i32) = match m.mk x case #foo y -> y case #bar -> 0  --! Pattern #foo y cannot match value of type t
---
module type mt = { type t = #foo i32 | #bar }
module m : mt = { type t = #foo i32 | #baz }  --! Unshared constructors
---
type t 'a = #foo a | #bar
def f (x: t) = 1i32  --! Type constructor "t" requires 1 argument
---
def f (x: #foo i32 | #bar) = match x case #foo y : i32 -> y case #bar -> 0  --! Unexpected ":"
---
def f (x: i32) = (#a <| x : #a i32)  --! Cannot unify a sum type with a non-sum type
---
def f (x: #a i32 | #b) = match x case #a 3 | #b -> 1i32 case _ -> 2  --! Unexpected operator "|"
---
def f (x: #a i32 | #b) = case #a y -> y  --! Unexpected keyword "case"
---
def f (x: #a i32 | #b) = match x  --! expected case, and a pattern
---
def f [n] (x: #foo ([n]i32) | #bar) : i64 = n
entry main (x: i32) = f #bar  --! Ambiguous size
---
type~ o = #some ([]i32) | #none
entry main (x: i32) : i64 = let r : o = #none in match r case #some v -> length v case #none -> -1  --! Ambiguous size
---
type~ o = #one ([]i32) | #two ([]i32) ([]i32)
def size (x: o) : i64 = match x case #one a -> length a case #two a b -> length a * 10 + length b
entry main (xs: []i32) : i64 = size (#one xs)  --! Ambiguous size
---
type~ o = #some ([]i32) | #none
entry main (xs: []i32) : i64 =
  let r = loop x : o = #none for i < 3 do (let ys = filter (> i) xs in #some ys)  --! Causality check: size "count" is needed for the type of the loop's initial value
  in match r case #some v -> length v case #none -> -1
---
def f (b: bool) (xs: []i32) : [3]i32 = if b then xs else [1, 2, 3]  --! Sizes "3" and "?" do not match
---
def f (b: bool) (xs: []i32) (ys: []i32) = map2 (+) (if b then xs else ys) xs  --! Cannot apply "map2"
---
def f = f32.squirt 2  --! Unknown name "f32.squirt"
---
def f = f32  --! Unknown name "f32"
---
def f = {0x1 = 2}  --! number "0x1"; expected the name of a field
---
def f (x: (i32, i32)) = x. 0x1  --! Unexpected "."
---
def f = {0, 1 = 2}  --! Unexpected ","; expected = behind a field's number
---
def f = {a = 1, a = 2}  --! Duplicate record fields: "a"
---
def f = [1, 2] with [0] = 1 with  --! the name of a field
---
def f = § 1  --! Unexpected character '§'
---
entry main (n: i64) = let [m] xs = iota n in m  --! Size [m] unused in pattern
---
entry main [n] (x: i32) : [n]i32 = replicate n x  --! Entry point size parameter [n] is only used non-constructively
---
entry main (x: i32) = let f [n] (x: i32) = n in f x  --! Size [n] unused in pattern
---
entry main (x: i32) = (x, \(y: i32) -> y)  --! Entry point functions may not be higher-order: "main" returns a function among other values
---
entry main (x: i32) = x x  --! Cannot apply "x" as function, as it has type i32
---
def f (x: i32) = x
entry main (x: i32) = f x x  --! Cannot apply "f" to argument #2 "x", as "f" only takes 1 argument
---
def f [n] (a: *[n]i32) : ([n]i32, [n]i32) = (a, a)
def g (a: *[]i32) = let (x, y) = f a let x[0] = 1 in (x, y)  --! Using variable "y", but this was consumed at 2:42.  (Possibly through aliases.)  It may share memory with the result of applying "f"
---
def f [n] (a: *[n]i32) : ([n]i32, [n]i32) = (a, a)
def g (a: *[]i32) = let r = f a let y = r.1 let x = r.0 with [0] = 1 in y  --! Using variable "y", but this was consumed at 2:57.  (Possibly through aliases.)
---
def dup 'a (a: a) : (a, a) = (a, a)
def f (n: i64) = let (x, y) = dup (iota n) let x[0] = 1 in y  --! may share memory with the result of applying "dup"
---
def f (n: i64) = let (x, y) = unzip (map (\i -> (i, i)) (iota n)) let y[0] = 9 in x  --! may share memory with the result of applying "unzip"
---
def f (n: i64) = let (x, y) = loop (x, y) = (iota n, iota n) for _i < 2 do (x, x) let x[0] = 9 in y  --! may share memory with the result of the loop
---
def f (n: i64) = let (x, y) = loop (x, y) = (iota n, iota n) for _i < 2 do (map (+1) x, y) let x[0] = 9 in y  --! may share memory with the result of the loop
---
def f (x: []i32) = let y = map (+1) x in (y, y)
def g (a: []i32) = let (b, c) = f a let b[0] = 1 in c  --! Consuming variable "a", which is not consumable
---
def f (n: i64) = let xs = iota n let g (i: i64) : *[]i64 = xs in (g 0, g 1)  --! Unique-typed return value is aliased to "xs", which is not consumable
---
def step [n] (b: *[n]i32, t: i32) = b with [0] = t
def f [n][m] (xss: [n][m]i32) (ts: [n]i32) = map step (zip xss ts)  --! This function consumes its argument, of type (*[m]i32, i32), but
---
def step [n] (b: *[n]i32, t: i32) = (b with [0] = t, t)
def f [n] (xs: *[n]i32) = iterate 3 step (xs, 1)  --! This function consumes its argument, of type (*[n]i32, i32), but
---
def f (n: i64) : [i64.max n 2]i64 = iota (i64.max n 2)
entry main (k: i64) = zip (f k) (f (k + 1))  --! Sizes "i64.max k 2" and "i64.max (k + 1) 2" do not match
---
def plan (n: i64) : i64 = n * 2
def run [n] (xs: [n]f32) : [plan n]f32 = replicate (plan n) xs[0]
entry main [n] [m] (xs: [n]f32) (ys: [m]f32) = zip (run xs) (run ys)  --! Sizes "plan n" and "plan m" do not match
---
def f (n: i32) : [i64.i32 n]i64 = iota (i64.i32 n)
entry main (k: i32) = zip (f k) (f (k + 1))  --! Sizes "i64.i32 k" and "i64.i32 (k + 1)" do not match
---
def g (xs: *[]i64) : i64 = length (xs with [0] = 1)
entry main (xs: *[]i64) = zip (iota (g xs)) (iota (g xs))  --! argument 2 has type []i64, but
---
entry main [n] (xs: [n]i64) = reduce (+) 0 <| filter (> 0) xs  --! Causality check: size "count" is needed for the type of "reduce"
---
entry main [n] (xs: [n]i64) = map (+ 1) <| filter (> 0) <| xs  --! but computed at 1:57
---
entry main [n] (xs: [n]i64) = (\ys -> map (+ 1) ys) <| filter (> 0) xs  --! Causality check: size "count" is needed for the type of "ys"
---
def f (n: i64, xs: [n]i32) = xs  --! Unknown name "n"
---
def f [n] (x: i32) = x  --! Size [n] unused in pattern
---
type p [n] [m] = [n]i32  --! Size parameter "[m]" unused
---
entry main (x: i32) = let _a = 3 in _a + x  --! Use of "_a": variables prefixed with underscore may not be accessed
---
entry main = (1,)  --! a tuple has two elements or more
---
entry main (xs: []i64) (n: i64) = zip xs (iota n)  --! The size "n" would leave the scope of "n" (scope violation)
---
def f (xs: []i64) = zip xs (iota (length xs))  --! The size "length xs" would leave the scope of "xs" (scope violation)
---
def f g (n: i64) = map2 (+) (g n) (iota n)  --! The size "n" would leave the scope of "n" (scope violation)
---
entry main (xs: []i32) = (.0) <| (filter (> 0) xs, 1)  --! Causality check: size "count" is needed for the type of section "(.0)"
---
def f = loop x = 0u8 for i < 10u8 do x + i  --! The bound of the loop has type u8. Cannot unify type "u8" with any of i8, i16, i32, i64
---
def g (a: []i32) (b: []i32) = a[0] + b[0]
def f (xs: *[]i32) = g (xs with [0] = 1) (xs with [0] = 2)  --! Using variable "xs", but this was consumed at 2:46.  (Possibly through aliases.)
---
def f '~a (xs: []a) = xs[0]  --! Cannot create array with elements of size-lifted type "a"
---
entry f (n: i64) (x: [](i32, ())) (y: []()) = length x  --! is an array of values without parts
---
def f (x: u8) = x + 300  --! Literal 300 out of bounds for inferred type u8
---
def f (x: i8) = (x + -128, x + 128)  --! Literal 128 out of bounds for inferred type i8
---
def f (x: f32) = x + 1e39  --! Literal 1e39 out of bounds for inferred type f32
---
def f (x: f16) = x + 70000  --! Literal 70000 out of bounds for inferred type f16
---
def f (x: u8) = x == 'λ'  --! This character is 955, which is out of bounds for u8
---
def f = intrinsics.iota 3  --! Unknown name "intrinsics.iota"
---
def g (p: *([]i32, []i32)) = p.0 with [0] = 1
def f (xs: *[]i32) = g (xs, xs)  --! Argument passed for consuming parameter is self-aliased: two parts of it may share memory with "xs"
---
def g (p: *{a: []i32, b: ([]i32, i32)}) = p.a with [0] = 1
def f (xs: *[]i32) = g {a = xs, b = (xs, 1)}  --! Argument passed for consuming parameter is self-aliased: two parts of it may share memory with "xs"
---
def g 't (p: *t) : *t = p
def f (xs: *[]i32) = g (xs, xs)  --! Argument passed for consuming parameter is self-aliased: two parts of it may share memory with "xs"
---
def f (x: *[]i32) : *([]i32, []i32) = (x, x)  --! A unique-typed component of the return value is aliased to some other component, by way of "x"
---
def f (x: *[]i32) (y: []i32) : *([]i32, []i32) = (x, y)  --! Unique-typed return value is aliased to "y", which is not consumable
---
def f (x: u8) = x + -1  --! Literal -1 out of bounds for inferred type u8
---
def f : f16 = 100000000000000000000000  --! Literal 100000000000000000000000 out of bounds for inferred type f16
---
def f (xs: [18446744073709551617]i32) = xs  --! Literal 18446744073709551617 out of bounds for inferred type i64
---
def f (x: i32) = (x + 2 *)  --! Unexpected ")"; expected the right operand of "*"
---
def f (x: i32) = (if x > 0 then 1 else 2 +)  --! Unexpected ")"; expected the right operand of "+"
---
def f = \a a -> a + 1i32  --! Name "a" also bound at 1:10
---
def f [n] [m] (x: [n]i32) (y: [m]i32) = zip x (y :> []i32)  --! Sizes "n" and "m" do not match
---
def zeros : *[]i32 = [0, 0]  --! A top-level constant cannot have a unique type
---
def pair : (*[]i32, i32) = ([0, 0], 1)  --! A top-level constant cannot have a unique type
---
def f (b: bool) (xs: []i32) = if b then filter (> 0) xs else ???  --! Causality check: size "count" is needed for the type of hole
---
def f (b: bool) (xs: []i32) = if b then ??? else filter (> 0) xs  --! Causality check: size "count" is needed for the type of hole
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) (xs ++ xs) in loop ys = xs for i < 2 do map2 (+) zs ys  --! Initial loop values do not have expected type: a size is "n" before the loop and "count" in the pattern
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) (xs ++ xs) in loop ys = xs while length ys < 5 do map2 (+) zs ys  --! Initial loop values do not have expected type: a size is "n" before the loop and "count" in the pattern
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) (xs ++ xs) in loop (ys, ws) = (xs, zs) for i < 2 do (map2 (+) ws ys, ws)  --! Initial loop values do not have expected type: a size is "count" before the loop and "n" in the pattern
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) (xs ++ xs) in loop (ys, ws) = (zs, zs) for i < 2 do (map2 (+) ws ys, filter (>0) ws)  --! Loop body does not have expected type: a size is "count" before the loop, "count" in the pattern and "count" after the body
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) (xs ++ xs) in loop (ys, ws) = (zs, zs) for i < 2 do let q = filter (>0) ws in (map2 (+) ys ws, q)  --! Loop body does not have expected type: a size is "count" before the loop, "count" in the pattern and "count" after the body
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in let r = loop ys = zs for i < 2 do filter (>1) ys in map2 (+) zs r  --! Cannot apply "map2" to "r" (invalid type): argument 3 has type []i64, but [count]i64 is expected. Sizes "count" and "?" do not match
---
entry main [n] (xs: [n]i64) = let r = loop ys = xs for i < 2 do filter (>1) ys in map2 (+) xs r  --! Cannot apply "map2" to "r" (invalid type): argument 3 has type []i64, but [n]i64 is expected. Sizes "n" and "?" do not match
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in loop acc = 0 for i < 2 do let r = loop ys = zs for j < 2 do filter (>j) ys in acc + i64.sum (map2 (+) r zs)  --! Cannot apply "map2" to "zs" (invalid type): argument 3 has type [count]i64, but []i64 is expected. Sizes "?" and "count" do not match
---
entry main [n] (xs: [n]i64) = let f = \ys -> map2 (+) xs ys in loop ys = xs for i < 2 do filter (>0) (f ys)  --! Loop body does not have expected type: a size is "n" before the loop, "n" in the pattern and "count" after the body
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in let f ys = map2 (+) zs ys in loop ys = xs for i < 2 do f ys  --! Initial loop values do not have expected type: a size is "n" before the loop and "count" in the pattern
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in loop r = {a=xs, b=zs} for i < 2 do r with a = map2 (+) r.b r.a  --! Initial loop values do not have expected type: a size is "count" before the loop and "n" in the pattern
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in loop ys = [xs] for i < 2 do ys ++ [zs]  --! Initial loop values do not have expected type: a size is "n" before the loop and "count" in the pattern
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in loop (ys: [n]i64) = xs for i < 2 do zs  --! Loop body does not have expected type: a size is "n" before the loop, "n" in the pattern and "count" after the body
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in let [m] (zs': [m]i64) = zs in loop ys = xs for i < 2 do map2 (+) zs' ys  --! Initial loop values do not have expected type: a size is "n" before the loop and "m" in the pattern
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do let w = loop zs = ys for j < 2 do filter (> j) zs in map2 (+) w ys  --! The loop's value has size "?", which is only known inside the body that makes it
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do let w = loop zs = xs for j < 2 do map2 (+) zs ys in filter (>0) w  --! Loop body does not have expected type: a size is "n" before the loop, "n" in the pattern and "count" after the body
---
entry main [n] (xs: [n]i64) = loop ys = iota n for i < 2 do map2 (+) (iota (length ys)) ys  --! Cannot apply "map2" to "ys" (invalid type): argument 3 has type [d6]i64, but [length ys]i64 is expected. The size "length ys" would leave the scope of "ys" (scope violation)
---
entry main [n] (xs: [n]i64) = loop (k, ys) = (n, iota n) for i < 2 do (k, map2 (+) ys (iota k))  --! Cannot apply "map2" to "iota k" (invalid type): argument 3 has type [k]i64, but [d6]i64 is expected. The size "k" would leave the scope of "k" (scope violation)
---
entry main [n] (xs: [n]i64) = loop (k, ys: [k]i64) = (n, xs) for i < 2 do (k, map2 (+) ys (iota k))  --! Unknown name "k"
---
entry main [n] (xs: [n]i64) = loop (k, ys: [k]i64) = (n, xs) for i < 2 do (k+1, iota (k+1))  --! Unknown name "k"
---
entry main [n] (xs: [n]i64) = let (k, r) = loop (k, ys) = (n, xs) for i < 2 do (k+1, iota (k+1)) in map2 (+) r (iota k)  --! Cannot apply "map2" to "iota k" (invalid type): argument 3 has type [k]i64, but []i64 is expected. Sizes "?" and "k" do not match
---
entry main [n] (xs: [n]i64) = let (a, b) = loop (a, b) = (xs, xs) for i < 2 do let zs = filter (> 0) a in (zs, zs) in map2 (+) a b  --! Cannot apply "map2" to "b" (invalid type): argument 3 has type []i64, but []i64 is expected. Sizes "?" and "?" do not match
---
entry main [n] (xs: [n]i64) = let (a, b) = loop (a, b) = (xs, xs) for i < 2 do let zs = filter (> 0) a in (map2 (+) a b, zs) in map2 (+) a xs  --! Loop body does not have expected type: a size is "n" before the loop, "n" in the pattern and "count" after the body
---
entry main [n] (xs: [n]i64) (ys: []i64) = let zs = filter (> 0) xs in loop q = if n > 2 then zs else ys for i < 2 do map2 (+) zs q  --! Initial loop values do not have expected type: a size is "?" before the loop and "count" in the pattern
---
entry main [n] (xs: [n]i64) (b: bool) = let q = if b then filter (>0) xs else xs in loop ys = xs for i < 2 do map2 (+) q ys  --! Initial loop values do not have expected type: a size is "n" before the loop and "?" in the pattern
---
entry main [n] (xs: [n]i64) = let z = filter (> 0) xs in map (\x -> loop ys = xs for i < 2 do map2 (+) z ys) xs  --! Initial loop values do not have expected type: a size is "n" before the loop and "count" in the pattern
---
entry main [n] (xs: [n]i64) = let z = filter (> 0) xs in loop ys = xs for x in z do map2 (+) z ys  --! Initial loop values do not have expected type: a size is "n" before the loop and "count" in the pattern
---
entry main [n] (xs: [n]i64) = let g [k] (a: [k]i64) (b: [k]i64) = map2 (+) a b in let z = filter (>0) xs in loop ys = xs for i < 2 do g z ys  --! Initial loop values do not have expected type: a size is "n" before the loop and "count" in the pattern
---
def it 'a (f: a -> a) (x: a) = loop x for _i < 2 do f x
entry main [n] (xs: [n]i64) = it (filter (> 0)) xs  --! Cannot apply "it" to "filter (> 0)" (invalid type): argument 1 has type [d14]number -> ?[count].*[count]number, but [d14]number -> [d14]number is expected. The size "count" is only known inside (scope violation), and no type with anonymous sizes may stand here
---
def it [n] (f: [n]i64 -> [n]i64) (x: [n]i64) = let z = filter (>0) x in loop x for _i < 2 do f z  --! Cannot apply "f" to "z" (invalid type): argument 1 has type [count]i64, but [n]i64 is expected. Sizes "n" and "count" do not match
entry main [n] (xs: [n]i64) = it (map (+ 1)) xs
---
def it [n] (f: [n]i64 -> ?[m].[m]i64) (x: [n]i64) = loop x for _i < 2 do f x  --! Loop body does not have expected type: a size is "n" before the loop, "n" in the pattern and "m" after the body
entry main [n] (xs: [n]i64) = it (filter (>1)) xs
---
entry main [n] (xs: [n]i64) = let z = filter (> 0) xs in let (r, s) = loop (ys, t) = (z, xs) for i < 2 do (map2 (+) ys z, filter (>0) t) in map2 (+) s z  --! Cannot apply "map2" to "z" (invalid type): argument 3 has type [count]i64, but []i64 is expected. Sizes "?" and "count" do not match
---
entry main [n] (xs: [n]i64) = let z = filter (> 0) xs in let (r, s) = loop (ys, t) = (z, xs) for i < 2 do (map2 (+) ys z, z) in map2 (+) s z  --! Cannot apply "map2" to "z" (invalid type): argument 3 has type [count]i64, but []i64 is expected. Sizes "?" and "count" do not match
---
entry main [n] (xs: [n]i64) = let z = filter (> 0) xs in let (r, s) = loop (ys, t) = (z, z) for i < 2 do (t, ys) in map2 (+) s z  --! Cannot apply "map2" to "z" (invalid type): argument 3 has type [count]i64, but []i64 is expected. Sizes "?" and "count" do not match
---
entry main [n] (xs: [n]i64) = let (r, s) = loop (ys, t) = (xs, filter (>0) xs) for i < 2 do (ys, t) in map2 (+) s s  --! Causality check: size "count" is needed for the type of "t", [count]i64, but computed at 1:64
---
entry main [n] (xs: [n]i64) = let (r, s) = loop (ys, t) = (xs, filter (>0) xs) for i < 2 do (t, t) in map2 (+) s r  --! Cannot apply "map2" to "r" (invalid type): argument 3 has type []i64, but [count]i64 is expected. Sizes "count" and "?" do not match
---
entry main [n] (xs: [n]i64) = let (r, s) = loop (ys, t) = (filter (>0) xs, filter (>0) xs) for i < 2 do (t, t) in map2 (+) s r  --! Cannot apply "map2" to "r" (invalid type): argument 3 has type []i64, but [count]i64 is expected. Sizes "count" and "?" do not match
---
entry main [n] (xs: [n]i64) = let (r, s) = loop (ys, t) = (filter (>0) xs, filter (>0) xs) for i < 2 do (ys, t) in map2 (+) s r  --! Cannot apply "map2" to "r" (invalid type): argument 3 has type [count]i64, but [count]i64 is expected. Sizes "count" and "count" do not match
---
entry main [n] (xs: [n]i64) = loop ys = filter (>0) xs for i < 2 do map (+i) ys  --! Causality check: size "count" is needed for the type of "ys", [count]i64, but computed at 1:41
---
entry main [n] (xs: [n]i64) = loop ys = (filter (>0) xs, xs) for i < 2 do (map (+i) ys.0, map2 (+) ys.1 xs)  --! Causality check: size "count" is needed for the type of "ys", ([count]i64, [n]i64), but computed at 1:42
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do let q = filter (>0) ys in map2 (+) q ys  --! The loop's value has size "count", which is only known inside the body that makes it
---
entry main [n] (xs: [n]i64) = map (\x -> loop ys = xs for i < 2 do filter (>x) ys) xs  --! Cannot apply "map" to "\x -> loop ys = xs for i < 2 do filter (…" (invalid type): argument 1 has type (x: i64) -> ?[].[]i64, but i64 -> t5 is expected. Type variable t5 cannot be instantiated with type containing anonymous sizes: the size "?" is only known inside (scope violation)
---
entry main [n] (xs: [n]i64) = let f x = loop ys = xs for i < 2 do filter (>x) ys in map2 (+) (f 1) (f 1)  --! Cannot apply "map2" to "f 1" (invalid type): argument 3 has type []i64, but []i64 is expected. Sizes "?" and "?" do not match
---
entry main [n] (xs: [n]i64) = let g = map2 (+) in loop ys = xs for i < 2 do g (filter (>0) ys) ys  --! Cannot apply "g" to "filter (> 0) ys" (invalid type): argument 1 has type [count]i64, but [d7]number is expected. The size "count" is only known inside (scope violation), and no type with anonymous sizes may stand here
---
entry main [n] (xs: [n]i64) = let r = loop ys = xs for i < 2 do filter (>0) ys in let g zs = map2 (+) r zs in g xs  --! Cannot apply "g" to "xs" (invalid type): argument 1 has type [n]i64, but []i64 is expected. Sizes "?" and "n" do not match
---
entry main [n] (xs: [n]i64) = let (a, b) = loop (a, b) = (xs, xs) for i < 2 do (filter (>0) a, b) in map2 (+) a b  --! Cannot apply "map2" to "b" (invalid type): argument 3 has type [n]i64, but []i64 is expected. Sizes "?" and "n" do not match
---
entry main [n] (xs: [n]i64) = let r = if n > 2 then loop ys = xs for i < 2 do filter (>0) ys else xs in map2 (+) r xs  --! Cannot apply "map2" to "xs" (invalid type): argument 3 has type [n]i64, but []i64 is expected. Sizes "?" and "n" do not match
---
entry main [n] (xs: [n]i64) = let (ys, zs) = loop (ys, zs) = (xs, xs) for i < 2 do if i > 0 then (ys, zs) else let q = filter (>0) ys in (q, q) in map2 (+) ys zs  --! Cannot apply "map2" to "zs" (invalid type): argument 3 has type []i64, but []i64 is expected. Sizes "?" and "?" do not match
---
entry main [n] (xs: [n]i64) = loop (ys, zs) = (xs, filter (>0) xs) for i < 2 do (ys, map2 (+) ys zs)  --! Initial loop values do not have expected type: a size is "count" before the loop and "n" in the pattern
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop (ys, zs) = (xs, q) for i < 2 do (ys, map2 (+) ys zs)  --! Initial loop values do not have expected type: a size is "count" before the loop and "n" in the pattern
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop (ys, zs) = (q, q) for i < 2 do (map2 (+) zs ys, xs)  --! Loop body does not have expected type: a size is "count" before the loop, "count" in the pattern and "n" after the body
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop (a, b, c) = (q, q, q) for i < 2 do (map2 (+) a b, map2 (+) b c, xs)  --! Loop body does not have expected type: a size is "count" before the loop, "count" in the pattern and "n" after the body
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop (a, b, c) = (q, xs, q) for i < 2 do let w = filter (>1) (map2 (+) a (map2 (+) b c)) in (w, w, w)  --! Loop body does not have expected type: a size is "n" before the loop, "?" in the pattern and "count" after the body
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop (a, (b, c)) = (q, (q, q)) for i < 2 do let w = map2 (+) a c in (w, (b, xs))  --! Loop body does not have expected type: a size is "count" before the loop, "count" in the pattern and "n" after the body
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop m = [q, q] for i < 2 do [map2 (+) m[0] xs]  --! Initial loop values do not have expected type: a size is "count" before the loop and "n" in the pattern
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop (k, ys) = (0, xs) while k < length q do (k + 1, map2 (+) q ys)  --! Initial loop values do not have expected type: a size is "n" before the loop and "count" in the pattern
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop (k, ys) = (0, q) while i64.sum (map2 (+) q ys) < 10 do (k + 1, xs)  --! Loop body does not have expected type: a size is "count" before the loop, "count" in the pattern and "n" after the body
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do let zs = filter (>0) ys in loop ws = ys for j < 2 do map2 (+) ws zs  --! The loop's value has size "count", which is only known inside the body that makes it
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do loop ws = ys for j < 2 do map2 (+) ws (filter (> 0) ys)  --! The loop's value has size "count", which is only known inside the body that makes it
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do ys with [0] = i  --! Consuming variable "xs", which is not consumable: it is a parameter that is not unique (declare it as *[n]i64)
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do scatter (copy ys) (filter (>0) ys) (filter (>0) ys)  --! Cannot apply "scatter" to "filter (> 0) ys" (invalid type): argument 3 has type [count]i64, but [count]i64 is expected. Sizes "count" and "count" do not match
---
entry main [n] (xs: [n]i64) = let z = filter (>0) xs in loop (ys: [n]i64) = xs for i < 2 do map2 (+) z ys  --! Cannot apply "map2" to "ys" (invalid type): argument 3 has type [n]i64, but [count]i64 is expected. Sizes "count" and "n" do not match
---
entry main [n] (xs: [n]i64) = let z = filter (>0) xs in foldl (map2 (+)) xs [z]  --! Cannot apply "foldl" to "[z]" (invalid type): argument 3 has type [1][count]i64, but [1][n]i64 is expected. Sizes "n" and "count" do not match
---
entry main [n] (xs: [n]i64) = let z = filter (>0) xs in reduce (map2 (+)) xs [z]  --! Cannot apply "reduce" to "[z]" (invalid type): argument 3 has type [1][count]i64, but [1][n]i64 is expected. Sizes "n" and "count" do not match
---
entry main [n] (xs: [n]i64) = let z = filter (>0) xs in iterate 3 (\ys -> map2 (+) ys z) xs  --! Cannot apply "iterate" to "xs" (invalid type): argument 3 has type [n]i64, but [count]i64 is expected. Sizes "count" and "n" do not match
---
entry main [n] (xs: [n]i64) = iterate 3 (\ys -> filter (>0) ys) xs  --! Cannot apply "iterate" to "\ys -> filter (> 0) ys" (invalid type): argument 2 has type [d9]number -> ?[count].*[count]number, but [d9]number -> [d9]number is expected. The size "count" is only known inside (scope violation), and no type with anonymous sizes may stand here
---
entry main [n] (xs: [n]i64) = iterate_while (\ys -> length ys > 1) (\ys -> ys[1:]) xs  --! Cannot apply "iterate_while" to "\ys -> ys[1:]" (invalid type): argument 2 has type [d9]t8 -> [d9 - 1]t8, but [d9]t8 -> [d9]t8 is expected. Sizes "d9" and "d9 - 1" do not match
---
def f [n] (xs: [n]i64) : [n]i64 = let z = filter (>0) xs in loop ys = z for i < 2 do map2 (+) z ys  --! Function body does not have expected type: it has type [count]i64, but is declared to have type [n]i64. Sizes "n" and "count" do not match
entry main [n] (xs: [n]i64) = f xs
---
def f [n] (xs: [n]i64) : ?[k].([k]i64, [k]i64) = let z = filter (>0) xs in loop (a, b) = (z, z) for i < 2 do (b, a)  --! Function body does not have expected type: it has type ([]i64, []i64), but is declared to have type ([]i64, []i64). Sizes "?" and "?" do not match
entry main [n] (xs: [n]i64) = f xs
---
def f [n] (xs: [n]i64) : ?[k].([k]i64, [k]i64) = let z = filter (>0) xs in loop (a, b) = (z, z) for i < 2 do (a, filter (>0) b)  --! Function body does not have expected type: it has type ([count]i64, []i64), but is declared to have type ([k]i64, [k]i64). Sizes "count" and "?" do not match
entry main [n] (xs: [n]i64) = f xs
---
def f [n] (xs: [n]i64) : ?[k].([k]i64, [k]i64) = loop (a, b) = (xs, xs) for i < 2 do let q = filter (>0) b in (q, q)  --! Function body does not have expected type: it has type ([]i64, []i64), but is declared to have type ([]i64, []i64). Sizes "?" and "?" do not match
entry main [n] (xs: [n]i64) = f xs
---
entry main [n] (xs: [n]i64) = loop (k, ys) = (1i64, replicate 1 0) for i < 3 do (k, map2 (+) ys (replicate k i))  --! Cannot apply "map2" to "replicate k i" (invalid type): argument 3 has type [k]signed integer, but [d9]number is expected. The size "k" would leave the scope of "k" (scope violation)
---
entry main [n] (xs: [n]i64) = loop (k, ys) = (n, replicate n 0) for i < 3 do (k, map2 (+) ys (replicate k i))  --! Cannot apply "map2" to "replicate k i" (invalid type): argument 3 has type [k]signed integer, but [d8]number is expected. The size "k" would leave the scope of "k" (scope violation)
---
entry main [n] (xs: [n]i64) = let z = filter (>0) xs in let k = length z in loop ys = xs for i < 2 do map2 (+) (iota k) ys  --! Initial loop values do not have expected type: a size is "n" before the loop and "k" in the pattern
---
entry main [n] (xs: [n]i64) = let k = n + 1 in loop ys = xs for i < 2 do map2 (+) (iota k) ys  --! Initial loop values do not have expected type: a size is "n" before the loop and "k" in the pattern
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do let k = length ys in map2 (+) (iota k) ys  --! Cannot apply "map2" to "ys" (invalid type): argument 3 has type [d6]i64, but [k]i64 is expected. The size "k" would leave the scope of "k" (scope violation)
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do map2 (+) (iota (i + 1)) ys  --! Cannot apply "map2" to "ys" (invalid type): argument 3 has type [d6]i64, but [i + 1]i64 is expected. The size "i + 1" would leave the scope of "i" (scope violation)
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in loop (ys: [n]i64) = xs for i < 2 do map2 (+) zs ys  --! Cannot apply "map2" to "ys" (invalid type)
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in loop (ys: [n]i64, ws: [n]i64) = (xs, xs) for i < 2 do (zs, filter (>0) zs)  --! Loop body does not have expected type
---
def f (xs: []i64) = loop (p: *[]i64, q: *[]i64) = (copy xs, copy xs) for _i < 2 do (p, p)  --! Return value for consuming loop parameter "p" aliases that of "q", by way of
---
def f (xs: []i64) = loop (p, q) = (copy xs, copy xs) for i < 2 do let p[0] = i let q[0] = i in (p, p)  --! Return value for consuming loop parameter "p" aliases that of "q", by way of
---
def f (xs: []i64) = loop (p: []i64, q: *[]i64) = (xs, copy xs) for _i < 2 do (q, q)  --! Return value for consuming loop parameter "q" aliases that of "p", by way of
---
-- A loop's value would contain itself, also up to sizes.
entry main [n] [m] (xss: [n][m]i64) =
  map (\r -> length (loop a = r for i < 2 do [a])) xss --! Loop body does not have expected type
---
module a = { def x = 1i32 def x = 2i32 }  --! Duplicate definition of name "x"
def main (x: i64) = x
---
module a = { def x = 1i32 }
module a = { def x = 1i32 }  --! Duplicate definition of name "a"
def main (x: i64) = x
---
module type a = { }
module type a = { }  --! Duplicate definition of module type "a"
def main (x: i64) = x
---
module m : { type t val a: t } = { type t = i64 def a = 1i64 }
def main (x: i64) = m.a : i64  --! Expression does not have expected type from explicit ascription: it has type t, but is said to have type i64
---
module f (M: { type t val x: t }) = { def y = M.x }
module n = f { type t = i32 }  --! Module does not define a value named "x"
def main (x: i64) = x
---
module f (M: { type t val x: t }) = { def y = M.x + 1i32 }  --! Cannot apply "+" to "M.x" (invalid type): the left operand has type t, but number is expected. Cannot unify type "t" with any of i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64
def main (x: i64) = x
---
module f (M: {type t}) = { def x = 1i64 }
def main (x: i64) = f.x  --! Cannot have parametric module here: "f"
---
module type s = { type t val mk: i64 -> t val un: t -> i64}
module f (X: { val k: i64 }) : s = { type t = i64 def mk (x: i64) : t = x + X.k def un (x: t) : i64 = x }
module k = { def k = 3i64 }
module a = f k
module b = f k
def main (x: i64) = a.un (b.mk x)  --! Cannot apply "a.un" to "b.mk x" (invalid type): argument 1 has type t, but t is expected
---
module m : { val f: i64 -> i64 } = { def g (x: i64) = x def f x = g x }
def main (x: i64) = m.g x  --! Unknown name "m.g"
---
module type s = { include bar }  --! Unknown module type "bar"
def main (x: i64) = x
---
module m : { type t val x: t } = { type^ t = i32 -> i32 def x (y: i32) = y }  --! Module defines type^ "t" as i32 -> i32, but module type requires a non-lifted type
def main (x: i64) = x
---
module m = { local def g (x: i64) = x def f x = g x }
def main (x: i64) = m.g x  --! Unknown name "m.g"
---
module m : { type t } = { def g (x: i64) = x }  --! Module does not define a type named "t"
def main (x: i64) = x
---
module m : { val f: i64 -> i64 } = { def g (x: i64) = x }  --! Module does not define a value named "f"
def main (x: i64) = m.f x
---
module m = { def x = 1i64 }
def main (x: i64) = m  --! Unknown name "m"
---
module f (N: numeric) = { type t = N.t def x = N.i32 1 }
module g = f f32
module h = f f64
def main (n: i64) = let a = g.x in let b : h.t = a in n  --! Pattern b: h.t cannot match value of type f32
---
module a = { def x = 1i32 }
module m = a { def x = 2i32 }  --! Cannot apply a module that is not parametric
def main (x: i64) = x
---
module f (N: numeric) = { def x = N.i32 1 }
module g = f bool  --! Module does not define a value named "+"
def main (n: i64) = n
---
open foo  --! Unknown name "foo"
def main (x: i64) = x
---
module f (N: real) = { def x = N.sqrt (N.f64 2) }
module g = f i32  --! Module does not define a value named "from_fraction"
def main (n: i64) = n
---
module v : { type t [n] val mk [n]: [n]i64 -> t [n] val add [n]: t [n] -> t [n] -> t [n] } = { type t [n] = [n]i64 def mk [n] (xs: [n]i64) : t [n] = xs def add [n] (x: t [n]) (y: t [n]) : t [n] = map2 (+) x y }
def main [n][m] (x: [n]i64) (y: [m]i64) = let z = v.add (v.mk x) (v.mk y) in 2i64  --! Cannot apply "v.add" to "v.mk y" (invalid type): argument 2 has type t [m], but t [n] is expected. Sizes "n" and "m" do not match
---
module m : { type t val mk: i64 -> t } = { type~ t = []i64 def mk (n: i64) : t = iota n }  --! Module defines type~ "t" as []i64, but module type requires a non-lifted type
def main (n: i64) = n
---
module type s = { val f: foo -> i64 }  --! Unknown type "foo"
def main (x: i64) = x
---
module m : { type t val mk: i64 -> t } = { type t = i64 def mk (x: i64) = x }
def main (x: i64) = m.mk x + 1i64  --! Cannot apply "+" to "m.mk x" (invalid type): the left operand has type t, but number is expected. Cannot unify type "t" with any of i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64
---
module m : { val id 'a: a -> a } = { def id (x: i32) = x }  --! Module type specifies "id" of type a -> a, but module provides i32 -> i32
def main (x: i64) = x
---
module f (A: { type t val x: t }) (B: { type t val g: t -> t }) = { def y = B.g A.x }  --! Cannot apply "B.g" to "A.x" (invalid type): argument 1 has type t, but t is expected
def main (x: i64) = x
---
module type s = { type t val x: t val g: t -> t }
module f (A: s) (B: s) = { def y = B.g A.x }  --! Cannot apply "B.g" to "A.x" (invalid type): argument 1 has type t, but t is expected
def main (x: i64) = x
---
module m : { type t 'a } = { type t = i32 }  --! Module defines type "t" with 0 parameters, but module type requires 1
def main (x: i64) = x
---
module m : { val f [n]: [n]i64 -> i64 } = { def f [n] (xs: *[n]i64) : i64 = let ys = xs with [0] = 1 in ys[0] }  --! Module type specifies "f" of type [n]i64 -> i64, but module provides *[n]i64 -> i64. They are incompatible regarding consuming
def main (x: i64) = m.f [x]
---
module m : { val f [n]: [n]i64 -> *[n]i64 } = { def f [n] (xs: [n]i64) = xs }  --! Module type specifies "f" of type [n]i64 -> *[n]i64, but module provides [n]i64 -> [n]i64. Its result may have an alias, where one without is demanded
def main (x: i64) = m.f [x]
---
module m = foo  --! Unknown name "foo"
def main (x: i64) = x
---
module m : foo = { }  --! Unknown module type "foo"
def main (x: i64) = x
---
module m : { val f [n]: [n]i64 -> [n]i64 } = { def f (xs: []i64) = filter (>0) xs }  --! Module type specifies "f" of type [n]i64 -> [n]i64, but module provides [n]i64 -> ?[count].*[count]i64. Sizes "n" and "count" do not match
def main (x: i64) = x
---
module type s = { type t val x: t }
module m : s with u = i32 = { type t = i64 def x = 1i64 }  --! Cannot refine type "u": the module type has no such type
def main (x: i64) = x
---
module type s = { type t val x: t }
module m : s with t = i32 = { type t = i64 def x = 1i64 }  --! Module defines type "t" as i64, but its module type says i32
def main (x: i64) = x
---
module m : { val f: i64 -> i32 } = { def f (x: i64) = x }  --! Module type specifies "f" of type i64 -> i32, but module provides (x: i64) -> i64. Their results differ
def main (x: i64) = m.f x
---
-- What a functor of a functor's parameter makes is abstract.
module f (F: (M: {type t}) -> {type t}) = F { type t = i32 }
module g = f (\(M: {type t}) -> M)
def main (x: g.t) = x + 1  --! Cannot apply "+" to "x" (invalid type)
---
module m = { entry foo (x: i64) = x }  --! Entry points may not be declared inside modules
entry main = m.foo
---
def f (xs: *[3]{f: [2]i32}) = xs with [0].f[1] = 3  --! The path [0].f[1] consumes twice
---
def f (xs: *[3][2]i32) = let xs[0][1] = 3 in xs  --! The path [0][1] consumes twice
---
def f (xs: *[3]{f: i32}) = xs with [0:1].f = 3  --! Attempt to access field "f" of value of type [1]{f: i32}
---
def f (r: *{a: [3][3]i32, b: i32}) = r with a[0] = r.a[1]  --! Source array for in-place update might alias the new value: both may share memory with "r.a"
---
def f (xs: *[3]{f: [2]i32, g: [2]i32}) = xs with [0].f = xs[1].g  --! Source array for in-place update might alias the new value
---
def f (r: {a: [3]i32, b: i32}) = r with a[0] = 1  --! Consuming variable "r.a", which is not consumable
---
def f (r: *{a: [3]i32, b: [3]i32}) = let s = r with a[0] = 1 in (s.a, r.b)  --! Using variable "r", but this was consumed at 1:48.  (Possibly through aliases.)
---
def f (xs: *[3]i32) = let r = {a = xs, b = xs} let r.a[0] = 1 in r.b[0]  --! Using variable "r", but this was consumed at 1:52.  (Possibly through aliases.)
---
def f (xs: *[3]{f: i32, g: i32}) = let ys = xs with [0].f = 1 in (ys, xs[0].g)  --! Using variable "xs", but this was consumed at 1:48.  (Possibly through aliases.)
---
def f (xs: *[3]{f: i32}) = xs with [0].f = true  --! The new value has type bool, but the part has type i32
---
def f (xs: *[3]{f: i32}) = let xs[0].h = 1 in xs  --! Attempt to access field "h"
---
def f (xs: [3]i32) = map (.a[0]) xs  --! Type i32 is not a record with field "a"
---
def f (m: i64) = let xs = replicate 2 (iota 2) let xs[1] = replicate m 5 in xs  --! The new value has type [m]i64, but the part has type [2]i64
---
def f [n][m] (xs: *[][n]i32) (ys: [m]i32) = xs with [0] = ys  --! The new value has type [m]i32, but the part has type [n]i32
---
def f [n][m] (xs: *[][n]i32) (ys: [][m]i32) = xs with [0:2] = ys  --! The new value has type
---
def f [n][m] (xs: *[]{a: [n]i32}) (ys: [m]i32) = xs with [0] = {a = ys}  --! The new value has type
---
def ap (f: (i64, i64) -> []i64) = f (3, 4)
def main = ap (\(n, _) -> iota n)  --! The size "n" would leave the scope of "n"
---
def ap (f: (i64, i64) -> []i64) = f (3, 4)
def main = ap (\(n, m) -> let k = n + m in iota k)  --! would leave the scope
---
def ap (f: (i64, i64) -> []i64) = f (3, 4)
def main = let g = \(n: i64, m: i64) -> iota n in ap g  --! The size "n" would leave the scope of "n"
---
def main = (1, 2i32) |> \(n, m) -> iota n  --! the size of its result would leave the scope of "n"
---
def main = (\(n, m) -> iota n) <| (1, 2i32)  --! the size of its result would leave the scope of "n"
---
def main = ((\x -> (x, x)) >-> (\(n, m) -> iota n)) 3  --! Cannot apply
---
def f (n: i64, m: i64) : ([]i64, [m]i64) = (iota n, iota m)  --! refers to "m", which is bound to an inner component
---
def f [n][m] (xss: [n][m]i64) (l: i64) = map (\xs -> i64.sum (loop xs for _k < m do map (\i -> xs[i]) (iota l))) xss  --! Sizes "l" and "m" do not match
---
def f (m: i64) xs = loop xs for _k < m do map (\i -> xs[i]) (iota m)
def g [n] (xs: [n]i64) (k: i64) = f k xs  --! Sizes "k" and "n" do not match
---
def f [m] [k] (c: bool) (vs: [m]i32) (ms: [][k]i32) =
  map (\p -> match (if c then #some (map (+ 1) p) else #some vs) : (#some ([m]i32)) case #some x -> x) ms  --! Sizes "m" and "k" do not match
---
def f [m] (c: bool) (vs: [m]i32) (ms: [][]i32) =
  map (\p -> match (if c then #some (map (+ 1) p) else #some vs) : (#some ([]i32)) case #some x -> x) ms  --! anonymous sizes
---
def pick c xs (ys: []i32) = if c then xs else ys
def f [n] [m] (c: bool) (a: [n]i32) (b: [m]i32) = pick c a b  --! Sizes "n" and "m" do not match
