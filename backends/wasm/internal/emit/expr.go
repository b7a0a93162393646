package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lanes"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Expr pushes the value of e.
func (f *Fn) Expr(e imp.Expr) {
	if len(f.Hoisted) > 0 {
		if l, ok := f.Hoisted[imp.Key(e)]; ok {
			f.Get(l)
			return
		}
	}
	if imp.LanesOf(e) > 0 {
		f.vectors().Expr(f, e)
		return
	}
	switch e := e.(type) {
	case *imp.Const:
		f.Constant(e.Value)
	case *imp.Var:
		f.Get(f.At(e.Name))
	case *imp.Load:
		f.load(e)
	case *imp.Prim:
		f.prim(e)
	case *imp.Convert:
		f.convert(e)
	case *imp.Lane:
		f.vectors().Extract(f, e)
	case *imp.ID:
		if e.Kind == imp.NumThreads {
			f.Get(assemble.Thread)
			f.Put(code.I64Load, image.ThreadCount)
			return
		}
		if e.Kind == imp.Repeats { // versions differ in how they fail on GPUs alone
			f.I64(0)
			return
		}
		if e.Kind == imp.Threshold {
			f.I64(e.Default)
			return
		}
		assemble.Unsupportedf("thread identities outside a device kernel (function %s)", f.Fun)
	}
}

// prim applies an operator; constants are folded.
func (f *Fn) prim(e *imp.Prim) {
	if v, ok := imp.Fold(e); ok {
		f.Constant(v)
		return
	}
	if c, ok := f.insideOf(e, e == f.declared && f.near[e]); ok && f.inside(c) {
		return
	}
	e = lanes.Cheaper(e)
	if assemble.IsDirect(e.Fn, e.Type) {
		for _, x := range e.Args {
			f.Expr(x)
		}
		f.Operator(e.Fn, e.Type, nil)
		return
	}
	f.Scope(func() {
		args := make([]assemble.Value, len(e.Args))
		for i, x := range e.Args {
			args[i] = f.Hold(x)
		}
		f.Operator(e.Fn, e.Type, args)
	})
}

// Hold evaluates e into a value.
func (f *Fn) Hold(e imp.Expr) assemble.Value {
	if c, ok := imp.ConstOf(e); ok {
		return assemble.Value{Const: c}
	}
	if v, ok := e.(*imp.Var); ok {
		return assemble.Value{At: f.At(v.Name)}
	}
	f.Expr(e)
	return f.Keep(assemble.ValType(imp.TypeOf(e)))
}

// convert writes a conversion between scalar types.
func (f *Fn) convert(e *imp.Convert) {
	if v, ok := imp.ConstOf(e); ok {
		f.Constant(v)
		return
	}
	from, to := e.From, e.To
	if from.IsFloat() && !to.IsFloat() && to != scalar.Bool {
		f.Scope(func() { f.Truncate(from, to, f.Hold(e.X)) })
		return
	}
	f.Expr(e.X)
	switch {
	case from == to:
	case to == scalar.Bool:
		f.IsNonZero(from)
	case from.IsFloat():
		f.Refloat(from, to)
	case to.IsFloat():
		f.IntToFloat(from, to)
	default:
		f.Resize(from, to)
	}
}
