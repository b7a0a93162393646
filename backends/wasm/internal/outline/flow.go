package outline

import (
	"slices"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
)

// flow computes which locals pieces need, and which they set for others.
type flow struct {
	body        []code.Instr
	first, last map[uint64]int  // first and last mention of each local
	needed      map[uint64]bool // locals read somewhere as set by a piece or before it
	all         []*piece
}

func newFlow(body []code.Instr) *flow {
	f := &flow{body: body, first: map[uint64]int{}, last: map[uint64]int{}, needed: map[uint64]bool{}}
	for at, in := range body {
		if in.Op.IsLocal() {
			if _, ok := f.first[in.Imm]; !ok {
				f.first[in.Imm] = at
			}
			f.last[in.Imm] = at
		}
	}
	return f
}

// visit computes what a body and its nested pieces need and set.
func (f *flow) visit(body *piece) {
	f.summarise(body)
	unneeded := func(l uint64) bool { return !f.needed[l] }
	for _, p := range f.all {
		p.results = slices.DeleteFunc(p.results, unneeded)
		p.keeps = slices.DeleteFunc(p.keeps, unneeded)
	}
}

// summarise walks a piece after the pieces nested in it.
func (f *flow) summarise(p *piece) {
	for _, q := range p.inner {
		f.summarise(q)
	}
	f.all = append(f.all, p)
	w := newWalk(f, p)
	at := p.start
	for _, q := range p.inner {
		w.instrs(f.body[at:q.start])
		w.piece(q)
		at = q.end
	}
	w.instrs(f.body[at:p.end])
	for _, l := range w.locals {
		n := w.number[l]
		if w.needs[n] {
			p.needs = append(p.needs, l)
		}
		if private := p.start <= f.first[l] && f.last[l] < p.end && !w.needs[n]; w.sets[n] && !private {
			p.results = append(p.results, l)
			if !w.set.has(n) {
				p.keeps = append(p.keeps, l)
			}
		}
	}
}

// walk is a forward walk over a piece's instructions. It renumbers locals densely.
type walk struct {
	flow        *flow
	locals      []uint64
	number      map[uint64]int
	needs, sets []bool // what the piece may read before setting, and may set
	set         bits   // locals set on every path to here
	own         bits   // locals set on every path to here since then, and not by a nested piece
	frames      []frame
}

func newWalk(f *flow, p *piece) *walk {
	w := &walk{flow: f, number: map[uint64]int{}}
	add := func(l uint64) {
		if _, ok := w.number[l]; !ok {
			w.number[l] = len(w.locals)
			w.locals = append(w.locals, l)
		}
	}
	at := p.start
	mentioned := func(to int) {
		for _, in := range f.body[at:to] {
			if in.Op.IsLocal() {
				add(in.Imm)
			}
		}
	}
	for _, q := range p.inner {
		mentioned(q.start)
		for _, l := range slices.Concat(q.needs, q.results) {
			add(l)
		}
		at = q.end
	}
	mentioned(p.end)
	n := len(w.locals)
	w.needs, w.sets = make([]bool, n), make([]bool, n)
	w.set, w.own = make(bits, (n+63)/64), make(bits, (n+63)/64)
	return w
}

// frame is an open block.
type frame struct {
	op                  code.Op
	entrySet, entryOwn  bits // state at the start of an if
	exitSet, exitOwn    bits // state on all paths to the end so far
	hasElse, hasArrived bool
}

func (w *walk) instrs(list []code.Instr) {
	for _, in := range list {
		w.instr(in)
	}
}

func (w *walk) instr(in code.Instr) {
	switch in.Op {
	case code.LocalGet:
		w.get(in.Imm)
	case code.LocalSet, code.LocalTee:
		n := w.number[in.Imm]
		w.sets[n] = true
		w.set.add(n)
		w.own.add(n)
	case code.Block:
		w.frames = append(w.frames, frame{op: in.Op})
	case code.Loop:
		clear(w.own) // a nested piece may have set it in the previous iteration
		w.frames = append(w.frames, frame{op: in.Op})
	case code.If:
		w.frames = append(w.frames, frame{op: in.Op, entrySet: slices.Clone(w.set), entryOwn: slices.Clone(w.own)})
	case code.Else:
		f := w.top()
		f.arrive(w.set, w.own)
		w.set, w.own, f.hasElse = f.entrySet, f.entryOwn, true
	case code.End:
		f := w.top()
		if f.op == code.If && !f.hasElse {
			f.arrive(f.entrySet, f.entryOwn)
		}
		f.arrive(w.set, w.own)
		w.set, w.own = f.exitSet, f.exitOwn
		w.frames = w.frames[:len(w.frames)-1]
	case code.Br:
		w.branch(in.Imm)
		w.nowhere()
	case code.BrIf:
		w.branch(in.Imm)
	case code.Return, code.Unreachable:
		w.nowhere()
	}
}

// get records a read of a local.
func (w *walk) get(l uint64) {
	n := w.number[l]
	w.needs[n] = w.needs[n] || !w.set.has(n)
	if !w.own.has(n) {
		w.flow.needed[l] = true
	}
}

// piece records the effect of a nested piece.
func (w *walk) piece(p *piece) {
	for _, l := range p.needs {
		w.get(l)
	}
	keeps := p.keeps
	for _, l := range p.results {
		n := w.number[l]
		w.sets[n] = true
		w.own.remove(n)
		if len(keeps) > 0 && keeps[0] == l {
			keeps = keeps[1:]
		} else {
			w.set.add(n)
		}
	}
}

func (w *walk) top() *frame { return &w.frames[len(w.frames)-1] }

// nowhere continues in unreachable code, where every fact holds.
func (w *walk) nowhere() {
	w.set.fill()
	w.own.fill()
}

// branch records a branch to the end of a block; to the start of a loop, which adds nothing
// to the facts at its entry; or to the end of the function.
func (w *walk) branch(label uint64) {
	at := len(w.frames) - 1 - int(label)
	if at >= 0 && w.frames[at].op != code.Loop {
		w.frames[at].arrive(w.set, w.own)
	}
}

// arrive merges the state of a path that reaches the end of the block.
func (f *frame) arrive(set, own bits) {
	if !f.hasArrived {
		f.hasArrived, f.exitSet, f.exitOwn = true, slices.Clone(set), slices.Clone(own)
		return
	}
	f.exitSet.meet(set)
	f.exitOwn.meet(own)
}

// bits is a bit set.
type bits []uint64

func (b bits) has(n int) bool { return b[n/64]&(1<<(n%64)) != 0 }
func (b bits) add(n int)      { b[n/64] |= 1 << (n % 64) }
func (b bits) remove(n int)   { b[n/64] &^= 1 << (n % 64) }
func (b bits) fill() {
	for i := range b {
		b[i] = ^uint64(0)
	}
}
func (b bits) meet(c bits) {
	for i := range b {
		b[i] &= c[i]
	}
}
