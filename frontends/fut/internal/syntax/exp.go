package syntax

// Exp is an expression.
type Exp interface {
	Node
	exp()
}

// Literals. A literal without a suffix takes its type from its use.
type (
	// IntLit is an integer literal; Value is its magnitude (a minus sign is a
	// Neg around it), modulo 2^64 where that is Wide.
	IntLit struct {
		At
		Value  uint64
		Wide   string // its decimal digits when it has more than 64 bits
		Suffix string // "i32", "u8", … or ""
		Text   string // as written, less the suffix
		Cut    bool   // to its type when it does not fit: in a pattern
	}
	// FloatLit is a literal with a fraction, an exponent or a float suffix.
	FloatLit struct {
		At
		Text   string // what strconv.ParseFloat reads, less underscores and suffix
		Suffix string // "f16", "f32", "f64" or ""
		Cut    bool   // infinite when it does not fit: in a pattern
	}
	// BoolLit is true or false.
	BoolLit struct {
		At
		Value bool
	}
	// CharLit is 'x', a number of any type.
	CharLit struct {
		At
		Value rune
		Cut   bool // as of an IntLit
	}
	// Hole is `???`, an expression that is not written yet.
	Hole struct {
		At
	}
	// Bad is text that could not be read. It is in files that come with errors only.
	Bad struct {
		At
	}
	// StringLit is "…", an array of the u8 of its UTF-8 encoding.
	StringLit struct {
		At
		Value string
	}
)

// Names and data.
type (
	// Var is a name or an operator used as a value, with the path of the module that
	// qualifies it if any: x, (+), f32.sqrt. The parser reads m.x as a Project; package names
	// replaces it by a Var where m is a module.
	Var struct {
		At
		Module string
		Name   string
	}
	// Open is `m.(e)`: e with the names of module m, a path, in scope.
	Open struct {
		At
		Module string
		Exp    Exp
	}
	// Tuple is `(a, b, …)`; with no elements it is the unit `()`.
	Tuple struct {
		At
		Elems []Exp
	}
	// Record is `{a = e, …}`.
	Record struct {
		At
		Fields []*Field
	}
	// Field is a field of a Record.
	Field struct {
		At
		Name string
		Exp  Exp
	}
	// Construct is `#name a b …`, a value of a sum type.
	Construct struct {
		At
		Name    string
		Payload []Exp
	}
	// Array is `[a, b, …]`.
	Array struct {
		At
		Elems []Exp
	}
	// Range is `a...c`, `a..b...c` and the like.
	Range struct {
		At
		First, Second Exp // Second is nil when the step is 1 (−1 for DownTo)
		Kind          RangeKind
		Last          Exp
	}
	// Project is `e.field`; fields of tuples are "0", "1", ….
	Project struct {
		At
		Exp   Exp
		Field string
	}
	// Index is `e[i, j:k]`.
	Index struct {
		At
		Exp   Exp
		Slice []*DimIndex
	}
	// DimIndex selects in one dimension: an element, or `first:last:step` when
	// Slice is set, each part of which may be nil.
	DimIndex struct {
		At
		Index             Exp
		Slice             bool
		First, Last, Step Exp
	}
	// Update is `e with path = v`: `xs with [i] = v`, `r with a.b = v`, `r with a[i].b = v`.
	Update struct {
		At
		Exp   Exp
		Path  Path
		Value Exp
	}
)

// RangeKind says how a range ends.
type RangeKind uint8

// The ends of ranges.
const (
	Inclusive RangeKind = iota // a...b
	UpTo                       // a..<b
	DownTo                     // a..>b
)

