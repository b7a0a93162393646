package emit

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/core"
)

// while, power and poweri work on one area of memory with two halves: a step reads the one and
// writes the other, so that no step overwrites what it reads. Arrays do not grow beyond the first
// one. Steps whose condition is known are unrolled.

// mostUnrolled is how many steps are unrolled.
const mostUnrolled = 32

// loop is an iteration that is being emitted.
type loop struct {
	*call
	s    *storage
	most sym.Poly // elements that there is room for
}

func (c *call) iterate() value {
	first := c.args[2].(program)().(push)
	l := &loop{call: c, s: c.allocate(c.types[0], first.n, true, c.at), most: first.n}
	zero := sym.Const(0)
	first.fill(c.writerTo(l.s.other(zero)))
	if c.Of.Role == core.While {
		return l.while(zero, first.n)
	}
	return l.power(zero, first.n)
}

// from is the array in a half.
func (l *loop) from(half, n sym.Poly) pull { return l.array(l.s.other(half), n) }

// step writes the next array to the other half, and returns its length.
func (l *loop) step(half, n sym.Poly, k *sym.Poly) sym.Poly {
	f := l.args[1].(function)
	if k != nil && l.Of.Role == core.Poweri {
		f = f(ofPoly(*k)).(function)
	}
	next := f(l.from(half, n)).(program)().(push)
	if l.prover(l.most, next.n).NonNeg(l.most.Sub(next.n)) == nil {
		if a, known := next.n.AsConst(); known {
			if b, known := l.most.AsConst(); known {
				l.fail(l.call.at, "make the first array as large as the largest one", "%s makes an array of %d elements, more than the %d that it begins with", l.Of.Name, a, b)
			}
		}
		l.require(compare(scalar.Le, imp.Poly(next.n), imp.Poly(l.most)), l.call.at,
			l.Of.Name+" makes an array of ", next.n, " elements, more than the first one's ", l.most)
	}
	next.fill(l.writerTo(l.s.other(sym.Const(1).Sub(half))))
	return next.n
}

// power emits n steps.
func (l *loop) power(half, n sym.Poly) value {
	count := l.args[0].(number).p
	c, known := count.AsConst()
	if !known || c > mostUnrolled {
		return l.loop(half, n, func(body func(k sym.Poly)) {
			steps := l.length(l.extreme(scalar.Max, count, sym.Const(0)).(number).p, l.call.at)
			l.steps(steps, body)
		})
	}
	for k := range max(c, 0) {
		at := sym.Const(k)
		n = l.step(half, n, &at)
		half = sym.Const(1).Sub(half)
	}
	return l.from(half, n)
}

// steps emits a sequential loop of steps.
func (l *loop) steps(n sym.Poly, body func(k sym.Poly)) {
	l.inStep(n)
	s := &imp.For{Index: l.Names.Fresh("step"), Type: scalar.I64, Bound: imp.Poly(n)}
	s.Body = l.round(func() {
		l.iteration(sym.Var(s.Index), n)
		body(sym.Var(s.Index))
	})
	if l.together() {
		l.Kernel.Loops[s] = true
	}
	l.Add(s)
}

// while emits steps as long as the condition holds.
func (l *loop) while(half, n sym.Poly) value {
	for range mostUnrolled {
		goes, known := l.decided(half, n)
		if !known {
			break
		}
		if !goes {
			return l.from(half, n)
		}
		n = l.step(half, n, nil)
		half = sym.Const(1).Sub(half)
	}
	if l.where == warp {
		l.fail(l.call.at, lockstep, "whether this loop of a warp goes on is not known when the program is compiled")
	}
	again := l.declare("again", l.condition(half, n))
	return l.loop(half, n, func(body func(sym.Poly)) {
		s := &imp.While{Cond: &imp.Var{Name: again, Type: scalar.Bool}}
		s.Body = l.round(func() {
			l.Add(&imp.Assign{Name: again, X: &imp.Const{Value: scalar.FromBool(false)}}) // unless the step succeeds
			body(sym.Const(0))
		})
		if l.together() {
			l.Kernel.Loops[s] = true
		}
		l.Add(s)
	}, again)
}

// condition is the condition of a while for an array.
func (l *loop) condition(half, n sym.Poly) imp.Expr {
	return l.args[0].(function)(l.from(half, n)).(number).expr()
}

// decided is the condition if it is known.
func (l *loop) decided(half, n sym.Poly) (goes, known bool) {
	l.trial(func() {
		l.inner(func() {
			var v scalar.Value
			if v, known = l.args[0].(function)(l.from(half, n)).(number).constant(); known {
				goes = v.Bool()
			}
		})
	})
	return goes, known
}

// trial runs code whose statements are thrown away.
func (e *emitter) trial(run func()) {
	var shared []imp.Shared
	if e.Kernel != nil {
		shared = slices.Clip(e.Kernel.Shared)
	}
	sites, onHost, computed := slices.Clip(e.sites), slices.Clip(e.onHost), slices.Clip(e.computed)
	if e.decisions != nil {
		defer func(conds []imp.Expr) { e.decisions.conds = conds }(slices.Clip(e.decisions.conds))
	}
	run()
	e.sites, e.onHost, e.computed = sites, onHost, computed
	if e.Kernel != nil {
		e.Kernel.Shared = shared
	}
}

// loop emits steps in a loop that around makes: around calls body with the number of the step.
// Conditions are the variables to assign after each step.
func (l *loop) loop(half, n sym.Poly, around func(body func(k sym.Poly)), conditions ...name.Name) value {
	constant := false // whether steps keep the length
	l.trial(func() {
		l.inner(func() {
			around(func(k sym.Poly) {
				h := l.halfVariable(imp.Poly(half))
				constant = l.step(h, n, &k).Sub(n).IsZero()
			})
		})
	})
	which := l.declare("half", imp.Poly(half))
	length := name.Name{}
	if !constant {
		length = l.declare("length", imp.Poly(n))
	}
	now := func() (h, m sym.Poly) {
		h, m = l.halfVariable(imp.IntVar(which)), n
		if !constant {
			v := l.declare("n", imp.IntVar(length))
			l.small[v], l.ranges.most[v] = true, l.most
			m = sym.Var(v)
			l.know(sym.Facts{sym.Ge(m, sym.Const(0)), sym.Le(m, l.most)})
		}
		return h, m
	}
	around(func(k sym.Poly) {
		h, m := now()
		next := l.step(h, m, &k)
		l.Add(&imp.Assign{Name: which, X: imp.Poly(sym.Const(1).Sub(h))})
		if !constant {
			l.Add(&imp.Assign{Name: length, X: imp.Poly(next)})
		}
		for _, again := range conditions {
			l.Add(&imp.Assign{Name: again, X: l.condition(sym.Const(1).Sub(h), next)})
		}
	})
	return l.from(now())
}

// halfVariable is a variable for the number of a half.
func (l *loop) halfVariable(x imp.Expr) sym.Poly {
	v := l.declare("h", x)
	l.small[v] = true
	l.InRange(sym.Var(v), sym.Const(2))
	return sym.Var(v)
}
