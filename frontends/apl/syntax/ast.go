// Package syntax is the syntax of APL in Dyalog's notation: the glyphs, the tree, scanner and
// parser.
//
// Whether a name stands for an array, a function or an operator decides how APL is parsed. The
// parser knows it from the assignments before: names are lexically scoped here.
package syntax

import "github.com/lamina-lang/lamina/core/source"

// Program is a parsed program.
type Program struct {
	Source *source.File
	Body   []Stmt
}

// Stmt is a statement.
type Stmt struct {
	// Guard is the condition before a colon, or nil.
	Guard Expr
	Exp   Expr
}

// Class is the sort of thing that an expression or a name stands for.
type Class uint8

// The classes.
const (
	None Class = iota
	Array
	Function
	Monadic // an operator of one operand
	Dyadic  // an operator of two
)

// Expr is an expression of class Array or Function, or a defined operator.
type Expr interface {
	Start() source.Pos
	Class() Class
}

// At is where an expression begins.
type At struct{ Pos source.Pos }

// Start returns the position.
func (a At) Start() source.Pos { return a.Pos }

type array struct{ At }

func (array) Class() Class { return Array }

type function struct{ At }

func (function) Class() Class { return Function }

type (
	// Number is a numeric literal.
	Number struct {
		array
		Int   int64
		Float float64
		IsInt bool
	}
	// Zilde is ⍬, the empty vector.
	Zilde struct{ array }
	// Strand is several arrays beside each other.
	Strand struct {
		array
		Elems []Expr
	}
	// Name is a name, ⍺, ⍵, ⍺⍺ or ⍵⍵, of any class.
	Name struct {
		At
		Name string
		Of   Class
	}
	// Apply1 is f y.
	Apply1 struct {
		array
		Fun, Right Expr
	}
	// Apply2 is x f y.
	Apply2 struct {
		array
		Fun, Left, Right Expr
	}
	// Enclosed is ⊂i. It is no array, but part of a Select.
	Enclosed struct {
		array
		Of    Expr
		glyph source.Pos
	}
	// Select is (⊂i)⌷x, or x⌷⍨⊂i: the places i of the first axis of x.
	Select struct {
		array
		Places, Of  Expr
		PlacesFirst bool // they are evaluated before x
	}
	// Index is x[i;j]. A subscript that is elided is nil.
	Index struct {
		array
		Of   Expr
		Subs []Expr
	}
	// Assign is name←e; with an operation, name f←e.
	Assign struct {
		At
		Name  string
		Fun   Expr // nil for a plain assignment
		Value Expr
	}
	// AssignIndex is name[i;j]←e.
	AssignIndex struct {
		array
		Name  string
		Subs  []Expr
		Fun   Expr
		Value Expr
	}
	// AssignStrand is a b←e: each name gets an element.
	AssignStrand struct {
		array
		Names []string
		Value Expr
	}
	// Output is ⎕←e.
	Output struct {
		array
		Value Expr
	}

	// Prim is a primitive function.
	Prim struct {
		function
		Glyph string
	}
	// Axis is f[k].
	Axis struct {
		function
		Fun, Axis Expr
	}
	// Operate1 is an operator with its operand: f/, f¨, or a defined one.
	Operate1 struct {
		function
		Op   Expr // a *Prim or a *Name
		Left Expr
	}
	// Operate2 is an operator with its two operands: f.g, f⍣n. The left one of ∘.g is nil.
	Operate2 struct {
		function
		Op          Expr
		Left, Right Expr
	}
	// Train is (f g h) or (f g). The first of three may be an array.
	Train struct {
		function
		Parts []Expr
	}
	// Dfn is a function or an operator in braces.
	Dfn struct {
		At
		Of          Class
		Body        []Stmt
		Annotation  string // the type in the comment ⍝: after the brace
		End         source.Pos
		Dyadic      bool // ⍺ occurs, and has no default
		AnnotatedAt source.Pos
	}
)

// Class returns the name's class.
func (n *Name) Class() Class { return n.Of }

// Class returns the class of what is assigned.
func (a *Assign) Class() Class { return a.Value.Class() }

// Class returns Function, Monadic or Dyadic.
func (d *Dfn) Class() Class { return d.Of }
