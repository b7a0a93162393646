// Package syntax reads FCL programs into trees.
package syntax

import (
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Program is a file: signatures and functions, in the order of the text.
type Program struct {
	// Levels are the names of the machine's levels from the innermost one, if the file declares
	// them.
	Levels []Name
	Sigs   []*Sig
	Funs   []*Fun
}

// Name is an identifier with its place.
type Name struct {
	Text string
	Pos  source.Pos
}

// Sig declares the type of a function: forall <l> 'a:BT. type.
type Sig struct {
	Name   Name
	Levels []Name
	Vars   []TypeVar
	Type   *Type
}

// TypeVar is a type variable, perhaps with a kind.
type TypeVar struct {
	Name
	Kind string // "" for whatever the function needs
}

// Fun is a function. An Entry is called from outside the program.
type Fun struct {
	Name          Name
	Entry         bool
	Levels        []Name
	Params        []Name
	Body          Term
	Local, Groups int64 // of attributes, 0 for none
}

// Level is a level of the machine: Succ levels above Base, which is the name of a level or of a
// level variable, or "" for Z.
type Level struct {
	Base Name
	Succ int
	Pos  source.Pos
}

// Type is a type as written. Op is
//
//	name     a base type or unit, Text
//	'        a type variable, Text
//	->       a function, Args
//	,        a pair, Args
//	[        a pull array, Args; a push array if Level is not nil
//	Program  a program, Args and Level
type Type struct {
	Op    string
	Text  string
	Args  []*Type
	Level *Level
	Pos   source.Pos
}

// Term is a term. The set is closed.
type Term interface{ At() source.Pos }

type (
	// Lit is a number or a truth value.
	Lit struct {
		Value scalar.Value
		Pos   source.Pos
	}
	// Var is a use of a name with level arguments, nil if none are written. What the parser makes of
	// other syntax is BuiltIn, whatever else the program calls so.
	Var struct {
		Name
		Levels  []*Level
		BuiltIn bool
	}
	// Lam is fn x => e.
	Lam struct {
		Param Name
		Body  Term
		Pos   source.Pos
	}
	// App applies a function.
	App struct {
		Fun, Arg Term
		Pos      source.Pos
	}
	// Let is let x<l> = e in e.
	Let struct {
		Name   Name
		Levels []Name
		Value  Term
		Body   Term
		Pos    source.Pos
	}
	// If chooses.
	If struct {
		Cond, Then, Else Term
		Pos              source.Pos
	}
	// Pair is (a, b).
	Pair struct {
		First, Second Term
		Pos           source.Pos
	}
	// Unit is ().
	Unit struct{ Pos source.Pos }
)

// At is the place of a term in the text.
func (t *Lit) At() source.Pos  { return t.Pos }
func (t *Var) At() source.Pos  { return t.Pos }
func (t *Lam) At() source.Pos  { return t.Pos }
func (t *App) At() source.Pos  { return t.Pos }
func (t *Let) At() source.Pos  { return t.Pos }
func (t *If) At() source.Pos   { return t.Pos }
func (t *Pair) At() source.Pos { return t.Pos }
func (t *Unit) At() source.Pos { return t.Pos }
