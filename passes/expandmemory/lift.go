package expandmemory

import (
	"cmp"
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/analysis/lastuse"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// lifting moves the allocations of one kernel out of its loops and branches.
type lifting struct {
	*expansion
	inside ir.Names // names bound in the kernel, except its indices
	kernel *kernel  // as last surveyed; nil if allocations move to the start of a thread
	bound  map[name.Name]*ir.Stm
}

// maxLevels bounds the nesting depth over which allocations are lifted when they may stay.
// At that depth the loops cost more than the allocation, while each level costs the pass a
// walk over the nested bodies and the program a size computation.
const maxLevels = 8

// body lifts allocations from the bodies nested in b to b, innermost first. It returns
// their nesting depth.
func (l *lifting) body(b *ir.Body) (levels int) {
	out := ir.NewBuilder(l.unit.IR.Names)
	for _, s := range b.Stms {
		out.Pos = s.Pos
		switch e := s.Exp.(type) {
		case *ir.Loop:
			inside := 1 + l.body(e.Body)
			levels = max(levels, inside)
			if inside > maxLevels && !l.launch {
				break
			}
			bound := ir.Names{e.Index: {}}
			for _, p := range e.Params {
				bound.Add(p.Name)
			}
			l.lift(out, e.Body, bound, func(a ir.Atom) ir.Atom { return l.ifRuns(out, e, a) })
		case *ir.If:
			levels = max(levels, 1+l.body(e.Then), 1+l.body(e.Else))
			if l.launch {
				l.lift(out, e.Then, nil, func(a ir.Atom) ir.Atom { return l.when(out, e.Cond, a, ir.Size(0)) })
				l.lift(out, e.Else, nil, func(a ir.Atom) ir.Atom { return l.when(out, e.Cond, ir.Size(0), a) })
			}
		}
		out.Append(s)
	}
	b.Stms = out.Stms()
	return levels
}

// lift moves allocations of b, the body of a loop or branch, and the statements that
// compute their sizes, to out, which precedes it. bound holds the names that a loop binds
// (nil for a branch) and that are therefore unavailable in out. guard makes a size 0 if b
// does not run.
func (l *lifting) lift(out *ir.Builder, b *ir.Body, bound ir.Names, guard func(ir.Atom) ir.Atom) {
	if !slices.ContainsFunc(b.Stms, isAlloc) {
		return
	}
	defined := definitions(b)
	for n := range bound {
		defined[n] = nil
	}
	for _, block := range l.liftable(b, bound != nil) {
		stm := b.Stms[block.At]
		sizes, ok := computation(block.Alloc.Bytes, defined)
		if !ok || !l.unit.Rewrite() {
			continue
		}
		for _, s := range sizes {
			out.Append(s)
			delete(defined, s.Pat[0].Name)
		}
		alloc := *block.Alloc
		alloc.Bytes = guard(alloc.Bytes)
		out.Append(&ir.Stm{Pat: stm.Pat, Exp: &alloc, Pos: stm.Pos, Attrs: stm.Attrs})
		delete(defined, block.Name)
	}
	b.Stms = slices.DeleteFunc(b.Stms, func(s *ir.Stm) bool {
		if len(s.Pat) != 1 {
			return false
		}
		_, still := defined[s.Pat[0].Name]
		return !still
	})
}

func isAlloc(s *ir.Stm) bool {
	_, ok := s.Exp.(*ir.Alloc)
	return ok
}

// definitions maps each name that a body binds to its statement.
func definitions(b *ir.Body) map[name.Name]*ir.Stm {
	defined := map[name.Name]*ir.Stm{}
	for _, s := range b.Stms {
		for _, p := range s.Pat {
			defined[p.Name] = s
		}
	}
	return defined
}

// liftable returns the blocks of b that no other execution of b may be using: for a loop,
// those that the body does not return. Lifting must not increase a thread's memory, unless
// everything is allocated before the launch anyway; so in the other case only blocks that
// are live whenever anything is allocated in b are returned.
func (l *lifting) liftable(b *ir.Body, loop bool) []*lastuse.Block {
	var blocks []*lastuse.Block
	for _, block := range lastuse.Of(b).Blocks() {
		if !block.Returned || !loop {
			blocks = append(blocks, block)
		}
	}
	if l.launch {
		return blocks
	}
	slices.SortStableFunc(blocks, func(x, y *lastuse.Block) int { return cmp.Compare(y.Own-y.At, x.Own-x.At) })
	for len(blocks) > 0 && !allInUse(b, blocks) {
		blocks = blocks[:len(blocks)-1]
	}
	return blocks
}

// allInUse reports whether all the blocks are live at once, and whenever anything else is
// allocated in b.
func allInUse(b *ir.Body, blocks []*lastuse.Block) bool {
	from, to := 0, len(b.Stms)
	these := map[int]bool{}
	for _, x := range blocks {
		from, to = max(from, x.At), min(to, x.Own)
		these[x.At] = true
	}
	if from > to {
		return false
	}
	for i, s := range b.Stms {
		if !these[i] && (i < from || i > to) && ops.Allocates(s) == ops.AllocatesAnything {
			return false
		}
	}
	return true
}

// computation returns the statements among the defined ones that compute a, in order. It
// fails if any of them is not a total scalar operation, or if a name has no defining
// statement (nil).
func computation(a ir.Atom, defined map[name.Name]*ir.Stm) (stms []*ir.Stm, ok bool) {
	s, within := defined[a.Name]
	if !a.IsVar() || !within {
		return nil, true
	}
	if s == nil || !ops.TotalValue(s) {
		return nil, false
	}
	for _, n := range slices.SortedFunc(maps.Keys(ir.FreeInExp(s.Exp)), name.Compare) {
		before, ok := computation(ir.Var(n), defined)
		if !ok {
			return nil, false
		}
		for _, b := range before {
			if !slices.Contains(stms, b) {
				stms = append(stms, b)
			}
		}
	}
	return append(stms, s), true
}

// ifRuns returns size if the loop runs at least one iteration, and 0 otherwise.
func (l *lifting) ifRuns(out *ir.Builder, e *ir.Loop, size ir.Atom) ir.Atom {
	if e.Index.IsZero() {
		i := slices.IndexFunc(e.Params, func(p ir.Param) bool { return p.Name == e.While })
		return l.when(out, e.Inits[i], size, ir.Size(0))
	}
	if !e.Bound.IsVar() && e.Bound.Const.Int() > 0 || l.unknown(e.Bound) {
		return size
	}
	t := l.types[e.Index]
	return l.when(out, out.Prim("runs", scalar.Lt, t, ir.Const(scalar.Zero(t)), e.Bound), size, ir.Size(0))
}

// when returns yes or no, depending on a condition. If the condition is not known before
// the launch it returns the larger of the two, which is the nonzero one. But if the size
// varies between threads, and so is computed for each of them, the condition is computed
// too: it may guard against a huge size.
func (l *lifting) when(out *ir.Builder, cond, yes, no ir.Atom) ir.Atom {
	if l.unknown(cond) && !((l.varies(yes) || l.varies(no)) && l.kernel.computable(cond)) {
		if yes == ir.Size(0) {
			return no
		}
		return yes
	}
	return out.Let("bytes", ir.I64, &ir.If{
		Cond: cond, Then: &ir.Body{Result: []ir.Atom{yes}}, Else: &ir.Body{Result: []ir.Atom{no}},
	})
}

// varies reports whether a may differ between threads.
func (l *lifting) varies(a ir.Atom) bool {
	if !a.IsVar() || !l.kernel.variant(a.Name) {
		return false
	}
	s := l.bound[a.Name]
	if s == nil || !ops.TotalValue(s) {
		return true
	}
	for n := range ir.FreeInExp(s.Exp) {
		if l.varies(ir.Var(n)) {
			return true
		}
	}
	return false
}

// unknown reports whether a is not available before the launch, where sizes are computed.
func (l *lifting) unknown(a ir.Atom) bool { return l.launch && l.inside.Has(a.Name) }
