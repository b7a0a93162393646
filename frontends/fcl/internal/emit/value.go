// Package emit takes typed FCL to core/imp by evaluating it: functions, pairs, pull and push arrays
// and programs are values of the compiler, and what is left are the statements that they emit
// (the cost-0 rules of section 5.3.3 of the thesis are what happens here). So a program becomes
// what it says:
//
//   - An array that is pushed at grid level becomes a parallel loop, an interleaving at grid level
//     a launch with a group for each sub-program, one at block level a loop over the work-items of
//     a group; at thread level everything is sequential.
//   - force, while, power and seqfor make memory: global at grid level, of the group at block level,
//     of the thread at thread level. Nothing else does.
//   - Barriers stand where a work-item may touch what another one of its group wrote or read since
//     the last one (frontends/launch).
//
// Ints are polynomials over variables as long as possible, so that the prover can show that
// indices are in range. Where it cannot, the program checks.
package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/core"
)

// env is an environment of values.
type env = core.Env[value]

// value is a number, a pairOf, a unit, a function, a pull, a push or a program.
type value any

type (
	// number is a scalar: the polynomial p if its type is i64, else the expression x. A truth value
	// may come with what holds if it is true, and if it is false.
	number struct {
		t       scalar.Type
		x       imp.Expr
		p       sym.Poly
		yes, no sym.Facts
	}
	pairOf   struct{ first, second value }
	unit     struct{}
	missing  struct{} // what a check that failed left uncomputed: memory holds a zero instead
	function func(value) value

	// pull is an array by its elements. Its indices have been checked. memory is where it lies, if
	// it does.
	pull struct {
		n      sym.Poly
		at     func(i sym.Poly) value
		memory *storage
	}
	// push is an array by what writes it: fill calls write, where its level runs, for each element.
	push struct {
		n    sym.Poly
		fill func(write writer)
	}
	// program emits code for its level when it runs.
	program func() value
)

// writer emits the code that writes element i.
type writer func(i sym.Poly, x value)

func ofPoly(p sym.Poly) number { return number{t: scalar.I64, p: p} }

// expr is a number as an expression.
func (n number) expr() imp.Expr {
	if n.t == scalar.I64 {
		return imp.Poly(n.p)
	}
	return n.x
}

// constant is the value of a number that is known.
func (n number) constant() (scalar.Value, bool) {
	if n.t == scalar.I64 {
		c, ok := n.p.AsConst()
		return scalar.Int(scalar.I64, c), ok
	}
	return imp.ConstOf(n.x)
}

// number makes a number of an expression. An int that is no polynomial becomes a variable.
func (e *emitter) number(x imp.Expr) number {
	t := imp.TypeOf(x)
	if v, ok := imp.ConstOf(x); ok {
		x = &imp.Const{Value: v}
	}
	if t != scalar.I64 {
		return number{t: t, x: x}
	}
	switch x := x.(type) {
	case *imp.Const:
		return ofPoly(sym.Const(x.Value.Int()))
	case *imp.Var:
		return ofPoly(sym.Var(x.Name))
	}
	return ofPoly(sym.Var(e.declare("x", x)))
}

// settled is a value whose numbers are variables or constants: it may be used many times.
func (e *emitter) settled(v value) value {
	switch v := v.(type) {
	case number:
		switch v.x.(type) {
		case nil, *imp.Const, *imp.Var:
			return v
		}
		out := e.number(imp.Expr(&imp.Var{Name: e.declare("x", v.x), Type: v.t}))
		out.yes, out.no = v.yes, v.no
		return out
	case pairOf:
		return pairOf{e.settled(v.first), e.settled(v.second)}
	}
	return v
}
