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
// the scope is skipped instead (guard), and the host reports the failure after the kernel.

// checks are the guards that are open, and the places of a launch that may fail.
type checks struct {
	guards []guard
	sites  []*imp.Assert
	failed name.Name // the number of the site that failed first, 0 for none
	// instead writes what the scope leaves unwritten if a guard fails, so that nobody reads memory
	// without values; nil if there is nothing to write.
	instead func()
}

// guard is a condition for the rest of a scope.
type guard struct {
	cond imp.Expr
	out  []imp.Stm // the statements before it
	site []imp.Stm // what happens if it does not hold
	at   position
}

// scoped emits a scope; guards that open in it end with it.
func (e *emitter) scoped(emit func()) { e.scopeWith(nil, emit) }

// scopeWith emits a scope, and instead of its writes something else where a guard fails.
func (e *emitter) scopeWith(instead, emit func()) {
	open, sizes, outer, before := len(e.guards), len(e.sizes), e.instead, len(e.computed)
	e.instead = instead
	emit()
	e.instead = outer
	e.forget(before)
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

// require emits a check. The message shows ints, except where a kernel of groups fails.
func (e *emitter) require(cond imp.Expr, pos source.Pos, parts ...any) {
	a := &imp.Assert{Cond: cond, Trace: []source.Pos{pos}}
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			a.Message = append(a.Message, imp.MessagePart{Text: p})
		case sym.Poly:
			if e.Kernel != nil {
				a.Message = append(a.Message, imp.MessagePart{Text: "…"})
			} else {
				a.Message = append(a.Message, imp.MessagePart{Arg: imp.Poly(p)})
			}
		}
	}
	if e.Kernel == nil {
		e.Add(a)
		return
	}
	if e.decides(cond) {
		return
	}
	if e.where == warp {
		e.fail(pos, lockstep, "the compiler cannot show that this does not fail, and a warp cannot stop alone")
	}
	e.sites = append(e.sites, a)
	number := failure(int64(len(e.sites)))
	g := guard{cond: cond, out: e.Out, at: e.where}
	g.site = append(g.site, &imp.If{
		Cond: &imp.Prim{Fn: scalar.Eq, Type: scalar.I32, Args: []imp.Expr{e.failure(), failure(0)}},
		Then: []imp.Stm{&imp.Assign{Name: e.failed, X: number}},
	})
	if instead := e.instead; instead != nil {
		e.instead = nil
		g.site = append(g.site, e.inner(instead)...)
		e.instead = instead
	}
	e.guards = append(e.guards, g)
	e.Out = nil
}

func failure(site int64) imp.Expr { return &imp.Const{Value: scalar.Int(scalar.I32, site)} }

func (e *emitter) failure() imp.Expr { return &imp.Var{Name: e.failed, Type: scalar.I32} }

// checked emits a launch's body, and what the host does before and after the launch to report
// failures: of all work-items, the site with the largest number.
func (e *emitter) checked(emit func()) (before, list, after []imp.Stm) {
	outer := e.checks
	e.checks = checks{failed: e.Names.Fresh("failed")}
	list = e.inner(emit)
	if len(e.sites) > 0 {
		all, first := e.Names.Fresh("failure"), e.Names.Fresh("first")
		before = []imp.Stm{
			&imp.DeclareBlock{Name: all},
			&imp.Alloc{Block: all, Bytes: imp.Int(4), What: "what failed", Pos: e.sites[0].Trace[0]},
			&imp.Store{Block: all, Elem: scalar.I32, Index: imp.Int(0), X: failure(0)},
		}
		note := &imp.Atomic{Kind: imp.AtomicUpdate, Fn: scalar.Max, Block: all, Elem: scalar.I32, Index: imp.Int(0), X: e.failure()}
		failed := &imp.Prim{Fn: scalar.Ne, Type: scalar.I32, Args: []imp.Expr{e.failure(), failure(0)}}
		list = append([]imp.Stm{&imp.Declare{Name: e.failed, Type: scalar.I32, Init: failure(0)}}, list...)
		list = append(list, &imp.If{Cond: failed, Then: []imp.Stm{note}})
		after = []imp.Stm{&imp.Declare{Name: first, Type: scalar.I32, Init: &imp.Load{Block: all, Elem: scalar.I32, Index: imp.Int(0)}}}
		for i, s := range e.sites {
			here := &imp.Var{Name: first, Type: scalar.I32}
			s.Cond = &imp.Prim{Fn: scalar.Ne, Type: scalar.I32, Args: []imp.Expr{here, failure(int64(i + 1))}}
			after = append(after, s)
		}
	}
	e.checks = outer
	return before, list, after
}

func compare(op scalar.Op, x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: op, Type: scalar.I64, Args: []imp.Expr{x, y}}
}

// inBounds checks 0 <= i < n, if the prover cannot show it.
func (e *emitter) inBounds(i, n sym.Poly, pos source.Pos, what string) {
	p := e.prover(i, n)
	if p.NonNeg(i) != nil && p.Less(i, n) != nil {
		return
	}
	if e.decidesPlace(i, n) {
		e.know(sym.Range(i, sym.Const(0), n))
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
	if e.prover(p).NonNeg(p) == nil {
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
	if d := p.Sub(q); d.IsZero() || e.prover(d).Zero(d) != nil {
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
