package fold

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
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
	descriptors emit.Place // device memory: the block counter, then the descriptors
	words       []half     // the words of a descriptor
	block       imp.Expr   // the group's block number
	base        imp.Expr   // the block's first element
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
func (f *fold) canScanOnce(e *emit.Emitter) (int64, bool) {
	if !e.Target.Progress || !f.inGroups(e) || f.alongSegments(e) || !f.regroups(e) {
		return 0, false
	}
	return f.runOfBlock(e)
}

// scanOnce scans in one launch, after one that clears the descriptors. Short segments are scanned
// side by side.
func (f *fold) scanOnce(e *emit.Emitter, run int64) {
	n := e.Atom(f.last.Size)
	if len(f.segments) == 0 {
		f.lookBack(e, run, n, nil)
		return
	}
	segments := f.countSegments(e)
	e.Choose(n, narrow, func(e *emit.Emitter) {
		f.foldNarrow(e, stage{n: n, row: n, rows: imp.Int(1), load: f.loadElement, each: f.storeEach, raw: true}, segments)
	}, func(e *emit.Emitter) {
		total := e.Read(e.Declare("total", imp.Mul(segments, n)))
		f.lookBack(e, run, total, n)
	})
}

// lookBack scans the n elements of all segments, which have the given width. A single group needs
// no descriptors, which then are not cleared.
func (f *fold) lookBack(e *emit.Emitter, run int64, n, width imp.Expr) {
	p := &onePass{descriptors: emit.Place{Elem: scalar.U64, Block: e.Names.Fresh("descriptors_mem")}}
	for i, o := range e.Operands(f.neutral) {
		p.words = append(p.words, half{i, false})
		if o.Type.Elem.Size() > 4 {
			p.words = append(p.words, half{i, true})
		}
	}
	size := e.Target.Group * run
	count := e.Read(e.Declare("blocks", emit.Pieces(n, size)))
	rooms := e.Declare("room", imp.Add(imp.Int(1), imp.Mul(count, imp.Int(int64(len(p.words))))))
	room := e.Read(rooms)
	p.descriptors.Index = lmad.RowMajor([]sym.Poly{sym.Var(rooms)})
	e.Add(&imp.DeclareBlock{Name: p.descriptors.Block},
		&imp.Alloc{Block: p.descriptors.Block, Bytes: imp.Mul(room, imp.Int(8)), What: "partial results of " + emit.Label(f.stm), Pos: f.stm.Pos})
	k, clear := e.Names.Fresh("k"), e.Inner()
	clear.Parallel(f.stm, []imp.SpaceDim{{Index: k, Count: room}}, func(e *emit.Emitter) {
		e.Store(p.descriptors, word(0), imp.IntVar(k))
	})
	e.Add(&imp.If{Cond: emit.Prim(scalar.Gt, count, imp.Int(1)), Then: clear.Out})

	p.blockScan = f.blockScan(e, run, n, width)
	p.draw()
	p.base = p.Read(p.Declare("base", imp.Mul(p.block, imp.Int(size))))
	open := emit.Prim(scalar.Gt, p.block, imp.Int(0))
	closed := emit.Not(open)
	if width != nil {
		end := imp.Add(p.base, imp.Int(size-1))
		open = emit.Prim(scalar.Gt, emit.Prim(scalar.Rem, p.base, width), imp.Int(0))
		closed = emit.Prim(scalar.Lt, emit.Prim(scalar.Rem, end, width), imp.Int(size))
	}
	p.open, p.closed = p.Read(p.Declare("open", open)), p.Read(p.Declare("closed", closed))
	p.scan(p.Emitter, p.base)
	p.write(p.Emitter, p.base, p.before(p.Accumulate("total", p.total(p.Emitter))))
	p.Launch(e, count)
	e.Add(&imp.AssignBlock{Dst: p.descriptors.Block})
}

// severalGroups holds unless a launch has a single group.
var severalGroups = emit.Prim(scalar.Gt, &imp.ID{Kind: imp.NumGroups}, imp.Int(1))

// word returns a 64-bit constant.
func word(x int64) imp.Expr { return &imp.Const{Value: scalar.Int(scalar.U64, x)} }

// words applies an operator to 64-bit words.
func words(op scalar.Op, x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: op, Type: scalar.U64, Args: []imp.Expr{x, y}}
}

