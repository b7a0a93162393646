package codegen

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// Where a thread takes several iterations it takes them in lockstep: each statement
// is written for all of them before the next one, and what does not depend on the
// row, or the column, once for all. So their loads are under way at the same time,
// and a loop that all of them run is one loop, in which an element that several need
// is loaded once: the rows and columns of a matrix product. Each iteration does what
// it did, in the same order; and iterations of a parallel statement do not see each
// other's effects.

// axes are the ways in which iterations of a thread differ.
type axes uint8

const (
	alongRows axes = 1 << iota
	alongColumns
)

// lockstep is how a body is written for rows × columns iterations.
type lockstep struct {
	rows, columns int64
	varies        map[name.Name]axes // of variables that differ between iterations
	row, column   int64              // of the iteration that is being written
	vectors       bool               // rows are neighbours, whose elements are loaded and stored as one
}

// newLockstep finds out what differs, nil if the body cannot be run in lockstep.
func newLockstep(k *Kernel) *lockstep {
	plain := true
	imp.Walk(k.body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare, *imp.Assign, *imp.Store, *imp.If, *imp.For, *imp.While:
		case *imp.Atomic:
			plain = plain && s.Old.IsZero()
		default:
			plain = false
		}
		return plain
	})
	if !plain || k.Launch != nil || k.single() || imp.HasVectors(k.body) {
		return nil
	}
	l := &lockstep{varies: map[name.Name]axes{}}
	for _, d := range k.Space {
		l.varies[d.Index] = alongRows
	}
	if last := len(k.Space) - 1; last > 0 {
		l.varies[k.Space[last].Index] = alongColumns
	}
	for l.spread(k.body, 0) {
	}
	return l
}

// single reports whether the space is known to have one point.
func (k *Kernel) single() bool {
	for _, d := range k.Space {
		if n, ok := imp.ConstOf(d.Count); !ok || n.Int() != 1 {
			return false
		}
	}
	return true
}

// assigned are the variables that change.
func assigned(body []imp.Stm) imp.Names {
	out := imp.Names{}
	imp.Walk(body, func(s imp.Stm) bool {
		imp.Assigns(s, out)
		return true
	})
	return out
}

// spread finds variables that differ because others do, or because whether they are
// assigned does; it reports whether there were any.
func (l *lockstep) spread(ss []imp.Stm, control axes) (more bool) {
	vary := func(n name.Name, a axes) {
		if l.varies[n]|a != l.varies[n] {
			l.varies[n] |= a
			more = true
		}
	}
	for _, s := range ss {
		switch s := s.(type) {
		case *imp.Declare:
			vary(s.Name, l.of(s.Init))
		case *imp.Assign:
			vary(s.Name, control|l.of(s.X))
		case *imp.If:
			inner := control | l.of(s.Cond)
			then, els := l.spread(s.Then, inner), l.spread(s.Else, inner)
			more = more || then || els
		case *imp.For:
			vary(s.Index, l.of(s.Bound))
			more = l.spread(s.Body, control|l.of(s.Bound)) || more
		case *imp.While:
			more = l.spread(s.Body, control|l.of(s.Cond)) || more
		}
	}
	return more
}

// of is how the values of an expression differ.
func (l *lockstep) of(e imp.Expr) (out axes) {
	imp.WalkExpr(e, func(e imp.Expr) {
		if v, ok := e.(*imp.Var); ok {
			out |= l.varies[v.Name]
		}
	})
	return out
}

// within is how anything in a statement differs. An atomic operation is not the same
// done once and done by each, whatever it reads.
func (l *lockstep) within(s imp.Stm) (out axes) {
	imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
		imp.Roots(s, func(e imp.Expr) { out |= l.of(e) })
		switch s := s.(type) {
		case *imp.Assign:
			out |= l.varies[s.Name]
		case *imp.Atomic:
			out |= alongRows | alongColumns
		}
		return true
	})
	return out
}

