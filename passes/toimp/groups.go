package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Reductions and scans by groups of threads that share memory, for unsegmented ones
// of scalars whose elements and operators cannot fail: nothing fails between
// barriers. There are two kinds:
//
//   - Where the operator is one that combines exactly in any order, threads take
//     every so-manieth element, and combine what they have in a tree.
//   - Else the order is that of docs/semantics.md: a thread folds a chunk. Its group
//     brings the chunks' elements to shared memory a strip at a time, so that
//     neighbouring threads read neighbouring elements (strips.go).

// inGroups reports whether groups may run the fold.
func (f *fold) inGroups(e *emitter) bool {
	if e.target.Group == 0 || len(f.segments) > 0 || !calm(f.body) || !calm(f.operator.Body) {
		return false
	}
	for _, a := range f.neutral {
		if _, isArray := e.arrays[a.Name]; isArray && a.IsVar() {
			return false
		}
	}
	for _, p := range f.stm.Pat {
		if p.Type.IsBlock() {
			return false
		}
	}
	return true
}

// anyOrder is the operator's scalar operator, if it combines exactly in any order
// and the fold starts from its neutral element.
func (f *fold) anyOrder() (*ir.Prim, bool) {
	p, ok := exactOperator(f.operator)
	if !ok || len(f.neutral) != 1 {
		return nil, false
	}
	neutral, _ := p.Fn.Neutral(p.Type)
	return p, f.neutral[0] == ir.Const(neutral)
}

// groupWork writes the body of a launch of groups.
type groupWork struct {
	*emitter
	fold   *fold
	op     *ir.Prim
	shared []imp.Shared
}

func (e *emitter) groupWork(f *fold) *groupWork { return &groupWork{emitter: e.kernel(), fold: f} }

// launch adds what was written to e as a launch.
func (g *groupWork) launch(e *emitter, groups imp.Expr) {
	e.add(&imp.Launch{
		Label: label(g.fold.stm), Groups: groups, GroupSize: imp.Int(e.target.Group),
		Shared: g.shared, Body: g.out, Pos: g.fold.stm.Pos,
	})
}

// room declares shared memory for so many elements.
func (g *groupWork) room(base string, t scalar.Type, count int64) name.Name {
	n := g.names.Fresh(base)
	g.shared = append(g.shared, imp.Shared{Name: n, Bytes: imp.Int(count * int64(t.Size()))})
	return n
}

func (g *groupWork) barrier() { g.add(&imp.Barrier{}) }

func (g *groupWork) combine(x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: g.op.Fn, Type: g.op.Type, Args: []imp.Expr{x, y}}
}

var (
	localID = &imp.ID{Kind: imp.LocalID}
	groupID = &imp.ID{Kind: imp.GroupID}
)

// body emits the fold's body, with names of its own, for the element at index i. keep
// also writes its other results where they belong.
func (f *fold) bodyAt(e *emitter, i imp.Expr, keep bool) []operand {
	index := ir.Param{Name: f.last.Index, Type: ir.ScalarOf(scalar.I64)}
	l := ir.NewRenamer(e.names).Lambda(&ir.Lambda{Params: []ir.Param{index}, Body: f.body})
	e.declareAs(l.Params[0].Name, i)
	e.body(l.Body)
	k := len(f.neutral)
	if keep {
		for n, r := range l.Body.Result[k:] {
			e.put(e.placeOf(f.stm.Pat[k+n].Name), r, e.read(l.Params[0].Name))
		}
	}
	return e.operands(l.Body.Result[:k])
}

// tree combines the threads' values of x; afterwards the first element of the shared
// memory that it returns has the result for all threads.
func (g *groupWork) tree(x imp.Expr) name.Name {
	t := g.op.Type
	all := g.room("all_mem", t, g.target.Group)
	at := func(i imp.Expr) imp.Expr { return &imp.Load{Block: all, Elem: t, Index: i} }
	g.add(&imp.Store{Block: all, Elem: t, Index: localID, X: x})
	for half := g.target.Group / 2; half > 0; half /= 2 {
		g.barrier()
		in := g.inner()
		in.add(&imp.Store{Block: all, Elem: t, Index: localID, X: g.combine(at(localID), at(imp.Add(localID, imp.Int(half))))})
		g.add(&imp.If{Cond: prim(scalar.Lt, localID, imp.Int(half)), Then: in.out})
	}
	g.barrier()
	return all
}

// onlyFirst emits body for the first thread of the group.
func (g *groupWork) onlyFirst(body func(e *emitter)) {
	in := g.inner()
	body(in)
	g.add(&imp.If{Cond: prim(scalar.Eq, localID, imp.Int(0)), Then: in.out})
}

