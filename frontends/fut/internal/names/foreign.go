package names

import "github.com/lamina-lang/lamina/core/source"

// What other languages call things, and what to write instead.
var (
	foreignValues = map[string]string{
		"print": printing, "printf": printing, "println": printing, "putStrLn": printing,
		"return": "the value of a function is that of its body: leave return out",
		"pow":    "powers are written x ** y", "len": "did you mean \"length\"?", "size": "did you mean \"length\"?",
		"shape": "the type of a parameter names its sizes, as in (xs: [n][m]f32); length xs is the outermost",
		"True":  "did you mean \"true\"?", "False": "did you mean \"false\"?",
		"fst": "the parts of a tuple are t.0, t.1, …", "snd": "the parts of a tuple are t.0, t.1, …",
		"zipWith": "did you mean \"map2\"?", "foldl'": "did you mean \"foldl\"?", "fold": "did you mean \"reduce\"?", "plus": "an operator that is an argument stands in parentheses: (+)", "times": "an operator that is an argument stands in parentheses: (*)",
		"range": "ranges are written a..<b, and iota n is 0..<n",
		"elif":  "write else if", "is": "values are compared with ==", "otherwise": "the last branch is behind else",
		"fromIntegral": converting, "toFloat": converting, "float": converting, "int": converting, "double": converting,
		"math": membersOf, "Math": membersOf, "np": membersOf, "numpy": membersOf,
		"None": noNull, "nil": noNull, "Nothing": noNull, "NULL": noNull,
		"append": "arrays are joined by xs ++ ys", "concatMap": "write flatten (map f xs), where all results have one size",
		"lambda": `functions without a name begin with a backslash: \x -> …`,
		"where":  "names are bound before they are used: let y = … in …",
		"<-":     `an element is replaced in a copy: xs with [0] = …; elements are computed by map, as in map (\x -> …) xs, and some of them kept by filter`,
		"+=":     updating, "-=": updating, "*=": updating,
		"zeros": "an array of n zeros is replicate n 0", "ones": "an array of n ones is replicate n 1",
		"<>":  "values that differ are compared with !=; arrays are joined by ++",
		"=/=": "values that differ are compared with !=", "/=": "values that differ are compared with !=",
		"=>": `functions without a name begin with a backslash: \x -> …; comparisons are <= and >=`,
		"fn": `functions without a name begin with a backslash: \x -> …`, "fun": `functions without a name begin with a backslash: \x -> …`,
		"!!": "elements are written xs[i]", "sort": "the prelude does not sort: a library does, as github.com/diku-dk/sorts, which lamina pkg adds",
		"mean": "a mean is a sum by a number: f32.sum xs / f32.i64 (length xs)", "average": "a mean is a sum by a number: f32.sum xs / f32.i64 (length xs)",
		"===": "values are compared with ==", "&&&": "did you mean \"&&\"?", "mod": "the remainder is x % y", "div": "did you mean x / y?",
	}
	foreignTypes = map[string]string{
		"string": "a string is an array of bytes: []u8", "String": "a string is an array of bytes: []u8", "str": "a string is an array of bytes: []u8",
		"char": "a character is a u8", "unsigned": numberTypes, "int": numberTypes, "float": numberTypes, "real": numberTypes,
		"Int": numberTypes, "Float": numberTypes, "Double": numberTypes, "double": numberTypes, "long": numberTypes, "short": numberTypes,
		"Bool": "did you mean \"bool\"?", "boolean": "did you mean \"bool\"?", "void": "a function has a result; () holds nothing",
		"struct": recordTypes, "record": recordTypes, "class": recordTypes, "data": sumTypes, "enum": sumTypes, "union": sumTypes,
		"Maybe": "declare a sum type: type maybe 'a = #some a | #none",
		"List":  "arrays are written []t, as in []i32", "list": "arrays are written []t, as in []i32", "array": "arrays are written []t, as in []i32",
	}
)

const (
	printing    = "programs have no output but their results; lamina repl shows the value of any expression"
	updating    = "names keep their values; the body of a loop is its next value, as in loop s = 0 for i < n do s + i"
	converting  = "numbers are converted by functions, to the first type from the second: f32.i64 n"
	membersOf   = "the functions of numbers are members of the modules of their types: f64.sqrt, i64.abs"
	noNull      = "there is no null: declare a sum type, as type maybe 'a = #some a | #none"
	recordTypes = "a record type is written by its fields alone: type point = {x: f32, y: f32}"
	sumTypes    = "a sum type is written by its constructors alone: type colour = #red | #green | #mixed f32 f32"
	numberTypes = "the number types are i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64"
)

// isScalar reports whether a module is that of a scalar type.
func (r *resolver) isScalar(name string) bool {
	t, ok := r.lookup(key{typeNames, name}).(*Type)
	return ok && t.Kind == ScalarType
}

// isModule explains the name of a module that stands for a value.
func (r *resolver) isModule(e *source.Error, name string) *source.Error {
	if r.isScalar(name) {
		from := "i64"
		if name == from {
			from = "i32"
		}
		return e.WithHint("%s is a type and a module: numbers are converted by its functions, as in %[1]s.%s x", name, from)
	}
	return e.WithHint("%s is a module: name one of its values, as in %s.f", name, name)
}
