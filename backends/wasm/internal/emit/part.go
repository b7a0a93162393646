package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Where lanes part ways: assertions, and the bounds of loops inside.

// assertLanes gives up if a lane fails, so that the scalar loop finds out which.
func (v *vector) assertLanes(s *imp.Assert) {
	if !v.PartsAt(s) {
		v.fn.assert(s)
		return
	}
	if c, ok := imp.ConstOf(s.Cond); ok && c.Bool() {
		return
	}
	// Nothing comes behind the last statement: there the vectors are looked at together.
	last := v.Apiece && s == v.body[len(v.body)-1]
	failed := v.failed
	if !last {
		failed = v.temp(code.V128)
	}
	v.vectors(func(u int) {
		together := last || u > 0 && !v.Apiece
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
