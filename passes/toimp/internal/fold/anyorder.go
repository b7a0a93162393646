package fold

import (
	"github.com/lamina-lang/lamina/analysis/operator"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// Reductions by work-groups in any order. Each thread folds elements that lie apart, in registers,
// a tree in shared memory combines the threads of a group, and one more launch the groups: of the
// whole reduction, or of each segment if segments are longer than a chunk.

// reducesInAnyOrder reports whether elements may be combined in any order, from any number of neutral
// elements, at least one: each component by a scalar operator of its own, or, in fast mode, by an operator that
// the program calls commutative.
func (f *fold) reducesInAnyOrder(e *emit.Emitter, commutative bool) bool {
	ps, ok := operator.InAnyOrder(f.operator, e.Target.Math)
	if !ok {
		return commutative && e.Target.Math == target.Fast
	}
	for i, p := range ps {
		ok = ok && operator.Repeats(p, f.neutral[i], e.Target.Math)
	}
	return ok
}

// piece says which elements of n a group folds: those of number among as many groups as there are.
type piece struct {
	n, number, groups imp.Expr
}

// reduce folds the elements of a piece, in batches or one by one, and returns arrays in shared
// memory whose element 0 is the result.
func (g *foldWork) reduce(p piece, batched bool, element func(e *emit.Emitter, i imp.Expr) []emit.Operand) []emit.Place {
	acc := g.Accumulate("acc", g.Operands(g.fold.neutral))
	g.spread(p, batched, func(e *emit.Emitter, i imp.Expr) {
		g.fold.foldInto(e, acc, element(e, i))
	})
	return g.tree(g.Value(acc))
}

// spread runs body for the elements of a piece, distributed over the threads of all groups
// with coalesced accesses: adjacent threads take adjacent elements. The loads of a batch
// are not separated by other memory operations. Without batches the code is half as long.
func (g *foldWork) spread(p piece, batched bool, body func(e *emit.Emitter, i imp.Expr)) {
	group := imp.Int(g.Target.Group)
	step := g.Read(g.Declare("step", imp.Mul(p.groups, group)))
	thread := g.Read(g.Declare("thread", imp.Add(imp.Mul(p.number, group), emit.LocalID)))
	if !batched {
		g.Strided(thread, step, p.n, body)
		return
	}
	whole := imp.Mul(step, imp.Int(emit.Batch))
	batches := g.Read(g.Declare("batches", emit.Prim(scalar.Quot, p.n, whole)))
	g.Times(batches, func(e *emit.Emitter, k imp.Expr) {
		first := e.Read(e.Declare("first", imp.Add(imp.Mul(k, whole), thread)))
		e.Repeat(emit.Batch, func(e *emit.Emitter, k imp.Expr) {
			body(e, e.Read(e.Declare("i", imp.Add(first, imp.Mul(k, step)))))
		})
	})
	rest := g.Read(g.Declare("rest", imp.Add(imp.Mul(batches, whole), thread)))
	g.Strided(rest, step, p.n, body)
}

// reduceInAnyOrder reduces in two launches: each group to one value, then one group reduces
// those values. If there is one group, its value is the result. Launching four times the resident
// groups reads 1 % faster on an H200.
func (f *fold) reduceInAnyOrder(e *emit.Emitter) {
	n, first := e.Atom(f.last.Size), []imp.Expr{imp.Int(0)}
	count := imp.IntVar(e.Declare("groups", f.groupsToReduce(e, n)))
	partials, results := f.partials(e, count), f.partials(e, imp.Int(1))
	g := f.work(e)
	all := g.reduce(piece{n, emit.GroupID, numGroups}, batches(f.body), func(e *emit.Emitter, i imp.Expr) []emit.Operand { return f.bodyAt(e, nil, i, true) })
	g.OnlyFirst(func(e *emit.Emitter) {
		several, one := e.Inner(), e.Inner()
		storeOperands(several, partials, several.OperandsAt(all, imp.Int(0)), emit.GroupID)
		storeOperands(one, results, one.OperandsAt(all, imp.Int(0)), imp.Int(0))
		e.Add(&imp.If{Cond: severalGroups, Then: several.Out, Else: one.Out})
	})
	g.Launch(e, count)
	rest := e.Inner()
	g = f.work(rest)
	all = g.reduce(piece{count, emit.GroupID, numGroups}, true, func(e *emit.Emitter, i imp.Expr) []emit.Operand { return e.OperandsAt(partials, i) })
	g.OnlyFirst(func(e *emit.Emitter) { storeOperands(e, results, e.OperandsAt(all, imp.Int(0)), imp.Int(0)) })
	g.Launch(rest, imp.Int(1))
	e.Add(&imp.If{Cond: emit.Prim(scalar.Ne, count, imp.Int(1)), Then: rest.Out})
	for i, p := range results {
		f.result(e, f.stm.Pat[i], e.OperandAt(p, first))
	}
	e.Release(append(partials, results...))
}

// reduceLongSegments gives each segment as many groups as keep a device busy, at least one; if these are several,
// a second launch has a group for each segment.
func (f *fold) reduceLongSegments(e *emit.Emitter, n, segments imp.Expr) {
	each := int64(emit.Batch)
	if cost(f.body) >= longElement {
		each = 1
	}
	share := emit.Prim(scalar.Quot, imp.Int(mostGroups), emit.Prim(scalar.Max, segments, imp.Int(1)))
	wanted := emit.Prim(scalar.Min, emit.Pieces(n, e.Target.Group*each), emit.Prim(scalar.Max, share, imp.Int(1)))
	count := e.Read(e.Declare("groups", wanted))
	partials := f.partials(e, imp.IntVar(e.Declare("room", emit.Prim(scalar.MulSat, segments, count))))
	g := f.work(e)
	number := g.Read(g.Declare("segment", emit.Prim(scalar.Quot, emit.GroupID, count)))
	k := g.Read(g.Declare("piece", emit.Sub(emit.GroupID, imp.Mul(number, count))))
	s := f.segmentAt(g.Emitter, number)
	all := g.reduce(piece{n, k, count}, batches(f.body), func(e *emit.Emitter, i imp.Expr) []emit.Operand { return f.bodyAt(e, s.index, i, true) })
	g.OnlyFirst(func(e *emit.Emitter) {
		several, one := e.Inner(), e.Inner()
		storePartials(partials, count)(several, s, k, several.OperandsAt(all, imp.Int(0)))
		f.storeResults(one, s, nil, one.OperandsAt(all, imp.Int(0)))
		e.Add(&imp.If{Cond: emit.Prim(scalar.Gt, count, imp.Int(1)), Then: several.Out, Else: one.Out})
	})
	g.Launch(e, imp.Mul(segments, count))
	rest := e.Inner()
	g = f.work(rest)
	s = f.segmentAt(g.Emitter, emit.GroupID)
	load := loadPartials(partials, count)
	all = g.reduce(piece{count, imp.Int(0), imp.Int(1)}, true, func(e *emit.Emitter, i imp.Expr) []emit.Operand { return load(e, s, i) })
	g.OnlyFirst(func(e *emit.Emitter) { f.storeResults(e, s, nil, e.OperandsAt(all, imp.Int(0))) })
	g.Launch(rest, segments)
	e.Add(&imp.If{Cond: emit.Prim(scalar.Gt, count, imp.Int(1)), Then: rest.Out})
	e.Release(partials)
}

// numGroups is the number of groups of a launch.
var numGroups = &imp.ID{Kind: imp.NumGroups}

// mostGroups is the number of groups that a reduction is spread over at most.
const mostGroups = 4 * emit.MaxGroups

// longElement is the least cost of an element that is worth a thread of its own.
const longElement = 32

// groupsToReduce returns the number of groups that reduce n elements. A single group takes few
// elements, in less time than a second launch.
func (f *fold) groupsToReduce(e *emit.Emitter, n imp.Expr) imp.Expr {
	if cost(f.body) >= longElement {
		return groupsFor(e, n, 1)
	}
	few := emit.Prim(scalar.Le, n, imp.Int(e.Target.Group*2*emit.Batch))
	return emit.Prim(scalar.Select, few, emit.Prim(scalar.Min, n, imp.Int(1)), groupsFor(e, n, emit.Batch))
}

// cost is about how many operations b performs; that of a loop is long, whatever its count.
func cost(b *ir.Body) int {
	sum := 0
	for _, s := range b.Stms {
		c, _ := ops.Cost(s.Exp)
		if _, loop := s.Exp.(*ir.Loop); loop {
			c = longElement
		}
		sum += c
		for _, within := range ops.Bodies(s.Exp) {
			sum += cost(within)
		}
	}
	return sum
}

// longest is the cost of an element from which on a compiler keeps the loads of a batch apart.
const longest = 8 * longElement

// batches reports whether a thread should compute elements in batches: whether they are so short that
// counting them matters, or load something to wait for.
func batches(element *ir.Body) bool {
	if c := cost(element); c < longElement || c >= longest {
		return c < longElement
	}
	loads := false
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		_, index := s.Exp.(*ir.Index)
		loads = loads || index
	}}
	w.InBody(element)
	return loads
}

// groupsFor returns the number of groups for n elements with each elements per thread.
func groupsFor(e *emit.Emitter, n imp.Expr, each int64) imp.Expr {
	return emit.Prim(scalar.Min, emit.Pieces(n, e.Target.Group*each), imp.Int(mostGroups))
}
