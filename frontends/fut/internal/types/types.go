// Package types holds what is found about a program: its types and sizes, what names denote, and,
// while package infer looks for them, the types and sizes that are not found yet (Meta and SizeMeta).
//
// Types are compared by what they stand for (Find and FindSize). In a checked program none is open.
package types

import (
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// Type is Scalar, *Param, *Abstract, *Array, *Record, *Sum, *Func or *Unique.
type Type interface {
	// String prints the type as it is written in programs.
	String() string
	isType()
}

type (
	// Scalar is a scalar type.
	Scalar struct{ Type scalar.Type }

	// Param is a type parameter, identified by its address.
	Param struct {
		Name string
		Pos  source.Pos
		Lift syntax.Lift
		// On restricts what the parameter may stand for. Overloaded operators
		// have restricted parameters: + has On = numeric. Zero is no restriction.
		On scalar.TypeSet
		// Equality says that the parameter stands for types whose values == compares: data of
		// which nothing is abstract and nothing a parameter.
		Equality bool
		// Whole says that values are chosen by conditions or carried by loops, and are no elements of
		// arrays: an inferred parameter that may stand for a size-lifted one, too.
		Whole bool

		Level int // of the scope that binds it, as of a Binding
	}

	// Abstract is a type of which only its name and its parameters are known. None is left in
	// a checked program.
	Abstract struct {
		Of    *names.Type
		Types []Type // for the type parameters of Of
		Sizes []Size // for the size parameters of Of
	}

	// Array is an array of Elem, its outermost dimension of size Dim.
	Array struct {
		Dim  Size
		Elem Type
	}

	// Record is a record, its fields in order of name; a tuple is a record with
	// the fields "0", "1", … in numeric order, the unit type one without fields.
	Record struct{ Fields []Field }

	// Field is a field of a Record.
	Field struct {
		Name string
		Type Type
	}

	// Sum is a sum type. Its constructors are the fields of a record, in order of name, whose
	// types are the tuples of their payloads.
	Sum struct{ Constructors *Record }

	// Func is a function of one argument. Functions of several are curried.
	Func struct {
		// Param is the argument's name where Result's sizes may speak of it, nil
		// where they do not. It is an i64, or in SizeExps a value of another type.
		Param *Binding
		From  Type
		// Unknown holds the sizes in Result that each application makes anew:
		// ?[m].[m]t.
		Unknown []*Binding
		Result  Type
	}

	// Unique is *t. It stands in From and Result of a Func (perhaps inside a
	// tuple or a record) and nowhere else: as From, the argument is consumed; as
	// Result, the result has no alias.
	Unique struct{ Type Type }
)

// Size is the size of a dimension, an i64: SizeConst, *SizeVar, *SizeOp or
// *SizeExp.
type Size interface {
	String() string
	isSize()
}

type (
	// SizeConst is a known size.
	SizeConst int64

	// SizeVar is a size by name: a size parameter, a variable of type i64, or a
	// size that some expression has made (Info.Unknown).
	SizeVar struct{ Binding *Binding }

	// SizeOp is arithmetic on sizes; Op is "+", "-", "*" or another operator of
	// the prelude at type i64.
	SizeOp struct {
		Op          string
		Left, Right Size
	}

	// SizeExp is any other expression of type i64. Names are the variables in
	// it, of any type, and Args what they stand for: a parameter of a function is
	// replaced where that is applied, by a SizeVar (of the variable's type) or, if
	// its type is not i64, by another SizeExp.
	SizeExp struct {
		Exp   syntax.Exp
		Names []*Binding
		Args  []Size
	}
)

// Kind says what a name is bound to.
type Kind uint8

// The kinds of binding.
const (
	// Local is a variable or a function bound inside a definition: by a
	// pattern, a LetFun or a ForLess.
	Local Kind = iota
	// Global is a ValDecl of the program or of the prelude.
	Global
	// Intrinsic is a ValSpec of the prelude, implemented by the lowering.
	Intrinsic
	// Operator is a scalar operator or function: Binding.Op at the scalar type
	// Use.Types[0]. The operators && and || have no Op: they evaluate their right
	// operand only if they need it.
	Operator
	// Conversion is a member such as i32.f64: from Binding.From to Binding.To.
	Conversion
	// Constant is a member such as f32.pi: Binding.Value.
	Constant
	// SizeParam is a size parameter, [n], written or inferred (each [] in a
	// parameter's type is one, unless it equals another size). Its value is found
	// by matching an argument with its type, or, when no parameter's type has it
	// as a dimension, from Use.Sizes.
	SizeParam
	// Unknown is a size made by an expression; see Info.Unknown.
	Unknown
)

// Binding is what a name denotes, identified by its address. It is shared by
// the place that binds the name and all its uses.
type Binding struct {
	Name string // "" for the size of an [] in a parameter's type
	Pos  source.Pos
	Kind Kind
	// Node binds it: *syntax.NamePat, *syntax.LetFun, *syntax.ValDecl,
	// *syntax.ValSpec, *syntax.TypeParam, …; nil when built in.
	Node syntax.Node

	// Params and Sizes are the type and size parameters over which Type is
	// general: those written, then those inferred.
	Params []*Param
	Sizes  []*Binding
	Type   Type

	Op       scalar.Op    // Operator; it is applied at the type Use.Types[0]
	From, To scalar.Type  // Conversion
	Value    scalar.Value // Constant

	// Recursive says that a function is applied in its own body.
	Recursive bool

	Hides *Binding // of what an ascription seals: the binding of what it is

	Origin string // of an Unknown that stands for different sizes of two branches: why, for messages

	Level int  // of the scope that binds it; see meta
	Since int  // what was made before it was bound has a smaller id
	Made  int  // an Unknown's own id
	Alias Size // what a size binder of a let stands for
	Means Size // the value of a variable that a let binds, where a size tells it
}

// Use is an occurrence of a name.
type Use struct {
	Binding *Binding
	Types   []Type // what Binding.Params stand for here
	Sizes   []Size // what Binding.Sizes stand for here
}

// Info holds what was found about each node.
type Info struct {
	// Types is the type of each expression, for literals too: the type of an
	// IntLit may be a float.
	Types map[syntax.Exp]Type
	// Pats is the type of each pattern.
	Pats map[syntax.Pat]Type
	// Names is the variable that each NamePat binds.
	Names map[*syntax.NamePat]*Binding
	// Funs is the function that each LetFun binds.
	Funs map[*syntax.LetFun]*Binding
	// Sizes is what each Ident in Let.Sizes and ExistsType.Sizes
	// and each size TypeParam binds. Keys are *syntax.TypeParam and
	// *syntax.Ident, the address of the slice's element.
	Sizes map[syntax.Node]*Binding
	// Uses maps each Var to its denotation.
	Uses map[*syntax.Var]*Use
	// Written is the meaning of each type in an Ascript, a Coerce, a TypedPat, a
	// Lambda's, LetFun's or ValDecl's result. Nested types are not in it.
	Written map[syntax.TypeExp]Type
	// Unknown lists the sizes that an expression makes and its type mentions.
	Unknown map[syntax.Exp][]*Binding
	// LoopSizes lists the sizes in the type of a loop's pattern that may change
	// from one iteration to the next. They are in scope in the form and in the
	// body, and take their values from the loop's value at each iteration.
	LoopSizes map[*syntax.Loop][]*Binding
}

// Def is a checked top-level definition.
type Def struct {
	Binding *Binding
	Decl    *syntax.ValDecl
}

// Program is a checked program.
type Program struct {
	*Info
	// Abbreviations says what the names in types denote.
	Abbreviations map[*syntax.NamedType]*names.Type
	// Defs are the definitions reached, each after those that it uses: the
	// prelude's first, then the program's, all of which are reached.
	Defs []*Def
	// Entries are the entry points among Defs, main included, in the order of the
	// program.
	Entries []*Def
}

// DisplayName is the name in messages.
func (b *Binding) DisplayName() string {
	if b.Name == "" {
		return "?"
	}
	return b.Name
}

// Flow checks a definition whose types are known in the order of its evaluation; package flow does.
type Flow interface {
	// Matches checks that the cases of each match cover all values, and that patterns elsewhere
	// match every value.
	Matches(*Info, *syntax.ValDecl) *source.Error
	// Causality checks that every size is computed before what needs it.
	Causality(*Info, *syntax.ValDecl) *source.Error
	// Uniqueness checks that nothing is used that was consumed. It makes the result in the
	// binding's type as unique as it can be, if that is not written.
	Uniqueness(*Info, *Binding, *syntax.ValDecl) *source.Error
}
