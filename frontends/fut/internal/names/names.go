// Package names resolves the names of a program: it reads the files that are imported, takes modules
// apart, and binds every use of a name to its declaration.
//
// Resolve gives back a Program: the definitions that there are to check, each after those that it
// uses, and what every name in them denotes. Modules do not occur in it. A functor is checked
// once, with a parameter of which no more is known than its type says; each application then
// makes definitions of its own out of the functor's, when they are used.
//
// An ascription hides what a type is. So a value that a module type specifies is two definitions:
// one (Matched) that has the specified type where types are known, which is checked against the
// module's own, and one (Sealed) for those outside, in whose type abstract types are no others.
//
// The tree of a program's own files is changed in one way: m.x, which the parser takes for a field,
// becomes a Var where m is a module. Trees that are shared, of the prelude and of functors, are
// copied before.
package names

import (
	"maps"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// Program is a program whose names are known.
type Program struct {
	// Decls are the declarations to check, each after those that it mentions.
	Decls []Decl
	// Entries are the entry points of the program's first file.
	Entries []*Value
	// Uses says what each Var denotes. One that denotes nothing is missing, and there is an error.
	Uses map[*syntax.Var]Use
	// Types says what each name of a type denotes.
	Types map[*syntax.NamedType]*Type
	// Modules says what the names of modules and module types denote, and the names of files in
	// imports, by where they stand.
	Modules map[source.Pos]ModuleUse
	// Same links what a module type specifies with what has been found for it in a module.
	Same map[source.Pos]source.Pos
	// Files are all files of the program, for messages.
	Files []*source.File
	// Errs are the mistakes that were found.
	Errs []*source.Error
	// Members are the uses of names that denote nothing, but do in the modules of scalar types.
	Members map[*syntax.Var]Member

	end   scope  // of the program's first file
	views []view // what is in scope where, in the first file
}

// InScope lists the names of values and modules that are in scope at the end of the first file.
// Members of modules are written with the module's name.
func (p *Program) InScope() []string {
	seen := map[string]bool{}
	p.end.each(func(k key) {
		if k.space != terms {
			return
		}
		m, ok := p.end.find(k).(*Module)
		if !ok {
			seen[k.name] = true
			return
		}
		if m.broken || m.functor != nil {
			return
		}
		for _, member := range members(m) {
			seen[k.name+"."+member] = true
		}
	})
	return slices.DeleteFunc(slices.Sorted(maps.Keys(seen)), func(name string) bool {
		first, _ := utf8.DecodeRuneInString(name)
		return !unicode.IsLetter(first) && first != '_'
	})
}

// Decl is something to check: *Value, *Type or *TypeMatch.
type Decl interface{ decl() }

// Use is the denotation of a Var: one of the two.
type Use struct {
	// Local is what binds the name within a definition: *syntax.NamePat, *syntax.LetFun,
	// *syntax.TypeParam, *syntax.FuncType, or *syntax.Ident for the sizes of a let, a loop or
	// an existential type.
	Local syntax.Node
	Value *Value
}

// Kind says what a Value is.
type Kind uint8

// The kinds of value.
const (
	Defined    Kind = iota // by Def
	Intrinsic              // declared by Spec in the prelude
	Assumed                // of a functor's parameter while the functor is checked: Spec is all that is known
	Matched                // Impl, with the type that Spec says
	Sealed                 // a Matched, for those who do not know the types that are abstract in Spec
	Operator               // Op, at type On, or at each type that has it
	Logic                  // && and ||
	Conversion             // from From to On
	Constant               // Const
)

// Value is a value that is not local to a definition.
type Value struct {
	Name string
	Pos  source.Pos
	Kind Kind

	Def   *syntax.ValDecl
	Spec  *syntax.ValSpec
	Impl  *Value
	At    source.Pos // of a Matched: where the module meets its type
	Op    scalar.Op
	On    scalar.Type
	From  scalar.Type
	Const scalar.Value

	Prelude bool // it is of the prelude
	Check   bool // nothing runs it: a functor with an assumed parameter, or what is made with that

	origin origin
}

// isFunction reports whether v is seen to be a function where it is declared.
func (v *Value) isFunction() bool {
	switch {
	case v.Kind == Operator || v.Kind == Logic || v.Kind == Conversion:
		return true
	case v.Spec != nil:
		_, ok := v.Spec.Type.(*syntax.FuncType)
		return ok
	}
	return v.Def != nil && len(v.Def.Params) > 0
}

// TypeKind says what a Type is.
type TypeKind uint8

// The kinds of type.
const (
	ScalarType   TypeKind = iota // Scalar
	ParamType                    // the type parameter Param
	Abbreviation                 // of Def
	AbstractType                 // of which only Params and Lift are known
)

// Type is the denotation of a type's name.
type Type struct {
	Name   string
	Pos    source.Pos
	Kind   TypeKind
	Scalar scalar.Type
	Param  *syntax.TypeParam
	Def    *syntax.TypeDecl
	Params []*syntax.TypeParam
	Lift   syntax.Lift
	// Refines says that Def is what a module type is refined with, which may be more lifted than Lift.
	Refines bool
	Inside  bool // of a module
	// Impl is the implementation of an abstract type; nil while a functor is checked.
	Impl *Type

	origin origin
}

// TypeMatch demands that a module's type is as its module type says.
type TypeMatch struct {
	Spec *syntax.TypeSpec
	// Means is what the module type says that it is; nil when it is abstract there.
	Means *Type
	Impl  *Type
	At    source.Pos
}

func (*Value) decl()     {}
func (*Type) decl()      {}
func (*TypeMatch) decl() {}

// origin says how the names in a declaration are resolved, which is done when it is first used.
type origin struct {
	scope  scope
	copied bool // the tree is shared: it is copied before
	done   bool
}