// Functions.
type (
	// Apply is `f x y …` with one argument or more.
	Apply struct {
		At
		Fun  Exp
		Args []Exp
	}
	// BinOp is `x op y`, for any operator, `&&`, `||`, `|>` and a function in
	// backticks included.
	BinOp struct {
		At
		Op          *Var
		Left, Right Exp
	}
	// Neg is `-e`.
	Neg struct {
		At
		Exp Exp
	}
	// Not is `!e`: negation of a boolean or of an integer's bits.
	Not struct {
		At
		Exp Exp
	}
	// Lambda is `\p q : t -> e`.
	Lambda struct {
		At
		Params []Pat
		Ret    TypeExp // nil when inferred
		Body   Exp
	}
	// LeftSection is `(e op)`.
	LeftSection struct {
		At
		Left Exp
		Op   *Var
	}
	// RightSection is `(op e)`.
	RightSection struct {
		At
		Op    *Var
		Right Exp
	}
	// PathSection is `(.a.b)`, `(.[i, j:k])` or `(.a[i].b)`.
	PathSection struct {
		At
		Path Path
	}
)

// Binding and control.
type (
	// Let is `let [n] p = e in body`.
	Let struct {
		At
		Sizes []Ident
		Pat   Pat
		Exp   Exp
		Body  Exp
	}
	// LetFun is `let f p q : t = e in body`, with one parameter or more.
	LetFun struct {
		At
		Name       Ident
		TypeParams []*TypeParam
		Params     []Pat
		Ret        TypeExp // nil when inferred
		Exp        Exp
		Body       Exp
	}
	// If is `if c then a else b`.
	If struct {
		At
		Cond, Then, Else Exp
	}
	// Match is `match e case p -> b …`.
	Match struct {
		At
		Exp   Exp
		Cases []*Case
	}
	// Case is `case p -> body` in a Match.
	Case struct {
		At
		Pat  Pat
		Body Exp
	}
	// Loop is `loop p = init <form> do body`.
	Loop struct {
		At
		Pat  Pat
		Init Exp // made from Pat when omitted
		Form LoopForm
		Body Exp
	}
	// Assert is `assert cond e`.
	Assert struct {
		At
		Cond, Exp Exp
		Source    string // of the condition, as it is written
	}
	// Ascript is `e : t`: e has type t, by what is known statically.
	Ascript struct {
		At
		Exp  Exp
		Type TypeExp
	}
	// Coerce is `e :> t`: e has type t but for sizes, checked at run time.
	Coerce struct {
		At
		Exp  Exp
		Type TypeExp
	}
	// Attributed is `#[attr] e`.
	Attributed struct {
		At
		Attr *Attr
		Exp  Exp
	}
)

// LoopForm is how a loop goes on: *ForLess, *ForIn or *While.
type LoopForm interface {
	Node
	loopForm()
}

type (
	// ForLess is `for i < n`.
	ForLess struct {
		At
		Var   *NamePat
		Bound Exp
	}
	// ForIn is `for p in xs`.
	ForIn struct {
		At
		Pat Pat
		Exp Exp
	}
	// While is `while c`; c sees the loop's pattern.
	While struct {
		At
		Cond Exp
	}
)

func (*ForLess) loopForm() {}
func (*ForIn) loopForm()   {}
func (*While) loopForm()   {}

func (*IntLit) exp()       {}
func (*FloatLit) exp()     {}
func (*BoolLit) exp()      {}
func (*CharLit) exp()      {}
func (*Bad) exp()          {}
func (*Hole) exp()         {}
func (*StringLit) exp()    {}
func (*Var) exp()          {}
func (*Open) exp()         {}
func (*Tuple) exp()        {}
func (*Record) exp()       {}
func (*Construct) exp()    {}
func (*Array) exp()        {}
func (*Range) exp()        {}
func (*Project) exp()      {}
func (*Index) exp()        {}
func (*Update) exp()       {}
func (*Apply) exp()        {}
func (*BinOp) exp()        {}
func (*Neg) exp()          {}
func (*Not) exp()          {}
func (*Lambda) exp()       {}
func (*LeftSection) exp()  {}
func (*RightSection) exp() {}
func (*PathSection) exp()  {}
func (*Let) exp()          {}
func (*LetFun) exp()       {}
func (*If) exp()           {}
func (*Match) exp()        {}
func (*Loop) exp()         {}
func (*Assert) exp()       {}
func (*Ascript) exp()      {}
func (*Coerce) exp()       {}
func (*Attributed) exp()   {}
