package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/passes/toimp/internal/operator"
)

// Single-pass scans with decoupled look-back, for operators that are associative (Merrill and
// Garland, "Single-pass parallel prefix scan with decoupled look-back", 2016).
// A group draws the number of its block from a counter, so blocks are taken in the order in
// which groups start. It publishes its block's aggregate, then inspects what the preceding
// blocks published, nearest first, until it meets an inclusive prefix. From these it
// computes its own inclusive prefix and publishes that. A group only waits for groups that
// started before it, which the machine guarantees to make progress (target.Progress) and
// which cannot fail (inGroups).
//
// A descriptor consists of 64-bit words: a status and 32 bits of value. A word is written
// atomically, so correctness does not depend on the order in which writes to different
// locations become visible. A 64-bit component takes two words. The words of a descriptor belong
// together if their statuses are equal.
//
// In a scan of segments a block's total is that of the elements since the last segment began.
// Where one begins in a block, nothing before the block counts, so that its total is a prefix.

// The status of a descriptor; 0 means nothing is published yet.
const (
	statusAggregate = 1 // value is the block's aggregate
	statusPrefix    = 2 // value is the inclusive prefix up to and including the block
)

// window is the number of descriptors that a group inspects per step.
const window = 32

// onePass is a single-pass scan with look-back.
type onePass struct {
	*blockScan
	descriptors place    // device memory: the block counter, then the descriptors
	words       []half   // the words of a descriptor
	block       imp.Expr // the group's block number
	base        imp.Expr // the block's first element
	// open is set if what precedes the block belongs to its first segment, closed if a segment
	// begins in the block.
	open, closed imp.Expr
}

// half is the lower or upper half of a component.
type half struct {
	component int
	upper     bool
}

// canScanOnce reports whether one pass may scan the fold, and how many elements a thread takes:
// if the operator is associative, or may be taken for it.
func (f *fold) canScanOnce(e *emitter) (int64, bool) {
	if !e.target.Progress || !f.inGroups(e) || f.alongSegments(e) {
		return 0, false
	}
	if _, ok := f.anyOrder(e); !ok && e.target.Math != target.Fast && !operator.Associative(f.operator, f.neutral) {
		return 0, false
	}
	return f.runOfBlock(e)
}

// scanOnce scans in one launch, after one that clears the descriptors. Short segments are scanned
// side by side.
func (f *fold) scanOnce(e *emitter, run int64) {
	n := e.atom(f.last.Size)
	if len(f.segments) == 0 {
		f.lookBack(e, run, n, nil)
		return
	}
	segments := f.countSegments(e)
	e.choose(n, narrow, func(e *emitter) {
		f.foldNarrow(e, stage{n: n, row: n, rows: imp.Int(1), load: f.loadElement, each: f.storeEach, raw: true}, segments)
	}, func(e *emitter) {
		total := e.read(e.declare("total", imp.Mul(segments, n)))
		f.lookBack(e, run, total, n)
	})
}

// lookBack scans the n elements of all segments, which have the given width. A single group needs
// no descriptors, which then are not cleared.
func (f *fold) lookBack(e *emitter, run int64, n, width imp.Expr) {
	p := &onePass{descriptors: place{Elem: scalar.U64, Block: e.names.Fresh("descriptors_mem")}}
	for i, o := range e.operands(f.neutral) {
		p.words = append(p.words, half{i, false})
		if o.Type.Elem.Size() > 4 {
			p.words = append(p.words, half{i, true})
		}
	}
	size := e.target.Group * run
	count := e.read(e.declare("blocks", pieces(n, size)))
	rooms := e.declare("room", imp.Add(imp.Int(1), imp.Mul(count, imp.Int(int64(len(p.words))))))
	room := e.read(rooms)
	p.descriptors.Index = lmad.RowMajor([]sym.Poly{sym.Var(rooms)})
	e.add(&imp.DeclareBlock{Name: p.descriptors.Block},
		&imp.Alloc{Block: p.descriptors.Block, Bytes: imp.Mul(room, imp.Int(8)), What: "partial results of " + label(f.stm), Pos: f.stm.Pos})
	k, clear := e.names.Fresh("k"), e.inner()
	clear.parallel(f.stm, []imp.SpaceDim{{Index: k, Count: room}}, func(e *emitter) {
		e.store(p.descriptors, word(0), imp.IntVar(k))
	})
	e.add(&imp.If{Cond: prim(scalar.Gt, count, imp.Int(1)), Then: clear.out})

	p.blockScan = f.blockScan(e, run, n, width)
	p.draw()
	p.base = p.read(p.declare("base", imp.Mul(p.block, imp.Int(size))))
	open := prim(scalar.Gt, p.block, imp.Int(0))
	closed := not(open)
	if width != nil {
		end := imp.Add(p.base, imp.Int(size-1))
		open = prim(scalar.Gt, prim(scalar.Rem, p.base, width), imp.Int(0))
		closed = prim(scalar.Lt, prim(scalar.Rem, end, width), imp.Int(size))
	}
	p.open, p.closed = p.read(p.declare("open", open)), p.read(p.declare("closed", closed))
	p.scan(p.emitter, p.base)
	p.write(p.emitter, p.base, p.before(p.accumulate("total", p.total(p.emitter))))
	p.launch(e, count)
	e.add(&imp.AssignBlock{Dst: p.descriptors.Block})
}

