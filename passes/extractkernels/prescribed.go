package extractkernels

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/schedule"
)

// Where a schedule prescribes something, each nest on the host is made in several ways, until what
// became of its operations is what is prescribed: first as without a schedule, so that one that the
// compiler chose changes nothing. This pass does what is prescribed, or refuses.

// told are the prescriptions of a program: its operations, by their numbers, and what is prescribed
// of them.
type told struct {
	operations []schedule.Operation
	what       []schedule.Prescription
}

// prescribed numbers the operations of p, if anything is prescribed of them.
func prescribed(p *ir.Program) *told {
	if len(schedule.In(p)) == 0 {
		return nil
	}
	t := &told{operations: schedule.Number(p)}
	for _, o := range t.operations {
		t.what = append(t.what, schedule.Of(o.Stm))
	}
	return t
}

// carriedOut compares what became of u's operations with what was prescribed, removes the
// prescriptions, which are carried out, and leaves those of shapes, which pass to-imp carries out.
func (t *told) carriedOut(u *pass.Unit) error {
	if t == nil {
		return nil
	}
	p := u.IR
	became := schedule.Became(p)
	for i, o := range t.operations {
		if isLoop(o) && t.what[i].Space != "" {
			return t.refuse(i, "a loop changes arrays where they are; prescribe that of what makes them")
		}
		if t.what[i].Space == schedule.Shared && !slices.Contains(sharable, o.Op) {
			return t.refuse(i, "only maps, scans, reductions and histograms have results in a group's memory; prescribe thread of it, or write it in FCL")
		}
		if !suits(t.what[i], became[i]) && !u.Limited() {
			want := schedule.Prescription{Level: t.what[i].Level}
			if t.what[i].Space == schedule.Shared {
				want.Space = schedule.Shared
			}
			return schedule.Refuse(o.Stm.Pos, o.Op, want, reason(o, want, became[i]))
		}
	}
	err := t.choose(p)
	if err == nil {
		err = t.shape(p, u.Target.Group > 0)
	}
	if err == nil {
		err = t.place(p, became)
	}
	for n, what := range t.what {
		switch {
		case err != nil || u.Target.Group > 0:
		case what.Cooperate == schedule.Yes:
			err = t.refuse(n, "a processor's threads work alone; prescribe it for a GPU")
		case what.Space == schedule.Shared:
			err = t.refuse(n, schedule.NoGroups)
		}
	}
	if n, agree := schedule.Leave(p, t.operations, t.what, u.Target.Group > 0, &u.Loops); err == nil && !agree {
		err = t.refuse(n, "another operation has its loop at the same place in the source; prescribe the same of that")
	}
	schedule.Strip(p)
	return err
}

// sharable are the operations whose iterations the threads of a group can share.
var sharable = []string{"map", "scan", "reduce", "hist"}

// choose sets the thresholds that are prescribed.
func (t *told) choose(p *ir.Program) error {
	owns := map[int]bool{}
	for _, c := range schedule.Choices(p) {
		first := -1
		for _, n := range c.Owners {
			owns[n] = true
			switch least := t.what[n].Least; {
			case least == 0:
			case first >= 0 && least != t.what[first].Least:
				return t.refuse(n, fmt.Sprintf("one choice is made of it and of the %s at %s, which is %s", t.operations[first].Op, t.operations[first].At, t.what[first]))
			default:
				first, c.Enough.Least = n, ir.Size(least)
			}
		}
	}
	for n, what := range t.what {
		if what.Least > 0 && !owns[n] {
			return t.refuse(n, "the choice between the versions is made of an operation around it; write the number there")
		}
	}
	return nil
}

