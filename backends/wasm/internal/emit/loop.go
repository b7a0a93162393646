package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Compiled code cannot be interrupted, so it counts its work down and calls the
// host now and then: to be told that the run was cancelled, and to let Go's
// scheduler and collector have their way. A loop with loops or calls inside it
// counts iterations, those of few loops pollRarely at a time; one without is cut
// into strips of pollEvery, and counts stripWork for each.
const (
	pollEvery  = 4096
	stripWork  = 64
	pollRarely = 64
	// fewLoops is how deep loops in a loop that polls rarely may be. So what runs
	// without a poll is below pollRarely² · pollEvery iterations.
	fewLoops = 2
)

// poll counts some work, and calls the host when the thread has done its share.
func (f *Fn) poll(work int32) {
	f.Scope(func() {
		left := f.Temp(code.I32)
		f.Get(assemble.Thread)
		f.Get(assemble.Thread)
		f.Put(code.I32Load, image.ThreadPoll)
		f.I32(work)
		f.Op(code.I32Sub)
		f.Tee(left)
		f.Put(code.I32Store, image.ThreadPoll)
		f.Get(left)
		f.I32(0)
		f.Op(code.I32LtS)
		f.Block(code.If)
		f.Get(assemble.Thread)
		f.Call(f.u.Host("poll", assemble.I32, assemble.None))
		f.End()
	})
}

// pollAt counts the work of a loop whose body has loops, at an index that counts by
// so many: each time, or if they are few once every pollRarely. A loop that runs
// but a few times is quicker than the count, which goes through memory.
func (f *Fn) pollAt(l Loop, counts int64) {
	if loopDepth(l.Body) > fewLoops || counts > pollRarely || l.T.Size() < 4 {
		f.poll(1)
		return
	}
	f.Push(assemble.Value{At: f.At(l.Index)})
	f.Integer(l.T, -1)
	f.Op(assemble.Pick(l.T, code.I32Xor, code.I64Xor))
	f.Integer(l.T, pollRarely-1)
	f.Op(assemble.Pick(l.T, code.I32And, code.I64And))
	f.Integer(l.T, counts)
	f.Op(assemble.Pick(l.T, code.I32LtU, code.I64LtU))
	f.Block(code.If)
	f.poll(int32(pollRarely / counts))
	f.End()
}

// loopDepth is how many loops of list are inside each other; more than fewLoops if
// nothing is known.
func loopDepth(list []imp.Stm) int {
	depth := 0
	imp.Walk(list, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.For:
			depth = max(depth, 1+loopDepth(s.Body))
			return false
		case *imp.While: // without a loop inside it runs in strips, too, and else it polls each time
			depth = max(depth, 1+loopDepth(s.Body))
			return false
		case *imp.Copy, *runCopy:
			depth = max(depth, 1)
		case *imp.Call, *imp.Parallel:
			depth = fewLoops + 1
		}
		return depth <= fewLoops
	})
	return depth
}

// maxNest bounds how deep the loops in a loop may be before which is computed what they
// do not change. The innermost ones matter; and each statement is looked at for as many
// of the loops around it.
const maxNest = 8

// nests reports whether loops in list are more than depth deep.
func nests(list []imp.Stm, depth int) bool {
	found := false
	inside := func(body []imp.Stm) bool {
		found = found || depth == 0 || nests(body, depth-1)
		return false
	}
	imp.Walk(list, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.For:
			return inside(s.Body)
		case *imp.While:
			return inside(s.Body)
		}
		return !found
	})
	return found
}

func (f *Fn) forLoop(s *imp.For) {
	bound := f.Hold(s.Bound)
	if v, ok := s.Bound.(*imp.Var); ok && f.Assigned[v.Name] {
		f.Push(bound)
		bound = f.Keep(assemble.ValType(s.Type))
	}
	index := f.Declare(s.Index, s.Type)
	f.Integer(s.Type, 0)
	f.Set(index)
	f.countUp(Loop{Index: s.Index, T: s.Type, Bound: bound, Body: s.Body, few: f.u.rests[s]})
	delete(f.Vars, s.Index)
}

