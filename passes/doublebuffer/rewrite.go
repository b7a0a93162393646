package doublebuffer

import (
	"cmp"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// hoist moves statements of the loop's body before the loop.
func (l *loop) hoist(stms []*ir.Stm) {
	if len(stms) == 0 {
		return
	}
	l.out.Append(stms...)
	if l.facts != nil {
		l.facts.moved(stms)
	}
	l.loop.Body.Stms = slices.DeleteFunc(l.loop.Body.Stms, func(s *ir.Stm) bool { return slices.Contains(stms, s) })
}

// rewrite makes the loop carry the block to write next. If the initial blocks of all
// parameters through which the block goes are the loop's own, the last of them is
// free then. Otherwise the loop carries those, too, that are written in the iterations
// behind the next, until the first is free again; own initial blocks are among them.
func (l *loop) rewrite(through []int, alloc *ir.Stm, bytes ir.Atom, own map[int]bool) {
	fresh, body, last := alloc.Pat[0].Name, l.loop.Body, through[len(through)-1]
	body.Stms = slices.DeleteFunc(body.Stms, func(s *ir.Stm) bool { return s == alloc })
	next := l.carry(alloc, l.atLeast(1, bytes))
	if l.renamed == nil {
		l.renamed = ir.Subst{}
	}
	l.renamed[fresh] = ir.Var(next)
	if len(own) == len(through) && l.handsOn(through) {
		body.Result = append(body.Result, ir.Var(l.loop.Params[last].Name))
		return
	}
	turns := []ir.Atom{}
	for i := range through { // that of the last parameter is free first
		if k := through[len(through)-1-i]; own[k] {
			turns = append(turns, ir.Var(l.carryInit(alloc, l.loop.Inits[k])))
		} else {
			turns = append(turns, ir.Var(l.carry(alloc, l.atLeast(int64(i)+2, bytes))))
		}
	}
	if len(through) == 1 {
		first := len(l.loop.Params) - 2
		l.pairs[l.loop] = append(l.pairs[l.loop], pair{current: through[0], next: first, spare: first + 1})
	}
	body.Result = append(body.Result, append(turns, ir.Var(next))...)
}

// handsOn reports whether each of the parameters but the first is given the block of
// the one before, and no other.
func (l *loop) handsOn(through []int) bool {
	for i, k := range through[1:] {
		if l.loop.Body.Result[k] != ir.Var(l.loop.Params[through[i]].Name) {
			return false
		}
	}
	return true
}

// carry allocates a block like another before the loop, and lets the loop carry
// it; what the body gives back for it is still to be added.
func (l *loop) carry(like *ir.Stm, bytes ir.Atom) name.Name {
	e := *like.Exp.(*ir.Alloc)
	e.Bytes = bytes
	block := like.Pat[0]
	block.Name = l.out.Names.Like(block.Name)
	l.out.Append(&ir.Stm{Pat: []ir.Param{block}, Exp: &e, Pos: like.Pos})
	return l.carryInit(like, ir.Var(block.Name))
}

// carryInit lets the loop carry a block that there is, like the one that a statement
// allocates.
func (l *loop) carryInit(like *ir.Stm, init ir.Atom) name.Name {
	param, result := like.Pat[0], like.Pat[0]
	param.Name, result.Name = l.out.Names.Like(param.Name), l.out.Names.Like(param.Name)
	if l.facts != nil {
		l.facts.inside[param.Name] = nil
	}
	l.loop.Params = append(l.loop.Params, param)
	l.loop.Inits = append(l.loop.Inits, init)
	l.stm.Pat = append(l.stm.Pat, result)
	return param.Name
}

// atLeast is a number of bytes, or 0 where the loop is known to run fewer than n
// times.
func (l *loop) atLeast(n int64, bytes ir.Atom) ir.Atom { return l.ifRuns(n, bytes, ir.Size(0)) }

// ifRuns is a number of bytes for loops that run n times, or another for those that
// are known not to. In kernels, where each thread has the memory anyway, it is the
// first alone.
func (l *loop) ifRuns(n int64, bytes, otherwise ir.Atom) ir.Atom {
	if l.kernel {
		return bytes
	}
	cond, ok := l.runs(n)
	if !ok {
		return bytes
	}
	return l.out.Let("bytes", ir.I64, &ir.If{
		Cond: cond,
		Then: &ir.Body{Result: []ir.Atom{bytes}},
		Else: &ir.Body{Result: []ir.Atom{otherwise}},
	})
}

// runs computes before the loop whether it runs at least n times; ok is false if
// it does for sure.
func (l *loop) runs(n int64) (cond ir.Atom, ok bool) {
	if l.loop.Index.IsZero() {
		i := slices.IndexFunc(l.loop.Params, func(p ir.Param) bool { return p.Name == l.loop.While })
		return l.loop.Inits[i], true
	}
	t := cmp.Or(l.types[l.loop.Index], scalar.I64)
	if !l.loop.Bound.IsVar() {
		return ir.Const(scalar.FromBool(l.loop.Bound.Const.Int() >= n)), l.loop.Bound.Const.Int() < n
	}
	return l.out.Prim("runs", scalar.Le, t, ir.Const(scalar.Int(t, n)), l.loop.Bound), true
}
