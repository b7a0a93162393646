package source

import "strings"

// mistake is a way for a program to be invalid. Its text is inserted between valid
// statements, preceded by everything it needs.
type mistake struct {
	kind   string
	reason string
	make   func(g *generator, s *scope, b *block) string
}

// err makes the program's mistake.
func (g *generator) err(s *scope, b *block) {
	m := g.mistake
	g.mistake, g.made = nil, m
	b.line(open + m.make(g, s, b) + close)
}

// vector binds a one-dimensional array that this frame owns.
func (g *generator) vector(s *scope, b *block) *variable {
	t := arrayOf("i64", pick(g, s.sizes))
	return g.bind(s, b, t, made("copy "+g.simple(s, t).text))
}

// lines returns a generator of statements in which $v is an array of i64 that the frame
// owns, $n its size, and $a, $b and $c are new names.
func lines(text string) func(*generator, *scope, *block) string {
	return func(g *generator, s *scope, b *block) string {
		v := g.vector(s, b)
		s.kill(v)
		return strings.NewReplacer("$v", v.name, "$n", v.t.dims[0].atom(),
			"$a", g.fresh("e"), "$b", g.fresh("e"), "$c", g.fresh("e")).Replace(text)
	}
}

// sizes is lines for a mistake in sizes. In a loop that lets sizes vary, these follow from all that is in it.
func sizes(text string) func(*generator, *scope, *block) string {
	in := lines(text)
	return func(g *generator, s *scope, b *block) string {
		g.ofSizes = true
		return in(g, s, b)
	}
}