// reason says why operation o got another level than was wanted.
func reason(o schedule.Operation, told schedule.Prescription, got schedule.Level) string {
	want := told.Level
	inThread := want == schedule.Thread || want == schedule.Sequential || told.Space == schedule.Shared
	switch {
	case isLoop(o) && !inThread:
		return "it is a loop still: only pass parallelise makes maps of loops, which the pipeline does not have, as on processors; prescribe sequential"
	case told.Space == schedule.Shared && !o.Within:
		return "no operation stands around it of which a group could run an iteration"
	case told.Space == schedule.Shared && got != "" && want != schedule.Fused:
		return leavesGroup
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

// isLoop reports whether an operation is a loop.
func isLoop(o schedule.Operation) bool { return o.Op == (*ir.Loop)(nil).Op() }

// suits reports whether what became of an operation is what was wanted.
func suits(told schedule.Prescription, got schedule.Level) bool {
	if told.Space == schedule.Shared { // an operation of the iteration that a group runs
		return got == schedule.Thread
	}
	switch told.Level {
	case "", got:
		return true
	case schedule.Sequential:
		return got == schedule.Thread
	case schedule.Group, schedule.Warp: // a dimension of a kernel, which shape gives to the group
		return got == schedule.Grid
	}
	return false
}

// operation returns the kernels for s, a parallel operation on the host.
func (x *extractor) operation(s *ir.Stm) []*ir.Stm {
	if x.told == nil || x.segments { // the parts of what is being made
		return x.made(s, x.nests)
	}
	defer func() { x.bound = false }()
	thresholds := x.thresholds
	for _, numbersStay := range []bool{true, false} {
		for _, nests := range []string{x.nests, x.nests, outer, flat, both} {
			x.thresholds = thresholds
			out := x.made(s.Clone(), nests)
			if x.told.met(s, out, numbersStay) {
				return out
			}
			x.bound = true
		}
		x.thresholds, x.bound = thresholds, false
		if !x.told.sharesNumbers(s) {
			break
		}
	}
	return x.made(s, x.nests) // which is refused in the end
}

// sharesNumbers reports whether the threads of groups are to share a reduction within s. Its numbers had better stay in the
// group, where what reads them is; but they may be what s returns.
func (t *told) sharesNumbers(s *ir.Stm) bool {
	return slices.ContainsFunc(schedule.Numbers(s), func(n int) bool {
		return t.what[n].Space == schedule.Shared && t.operations[n].Op == "reduce"
	})
}

// met reports whether what is prescribed of the operations of s became of them in stms, and numbers stay in their groups
// if they are to.
func (t *told) met(s *ir.Stm, stms []*ir.Stm, numbersStay bool) bool {
	became, left := schedule.BecameHere(stms), false
	for _, n := range schedule.Numbers(s) {
		if !suits(t.what[n], became[n]) {
			return false
		}
	}
	w := &ir.Walker{Stm: func(k *ir.Stm) {
		if ops.IsKernel(k.Exp) {
			_, leaves := t.leaving(k, numbersStay)
			left = left || leaves
		}
	}}
	for _, k := range stms {
		w.InStm(k)
	}
	return !left
}

const leavesGroup = "its result leaves the group, or what reads it is spread over threads by itself; a group's memory is for what the group's other operations read: prescribe thread, or group shared, of those"

// leaving returns an operation of a group whose result is to live in the group's memory, and is a result of
// the kernel: of those that make arrays, or of all.
func (t *told) leaving(k *ir.Stm, all bool) (n int, found bool) {
	out := ir.Names{}
	for _, r := range (*ops.KernelOf(k.Exp).Body).Result {
		out.Add(r.Name)
	}
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		for _, own := range schedule.Own(s) {
			_, folds := s.Exp.(*ir.Reduce)
			if t.what[own].Space == schedule.Shared && (all || !folds) && slices.ContainsFunc(s.Pat, func(p ir.Param) bool { return out.Has(p.Name) }) {
				n, found = own, true
			}
		}
	}}
	w.Exp(k.Exp)
	return n, found
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

// shape prescribes of the segmented operators of p what is prescribed of the operations that they are:
// that the threads of a group or of a warp share the last dimension; or, where their threads run
// something in sequence, that no other thread helps.
func (t *told) shape(p *ir.Program, groups bool) (err error) {
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if err != nil || !ops.IsKernel(s.Exp) {
			return
		}
		own := schedule.Own(s)
		schedule.Set(s, schedule.Prescription{Apart: slices.ContainsFunc(own, func(n int) bool { return t.what[n].Apart })})
		for _, n := range own {
			what := t.what[n]
			if what.Space == schedule.Shared {
				continue
			}
			shape := schedule.Prescription{Level: what.Level, Threads: what.Threads, Vector: what.Vector}
			switch {
			case what.Vector > 0 && groups:
				shape.Level = schedule.Alone
			case what.Level != schedule.Group && what.Level != schedule.Warp:
				continue
			}
			if why := unsharable(s, what.Level); n < slices.Max(own) {
				err = t.refuse(n, "another operation within it is spread over threads, too; prescribe it of the innermost of these")
			} else if why != "" {
				err = t.refuse(n, why)
			}
			schedule.Set(s, shape)
			s.Pos = t.operations[n].Stm.Pos // where pass to-imp says why it cannot be so
			return
		}
		switch first, shared := t.sharedWithin(s); {
		case shared:
			_, isMap := s.Exp.(*ir.SegMap)
			leaving, leaves := t.leaving(s, false)
			switch {
			case leaves:
				err = t.refuse(leaving, leavesGroup)
			case !isMap:
				err = t.refuse(first, "the operation around it reduces or scans; groups run the iterations of maps")
			case sequentialWithin(s):
				err = t.refuse(first, "another operation of that group is sequential, with which no other thread helps; prescribe it thread")
			}
			schedule.Set(s, schedule.Prescription{Level: schedule.Group, Space: schedule.Shared})
		case sequentialWithin(s):
			schedule.Set(s, schedule.Prescription{Level: schedule.Alone})
		}
	}}
	w.Program(p)
	return err
}

