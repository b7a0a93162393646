-- Programs with one mistake each. Futhark 0.25.32 rejects them too, for modules,
-- sum types and imports because of other mistakes or not at all: Lamina does not
-- read these yet.
---
def f x = x.a.b  --! the type of the record with field "a" is not known
entry main (x: i32) = f {a = {b = x}}
---
entry main (x: i32) = [(+1), (+2)]  --! an element of an array has type number -> number: number -> number is a function type
---
entry main (x: i32) = assert x 3  --! the condition of an assertion has type i32, but must have type bool
---
entry main (x: i32 -> i32) = x == x  --! the left operand of "==" has type i32 -> i32, but
---
entry main (x: i32) = x :> [3]i32  --! this has type i32, which cannot be coerced to [3]i32
---
def f (x: i32) = x
def f (x: i32) = x + 1  --! "f" is defined twice
entry main (x: i32) = f x
---
entry main (x: i32) = {a = x, a = x}  --! field "a" occurs twice
---
type t = i32
type t = f32  --! type "t" is defined twice
entry main (x: t) = x
---
entry main 'a (x: a) = x  --! entry point "main" is polymorphic
---
entry main (f: i32 -> i32) = f 3  --! a parameter of entry point "main" is a function
---
entry main x = x  --! entry point "main" is polymorphic
---
entry main (x: i32) = x
entry main (y: i32) = y  --! "main" is defined twice
---
entry main (x: i32) = (\(y: i32) -> y) == (\y -> y)  --! the left operand of "==" has type i32 -> i32, but
---
def f p = p.x  --! the type of the record with field "x" is not known
entry main (x: i32) = f {x}
---
import "lib/foo"  --! importing files is not supported yet
entry main (x: i32) = x
---
def f (x: i32) = g x  --! unknown name "g"
def g (x: i32) = x
entry main (x: i32) = f x
---
entry main = 5000000000  --! 5000000000 is out of bounds for i32, the type that it has here
---
entry main (x: i32) = (loop f = (+1) for i < 3 do f >-> f) x  --! the value of a loop contains a function
---
type v [n] 't = [n]t
entry main (x: v i32 []) = x  --! argument 1 of type "v" must be a size in brackets
---
module m = { def f (x: i32) = x }  --! modules are not supported yet
entry main (x: i32) = m.f x
---
entry main (x: i32) = foo x  --! unknown name "foo"
---
entry main (xs: []i32) = mpa (+1) xs  --! unknown name "mpa"
---
type f = i32 -> i32  --! type "f" contains functions
entry main (x: i32) = x
---
entry main (xs: []i32) = map (+ true) xs  --! the right operand of "+" has type bool, but number is expected: bool is not a number type
---
entry main (x: (i32, i32)) = let (a, a) = x in a  --! name "a" is bound twice
---
def f (x: i32) (x: i32) = x  --! name "x" is bound twice
entry main (x: i32) = f x x
---
entry main (x: {a: i32, b: i32}) = let {a, c} = x in a  --! there is no field "c" in {a: i32, b: i32}
---
entry main (x: {a: i32, b: i32}) = let {a} = x in a  --! this pattern names 1 fields, but its value has type {a: i32, b: i32}
---
entry main (n: i32) = 0..<n..3  --! unexpected ".."; expected a declaration
---
entry main (n: f32) = 0..<n  --! this bound of the range has type f32, but the range is of integer: f32 is not an integer type
---
def f (x: i32) : i32 = if x > 0 then f (x - 1) else 0  --! unknown name "f"
entry main (x: i32) = f x
---
entry main (x: {a: i32}) = x with a = true  --! the new value has type bool, but the field has type i32
---
entry main (x: {a: i32}) = x with b = 1  --! there is no field "b" in a value of type {a: i32}
---
entry main (x: i32) = let n = 3i64 let xs : [n]i32 = replicate n x let n = 4i64 in map2 (+) xs (replicate n 0)  --! argument 3 of "map2" has type [n]number, but [n]i32 is expected: sizes "n" and "n" do not match
---
entry main [n] [m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs ys  --! argument 3 of "map2" has type [m]i32, but [n]i32 is expected: sizes "n" and "m" do not match
---
entry main (n: i32) : [n]i32 = replicate 3 0  --! a size must have type i64, not i32
---
entry main (xs: []i32) : [k]i32 = xs  --! unknown name "k"
---
def f (n: i64) : [n]i32 = replicate 3 0  --! this has type [3]number, but is declared to have type [n]i32: sizes "n" and "3" do not match
entry main (n: i64) = f n
---
entry main [n] (xs: [n]i32) = loop ys: [n]i32 = xs for i < 10 do ys ++ [1]  --! a size of the loop's value is "n" before the loop, "n" in its pattern and "n + 1" after its body
---
entry main (xs: [3]i32) : [4]i32 = xs  --! this has type [3]i32, but is declared to have type [4]i32: sizes "4" and "3" do not match
---
entry main (xs: []i32) = xs :> []f32  --! this has type
---
entry main (n: i64) = map (\i -> iota i) (iota n)  --! argument 1 of "map" has type (i: i64) -> *[i]i64, but i64 ->
---
entry main [n] (xs: [n]i32) = scan (\a b -> a ++ b) [] (map (\x -> [x]) xs)  --! argument 1 of "scan" has type
---
entry main [n] (xs: [n]i32) = reduce (++) [] (map (\x -> [x]) xs)  --! argument 1 of "reduce" has type
---
type t = []i32  --! type "t" leaves a size open
entry main (x: t) = x
---
type t [n] = [n]i32
entry main (x: t) = x  --! type "t" takes 1 arguments and is given 0
---
entry main [n] (xs: [n]i32) : [n]i32 = filter (>0) xs  --! this has type [count]i32, but is declared to have type [n]i32: sizes "n" and "count" do not match
---
entry main [n] (xs: [n]i32) : [n + 1]i32 = xs  --! this has type [n]i32, but is declared to have type [n + 1]i32: sizes "n + 1" and "n" do not match
---
entry main (n: i64) : [n]i64 = iota (n + 1)  --! this has type [n + 1]i64, but is declared to have type [n]i64: sizes "n" and "n + 1" do not match
---
entry main (b: bool) (n: i64) = map2 (+) (if b then iota n else iota 3) (iota n)  --! argument 3 of "map2" has type [n]i64, but []i64 is expected: sizes "?" and "n" do not match
---
entry main [n] (xs: [n]i32) = [xs, filter (>0) xs]  --! this element has type [count]i32, but the first has type [n]i32: sizes "n" and "count" do not match
---
entry main (xs: []i32) = map2 (+) (filter (>0) xs) (filter (<0) xs)  --! argument 3 of "map2" has type [count]i32, but [count]i32 is expected: sizes "count" and "count" do not match
---
def f (n: i32) (xs: [n]i32) = xs  --! a size must have type i64, not i32
entry main (xs: []i32) = f 3 xs
---
type t = #a | #b i32  --! sum types are not supported yet
entry main (x: i32) = match (#b x) case #a -> 0 case #b y -> y
---
entry main (n: i64) = tabulate n (\i -> iota i)  --! argument 2 of "tabulate" has type (i: i64) -> *[i]i64, but i64 ->
---
def f [n] [n] (x: [n]i32) = x  --! name "n" is bound twice
entry main (x: []i32) = f x
---
entry main (x: i32) : f32 = x  --! this has type i32, but is declared to have type f32
---
entry main (x: bool) = -x  --! the operand of - has type bool: bool is not a number type
---
entry main = [1i32, 2f32]  --! this element has type f32, but the first has type i32
---
entry main (x: i32) = x[0]  --! a value of type i32 cannot be indexed
---
entry main (xs: []i32) = xs[0, 1]  --! a value of type i32 cannot be indexed
---
entry main (xs: []i32) (i: f32) = xs[i]  --! an index has type f32: f32 is not a signed integer type
---
entry main (x: {a: i32}) = x.b  --! there is no field "b" in a value of type {a: i32}
---
entry main (x: (i32, i32)) = let (a, b, c) = x in a  --! this pattern is a tuple of 3, but its value has type (i32, i32)
---
entry main (x: i32) = loop x for i < 10 do x > 3  --! the loop's body has type bool, but its pattern has type i32
---
def f x = x x  --! argument 1 of "x" has type
entry main (x: i32) = x
---
entry main (x: i32) = f32.sqrt x  --! argument 1 of "f32.sqrt" has type i32, but f32 is expected
---
entry main (x: i32) (y: f32) = x + y  --! the right operand of "+" has type f32, but i32 is expected
---
entry main (x: i32) = i32.foo x  --! unknown name "foo" in module "i32"
---
entry main (x: i32) = foo.bar x  --! unknown name "foo"
---
entry main (x: string) = x  --! unknown type "string"
---
entry main (x: i32) = 3u8 + x  --! the right operand of "+" has type i32, but u8 is expected
---
entry main (x: i64) = 1.5 + x  --! the right operand of "+" has type i64, but float is expected: i64 is not a float type
---
entry main (x: i32) : (i32, i32) = (x, x, x)  --! this has type (i32, i32, i32), but is declared to have type (i32, i32)
---
entry main (xs: [](i32, i32)) = map (\x y -> x + y) xs  --! argument 1 of "map" has type number -> number -> number, but number ->
---
def f 'a (x: a) : a = x + 1  --! the left operand of "+" has type a, but number is expected: a is not a number type
entry main (x: i32) = f x
---
def f 'a (x: a) : i32 = x  --! this has type a, but is declared to have type i32
entry main (x: i32) = f x
---
def f 'a 'b (x: a) : b = x  --! this has type a, but is declared to have type b
entry main (x: i32) : i32 = f x
---
entry main (x: i32) = if x then 1 else 2  --! the condition has type i32, but must have type bool
---
entry main (x: i32) = if x > 0 then 1 else true  --! the branches have different types: number and bool: bool is not a number type
---
entry main (x: i32) = x 3  --! a value of type i32 cannot be applied to an argument
---
entry main (xs: []i32) = map 3 xs  --! argument 1 of "map" has type number, but
---
entry main (xs: []i32) = reduce (+) 0 map (+1) xs  --! argument 3 of "reduce" has type
---
entry main (x: i32) = x && true  --! the left operand of "&&" has type i32, but bool is expected
---
entry main (x: f32) = x % 2 & 3  --! the left operand of "&" has type f32, but number is expected: f32 is not an integer type or bool
---
entry main (xs: []i32) = xs with [0] = 1  --! this would consume "xs", but it is a parameter that is not unique (declare it as *[]i32)
---
def f (a: *[]i32) (b: []i32) = (a with [0] = 1, b)
entry main (xs: *[]i32) = f xs xs  --! "xs" is consumed here, but another part of the arguments may share memory with it
---
def f (a: *[]i32, b: *[]i32) = (a with [0] = 1, b with [0] = 2)
entry main (xs: *[]i32) = f (xs, xs)  --! "xs" is consumed here, but another part of the arguments may share memory with it
---
def f (n: i64) : (*[n]i32, *[n]i32) = let a = replicate n 0 in (a, a)  --! a part of the result is declared unique, but another part may share memory with it, by way of "a"
entry main (n: i64) = f n
---
entry main (xs: *[]i32) = let f = \i -> xs[i] let xs[0] = 1 in f 0i64  --! "f" is used here, but it may share memory with "xs", which was consumed before
---
def f (xs: *[]i32) (i: i64) = xs with [i] = 1
entry main (xs: *[]i32) = let g = f xs in (g 0, g 1)  --! this argument is consumed, but the function lacks arguments, and might be called again
---
def f (xs: *[]i32) (i: i64) = xs with [i] = 1
entry main (xs: *[]i32) = map (f xs) (iota 2)  --! this argument is consumed, but the function lacks arguments, and might be called again
---
def f (g: *[]i32 -> i32) (xs: []i32) = g xs  --! this would consume "xs", but it is a parameter that is not unique (declare it as *[]i32)
entry main (xs: []i32) = f (\xs -> xs[0]) xs
---
def c : [3]i32 = [1, 2, 3]
entry main (x: i32) = c with [0] = x  --! this would consume "c", which is defined at top level
---
entry main (b: bool) (xs: *[]i32) (ys: *[]i32) = let zs = if b then xs else ys let zs[0] = 1 in (zs, xs)  --! "xs" is used here, but it was consumed before
---
entry main (xs: *[]i32) = let (a, b) = (xs, xs) let a[0] = 1 in b  --! "b" is used here, but it may share memory with "xs", which was consumed before
---
entry main (xs: *[]i32) = let ys = xs with [0] = 1 in (xs, ys)  --! "xs" is used here, but it was consumed before
---
entry main (xss: *[][]i32) = map (\xs -> xs with [0] = 1) xss  --! this would consume "xs", but it is a parameter that is not unique (declare it as *[]i32)
---
entry main (xs: *[]i32) = loop (a, b) = (xs, xs) for i < 3 do (a with [0] = 1, b)  --! the loop consumes "a", but the initial value of "b" may share memory with it, by way of "xs"
---
entry main [n] (xs: *[n]i32) = loop ys = xs for i < n do let ys[i] = 1 in xs  --! the loop consumes "ys", but its value for the next iteration may share memory with "xs", which is bound outside
---
def f [n] (xs: *[n]i32) : *[n]i32 = let ys = xs[0:n] in ys
def g [n] (xs: [n]i32) : *[n]i32 = xs[0:n]  --! the result is declared unique, but may share memory with "xs"
entry main (xs: *[]i32) = g (f xs)
---
entry main (xs: *[]i32) = xs with [0] = (let ys = xs with [1] = 2 in ys[0])  --! "xs" is used here, but it was consumed before
---
entry main (xs: *[]i32) (ys: *[]i32) = (xs with [0] = 1, ys with [0] = xs[0])  --! "xs" is used here, but it was consumed before
---
entry main (n: i64) = let xs = iota n let ys = xs let f (i: i64) = ys[i] let xs[0] = 2 in f 0  --! "f" is used here, but it may share memory with "xs", which was consumed before
---
entry main (xs: *[]i32) = scatter xs (map i64.i32 xs) xs  --! "xs" is consumed here, but another part of the arguments may share memory with it
---
entry main [n] (xs: *[n]i32) = (loop xs while xs[0] > 0 do xs with [0] = xs[0] - 1, xs)  --! "xs" is used here, but it was consumed before
---
def f (xs: *[]i32) = xs with [0] = 1
entry main (xs: *[]i32) = let a = f xs in (a, xs)  --! "xs" is used here, but it was consumed before
---
def id' (xs: []i32) = xs
entry main (xs: *[]i32) = let ys = id' xs let xs[0] = 1 in ys  --! "ys" is used here, but it may share memory with "xs", which was consumed before
---
entry main [n] (xs: *[n]i32) = loop s = 0 for x in (xs with [0] = 1) do s + x + xs[0]  --! "xs" is used here, but it was consumed before
---
def f (xs: *[]i32) = xs with [0] = 1
entry main (xs: []i32) = f xs  --! this would consume "xs", but it is a parameter that is not unique (declare it as *[]i32)
---
def f (xs: []i32) : *[]i32 = xs  --! the result is declared unique, but may share memory with "xs"
entry main (xs: []i32) = f xs
---
entry main (xs: *[]i32) = let ys = xs let xs[0] = 1 in ys  --! "ys" is used here, but it may share memory with "xs", which was consumed before
---
entry main (xss: *[][]i32) = let r = xss[0] let xss[0, 0] = 1 in r  --! "r" is used here, but it may share memory with "xss", which was consumed before
---
entry main (xs: *[]i32) = map (\i -> xs with [i] = 1) (iota 3)  --! this would consume "xs" inside a lambda, but it is bound outside
---
entry main (xs: *[]i32) = loop s = 0 for i < 10 do let ys = xs with [0] = 1 in ys[0]  --! this would consume "xs" inside a loop, but it is bound outside
---
entry main (x: i32) = main  --! unknown name "main"
---
def up (xs: *[]i32) = xs with [0] = 1
entry main (xss: [][]i32) = map up xss  --! this function consumes its argument, of type *[]i32, but the function that is expected may not
---
entry main (xs: *[4]i32) = let a = xs[0:2] let b = xs[2:4] in (a with [0] = 1, b)  --! "b" is used here, but it may share memory with "xs", which was consumed before
---
entry main [n] (xs: *[n](i32, i32)) = let (a, b) = unzip xs in (a with [0] = 1, b with [0] = 2)  --! "b" is used here, but it may share memory with "xs", which was consumed before
---
entry main [n] (s: {xs: *[n]i32, ys: [n]i32}) = (s.xs with [0] = 3, s.ys)  --! "s" is used here, but it may share memory with "s.xs", which was consumed before
---
type st [n] = {xs: [n]i32, k: i32}
def step [n] (s: *st [n]) : *st [n] = {xs = s.xs with [0] = s.k, k = s.k + 1}  --! "s" is used here, but it may share memory with "s.xs", which was consumed before
entry main [n] (xs: *[n]i32) = let s = loop s = {xs, k = 0} for i < n do step s in s.xs
---
def up (xs: *[]i32) = xs with [0] = 1
entry main (xss: *[][]i32) = map up xss  --! this function consumes its argument, of type *[]i32, but the function that is expected may not
---
entry main [n] (xs: [n]i32) = let ys = if n > 3 then xs else map (+1) xs in ys with [0] = 3  --! this would consume "xs", but it is a parameter that is not unique (declare it as *[n]i32)
---
entry main [n] (xs: [n]i32) (ys: *[n]i32) = map2 (\x i -> x + ys[i]) xs (iota n) |> (\zs -> (zs, ys with [0] = 1))  --! this would consume "ys" inside a lambda, but it is bound outside
---
def f (g: i64 -> *[]i32) = g 3 with [0] = 1
entry main (xs: [3]i32) = f (\_ -> xs)  --! the result of this function may share memory with other values, but the function that is expected has a unique one
---
def f (g: *[]i32 -> *[]i32) (xs: *[]i32) = g (g xs)  --! argument 1 of "g" has type []i32, but
def up (xs: *[]i32) : *[]i32 = xs with [0] = 1
entry main (xs: *[]i32) = f up xs
---
def app 'a 'b (f: a -> b) (x: a) = f x
def up (xs: *[]i32) : *[]i32 = xs with [0] = 1
entry main (xs: *[]i32) = app up xs  --! this function consumes its argument, of type *[]i32, but the function that is expected may not
---
entry main (xs: *[]i32) (n: i32) = iterate n (\(ys: *[]i32) -> ys with [0] = ys[0] + 1) xs  --! this function consumes its argument, of type *[]i32, but the function that is expected may not
---
def f (n: i64) : (*[n]i32, *[n]i32) = (replicate n 0, replicate n 1)
entry main (n: i64) = let p = f n let a = p.0 with [0] = 1 in (a, p.1)  --! "p" is used here, but it may share memory with "p.0", which was consumed before
---
def f (n: i64) : (*[n]i32, *[n]i32) = (replicate n 0, replicate n 1)
entry main (n: i64) = let p = f n let a = p.0 with [0] = 1 in (a, p.0)  --! "p" is used here, but it may share memory with "p.0", which was consumed before
---
def g [n] (a: *[n]i32, b: *[n]i32) = (a with [0] = 1, b with [0] = 2)
entry main (xs: *[3]i32) (ys: *[3]i32) = let p = g (xs, ys) in (p, xs)  --! "xs" is used here, but it was consumed before
---
def g [n] (p: *([n]i32, [n]i32)) = (p.0 with [0] = 1, p.1 with [0] = 2)  --! "p" is used here, but it may share memory with "p.0", which was consumed before
entry main (xs: *[3]i32) (ys: *[3]i32) = let p = g (xs, ys) in (p, xs)
---
def swap [n] (b: bool) (xs: *[n]i32) (ys: *[n]i32) : (*[n]i32, *[n]i32) = if b then (xs, ys) else (ys, xs)  --! a part of the result is declared unique, but another part may share memory with it, by way of "xs"
entry main (b: bool) (xs: *[3]i32) (ys: *[3]i32) = swap b xs ys
---
def f [n] (xs: *[n]i32) (ys: *[n]i32) : (*[n]i32, *[n]i32) = loop (a, b) = (xs, ys) for i < n do (b with [i] = 1, a with [i] = 0)  --! this has type ([]i32, []i32), but is declared to have type ([n]i32, [n]i32): sizes "n" and "?" do not match
entry main (xs: *[3]i32) (ys: *[3]i32) = f xs ys
