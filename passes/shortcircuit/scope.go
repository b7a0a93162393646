package shortcircuit

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// scope lets all be known before the creation that must be: the variables of the
// place (condition 3), and that the assertions hold which may protect the update
// (condition 6). Scalar statements that cannot fail (total.go) move up, and so do
// assertions, where nothing that they pass can fail or run for ever: the program
// ends with the same message then. Where something can, an assertion that would
// fail lets it happen first, in memory of its own (see replay.go).
func (a *attempt) scope() *refusal {
	last, r := a.lastGuard()
	if (last != nil || r != nil) && a.fits() {
		last, r = nil, nil
	}
	if r != nil {
		return r
	}
	wanted := ir.Names{}
	a.place.Vars(wanted.Add)
	a.whole.Vars(wanted.Add)
	if last == nil && !a.boundAfter(wanted) {
		return nil
	}
	for n := a.last(); n != nil && n.at >= a.creation.at; n = n.prev {
		_, asserts := n.stm.Exp.(*ir.Assert)
		early := asserts && last != nil && n.at <= last.at
		for _, p := range n.stm.Pat {
			early = early || wanted.Has(p.Name)
		}
		switch {
		case early && !asserts && (n == a.creation || !a.total(n.stm)):
			if last != nil && !a.decides(n) {
				return refuse(6, "the assertion at %v may protect the update, and depends on what is computed from %s", last.stm.Pos, a.source.Base)
			}
			return refuse(3, "%s, which decides the place, is not known before %s is created", n.stm.Pat[0].Name.Base, a.source.Base)
		case early:
			a.early = append(a.early, n)
			for v := range ir.FreeInExp(n.stm.Exp) {
				wanted.Add(v)
			}
		case last != nil && n.at < last.at && a.mayEnd(n.stm):
			a.ends = n
		}
	}
	slices.Reverse(a.early)
	if a.ends != nil {
		return a.replayable(last)
	}
	return nil
}

// boundAfter reports whether one of the names is bound by the creation or after it.
func (a *attempt) boundAfter(names ir.Names) bool {
	for v := range names {
		if n := a.defined(v, a.in); n != nil && n.at >= a.creation.at {
			return true
		}
	}
	return false
}

// decides reports whether the place depends on what n binds.
func (a *attempt) decides(n *node) bool {
	vars := ir.Names{}
	a.place.Vars(vars.Add)
	a.whole.Vars(vars.Add)
	needed := a.closure(vars)
	return slices.ContainsFunc(n.stm.Pat, func(p ir.Param) bool { return needed.Has(p.Name) })
}

// mayEnd reports whether the program may end in st, or never leave it. That
// there is not enough memory for it is another matter.
func (a *attempt) mayEnd(st *ir.Stm) bool { return ops.MayStopWithin(st) }

// lastGuard is the last statement between the creation and the point, or the
// creation, that asserts something about what the place depends on. It refuses
// where that is part of another statement, unless there are assertions that stand
// where the point does in the source: then those are what checks it. They may
// lean on others in the same body, but not on any within a statement before.
func (a *attempt) lastGuard() (*node, *refusal) {
	if len(a.guards) == 0 {
		return nil, nil
	}
	var guarded ir.Names
	var last *node
	var within *refusal
	own := false
	for n := a.last(); n != nil && n.at >= a.creation.at; n = n.prev {
		if !a.canFail(n) {
			continue
		}
		if guarded == nil {
			guarded = a.closure(a.guards)
		}
		if !a.protects(n.stm, guarded) {
			continue
		}
		if _, asserts := n.stm.Exp.(*ir.Assert); !asserts {
			within = refuse(6, "an assertion in the %s at %v may protect the update", n.stm.Exp.Op(), n.stm.Pos)
			continue
		}
		own = own || a.pos.IsValid() && n.stm.Pos == a.pos
		if last == nil {
			last = n
		}
	}
	if within != nil && !own {
		return nil, within
	}
	return last, nil
}

// canFail reports whether the program may end with an error in n.
func (s *shortcircuiter) canFail(n *node) bool {
	if !n.asked {
		n.asked, n.fails = true, ops.CanFail(n.stm.Exp, s.failing)
	}
	return n.fails
}

// protects reports whether an assertion in st looks at one of the variables.
func (a *attempt) protects(st *ir.Stm, guarded ir.Names) bool {
	found := false
	w := &ir.Walker{Stm: func(st *ir.Stm) {
		e, ok := st.Exp.(*ir.Assert)
		if !ok || found {
			return
		}
		found = !e.Cond.IsVar()
		for n := range a.closure(ir.FreeInExp(&ir.Use{X: e.Cond})) {
			found = found || guarded.Has(n) || a.IsOpaque(n)
		}
	}}
	w.InStm(st)
	return found
}

// operands are those of the definition of a scalar.
func operands(e ir.Exp) []ir.Atom {
	switch e := e.(type) {
	case *ir.Prim:
		return e.Args
	case *ir.Convert:
		return []ir.Atom{e.X}
	case *ir.Use:
		return []ir.Atom{e.X}
	}
	return nil
}

// closure adds the variables that those given are computed from.
func (a *attempt) closure(ns ir.Names) ir.Names {
	out := ir.Names{}
	var visit func(n name.Name)
	visit = func(n name.Name) {
		if out.Has(n) {
			return
		}
		out.Add(n)
		if e := a.Def(n); e != nil {
			for _, x := range operands(e) {
				if x.IsVar() {
					visit(x.Name)
				}
			}
		}
	}
	for n := range ns {
		visit(n)
	}
	return out
}
