package syntax

// OpInfo says what an operation is.
type OpInfo struct {
	Name string
	// Type is its type scheme. Its variables are generalised; the arity is the number of its
	// top-level arrows.
	Type string
	Doc  string
}

// IsOp reports whether name is that of an operation.
func IsOp(name string) bool {
	_, ok := opsByName[name]
	return ok
}

// LookupOp finds an operation.
func LookupOp(name string) (OpInfo, bool) {
	o, ok := opsByName[name]
	return o, ok
}

// Ops are all operations, scalar ones first.
func Ops() []OpInfo { return append(append([]OpInfo(nil), scalarOps...), arrayOps...) }

var opsByName = func() map[string]OpInfo {
	m := map[string]OpInfo{}
	for _, o := range Ops() {
		m[o.Name] = o
	}
	return m
}()

// Types of scalar operations.
const (
	ii   = "int -> int"
	iii  = "int -> int -> int"
	iib  = "int -> int -> bool"
	dd   = "double -> double"
	ddd  = "double -> double -> double"
	ddb  = "double -> double -> bool"
	bbb  = "bool -> bool -> bool"
	dToI = "double -> int"
)

var scalarOps = []OpInfo{
	{"addi", iii, "x + y; ints wrap"},
	{"subi", iii, "x - y; ints wrap"},
	{"muli", iii, "x · y; ints wrap"},
	{"divi", iii, "x / y rounded down; an error if y is 0"},
	{"quoi", iii, "x / y rounded down; 0 if y is 0"},
	{"resi", iii, "y modulo x, of x's sign; y if x is 0"},
	{"powi", iii, "x to the power of y; an error if y is negative"},
	{"mini", iii, "the lesser"},
	{"maxi", iii, "the greater"},
	{"andi", iii, "bitwise and"},
	{"ori", iii, "bitwise or"},
	{"xori", iii, "bitwise exclusive or"},
	{"gcdi", iii, "the greatest common divisor"},
	{"lcmi", iii, "the least common multiple; ints wrap"},
	{"facti", ii, "x!; an error unless 0 ≤ x ≤ 20"},
	{"binomi", iii, "y over x, the ways to choose x of y, also for negative numbers; an error if it is no int of 64 bits"},
	{"binomd", ddd, "Γ(y+1) / (Γ(x+1) · Γ(y-x+1))"},
	{"shli", iii, "x · 2^y; an error unless 0 ≤ y < 64"},
	{"shri", iii, "x / 2^y rounded down; an error unless 0 ≤ y < 64"},
	{"negi", ii, "-x"},
	{"absi", ii, "the magnitude"},
	{"signi", ii, "-1, 0 or 1"},
	{"addd", ddd, "x + y"},
	{"subd", ddd, "x - y"},
	{"muld", ddd, "x · y"},
	{"divd", ddd, "x / y"},
	{"resd", ddd, "y - x · ⌊y/x⌋; y if x is 0"},
	{"powd", ddd, "x to the power of y"},
	{"mind", ddd, "the lesser"},
	{"maxd", ddd, "the greater"},
	{"atan2d", ddd, "the angle of the point (y, x)"},
	{"negd", dd, "-x"},
	{"absd", dd, "the magnitude"},
	{"signd", dToI, "-1, 0 or 1"},
	{"expd", dd, "e to the power of x"},
	{"lnd", dd, "the natural logarithm"},
	{"sqrtd", dd, "the square root"},
	{"sind", dd, "the sine"},
	{"cosd", dd, "the cosine"},
	{"tand", dd, "the tangent"},
	{"asind", dd, "the inverse sine"},
	{"acosd", dd, "the inverse cosine"},
	{"atand", dd, "the inverse tangent"},
	{"sinhd", dd, "the hyperbolic sine"},
	{"coshd", dd, "the hyperbolic cosine"},
	{"tanhd", dd, "the hyperbolic tangent"},
	{"asinhd", dd, "the inverse hyperbolic sine"},
	{"acoshd", dd, "the inverse hyperbolic cosine"},
	{"atanhd", dd, "the inverse hyperbolic tangent"},
	{"gammad", dd, "Γ(x)"},
	{"floor", dToI, "x rounded down"},
	{"ceil", dToI, "x rounded up"},
	{"andb", bbb, "x and y"},
	{"orb", bbb, "x or y"},
	{"xorb", bbb, "whether they differ"},
	{"eqb", bbb, "whether they are equal"},
	{"notb", "bool -> bool", "not x"},
	{"lti", iib, "x < y"},
	{"ltei", iib, "x ≤ y"},
	{"gti", iib, "x > y"},
	{"gtei", iib, "x ≥ y"},
	{"eqi", iib, "x = y"},
	{"neqi", iib, "x ≠ y"},
	{"ltd", ddb, "x < y"},
	{"lted", ddb, "x ≤ y"},
	{"gtd", ddb, "x > y"},
	{"gted", ddb, "x ≥ y"},
	{"eqd", ddb, "x = y"},
	{"neqd", ddb, "x ≠ y"},
	{"i2d", "int -> double", "an int as a double"},
	{"b2i", "bool -> int", "1 for tt, 0 for ff"},
	{"i2b", "int -> bool", "whether an int is 1; an error unless it is 0 or 1"},
	{"b2iV", "S(bool,g) -> S(int,g)", "b2i of a bool that is known"},
}