// shape decides how many rows and columns a thread takes. Short iterations are
// taken for the sake of their loads. Those with loops pay where an element is loaded
// in a loop that several need, as long as there are registers for what they keep, up to
// n points.
func (l *lockstep) shape(k *Kernel, most int64) (rows, columns int64) {
	weight, kept := int64(0), int64(0)
	loops, uniform := false, true
	var shared axes // that some load in a loop does not depend on
	variables := assigned(k.body)
	var walk func(ss []imp.Stm, inLoop bool)
	walk = func(ss []imp.Stm, inLoop bool) {
		last := lastLoop(ss)
		for i, s := range ss {
			weight++
			if inLoop {
				imp.EachLoad(s, func(load *imp.Load) { shared |= (alongRows | alongColumns) &^ l.of(load.Index) })
			}
			switch s := s.(type) {
			case *imp.Declare:
				if variables[s.Name] && i < last { // and so lives in the loop
					kept += max(1, int64(s.Type.Size())/4)
				}
			case *imp.For:
				loops, uniform = true, uniform && l.of(s.Bound) == 0
				walk(s.Body, true)
			case *imp.While:
				loops, uniform = true, uniform && l.of(s.Cond) == 0
				walk(s.Body, true)
			case *imp.If:
				walk(s.Then, inLoop)
				walk(s.Else, inLoop)
			}
		}
	}
	walk(k.body, false)
	if len(k.Space) == 1 {
		shared &^= alongColumns
	}
	switch {
	case !loops && weight <= 16 && len(k.Space) == 1 && l.overlaps(k):
		return 16, 1
	case !loops && weight <= 48:
		return 4, 1
	case !loops && weight <= 96:
		return 2, 1
	case !loops || !uniform || shared == 0 || weight > 96:
		return 1, 1
	}
	rows, columns = 1, 1
	for rows*columns*2*kept <= mostKept && rows*columns < most {
		switch {
		case shared&alongRows != 0 && (rows <= columns || shared&alongColumns == 0) && rows < 8:
			rows *= 2
		case shared&alongColumns != 0 && columns < 4:
			columns *= 2
		default:
			return rows, columns
		}
	}
	return rows, columns
}

// overlaps reports whether iterations load several elements of some block, as those of a
// stencil do, and neighbours the same ones. An H200 takes 13.2 ms for 100 steps of 3 points
// over 2^26 f32 if a thread takes 16 iterations, and 14.5 ms if it takes 4.
func (l *lockstep) overlaps(k *Kernel) bool {
	loads, most := map[name.Name]int{}, 0
	imp.Walk(k.body, func(s imp.Stm) bool {
		imp.EachLoad(s, func(load *imp.Load) {
			if l.of(load.Index) != 0 && load.Elem.Size() >= 4 { // narrower ones come as vectors
				loads[load.Block]++
				most = max(most, loads[load.Block])
			}
		})
		return true
	})
	return most > 1
}

// lastLoop is the number of the last loop in a list, -1 if there is none.
func lastLoop(ss []imp.Stm) int {
	for i := len(ss) - 1; i >= 0; i-- {
		switch ss[i].(type) {
		case *imp.For, *imp.While:
			return i
		}
	}
	return -1
}

// mostKept bounds the registers for variables that the iterations of a thread keep.
const mostKept = 96

// mostPoints is how many points of a matrix product a thread takes: on an H200, 4 rows
// by 4 columns took 15.6 ms where 8 by 4 took 18.7 (4096²).
const mostPoints = 16

// lockstepped writes a statement list for all iterations.
func (w *printer) lockstepped(ss []imp.Stm) {
	l := w.lock
	for _, s := range w.postponed(ss) {
		if w.inVector(s) {
			continue
		}
		switch s := s.(type) {
		case *imp.Declare:
			if w.fromStage(s) {
				continue
			}
			w.each(l.varies[s.Name], func() { w.stm(s) })
			continue
		case *imp.Assign:
			w.each(l.varies[s.Name], func() { w.stm(s) })
			continue
		case *imp.If:
			if l.of(s.Cond) == 0 {
				w.block(func() { w.lockstepped(s.Then) }, "if (%s)", w.expr(s.Cond))
				if len(s.Else) > 0 {
					w.block(func() { w.lockstepped(s.Else) }, "else")
				}
				continue
			}
		case *imp.For:
			if st := w.stages[s]; st != nil {
				w.stagedLoop(s, st)
				continue
			}
			if l.of(s.Bound) == 0 {
				w.loop(s, w.lockstepped, innermost(s))
				continue
			}
		case *imp.While:
			if l.of(s.Cond) == 0 {
				w.block(func() { w.lockstepped(s.Body) }, "while (%s)", w.expr(s.Cond))
				continue
			}
		}
		w.each(l.within(s), func() { w.stm(s) })
	}
}

// innermost reports whether there is no loop in s.
func innermost(s *imp.For) bool {
	none := true
	imp.Walk(s.Body, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.For, *imp.While:
			none = false
		}
		return none
	})
	return none
}

// each runs f for the iterations that differ along the given axes.
func (w *printer) each(along axes, f func()) {
	rows, columns := int64(1), int64(1)
	if along&alongRows != 0 {
		rows = w.lock.rows
	}
	if along&alongColumns != 0 {
		columns = w.lock.columns
	}
	for w.lock.row = range rows {
		for w.lock.column = range columns {
			f()
		}
	}
	w.lock.row, w.lock.column = 0, 0
}

// ident is a variable of the iteration that is being written.
func (w *printer) ident(n name.Name) string {
	if w.lock == nil {
		return ident(n)
	}
	s, a := ident(n), w.lock.varies[n]
	if a&alongRows != 0 && w.lock.rows > 1 {
		s += fmt.Sprintf("_r%d", w.lock.row)
	}
	if a&alongColumns != 0 && w.lock.columns > 1 {
		s += fmt.Sprintf("_c%d", w.lock.column)
	}
	return s
}
