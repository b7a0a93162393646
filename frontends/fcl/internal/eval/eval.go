// Package eval is the meaning of FCL: an evaluator of typed programs over values (the semantics of
// section 5.3.3 of the thesis, in big steps and without costs). A pull array is an index function,
// a push array a list of writes, force a list of elements; levels mean nothing. It shares no code
// with the translation, whose oracle it is.
package eval

import (
	"context"
	"fmt"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/core"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/types"
)

// A value is a scalar.Value, a Pair, a Unit, a Func, a Pull, a Push or a Program.
type (
	Pair [2]any
	Unit struct{}
	Func func(any) any
	// Pull is an array by its elements.
	Pull struct {
		N  int64
		At func(i int64) any
	}
	// Push is an array by its writes: Each hands each element and its place to write.
	Push struct {
		N    int64
		Each func(write func(i int64, x any))
	}
	// Program is a computation at some level.
	Program func() any
)

// Failure is an error of a program that ran.
type Failure string

func (f Failure) Error() string { return string(f) }

func fail(format string, args ...any) { panic(Failure(fmt.Sprintf(format, args...))) }

// env is an environment of values.
type env = core.Env[any]

// Machine evaluates expressions. Local is #BlockSize.
type Machine struct {
	Context context.Context
	Local   int64
	work    int
}

// Entry evaluates an entry point of a program on arguments. Failures are panics of type Failure.
func (m *Machine) Entry(p *core.Program, d *core.Def, args []any) any {
	var in *env
	for _, def := range p.Defs {
		if def == d {
			break
		}
		in = in.WithPoly(def.Binder, def.Value)
	}
	v := m.eval(d.Value, in)
	for _, a := range args {
		v = v.(Func)(a)
	}
	return v.(Program)()
}

func (m *Machine) eval(x core.Expr, in *env) any {
	if m.work++; m.work%(1<<12) == 0 && m.Context.Err() != nil {
		fail("%v", m.Context.Err())
	}
	switch x := x.(type) {
	case *core.Lit:
		return x.Value
	case *core.Unit:
		return Unit{}
	case *core.Pair:
		first := m.eval(x.First, in)
		return Pair{first, m.eval(x.Second, in)}
	case *core.Lam:
		return Func(func(v any) any { return m.eval(x.Body, in.With(x.Param, v)) })
	case *core.App:
		f := m.eval(x.Fun, in).(Func)
		return f(m.eval(x.Arg, in))
	case *core.Let:
		if x.Name.Polymorphic() {
			return m.eval(x.Body, in.WithPoly(x.Name, x.Value))
		}
		return m.eval(x.Body, in.With(x.Name, m.eval(x.Value, in)))
	case *core.Var:
		v, poly, at := in.Find(x)
		if poly != nil {
			return m.eval(poly, at)
		}
		return v
	case *core.If:
		if m.eval(x.Cond, in).(scalar.Value).Bool() {
			return m.eval(x.Then, in)
		}
		return m.eval(x.Else, in)
	case *core.Prim:
		elem := types.Type(nil)
		if len(x.Types) > 0 {
			elem = in.Type(x.Types[0])
		}
		return curried(x.Of.Arity, nil, func(args []any) any { return m.primitive(x.Of, elem, args) })
	}
	panic(fmt.Sprintf("%T is no expression", x))
}

// curried is a function of n parameters.
func curried(n int, args []any, f func([]any) any) any {
	if len(args) == n {
		return f(args)
	}
	return Func(func(x any) any { return curried(n, append(args[:len(args):len(args)], x), f) })
}

func integer(v any) int64 { return v.(scalar.Value).Int() }
func number(n int64) any  { return scalar.Int(scalar.I64, n) }

// apply applies a function of several parameters.
func apply(f any, args ...any) any {
	for _, a := range args {
		f = f.(Func)(a)
	}
	return f
}

// operate applies an operator to scalars.
func operate(op scalar.Op, args []any) any {
	values := make([]scalar.Value, len(args))
	for i, a := range args {
		values[i] = a.(scalar.Value)
	}
	t := values[0].Type
	if op == scalar.Quot && t.IsFloat() {
		op = scalar.Div
	}
	for i := range values {
		values[i] = scalar.Convert(op.ParamType(t, i), values[i])
	}
	if !op.Defined(t, values...) {
		fail("division by zero")
	}
	v, _ := op.Eval(t, values...)
	return v
}
