// Package program holds type-checked Go packages as the parts of the front end see them:
// functions by name, what a call calls, types in an instance of generic code, the marked
// expressions and what they capture.
package program

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// Accelerate is the import path of the package whose functions mark expressions.
const Accelerate = "github.com/lamina-lang/lamina/accelerate"

// Program is the Go packages that marked expressions are in, and those they may depend on.
type Program struct {
	Fset  *token.FileSet
	Funcs map[string]*Func // by types.Func.FullName
	// instances are those of generic functions and types.
	instances map[string][]Instance
	// reads notes of pointers whether functions only read through them.
	reads map[*types.Var]bool
	// sets notes of tensors whether functions set elements of them.
	sets map[*types.Var]bool
	// defined are the variables that declarations and assignments give values to; references notes what
	// some of them stand for.
	defined    map[*types.Var]*definition
	references map[*types.Var]*Reference
	// Replaced reports which functions are Library although their source is there.
	Replaced func(path, name string) bool
}

// Func is a function or method whose source is there.
type Func struct {
	Decl *ast.FuncDecl
	Pkg  *packages.Package
	Obj  *types.Func
}

// New indexes the functions of packages that were loaded with syntax and types.
func New(fset *token.FileSet, pkgs []*packages.Package) *Program {
	p := &Program{
		Fset: fset, Funcs: map[string]*Func{}, instances: findInstances(pkgs),
		reads: map[*types.Var]bool{}, sets: map[*types.Var]bool{}, defined: map[*types.Var]*definition{}, references: map[*types.Var]*Reference{},
	}
	for _, pkg := range pkgs {
		typeNils(pkg)
		for _, file := range pkg.Syntax {
			for _, d := range file.Decls {
				p.define(Scope{Pkg: pkg, program: p}, d)
				decl, ok := d.(*ast.FuncDecl)
				if !ok || decl.Body == nil {
					continue
				}
				if obj, ok := pkg.TypesInfo.Defs[decl.Name].(*types.Func); ok {
					p.Funcs[obj.FullName()] = &Func{decl, pkg, obj}
				}
			}
		}
	}
	return p
}

// Scope is code in one instance: a package, and what the type parameters of the enclosing
// generic function stand for.
type Scope struct {
	Pkg   *packages.Package
	Targs map[*types.TypeParam]types.Type

	aliases map[*types.Var]Alias
	loop    *ast.FuncLit // of the Loop around, if any
	program *Program
}

// Position tells nodes apart: where it is in the source.
func (s Scope) Position(n ast.Node) string { return s.program.Fset.Position(n.Pos()).String() }

// TypeOf returns the type of an expression in this instance.
func (s Scope) TypeOf(e ast.Expr) types.Type {
	t := s.Pkg.TypesInfo.TypeOf(e)
	if star, ok := e.(*ast.StarExpr); ok && t == nil { // of Array
		if p, ok := s.TypeOf(star.X).Underlying().(*types.Pointer); ok {
			return p.Elem()
		}
	}
	if t == nil {
		return types.Typ[types.Invalid]
	}
	return s.Subst(t)
}

// Object returns what an identifier denotes, or nil.
func (s Scope) Object(id *ast.Ident) types.Object { return s.Pkg.TypesInfo.ObjectOf(id) }

// Subst replaces type parameters in t by what they stand for.
func (s Scope) Subst(t types.Type) types.Type {
	if len(s.Targs) == 0 {
		return t
	}
	switch t := t.(type) {
	case *types.TypeParam:
		if u, ok := s.Targs[t]; ok {
			return u
		}
	case *types.Slice:
		return types.NewSlice(s.Subst(t.Elem()))
	case *types.Array:
		return types.NewArray(s.Subst(t.Elem()), t.Len())
	case *types.Pointer:
		return types.NewPointer(s.Subst(t.Elem()))
	case *types.Alias:
		return s.Subst(types.Unalias(t))
	case *types.Tuple:
		return s.tuple(t)
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, s.tuple(t.Params()), s.tuple(t.Results()), t.Variadic())
	case *types.Struct:
		var fields []*types.Var
		for f := range t.Fields() {
			fields = append(fields, types.NewField(f.Pos(), f.Pkg(), f.Name(), s.Subst(f.Type()), f.Embedded()))
		}
		return types.NewStruct(fields, nil)
	case *types.Named:
		if t.TypeArgs().Len() == 0 {
			return t
		}
		args := s.list(t.TypeArgs())
		if u, err := types.Instantiate(nil, t.Origin(), args, false); err == nil {
			return u
		}
	}
	return t
}

func (s Scope) list(l *types.TypeList) []types.Type {
	var out []types.Type
	for t := range l.Types() {
		out = append(out, s.Subst(t))
	}
	return out
}

func (s Scope) tuple(t *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range t.Variables() {
		vars = append(vars, types.NewVar(v.Pos(), v.Pkg(), v.Name(), s.Subst(v.Type())))
	}
	return types.NewTuple(vars...)
}

// instance is the scope of a function's body, given its type arguments.
func (p *Program) instance(f *Func, params *types.TypeParamList, args []types.Type) Scope {
	s := scopeOf(f.Pkg, params, args)
	s.program = p
	return s
}