// severalGroups holds unless a launch has a single group.
var severalGroups = prim(scalar.Gt, &imp.ID{Kind: imp.NumGroups}, imp.Int(1))

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
		several, one := e.inner(), e.inner()
		next := e.names.Fresh("next")
		e.scalars[next] = scalar.U64
		several.add(&imp.Atomic{Kind: imp.AtomicUpdate, Fn: scalar.Add, Block: p.descriptors.Block, Elem: scalar.U64, Index: p.descriptors.element([]imp.Expr{imp.Int(0)}), X: word(1), Old: next},
			drawn.store(&imp.Convert{From: scalar.U64, To: scalar.I32, X: e.read(next)}, imp.Int(0)))
		one.add(drawn.store(word32(0), imp.Int(0)))
		e.add(&imp.If{Cond: severalGroups, Then: several.out, Else: one.out})
	})
	p.barrier()
	number := &imp.Convert{From: scalar.I32, To: scalar.I64, X: drawn.load(imp.Int(0))}
	most := sub(&imp.ID{Kind: imp.NumGroups}, imp.Int(1))
	p.block = p.read(p.declare("block", prim(scalar.Max, imp.Int(0), prim(scalar.Min, number, most))))
}

// publish publishes values for the group's block, with status status.
func (p *onePass) publish(e *emitter, status imp.Expr, values []operand) {
	bits := make([]imp.Expr, len(values))
	for i, o := range values {
		bits[i] = e.read(e.declare("bits", bitsOf(o.X)))
	}
	tag := e.read(e.declare("tag", words(scalar.Shl, status, word(32))))
	for k, w := range p.words {
		x := words(scalar.And, bits[w.component], word(1<<32-1))
		if w.upper {
			x = words(scalar.Lshr, bits[w.component], word(32))
		}
		e.add(&imp.Atomic{Kind: imp.AtomicExchange, Block: p.descriptors.Block, Elem: scalar.U64, Index: p.wordOf(p.block, k), X: words(scalar.Or, tag, x)})
	}
}

// wordOf returns the index of word k of a block's descriptor.
func (p *onePass) wordOf(block imp.Expr, k int) imp.Expr {
	first := imp.Mul(block, imp.Int(int64(len(p.words))))
	return p.descriptors.element([]imp.Expr{imp.Add(first, imp.Int(int64(1+k)))})
}

