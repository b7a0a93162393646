package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
)

// The prover reasons over the integers, and ints are of 64 bits. So what it is told has to hold of
// the integers: facts mention polynomials only whose value in 64 bits is exact. Such are sums of
// small variables, and polynomials between 0 and the size of an array; sizes are checked, by the
// host where they depend on its variables only.

// ranges holds the known bounds of numbers.
type ranges struct {
	ofHost map[name.Name]bool     // variables of the host
	small  map[name.Name]bool     // variables below 2^46
	most   map[name.Name]sym.Poly // the most elements of arrays whose length a loop changes
	sizes  []sym.Poly             // of arrays, exact
	// divisors are those in the kernel that is being emitted that the host knows, and of which
	// nobody knows that they are positive.
	divisors []sym.Poly
	onHost   []imp.Stm // checks that go before the kernel that is being emitted
}

// largest bounds the sizes of arrays, and what counts as small.
const largest = 1 << 46

// prover knows the facts about polynomials. With those about others, too, it would look in vain for
// the few that help.
func (e *emitter) prover(about ...sym.Poly) *sym.Prover {
	var vars []name.Name
	for _, p := range about {
		p.Vars(func(v name.Name) { vars = append(vars, v) })
	}
	return sym.NewProver(e.Facts.About(vars...))
}

// know adds facts. What differs from a number that it is not below is above it.
func (e *emitter) know(facts sym.Facts) {
	for _, f := range facts {
		if f.Rel == sym.NE {
			d := f.Left.Sub(f.Right)
			p := e.prover(d)
			switch {
			case p.NonNeg(d) != nil:
				f = sym.Ge(d, sym.Const(1))
			case p.NonNeg(d.Neg()) != nil:
				f = sym.Ge(d.Neg(), sym.Const(1))
			}
		}
		e.Facts = append(e.Facts, f)
	}
}

// hostKnows reports whether the host can compute a polynomial.
func (e *emitter) hostKnows(p sym.Poly) bool {
	known := true
	p.Vars(func(v name.Name) { known = known && e.ofHost[v] })
	return known
}

// room is a number of elements that the host knows and that p is not beyond: the most that the arrays of loops have in
// place of their lengths.
func (e *emitter) room(p sym.Poly) (sym.Poly, bool) {
	for !e.hostKnows(p) {
		grows, found := true, false
		for _, t := range p.Terms() {
			for _, v := range t.Vars {
				if _, changes := e.most[v]; changes {
					grows, found = grows && len(t.Vars) == 1 && t.Coef > 0, true
				}
			}
		}
		if !grows || !found {
			return p, false
		}
		p = p.Subst(func(v name.Name) (sym.Poly, bool) {
			most, changes := e.most[v]
			return most, changes
		})
	}
	return p, p.Exact()
}

// isSmall reports whether a polynomial is known to be below 2^46: a small variable, or between 0
// and a size.
func (e *emitter) isSmall(p sym.Poly) bool {
	if c, ok := p.AsConst(); ok {
		return p.Exact() && c > -largest && c < largest
	}
	if v, ok := p.AsVar(); ok && e.small[v] {
		return true
	}
	for _, s := range e.sizes {
		if s.Equal(p) {
			return true
		}
	}
	prover := e.prover(p)
	if prover.NonNeg(p) == nil {
		return false
	}
	for _, s := range e.sizes {
		if prover.NonNeg(s.Sub(p)) != nil {
			return true
		}
	}
	return false
}

// isExact reports whether a polynomial is known not to overflow: if it is a variable, or small, or
// a sum of few small variables.
func (e *emitter) isExact(p sym.Poly) bool {
	if _, alone := p.AsVar(); alone {
		return true
	}
	linear, sum := p.Exact(), int64(0)
	for _, t := range p.Terms() {
		linear = linear && len(t.Vars) <= 1 && t.Coef > -largest && t.Coef < largest
		if len(t.Vars) == 1 {
			linear = linear && e.small[t.Vars[0]]
			sum += min(max(t.Coef, -t.Coef), largest)
		}
	}
	return linear && sum < 1<<12 || e.isSmall(p)
}

// smallSize is p as a polynomial that is small: itself, or a variable with its value. What the host
// knows is checked there.
func (e *emitter) smallSize(p sym.Poly, pos source.Pos) sym.Poly {
	if e.isSmall(p) {
		return p
	}
	if e.hostKnows(p) {
		check := &imp.Assert{Cond: withinLargest(p), Trace: []source.Pos{pos},
			Message: []imp.MessagePart{{Text: "a size of more than 2^46 elements"}}}
		if e.where == host {
			e.Add(check)
		} else {
			e.onHost = append(e.onHost, check)
		}
		e.sizes = append(e.sizes, p)
		return p
	}
	v := e.declare("size", imp.Poly(p))
	e.require(compare(scalar.Lt, imp.IntVar(v), imp.Int(largest)), pos, "a size of ", sym.Var(v), " elements is too large")
	e.small[v] = true
	return sym.Var(v)
}

// withinLargest is whether the sum of the absolute values of p's terms is below the largest size,
// computed in f64.
func withinLargest(p sym.Poly) imp.Expr {
	f64 := func(op scalar.Op, args ...imp.Expr) imp.Expr { return &imp.Prim{Fn: op, Type: scalar.F64, Args: args} }
	var sum imp.Expr = &imp.Const{Value: scalar.Float(scalar.F64, 0)}
	for _, t := range p.Terms() {
		var product imp.Expr = &imp.Const{Value: scalar.Float(scalar.F64, float64(t.Coef))}
		for _, v := range t.Vars {
			product = f64(scalar.Mul, product, &imp.Convert{From: scalar.I64, To: scalar.F64, X: imp.IntVar(v)})
		}
		sum = f64(scalar.Add, sum, f64(scalar.Abs, product))
	}
	return &imp.Prim{Fn: scalar.Lt, Type: scalar.F64, Args: []imp.Expr{sum, &imp.Const{Value: scalar.Float(scalar.F64, largest)}}}
}

// iteration notes the range of an index, 0 <= i < n.
func (e *emitter) iteration(i, n sym.Poly) {
	i.Vars(func(v name.Name) {
		if e.small[v] {
			return
		}
		if !e.together() { // the loops of a group are known where barriers are placed
			e.declared(v)
		}
		e.small[v] = true
	})
	e.InRange(i, n)
}