// Loop is a loop being translated: Body runs with the index, of type T, from its
// present value to below Bound, neither of which Body changes.
type Loop struct {
	Index       name.Name
	T           scalar.Type
	Bound       assemble.Value
	Body        []imp.Stm
	Independent bool // iterations neither read nor write what others write
	few         bool // a few iterations, as over the points of a group: neither counted nor unrolled
	rolled      bool // not worth unrolling
	unswitched  bool // written for one outcome of a condition
}

// countUp translates a loop.
func (f *Fn) countUp(l Loop) {
	if f.unswitch(l) {
		return
	}
	at := f.At(l.Index)
	f.Block(code.Block)
	f.Push(assemble.Value{At: at}, l.Bound)
	f.Op(assemble.Direct[scalar.Ge][assemble.ClassOf(l.T)])
	f.Put(code.BrIf, 0)
	s := guards.Split(l.Body)
	if s == nil || !f.splitLoop(l, s) {
		if s != nil {
			l.Body = s.Else
		}
		if v := f.InLanes(l); v != nil {
			v.Run()
			f.Push(assemble.Value{At: at}, l.Bound)
			f.Op(assemble.Direct[scalar.Ge][assemble.ClassOf(l.T)])
			f.Put(code.BrIf, 0)
			l.few = l.few || v.RunsAll()
		}
		f.ScalarLoop(l)
	}
	f.End()
}

// maxInLanes bounds the statements of a loop that may run in lanes, with all that pass
// split made of the loops in it.
const maxInLanes = 4000

// InLanes plans a loop for several iterations at once; nil if that cannot be done or
// does not pay. What it plans leaves the index at the first iteration that did not
// run. Loops inside run as they were before pass split.
func (f *Fn) InLanes(l Loop) InLanes {
	if l.few || imp.HasVectors(l.Body) || f.u.options.Vectors == nil {
		return nil
	}
	count := 0
	imp.Walk(l.Body, func(imp.Stm) bool {
		count++
		return count <= maxInLanes
	})
	if count > maxInLanes {
		return nil
	}
	l.Body = guards.General(l.Body)
	return f.u.options.Vectors.Loop(f, l)
}

// ScalarLoop translates a loop that runs at least once, an iteration at a time; as
// long as there are that many, several one after another.
func (f *Fn) ScalarLoop(l Loop) {
	write := func() { f.stms(l.Body) }
	copies := f.unrolls(l)
	if copies == 1 {
		f.Iterations(l, 1, l.Bound, write)
		return
	}
	at := assemble.Value{At: f.At(l.Index)}
	f.Block(code.Block)
	f.Push(l.Bound)
	f.Integer(l.T, copies-1)
	f.Op(assemble.Pick(l.T, code.I32Sub, code.I64Sub))
	limit := f.Keep(assemble.ValType(l.T))
	f.Push(at, limit)
	f.Op(assemble.Direct[scalar.Ge][assemble.ClassOf(l.T)])
	f.Put(code.BrIf, 0)
	f.Iterations(l, copies, limit, write)
	f.End()
	f.Block(code.Block)
	f.Push(at, l.Bound)
	f.Op(assemble.Direct[scalar.Ge][assemble.ClassOf(l.T)])
	f.Put(code.BrIf, 0)
	l.few = true // fewer than copies are left
	f.Iterations(l, 1, l.Bound, write)
	f.End()
}

// unrollings are how many iterations are written one after another, by the most
// nodes that their body may have.
var unrollings = []struct {
	nodes  int
	copies int64
}{{24, 8}, {60, 4}}

// mostVectorNodes is how many nodes a body of vectors may have that is written twice.
const mostVectorNodes = 160

// unrolls is how many iterations of a loop are to be written one after another: more
// than one if the body is small and follows pointers that go up. An index without a sign has
// no number below 0 to be limited by where few iterations are left.
func (f *Fn) unrolls(l Loop) int64 {
	if l.T.Size() < 4 || l.T.IsUnsigned() || l.few || l.rolled || hasLoop(l.Body) {
		return 1
	}
	if imp.HasVectors(l.Body) {
		if guards.Nodes(l.Body) <= mostVectorNodes {
			return 2
		}
		return 1
	}
	changed := imp.Changes(l.Body)
	changed[l.Index] = true
	accesses := f.strided(l.Index, l.Body, changed)
	for _, a := range accesses {
		if c, ok := a.step.AsConst(); ok && (c < 0 || c > assemble.MinBlock/32) {
			return 1
		}
	}
	bound, isConst := l.Bound.IsConst()
	size := guards.Nodes(l.Body)
	for _, u := range unrollings {
		if size <= u.nodes && len(accesses) > 0 && (!isConst || bound >= 2*u.copies) {
			return u.copies
		}
	}
	return 1
}

