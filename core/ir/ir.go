// Package ir is Lamina's intermediate representation: functional, first-order,
// monomorphic array programs in A-normal form, at three levels that share one
// set of Go types.
//
//	soac    (the papers' FUN)      map, reduce, scan, scatter, hist, loops, updates
//	kernel  (FUN with kernels)    parallelism made explicit by segmented operators
//	mem     (the papers' FUNMEM)   each array binding also names a block and an LMAD
//
// Invariants, at every level (package check enforces them):
//   - Every name is bound once in a program.
//   - The elements of a pattern, of a parameter list and of a result list may be
//     referred to by the types and locations of later elements; this is how
//     existential sizes, blocks, offsets and strides are bound.
//   - Sizes are i64 atoms in scope at the type.
//   - Statements run in order. No statement moves before an Assert that it relies
//     on, and no Assert moves before another.
//   - Update, FlatUpdate, Scatter and Hist consume their destination: neither it
//     nor an alias of it is used afterwards.
//   - Erasing the locations of a mem program gives a kernel program of the same
//     meaning: memory is an annotation.
//
// Expressions are a closed sum of structs. Each shows its parts to a Visitor, in the
// order of the text form; printing, parsing, substitution, free variables and the wire
// format derive from that one method.
package ir

import (
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Level determines which expressions a program may hold and whether its bindings carry
// locations.
type Level uint8

// The levels, in the order of lowering.
const (
	Soac Level = iota + 1
	Kernel
	Mem
)

var levelNames = [...]string{Soac: "soac", Kernel: "kernel", Mem: "mem"}

// String returns the level's name in .lir files and on the command line.
func (l Level) String() string {
	if int(l) < len(levelNames) && levelNames[l] != "" {
		return levelNames[l]
	}
	return "invalid level"
}

// ParseLevel is the inverse of String.
func ParseLevel(s string) (Level, bool) {
	for l, n := range levelNames {
		if n == s && n != "" {
			return Level(l), true
		}
	}
	return 0, false
}

// Program is a set of functions, and the supply of fresh names for it.
type Program struct {
	Level Level
	Funs  []*Fun
	Names *name.Supply
}

// Fun returns the function of that name, or nil.
func (p *Program) Fun(name string) *Fun {
	for _, f := range p.Funs {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Fun is a function. Results declares the names and types of its results; the types may
// refer to parameters and to earlier results. Functions are not recursive.
type Fun struct {
	Name string
	// Entry is set when the function can be called from outside.
	Entry   *Entry
	Params  []Param
	Results []Param
	Body    *Body
	Pos     source.Pos
}

// Entry describes how callers outside the program see a function. On mem, block
// parameters and results are passed along with the arrays in them.
type Entry struct {
	// Implicit is the number of leading i64 parameters whose values are taken from the
	// shapes of the arguments.
	Implicit int
	// Params and Results describe the values that a caller passes and receives, in order:
	// those after the implicit ones, without blocks.
	Params, Results []External
}

// External describes a parameter or result of an entry point as the source does.
type External struct {
	Name string // "" for results without one
	Type string // as written in the source, for messages
}

// Body is a scope: statements in order, then the atoms that it returns.
type Body struct {
	Stms   []*Stm
	Result []Atom
}

// Stm binds the results of an expression to a pattern, which is empty for an Assert.
type Stm struct {
	Pat   []Param
	Exp   Exp
	Pos   source.Pos
	Attrs []Attr
}

// Attr is a note on a statement, left by one pass for another: a name, such as acme.cost,
// and any text. It does not change what a program computes. A pass that does not know it
// leaves it on the statements that it keeps. Those that package schedule defines say how
// the statement is to be run, and no pass may drop them.
type Attr struct{ Name, Value string }

// LayoutChosen is an attribute of a copy whose layout was chosen for the threads that write the array, and then of its
// block's allocation: copies of the array into another layout stay copies.
const LayoutChosen = "layout.chosen"

// Lambda is the function of an array operation. It may use any name in scope. Results are
// the types of its body's results.
type Lambda struct {
	Params  []Param
	Body    *Body
	Results []Type
}

// Param binds a name. At is the location of an array (mem only). Unique marks a parameter
// of a function or loop that the body may consume.
type Param struct {
	Name   name.Name
	Type   Type
	At     *Loc
	Unique bool
}

// Loc is the location of an array: the block and the index function.
type Loc struct {
	Block name.Name
	Index lmad.LMAD
}

// Space is a memory space. The zero Space is the default one.
type Space string

// Type is the type of a value: a memory block if Elem is zero, else a scalar if Dims is
// nil, else an array of Elem.
type Type struct {
	Elem  scalar.Type
	Dims  []Atom // sizes, outermost first
	Space Space  // of a block
}

// ScalarOf is the type of a scalar.
func ScalarOf(t scalar.Type) Type { return Type{Elem: t} }

// ArrayOf returns the type of an array; without dimensions, that of a scalar.
func ArrayOf(t scalar.Type, dims ...Atom) Type { return Type{Elem: t, Dims: dims} }

// BlockIn is the type of a memory block.
func BlockIn(s Space) Type { return Type{Space: s} }

// I64 is the type of sizes and indices.
var I64 = ScalarOf(scalar.I64)

// IsBlock reports whether t is the type of memory blocks.
func (t Type) IsBlock() bool { return t.Elem == 0 }

// IsScalar reports whether t is a scalar type.
func (t Type) IsScalar() bool { return t.Elem != 0 && len(t.Dims) == 0 }

// IsArray reports whether t is an array type.
func (t Type) IsArray() bool { return len(t.Dims) > 0 }

// Rank returns the number of dimensions, 0 for scalars.
func (t Type) Rank() int { return len(t.Dims) }

// Peel returns the type of an element after indexing n outer dimensions.
func (t Type) Peel(n int) Type {
	if n == len(t.Dims) {
		return ScalarOf(t.Elem)
	}
	return Type{Elem: t.Elem, Dims: t.Dims[n:]}
}

// Under returns the type of an array of t with the given outer dimensions.
func (t Type) Under(outer ...Atom) Type {
	if len(outer) == 0 {
		return t
	}
	dims := make([]Atom, 0, len(outer)+len(t.Dims))
	return Type{Elem: t.Elem, Dims: append(append(dims, outer...), t.Dims...)}
}

// Atom is an operand: a variable or a constant. It is comparable.
type Atom struct {
	Name  name.Name    // the variable, unless zero
	Const scalar.Value // the constant otherwise
}

// Var returns the atom of a variable.
func Var(n name.Name) Atom { return Atom{Name: n} }

// Const returns the atom of a constant.
func Const(v scalar.Value) Atom { return Atom{Const: v} }

// Size returns the i64 constant n.
func Size(n int64) Atom { return Const(scalar.Int(scalar.I64, n)) }

// IsVar reports whether a is a variable.
func (a Atom) IsVar() bool { return !a.Name.IsZero() }

// AsSize returns the value of an i64 constant.
func (a Atom) AsSize() (int64, bool) {
	if a.IsVar() || a.Const.Type != scalar.I64 {
		return 0, false
	}
	return a.Const.Int(), true
}

// String prints the name or the constant's literal.
func (a Atom) String() string {
	if a.IsVar() {
		return a.Name.String()
	}
	return a.Const.String()
}
