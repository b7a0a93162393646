package emit

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
)

// What is checked when the program runs. On the host and in parallel loops a check is an
// assertion. The work-items of a group have to reach all barriers, so that in a launch the rest of
// the scope is skipped instead (guard), and the failure is reported at the end of the kernel.

// checks are the guards that are open, and the places of a launch that may fail.
type checks struct {
	guards []guard
	sites  []*imp.Assert
	failed name.Name // the number of the site that failed, 0 for none
	shown  [2]name.Name
}

// guard is a condition for the rest of a scope.
type guard struct {
	cond imp.Expr
	out  []imp.Stm // the statements before it
	site []imp.Stm // what happens if it does not hold
	at   position
}

// scoped emits a scope; guards that open in it end with it.
func (e *emitter) scoped(emit func()) {
	open, sizes := len(e.guards), len(e.sizes)
	emit()
	e.sizes = e.sizes[:sizes]
	for len(e.guards) > open {
		g := e.guards[len(e.guards)-1]
		e.guards = e.guards[:len(e.guards)-1]
		s := &imp.If{Cond: g.cond, Then: e.Out, Else: g.site}
		if g.at == group {
			e.Kernel.Loops[s] = true
		}
		e.Out = append(g.out, s)
	}
}

// require emits a check. The message shows up to two ints.
func (e *emitter) require(cond imp.Expr, pos source.Pos, parts ...any) {
	a := &imp.Assert{Cond: cond, Trace: []source.Pos{pos}}
	var shown []imp.Expr
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			a.Message = append(a.Message, imp.MessagePart{Text: p})
		case sym.Poly:
			x := imp.Poly(p)
			if e.Kernel != nil {
				shown = append(shown, x)
				x = imp.IntVar(e.shown[len(shown)-1])
			}
			a.Message = append(a.Message, imp.MessagePart{Arg: x})
		}
	}
	if e.Kernel == nil {
		e.Add(a)
		return
	}
	e.sites = append(e.sites, a)
	number := imp.Int(int64(len(e.sites)))
	a.Cond = compare(scalar.Ne, imp.IntVar(e.failed), number)
	g := guard{cond: cond, out: e.Out, at: e.where}
	g.site = append(g.site, &imp.Assign{Name: e.failed, X: number})
	for i, x := range shown {
		g.site = append(g.site, &imp.Assign{Name: e.shown[i], X: x})
	}
	e.guards = append(e.guards, g)
	e.Out = nil
}

// checked emits a launch's body; its failures are reported at its end.
func (e *emitter) checked(emit func()) []imp.Stm {
	outer := e.checks
	e.checks = checks{failed: e.Names.Fresh("failed"), shown: [2]name.Name{e.Names.Fresh("shown"), e.Names.Fresh("shown")}}
	list := e.inner(emit)
	if len(e.sites) > 0 {
		var head []imp.Stm
		for _, v := range []name.Name{e.failed, e.shown[0], e.shown[1]} {
			head = append(head, &imp.Declare{Name: v, Type: scalar.I64, Init: imp.Int(0)})
		}
		list = append(head, list...)
		for _, s := range e.sites {
			list = append(list, s)
		}
	}
	e.checks = outer
	return list
}

func compare(op scalar.Op, x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: op, Type: scalar.I64, Args: []imp.Expr{x, y}}
}

// inBounds checks 0 <= i < n, if the prover cannot show it.
func (e *emitter) inBounds(i, n sym.Poly, pos source.Pos, what string) {
	p := e.prover()
	if p.NonNeg(i) != nil && p.Less(i, n) != nil {
		return
	}
	low := compare(scalar.Ge, imp.Poly(i), imp.Int(0))
	high := compare(scalar.Lt, imp.Poly(i), imp.Poly(n))
	e.require(&imp.Prim{Fn: scalar.And, Type: scalar.Bool, Args: []imp.Expr{low, high}}, pos,
		what+" ", i, " is outside of an array of ", n)
	e.know(sym.Range(i, sym.Const(0), n))
}

// length is the size of an array that has p elements: p, checked to be at least 0 and not so
// large that indices would overflow.
func (e *emitter) length(p sym.Poly, pos source.Pos) sym.Poly {
	p = e.smallSize(p, pos)
	if e.prover().NonNeg(p) == nil {
		e.require(compare(scalar.Ge, imp.Poly(p), imp.Int(0)), pos, "the size of an array is ", p, ", which is negative")
		e.know(sym.Facts{sym.Ge(p, sym.Const(0))})
	}
	if !slices.ContainsFunc(e.sizes, p.Equal) {
		e.sizes = append(e.sizes, p)
	}
	return p
}

// same checks that two sizes are equal.
func (e *emitter) same(p, q sym.Poly, pos source.Pos, what string) {
	if d := p.Sub(q); d.IsZero() || e.prover().Zero(d) != nil {
		return
	}
	if a, known := p.AsConst(); known {
		if b, known := q.AsConst(); known {
			e.fail(pos, "", "%s of %d elements, not %d", what, a, b)
		}
	}
	e.require(compare(scalar.Eq, imp.Poly(p), imp.Poly(q)), pos, what+" of ", p, " elements, not ", q)
	e.know(sym.Facts{sym.Eq(p, q)})
}
