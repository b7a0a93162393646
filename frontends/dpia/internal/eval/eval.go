// Package eval is the meaning of functional DPIA: an evaluator of expressions over values, in
// which arrays are lists and strategies mean nothing. It shares no code with the translation,
// whose oracle it is.
package eval

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/phrase"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// A value is a scalar.Value, an Array (also of a vector), a Pair, an index as an int64, or a Func.
type (
	Array []any
	Pair  [2]any
	Func  func(any) any
)

// Env holds the values of variables.
type Env struct {
	Vars map[name.Name]any
	Nats map[name.Name]int64
}

func (e *Env) nat(n types.Nat) int64 { return n.Eval(func(v name.Name) int64 { return e.Nats[v] }) }

// Eval evaluates an expression or a function of expressions.
func Eval(p phrase.Phrase, e *Env) any {
	switch p := p.(type) {
	case *phrase.Var:
		return e.Vars[p.Name]
	case *phrase.Lit:
		if v, ok := p.Data.(types.Vec); ok {
			return repeat(p.Value, e.nat(v.K))
		}
		return p.Value
	case *phrase.Lam:
		return Func(func(x any) any {
			e.Vars[p.Param] = x
			return Eval(p.Body, e)
		})
	case *phrase.App:
		return Eval(p.Fun, e).(Func)(Eval(p.Arg, e))
	case *phrase.Prim:
		return e.primitive(p)
	}
	panic(fmt.Sprintf("%T is no part of an expression", p))
}

func repeat(x any, n int64) Array {
	out := make(Array, n)
	for i := range out {
		out[i] = x
	}
	return out
}

// of1, of2 and of3 make functions of several parameters.
func of1(f func(x any) any) Func { return f }
func of2(f func(x, y any) any) Func {
	return func(x any) any { return Func(func(y any) any { return f(x, y) }) }
}
func of3(f func(x, y, z any) any) Func {
	return func(x any) any { return of2(func(y, z any) any { return f(x, y, z) }) }
}

func call2(f, x, y any) any { return f.(Func)(x).(Func)(y) }

// primitive is the meaning of a primitive (section 3.3 of the paper).
func (e *Env) primitive(p *phrase.Prim) any {
	switch p.Of.Role {
	case phrase.Operation:
		if p.Of.Op.Info().Arity() == 1 {
			return of1(func(x any) any { return operate(p.Of.Op, x) })
		}
		return of2(func(x, y any) any { return operate(p.Of.Op, x, y) })
	case phrase.Map:
		return of2(func(f, xs any) any {
			out := make(Array, len(xs.(Array)))
			for i, x := range xs.(Array) {
				out[i] = f.(Func)(x)
			}
			return out
		})
	case phrase.Reduce:
		return of3(func(f, acc, xs any) any {
			for _, x := range xs.(Array) {
				acc = call2(f, x, acc)
			}
			return acc
		})
	case phrase.Zip:
		return of2(func(xs, ys any) any {
			out := make(Array, len(xs.(Array)))
			for i := range out {
				out[i] = Pair{xs.(Array)[i], ys.(Array)[i]}
			}
			return out
		})
	case phrase.MakePair:
		return of2(func(x, y any) any { return Pair{x, y} })
	case phrase.First:
		return of1(func(x any) any { return x.(Pair)[0] })
	case phrase.Second:
		return of1(func(x any) any { return x.(Pair)[1] })
	case phrase.To:
		return of2(func(f, x any) any { return f.(Func)(x) })
	case phrase.Let:
		return of2(func(x, f any) any { return f.(Func)(x) })
	case phrase.Broadcast:
		return of1(func(x any) any { return repeat(x, e.nat(p.Args[0].Nat)) })
	case phrase.Split, phrase.AsVector:
		return of1(func(x any) any { return rows(x.(Array), e.nat(p.Args[0].Nat)) })
	case phrase.Join, phrase.AsScalar:
		return of1(func(x any) any {
			out := Array{}
			for _, row := range x.(Array) {
				out = append(out, row.(Array)...)
			}
			return out
		})
	case phrase.Transpose:
		return of1(func(x any) any { return transposed(x.(Array), e.nat(p.Args[1].Nat)) })
	}
	panic(p.Of.Name + " is no part of an expression")
}

// rows cuts an array into rows of n elements.
func rows(x Array, n int64) Array {
	out := Array{}
	for n > 0 && len(x) > 0 {
		out, x = append(out, x[:n:n]), x[n:]
	}
	return out
}

func transposed(x Array, columns int64) Array {
	out := make(Array, columns)
	for j := range out {
		column := make(Array, len(x))
		for i, row := range x {
			column[i] = row.(Array)[j]
		}
		out[j] = column
	}
	return out
}

// operate applies an operator, lane by lane to vectors.
func operate(op scalar.Op, args ...any) any {
	if lanes, isVec := args[0].(Array); isVec {
		out := make(Array, len(lanes))
		for i := range out {
			each := make([]any, len(args))
			for k, a := range args {
				each[k] = a.(Array)[i]
			}
			out[i] = operate(op, each...)
		}
		return out
	}
	values := make([]scalar.Value, len(args))
	for i, a := range args {
		values[i] = a.(scalar.Value)
	}
	v, _ := op.Eval(values[0].Type, values...)
	return v
}
