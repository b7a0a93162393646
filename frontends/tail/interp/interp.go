// Package interp evaluates TAIL programs as the paper's semantics says, with the rules of
// section 3.1.3 that are misprinted put right. It is the oracle for the lowering, and shares no
// code with it: arrays are flat lists of elements here, and every operation computes its result
// from them at once.
package interp

import (
	"context"
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/tail/syntax"
)

// Value is an *Array or a function.
type Value any

// Array is an array in row-major order. Elements are int64s, float64s or bools. Updates change
// Elems.
type Array struct {
	Shape []int
	Elems []any
}

type function func(Value) Value

// Failure is an error of the program that is evaluated.
type Failure struct{ Msg string }

func (f *Failure) Error() string { return f.Msg }

// fail ends the evaluation: the paper's err.
func fail(format string, args ...any) { panic(&Failure{fmt.Sprintf(format, args...)}) }

// Run evaluates an entry point of a checked program. It returns a *Failure where the semantics
// gives err.
func Run(ctx context.Context, e *syntax.Entry, args ...*Array) (results []*Array, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Failure:
			err = r
		case *source.Error:
			err = r
		case stopped:
			err = r.error
		default:
			panic(r)
		}
	}()
	in := &interpreter{ctx: ctx}
	var s *env
	for i, p := range e.Params {
		s = &env{p.Name, args[i], s}
	}
	body := e.Body
	for {
		l, ok := body.(*syntax.Let)
		if !ok {
			break
		}
		s = &env{l.Name, in.exp(s, l.Value), s}
		body = l.Body
	}
	outs := []syntax.Exp{body}
	if r, ok := body.(*syntax.Results); ok {
		outs = r.Elems
	}
	for _, o := range outs {
		results = append(results, in.exp(s, o).(*Array))
	}
	return results, nil
}

type stopped struct{ error }

type env struct {
	name  string
	value Value
	outer *env
}

type interpreter struct{ ctx context.Context }

func (in *interpreter) exp(s *env, e syntax.Exp) Value {
	if err := in.ctx.Err(); err != nil {
		panic(stopped{err})
	}
	switch e := e.(type) {
	case *syntax.Int:
		return scalarOf(e.Value)
	case *syntax.Double:
		return scalarOf(e.Value)
	case *syntax.Bool:
		return scalarOf(e.Value)
	case *syntax.Var:
		for o := s; o != nil; o = o.outer {
			if o.name == e.Name {
				return o.value
			}
		}
		return curried(e.Name, arity(e.Name), nil)
	case *syntax.Vector:
		out := &Array{Shape: []int{len(e.Elems)}, Elems: []any{}}
		for _, x := range e.Elems {
			out.Elems = append(out.Elems, scalar(in.exp(s, x)))
		}
		return out
	case *syntax.Fn:
		return function(func(x Value) Value { return in.exp(&env{e.Param.Name, x, s}, e.Body) })
	case *syntax.App:
		f := in.exp(s, e.Fun).(function)
		return f(in.exp(s, e.Arg))
	case *syntax.Let:
		return in.exp(&env{e.Name, in.exp(s, e.Value), s}, e.Body)
	case *syntax.If:
		if scalar(in.exp(s, e.Cond)).(bool) {
			return in.exp(s, e.Then)
		}
		return in.exp(s, e.Else)
	case *syntax.Op:
		var args []Value
		for _, a := range e.Args {
			args = append(args, in.exp(s, a))
		}
		return apply(e.Name, args)
	}
	panic(source.Internal(e.Start(), fmt.Sprintf("no meaning for %T", e)))
}

// arity counts the arguments of an operation.
func arity(op string) int {
	o, _ := syntax.LookupOp(op)
	n := 0
	for t, ok := syntax.ParseType(o.Type).(*syntax.FuncType); ok; t, ok = t.To.(*syntax.FuncType) {
		n++
	}
	return n
}

// curried is an operation that has some of its arguments.
func curried(op string, lacks int, args []Value) Value {
	return function(func(x Value) Value {
		all := append(slices.Clone(args), x)
		if lacks == 1 {
			return apply(op, all)
		}
		return curried(op, lacks-1, all)
	})
}

// apply applies an operation.
func apply(op string, args []Value) Value {
	if f, ok := scalars[op]; ok {
		xs := make([]any, len(args))
		for i, a := range args {
			xs[i] = scalar(a)
		}
		return scalarOf(f(xs))
	}
	f, ok := arrays[op]
	if !ok {
		panic(source.Internal(source.Pos{}, "no meaning for "+op))
	}
	return f(args)
}

func scalarOf(x any) *Array { return &Array{Shape: []int{}, Elems: []any{x}} }

func scalar(v Value) any { return v.(*Array).Elems[0] }

func number(v Value) int { return int(scalar(v).(int64)) }

// call applies a function to scalars.
func call(f Value, xs ...any) any {
	for _, x := range xs {
		f = f.(function)(scalarOf(x))
	}
	return scalar(f)
}
