package fuse

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/schedule"
)

// Of what is prescribed of operations, this pass carries out what it says about fusing: an operation
// of a level of its own takes in only operations that have none, and one that is apart takes in
// nothing. An operation that is to be fused and is not is an error.

// isFree reports whether an operation may become a part of another one.
func isFree(p schedule.Prescription) bool {
	return !p.Apart && (p.Level == "" || p.Level == schedule.Fused)
}

// mayMeet reports whether operations of which p and q are prescribed may become one. What has its result in
// a group's memory takes in only what is written to be fused: a reduction of it would leave no result.
func mayMeet(p, q schedule.Prescription) bool {
	if p.Space == schedule.Shared && q.Level != schedule.Fused || q.Space == schedule.Shared && p.Level != schedule.Fused {
		return false
	}
	return !p.Apart && !q.Apart && (isFree(p) || isFree(q))
}

// together is what is prescribed of the operation that two become, which may meet. One that is fused
// into one with no level leaves that as it is. Two that are to be fused and stand side by side, as
// copies of one operation in an inlined function do, are fused when they become one; where p feeds q,
// q is not yet.
func together(p, q schedule.Prescription, feeds bool) schedule.Prescription {
	if !feeds && p.Level == schedule.Fused && q.Level == schedule.Fused {
		return schedule.Prescription{}
	}
	if !isFree(p) || q.Level == schedule.Fused {
		return p
	}
	return q
}

// carry gives g's statement what was prescribed of all of g.
func (g *group) carry() {
	var parts func(*group)
	parts = func(p *group) {
		if p.first != nil {
			parts(p.first)
			parts(p.second)
		} else if p.stm != g.stm {
			schedule.Take(g.stm, p.stm)
		}
	}
	parts(g)
	schedule.Set(g.stm, g.told)
}

// leftOver is the error of an operation that is prescribed to be fused, and is not.
func leftOver(f *ir.Fun) error {
	var left *ir.Stm
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if left == nil && len(s.Attrs) > 0 && schedule.Of(s).Level == schedule.Fused {
			left = s
		}
	}}
	w.Fun(f)
	if left == nil {
		return nil
	}
	return schedule.Refuse(left.Pos, left.Exp.Op(), schedule.Prescription{Level: schedule.Fused}, "nothing that reads the same or its results may take it in; prescribe grid, thread or sequential")
}
