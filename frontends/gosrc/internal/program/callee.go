package program

import (
	"go/ast"
	"go/types"
)

// Kind says what a call calls.
type Kind uint8

// The kinds of calls.
const (
	Value      Kind = iota // a function value
	Conversion             // no call: T(x)
	Builtin                // Name of the universe
	Marking                // Name of package accelerate, or a method of its types
	Library                // Name of package Path, whose source is not here
	Declared               // Func
)

// Callee is the function that a call calls.
type Callee struct {
	Kind       Kind
	Name, Path string
	Func       *Func
	Scope      Scope    // of Func's body
	Recv       ast.Expr // the receiver of a method; nil in T.Method, whose first argument it is
	// Selection is how a method was selected: through which embedded fields.
	Selection *types.Selection
	Obj       *types.Func
}

// Callee finds out what the function of a call, or another expression, is.
func (p *Program) Callee(s Scope, fun ast.Expr) Callee {
	fun = ast.Unparen(fun)
	if tv, ok := s.Pkg.TypesInfo.Types[fun]; ok && tv.IsType() {
		return Callee{Kind: Conversion}
	}
	id, recv, sel := named(s, fun)
	if id == nil {
		return Callee{}
	}
	switch obj := s.Pkg.TypesInfo.Uses[id].(type) {
	case *types.Builtin:
		return Callee{Kind: Builtin, Name: obj.Name()}
	case *types.Func:
		return p.function(s, id, recv, sel, obj)
	}
	return Callee{}
}

// named returns the identifier of a function that is referred to by name, and the receiver
// and the selection if it is a method.
func named(s Scope, fun ast.Expr) (id *ast.Ident, recv ast.Expr, sel *types.Selection) {
	switch e := fun.(type) {
	case *ast.Ident:
		return e, nil, nil
	case *ast.IndexExpr:
		return named(s, ast.Unparen(e.X))
	case *ast.IndexListExpr:
		return named(s, ast.Unparen(e.X))
	case *ast.SelectorExpr:
		if sel := s.Pkg.TypesInfo.Selections[e]; sel != nil {
			switch sel.Kind() {
			case types.MethodVal:
				return e.Sel, e.X, sel
			case types.MethodExpr:
				return e.Sel, nil, sel
			}
			return nil, nil, nil
		}
		return e.Sel, nil, nil
	}
	return nil, nil, nil
}

func (p *Program) function(s Scope, id *ast.Ident, recv ast.Expr, sel *types.Selection, obj *types.Func) Callee {
	if recv != nil {
		if m := s.ofParameter(sel); m != nil {
			sel, obj = m, m.Obj().(*types.Func)
		}
	}
	c := Callee{Kind: Library, Name: obj.Name(), Recv: recv, Selection: sel, Obj: obj}
	if obj.Pkg() != nil {
		c.Path = obj.Pkg().Path()
	}
	if c.Path == Accelerate {
		c.Kind = Marking
		return c
	}
	origin := obj.Origin()
	f := p.Funcs[origin.FullName()]
	if f == nil || p.Replaced != nil && p.Replaced(c.Path, c.Name) {
		return c
	}
	c.Kind, c.Func = Declared, f
	if sel != nil {
		t := c.Receiver(s)
		if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
			t = ptr.Elem()
		}
		var args []types.Type
		if n, ok := types.Unalias(t).(*types.Named); ok {
			args = s.list(n.TypeArgs())
		}
		c.Scope = p.instance(f, f.Obj.Signature().RecvTypeParams(), args)
		return c
	}
	c.Scope = p.instance(f, f.Obj.Signature().TypeParams(), s.list(s.Pkg.TypesInfo.Instances[id].TypeArgs))
	return c
}

// ofParameter returns the method of the type that a type parameter stands for in this instance, for the selection of
// one that its constraint names; nil for other methods. What methods of pointers and slices change is asked of generic
// functions without their instance, so these are not found here.
func (s Scope) ofParameter(sel *types.Selection) *types.Selection {
	if _, ok := types.Unalias(sel.Recv()).(*types.TypeParam); !ok {
		return nil
	}
	t := s.Subst(sel.Recv())
	if types.IsInterface(t) || IsPointer(t) || IsArray(t) {
		return nil
	}
	return types.NewMethodSet(t).Lookup(sel.Obj().Pkg(), sel.Obj().Name())
}

// Futhark returns the text of a function that a call of accelerate.Futhark gives, which must be a
// constant, and the function's type. sig is nil for other calls.
func (p *Program) Futhark(s Scope, call *ast.CallExpr) (text ast.Expr, sig *types.Signature) {
	callee := p.Callee(s, call.Fun)
	if callee.Kind != Marking || callee.Recv != nil || callee.Name != "Futhark" || len(call.Args) == 0 {
		return nil, nil
	}
	sig, _ = s.TypeOf(call).Underlying().(*types.Signature)
	return call.Args[0], sig
}

// Receiver returns the type of the value that a method is called with: of the embedded field
// that has the method, if it was selected through one.
func (c Callee) Receiver(s Scope) types.Type {
	t := s.Subst(c.Selection.Recv())
	path := c.Selection.Index()
	for _, i := range path[:len(path)-1] {
		t = Struct(t).Field(i).Type()
	}
	return t
}

// Struct returns the struct that t is, or that it points at.
func Struct(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}

// TensorElem returns the element type of an accelerate.Tensor, or nil for other types.
func TensorElem(t types.Type) types.Type { return argumentOf(t, "Tensor") }

// DeviceData returns the type of the data of an accelerate.Device, or nil for other types.
func DeviceData(t types.Type) types.Type { return argumentOf(t, "Device") }

// Data returns the type of the data of a Device, and other types as they are.
func Data(t types.Type) types.Type {
	if data := DeviceData(t); data != nil {
		return data
	}
	return t
}

// argumentOf returns the type argument of a generic type of package accelerate.
func argumentOf(t types.Type, name string) types.Type {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != Accelerate || n.Obj().Name() != name {
		return nil
	}
	return n.TypeArgs().At(0)
}
