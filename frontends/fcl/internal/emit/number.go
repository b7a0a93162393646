package emit

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
)

// operate applies an operator on scalars.
func (e *emitter) operate(op scalar.Op, pos source.Pos, args ...number) value {
	if out, ok := e.folded(op, args); ok {
		return out
	}
	t := args[0].t
	switch {
	case t == scalar.I64:
		if out, ok := e.operateInts(op, pos, args); ok {
			return out
		}
	case op == scalar.Quot && t.IsFloat():
		op = scalar.Div
	case op == scalar.Quot || op == scalar.Rem:
		if _, known := args[1].constant(); !known {
			args[1] = e.settled(args[1]).(number)
		}
		zero := &imp.Const{Value: scalar.Zero(t)}
		e.nonZero(&imp.Prim{Fn: scalar.Ne, Type: t, Args: []imp.Expr{args[1].expr(), zero}}, args[1], pos)
	}
	x := &imp.Prim{Fn: op, Type: t}
	for i, a := range args {
		y := a.expr()
		if want := op.ParamType(t, i); want != a.t {
			y = &imp.Convert{From: a.t, To: want, X: y}
		}
		x.Args = append(x.Args, y)
	}
	return e.number(x)
}

// folded applies an operator to constants.
func (e *emitter) folded(op scalar.Op, args []number) (value, bool) {
	t := args[0].t
	if op == scalar.Quot && t.IsFloat() {
		op = scalar.Div
	}
	values := make([]scalar.Value, len(args))
	for i, a := range args {
		v, ok := a.constant()
		if !ok {
			return nil, false
		}
		values[i] = scalar.Convert(op.ParamType(t, i), v)
	}
	if !op.Defined(t, values...) {
		return nil, false
	}
	v, ok := op.Eval(t, values...)
	return e.number(&imp.Const{Value: v}), ok
}

// nonZero checks a divisor.
func (e *emitter) nonZero(cond imp.Expr, divisor number, pos source.Pos) {
	if v, known := divisor.constant(); known && v.Bits != 0 {
		return
	}
	e.require(cond, pos, "division by zero")
}

// operateInts applies an operator to ints, as polynomials where it can.
func (e *emitter) operateInts(op scalar.Op, pos source.Pos, args []number) (value, bool) {
	p := args[0].p
	var q sym.Poly
	if len(args) > 1 {
		q = args[1].p
	}
	switch op {
	case scalar.Add:
		return e.exactOr(p.Add(q))
	case scalar.Sub:
		return e.exactOr(p.Sub(q))
	case scalar.Mul:
		return e.exactOr(p.Mul(q))
	case scalar.Neg:
		return e.exactOr(p.Neg())
	case scalar.Shl:
		if c, known := q.AsConst(); known && c >= 0 && c < 46 {
			return e.exactOr(p.Scale(1 << c))
		}
	case scalar.Quot, scalar.Rem:
		quot, rem := e.divide(p, q, pos)
		if op == scalar.Quot {
			return ofPoly(quot), true
		}
		return ofPoly(rem), true
	case scalar.Min, scalar.Max:
		return e.extreme(op, p, q), true
	case scalar.Eq, scalar.Ne, scalar.Lt, scalar.Le, scalar.Gt, scalar.Ge:
		return e.comparison(op, p, q), true
	}
	return nil, false
}

// exactOr is a polynomial, unless its coefficients overflow.
func (e *emitter) exactOr(p sym.Poly) (value, bool) { return ofPoly(p), p.Exact() }

// divide is the quotient and the remainder of ints, rounded towards zero.
func (e *emitter) divide(p, n sym.Poly, pos source.Pos) (quot, rem sym.Poly) {
	if c, known := n.AsConst(); !known || c == 0 {
		if !e.isNonZero(n) {
			e.require(compare(scalar.Ne, imp.Poly(n), imp.Int(0)), pos, "division by zero")
			if e.isExact(n) {
				e.know(sym.Facts{sym.Ne(n, sym.Const(0))})
			}
		}
	}
	prover := e.prover(p, n)
	if e.Kernel != nil && e.hostKnows(n) && prover.Pos(n) == nil && !slices.ContainsFunc(e.divisors, n.Equal) {
		e.divisors = append(e.divisors, n)
	}
	if e.isExact(p) && e.isExact(n) && prover.NonNeg(p) != nil && prover.Pos(n) != nil {
		small := e.isSmall(p)
		quot, rem = e.Divide(p, n, func(imp.Expr) (v name.Name) {
			v = e.early("q", scalar.Quot, p, n)
			e.small[v] = small
			return v
		})
		return quot, e.remainder(p, n, quot, rem, small)
	}
	q, r := e.early("q", scalar.Quot, p, n), e.early("r", scalar.Rem, p, n)
	return sym.Var(q), sym.Var(r)
}