// Iterations runs a loop by the given number of iterations at a time, while the index is below
// limit. With vectors write writes them all; else it writes one.
func (f *Fn) Iterations(l Loop, stride int64, limit assemble.Value, write func()) {
	at := f.At(l.Index)
	var groups []*group
	forget, forgetLoads := func() {}, func() {}
	if !nests(l.Body, maxNest) {
		changed := imp.Changes(l.Body)
		changed[l.Index] = true
		if l.Independent && f.Current == nil {
			forgetLoads = f.hoistLoads(l.Body, changed)
		}
		groups = share(f.strided(l.Index, l.Body, changed))
		pointed := map[any]bool{}
		for _, g := range groups {
			for _, m := range g.members {
				pointed[m.node] = true
			}
		}
		if f.Current != nil {
			f.Current.Hide(changed)
		}
		forget = f.hoist(l.Body, changed, pointed)
	}
	copies := stride
	if f.Current != nil {
		copies = 1
	}
	each, advance, drop := f.follow(groups, stride, copies)
	counts := int64(1)
	if f.Current != nil && f.Current.Runs(l.Index) {
		counts = stride
	}
	count := func() {
		f.Get(at)
		f.Integer(l.T, counts)
		f.Op(assemble.Pick(l.T, code.I32Add, code.I64Add))
	}
	iteration := func() {
		f.checkBounds(l.Body, groups, stride)
		for f.ahead = range copies - 1 {
			write()
			each()
			count()
			f.Set(at)
		}
		f.ahead = copies - 1
		write()
		each()
		f.ahead = 0
		advance()
		count()
		f.Tee(at)
	}
	below := func(limit assemble.Value) {
		f.Push(limit)
		f.Op(assemble.Direct[scalar.Lt][assemble.ClassOf(l.T)])
	}
	n, isConst := limit.IsConst()
	switch {
	case hasLoop(l.Body):
		f.Block(code.Loop)
		f.pollAt(l, counts)
		iteration()
		below(limit)
		f.again()
		f.End()
	case isConst && n <= pollEvery || l.few || l.T.Size() < 4:
		f.Block(code.Loop)
		iteration()
		below(limit)
		f.again()
		f.End()
	default:
		f.strip(l.T, at, limit, iteration, below)
	}
	drop()
	forget()
	forgetLoads()
}

// strip runs the iterations in strips of pollEvery, polling between them.
func (f *Fn) strip(t scalar.Type, at assemble.Local, bound assemble.Value, iteration func(), below func(assemble.Value)) {
	limit := f.Temp(assemble.ValType(t))
	f.Block(code.Loop)
	// limit = bound − at > pollEvery ? at + pollEvery : bound
	f.Get(at)
	f.Integer(t, pollEvery)
	f.Op(assemble.Pick(t, code.I32Add, code.I64Add))
	f.Push(bound)
	f.Push(bound)
	f.Get(at)
	f.Op(assemble.Pick(t, code.I32Sub, code.I64Sub))
	f.Integer(t, pollEvery)
	f.Op(assemble.Pick(t, code.I32GtU, code.I64GtU))
	f.Op(code.Select)
	f.Set(limit)
	f.Block(code.Loop)
	iteration()
	below(assemble.Value{At: limit})
	f.again()
	f.End()
	f.Get(at)
	f.Push(bound)
	f.Op(assemble.Direct[scalar.Lt][assemble.ClassOf(t)])
	f.Block(code.If)
	f.poll(stripWork)
	f.Put(code.Br, 1)
	f.End()
	f.End()
}

// hasLoop reports whether running list may take long: it loops or calls.
func hasLoop(list []imp.Stm) bool {
	found := false
	imp.Walk(list, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.If:
			return !grouped(s)
		case *imp.For, *imp.While, *imp.Call, *imp.Copy, *imp.Parallel, *runCopy:
			found = true
		}
		return !found
	})
	return found
}
