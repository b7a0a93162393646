package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lanes"
	"github.com/lamina-lang/lamina/core/scalar"
)

// expr pushes the value of e.
func (f *fn) expr(e imp.Expr) {
	if len(f.hoisted) > 0 {
		if l, ok := f.hoisted[imp.Key(e)]; ok {
			f.get(l)
			return
		}
	}
	if imp.LanesOf(e) > 0 {
		f.vectorExpr(e)
		return
	}
	switch e := e.(type) {
	case *imp.Const:
		f.constant(e.Value)
	case *imp.Var:
		f.get(f.at(e.Name))
	case *imp.Load:
		f.load(e)
	case *imp.Prim:
		f.prim(e)
	case *imp.Convert:
		f.convert(e)
	case *imp.Lane:
		f.extract(e)
	case *imp.ID:
		if e.Kind == imp.NumThreads {
			f.get(thread)
			f.put(code.I64Load, image.ThreadCount)
			return
		}
		if e.Kind == imp.Repeats { // versions differ in how they fail on GPUs alone
			f.i64(0)
			return
		}
		if e.Kind == imp.Threshold {
			f.i64(e.Default)
			return
		}
		unsupportedf("thread identities outside a device kernel (function %s)", f.fun)
	}
}

// prim applies an operator; constants are folded.
func (f *fn) prim(e *imp.Prim) {
	if v, ok := imp.Fold(e); ok {
		f.constant(v)
		return
	}
	if c, ok := f.insideOf(e); ok && f.inside(c) {
		return
	}
	e = lanes.Cheaper(e)
	if isDirect(e.Fn, e.Type) {
		for _, x := range e.Args {
			f.expr(x)
		}
		f.operator(e.Fn, e.Type, nil)
		return
	}
	f.scope(func() {
		args := make([]value, len(e.Args))
		for i, x := range e.Args {
			args[i] = f.hold(x)
		}
		f.operator(e.Fn, e.Type, args)
	})
}

// value is an operand that may be pushed any number of times: a constant, or
// what is in a local.
type value struct {
	konst scalar.Value // when its type is valid
	at    local
}

// hold evaluates e into a value.
func (f *fn) hold(e imp.Expr) value {
	if c, ok := imp.ConstOf(e); ok {
		return value{konst: c}
	}
	if v, ok := e.(*imp.Var); ok {
		return value{at: f.at(v.Name)}
	}
	f.expr(e)
	return f.keep(valType(imp.TypeOf(e)))
}

// keep pops the top of the stack into a value.
func (f *fn) keep(t code.ValType) value {
	l := f.temp(t)
	f.set(l)
	return value{at: l}
}

// push pushes values.
func (f *fn) push(vs ...value) {
	for _, v := range vs {
		if v.konst.Type.IsValid() {
			f.constant(v.konst)
		} else {
			f.get(v.at)
		}
	}
}

// isConst returns the integer that v is known to be.
func (v value) isConst() (int64, bool) {
	if !v.konst.Type.IsValid() || v.konst.Type.IsFloat() {
		return 0, false
	}
	return v.konst.Int(), true
}

// normalise makes the top of the stack, which arithmetic of t's WebAssembly type
// left there, a value of t: it extends narrow integers and rounds f16.
func (f *fn) normalise(t scalar.Type) {
	switch t {
	case scalar.I8:
		f.op(code.I32Extend8S)
	case scalar.I16:
		f.op(code.I32Extend16S)
	case scalar.U8:
		f.i32(0xff)
		f.op(code.I32And)
	case scalar.U16:
		f.i32(0xffff)
		f.op(code.I32And)
	case scalar.Bool:
		f.i32(1)
		f.op(code.I32And)
	case scalar.F16:
		f.op(code.F64PromoteF32)
		f.call(f.u.roundHalf())
	}
}