// sharedWithin returns an operation within s whose result is to live in a group's memory.
func (t *told) sharedWithin(s *ir.Stm) (first int, found bool) {
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		for _, n := range schedule.Own(s) {
			if t.what[n].Space == schedule.Shared && !found {
				first, found = n, true
			}
		}
	}}
	w.Exp(s.Exp)
	return first, found
}

// refuse is the error that what is prescribed of operation n cannot be had.
func (t *told) refuse(n int, reason string) error {
	o := t.operations[n]
	return schedule.Refuse(o.Stm.Pos, o.Op, t.what[n], reason)
}

// unsharable says why the threads of a group or a warp cannot share the last dimension of s; or
// nothing.
func unsharable(s *ir.Stm, level schedule.Level) string {
	switch e := s.Exp.(type) {
	case *ir.SegMap:
		if mayFail(e.Body) {
			return "an iteration may fail, and threads that share them run them in another order, so that another one might fail first"
		}
	case *ir.SegRed:
		switch {
		case level == schedule.Grid:
			return "only maps work on vectors"
		case level == schedule.Warp:
			return "only groups share reductions; prescribe group"
		case mayFail(e.Body) || mayFail(e.Operator.Body):
			return failsInGroup
		}
	case *ir.SegScan:
		switch {
		case level == schedule.Grid:
			return "only maps work on vectors"
		case level == schedule.Warp:
			return "only groups share scans; prescribe group"
		case mayFail(e.Body) || mayFail(e.Operator.Body):
			return failsInGroup
		}
	case *ir.SegHist:
		switch {
		case level == schedule.Grid:
			return "only maps work on vectors"
		case level == schedule.Warp:
			return "only groups share histograms; prescribe group"
		case mayFail(e.Body):
			return failsInGroup
		}
	default:
		if level == schedule.Grid {
			return "only maps work on vectors"
		}
		return "the threads of a group share the iterations of maps, reductions, scans and histograms only"
	}
	return ""
}

const failsInGroup = "an element or the operator may fail, and the threads of a group have to meet at barriers"

// mayFail reports whether statements of b assert something.
func mayFail(b *ir.Body) (yes bool) {
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		_, calls := s.Exp.(*ir.Call)
		yes = yes || calls || ops.EffectOf(s.Exp) == ops.Assert
	}}
	w.InBody(b)
	return yes
}

func sequentialWithin(s *ir.Stm) (found bool) {
	w := &ir.Walker{Stm: func(s *ir.Stm) { found = found || schedule.Of(s).Level == schedule.Sequential }}
	w.Exp(s.Exp)
	return found
}
