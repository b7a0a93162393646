package extractkernels

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/schedule"
)

// Where a schedule prescribes something, each nest on the host is made in several ways, until what
// became of its operations is what is prescribed: first as without a schedule, so that one that the
// compiler chose changes nothing. This pass does what is prescribed, or refuses.

// told are the prescriptions of a program: its operations, by their numbers, and the levels that are
// prescribed of them.
type told struct {
	operations []schedule.Operation
	levels     []schedule.Level
}

// prescribed numbers the operations of p, if anything is prescribed of them.
func prescribed(p *ir.Program) *told {
	if len(schedule.In(p)) == 0 {
		return nil
	}
	t := &told{operations: schedule.Number(p)}
	for _, o := range t.operations {
		t.levels = append(t.levels, schedule.Of(o.Stm).Level)
	}
	return t
}

// carriedOut compares what became of u's operations with what was prescribed, and removes the
// prescriptions, which are carried out.
func (t *told) carriedOut(u *pass.Unit) error {
	if t == nil {
		return nil
	}
	p := u.IR
	became := schedule.Became(p)
	for i, o := range t.operations {
		if want := t.levels[i]; !suits(want, became[i]) && !u.Limited() {
			return schedule.Refuse(o.Stm.Pos, o.Op, want, reason(o, want, became[i]))
		}
	}
	alone(p)
	schedule.Strip(p)
	return nil
}

// reason says why operation o got another level than was wanted.
func reason(o schedule.Operation, want, got schedule.Level) string {
	inThread := want == schedule.Thread || want == schedule.Sequential
	switch {
	case want == schedule.Fused:
		return "it is an operation of its own: only pass fuse fuses operations"
	case got == "":
		return "nothing is left of it"
	case want == schedule.Thread && !o.Within:
		return "no operation stands around it of which a thread could run an iteration; prescribe grid or sequential"
	case inThread:
		return "spreading what stands around it spreads it, too"
	case want == schedule.Either:
		return "there is one version of the operations in which it stands, or it is spread in both; prescribe " + string(got)
	case got == schedule.Either:
		return "two versions are made of the operations in which it stands; prescribe the same level of what is either there"
	}
	return "it stays in one thread: how many iterations it has, or its neutral element, depends on the iteration around it, or spreading it would change which error comes first"
}

// suits reports whether what became of an operation is what was wanted.
func suits(want, got schedule.Level) bool {
	return want == "" || want == got || want == schedule.Sequential && got == schedule.Thread
}

// operation returns the kernels for s, a parallel operation on the host.
func (x *extractor) operation(s *ir.Stm) []*ir.Stm {
	if x.told == nil || x.segments { // the parts of what is being made
		return x.made(s, x.nests)
	}
	defer func() { x.bound = false }()
	thresholds := x.thresholds
	for _, nests := range []string{x.nests, x.nests, outer, flat, both} {
		x.thresholds = thresholds
		out := x.made(s.Clone(), nests)
		if x.told.met(s, out) {
			return out
		}
		x.bound = true
	}
	x.thresholds, x.bound = thresholds, false
	return x.made(s, x.nests) // which is refused in the end
}

// met reports whether what is prescribed of the operations of s became of them in stms.
func (t *told) met(s *ir.Stm, stms []*ir.Stm) bool {
	became := schedule.BecameHere(stms)
	for _, n := range schedule.Numbers(s) {
		if !suits(t.levels[n], became[n]) {
			return false
		}
	}
	return true
}

// stays reports whether s is to stay in the thread that runs the iteration around it.
func (x *extractor) stays(s *ir.Stm) bool { return x.bound && schedule.InThread(s) }

// loop makes s, an operation on the host that is to run in sequence, what pass sequentialise turns
// into a loop: its function's operations become kernels.
func (x *extractor) loop(s *ir.Stm) {
	if f := ops.CombinatorOf(s.Exp); *f.Fn != nil {
		x.body((*f.Fn).Body)
	}
}

// alone marks the segmented operators of p whose threads run something in sequence: no other thread
// is to help.
func alone(p *ir.Program) {
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if ops.IsKernel(s.Exp) && sequentialWithin(s) {
			schedule.Set(s, schedule.Prescription{Level: schedule.Alone})
		}
	}}
	w.Program(p)
}

func sequentialWithin(s *ir.Stm) (found bool) {
	w := &ir.Walker{Stm: func(s *ir.Stm) { found = found || schedule.Of(s).Level == schedule.Sequential }}
	w.Exp(s.Exp)
	return found
}
