package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Compiled code cannot be interrupted, so it counts its work down and calls the
// host now and then: to be told that the run was cancelled, and to let Go's
// scheduler and collector have their way. A loop with loops or calls inside it
// counts iterations; one without is cut into strips of pollEvery, and counts
// stripWork for each.
const (
	pollEvery = 4096
	stripWork = 64
)

// poll counts some work, and calls the host when the thread has done its share.
func (f *fn) poll(work int32) {
	f.scope(func() {
		left := f.temp(code.I32)
		f.get(thread)
		f.get(thread)
		f.put(code.I32Load, threadPoll)
		f.i32(work)
		f.op(code.I32Sub)
		f.tee(left)
		f.put(code.I32Store, threadPoll)
		f.get(left)
		f.i32(0)
		f.op(code.I32LtS)
		f.block(code.If)
		f.get(thread)
		f.call(f.u.host("poll", i32, none))
		f.end()
	})
}

func (f *fn) forLoop(s *imp.For) {
	bound := f.hold(s.Bound)
	if v, ok := s.Bound.(*imp.Var); ok && f.assigned[v.Name] {
		f.push(bound)
		bound = f.keep(valType(s.Type))
	}
	index := f.declare(s.Index, s.Type)
	f.integer(s.Type, 0)
	f.set(index)
	f.countUp(loop{index: s.Index, t: s.Type, bound: bound, body: s.Body})
	delete(f.vars, s.Index)
}

// loop is a loop being translated: body runs with the index, of type t, from its
// present value to below bound, neither of which body changes.
type loop struct {
	index       name.Name
	t           scalar.Type
	bound       value
	body        []imp.Stm
	independent bool // iterations neither read nor write what others write
}

// countUp translates a loop.
func (f *fn) countUp(l loop) {
	at := f.at(l.index)
	f.block(code.Block)
	f.push(value{at: at}, l.bound)
	f.op(direct[scalar.Ge][classOf(l.t)])
	f.put(code.BrIf, 0)
	if s, ok := f.split(l); ok {
		f.splitLoop(l, s)
	} else {
		if v := f.inLanes(l); v != nil {
			f.copies *= 2
			v.run()
			f.copies /= 2
			f.push(value{at: at}, l.bound)
			f.op(direct[scalar.Ge][classOf(l.t)])
			f.put(code.BrIf, 0)
		}
		f.scalarLoop(l)
	}
	f.end()
}

// inLanes plans a loop for several iterations at once; nil if that cannot be done or
// does not pay. What it plans leaves the index at the first iteration that did not
// run.
func (f *fn) inLanes(l loop) interface{ run() } {
	if v := f.vectorise(l); v != nil {
		return v
	}
	if s := f.sift(l); s != nil {
		return s
	}
	return nil
}

// scalarLoop translates a loop that runs at least once, an iteration at a time.
func (f *fn) scalarLoop(l loop) {
	write := func() { f.stms(l.body) }
	if !f.unrolls(l) {
		f.iterations(l, 1, l.bound, write)
		return
	}
	at := value{at: f.at(l.index)}
	f.block(code.Block)
	f.push(l.bound)
	f.integer(l.t, unrolled-1)
	f.op(pick(l.t, code.I32Sub, code.I64Sub))
	limit := f.keep(valType(l.t))
	f.push(at, limit)
	f.op(direct[scalar.Ge][classOf(l.t)])
	f.put(code.BrIf, 0)
	f.iterations(l, unrolled, limit, func() {
		for f.ahead = range unrolled - 1 {
			write()
			f.push(at)
			f.integer(l.t, 1)
			f.op(pick(l.t, code.I32Add, code.I64Add))
			f.set(at.at)
		}
		f.ahead = unrolled - 1
		write()
		f.ahead = 0
	})
	f.end()
	f.block(code.Block)
	f.push(at, l.bound)
	f.op(direct[scalar.Ge][classOf(l.t)])
	f.put(code.BrIf, 0)
	f.iterations(l, 1, l.bound, write)
	f.end()
}

const (
	unrolled      = int64(4) // iterations that are written behind each other
	maxUnrollSize = 60       // nodes of their body
)

// unrolls reports whether several iterations of a loop are to be written behind
// each other: the body is small, and where it accesses memory only constants
// differ.
func (f *fn) unrolls(l loop) bool {
	if l.t.Size() < 4 || f.copies > maxCopies || hasLoop(l.body) || guards.Nodes(l.body) > maxUnrollSize {
		return false
	}
	if n, ok := l.bound.isConst(); ok && n < 2*unrolled {
		return false
	}
	changed := imp.Changes(l.body)
	changed[l.index] = true
	accesses := f.strided(l.index, l.body, changed)
	for _, a := range accesses {
		if c, ok := a.step.AsConst(); !ok || c < 0 || c > minBlock/16 {
			return false
		}
	}
	return len(accesses) > 0
}

