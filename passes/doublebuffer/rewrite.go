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
	l.loop.Body.Stms = slices.DeleteFunc(l.loop.Body.Stms, func(s *ir.Stm) bool { return slices.Contains(stms, s) })
}

// rewrite makes the loop carry the block to write next, and, unless its initial
// block is its own, the one after that.
func (l *loop) rewrite(k int, alloc *ir.Stm, bytes ir.Atom, own bool) {
	fresh, current := alloc.Pat[0].Name, l.loop.Params[k].Name
	body := l.loop.Body
	body.Stms = slices.DeleteFunc(body.Stms, func(s *ir.Stm) bool { return s == alloc })
	next := l.carry(alloc, l.atLeast(1, bytes))
	ir.Subst{fresh: ir.Var(next)}.Body(body)
	if own {
		body.Result = append(body.Result, ir.Var(current))
		return
	}
	spare := l.carry(alloc, l.atLeast(2, bytes))
	body.Result = append(body.Result, ir.Var(spare), ir.Var(next))
}

// carry allocates a block like another before the loop, and lets the loop carry
// it; what the body gives back for it is still to be added.
func (l *loop) carry(like *ir.Stm, bytes ir.Atom) name.Name {
	e := *like.Exp.(*ir.Alloc)
	e.Bytes = bytes
	block := like.Pat[0]
	block.Name = l.out.Names.Like(block.Name)
	l.out.Append(&ir.Stm{Pat: []ir.Param{block}, Exp: &e, Pos: like.Pos})
	param, result := block, block
	param.Name, result.Name = l.out.Names.Like(block.Name), l.out.Names.Like(block.Name)
	l.loop.Params = append(l.loop.Params, param)
	l.loop.Inits = append(l.loop.Inits, ir.Var(block.Name))
	l.stm.Pat = append(l.stm.Pat, result)
	return param.Name
}

// atLeast is a number of bytes, or 0 where the loop is known to run fewer than n
// times. In kernels, where each thread has the memory anyway, it is the number
// alone.
func (l *loop) atLeast(n int64, bytes ir.Atom) ir.Atom {
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
		Else: &ir.Body{Result: []ir.Atom{ir.Size(0)}},
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
