package extractkernels

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/schedule"
)

// place leaves of the operations within threads what is prescribed of where their results live, for the
// passes that make memory of them.
func (t *told) place(p *ir.Program, became map[int]schedule.Level) (err error) {
	for n, what := range t.what {
		if why := misplaced(what.Space, became[n]); why != "" {
			return t.refuse(n, why)
		}
	}
	var hists []placed
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if ops.IsKernel(s.Exp) {
			return
		}
		schedule.Set(s, schedule.Prescription{})
		for _, n := range schedule.Own(s) {
			space := t.what[n].Space
			if space == "" {
				continue
			}
			if e, ok := s.Exp.(*ir.Hist); ok {
				hists = append(hists, placed{n, e})
			} else if makesArray(s.Exp) {
				schedule.Set(s, schedule.Prescription{Space: space})
			}
			if why := unplaceable(s, space); why != "" {
				err = t.refuse(n, why)
			}
		}
	}}
	w.Program(p)
	if err == nil && len(hists) > 0 {
		err = t.placeBins(p, hists)
	}
	return err
}

// placed is a histogram of whose result it is prescribed where it lives, and its number.
type placed struct {
	n int
	*ir.Hist
}

// placeBins prescribes of what makes the bins of histograms where these live.
func (t *told) placeBins(p *ir.Program, hists []placed) error {
	in := arrays{map[name.Name]*ir.Stm{}, map[name.Name]int{}}
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if ops.IsKernel(s.Exp) {
			in.note(s.Exp)
		}
	}}
	w.Program(p)
	for _, h := range hists {
		for _, op := range h.Ops {
			for _, d := range op.Dests {
				space := t.what[h.n].Space
				s := in.origin(d)
				if s == nil {
					return t.refuse(h.n, "its bins are not made in the iteration around it alone: they come from outside of that, from a branch or from a loop")
				}
				if had := schedule.Of(s).Space; had != "" && had != space {
					return t.refuse(h.n, fmt.Sprintf("what makes its bins, at %s, is prescribed to be %s", s.Pos, had))
				}
				schedule.Set(s, schedule.Prescription{Space: space})
			}
		}
	}
	return nil
}

// arrays are the variables within kernels: what binds them, and how often they are used.
type arrays struct {
	made map[name.Name]*ir.Stm
	uses map[name.Name]int
}

func (in arrays) note(kernel ir.Exp) {
	w := &ir.Walker{
		Var: func(n *name.Name) { in.uses[*n]++ },
		Atom: func(a *ir.Atom) {
			if a.IsVar() {
				in.uses[a.Name]++
			}
		},
		Stm: func(s *ir.Stm) {
			for _, b := range s.Pat {
				in.made[b.Name] = s
			}
		},
	}
	w.Exp(kernel)
}

// origin is the statement that makes an array, before others overwrite elements of it; nil if none does. The copy of an
// array that is made for that alone goes later.
func (in arrays) origin(array name.Name) *ir.Stm {
	for {
		s := in.made[array]
		if s == nil {
			return nil
		}
		if c, ok := s.Exp.(*ir.Copy); ok {
			if from := in.made[c.Array]; from != nil && in.uses[c.Array] == 1 && ops.EffectOf(from.Exp) == ops.Fresh && !schedule.Prescribes(from) {
				array = c.Array
				continue
			}
		}
		switch ops.EffectOf(s.Exp) {
		case ops.Fresh:
			return s
		case ops.Update:
			all := ops.Of(s.Exp).Consumes(s.Exp, func(string) *ir.Fun { return nil })
			if len(all) == 1 && len(s.Pat) == 1 {
				array = all[0]
				continue
			}
		}
		return nil
	}
}

// unplaceable says why the result of an operation within a thread cannot live in a space, whatever stands around it; or
// nothing.
func unplaceable(s *ir.Stm, space schedule.Space) string {
	switch e := s.Exp.(type) {
	case *ir.Map, *ir.Scan, *ir.Hist:
		return ""
	case *ir.ScanRight:
		if space == schedule.Shared {
			return "threads of a group do not share scans from the right"
		}
		return ""
	case *ir.Reduce:
		isArray := func(p ir.Param) bool { return p.Type.IsArray() }
		if slices.ContainsFunc(s.Pat[:len(e.Neutral)], isArray) {
			return "it combines arrays, which are written where their destination lives"
		}
		if space == schedule.Global {
			return "it returns numbers, which a thread has in registers"
		}
		return ""
	}
	return "only maps, scans, reductions and histograms have results of their own; others write where their destination lives"
}

// misplaced says why the result of an operation of that level cannot live in a space; or nothing.
func misplaced(space schedule.Space, level schedule.Level) string {
	switch {
	case space == "" || level == schedule.Thread || level == schedule.Grid && space == schedule.Global:
		return ""
	case level == schedule.Fused:
		return "it is fused, and has no result of its own"
	case level == schedule.Sequential:
		return "it is a loop on the host, whose arrays all kernels read"
	case level == "":
		return "nothing is left of it"
	}
	return "it is made in several versions or copies of different levels; prescribe one level of it"
}

// makesArray reports whether the results of an operation are arrays that it makes.
func makesArray(e ir.Exp) bool {
	switch e.(type) {
	case *ir.Map, *ir.Scan, *ir.ScanRight:
		return true
	}
	return false
}
