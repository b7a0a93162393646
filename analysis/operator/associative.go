package operator

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Operators on tuples whose associativity can be shown: sums and products of integers of one
// type are a ring, in which two polynomials that are equal have equal values, wrapped or not.
// Components that are bools are tried for all values, so that branches on them are decided.
// Floats, and what else is not computed with, may be passed on.

const (
	maxFlags = 2  // the bools in an operand
	maxTerms = 64 // of a polynomial
	maxSteps = 64 // statements of an operator
)

// Associative reports whether an operator on scalars is known to be associative, to the last
// bit, with the given right identity.
func Associative(l *ir.Lambda, neutral []ir.Atom) bool {
	n := len(neutral)
	if len(l.Params) != 2*n || len(l.Body.Stms) > maxSteps {
		return false
	}
	var flags []*meaning // the bools among the components
	operands := make([][]meaning, 3)
	for k := range operands {
		operands[k] = make([]meaning, n)
		for i, p := range l.Params[:n] {
			if !p.Type.IsScalar() {
				return false
			}
			m := &operands[k][i]
			m.elem = p.Type.Elem
			if m.elem == scalar.Bool {
				flags = append(flags, m)
				continue
			}
			m.poly = sym.Var(name.Name{Base: "component", ID: k*n + i + 1})
		}
	}
	if len(flags) > 3*maxFlags {
		return false
	}
	ne := make([]meaning, n)
	for i, a := range neutral {
		if a.IsVar() {
			return false
		}
		ne[i] = constant(a.Const)
	}
	for bits := range 1 << len(flags) {
		for i, f := range flags {
			f.truth = bits>>i&1 == 1
		}
		if !associates(l, operands, ne) {
			return false
		}
	}
	return true
}

// associates reports whether the operator associates on three operands, and ne is a right
// identity of the first.
func associates(l *ir.Lambda, operands [][]meaning, ne []meaning) bool {
	x, y, z := operands[0], operands[1], operands[2]
	xy, ok1 := applied(l, x, y)
	yz, ok2 := applied(l, y, z)
	same, ok3 := applied(l, x, ne)
	if !ok1 || !ok2 || !ok3 || !equal(same, x) {
		return false
	}
	left, ok1 := applied(l, xy, z)
	right, ok2 := applied(l, x, yz)
	return ok1 && ok2 && equal(left, right)
}

// meaning is the value of a scalar: a bool that is known, or a polynomial over the components
// of the operands. A polynomial of floats is a component.
type meaning struct {
	elem  scalar.Type
	truth bool
	poly  sym.Poly
	other bool // a float that is no component: it equals nothing
}

func constant(v scalar.Value) meaning {
	switch {
	case v.Type == scalar.Bool:
		return meaning{elem: v.Type, truth: v.Bool()}
	case v.Type.IsInt():
		return meaning{elem: v.Type, poly: sym.Const(v.Int())}
	}
	return meaning{elem: v.Type, other: true}
}

func equal(xs, ys []meaning) bool {
	for i, x := range xs {
		y := ys[i]
		if x.other || y.other || x.elem != y.elem || x.truth != y.truth || !x.poly.Equal(y.poly) {
			return false
		}
	}
	return true
}

// applied is an operator's result for two operands; false if it is not known.
func applied(l *ir.Lambda, x, y []meaning) ([]meaning, bool) {
	means := meanings{}
	for i, p := range l.Params {
		if i < len(x) {
			means[p.Name] = x[i]
		} else {
			means[p.Name] = y[i-len(x)]
		}
	}
	return means.body(l.Body)
}

// meanings holds those of variables.
type meanings map[name.Name]meaning

func (m meanings) atom(a ir.Atom) (meaning, bool) {
	if !a.IsVar() {
		return constant(a.Const), true
	}
	x, ok := m[a.Name]
	return x, ok
}

func (m meanings) atoms(as []ir.Atom) ([]meaning, bool) {
	out := make([]meaning, len(as))
	for i, a := range as {
		x, ok := m.atom(a)
		if !ok {
			return nil, false
		}
		out[i] = x
	}
	return out, true
}

func (m meanings) body(b *ir.Body) ([]meaning, bool) {
	for _, s := range b.Stms {
		values, ok := m.exp(s.Exp)
		if !ok || len(values) != len(s.Pat) {
			return nil, false
		}
		for i, p := range s.Pat {
			m[p.Name] = values[i]
		}
	}
	return m.atoms(b.Result)
}

func (m meanings) exp(e ir.Exp) ([]meaning, bool) {
	switch e := e.(type) {
	case *ir.Use:
		return m.atoms([]ir.Atom{e.X})
	case *ir.If:
		cond, ok := m.atom(e.Cond)
		switch {
		case !ok:
			return nil, false
		case cond.truth:
			return m.body(e.Then)
		}
		return m.body(e.Else)
	case *ir.Convert:
		x, ok := m.atom(e.X)
		if !ok || e.From != scalar.Bool || !e.To.IsInt() {
			return nil, false
		}
		return []meaning{constant(scalar.Convert(e.To, scalar.FromBool(x.truth)))}, true
	case *ir.Prim:
		args, ok := m.atoms(e.Args)
		if !ok {
			return nil, false
		}
		x, ok := prim(e.Fn, e.Type, args)
		return []meaning{x}, ok
	}
	return nil, false
}

// prim applies a scalar operator.
func prim(fn scalar.Op, t scalar.Type, args []meaning) (meaning, bool) {
	out := meaning{elem: t}
	switch {
	case fn == scalar.Select:
		if args[0].truth {
			return args[1], true
		}
		return args[2], true
	case t == scalar.Bool:
		return truth(fn, args)
	case !t.IsInt():
		return out, false
	}
	switch fn {
	case scalar.Add:
		out.poly = args[0].poly.Add(args[1].poly)
	case scalar.Sub:
		out.poly = args[0].poly.Sub(args[1].poly)
	case scalar.Neg:
		out.poly = args[0].poly.Neg()
	case scalar.Mul:
		if len(args[0].poly.Terms())*len(args[1].poly.Terms()) > maxTerms {
			return out, false
		}
		out.poly = args[0].poly.Mul(args[1].poly)
	default:
		return out, false
	}
	return out, len(out.poly.Terms()) <= maxTerms
}

// truth applies an operator on bools.
func truth(fn scalar.Op, args []meaning) (meaning, bool) {
	out := meaning{elem: scalar.Bool}
	x := args[0].truth
	y := x
	if len(args) > 1 {
		y = args[1].truth
	}
	switch fn {
	case scalar.Not:
		out.truth = !x
	case scalar.And:
		out.truth = x && y
	case scalar.Or:
		out.truth = x || y
	case scalar.Xor, scalar.Ne:
		out.truth = x != y
	case scalar.Eq:
		out.truth = x == y
	default:
		return out, false
	}
	return out, true
}