// await waits until a block's descriptor is published and assigns its status and values.
func (p *onePass) await(e *emitter, block imp.Expr, status name.Name, values accumulator) {
	e.add(&imp.Assign{Name: status, X: word(0)})
	in := e.inner()
	statusOf := make([]imp.Expr, len(p.words))
	bits := make([]imp.Expr, len(values))
	var same imp.Expr // all words have one status
	for k, w := range p.words {
		n := in.names.Fresh("word")
		in.scalars[n] = scalar.U64
		// Or with 0 is an atomic load.
		in.add(&imp.Atomic{Kind: imp.AtomicUpdate, Fn: scalar.Or, Block: p.descriptors.Block, Elem: scalar.U64, Index: p.wordOf(block, k), X: word(0), Old: n})
		statusOf[k] = words(scalar.Lshr, in.read(n), word(32))
		if w.upper {
			bits[w.component] = words(scalar.Or, words(scalar.Shl, in.read(n), word(32)), bits[w.component])
		} else {
			bits[w.component] = words(scalar.And, in.read(n), word(1<<32-1))
		}
		if k > 0 {
			equal := &imp.Prim{Fn: scalar.Eq, Type: scalar.U64, Args: []imp.Expr{statusOf[0], statusOf[k]}}
			if same == nil {
				same = equal
			} else {
				same = and(same, equal)
			}
		}
	}
	got := in.inner()
	got.add(&imp.Assign{Name: status, X: statusOf[0]})
	for i, a := range values {
		got.add(&imp.Assign{Name: a.scalar, X: ofBits(a.Type.Elem, bits[i])})
	}
	if same == nil {
		in.add(got.out...)
	} else {
		in.add(&imp.If{Cond: same, Then: got.out})
	}
	e.add(&imp.While{Cond: &imp.Prim{Fn: scalar.Eq, Type: scalar.U64, Args: []imp.Expr{e.read(status), word(0)}}, Body: in.out})
}

// before performs the look-back. The accumulator it returns holds the exclusive prefix of the
// group's block, in all threads; the neutral element if the block is not open. Descriptors before
// block 0 count as neutral prefixes.
func (p *onePass) before(total accumulator) accumulator {
	f := p.fold
	statuses := p.sharedArray("statuses_mem", scalar.U64, window)
	values := p.sharedOperands("values_mem", window)
	found := p.sharedOperands("before_mem", 1)
	left := p.sharedArray("unseen_mem", scalar.I64, 1)
	isPrefix := func(x imp.Expr) imp.Expr {
		return &imp.Prim{Fn: scalar.Eq, Type: scalar.U64, Args: []imp.Expr{x, word(statusPrefix)}}
	}
	p.onlyFirst(func(e *emitter) {
		status := &imp.Prim{Fn: scalar.Select, Type: scalar.U64, Args: []imp.Expr{p.closed, word(statusPrefix), word(statusAggregate)}}
		in := e.inner()
		p.publish(in, status, in.value(total))
		e.add(&imp.If{Cond: severalGroups, Then: in.out})
	})
	before := p.accumulate("before", p.operands(f.neutral))
	// The blocks below unseen have not been inspected.
	unseen := p.declare("unseen", prim(scalar.Select, p.open, p.block, imp.Int(0)))
	step := p.inner()
	step.below(localID, imp.Int(window), func(e *emitter) {
		status := e.declare("status", word(statusPrefix))
		x := e.accumulate("x", e.operands(f.neutral))
		block := e.read(e.declare("block", sub(sub(e.read(unseen), imp.Int(1)), localID)))
		in := e.inner()
		p.await(in, block, status, x)
		e.add(&imp.If{Cond: prim(scalar.Ge, block, imp.Int(0)), Then: in.out},
			statuses.store(e.read(status), localID))
		e.storeOperands(values, e.value(x), localID)
	})
	step.add(&imp.Barrier{})
	one := step.inner()
	over := one.declare("over", &imp.Const{Value: scalar.FromBool(false)})
	one.repeat(window, func(e *emitter, k imp.Expr) {
		in := e.inner()
		in.set(before, in.apply(f.operator, in.operandsAt(values, k), in.value(before)))
		in.add(&imp.Assign{Name: over, X: isPrefix(statuses.load(k))})
		e.add(&imp.If{Cond: not(e.read(over)), Then: in.out})
	})
	more, end := one.inner(), one.inner()
	more.add(left.store(sub(one.read(unseen), imp.Int(window)), imp.Int(0)))
	all := end.inner()
	p.publish(all, word(statusPrefix), all.apply(f.operator, all.value(before), all.value(total)))
	if p.width == nil {
		end.add(all.out...)
	} else {
		end.add(&imp.If{Cond: not(p.closed), Then: all.out})
	}
	end.add(left.store(imp.Int(0), imp.Int(0)))
	end.storeOperands(found, end.value(before), imp.Int(0))
	one.add(&imp.If{Cond: one.read(over), Then: end.out, Else: more.out})
	step.add(&imp.If{Cond: prim(scalar.Eq, localID, imp.Int(0)), Then: one.out}, &imp.Barrier{},
		&imp.Assign{Name: unseen, X: left.load(imp.Int(0))})
	last := step.inner()
	last.set(before, last.operandsAt(found, imp.Int(0)))
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
