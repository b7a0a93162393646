-- Programs with one mistake each. Futhark 0.25.32 rejects them too, a few with modules
-- and imports because of other mistakes or not at all.
---
def f x = x.a.b  --! Type is ambiguous: it must be a record with field "a", and more is not known
entry main (x: i32) = f {a = {b = x}}
---
entry main (x: i32) = [(+1), (+2)]  --! When checking type used in array: an element has type number -> number. Type number -> number found to be functional
---
entry main (x: i32) = assert x 3  --! The condition of an assertion must have type bool, but has type i32
---
entry main (x: i32 -> i32) = x == x  --! Cannot apply "==" to "x" (invalid type): the left operand has type i32 -> i32, but
---
entry main (x: i32) = x :> [3]i32  --! Expression does not have expected type from explicit ascription: it has type i32, which cannot be coerced to [3]i32
---
def f (x: i32) = x
def f (x: i32) = x + 1  --! Duplicate definition of name "f"
entry main (x: i32) = f x
---
entry main (x: i32) = {a = x, a = x}  --! Duplicate record fields: "a"
---
type t = i32
type t = f32  --! Duplicate definition of type "t"
entry main (x: t) = x
---
entry main 'a (x: a) = x  --! Entry point functions may not be polymorphic: the type of "main" mentions type a
---
entry main (f: i32 -> i32) = f 3  --! Entry point functions may not be higher-order: a parameter of "main" is a function
---
entry main x = x  --! Entry point functions may not be polymorphic: the type of "main" mentions type a
---
entry main (x: i32) = x
entry main (y: i32) = y  --! Duplicate definition of name "main"
---
entry main (x: i32) = (\(y: i32) -> y) == (\y -> y)  --! Cannot apply "==" to "\(y: i32) -> y" (invalid type): the left operand has type i32 -> i32, but
---
def f p = p.x  --! Type is ambiguous: it must be a record with field "x", and more is not known
entry main (x: i32) = f {x}
---
import "lib/foo"  --! Could not read file "lib/foo"
entry main (x: i32) = x
---
def f (x: i32) = g x  --! Unknown name "g"
def g (x: i32) = x
entry main (x: i32) = f x
---
entry main = 5000000000  --! Literal 5000000000 out of bounds for inferred type i32
---
entry main (x: i32) = (loop f = (+1) for i < 3 do f >-> f) x  --! the value of a loop contains a function
---
type v [n] 't = [n]t
entry main (x: v i32 []) = x  --! Argument 1 of type "v" must be a size in brackets
---
module m = { def f (x: i32) = x }
entry main (x: i32) = m.g x  --! Unknown name "m.g"
---
entry main (x: i32) = foo x  --! Unknown name "foo"
---
entry main (xs: []i32) = mpa (+1) xs  --! Unknown name "mpa"
---
type f = i32 -> i32  --! Non-lifted type abbreviations may not contain functions: "f" does
entry main (x: i32) = x
---
entry main (xs: []i32) = map (+ true) xs  --! Cannot apply "+" to "true" (invalid type): the right operand has type bool, but number is expected. Cannot unify type "bool" with any of i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64
---
entry main (x: (i32, i32)) = let (a, a) = x in a  --! Name "a" also bound at 1:35
---
def f (x: i32) (x: i32) = x  --! Name "x" also bound at 1:8
entry main (x: i32) = f x x
---
entry main (x: {a: i32, b: i32}) = let {a, c} = x in a  --! Pattern {a = a, c = c} cannot match value of type {a: i32, b: i32}, which has no field "c"
---
entry main (x: {a: i32, b: i32}) = let {a} = x in a  --! Pattern {a = a} cannot match value of type {a: i32, b: i32}
---
entry main (n: i32) = 0..<n..3  --! Unexpected ".."; expected a declaration
---
entry main (n: f32) = 0..<n  --! This bound of the range has type f32, but the range is of signed integer. Cannot unify type "f32" with any of i8, i16, i32, i64
---
def f (x: i32) : i32 = if x > 0 then x - 1 |> f else 0  --! Recursive function "f" may not be used as a value in its own body
entry main (x: i32) = f x
---
entry main (x: {a: i32}) = x with a = true  --! the new value has type bool, but the field has type i32
---
entry main (x: {a: i32}) = x with b = 1  --! Attempt to access field "b" of value of type {a: i32}, which has none of this name
---
entry main (x: i32) = let n = 3i64 let xs : [n]i32 = replicate n x let n = 4i64 in map2 (+) xs (replicate n 0)  --! Cannot apply "map2" to "replicate n 0" (invalid type): argument 3 has type [n]number, but [n]i32 is expected. Sizes "n" and "n" do not match
---
entry main [n] [m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs ys  --! Cannot apply "map2" to "ys" (invalid type): argument 3 has type [m]i32, but [n]i32 is expected. Sizes "n" and "m" do not match
---
entry main (n: i32) : [n]i32 = replicate 3 0  --! Types i32 and i64 do not match: sizes have type i64
---
entry main (xs: []i32) : [k]i32 = xs  --! Unknown name "k"
---
def f (n: i64) : [n]i32 = replicate 3 0  --! Function body does not have expected type: it has type [3]number, but is declared to have type [n]i32. Sizes "n" and "3" do not match
entry main (n: i64) = f n
---
entry main [n] (xs: [n]i32) = loop ys: [n]i32 = xs for i < 10 do ys ++ [1]  --! Loop body does not have expected type: a size is "n" before the loop, "n" in the pattern and "n + 1" after the body
---
entry main (xs: [3]i32) : [4]i32 = xs  --! Function body does not have expected type: it has type [3]i32, but is declared to have type [4]i32. Sizes "4" and "3" do not match
---
entry main (xs: []i32) = xs :> []f32  --! Expression does not have expected type from explicit ascription: it has type
---
entry main (n: i64) = map (\i -> iota i) (iota n)  --! Cannot apply "map" to "\i -> iota i" (invalid type): argument 1 has type (i: i64) -> *[i]i64, but i64 ->
---
entry main [n] (xs: [n]i32) = scan (\a b -> a ++ b) [] (map (\x -> [x]) xs)  --! Cannot apply "scan" to "\a b -> a ++ b" (invalid type): argument 1 has type
---
entry main [n] (xs: [n]i32) = reduce (++) [] (map (\x -> [x]) xs)  --! Cannot apply "reduce" to "(++)" (invalid type): argument 1 has type
---
type t = []i32  --! Non-lifted type abbreviations may not use existential sizes in their definition: "t" leaves one open
entry main (x: t) = x
---
type t [n] = [n]i32
entry main (x: t) = x  --! Type constructor "t" requires 1 argument, but is provided 0
---
entry main [n] (xs: [n]i32) : [n]i32 = filter (>0) xs  --! Function body does not have expected type: it has type [count]i32, but is declared to have type [n]i32. Sizes "n" and "count" do not match
---
entry main [n] (xs: [n]i32) : [n + 1]i32 = xs  --! Function body does not have expected type: it has type [n]i32, but is declared to have type [n + 1]i32. Sizes "n + 1" and "n" do not match
---
entry main (n: i64) : [n]i64 = iota (n + 1)  --! Function body does not have expected type: it has type [n + 1]i64, but is declared to have type [n]i64. Sizes "n" and "n + 1" do not match
---
entry main (b: bool) (n: i64) = map2 (+) (if b then iota n else iota 3) (iota n)  --! Cannot apply "map2" to "iota n" (invalid type): argument 3 has type [n]i64, but []i64 is expected. Sizes "?" and "n" do not match
---
entry main [n] (xs: [n]i32) = [xs, filter (>0) xs]  --! Types [count]i32 and [n]i32 do not match: this element differs from the first. Sizes "n" and "count" do not match
---
entry main (xs: []i32) = map2 (+) (filter (>0) xs) (filter (<0) xs)  --! Cannot apply "map2" to "filter (< 0) xs" (invalid type): argument 3 has type [count]i32, but [count]i32 is expected. Sizes "count" and "count" do not match
---
def f (n: i32) (xs: [n]i32) = xs  --! Types i32 and i64 do not match: sizes have type i64
entry main (xs: []i32) = f 3 xs
---
entry main (x: f32) : f32 =
  let f (y: f32) : #b f32 | #a = if y > 0 then #b (y * y) else #a
  in match jvp f x 1 case #b d -> d case #a -> -1  --! A sum type with several constructors has no derivative
---
type t = #a | #b i32
entry main (x: i32) = match (#b x) case #a -> 0 case #b y -> y  --! Type is ambiguous (must be a sum type with constructors: #a | #b i32)
---
entry main (n: i64) = tabulate n (\i -> iota i)  --! Cannot apply "tabulate" to "\i -> iota i" (invalid type): argument 2 has type (i: i64) -> *[i]i64, but i64 ->
---
def f [n] [n] (x: [n]i32) = x  --! Name "n" also bound at 1:8
entry main (x: []i32) = f x
---
entry main (x: i32) : f32 = x  --! Function body does not have expected type: it has type i32, but is declared to have type f32
---
entry main (x: bool) = -x  --! The operand of - has type bool. Cannot unify type "bool" with any of i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64
---
entry main = [1i32, 2f32]  --! Types f32 and i32 do not match: this element differs from the first
---
entry main (x: i32) = x[0]  --! A value of type i32 cannot be indexed
---
entry main (xs: []i32) = xs[0, 1]  --! A value of type i32 cannot be indexed
---
entry main (xs: []i32) (i: f32) = xs[i]  --! An index has type f32. Cannot unify type "f32" with any of i8, i16, i32, i64
---
entry main (x: {a: i32}) = x.b  --! Attempt to access field "b" of value of type {a: i32}, which has none of this name
---
entry main (x: (i32, i32)) = let (a, b, c) = x in a  --! Pattern (a, b, c) cannot match value of type (i32, i32)
---
entry main (x: i32) = loop x for i < 10 do x > 3  --! Loop body does not have expected type: it has type bool, but the pattern has type i32
---
def f x = x x  --! Cannot apply "x" to "x" (invalid type): argument 1 has type
entry main (x: i32) = x
---
entry main (x: i32) = f32.sqrt x  --! Cannot apply "f32.sqrt" to "x" (invalid type): argument 1 has type i32, but f32 is expected
---
entry main (x: i32) (y: f32) = x + y  --! Cannot apply "+" to "y" (invalid type): the right operand has type f32, but i32 is expected
---
entry main (x: i32) = i32.foo x  --! Unknown name "i32.foo"
---
entry main (x: i32) = foo.bar x  --! Unknown name "foo"
---
entry main (x: string) = x  --! Unknown type "string"
---
entry main (x: i32) = 3u8 + x  --! Cannot apply "+" to "x" (invalid type): the right operand has type i32, but u8 is expected
---
entry main (x: i64) = 1.5 + x  --! Cannot apply "+" to "x" (invalid type): the right operand has type i64, but float is expected. Cannot unify type "i64" with any of f16, f32, f64
---
entry main (x: i32) : (i32, i32) = (x, x, x)  --! Function body does not have expected type: it has type (i32, i32, i32), but is declared to have type (i32, i32)
---
entry main (xs: [](i32, i32)) = map (\x y -> x + y) xs  --! Cannot apply "map" to "\x y -> x + y" (invalid type): argument 1 has type number -> number -> number, but number ->
---
def f 'a (x: a) : a = x + 1  --! Cannot apply "+" to "x" (invalid type): the left operand has type a, but number is expected. Cannot unify type "a" with any of i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64
entry main (x: i32) = f x
---
def f 'a (x: a) : i32 = x  --! Function body does not have expected type: it has type a, but is declared to have type i32
entry main (x: i32) = f x
---
def f 'a 'b (x: a) : b = x  --! Function body does not have expected type: it has type a, but is declared to have type b
entry main (x: i32) : i32 = f x
---
entry main (x: i32) = if x then 1 else 2  --! The condition must have type bool, but has type i32
---
entry main (x: i32) = if x > 0 then 1 else true  --! Branches differ in type: number and bool. Cannot unify type "bool" with any of i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64
---
entry main (x: i32) = x 3  --! Cannot apply "x" as function, as it has type i32
---
entry main (xs: []i32) = map 3 xs  --! Cannot apply "map" to "3" (invalid type): argument 1 has type number, but
---
entry main (xs: []i32) = reduce (+) 0 map (+1) xs  --! Cannot apply "reduce" to "map" (invalid type): argument 3 has type (
---
entry main (x: i32) = x && true  --! Cannot apply "&&" to "x" (invalid type): the left operand has type i32, but bool is expected
---
entry main (x: f32) = x % 2 & 3  --! Cannot apply "&" to "x % 2" (invalid type): the left operand has type f32, but integer is expected. Cannot unify type "f32" with any of i8, i16, i32, i64, u8, u16, u32, u64
---
entry main (xs: []i32) = xs with [0] = 1  --! Consuming variable "xs", which is not consumable: it is a parameter that is not unique (declare it as *[]i32)
---
def f (a: *[]i32) (b: []i32) = (a with [0] = 1, b)
entry main (xs: *[]i32) = f xs xs  --! Argument is consumed, but aliases "xs", which is also aliased by other argument
---
def f (a: *[]i32, b: *[]i32) = (a with [0] = 1, b with [0] = 2)
entry main (xs: *[]i32) = f (xs, xs)  --! Argument passed for consuming parameter is self-aliased: two parts of it may share memory with "xs"
---
def f (n: i64) : (*[n]i32, *[n]i32) = let a = replicate n 0 in (a, a)  --! A unique-typed component of the return value is aliased to some other component, by way of "a"
entry main (n: i64) = f n
---
entry main (xs: *[]i32) = let f = \i -> xs[i] let xs[0] = 1 in f 0i64  --! Using variable "f", but this was consumed at 1:51.  (Possibly through aliases.)  It may share memory with "xs"
---
def f (xs: *[]i32) (i: i64) = xs with [i] = 1
entry main (xs: *[]i32) = let g = f xs in (g 0, g 1)  --! This argument is consumed, but the function lacks arguments, and might be called again
---
def f (xs: *[]i32) (i: i64) = xs with [i] = 1
entry main (xs: *[]i32) = map (f xs) (iota 2)  --! This argument is consumed, but the function lacks arguments, and might be called again
---
def f (g: *[]i32 -> i32) (xs: []i32) = g xs  --! Consuming variable "xs", which is not consumable: it is a parameter that is not unique (declare it as *[]i32)
entry main (xs: []i32) = f (\xs -> xs[0]) xs
---
def c : [3]i32 = [1, 2, 3]
entry main (x: i32) = c with [0] = x  --! Consuming variable "c", which is not consumable: it is defined at top level
---
entry main (b: bool) (xs: *[]i32) (ys: *[]i32) = let zs = if b then xs else ys let zs[0] = 1 in (zs, xs)  --! Using variable "xs", but this was consumed at 1:84.  (Possibly through aliases.)
---
entry main (xs: *[]i32) = let (a, b) = (xs, xs) let a[0] = 1 in b  --! Using variable "b", but this was consumed at 1:53.  (Possibly through aliases.)  It may share memory with "xs"
---
entry main (xs: *[]i32) = let ys = xs with [0] = 1 in (xs, ys)  --! Using variable "xs", but this was consumed at 1:39.  (Possibly through aliases.)
---
entry main (xss: *[][]i32) = map (\xs -> xs with [0] = 1) xss  --! Consuming variable "xs", which is not consumable: it is a parameter that is not unique (declare it as *[]i32)
---
entry main (xs: *[]i32) = loop (a, b) = (xs, xs) for i < 3 do (a with [0] = 1, b)  --! the loop consumes "a", but the initial value of "b" may share memory with it, by way of "xs"
---
entry main [n] (xs: *[n]i32) = loop ys = xs for i < n do let ys[i] = 1 in xs  --! Return value for consuming loop parameter "ys" aliases "xs", which is bound outside
---
def f [n] (xs: *[n]i32) : *[n]i32 = let ys = xs[0:n] in ys
def g [n] (xs: [n]i32) : *[n]i32 = xs[0:n]  --! Unique-typed return value is aliased to "xs", which is not consumable
entry main (xs: *[]i32) = g (f xs)
---
entry main (xs: *[]i32) = xs with [0] = (let ys = xs with [1] = 2 in ys[0])  --! Using variable "xs", but this was consumed at 1:54.  (Possibly through aliases.)
---
entry main (xs: *[]i32) (ys: *[]i32) = (xs with [0] = 1, ys with [0] = xs[0])  --! Using variable "xs", but this was consumed at 1:44.  (Possibly through aliases.)
---
entry main (n: i64) = let xs = iota n let ys = xs let f (i: i64) = ys[i] let xs[0] = 2 in f 0  --! Using variable "f", but this was consumed at 1:78.  (Possibly through aliases.)  It may share memory with "xs"
---
entry main (xs: *[]i32) = scatter xs (map i64.i32 xs) xs  --! Argument is consumed, but aliases "xs", which is also aliased by other argument
---
entry main [n] (xs: *[n]i32) = (loop xs while xs[0] > 0 do xs with [0] = xs[0] - 1, xs)  --! Using variable "xs", but this was consumed at 1:38.  (Possibly through aliases.)
---
def f (xs: *[]i32) = xs with [0] = 1
entry main (xs: *[]i32) = let a = f xs in (a, xs)  --! Using variable "xs", but this was consumed at 2:37.  (Possibly through aliases.)
---
def id' (xs: []i32) = xs
entry main (xs: *[]i32) = let ys = id' xs let xs[0] = 1 in ys  --! Using variable "ys", but this was consumed at 2:47.  (Possibly through aliases.)  It may share memory with "xs"
---
entry main [n] (xs: *[n]i32) = loop s = 0 for x in (xs with [0] = 1) do s + x + xs[0]  --! Using variable "xs", but this was consumed at 1:56.  (Possibly through aliases.)
---
def f (xs: *[]i32) = xs with [0] = 1
entry main (xs: []i32) = f xs  --! Consuming variable "xs", which is not consumable: it is a parameter that is not unique (declare it as *[]i32)
---
def f (xs: []i32) : *[]i32 = xs  --! Unique-typed return value is aliased to "xs", which is not consumable
entry main (xs: []i32) = f xs
---
entry main (xs: *[]i32) = let ys = xs let xs[0] = 1 in ys  --! Using variable "ys", but this was consumed at 1:43.  (Possibly through aliases.)  It may share memory with "xs"
---
entry main (xss: *[][]i32) = let r = xss[0] let xss[0, 0] = 1 in r  --! Using variable "r", but this was consumed at 1:49.  (Possibly through aliases.)  It may share memory with "xss"
---
entry main (xs: *[]i32) = map (\i -> xs with [i] = 1) (iota 3)  --! Consuming variable "xs", which is not consumable inside a lambda: it is bound outside
---
entry main (xs: *[]i32) = loop s = 0 for i < 10 do let ys = xs with [0] = 1 in ys[0]  --! Consuming variable "xs", which is not consumable inside a loop: it is bound outside
---
entry main (x: i32) = main  --! recursive calls expect
---
def up (xs: *[]i32) = xs with [0] = 1
entry main (xss: [][]i32) = map up xss  --! This function consumes its argument, of type *[]i32, but the function that is expected may not
---
entry main (xs: *[4]i32) = let a = xs[0:2] let b = xs[2:4] in (a with [0] = 1, b)  --! Using variable "b", but this was consumed at 1:66.  (Possibly through aliases.)  It may share memory with "xs"
---
entry main [n] (xs: *[n](i32, i32)) = let (a, b) = unzip xs in (a with [0] = 1, b with [0] = 2)  --! Using variable "b", but this was consumed at 1:67.  (Possibly through aliases.)  It may share memory with "xs"
---
entry main [n] (s: {xs: *[n]i32, ys: [n]i32}) = (s.xs with [0] = 3, s.ys)  --! Using variable "s", but this was consumed at 1:55.  (Possibly through aliases.)
---
type st [n] = {xs: [n]i32, k: i32}
def step [n] (s: *st [n]) : *st [n] = {xs = s.xs with [0] = s.k, k = s.k + 1}  --! Using variable "s", but this was consumed at 2:50.  (Possibly through aliases.)
entry main [n] (xs: *[n]i32) = let s = loop s = {xs, k = 0} for i < n do step s in s.xs
---
def up (xs: *[]i32) = xs with [0] = 1
entry main (xss: *[][]i32) = map up xss  --! This function consumes its argument, of type *[]i32, but the function that is expected may not
---
entry main [n] (xs: [n]i32) = let ys = if n > 3 then xs else map (+1) xs in ys with [0] = 3  --! Consuming variable "xs", which is not consumable: it is a parameter that is not unique (declare it as *[n]i32)
---
entry main [n] (xs: [n]i32) (ys: *[n]i32) = map2 (\x i -> x + ys[i]) xs (iota n) |> (\zs -> (zs, ys with [0] = 1))  --! Consuming variable "ys", which is not consumable inside a lambda: it is bound outside
---
def f (g: i64 -> *[]i32) = g 3 with [0] = 1
entry main (xs: [3]i32) = f (\_ -> xs)  --! The result of this function may share memory with other values, but the function that is expected has a unique one
---
def f (g: *[]i32 -> *[]i32) (xs: *[]i32) = g (g xs)  --! Cannot apply "g" to "g xs" (invalid type): argument 1 has type []i32, but
def up (xs: *[]i32) : *[]i32 = xs with [0] = 1
entry main (xs: *[]i32) = f up xs
---
def app 'a 'b (f: a -> b) (x: a) = f x
def up (xs: *[]i32) : *[]i32 = xs with [0] = 1
entry main (xs: *[]i32) = app up xs  --! This function consumes its argument, of type *[]i32, but the function that is expected may not
---
entry main (xs: *[]i32) (n: i32) = iterate n (\(ys: *[]i32) -> ys with [0] = ys[0] + 1) xs  --! This function consumes its argument, of type *[]i32, but the function that is expected may not
---
def f (n: i64) : (*[n]i32, *[n]i32) = (replicate n 0, replicate n 1)
entry main (n: i64) = let p = f n let a = p.0 with [0] = 1 in (a, p.1)  --! Using variable "p", but this was consumed at 2:47.  (Possibly through aliases.)
---
def f (n: i64) : (*[n]i32, *[n]i32) = (replicate n 0, replicate n 1)
entry main (n: i64) = let p = f n let a = p.0 with [0] = 1 in (a, p.0)  --! Using variable "p", but this was consumed at 2:47.  (Possibly through aliases.)
---
def g [n] (a: *[n]i32, b: *[n]i32) = (a with [0] = 1, b with [0] = 2)
entry main (xs: *[3]i32) (ys: *[3]i32) = let p = g (xs, ys) in (p, xs)  --! Using variable "xs", but this was consumed at 2:52.  (Possibly through aliases.)
---
def g [n] (p: *([n]i32, [n]i32)) = (p.0 with [0] = 1, p.1 with [0] = 2)  --! Using variable "p", but this was consumed at 1:41.  (Possibly through aliases.)
entry main (xs: *[3]i32) (ys: *[3]i32) = let p = g (xs, ys) in (p, xs)
---
def swap [n] (b: bool) (xs: *[n]i32) (ys: *[n]i32) : (*[n]i32, *[n]i32) = if b then (xs, ys) else (ys, xs)  --! A unique-typed component of the return value is aliased to some other component, by way of "xs"
entry main (b: bool) (xs: *[3]i32) (ys: *[3]i32) = swap b xs ys
---
def f [n] (xs: *[n]i32) (ys: *[n]i32) : (*[n]i32, *[n]i32) = loop (a, b) = (xs, ys) for i < n do (b with [i] = 1, a with [i] = 0)  --! Function body does not have expected type: it has type ([]i32, []i32), but is declared to have type ([n]i32, [n]i32). Sizes "n" and "?" do not match
entry main (xs: *[3]i32) (ys: *[3]i32) = f xs ys
---
entry main (n: i32) = iota n  --! hint: convert it: i64.i32 (…)
---
entry main (xs: []i32) = xs[0] + length xs  --! hint: convert it: i32.i64 (…)
---
entry main (x: i32) : f32 = x  --! hint: convert it: f32.i32 (…)
---
type t = {a: i32, b: f32}
entry main (x: i32) : t = {a = x}  --! Unshared fields: b
---
def f (p: (i32, i32)) = p.0
entry main (x: i32) = f (x, x, x)  --! Unshared fields: 2
---
def f (xs: [n]i32) = xs  --! hint: size parameters are declared in front of the others: [n]
entry main (xs: []i32) = f xs
---
entry main (xs: [][]i32) = xs[0, 1, 2]  --! hint: there are 3 indices, but the array has only 2 dimensions
---
entry main (xs: []i32) = for i < 10 do xs  --! hint: a loop begins with loop and its value
---
entry main (x: i32) = 'ab'  --! hint: a character is one letter between single quotes
---
entry main (x: i32) = unsafe x  --! hint: write #[unsafe] in front of the expression
---
entry main (x: i32) -> i32 = x  --! hint: write : in front of the type of the result
---
entry main (x: i32) = match x case 0 -> 1 case 1 -> 2  --! Unmatched cases in match expression: nothing matches _
---
entry main (x: (bool, i32)) : i32 = match x case (true, 1) -> 1 case (false, _) -> 2 case (true, 2) -> 7  --! Unmatched cases in match expression: nothing matches (true, _)
---
entry main (x: {a: bool, b: bool}) : i32 = match x case {a = true, b = _} -> 1 case {b = true, a} -> 2  --! Unmatched cases in match expression: nothing matches {a = false, b = false}
---
entry main (x: i32) : i32 = let 1 = x in 2  --! Refutable pattern not allowed here: other values than this literal do not match
---
entry main (x: i32) : i32 = match x case true -> 1 case _ -> 2  --! Pattern true cannot match value of type i32
---
entry main (x: (i32, bool)) : i32 = match x case (1, _, _) -> 1 case _ -> 2  --! Pattern (1, _, _) cannot match value of type (i32, bool)
---
entry main (x: i32) = match x  --! Unexpected end of file; expected case, and a pattern
---
entry main (x: i32) : i32 = match x case 1 -> 2i32 case y -> true  --! Branches differ in type: i32 and bool
---
entry main (xs: *[3]i32) : i32 = match xs case ys -> let zs = ys with [0] = 2 in zs[0] + xs[1]  --! Using variable "xs", but this was consumed at 1:66.  (Possibly through aliases.)
---
entry main (x: i32) : i32 = match x case #foo -> 1  --! Pattern #foo cannot match value of type i32. Cannot unify a sum type with a non-sum type