// remainder is a remainder that Divide gave, as a variable where p - n·quot is a product of
// variables: with that in a place, parts of the place may be far outside of the array.
func (e *emitter) remainder(p, n, quot, rem sym.Poly, small bool) sym.Poly {
	q, alone := quot.AsVar()
	if _, known := n.AsConst(); known || !alone || !rem.Mentions(q) {
		return rem
	}
	v := e.early("r", scalar.Rem, p, n)
	r := sym.Var(v)
	e.small[v] = small
	e.know(append(sym.Range(r, sym.Const(0), n), sym.Eq(p, quot.Mul(n).Add(r))))
	return r
}

// isNonZero reports whether a divisor is known not to be 0, as after a check.
func (e *emitter) isNonZero(n sym.Poly) bool {
	checked := func(f sym.Fact) bool { return f.Rel == sym.NE && f.Left.Equal(n) && f.Right.IsZero() }
	return slices.ContainsFunc(e.Facts, checked) || e.prover(n).Pos(n) != nil
}

// extreme is the minimum or maximum of ints.
func (e *emitter) extreme(op scalar.Op, p, q sym.Poly) value {
	if e.isExact(p) && e.isExact(q) {
		low, high, prover := p, q, e.prover(p, q)
		if prover.NonNeg(high.Sub(low)) == nil {
			low, high = q, p
		}
		if prover.NonNeg(high.Sub(low)) != nil {
			if op == scalar.Min {
				return ofPoly(low)
			}
			return ofPoly(high)
		}
	}
	v := e.early("x", op, p, q)
	if e.isExact(p) && e.isExact(q) {
		r := sym.Var(v)
		e.small[v] = e.isSmall(p) && e.isSmall(q)
		prover := e.prover(p, q)
		if prover.NonNeg(p) != nil && prover.NonNeg(q) != nil {
			e.know(sym.Facts{sym.Ge(r, sym.Const(0))})
		}
		if op == scalar.Min {
			e.know(sym.Facts{sym.Le(r, p), sym.Le(r, q)})
		} else {
			e.know(sym.Facts{sym.Ge(r, p), sym.Ge(r, q)})
		}
	}
	return ofPoly(sym.Var(v))
}

// comparison compares ints, and notes what follows.
func (e *emitter) comparison(op scalar.Op, p, q sym.Poly) value {
	if d := p.Sub(q); d.IsZero() {
		return e.number(&imp.Const{Value: scalar.FromBool(op == scalar.Eq || op == scalar.Le || op == scalar.Ge)})
	}
	out := number{t: scalar.Bool, x: compare(op, imp.Poly(p), imp.Poly(q))}
	if !e.isExact(p) || !e.isExact(q) {
		return out
	}
	holds := map[scalar.Op]func(a, b sym.Poly) sym.Fact{
		scalar.Eq: sym.Eq, scalar.Ne: sym.Ne, scalar.Lt: sym.Lt, scalar.Le: sym.Le, scalar.Ge: sym.Ge,
		scalar.Gt: func(a, b sym.Poly) sym.Fact { return sym.Lt(b, a) },
	}
	opposite := map[scalar.Op]scalar.Op{
		scalar.Eq: scalar.Ne, scalar.Ne: scalar.Eq, scalar.Lt: scalar.Ge, scalar.Ge: scalar.Lt, scalar.Le: scalar.Gt, scalar.Gt: scalar.Le,
	}
	out.yes, out.no = sym.Facts{holds[op](p, q)}, sym.Facts{holds[opposite[op]](p, q)}
	return out
}
