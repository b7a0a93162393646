package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Single-pass scans with decoupled look-back, for operators that are exact in any order
// (Merrill and Garland, "Single-pass parallel prefix scan with decoupled look-back", 2016).
// A group draws the number of its block from a counter, so blocks are taken in the order in
// which groups start. It publishes its block's aggregate, then inspects what the preceding
// blocks published, nearest first, until it meets an inclusive prefix. From these it
// computes its own inclusive prefix and publishes that. A group only waits for groups that
// started before it, which the machine guarantees to make progress (target.Progress) and
// which cannot fail (inGroups).
//
// A descriptor is one 64-bit word: a status and 32 bits of value. A word is written
// atomically, so correctness does not depend on the order in which writes to different
// locations become visible. A 64-bit value takes two words, which belong sameOperand if their
// statuses are equal.

// The status of a descriptor; 0 means nothing is published yet.
const (
	statusAggregate = 1 // value is the block's aggregate
	statusPrefix    = 2 // value is the inclusive prefix up to and including the block
)

// lookBack is the number of descriptors that a group inspects per step.
const lookBack = 32

// onePass is a single-pass scan with look-back.
type onePass struct {
	*blockScan
	descriptors place    // device memory: the block counter, then the descriptors
	words       int64    // words per descriptor
	block       imp.Expr // the group's block number
}

// scanOnce scans in two launches: the first clears the descriptors, the second scans.
func (f *fold) scanOnce(e *emitter, op *ir.Prim) {
	n := e.atom(f.last.Size)
	block := e.target.Group * scanRun
	count := e.read(e.declare("blocks", pieces(n, block)))
	p := &onePass{descriptors: place{Elem: scalar.U64, Block: e.names.Fresh("descriptors_mem")}, words: 1}
	if op.Type.Size() > 4 {
		p.words = 2
	}
	size := e.declare("room", imp.Add(imp.Int(1), imp.Mul(count, imp.Int(p.words))))
	room := e.read(size)
	p.descriptors.Index = lmad.RowMajor([]sym.Poly{sym.Var(size)})
	e.add(&imp.DeclareBlock{Name: p.descriptors.Block},
		&imp.Alloc{Block: p.descriptors.Block, Bytes: imp.Mul(room, imp.Int(8)), What: "partial results of " + label(f.stm), Pos: f.stm.Pos})
	k := e.names.Fresh("k")
	e.parallel(f.stm, []imp.SpaceDim{{Index: k, Count: room}}, func(e *emitter) {
		e.store(p.descriptors, word(0), imp.IntVar(k))
	})

	p.blockScan = (&scan{fold: f, op: op}).blockScan(e)
	p.draw()
	base := p.read(p.declare("base", imp.Mul(p.block, imp.Int(block))))
	p.scan(p.emitter, base)
	total := p.read(p.declare("total", p.total()))
	p.write(p.emitter, base, p.before(total))
	p.launch(e, count)
	e.add(&imp.AssignBlock{Dst: p.descriptors.Block})
}

// word returns a 64-bit constant.
func word(x int64) imp.Expr { return &imp.Const{Value: scalar.Int(scalar.U64, x)} }

// words applies an operator to 64-bit words.
func words(op scalar.Op, x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: op, Type: scalar.U64, Args: []imp.Expr{x, y}}
}

// draw assigns the group its block number. The number always names a block; clamping it
// makes that evident to the range analysis, which can then use narrow indices.
func (p *onePass) draw() {
	drawn := p.sharedArray("drawn_mem", scalar.I32, 1)
	p.onlyFirst(func(e *emitter) {
		next := e.names.Fresh("next")
		e.scalars[next] = scalar.U64
		e.add(&imp.Atomic{Kind: imp.AtomicUpdate, Fn: scalar.Add, Block: p.descriptors.Block, Elem: scalar.U64, Index: p.descriptors.element([]imp.Expr{imp.Int(0)}), X: word(1), Old: next},
			drawn.store(&imp.Convert{From: scalar.U64, To: scalar.I32, X: e.read(next)}, imp.Int(0)))
	})
	p.barrier()
	number := &imp.Convert{From: scalar.I32, To: scalar.I64, X: drawn.load(imp.Int(0))}
	most := sub(&imp.ID{Kind: imp.NumGroups}, imp.Int(1))
	p.block = p.read(p.declare("block", prim(scalar.Max, imp.Int(0), prim(scalar.Min, number, most))))
}

// publish publishes x for the group's block, with status status.
func (p *onePass) publish(e *emitter, status, x imp.Expr) {
	bits := e.read(e.declare("bits", bitsOf(x)))
	tag := e.read(e.declare("tag", words(scalar.Shl, status, word(32))))
	for k := range p.words {
		half := words(scalar.And, bits, word(1<<32-1))
		if k > 0 {
			half = words(scalar.Lshr, bits, word(32))
		}
		e.add(&imp.Atomic{Kind: imp.AtomicExchange, Block: p.descriptors.Block, Elem: scalar.U64, Index: p.wordOf(p.block, k), X: words(scalar.Or, tag, half)})
	}
}

// wordOf returns the index of word k of a block's descriptor.
func (p *onePass) wordOf(block imp.Expr, k int64) imp.Expr {
	return p.descriptors.element([]imp.Expr{imp.Add(imp.Mul(block, imp.Int(p.words)), imp.Int(1+k))})
}

