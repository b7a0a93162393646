package extractkernels

import (
	"github.com/lamina-lang/lamina/core/ir"
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
			if _, right := s.Exp.(*ir.ScanRight); !makesArray(s.Exp) || space == schedule.Shared && right {
				err = t.refuse(n, "only maps and scans make arrays of their own; others return numbers, or write where their destination lives")
			}
			schedule.Set(s, schedule.Prescription{Space: space})
		}
	}}
	w.Program(p)
	return err
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