var arrayOps = []OpInfo{
	{"iota", "int -> [int]1", "1, 2, … n; an error if n is negative"},
	{"each", "('a -> 'b) -> ['a]g -> ['b]g", "a function applied to each element"},
	{"zipWith", "('a -> 'b -> 'c) -> ['a]g -> ['b]g -> ['c]g", "a function applied to elements in pairs; an error unless the extents are equal"},
	{"reduce", "('a -> 'a -> 'a) -> 'a -> ['a]1+g -> ['a]g", "the last axis folded from the right, beginning with the second argument"},
	{"reduce1", "('a -> 'a -> 'a) -> 'a -> ['a]1+g -> ['a]g", "as reduce, but the second argument is used for empty rows only"},
	{"scan", "('a -> 'a -> 'a) -> ['a]g -> ['a]g", "what reduce1 gives for each prefix of the last axis"},
	{"compress", "[bool]1 -> ['a]1+g -> ['a]1+g", "what is at places of the last axis that have tt"},
	{"replicate", "[int]1 -> ['a]1+g -> ['a]1+g", "places of the last axis repeated as often as the first argument says"},
	{"shape", "['a]g -> <int>g", "the extents"},
	{"reshape0", "<int>g -> ['a]h -> ['a]g", "the elements in row-major order, cyclically, under other extents; an error if there are none and some are needed"},
	{"reshape", "<int>g -> 'a -> ['a]h -> ['a]g", "as reshape0, with the second argument for elements that there are not"},
	{"reverse", "['a]g -> ['a]g", "the last axis reversed"},
	{"rotate", "int -> ['a]g -> ['a]g", "the last axis rotated to the left"},
	{"vreverse", "['a]g -> ['a]g", "the first axis reversed"},
	{"vrotate", "int -> ['a]g -> ['a]g", "the first axis rotated to the left"},
	{"transp", "['a]g -> ['a]g", "the axes in reverse order"},
	{"transp2", "<int>g -> ['a]g -> ['a]g", "axis k becomes the axis that element k of the first argument says, a permutation of 1, 2, …"},
	{"take", "int -> 'a -> ['a]1+g -> ['a]1+g", "the first n of the first axis, or the last for negative n; the second argument stands for what there is not"},
	{"drop", "int -> ['a]1+g -> ['a]1+g", "all but the first n of the first axis, or the last for negative n"},
	{"first", "'a -> ['a]g -> 'a", "the first element; the first argument if there is none"},
	{"cat", "['a]1+g -> ['a]1+g -> ['a]1+g", "arrays side by side along the last axis"},
	{"cons", "['a]g -> ['a]1+g -> ['a]1+g", "an array before the last axis"},
	{"snoc", "['a]1+g -> ['a]g -> ['a]1+g", "an array after the last axis"},
	{"index", "int -> int -> ['a]1+g -> ['a]g", "axis d fixed at i"},
	{"gather", "int -> [int]1 -> ['a]1+g -> ['a]1+g", "the places of axis d that a vector says"},
	{"radices", "['a]1 -> ['a]1", "a vector of numbers; an error if one of them is negative that is neither the first nor the last"},
	{"ravel", "['a]g -> ['a]1", "the elements in row-major order"},
	{"update", "['a]1+g -> <int>1+g -> 'a -> bool", "writes one element of an array; tt"},
	{"amend", "[int]1 -> ['a]1 -> ['a]1 -> ['a]1", "a vector, the third argument, with values, the second, at places; of several for one place, the last"},
	{"copy", "['a]g -> ['a]g", "an array of its own with the same elements"},
	{"power", "(['a]g -> ['a]g) -> int -> ['a]g -> ['a]g", "a function applied n times"},
	{"cells", "<int>g -> (int -> ['a]g) -> [int]1 -> ['a]1+g", "the cells that a function has for each int, along a new first axis; an error unless they have the extents that the first argument says"},
	{"grade", "['a]1+g -> [int]1", "the places of the first axis in ascending order, compared element by element; of equal ones, the first comes first"},
	{"find", "['a]1 -> ['a]g -> [int]g", "the first place of a vector that has each element of an array; the length plus 1 if there is none"},

	{"shapeV", "<'a>g -> SV(int,g)", "the length"},
	{"takeV", "S(int,g) -> ['a]1 -> <'a>g", "take, by a number that is known, of what there is: missing elements are zero"},
	{"dropV", "S(int,g) -> <'a>g+h -> <'a>h", "drop, by a number that is known"},
	{"consV", "'a -> <'a>g -> <'a>1+g", "an element before a vector"},
	{"snocV", "<'a>g -> 'a -> <'a>1+g", "an element after a vector"},
	{"catV", "<'a>g -> <'a>h -> <'a>g+h", "two vectors, one after the other"},
	{"firstV", "SV('a,g) -> S('a,g)", "the element"},
	{"iotaV", "S(int,g) -> <int>g", "1, 2, … n"},
	{"rotateV", "int -> <'a>g -> <'a>g", "rotated to the left"},
	{"reverseV", "<'a>g -> <'a>g", "reversed"},
	{"eachV", "('a -> 'b) -> <'a>g -> <'b>g", "a function applied to each element"},
	{"zipWithV", "('a -> 'b -> 'c) -> <'a>g -> <'b>g -> <'c>g", "a function applied to elements in pairs"},
}
