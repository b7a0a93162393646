package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Scans that read their input once, with operators that combine exactly in any order
// (Merrill and Garland, "Single-pass parallel prefix scan with decoupled look-back",
// 2016). Groups take the blocks of the input in the order in which they start: each
// draws a number. A group says what its block comes to, then looks at what the blocks
// before it said, from the nearest on, until it meets one that knows what all up to
// itself come to; with that it knows as much of its own, and says so. It waits only for
// groups that have started before it, which the machine promises to go on
// (target.Progress), and which cannot fail (inGroups).
//
// What a group says is one word of 64 bits: whether it is about the block or about all
// up to it, and 32 bits of value. A word is written in one step, so nothing depends on
// the order in which writes to several places are seen. Values of 64 bits take two
// words, which belong together if they are about the same.

// What a word is about: 0 while nothing was said.
const (
	aboutBlock = 1 // what the block comes to
	aboutAll   = 2 // what all blocks up to it come to
)

// lookBack is the number of blocks that a group looks at at once.
const lookBack = 32

// onePass is a scan by blocks that know of each other.
type onePass struct {
	*blockScan
	said  place    // the device's memory: the next number to draw, and words for each block
	words int64    // of a block
	block imp.Expr // the group's number
}

// scanOnce scans in two launches: the second one scans, the first one makes what the
// groups say empty.
func (f *fold) scanOnce(e *emitter, op *ir.Prim) {
	n := e.atom(f.last.Size)
	block := e.target.Group * scanRun
	count := e.read(e.declare("blocks", pieces(n, block)))
	p := &onePass{said: place{Elem: scalar.U64, Block: e.names.Fresh("said_mem")}, words: 1}
	if op.Type.Size() > 4 {
		p.words = 2
	}
	size := e.declare("room", imp.Add(imp.Int(1), imp.Mul(count, imp.Int(p.words))))
	room := e.read(size)
	p.said.Index = lmad.RowMajor([]sym.Poly{sym.Var(size)})
	e.add(&imp.DeclareBlock{Name: p.said.Block},
		&imp.Alloc{Block: p.said.Block, Bytes: imp.Mul(room, imp.Int(8)), What: "partial results of " + label(f.stm), Pos: f.stm.Pos})
	k := e.names.Fresh("k")
	e.parallel(f.stm, []imp.SpaceDim{{Index: k, Count: room}}, func(e *emitter) {
		e.store(p.said, word(0), imp.IntVar(k))
	})

	p.blockScan = (&scan{fold: f, op: op}).blockScan(e)
	p.draw()
	base := p.read(p.declare("base", imp.Mul(p.block, imp.Int(block))))
	p.scan(p.emitter, base)
	total := p.read(p.declare("total", p.total()))
	p.write(p.emitter, base, p.before(total))
	p.launch(e, count)
	e.add(&imp.AssignBlock{Dst: p.said.Block})
}

// word is a constant of 64 bits.
func word(x int64) imp.Expr { return &imp.Const{Value: scalar.Int(scalar.U64, x)} }

// words applies an operator to words.
func words(op scalar.Op, x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: op, Type: scalar.U64, Args: []imp.Expr{x, y}}
}

// draw gives the group the next number. That it is one of a block is plain; the
// numbers' range is written out so that indices are known to be small.
func (p *onePass) draw() {
	drawn := p.room("drawn_mem", scalar.I32, 1)
	p.onlyFirst(func(e *emitter) {
		next := e.names.Fresh("next")
		e.scalars[next] = scalar.U64
		e.add(&imp.Atomic{Kind: imp.AtomicUpdate, Fn: scalar.Add, Block: p.said.Block, Elem: scalar.U64, Index: p.said.element([]imp.Expr{imp.Int(0)}), X: word(1), Old: next},
			drawn.store(&imp.Convert{From: scalar.U64, To: scalar.I32, X: e.read(next)}, imp.Int(0)))
	})
	p.barrier()
	number := &imp.Convert{From: scalar.I32, To: scalar.I64, X: drawn.load(imp.Int(0))}
	most := sub(&imp.ID{Kind: imp.NumGroups}, imp.Int(1))
	p.block = p.read(p.declare("block", prim(scalar.Max, imp.Int(0), prim(scalar.Min, number, most))))
}

// say tells the groups of later blocks that x is what about says.
func (p *onePass) say(e *emitter, about, x imp.Expr) {
	bits := e.read(e.declare("bits", bitsOf(x)))
	tag := e.read(e.declare("tag", words(scalar.Shl, about, word(32))))
	for k := range p.words {
		half := words(scalar.And, bits, word(1<<32-1))
		if k > 0 {
			half = words(scalar.Lshr, bits, word(32))
		}
		e.add(&imp.Atomic{Kind: imp.AtomicExchange, Block: p.said.Block, Elem: scalar.U64, Index: p.wordOf(p.block, k), X: words(scalar.Or, tag, half)})
	}
}

// wordOf is where word k of a block lies.
func (p *onePass) wordOf(block imp.Expr, k int64) imp.Expr {
	return p.said.element([]imp.Expr{imp.Add(imp.Mul(block, imp.Int(p.words)), imp.Int(1+k))})
}

