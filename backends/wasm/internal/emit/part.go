package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Where lanes part ways: assertions, and the bounds of loops inside.

// orderly reports whether nothing is stored or accumulated before a place where
// the loop may give up.
func (v *vector) orderly() bool {
	final, ok := false, true
	var list func(stms []imp.Stm, inner bool)
	list = func(stms []imp.Stm, inner bool) {
		for _, s := range stms {
			switch s := s.(type) {
			case *imp.Store:
				final = true
			case *imp.Assign:
				if _, isResult := v.results[s.Name]; isResult {
					final = true
				}
			case *imp.Assert:
				ok = ok && !(v.partsAt(s) && final)
			case *imp.For:
				if v.differs(s.Bound) && (inner || final || !v.mostlyEqual(s.Bound)) {
					ok = false
				}
				before := final
				list(s.Body, true)
				if final && !before {
					list(s.Body, true) // the next iteration comes behind its stores
				}
			case *imp.If:
				list(s.Then, inner)
				list(s.Else, inner)
			}
		}
	}
	list(v.body, false)
	return ok
}

// partsAt reports whether lanes may part ways at an assertion.
func (v *vector) partsAt(s *imp.Assert) bool {
	if v.differs(s.Cond) {
		return true
	}
	for _, p := range s.Message {
		if p.Arg != nil && v.differs(p.Arg) {
			return true
		}
	}
	return false
}

// mostlyEqual reports whether the bound of an inner loop may be the same for
// neighbours: it is not if it is linear in the index.
func (v *vector) mostlyEqual(bound imp.Expr) bool {
	if !v.byLane(bound) {
		return false
	}
	return v.patternOf(bound).form == scattered
}

// assertLanes gives up if a lane fails, so that the scalar loop finds out which.
func (v *vector) assertLanes(s *imp.Assert) {
	if !v.partsAt(s) {
		v.fn.assert(s)
		return
	}
	if c, ok := imp.ConstOf(s.Cond); ok && c.Bool() {
		return
	}
	// Nothing comes behind the last statement: there the vectors are looked at together.
	last := v.apiece && s == v.body[len(v.body)-1]
	failed := v.failed
	if !last {
		failed = v.temp(code.V128)
	}
	v.vectors(func(u int) {
		together := last || u > 0 && !v.apiece
		if together {
			v.get(failed)
		}
		if p, ok := s.Cond.(*imp.Prim); ok && p.Fn == scalar.Not {
			v.lanesOf(p.Args[0], u)
		} else {
			v.lanesOf(s.Cond, u)
			v.op(code.V128Not)
		}
		if together {
			v.op(code.V128Or)
		}
		v.set(failed)
	})
	if !last {
		v.leaveIf(failed)
	}
}

// leaveIf gives up if a lane of a mask is set.
func (v *vector) leaveIf(mask local) {
	v.get(mask)
	v.op(code.V128AnyTrue)
	v.giveUp()
}

// giveUp leaves the loop if the i32 on the stack is not 0.
func (v *vector) giveUp() {
	depth := uint64(0)
	for _, in := range v.out.Body[v.start:] {
		switch in.Op {
		case code.Block, code.Loop, code.If:
			depth++
		case code.End:
			depth--
		}
	}
	v.put(code.BrIf, depth)
}
