// Package syntax holds the source language of the Futhark front end: its
// tokens, its syntax tree, the parser that makes the tree and the printer that
// writes it back.
//
// The tree is what the programmer wrote, less parentheses and the forms below
// that are defined as others:
//
//	let a[i] = v in e      is  let a = a with [i] = v in e
//	loop p for …           is  loop p = p for …
//	{a, b = 1}             is  {a = a, b = 1}
//	x `f` y                is  f x y as a BinOp
//
// Names are not resolved here; package types says what each Var denotes. Every
// node has a position. Nodes are pointers and never shared, so that they can
// be keys of the maps in which package types hands out its findings.
package syntax

import (
	"github.com/lamina-lang/lamina/core/source"
)

// Node is any part of the tree.
type Node interface {
	// Pos is the place that messages about the node speak of: where it begins, but for BinOp
	// where its operator is, and for Index and Project what follows the value.
	Pos() source.Pos
	// Span is where the node begins and ends. It is zero for nodes that the parser has made
	// up, such as the variable in {a}.
	Span() Span

	at() *At
}

// At gives a node its place; every node embeds it.
type At struct {
	Position source.Pos
	Extent   Span
}

// Span is a piece of the text. Parentheses around an expression, a pattern or a type are no part
// of it.
type Span struct{ Begin, End Place }

// Place is a place in a text: line and column, in bytes, from 1.
type Place struct{ Line, Col int32 }

// Pos implements Node.
func (a *At) Pos() source.Pos { return a.Position }

// Span implements Node.
func (a *At) Span() Span { return a.Extent }

func (a *At) at() *At { return a }

// EndOf is where what messages about n underline ends, which begins at its Pos: for BinOp the
// operator, for declarations their name. It is no position for nodes that are made up.
func EndOf(n Node) source.Pos {
	end := n.Span().End
	switch n := n.(type) {
	case *BinOp:
		end = n.Op.Span().End
	case *ValDecl:
		end = n.Name.Span().End
	case *TypeDecl:
		end = n.Name.Span().End
	}
	return source.Pos{File: n.Pos().File, Line: int(end.Line), Col: int(end.Col)}
}

// File is a parsed source file.
type File struct {
	Source *source.File
	Doc    string // the file's leading `-- |` comment, if any
	Decls  []Decl

	tokens []token
}

// Decl is a declaration: *ValDecl, *TypeDecl, one of modules (module.go), or in the prelude *ValSpec.
type Decl interface {
	Node
	decl()
}

// ValDecl is `def`, `let` or `entry`: a function, or a constant when Params is
// empty.
type ValDecl struct {
	At
	Name       Ident
	Entry      bool
	TypeParams []*TypeParam
	Params     []Pat
	Ret        TypeExp // nil when inferred
	Body       Exp
	Attrs      []*Attr
	Doc        string
}

// ValSpec is `val name params : type` in a module type. In the prelude it declares
// an intrinsic, which the lowering implements.
type ValSpec struct {
	At
	Name       Ident
	TypeParams []*TypeParam
	Type       TypeExp
	Doc        string
}

// TypeDecl is `type t [n] 'a = …`.
type TypeDecl struct {
	At
	Name   Ident
	Lift   Lift
	Params []*TypeParam
	Type   TypeExp
	Doc    string
}

func (*ValDecl) decl()  {}
func (*ValSpec) decl()  {}
func (*TypeDecl) decl() {}

// Ident is a name at its binding place.
type Ident struct {
	At
	Name string
}

// Lift says which types a type parameter or abbreviation may stand for.
type Lift uint8

// The kinds of type, each including those before it.
const (
	Unlifted   Lift = iota // 'a: arrays of it may be made
	SizeLifted             // '~a: its sizes may differ from value to value
	Lifted                 // '^a: it may contain functions
)

// TypeParam is a size parameter `[n]` or a type parameter `'a`, `'~a`, `'^a`.
type TypeParam struct {
	At
	Name string
	Size bool // [n]; Lift is then meaningless
	Lift Lift
}