// hear waits until the group of a block has said something, and assigns what it is about
// and the value.
func (p *onePass) hear(e *emitter, block imp.Expr, about, x name.Name) {
	e.add(&imp.Assign{Name: about, X: word(0)})
	in := e.inner()
	heard := make([]imp.Expr, p.words)
	for k := range heard {
		n := in.names.Fresh("heard")
		in.scalars[n] = scalar.U64
		// Nothing changes: this reads the word in one step.
		in.add(&imp.Atomic{Kind: imp.AtomicUpdate, Fn: scalar.Or, Block: p.said.Block, Elem: scalar.U64, Index: p.wordOf(block, int64(k)), X: word(0), Old: n})
		heard[k] = in.read(n)
	}
	first := words(scalar.Lshr, heard[0], word(32))
	if p.words == 1 {
		in.add(&imp.Assign{Name: about, X: first}, &imp.Assign{Name: x, X: ofBits(p.op.Type, words(scalar.And, heard[0], word(1<<32-1)))})
	} else {
		both := in.inner()
		both.add(&imp.Assign{Name: about, X: first}, &imp.Assign{Name: x, X: ofBits(p.op.Type,
			words(scalar.Or, words(scalar.Shl, heard[1], word(32)), words(scalar.And, heard[0], word(1<<32-1))))})
		in.add(&imp.If{Cond: &imp.Prim{Fn: scalar.Eq, Type: scalar.U64, Args: []imp.Expr{first, words(scalar.Lshr, heard[1], word(32))}}, Then: both.out})
	}
	e.add(&imp.While{Cond: &imp.Prim{Fn: scalar.Eq, Type: scalar.U64, Args: []imp.Expr{e.read(about), word(0)}}, Body: in.out})
}

// before looks back: its result holds what comes before the group's block, for all
// threads. Before the first block lies what is about all, and neutral.
func (p *onePass) before(total imp.Expr) name.Name {
	t := p.op.Type
	abouts := p.room("abouts_mem", scalar.U64, lookBack)
	values := p.room("heard_mem", t, lookBack)
	found := p.room("before_mem", t, 1)
	left := p.room("left_mem", scalar.I64, 1)
	isAll := func(x imp.Expr) imp.Expr {
		return &imp.Prim{Fn: scalar.Eq, Type: scalar.U64, Args: []imp.Expr{x, word(aboutAll)}}
	}
	p.onlyFirst(func(e *emitter) {
		first := prim(scalar.Eq, p.block, imp.Int(0))
		about := &imp.Prim{Fn: scalar.Select, Type: scalar.U64, Args: []imp.Expr{first, word(aboutAll), word(aboutBlock)}}
		p.say(e, about, total)
	})
	before := p.declare("before", p.fold.neutralOf(p.emitter))
	behind := p.declare("behind", p.block) // the blocks not yet looked at are those below
	step := p.inner()
	step.below(localID, imp.Int(lookBack), func(e *emitter) {
		about := e.declare("about", word(aboutAll))
		x := e.declare("x", p.fold.neutralOf(e))
		block := e.read(e.declare("block", sub(sub(e.read(behind), imp.Int(1)), localID)))
		in := e.inner()
		p.hear(in, block, about, x)
		e.add(&imp.If{Cond: prim(scalar.Ge, block, imp.Int(0)), Then: in.out},
			abouts.store(e.read(about), localID),
			values.store(e.read(x), localID))
	})
	step.add(&imp.Barrier{})
	one := step.inner()
	over := one.declare("over", &imp.Const{Value: scalar.FromBool(false)})
	one.repeat(lookBack, func(e *emitter, k imp.Expr) {
		in := e.inner()
		in.add(&imp.Assign{Name: before, X: p.combine(values.load(k), e.read(before))},
			&imp.Assign{Name: over, X: isAll(abouts.load(k))})
		e.add(&imp.If{Cond: not(e.read(over)), Then: in.out})
	})
	more, end := one.inner(), one.inner()
	more.add(left.store(sub(one.read(behind), imp.Int(lookBack)), imp.Int(0)))
	p.say(end, word(aboutAll), p.combine(end.read(before), total))
	end.add(left.store(imp.Int(0), imp.Int(0)),
		found.store(end.read(before), imp.Int(0)))
	one.add(&imp.If{Cond: one.read(over), Then: end.out, Else: more.out})
	step.add(&imp.If{Cond: prim(scalar.Eq, localID, imp.Int(0)), Then: one.out}, &imp.Barrier{},
		&imp.Assign{Name: behind, X: left.load(imp.Int(0))})
	last := step.inner()
	last.add(&imp.Assign{Name: before, X: found.load(imp.Int(0))})
	step.add(&imp.If{Cond: prim(scalar.Eq, step.read(behind), imp.Int(0)), Then: last.out})
	p.add(&imp.While{Cond: prim(scalar.Gt, p.read(behind), imp.Int(0)), Body: step.out})
	return before
}

// bitsOf is a scalar as a word, ofBits the scalar of a word.
func bitsOf(x imp.Expr) imp.Expr {
	t := imp.TypeOf(x)
	if t.IsFloat() {
		x, t = &imp.Prim{Fn: scalar.ToBits, Type: t, Args: []imp.Expr{x}}, t.Unsigned()
	}
	return converted(t, scalar.U64, x)
}

func ofBits(t scalar.Type, x imp.Expr) imp.Expr {
	if t.IsFloat() {
		return &imp.Prim{Fn: scalar.FromBits, Type: t, Args: []imp.Expr{converted(scalar.U64, t.Unsigned(), x)}}
	}
	return converted(scalar.U64, t, x)
}

func converted(from, to scalar.Type, x imp.Expr) imp.Expr {
	if from == to {
		return x
	}
	return &imp.Convert{From: from, To: to, X: x}
}