// reduceInAnyOrder reduces in two launches: each group to one value, and those by
// one group.
func (f *fold) reduceInAnyOrder(e *emitter, op *ir.Prim) {
	n := e.atom(f.last.Size)
	group := imp.Int(e.target.Group)
	count := imp.IntVar(e.declare("groups", e.groupsFor(n, 8)))
	partial := f.partials(e, count)[0]
	stage := func(groups, n imp.Expr, element func(e *emitter, i imp.Expr) imp.Expr) {
		g := e.groupWork(f)
		g.op = op
		acc := g.declare("acc", g.atom(f.neutral[0]))
		thread := imp.Add(imp.Mul(groupID, group), localID)
		g.strided(thread, imp.Mul(&imp.ID{Kind: imp.NumGroups}, group), n, func(e *emitter, i imp.Expr) {
			e.add(&imp.Assign{Name: acc, X: g.combine(e.read(acc), element(e, i))})
		})
		all := g.tree(g.read(acc))
		g.onlyFirst(func(e *emitter) {
			e.store(partial, &imp.Load{Block: all, Elem: op.Type, Index: imp.Int(0)}, groupID)
		})
		g.launch(e, groups)
	}
	stage(count, n, func(e *emitter, i imp.Expr) imp.Expr { return f.bodyAt(e, i, true)[0].X })
	stage(imp.Int(1), count, func(_ *emitter, i imp.Expr) imp.Expr { return partial.load(i) })
	f.result(e, f.stm.Pat[0], e.operandAt(partial, []imp.Expr{imp.Int(0)}))
	e.add(&imp.AssignBlock{Dst: partial.Block})
}

// scanRun is the number of consecutive elements that a thread scans.
const scanRun = 16

// scanInAnyOrder scans in three launches: the sums of pieces, their prefixes, and
// the pieces themselves, each with its prefix. Elements are computed twice.
func (f *fold) scanInAnyOrder(e *emitter, op *ir.Prim) {
	n := e.atom(f.last.Size)
	piece := e.target.Group * scanRun
	count := imp.IntVar(e.declare("pieces", prim(scalar.Quot, imp.Add(n, imp.Int(piece-1)), imp.Int(piece))))
	partial := f.partials(e, count)[0]
	f.sumPieces(e, op, partial, count, piece)
	f.prefixesOf(e, op, partial, count)
	f.scanPieces(e, op, partial, count, piece)
	e.add(&imp.AssignBlock{Dst: partial.Block})
}

// below emits body for i below n.
func (e *emitter) below(i, n imp.Expr, body func(e *emitter)) {
	in := e.inner()
	body(in)
	e.add(&imp.If{Cond: prim(scalar.Lt, i, n), Then: in.out})
}

// repeat emits a loop of a fixed number of rounds.
func (e *emitter) repeat(rounds int64, body func(e *emitter, k imp.Expr)) {
	k := e.names.Fresh("k")
	in := e.inner()
	body(in, imp.IntVar(k))
	e.add(&imp.For{Index: k, Type: scalar.I64, Bound: imp.Int(rounds), Body: in.out})
}

func (f *fold) sumPieces(e *emitter, op *ir.Prim, partial place, count imp.Expr, piece int64) {
	g := e.groupWork(f)
	g.op = op
	acc := g.declare("acc", g.atom(f.neutral[0]))
	start := g.read(g.declare("start", imp.Add(imp.Mul(groupID, imp.Int(piece)), localID)))
	g.repeat(scanRun, func(e *emitter, k imp.Expr) {
		i := e.read(e.declare("i", imp.Add(start, imp.Mul(k, imp.Int(e.target.Group)))))
		e.below(i, e.atom(f.last.Size), func(e *emitter) {
			e.add(&imp.Assign{Name: acc, X: g.combine(e.read(acc), f.bodyAt(e, i, false)[0].X)})
		})
	})
	all := g.tree(g.read(acc))
	g.onlyFirst(func(e *emitter) {
		e.store(partial, &imp.Load{Block: all, Elem: op.Type, Index: imp.Int(0)}, groupID)
	})
	g.launch(e, count)
}

// scanThreads makes of the threads' values in shared memory their inclusive
// prefixes.
func (g *groupWork) scanThreads(all name.Name) {
	t := g.op.Type
	at := func(i imp.Expr) imp.Expr { return &imp.Load{Block: all, Elem: t, Index: i} }
	for distance := int64(1); distance < g.target.Group; distance *= 2 {
		g.barrier()
		left := g.declare("left", g.fold.neutralOf(g.emitter))
		in := g.inner()
		in.add(&imp.Assign{Name: left, X: at(sub(localID, imp.Int(distance)))})
		g.add(&imp.If{Cond: prim(scalar.Ge, localID, imp.Int(distance)), Then: in.out})
		g.barrier()
		g.add(&imp.Store{Block: all, Elem: t, Index: localID, X: g.combine(g.read(left), at(localID))})
	}
	g.barrier()
}

func (f *fold) neutralOf(e *emitter) imp.Expr { return e.atom(f.neutral[0]) }