// await waits until a block's descriptor is published and assigns its status and value.
func (p *onePass) await(e *emitter, block imp.Expr, status, x name.Name) {
	e.add(&imp.Assign{Name: status, X: word(0)})
	in := e.inner()
	loaded := make([]imp.Expr, p.words)
	for k := range loaded {
		n := in.names.Fresh("word")
		in.scalars[n] = scalar.U64
		// Or with 0 is an atomic load.
		in.add(&imp.Atomic{Kind: imp.AtomicUpdate, Fn: scalar.Or, Block: p.descriptors.Block, Elem: scalar.U64, Index: p.wordOf(block, int64(k)), X: word(0), Old: n})
		loaded[k] = in.read(n)
	}
	first := words(scalar.Lshr, loaded[0], word(32))
	if p.words == 1 {
		in.add(&imp.Assign{Name: status, X: first}, &imp.Assign{Name: x, X: ofBits(p.op.Type, words(scalar.And, loaded[0], word(1<<32-1)))})
	} else {
		both := in.inner()
		both.add(&imp.Assign{Name: status, X: first}, &imp.Assign{Name: x, X: ofBits(p.op.Type,
			words(scalar.Or, words(scalar.Shl, loaded[1], word(32)), words(scalar.And, loaded[0], word(1<<32-1))))})
		in.add(&imp.If{Cond: &imp.Prim{Fn: scalar.Eq, Type: scalar.U64, Args: []imp.Expr{first, words(scalar.Lshr, loaded[1], word(32))}}, Then: both.out})
	}
	e.add(&imp.While{Cond: &imp.Prim{Fn: scalar.Eq, Type: scalar.U64, Args: []imp.Expr{e.read(status), word(0)}}, Body: in.out})
}

// before performs the look-back. The variable it returns holds the exclusive prefix of the
// group's block, in all threads. Descriptors before block 0 count as neutral prefixes.
func (p *onePass) before(total imp.Expr) name.Name {
	t := p.op.Type
	statuses := p.sharedArray("statuses_mem", scalar.U64, lookBack)
	values := p.sharedArray("values_mem", t, lookBack)
	found := p.sharedArray("before_mem", t, 1)
	left := p.sharedArray("unseen_mem", scalar.I64, 1)
	isPrefix := func(x imp.Expr) imp.Expr {
		return &imp.Prim{Fn: scalar.Eq, Type: scalar.U64, Args: []imp.Expr{x, word(statusPrefix)}}
	}
	p.onlyFirst(func(e *emitter) {
		first := prim(scalar.Eq, p.block, imp.Int(0))
		status := &imp.Prim{Fn: scalar.Select, Type: scalar.U64, Args: []imp.Expr{first, word(statusPrefix), word(statusAggregate)}}
		p.publish(e, status, total)
	})
	before := p.declare("before", p.fold.neutralOf(p.emitter))
	unseen := p.declare("unseen", p.block) // blocks below this one have not been inspected
	step := p.inner()
	step.below(localID, imp.Int(lookBack), func(e *emitter) {
		status := e.declare("status", word(statusPrefix))
		x := e.declare("x", p.fold.neutralOf(e))
		block := e.read(e.declare("block", sub(sub(e.read(unseen), imp.Int(1)), localID)))
		in := e.inner()
		p.await(in, block, status, x)
		e.add(&imp.If{Cond: prim(scalar.Ge, block, imp.Int(0)), Then: in.out},
			statuses.store(e.read(status), localID),
			values.store(e.read(x), localID))
	})
	step.add(&imp.Barrier{})
	one := step.inner()
	over := one.declare("over", &imp.Const{Value: scalar.FromBool(false)})
	one.repeat(lookBack, func(e *emitter, k imp.Expr) {
		in := e.inner()
		in.add(&imp.Assign{Name: before, X: p.combine(values.load(k), e.read(before))},
			&imp.Assign{Name: over, X: isPrefix(statuses.load(k))})
		e.add(&imp.If{Cond: not(e.read(over)), Then: in.out})
	})
	more, end := one.inner(), one.inner()
	more.add(left.store(sub(one.read(unseen), imp.Int(lookBack)), imp.Int(0)))
	p.publish(end, word(statusPrefix), p.combine(end.read(before), total))
	end.add(left.store(imp.Int(0), imp.Int(0)),
		found.store(end.read(before), imp.Int(0)))
	one.add(&imp.If{Cond: one.read(over), Then: end.out, Else: more.out})
	step.add(&imp.If{Cond: prim(scalar.Eq, localID, imp.Int(0)), Then: one.out}, &imp.Barrier{},
		&imp.Assign{Name: unseen, X: left.load(imp.Int(0))})
	last := step.inner()
	last.add(&imp.Assign{Name: before, X: found.load(imp.Int(0))})
	step.add(&imp.If{Cond: prim(scalar.Eq, step.read(unseen), imp.Int(0)), Then: last.out})
	p.add(&imp.While{Cond: prim(scalar.Gt, p.read(unseen), imp.Int(0)), Body: step.out})
	return before
}

// bitsOf converts a scalar to a word, ofBits a word to a scalar.
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
