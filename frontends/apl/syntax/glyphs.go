package syntax

import "github.com/lamina-lang/lamina/core/source"

// functions are the glyphs of primitive functions.
const functions = "+-×÷⌊⌈*⍟|!○~∧∨⍲⍱<≤=≥>≠≡≢⍴,⍪⌽⊖⍉↑↓⊃⍳∊⍋⍒⊥⊤⌷⊢⊣∪∩/⌿\\⍀⍸⊂"

// bitwise are the functions of two glyphs, which compute with the bits of ints.
var bitwise = []string{"⊤∧", "⊤∨", "⊤≠"}

// Glyphs that are operators. Those of slashes are functions where an array stands to their left.
const (
	monadicOps = "/⌿\\⍀¨⍨"
	dyadicOps  = ".∘⍣⍤⍥"
)

// outside says what glyphs mean that this APL does not have.
var outside = map[rune]string{
	'⍎':  "execute (⍎) compiles programs while they run, which is not supported",
	'⍕':  "format (⍕) makes characters, which are not supported",
	'⊂':  "enclose (⊂) makes nested arrays, which are not supported",
	'⊆':  "nest and partition (⊆) make nested arrays, which are not supported",
	'∇':  "recursion and traditional functions (∇) are not supported",
	'⌸':  "key (⌸) makes nested arrays, which are not supported",
	'⌺':  "stencil (⌺) is not supported",
	'⍠':  "variant (⍠) is not supported",
	'⌹':  "matrix inverse and division (⌹) are not supported",
	'?':  "roll and deal (?) are not supported: programs are functions of their arguments",
	'@':  "at (@) is not supported",
	'→':  "branching (→) is not supported",
	'⍷':  "find (⍷) is not supported",
	'&':  "spawn (&) is not supported",
	'⌶':  "I-beam (⌶) is not supported",
	'⍇':  "files (⍇) are not supported",
	'\'': "characters are not supported",
	'"':  "characters are not supported",
	'#':  "namespaces (#) are not supported",
	'⍞':  "character input and output (⍞) are not supported",
}

// refusal says that a glyph is outside, and what to do instead.
func refusal(glyph rune, at source.Pos) *source.Error {
	e := source.Errorf(at, "%s", outside[glyph])
	if remedies[glyph] != "" {
		e.WithHint("%s", remedies[glyph])
	}
	return e
}

// remedies tell what to do instead.
var remedies = map[rune]string{
	'⊂': "keep the parts as rows of an array of one rank more; (⊂i)⌷x is what ⊂ is there for",
	'⊆': "keep the parts as rows of an array of one rank more",
	'∇': "write dfns, and repeat them with ⍣",
	'→': "use a guard: condition : result",
	'⍎': "write a dfn",
	'?': "pass random numbers as an argument",
	'@': "assign to an element: x[i]←v",
	'⌸': "compare each key with all: +/(∪k)∘.=k counts, and ((∪k)∘.=k)+.×v sums",
	'⌺': "n f/x reduces n elements after the other, and f of x, 1⌽x and ¯1⌽x has each with its neighbours",
	'⌹': "pass the inverse as an argument, and multiply by it: +.×",
	'⍷': "compare shifted vectors: (x=1)∧2=1⌽x",
	'⍕': "⎕← prints arrays",
	'&': "∧ is and",
}

// words are names of what other languages have, and how APL writes it.
var words = map[string]string{
	"sum": "+/x is the sum", "max": "⌈/x is the greatest", "min": "⌊/x is the least", "abs": "|x is the magnitude",
	"sqrt": "x*0.5 is the square root", "exp": "*x is e to the power x", "log": "⍟x is the natural logarithm",
	"len": "≢x is the length", "sort": "x[⍋x] is in ascending order", "if": "a guard, condition : result, chooses in a dfn",
	"for": "functions take whole arrays; f⍣n repeats f", "while": "f⍣n repeats f", "return": "the first expression that is not assigned is the result of a dfn",
	"print": "⎕←x prints x", "not": "write ~", "and": "write ∧", "or": "write ∨", "mod": "m|x is the remainder of x", "pi": "○1 is π",
}

// lookalikes say what to write where APL has another glyph, or none.
var lookalikes = map[rune]string{
	'^': "* is the power, ∧ is and", '%': "÷ divides, x|y is the remainder of y", '√': "x*0.5 is the square root",
	'∑': "+/x is the sum", '∏': "×/x is the product", '∞': "1÷0 is infinite",
	'∈': "write ∊", 'ε': "write ∊", 'є': "write ∊", 'ι': "write ⍳", 'ρ': "write ⍴", 'α': "write ⍺", 'ω': "write ⍵", 'π': "○1 is π",
	'−': "- subtracts and negates, ¯ begins a negative number", '–': "- subtracts and negates, ¯ begins a negative number",
	'‾': "¯ begins a negative number", '∗': "write *", '⋆': "write *", '·': "write ×", '⋅': "write ×", '•': "write ×",
	'∣': "write |", '∼': "write ~", '˜': "write ~", '◊': "write ⋄", '◇': "write ⋄",
	'“': "characters are not supported", '”': "characters are not supported", '‘': "characters are not supported",
	'’': "characters are not supported", '，': "write ,", '⩽': "write ≤", '⩾': "write ≥", '∅': "⍬ is the empty vector",
	'`': "characters are not supported", '$': "names consist of letters, digits and _",
}