// prefixesOf makes of the sums of pieces the sums of all pieces before each, in one
// group: each thread takes consecutive ones.
func (f *fold) prefixesOf(e *emitter, op *ir.Prim, partial place, count imp.Expr) {
	g := e.groupWork(f)
	g.op = op
	all := g.room("all_mem", op.Type, g.target.Group)
	at := func(i imp.Expr) imp.Expr { return &imp.Load{Block: all, Elem: op.Type, Index: i} }
	share := g.read(g.declare("share", prim(scalar.Quot, imp.Add(count, imp.Int(g.target.Group-1)), imp.Int(g.target.Group))))
	first := g.read(g.declare("first", imp.Mul(localID, share)))
	mine := prim(scalar.Min, share, sub(count, first))
	each := func(body func(e *emitter, i imp.Expr)) {
		k := g.names.Fresh("k")
		in := g.inner()
		body(in, imp.Add(first, imp.IntVar(k)))
		g.add(&imp.For{Index: k, Type: scalar.I64, Bound: mine, Body: in.out})
	}
	acc := g.declare("acc", f.neutralOf(g.emitter))
	each(func(e *emitter, i imp.Expr) {
		e.add(&imp.Assign{Name: acc, X: g.combine(e.read(acc), partial.load(i))})
	})
	g.add(&imp.Store{Block: all, Elem: op.Type, Index: localID, X: g.read(acc)})
	g.scanThreads(all)
	before := g.declare("before", f.neutralOf(g.emitter))
	in := g.inner()
	in.add(&imp.Assign{Name: before, X: at(sub(localID, imp.Int(1)))})
	g.add(&imp.If{Cond: prim(scalar.Gt, localID, imp.Int(0)), Then: in.out})
	each(func(e *emitter, i imp.Expr) {
		old := e.read(e.declare("old", partial.load(i)))
		e.store(partial, e.read(before), i)
		e.add(&imp.Assign{Name: before, X: g.combine(e.read(before), old)})
	})
	g.launch(e, imp.Int(1))
}

// scanPieces writes the results. The elements of a piece pass through shared memory:
// neighbouring threads compute and store neighbouring ones, and a thread scans
// consecutive ones. A run there takes one element more than it has, so that the runs
// of neighbouring threads begin in different banks.
func (f *fold) scanPieces(e *emitter, op *ir.Prim, partial place, count imp.Expr, piece int64) {
	g := e.groupWork(f)
	g.op = op
	t := op.Type
	values := g.room("values_mem", t, g.target.Group*(scanRun+1))
	all := g.room("all_mem", t, g.target.Group)
	// slot is where element i of the piece lies.
	owner := func(i imp.Expr) imp.Expr { return prim(scalar.Shr, i, imp.Int(4)) }
	slot := func(i imp.Expr) imp.Expr { return imp.Add(i, owner(i)) }
	base := g.read(g.declare("base", imp.Mul(groupID, imp.Int(piece))))
	eachElement := func(body func(e *emitter, k, i imp.Expr)) {
		g.repeat(scanRun, func(e *emitter, k imp.Expr) {
			k = e.read(e.declare("place", imp.Add(imp.Mul(k, imp.Int(e.target.Group)), localID)))
			i := e.read(e.declare("i", imp.Add(base, k)))
			body(e, k, i)
		})
	}
	eachElement(func(e *emitter, k, i imp.Expr) {
		x := e.declare("x", f.neutralOf(e))
		e.below(i, e.atom(f.last.Size), func(e *emitter) {
			e.add(&imp.Assign{Name: x, X: f.bodyAt(e, i, true)[0].X})
		})
		e.add(&imp.Store{Block: values, Elem: t, Index: slot(k), X: e.read(x)})
	})
	g.barrier()
	acc := g.declare("acc", f.neutralOf(g.emitter))
	g.repeat(scanRun, func(e *emitter, k imp.Expr) {
		at := e.read(e.declare("at", imp.Add(imp.Mul(localID, imp.Int(scanRun+1)), k)))
		e.add(&imp.Assign{Name: acc, X: g.combine(e.read(acc), &imp.Load{Block: values, Elem: t, Index: at})},
			&imp.Store{Block: values, Elem: t, Index: at, X: e.read(acc)})
	})
	g.add(&imp.Store{Block: all, Elem: t, Index: localID, X: g.read(acc)})
	g.scanThreads(all)
	prefix := g.read(g.declare("prefix", partial.load(groupID)))
	eachElement(func(e *emitter, k, i imp.Expr) {
		e.below(i, e.atom(f.last.Size), func(e *emitter) {
			before := e.declare("before", prefix)
			in := e.inner()
			in.add(&imp.Assign{Name: before, X: g.combine(prefix, &imp.Load{Block: all, Elem: t, Index: sub(owner(k), imp.Int(1))})})
			e.add(&imp.If{Cond: prim(scalar.Gt, owner(k), imp.Int(0)), Then: in.out})
			x := g.combine(e.read(before), &imp.Load{Block: values, Elem: t, Index: slot(k)})
			e.store(e.placeOf(f.stm.Pat[0].Name), x, i)
		})
	})
	g.launch(e, count)
}
