// Package core is FCL with types: names are bound, level arguments and the types at which
// polymorphic names are used are explicit, operators are applied like functions.
package core

import (
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/types"
)

// Binder is a variable. Scheme has quantified variables if it is of a function or a let.
type Binder struct {
	Name   string
	Scheme *types.Scheme
	Pos    source.Pos
}

// Def is a function of the program or of the library.
type Def struct {
	*Binder
	Value         Expr
	Params        []string
	Entry         bool
	Local, Groups int64
}

// Program is a library's and a program's functions, in order, and the machine that they run on.
type Program struct {
	Machine types.Machine
	Defs    []*Def
}

// Expr is an expression. The set is closed.
type Expr interface{ At() source.Pos }

type (
	// Lit is a constant.
	Lit struct {
		Value scalar.Value
		Pos   source.Pos
	}
	// Var uses a variable at levels and types for what its scheme quantifies.
	Var struct {
		Of *Binder
		Inst
		Pos source.Pos
	}
	// Prim is a built-in function or operator.
	Prim struct {
		Of *Builtin
		Inst
		Pos source.Pos
	}
	// Lam is a function.
	Lam struct {
		Param *Binder
		Body  Expr
		Pos   source.Pos
	}
	// App applies a function.
	App struct {
		Fun, Arg Expr
		Pos      source.Pos
	}
	// Let names a value.
	Let struct {
		Name        *Binder
		Value, Body Expr
		Pos         source.Pos
	}
	// If chooses between values of a base type.
	If struct {
		Cond, Then, Else Expr
		Type             types.Type
		Pos              source.Pos
	}
	// Pair makes a pair.
	Pair struct {
		First, Second Expr
		Pos           source.Pos
	}
	// Unit is ().
	Unit struct{ Pos source.Pos }
)

// Inst are the levels and types for the quantified variables of a scheme.
type Inst struct {
	Levels []types.Level
	Types  []types.Type
}

// At is the place of an expression in the text.
func (e *Lit) At() source.Pos  { return e.Pos }
func (e *Var) At() source.Pos  { return e.Pos }
func (e *Prim) At() source.Pos { return e.Pos }
func (e *Lam) At() source.Pos  { return e.Pos }
func (e *App) At() source.Pos  { return e.Pos }
func (e *Let) At() source.Pos  { return e.Pos }
func (e *If) At() source.Pos   { return e.Pos }
func (e *Pair) At() source.Pos { return e.Pos }
func (e *Unit) At() source.Pos { return e.Pos }

// Builtin is a function that the language has. Role says which, unless it is an operator on
// scalars or a conversion to To.
type Builtin struct {
	Name   string
	Scheme *types.Scheme
	Role   Role
	Op     scalar.Op
	To     scalar.Type
	Arity  int
}

// Role is the effect of a built-in function.
type Role uint8

// The roles. See docs/fcl.md for what they do.
const (
	Operator Role = iota
	Conversion
	BlockSize
	First
	Second
	Length
	LengthPush
	Map
	MapPush
	MapPushIx
	Generate
	Index
	Push
	Force
	Return
	Bind
	Action // a program itself, at a level
	Interleave
	InterleaveSeq
	Power
	Poweri
	While
	SeqFor
	SeqForZero
)