// iterations runs a loop by so many iterations at a time, which write writes: while
// the index is below limit. With vectors the index counts by them; else write
// advances it, but for the last iteration.
func (f *fn) iterations(l loop, stride int64, limit value, write func()) {
	at := f.at(l.index)
	changed := imp.Changes(l.body)
	changed[l.index] = true
	groups := share(f.strided(l.index, l.body, changed))
	pointed := map[any]bool{}
	for _, g := range groups {
		for _, m := range g.members {
			pointed[m.node] = true
		}
	}
	if f.vector != nil {
		f.vector.hide(changed)
	}
	forget := f.hoist(l.body, changed, pointed)
	advance, drop := f.follow(groups, stride)
	counts := int64(1)
	if f.vector != nil && f.vector.index == l.index {
		counts = stride
	}
	iteration := func() {
		f.touch(l.body, groups, stride)
		write()
		advance()
		f.get(at)
		f.integer(l.t, counts)
		f.op(pick(l.t, code.I32Add, code.I64Add))
		f.tee(at)
	}
	below := func(limit value) {
		f.push(limit)
		f.op(direct[scalar.Lt][classOf(l.t)])
	}
	n, isConst := limit.isConst()
	switch {
	case hasLoop(l.body):
		f.block(code.Loop)
		f.poll(1)
		iteration()
		below(limit)
		f.put(code.BrIf, 0)
		f.end()
	case isConst && n <= pollEvery || l.t.Size() < 4:
		f.block(code.Loop)
		iteration()
		below(limit)
		f.put(code.BrIf, 0)
		f.end()
	default:
		f.strip(l.t, at, limit, iteration, below)
	}
	drop()
	forget()
}

// strip runs the iterations in strips of pollEvery, polling between them.
func (f *fn) strip(t scalar.Type, at local, bound value, iteration func(), below func(value)) {
	limit := f.temp(valType(t))
	f.block(code.Loop)
	// limit = bound − at > pollEvery ? at + pollEvery : bound
	f.get(at)
	f.integer(t, pollEvery)
	f.op(pick(t, code.I32Add, code.I64Add))
	f.push(bound)
	f.push(bound)
	f.get(at)
	f.op(pick(t, code.I32Sub, code.I64Sub))
	f.integer(t, pollEvery)
	f.op(pick(t, code.I32GtU, code.I64GtU))
	f.op(code.Select)
	f.set(limit)
	f.block(code.Loop)
	iteration()
	below(value{at: limit})
	f.put(code.BrIf, 0)
	f.end()
	f.get(at)
	f.push(bound)
	f.op(direct[scalar.Lt][classOf(t)])
	f.block(code.If)
	f.poll(stripWork)
	f.put(code.Br, 1)
	f.end()
	f.end()
}

// hasLoop reports whether running list may take long: it loops or calls.
func hasLoop(list []imp.Stm) bool {
	found := false
	imp.Walk(list, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.For, *imp.While, *imp.Call, *imp.Copy, *imp.Parallel, *runCopy:
			found = true
		}
		return !found
	})
	return found
}

func (f *fn) whileLoop(s *imp.While) {
	changed := imp.Changes(s.Body)
	forget := f.hoist([]imp.Stm{s}, changed, nil)
	f.block(code.Block)
	if hasLoop(s.Body) {
		f.block(code.Loop)
		f.poll(1)
		f.leaveUnless(s.Cond, 1)
		f.stms(s.Body)
		f.put(code.Br, 0)
		f.end()
	} else {
		f.whileStrip(s)
	}
	f.end()
	forget()
}

// leaveUnless branches out of blocks unless the condition holds.
func (f *fn) leaveUnless(cond imp.Expr, blocks uint64) {
	f.expr(cond)
	f.op(code.I32Eqz)
	f.put(code.BrIf, blocks)
}

// whileStrip runs the loop in strips.
func (f *fn) whileStrip(s *imp.While) {
	left := f.temp(code.I32)
	f.block(code.Loop)
	f.i32(pollEvery)
	f.set(left)
	f.block(code.Loop)
	f.leaveUnless(s.Cond, 2)
	f.stms(s.Body)
	f.get(left)
	f.i32(1)
	f.op(code.I32Sub)
	f.tee(left)
	f.put(code.BrIf, 0)
	f.end()
	f.poll(stripWork)
	f.put(code.Br, 0)
	f.end()
}
