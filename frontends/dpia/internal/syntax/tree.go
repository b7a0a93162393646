// Package syntax reads programs of DPIA as text: tokens, trees, and the parser.
//
// A tree says how the program is written and no more: names are not bound, and whether a product
// is one of naturals, of data or of phrases is not known.
package syntax

import "github.com/lamina-lang/lamina/core/source"

// Program is a file: definitions, of which each may use those before it.
type Program struct{ Defs []*Def }

// Def is a definition, or an entry point.
type Def struct {
	Name    string
	Entry   bool
	Binders []Binder
	Result  *Type // nil if it is not written
	Body    Term
	Pos     source.Pos
	// Local and Groups prescribe how a kernel of work-groups is launched: work-items of a group
	// and groups, 0 if the program leaves them open.
	Local, Groups int64
}

// Binder declares parameters of one type or kind.
type Binder struct {
	Names  []Name
	Type   *Type // a phrase type, or a kind: nat or data
	Hidden bool  // in braces: callers do not write the arguments
}

// Name is an identifier where it is bound.
type Name struct {
	Text string
	Pos  source.Pos
}

// Type is a tree of a type, of a natural or of a kind. Op is one of
//
//	name, number     a leaf, with its Text
//	+ * . < -> ->p   two operands; a < b is the vector type a<b>
//	exp acc idx      one operand
//	comm             none
//	all              Binder, then one operand
type Type struct {
	Op     string
	Text   string
	Args   []*Type
	Binder *Binder
	Pos    source.Pos
}

// Term is a tree of a phrase. The set is closed.
type Term interface{ Position() source.Pos }

type (
	// Ident is a variable, a definition, a primitive, or an operator such as + and :=.
	Ident struct {
		Name    string
		Pos     source.Pos
		BuiltIn bool // a primitive, whatever else the program calls so
	}

	// Number is a literal, perhaps with its type: 1, 1.5, 2f32.
	Number struct {
		Text string
		Pos  source.Pos
	}

	// Lambda is a function.
	Lambda struct {
		Params []LambdaParam
		Body   Term
		Pos    source.Pos
	}

	// Apply is an application to one or more arguments.
	Apply struct {
		Fun  Term
		Args []Term
		Pos  source.Pos
	}

	// Let names a value.
	Let struct {
		Name  Name
		Value Term
		Body  Term
		Pos   source.Pos
	}

	// Proj is .1 or .2.
	Proj struct {
		N   int
		Of  Term
		Pos source.Pos
	}

	// Tuple is a pair in parentheses.
	Tuple struct {
		First, Second Term
		Pos           source.Pos
	}

	// TypeArg is a type or a natural in brackets.
	TypeArg struct {
		Type *Type
		Pos  source.Pos
	}
)

// LambdaParam is a parameter of a function; Type may be nil.
type LambdaParam struct {
	Name
	Type *Type
}

// Position is where the term begins; that of an operator's application is the operator.
func (t *Ident) Position() source.Pos   { return t.Pos }
func (t *Number) Position() source.Pos  { return t.Pos }
func (t *Lambda) Position() source.Pos  { return t.Pos }
func (t *Apply) Position() source.Pos   { return t.Pos }
func (t *Let) Position() source.Pos     { return t.Pos }
func (t *Proj) Position() source.Pos    { return t.Pos }
func (t *Tuple) Position() source.Pos   { return t.Pos }
func (t *TypeArg) Position() source.Pos { return t.Pos }
