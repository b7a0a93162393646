-- Programs, separated by ---, that the checker rejects: the message contains the text after --!
-- and is about that line.
---
def f (a: *[]i32): (*[]i32, *[]i32) = (a, a)  --! a part of the result is declared unique, but another part may share memory with it, by way of "a"
---
def f (x: *[]i32) = let y = x in let z = y with [0] = 1 in x[0]  --! "x" is used here, but it was consumed before
---
def f (x: *[]i32) = let y = x[1:] in let z = x with [0] = 1 in y[0]  --! "y" is used here, but it may share memory with "x", which was consumed before
---
def f (x: *[]i32) (c: bool) = let y = if c then x with [0] = 1 else copy x in x[0]  --! "x" is used here, but it was consumed before
---
def f (x: []i32) = scatter x [0] [1]  --! this would consume "x", but it is a parameter that is not unique (declare it as *[]i32)
---
def f (x: *[]i32) = let y = scatter x [0] [1] in (x, y)  --! "x" is used here, but it was consumed before
---
def f (x: *[]i32) = loop y = x for i < 10 do let z = y with [0] = i in y  --! "y" is used here, but it was consumed before
---
def f (x: *[]i32) (w: *[]i32) = loop y = x for i < 10 do w with [0] = y[0]  --! this would consume "w" inside a loop, but it is bound outside
---
def f (xs: *[][]i32) = map (\x -> x with [0] = 1) xs  --! this would consume "x", but it is a parameter that is not unique (declare it as *[]i32)
---
def f (xs: [][]i32) = map (\(x: *[]i32) -> x with [0] = 1) xs  --! this function consumes its argument, of type *[]i32, but the function that is expected may not
---
def f (r: *{a: []i32, b: []i32}) = let z = r.a with [0] = 1 in r.b  --! "r" is used here, but it may share memory with "r.a", which was consumed before
---
def f (r: *{a: []i32, b: []i32}) = let z = r.a with [0] = 1 in r.a  --! "r" is used here, but it may share memory with "r.a", which was consumed before
---
def f (x: []i32) = let g (y: *[]i32) = y with [0] = 1 in g x  --! this would consume "x", but it is a parameter that is not unique (declare it as *[]i32)
---
def g (h: []i32 -> i32) (x: []i32) = h x
def f (x: []i32) = g (\(y: *[]i32) -> (y with [0] = 1)[0]) x  --! this function consumes its argument, of type *[]i32, but the function that is expected may not
---
def f (x: *[][]i32) = x with [0] = x[1]  --! the new value may share memory with "x", the array that is updated
---
def id2 'a (x: a) = x
def f (x: *[]i32) = let y = id2 x in let z = x with [0] = 1 in y  --! "y" is used here, but it may share memory with "x", which was consumed before
---
def f [n] (xs: [n]i32) : [n]i32 = filter (>0) xs  --! this has type [count]i32, but is declared to have type [n]i32: sizes "n" and "count" do not match
---
def f (xs: []i32) = map2 (+) (filter (>0) xs) (filter (>0) xs)  --! argument 3 of "map2" has type [count]i32, but [count]i32 is expected: sizes "count" and "count" do not match
---
def f (xs: [][]i32) = map (filter (>0)) xs  --! is expected: the size count is only known inside
---
def f (n: i64) (b: bool) : [n]i32 = if b then replicate n 1 else replicate (n+1) 1  --! this has type []number, but is declared to have type [n]i32: sizes "n" and "?" do not match
---
def f [n] (xs: [n][n]i32) = transpose xs
def g (ys: [2][3]i32) = f ys  --! argument 1 of "f" has type [2][3]i32, but [2][2]i32 is expected: sizes "2" and "3" do not match
---
def f [n][m] (xs: [n][m]i32) : [n][m]i32 = transpose xs  --! this has type [m][n]i32, but is declared to have type [n][m]i32: sizes "n" and "m" do not match
---
def f [n] (xs: [n]i32) : [n]i32 = loop ys = xs for i < 3 do ys ++ ys  --! this has type []i32, but is declared to have type [n]i32: sizes "n" and "?" do not match
---
def f [n] (xs: [n]i32) = loop (ys: [n]i32) = xs for i < 3 do ys[1:]  --! a size of the loop's value is "n" before the loop, "n" in its pattern and "n - 1" after its body
---
type v = [3]f32
def dot (a: v) (b: v) = f32.sum (map2 (*) a b)
def f = dot [1,2] [4,5,6]  --! argument 1 of "dot" has type [2]number, but [3]f32 is expected: sizes "3" and "2" do not match
---
type fn 'a = a -> a  --! type "fn" contains functions
def f (g: fn i32) = g 1
---
type t = {x: i32, y: f32}
def f (r: t) = r with z = 2  --! there is no field "z" in a value of type {x: i32, y: f32}
---
type t = {x: i32, y: f32}
def f (r: t) = r with x = true  --! the new value has type bool, but the field has type i32
---
def f g = (g 1i32, g true)  --! argument 1 of "g" has type bool, but i32 is expected
---
def f (x: i32) = let (a, b) = x in a  --! this pattern is a tuple of 2, but its value has type i32
---
def f (x: (i32, i32)) = let (a, b, c) = x in a  --! this pattern is a tuple of 3, but its value has type (i32, i32)
---
def f 'a (x: a) = x + x  --! the left operand of "+" has type a, but number is expected: a is not a number type
---
def f '^a (x: a) = [x]  --! an element of an array has type a: a may contain functions
---
def f 'a (x: a) = x
def g = f (\x -> x + 1) 2  --! argument 1 of "f" has type number -> number, but
---
def f (x: i32) = x : f32  --! this has type i32, but is said to have type f32
---
def f (x: i32) = x :> f32  --! this has type i32, which cannot be coerced to f32
---
entry f (x: i32) = if x then 1 else 2  --! the condition has type i32, but must have type bool
---
def f (x: u8) (y: i32) = x + y  --! the right operand of "+" has type i32, but u8 is expected
---
def f (x: bool) = -x  --! the operand of - has type bool: bool is not a number type
---
def f (x: f32) = x & 1  --! the left operand of "&" has type f32, but number is expected: f32 is not an integer type or bool
---
def f (x: f32) = !x  --! the operand of ! has type f32: f32 is not an integer type or bool
---
def f (x: i32) = x && true  --! the left operand of "&&" has type i32, but bool is expected
---
def f = loop x = 1 while x do x  --! the condition of the loop has type number, but must have type bool: bool is not a number type
---
def f (xs: []i32) = for x in xs do x  --! unexpected keyword "for"; expected an expression
---
def f (n: i32) = loop a = 0i64 for i < n do a + i  --! the right operand of "+" has type i32, but i64 is expected
---
def f (x: i32) : (i32, i32) = (x, x, x)  --! this has type (i32, i32, i32), but is declared to have type (i32, i32)
---
def f (xs: []i32) = xs[true]  --! an index has type bool: bool is not a signed integer type
---
def f (xs: []i32) = xs[0, 1]  --! a value of type i32 cannot be indexed
---
def f (n: i64) : [n]i64 = iota n
def g : [4]i64 = f 3  --! this has type [3]i64, but is declared to have type [4]i64: sizes "4" and "3" do not match
---
def n: i64 = 5
def f (xs: [n]i32) = xs
def g = f (replicate 5 0)  --! argument 1 of "f" has type [5]number, but [n]i32 is expected: sizes "n" and "5" do not match
---
def f (x: i32) = undefined_thing x  --! unknown name "undefined_thing"
---
def f = map (\x y -> x + y) [1i32]  --! argument 1 of "map" has type number -> number -> number, but number ->
---
def f (xs: []f32) = f32.sum xs / length xs  --! the right operand of "/" has type i64, but f32 is expected
---
def f = [[1,2],[3]]  --! this element has type [1]number, but the first has type [2]number: sizes "2" and "1" do not match
---
def main (xs: [n]i32) (n: i64) = xs  --! unknown name "n"
---
def f = (\(x: i32) -> x) true  --! argument 1 has type bool, but i32 is expected
---
def f (x: *[]i32) (w: []i32) = loop (a, b) = (x, w) for _i < 10 do (b, a with [0] = 1)  --! this would consume "w", but it is a parameter that is not unique (declare it as *[]i32)
---
def f (xs: []i32) = (filter (>0) >-> length) xs  --! is expected: the size count is only known inside
---
def f (xs: []i64) = map (\i -> iota i) xs  --! argument 1 of "map" has type (i: i64) -> *[i]i64, but i64 ->
---
def f (xs: []i64) = let n = length xs in zip xs (iota n)  --! is expected: the size n would leave the scope of "n"
---
def f = zip [1,2,3] [1,2]  --! argument 2 of "zip" has type [2]number, but [3
---
def f (x: i32) = mapp (+1) [x]  --! unknown name "mapp"
---
def f (r: {abc: i32}) = r.abd  --! there is no field "abd" in a value of type {abc: i32}
---
type t = []i32  --! type "t" leaves a size open
def f (x: t) = x
---
def f (x: foo) = x  --! unknown type "foo"
---
def f (x: [n]i32) = x  --! unknown name "n"
---
def f x = x x  --! is expected: a type would contain itself
---
def f = [(\x -> x + 1)]  --! an element of an array has type number -> number: number -> number is a function type
---
def f b = if b then (\x -> x + 1i32) else (\y -> y)  --! if returns a function
---
entry f 'a (x: a) = x  --! entry point "f" is polymorphic
---
entry f (g: i32 -> i32) = g 1  --! a parameter of entry point "f" is a function
---
def f = 1
def f = 2  --! "f" is defined twice
---
def f (x: i32) (x: i32) = x  --! name "x" is bound twice
---
def f x = sqrt x  --! unknown name "sqrt"
---
def f (x: i32) = g x  --! unknown name "g"
def g (x: i32) = x
---
def f x = x.a  --! the type of the record with field "a" is not known
---
def f (n: i64) : [n]i64 = iota (n+1)  --! this has type [n + 1]i64, but is declared to have type [n]i64: sizes "n" and "n + 1" do not match
---
def g (t: (*[]i32, i32)) = t.0 with [0] = 1
def f (x: *[]i32) = let y = g (x, 1) in x[0]  --! "x" is used here, but it was consumed before
---
def al (xs: []i32) = xs
def g (xs: []i32) = (al xs) with [0] = 1  --! this would consume "xs", but it is a parameter that is not unique (declare it as *[]i32)
---
def f (xs: [](i32, i32)) = let (a, b) = unzip xs let a[0] = 1 in (a, b)  --! this would consume "xs", but it is a parameter that is not unique (declare it as *[](i32, i32))
---
def f (r: *{a: []i32, n: i32}) = let a' = r.a with [0] = r.n in {a = a', n = r.n}  --! "r" is used here, but it may share memory with "r.a", which was consumed before
---
def f (r: {a: *[]i32, n: i32}) = let a' = r.a with [0] = r.n in {a = a', n = r.n}  --! "r" is used here, but it may share memory with "r.a", which was consumed before
---
def f (xs: []i32) = let ys = reverse xs let ys[0] = 5 in ys  --! this would consume "xs", but it is a parameter that is not unique (declare it as *[]i32)
---
def f (xs: []i32) = let (ys, zs) = partition (>0) xs let ys[0] = 5 in (ys, zs)  --! this would consume "xs", but it is a parameter that is not unique (declare it as *[]i32)
---
def f (b: bool) (xs: []i32) = let ys = if b then xs else replicate 10 1 let ys[0] = 2 in ys  --! this would consume "xs", but it is a parameter that is not unique (declare it as *[10]i32)
---
def f (xs: *[]i32) = (xs with [0] = 1)[0] + xs[0]  --! "xs" is used here, but it was consumed before
---
def f (xs: *[]i32) = let ys = xs with [0] = 1 in length xs  --! "xs" is used here, but it was consumed before
---
def f (xs: *[]i32) (is: []i64) = let ys = reduce_by_index xs (+) 0 is (map i32.i64 is) in (xs, ys)  --! "xs" is used here, but it was consumed before
---
def f (xs: *[]i32) = foldl (\(a: *[]i32) i -> a with [i] = 1) xs [1,2,3]  --! this function consumes its argument, of type *[]i32, but the function that is expected may not
---
def f (xs: *[]i32) (ys: *[]i32) = let t = (xs, ys) let a = t.0 with [0] = 1 in t.1  --! "t" is used here, but it may share memory with "xs", which was consumed before
---
def f (xs: *[]i32) (ys: *[]i32) = let t = (xs, ys) let a = t.0 with [0] = 1 in t  --! "t" is used here, but it may share memory with "xs", which was consumed before
---
let x = [1,2,3]
def f = x with [0] = 2  --! this would consume "x", which is defined at top level
---
def apply2 'a 'b (f: a -> b) (x: a) : b = f x
def g (x: *[]i32) = apply2 (\(y: *[]i32) -> y with [0] = 1) x  --! this function consumes its argument, of type *[]i32, but the function that is expected may not
---
def f (n: i64) = let a = iota n let b = a[::2] let a[0] = 5 in b  --! "b" is used here, but it may share memory with "a", which was consumed before
---
def f (x: *[]i32) = let (a, b) = (x, x) let a[0] = 1 in b  --! "b" is used here, but it may share memory with "x", which was consumed before
---
def g [n] (a: *[n]i32) : ([n]i32, i32) = (a with [0] = 1, a[1])  --! "a" is used here, but it was consumed before
---
def f [n] (n: i64) = n  --! name "n" is bound twice
---
def f 'a [a] 'a (x: a) = x  --! name "a" is bound twice
---
def f [n] 'n (xs: [n]i32) (x: n) : n = x
def g = f [1] true + 1  --! the left operand of "+" has type bool
---
def f (a: *[]i32, b: *[]i32) = (a with [0] = 1, b with [0] = 2)
def g (xs: *[]i32) = f (xs, xs)  --! "xs" is consumed here, but another part of the arguments may share memory with it
---
def f (xs: *[]i32) (i: i64) = xs with [i] = 1
def g (xs: *[]i32) = let h = f xs in (h 0, h 1)  --! this argument is consumed, but the function lacks arguments
---
def f (xs: *[]i32) (i: i64) = xs with [i] = 1
def g (xs: *[]i32) = map (f xs) (iota 2)  --! this argument is consumed, but the function lacks arguments
---
def f (n: i64) : (*[n]i32, *[n]i32) = (replicate n 0, replicate n 1)
def g (n: i64) = let p = f n let a = p.0 with [0] = 1 in (a, p.0)  --! "p" is used here, but it may share memory with "p.0"
---
def f (g: i64 -> *[]i32) = g 3 with [0] = 1
def g (xs: [3]i32) = f (\_ -> xs)  --! the result of this function may share memory with other values
---
type st [n] = {xs: [n]i32, k: i32}
def step [n] (s: *st [n]) : *st [n] = let k = s.k + 1 in {xs = s.xs with [0] = k, k}
def f [n] (xs: *[n]i32) =
  let s = loop s = {xs, k = 0} for _i < n do step s
  in (s.xs, xs)  --! "xs" is used here, but it was consumed before