// Attr is `#[name]` or `#[name(args)]`.
type Attr struct {
	At
	Name string
	Args []*Attr
}

// Pat is a pattern: *NamePat, *WildPat, *TuplePat, *RecordPat, *TypedPat or *ConstructPat, and in a
// Case *LitPat.
type Pat interface {
	Node
	pat()
}

type (
	// NamePat binds a name.
	NamePat struct {
		At
		Name string
	}
	// WildPat is `_`.
	WildPat struct{ At }
	// LitPat is a number, perhaps with a minus sign, a character or a truth value.
	LitPat struct {
		At
		Exp Exp
	}
	// TuplePat is `(p, q, …)`; with no elements it is the unit `()`.
	TuplePat struct {
		At
		Elems []Pat
	}
	// RecordPat is `{a = p, b}`; a field without a pattern binds its own name.
	RecordPat struct {
		At
		Fields []*FieldPat
	}
	// FieldPat is a field of a RecordPat.
	FieldPat struct {
		At
		Name string
		Pat  Pat
	}
	// TypedPat is `p : t`.
	TypedPat struct {
		At
		Pat  Pat
		Type TypeExp
	}
	// ConstructPat is `#name p q …`, a value of a sum type.
	ConstructPat struct {
		At
		Name    string
		Payload []Pat
	}
)

func (*NamePat) pat()      {}
func (*WildPat) pat()      {}
func (*LitPat) pat()       {}
func (*TuplePat) pat()     {}
func (*RecordPat) pat()    {}
func (*TypedPat) pat()     {}
func (*ConstructPat) pat() {}

// TypeExp is a type as written: *NamedType, *ArrayType, *TupleType,
// *RecordType, *SumType, *FuncType, *UniqueType or *ExistsType.
type TypeExp interface {
	Node
	typeExp()
}

type (
	// NamedType is a scalar type, a type variable or an abbreviation with its
	// arguments.
	NamedType struct {
		At
		Module string // the path to it, as of a Var
		Name   string
		Args   []TypeArg
	}
	// TypeArg is an argument of an abbreviation: a size in brackets or a type.
	TypeArg struct {
		Size *Dim    // when it is a size
		Type TypeExp // otherwise
	}
	// ArrayType is `[d]t`.
	ArrayType struct {
		At
		Dim  *Dim
		Elem TypeExp
	}
	// Dim is a size in a type: an expression of type i64, or any size when Exp
	// is nil (`[]t`).
	Dim struct {
		At
		Exp Exp
	}
	// TupleType is `(t, u, …)`; with no elements it is the unit type.
	TupleType struct {
		At
		Elems []TypeExp
	}
	// RecordType is `{a: t, …}`.
	RecordType struct {
		At
		Fields []*FieldType
	}
	// FieldType is a field of a RecordType.
	FieldType struct {
		At
		Name string
		Type TypeExp
	}
	// SumType is `#a t u | #b | …`.
	SumType struct {
		At
		Constructors []*ConstructorType
	}
	// ConstructorType is a constructor of a SumType, with the types of its payload.
	ConstructorType struct {
		At
		Name    string
		Payload []TypeExp
	}
	// FuncType is `t -> u` or `(x: t) -> u`, where u may name x in its sizes.
	FuncType struct {
		At
		Param  string // "" when unnamed
		From   TypeExp
		Result TypeExp
	}
	// UniqueType is `*t`.
	UniqueType struct {
		At
		Type TypeExp
	}
	// ExistsType is `?[n][m].t`.
	ExistsType struct {
		At
		Sizes []Ident
		Type  TypeExp
	}
)

func (*NamedType) typeExp()  {}
func (*ArrayType) typeExp()  {}
func (*TupleType) typeExp()  {}
func (*RecordType) typeExp() {}
func (*SumType) typeExp()    {}
func (*FuncType) typeExp()   {}
func (*UniqueType) typeExp() {}
func (*ExistsType) typeExp() {}
