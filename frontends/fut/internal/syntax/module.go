package syntax

// Declarations of modules. In a file and in a structure they stand beside ValDecl and TypeDecl.
type (
	// ModDecl is `module m (p: s) … : t = e`; with parameters m is a functor.
	ModDecl struct {
		At
		Name   Ident
		Params []*ModParam
		Sig    ModTypeExp // nil when it is not written
		Body   ModExp
		Doc    string
	}
	// ModParam is a parameter of a functor, `(p: s)`.
	ModParam struct {
		At
		Name Ident
		Type ModTypeExp
	}
	// ModTypeDecl is `module type s = t`.
	ModTypeDecl struct {
		At
		Name Ident
		Type ModTypeExp
		Doc  string
	}
	// OpenDecl is `open m`: its names are in scope, and are exported.
	OpenDecl struct {
		At
		Module ModExp
	}
	// ImportDecl is `import "file"`: `open import "file"` whose names are not exported.
	ImportDecl struct {
		At
		File string
	}
	// LocalDecl is `local d`: what d declares is not exported.
	LocalDecl struct {
		At
		Decl Decl
	}
)

func (*ModDecl) decl()     {}
func (*ModTypeDecl) decl() {}
func (*OpenDecl) decl()    {}
func (*ImportDecl) decl()  {}
func (*LocalDecl) decl()   {}

// ModExp is an expression for a module: *ModPath, *ModImport, *ModStruct, *ModApply, *ModAscript or
// *ModLambda.
type ModExp interface {
	Node
	modExp()
}

type (
	// ModPath is `m` or `m.n`.
	ModPath struct {
		At
		Path string
	}
	// ModImport is `import "file"`.
	ModImport struct {
		At
		File string
	}
	// ModStruct is a structure, `{ declarations }`.
	ModStruct struct {
		At
		Decls []Decl
	}
	// ModApply is a functor applied to a module.
	ModApply struct {
		At
		Fun, Arg ModExp
	}
	// ModAscript is `m : s`.
	ModAscript struct {
		At
		Module ModExp
		Type   ModTypeExp
	}
	// ModLambda is `\(p: s) : t -> e`.
	ModLambda struct {
		At
		Param *ModParam
		Sig   ModTypeExp // nil when it is not written
		Body  ModExp
	}
)

func (*ModPath) modExp()    {}
func (*ModImport) modExp()  {}
func (*ModStruct) modExp()  {}
func (*ModApply) modExp()   {}
func (*ModAscript) modExp() {}
func (*ModLambda) modExp()  {}

// ModTypeExp is a module type: *ModTypePath, *ModTypeSpecs, *ModTypeWith or *ModTypeArrow.
type ModTypeExp interface {
	Node
	modTypeExp()
}

type (
	// ModTypePath is `s` or `m.s`.
	ModTypePath struct {
		At
		Path string
	}
	// ModTypeSpecs is `{ specifications }`.
	ModTypeSpecs struct {
		At
		Specs []Spec
	}
	// ModTypeWith is `s with t = u`, where t may be a path.
	ModTypeWith struct {
		At
		Type   ModTypeExp
		Name   Ident // a path
		Params []*TypeParam
		Means  TypeExp
	}
	// ModTypeArrow is the type of functors `s -> t` or `(p: s) -> t`.
	ModTypeArrow struct {
		At
		Param    Ident // without a name when there is none
		From, To ModTypeExp
	}
)

func (*ModTypePath) modTypeExp()  {}
func (*ModTypeSpecs) modTypeExp() {}
func (*ModTypeWith) modTypeExp()  {}
func (*ModTypeArrow) modTypeExp() {}

// Spec is a demand of a module type: *ValSpec, *TypeSpec, *ModSpec or *IncludeSpec.
type Spec interface {
	Node
	spec()
}

type (
	// TypeSpec is `type t [n] 'a`, or with a definition.
	TypeSpec struct {
		At
		Name   Ident
		Lift   Lift
		Params []*TypeParam
		Type   TypeExp // nil when it is abstract
	}
	// ModSpec is `module m : s`.
	ModSpec struct {
		At
		Name Ident
		Type ModTypeExp
	}
	// IncludeSpec is `include s`.
	IncludeSpec struct {
		At
		Type ModTypeExp
	}
)

func (*ValSpec) spec()     {}
func (*TypeSpec) spec()    {}
func (*ModSpec) spec()     {}
func (*IncludeSpec) spec() {}