// mistakes lists everything a checker is tested with.
var mistakes = []mistake{
	{"use after consumption", "an array is read after an update consumed it",
		lines("let $a = $v with [0] = 1\nlet $b = $v[0]")},
	{"view of what is consumed", "a view is read after what it is a view of was consumed",
		lines("let $a = reverse $v\nlet $b = $v with [0] = 1\nlet $c = $a[0]")},
	{"slice of what is consumed", "a slice is read after what it is a slice of was consumed",
		lines("let $a = $v[0:1]\nlet $b = $v with [0] = 1\nlet $c = $a[0]")},
	{"consumed through a view", "an array is read after its view was consumed",
		lines("let $a = reverse $v\nlet $b = $a with [0] = 1\nlet $c = $v[0]")},
	{"consumed in a tuple", "part of a tuple is read after it was consumed under another name",
		lines("let $a = ($v, 1i64)\nlet $b = $v with [0] = 1\nlet $c = $a.0[0]")},
	{"consumed in a record", "part of a record is read after it was consumed under another name",
		lines("let $a = {f = $v}\nlet $b = $v with [0] = 1\nlet $c = $a.f[0]")},
	{"consumed in a function", "a local function reads an array that was consumed since",
		lines("let $a (i: i64) = $v[i]\nlet $b = $v with [0] = 1\nlet $c = $a 0")},
	{"consumed in one branch", "an array is read that one branch consumed",
		lines("let $a = if $n > 1 then $v with [0] = 1 else copy $v\nlet $b = $v[0]")},
	{"consumed by a loop", "an array is read after a loop consumed it",
		lines("let $a = loop ($b: *[$n]i64) = $v for i < 2 do $b with [0] = i\nlet $b = $v[0]")},
	{"consumed by the first of two names", "both names of one array are consumed",
		lines("let $a = $v\nlet $b = $v with [0] = 1\nlet $c = $a with [0] = 2")},
	{"consumption in a loop", "a loop consumes an array from outside it",
		lines("let $a = loop $b = 0i64 for i < 2 do let $c = $v with [0] = i in $c[0]")},
	{"consumption in a map", "a map's function consumes an array from outside it",
		lines("let $a = map (\\i -> let $b = $v with [0] = i in $b[0]) (iota 2)")},
	{"consumption in a reduction", "an operator consumes an array from outside it",
		lines("let $a = reduce (\\x y -> let $b = $v with [0] = x in $b[0] + y) 0 (iota 2)")},
	{"update with a view", "an array is updated with a view of itself",
		lines("let $a = $v with [:] = reverse $v")},
	{"update with itself", "a slice of an array is updated with another slice of it",
		lines("let $a = $v with [0:1] = $v[0:1]")},
	{"loop results alias", "two arrays that a loop consumes are one in the next iteration",
		lines("let ($a, $b) = loop (p: *[$n]i64, q: *[$n]i64) = (copy $v, copy $v) for i < 2 do (p, p)")},
	{"loop consumes a shared array", "a loop consumes an array that each iteration takes from outside",
		lines("let $a = loop (p: *[$n]i64) = copy $v for i < 2 do let q = p with [0] = i in $v")},
	{"scatter's destination", "an array is read after scatter consumed it",
		lines("let $a = scatter $v [0] [1]\nlet $b = $v[0]")},
	{"histogram's destination", "an array is read after reduce_by_index consumed it",
		lines("let $a = reduce_by_index $v (+) 0 [0] [1]\nlet $b = length $v + $v[0]")},
	{"consumed in a lambda", "a parameter that is not unique is consumed",
		lines("let $a (p: [$n]i64): i64 = let q = p with [0] = 1 in q[0]\nlet $a = $a $v")},
	{"result is no new array", "a function's unique result is its parameter",
		lines("let $a (p: [$n]i64): *[$n]i64 = reverse p\nlet $a = $a $v")},
	{"result is an array from outside", "a function's unique result is an array from outside it",
		lines("let $a (p: i64): *[$n]i64 = $v\nlet $a = $a 1 with [0] = 1\nlet $b = $v[0]")},

	{"other size", "arrays of different sizes are mapped over together",
		sizes("let $a = map2 (+) $v (iota ($n + 1))")},
	{"size in a type", "an array's type has another size",
		sizes("let $a: [$n + 1]i64 = $v")},
	{"zip of two filters", "two filtered arrays need not be of one size",
		sizes("let $a = zip (filter (> 1) $v) (filter (< 1) $v)")},
	{"filtered and not", "a filtered array need not be of its origin's size",
		sizes("let $a = map2 (+) $v (filter (> 1) $v)")},
	{"branches of different sizes", "what an if gives is not of one branch's size",
		sizes("let $a = map2 (+) $v (if $n > 1 then $v else iota ($n + 2))")},
	{"irregular array", "rows of a map differ in size",
		sizes("let $a = map (\\i -> iota i) $v")},
	{"irregular literal", "rows of a literal differ in size",
		sizes("let $a = [[1, 2], [3]]")},
	{"loop keeps no size", "a loop's value is of another size in the next iteration, though its type is that of the first",
		sizes("let $a = loop (p: [$n]i64) = $v for i < 2 do tail p")},
	{"size of a result", "a function's result is of another size than its type says",
		sizes("let $a (k: i64): [k]i64 = iota (k + 1)\nlet $a = $a 2")},
	{"transposed size", "a transposed matrix is not of its origin's shape",
		sizes("let $a = map2 (map2 (+)) (replicate ($n + 2) $v) (transpose (replicate ($n + 2) $v))")},
	{"concatenation keeps no size", "a concatenation is not of its first part's size",
		sizes("let $a = map2 (+) $v ($v ++ $v)")},
	{"size of a let and its origin's", "a size that a let binds is no name for an older one",
		sizes("let [$a] ($b: [$a]i64) = $v\nlet $c = map2 (+) $v $b")},
	{"size of a let in a type", "an array's type has another name than the size that a let binds",
		sizes("let [$a] ($b: [$a]i64) = $v\nlet $c: [$n]i64 = map (+ 1) $b")},

	{"array of a size-lifted parameter's values", "a literal's elements may differ in size",
		lines("let $a '~t (p: t): i64 = length [p]\nlet $b = $a $v")},
	{"array of a lifted parameter's values", "a literal's elements may be functions",
		lines("let $a '^t (p: t): i64 = length [p]\nlet $b = $a $v")},
	{"copies of a size-lifted parameter's value", "an array's elements may differ in size",
		lines("let $a '~t (p: t): i64 = length (replicate 2 p)\nlet $b = $a $v")},
	{"type of arrays of a size-lifted parameter", "the elements of an array's type may differ in size",
		lines("let $a '~t (p: []t): i64 = length p\nlet $b = $a $v")},
	{"type of arrays of a lifted parameter", "the elements of an array's type may be functions",
		lines("let $a '^t (p: []t): i64 = length p\nlet $b = $a $v")},
	{"type of arrays of pairs with a size-lifted part", "the elements of an array's type may differ in size",
		lines("let $a '~t (p: [](t, i64)): i64 = length p\nlet $b = $a [($n, 1)]")},
	{"array of functions", "functions are in an array", lines("let $a = length [\\(p: i64) -> p + $v[0]]")},
	{"parameter of a type bound within", "a function's parameter has the type that another function within it binds",
		lines("let $a f = let g 't (p: t): i64 = f p in g $v[0]\nlet $b = $a (\\p -> p)")},

	{"other number type", "numbers of two types are added", lines("let $a = $v[0] + 1i32")},
	{"number as a condition", "a condition is a number", lines("let $a = if $v[0] then 1i64 else 2")},
	{"branches of two types", "branches are of two types", lines("let $a = if true then $v else 1i64")},
	{"no index", "an index is a truth value", lines("let $a = $v[true]")},
	{"too many indices", "an array has fewer dimensions than indices", lines("let $a = $v[0, 0]")},
	{"scalar indexed", "a scalar is indexed", lines("let $a = $n[0]")},
	{"scalar applied", "a number is applied", lines("let $a = ($n + 1) 2")},
	{"unknown name", "there is no such name", lines("let $a = $v[0] + no_such_name")},
	{"unknown function", "there is no such function", lines("let $a = no_such_function $v")},
	{"unknown type", "there is no such type", lines("let $a: no_such_type = 1")},
	{"unknown size", "there is no such size", sizes("let $a: [no_such_size]i64 = $v")},
	{"unknown field", "a record has no such field", lines("let $a = {f = $v}.g")},
	{"unknown part", "a tuple has no such part", lines("let $a = ($v, 1i64).2")},
	{"too many arguments", "a function is applied to too many arguments", lines("let $a = i64.max 1 2 3")},
	{"argument of another type", "an argument is of another type", lines("let $a = i64.max $v 1")},
	{"pattern of another shape", "a pattern has too many parts", lines("let ($a, _, _) = ($v, 1i64)")},
	{"name twice", "a pattern binds a name twice", lines("let ($a, $a) = ($v, 1i64)")},
	{"loop of two types", "a loop's next value is of another type", lines("let $a = loop p = 0i64 for i < 2 do p > 1")},
	{"operator of two types", "an operator's result is no argument of it", lines("let $a = reduce (\\p q -> p < q) 0 $v")},
	{"neutral element of another type", "a neutral element is of another type", lines("let $a = reduce (+) 0i32 $v")},
	{"condition of a filter", "a filter's condition is a number", lines("let $a = filter (+ 1) $v")},
	{"case left out", "the cases do not cover all values", lines("let $a = match $v[0] case 0 -> 1i64 case 1 -> 2")},
	{"constructor left out", "the cases do not cover all constructors", lines("let $a: #p i64 | #q = #p $v[0]\nlet $b = match $a case #p x -> x")},
	{"payload left out", "the cases do not cover all payloads", lines("let $a: #p i64 | #q = #p $v[0]\nlet $b = match $a case #p 0 -> 1i64 case #q -> 2")},
	{"unknown constructor", "there is no such constructor", lines("let $a: #p i64 | #q = #p $v[0]\nlet $b = match $a case #p x -> x case #q -> 1 case #r -> 2")},
	{"payload too short", "a constructor lacks part of its payload", lines("let $a: #p i64 i64 | #q = #p $v[0]")},
	{"payload of another type", "a payload is of another type", lines("let $a: #p bool | #q = #p $v[0]")},
	{"pattern without payload", "a pattern lacks the payload of a constructor", lines("let $a: #p i64 | #q = #p $v[0]\nlet $b = match $a case #p -> 1i64 case #q -> 2")},
	{"constructor twice", "a type has a constructor twice", lines("let $a: #p i64 | #q | #p = #q")},
	{"ambiguous constructor", "nothing says what the type of a constructor is", lines("let $a = #p $v[0]")},
	{"refutable pattern", "a let has a pattern that some values do not match", lines("let $a: #p i64 | #q = #p $v[0]\nlet #p $b = $a")},
	{"sum consumed with its payload", "a sum is read after its payload was consumed", lines("let $a: #p ([$n]i64) | #q = #p $v\nlet $b = $v with [0] = 1\nlet $c = match $a case #p x -> x[0] case #q -> 0")},
	{"payload consumed in a case", "an array is read after a case consumed it as part of a payload",
		lines("let $a: #p ([$n]i64) | #q = #p $v\nlet $b = match $a case #p x -> x with [0] = 1 case #q -> replicate $n 0\nlet $c = $v[0]")},
	{"cases of two types", "cases are of two types", lines("let $a = match $v[0] case 0 -> 1i64 case _ -> true")},
	{"arithmetic on arrays", "arrays are added as if they were numbers", lines("let $a = $v + $v")},
	{"comparison of two types", "values of two types are compared", lines("let $a = $v[0] == true")},
	{"comparison of functions", "functions are compared", lines("let $a = (\\(p: i64) -> p) == (\\p -> p + $v[0])")},
	{"while without a condition", "the condition of a loop is a number", lines("let $a = loop p = 0i64 while p do p + 1")},

	{"size parameter unused", "a function's size parameter is in none of its parameters' types", sizes("let $a [k] (p: i64): i64 = p + $n\nlet $b = $a 2")},
	{"size parameter of the result alone", "nothing says what a function's size parameter is", sizes("let $a [k] (p: i64): [k]i64 = replicate k p\nlet $b = $a $v[0]")},
	{"size parameter of a function's argument alone", "a size parameter is no size of a parameter", sizes("let $a [k] (f: i64 -> [k]i64): i64 = length (f 2)\nlet $b = $a (\\p -> iota (p + $n))")},
	{"size of a let unused", "a size that a let binds is in no type of its pattern", sizes("let [$a] $b = $v")},
	{"size of a let not in its type", "a size that a let binds is not the one of its pattern's type", sizes("let [$a] ($b: [$n]i64) = $v")},
	{"existential size unused", "a size that a result's type binds is no size in it", sizes("let $a (p: i64): ?[k].i64 = p + $n")},
	{"existential size in a sum alone", "a size that a result's type binds is only part of a size", sizes("let $a (p: i64): ?[k].[k+1]i64 = iota (p + $n)")},
	{"existential size of elements", "an array's elements may differ in size", sizes("let $a (p: [$n](?[k].[k]i64)): i64 = length p")},
	{"anonymous size of rows", "the rows that a function makes may differ in size", sizes("let $a = map (\\p: []i64 -> iota p) $v")},
	{"anonymous size of a lambda nobody applies", "nothing says what size a lambda's parameter has", sizes("let $a = (\\(p: []i64) -> length p + $n)")},
	{"anonymous size of a function's argument", "nothing says what size the argument of a function has that is never applied",
		sizes("let $a (f: []i64 -> i64): i64 = $n\nlet $b = $a (\\p -> 1)")},
	{"size that is no i64", "a size is of another type", sizes("let $a: [$n + 1i32]i64 = $v")},
	{"size that is a fraction", "a size is no integer", sizes("let $a: [2.0]i64 = $v")},
	{"value with a size", "a binding without parameters has a size parameter", lines("let $a [k]: i64 = $n")},

	{"function chosen by if", "the branches of an if are functions", lines("let $a = if $v[0] > 0 then (\\(p: i64) -> p) else (\\p -> p + 1)")},
	{"function in a chosen tuple", "the branches of an if have functions in them", lines("let $a = if $v[0] > 0 then (1i64, \\(p: i64) -> p) else (2, \\p -> p + 1)")},
	{"function in a chosen sum", "the branches of an if are sums that may hold functions", lines("let $a: #p (i64 -> i64) | #q = if $n > 1 then #p (+ 1) else #q")},
	{"function chosen by match", "the cases of a match are functions", lines("let $a = match $v[0] case 0 -> (\\(p: i64) -> p) case _ -> (\\p -> p + 1)")},
	{"hole or function", "a case of a match is a function", lines("let $a = match $v[0] case 0 -> ??? case _ -> (\\(p: i64) -> p)")},
	{"function in a loop", "a loop carries a function", lines("let $a = loop f = (\\(p: i64) -> p + $n) for i < 2 do f")},
	{"function in a loop's tuple", "part of what a loop carries is a function", lines("let $a = loop (f, k) = ((\\(p: i64) -> p), $n) for i < 2 do (f, k + 1)")},

	{"&& as a parameter", "the operator && cannot be redefined", lines("let $a ((&&): bool -> bool -> bool): bool = true && $n > 0")},
	{"|| as a parameter", "the operator || cannot be redefined", lines("let $a = \\(||) -> $n > 0 || false")},

	{"name twice in nested tuples", "a pattern binds a name twice", lines("let ($a, ($b, $a)) = ($v, (1i64, 2i64))")},
	{"name twice in a record", "a pattern binds a name twice", lines("let ($a, {f = $a}) = ($n, {f = 2i64})")},
	{"name twice in a payload", "a pattern binds a name twice", lines("let $a: #p i64 i64 | #q = #p 1 $n\nlet $b = match $a case #p x x -> x case #q -> 1")},
	{"name twice in a case", "a pattern binds a name twice", lines("let $a = match ($v[0], $n) case ($b, $b) -> $b")},
	{"name twice in a loop", "a loop's pattern binds a name twice", lines("let $a = loop (p, p) = (1i64, $n) for i < 2 do (p, p)")},
	{"parameter twice", "a function has two parameters of one name", lines("let $a (p: i64) (p: i64): i64 = p + $n")},
	{"parameter of a lambda twice", "a lambda has two parameters of one name", lines("let $a = (\\(p: i64, p: i64) -> p) (1, $n)")},
	{"type parameter twice", "a function has two type parameters of one name", lines("let $a 't 't (p: t): i64 = $n")},
	{"size parameter twice", "a function has two size parameters of one name", lines("let $a [k] [k] (p: [k]i64): i64 = $n")},
	{"size parameter and parameter", "a size parameter and a parameter are of one name", lines("let $a [k] (k: i64) (p: [k]i64): i64 = $n")},

	{"unique tuple a part at a time", "a call's tuple is read after a part of it was consumed, by no name of its own",
		lines("let $a (p: [$n]i64): *([$n]i64, [$n]i64) = (copy p, copy p)\nlet $b = $a $v\nlet $c = $b.0 with [0] = 1\nlet $a = $b.1[0]")},
	{"unique tuple of one array", "the parts of a unique result share memory", lines("let $a (p: [$n]i64): *([$n]i64, [$n]i64) = let q = copy p in (q, q)")},
	{"local result that is its parameter", "an array is read after a function's result was consumed, which is the array",
		lines("let $a (p: [$n]i64): [$n]i64 = p\nlet $b = ($a $v) with [0] = 1\nlet $c = $v[0]")},
	{"parts of a local result share memory", "a part of a result is read after another was consumed",
		lines("let $a (p: [$n]i64): ([$n]i64, [$n]i64) = let q = copy p in (q, q)\nlet ($b, $c) = $a $v\nlet $a = $b with [0] = 1\nlet $b = $c[0]")},

	{"update of a field that is not there", "a record has no such field", lines("let $a = {f = $v} with g = 1i64")},
	{"update with another type", "a new element is of another type", lines("let $a = $v with [0] = true")},
	{"update of too many dimensions", "an array has fewer dimensions than indices", lines("let $a = $v with [0, 0] = 1")},
	{"section of an array", "an array has no fields", lines("let $a = map (.f) $v")},
	{"let that does not match", "a let has a literal as pattern", lines("let 1 = $v[0]")},
	{"pattern of an array", "an array is no pattern", lines("let $a = match $v case [1] -> 2i64 case _ -> 1")},
}