// draw assigns the group its block number. The number always names a block; clamping it
// makes that evident to the range analysis, which can then use narrow indices.
func (p *onePass) draw() {
	drawn := p.SharedArray("drawn_mem", scalar.I32, 1)
	p.OnlyFirst(func(e *emit.Emitter) {
		several, one := e.Inner(), e.Inner()
		next := e.Names.Fresh("next")
		e.Scalars[next] = scalar.U64
		several.Add(&imp.Atomic{Kind: imp.AtomicUpdate, Fn: scalar.Add, Block: p.descriptors.Block, Elem: scalar.U64, Index: p.descriptors.Element([]imp.Expr{imp.Int(0)}), X: word(1), Old: next},
			drawn.Store(&imp.Convert{From: scalar.U64, To: scalar.I32, X: e.Read(next)}, imp.Int(0)))
		one.Add(drawn.Store(emit.Word32(0), imp.Int(0)))
		e.Add(&imp.If{Cond: severalGroups, Then: several.Out, Else: one.Out})
	})
	p.Barrier()
	number := &imp.Convert{From: scalar.I32, To: scalar.I64, X: drawn.Load(imp.Int(0))}
	most := emit.Sub(&imp.ID{Kind: imp.NumGroups}, imp.Int(1))
	p.block = p.Read(p.Declare("block", emit.Prim(scalar.Max, imp.Int(0), emit.Prim(scalar.Min, number, most))))
}

// publish publishes values for the group's block, with status status.
func (p *onePass) publish(e *emit.Emitter, status imp.Expr, values []emit.Operand) {
	bits := make([]imp.Expr, len(values))
	for i, o := range values {
		bits[i] = e.Read(e.Declare("bits", bitsOf(o.X)))
	}
	tag := e.Read(e.Declare("tag", words(scalar.Shl, status, word(32))))
	for k, w := range p.words {
		x := words(scalar.And, bits[w.component], word(1<<32-1))
		if w.upper {
			x = words(scalar.Lshr, bits[w.component], word(32))
		}
		e.Add(&imp.Atomic{Kind: imp.AtomicExchange, Block: p.descriptors.Block, Elem: scalar.U64, Index: p.wordOf(p.block, k), X: words(scalar.Or, tag, x)})
	}
}

// wordOf returns the index of word k of a block's descriptor.
func (p *onePass) wordOf(block imp.Expr, k int) imp.Expr {
	first := imp.Mul(block, imp.Int(int64(len(p.words))))
	return p.descriptors.Element([]imp.Expr{imp.Add(first, imp.Int(int64(1+k)))})
}

// await waits until a block's descriptor is published and assigns its status and values.
func (p *onePass) await(e *emit.Emitter, block imp.Expr, status name.Name, values emit.Accumulator) {
	e.Add(&imp.Assign{Name: status, X: word(0)})
	in := e.Inner()
	statusOf := make([]imp.Expr, len(p.words))
	bits := make([]imp.Expr, len(values))
	var same imp.Expr // all words have one status
	for k, w := range p.words {
		n := in.Names.Fresh("word")
		in.Scalars[n] = scalar.U64
		// Or with 0 is an atomic load.
		in.Add(&imp.Atomic{Kind: imp.AtomicUpdate, Fn: scalar.Or, Block: p.descriptors.Block, Elem: scalar.U64, Index: p.wordOf(block, k), X: word(0), Old: n})
		statusOf[k] = words(scalar.Lshr, in.Read(n), word(32))
		if w.upper {
			bits[w.component] = words(scalar.Or, words(scalar.Shl, in.Read(n), word(32)), bits[w.component])
		} else {
			bits[w.component] = words(scalar.And, in.Read(n), word(1<<32-1))
		}
		if k > 0 {
			equal := &imp.Prim{Fn: scalar.Eq, Type: scalar.U64, Args: []imp.Expr{statusOf[0], statusOf[k]}}
			if same == nil {
				same = equal
			} else {
				same = emit.And(same, equal)
			}
		}
	}
	got := in.Inner()
	got.Add(&imp.Assign{Name: status, X: statusOf[0]})
	for i, a := range values {
		got.Add(&imp.Assign{Name: a.Scalar, X: ofBits(a.Type.Elem, bits[i])})
	}
	if same == nil {
		in.Add(got.Out...)
	} else {
		in.Add(&imp.If{Cond: same, Then: got.Out})
	}
	e.Add(&imp.While{Cond: &imp.Prim{Fn: scalar.Eq, Type: scalar.U64, Args: []imp.Expr{e.Read(status), word(0)}}, Body: in.Out})
}

