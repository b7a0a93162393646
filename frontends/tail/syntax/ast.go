// Package syntax is the syntax of TAIL, the typed array intermediate language of Elsman and
// Dybdal: its tree, scanner, parser and printer.
//
// A program is one expression, or a list of entry points:
//
//	entry diff (x: [int]1) =
//	  let y: [int]1 = rotate(~1, x) in
//	  drop(1, zipWith(subi, x, y))
//
// The expressions are those of the paper's grammar, and a conditional. An entry point may
// return several results: (e, e) at the end of its lets. What Print prints, Parse reads back
// as the same tree.
package syntax

import "github.com/lamina-lang/lamina/core/source"

// Program is a parsed program.
type Program struct {
	Source  *source.File
	Entries []*Entry
}

// Entry is an entry point.
type Entry struct {
	Pos    source.Pos
	Name   string
	Params []Param
	Body   Exp
}

// Param is a parameter. The type of a function's parameter may be nil: its use determines it.
type Param struct {
	Pos  source.Pos
	Name string
	Type Type
}

// Exp is an expression.
type Exp interface {
	Start() source.Pos
	isExp()
}

// At is the position where a node begins.
type At struct{ Pos source.Pos }

// Start returns the position.
func (a At) Start() source.Pos { return a.Pos }

func (At) isExp()  {}
func (At) isType() {}

type (
	// Var is a variable, or an operation as a value, which is eta-expanded.
	Var struct {
		At
		Name string
	}
	// Int is an integer; ~5 is negative.
	Int struct {
		At
		Value int64
	}
	// Double is a number with a point or an exponent.
	Double struct {
		At
		Value float64
	}
	// Bool is tt or ff.
	Bool struct {
		At
		Value bool
	}
	// Vector is [e, …].
	Vector struct {
		At
		Elems []Exp
	}
	// Fn is fn x: t => e.
	Fn struct {
		At
		Param Param
		Body  Exp
	}
	// App is f e.
	App struct {
		At
		Fun, Arg Exp
	}
	// Let is let x: t = e in e. The type may be nil.
	Let struct {
		At
		Name  string
		Type  Type
		Value Exp
		Body  Exp
	}
	// Op is an operation applied to all its arguments.
	Op struct {
		At
		Name string
		Args []Exp
	}
	// If is if(c, e, e): only the branch that c selects is evaluated.
	If struct {
		At
		Cond, Then, Else Exp
	}
	// Results are the results of an entry point that has not exactly one.
	Results struct {
		At
		Elems []Exp
	}
)

// Type is a type as written.
type Type interface {
	Start() source.Pos
	isType()
}

type (
	// ArrayType is [κ]ρ. A scalar type κ is [κ]0.
	ArrayType struct {
		At
		Base string // int, double, bool, or a variable: 'a
		Rank Shape
	}
	// VectorType is <κ>ρ.
	VectorType struct {
		At
		Base   string
		Length Shape
	}
	// SingleType is S(κ,ρ), the scalar whose value is ρ.
	SingleType struct {
		At
		Base  string
		Value Shape
	}
	// SingleVecType is SV(κ,ρ), the vector of the one element ρ.
	SingleVecType struct {
		At
		Base  string
		Value Shape
	}
	// FuncType is t -> t.
	FuncType struct {
		At
		From, To Type
	}
)

// Shape is a sum of an integer and shape variables, which may repeat.
type Shape struct {
	Const int64
	Vars  []string
}