---
def f (xs: []i32) (j: u8) = xs[j]  --! an index has type u8: u8 is not a signed integer type
---
def f = 1 +  --! unexpected end of the file; expected an expression
---
def f (x: i32) = (x, 1  --! unexpected end
---
def f (x: i32) = let y = 1 y  --! expected in, or another let
---
def f (x: i32) = let y = x + 1
def g = 1  --! unexpected keyword "def"; expected in
---
def f (x: i32) = x[]  --! an index is missing
---
def f = 1i32.5  --! type
---
def f = 2.5i32  --! cannot be of type i32
---
def f = 0b2  --! no digits
---
def f = 99999999999999999999  --! does not fit in 64 bits
---
def f = "abc  --! does not end on its line
---
def f = 1..10  --! the end of the range
---
def f = if true then 1  --! else
---
def f = \ -> 1  --! a parameter of a lambda
---
module m = {}  --! modules are not supported yet
---
import "x"  --! importing files is not supported yet
---
def f (x: i32) = match x case _ -> 1  --! match is not supported yet
---
def f = f32.squirt 2  --! unknown name "squirt" in module "f32"
---
def f = f32  --! unknown name "f32"
---
def f = {a = 1, a = 2}  --! field "a" occurs twice
---
def f = [1, 2] with [0] = 1 with  --! the name of a field
---
def f = § 1  --! unexpected character