// before performs the look-back. The accumulator it returns holds the exclusive prefix of the
// group's block, in all threads; the neutral element if the block is not open. Descriptors before
// block 0 count as neutral prefixes.
func (p *onePass) before(total emit.Accumulator) emit.Accumulator {
	f := p.fold
	statuses := p.SharedArray("statuses_mem", scalar.U64, window)
	values := p.sharedOperands("values_mem", window)
	found := p.sharedOperands("before_mem", 1)
	left := p.SharedArray("unseen_mem", scalar.I64, 1)
	isPrefix := func(x imp.Expr) imp.Expr {
		return &imp.Prim{Fn: scalar.Eq, Type: scalar.U64, Args: []imp.Expr{x, word(statusPrefix)}}
	}
	p.OnlyFirst(func(e *emit.Emitter) {
		status := &imp.Prim{Fn: scalar.Select, Type: scalar.U64, Args: []imp.Expr{p.closed, word(statusPrefix), word(statusAggregate)}}
		in := e.Inner()
		p.publish(in, status, in.Value(total))
		e.Add(&imp.If{Cond: severalGroups, Then: in.Out})
	})
	before := p.Accumulate("before", p.Operands(f.neutral))
	// The blocks below unseen have not been inspected.
	unseen := p.Declare("unseen", emit.Prim(scalar.Select, p.open, p.block, imp.Int(0)))
	step := p.Inner()
	step.Below(emit.LocalID, imp.Int(window), func(e *emit.Emitter) {
		status := e.Declare("status", word(statusPrefix))
		x := e.Accumulate("x", e.Operands(f.neutral))
		block := e.Read(e.Declare("block", emit.Sub(emit.Sub(e.Read(unseen), imp.Int(1)), emit.LocalID)))
		in := e.Inner()
		p.await(in, block, status, x)
		e.Add(&imp.If{Cond: emit.Prim(scalar.Ge, block, imp.Int(0)), Then: in.Out},
			statuses.Store(e.Read(status), emit.LocalID))
		storeOperands(e, values, e.Value(x), emit.LocalID)
	})
	step.Add(&imp.Barrier{})
	one := step.Inner()
	over := one.Declare("over", &imp.Const{Value: scalar.FromBool(false)})
	one.Repeat(window, func(e *emit.Emitter, k imp.Expr) {
		in := e.Inner()
		in.Set(before, in.Apply(f.operator, in.OperandsAt(values, k), in.Value(before)))
		in.Add(&imp.Assign{Name: over, X: isPrefix(statuses.Load(k))})
		e.Add(&imp.If{Cond: emit.Not(e.Read(over)), Then: in.Out})
	})
	more, end := one.Inner(), one.Inner()
	more.Add(left.Store(emit.Sub(one.Read(unseen), imp.Int(window)), imp.Int(0)))
	all := end.Inner()
	p.publish(all, word(statusPrefix), all.Apply(f.operator, all.Value(before), all.Value(total)))
	if p.width == nil {
		end.Add(all.Out...)
	} else {
		end.Add(&imp.If{Cond: emit.Not(p.closed), Then: all.Out})
	}
	end.Add(left.Store(imp.Int(0), imp.Int(0)))
	storeOperands(end, found, end.Value(before), imp.Int(0))
	one.Add(&imp.If{Cond: one.Read(over), Then: end.Out, Else: more.Out})
	step.Add(&imp.If{Cond: emit.Prim(scalar.Eq, emit.LocalID, imp.Int(0)), Then: one.Out}, &imp.Barrier{},
		&imp.Assign{Name: unseen, X: left.Load(imp.Int(0))})
	last := step.Inner()
	last.Set(before, last.OperandsAt(found, imp.Int(0)))
	step.Add(&imp.If{Cond: emit.Prim(scalar.Eq, step.Read(unseen), imp.Int(0)), Then: last.Out})
	p.Add(&imp.While{Cond: emit.Prim(scalar.Gt, p.Read(unseen), imp.Int(0)), Body: step.Out})
	return before
}

// bitsOf converts a scalar to a word, ofBits a word to a scalar.
func bitsOf(x imp.Expr) imp.Expr {
	t := imp.TypeOf(x)
	if t.IsFloat() {
		x, t = &imp.Prim{Fn: scalar.ToBits, Type: t, Args: []imp.Expr{x}}, t.Unsigned()
	}
	return emit.Converted(t, scalar.U64, x)
}

func ofBits(t scalar.Type, x imp.Expr) imp.Expr {
	if t.IsFloat() {
		return &imp.Prim{Fn: scalar.FromBits, Type: t, Args: []imp.Expr{emit.Converted(scalar.U64, t.Unsigned(), x)}}
	}
	return emit.Converted(scalar.U64, t, x)
}
