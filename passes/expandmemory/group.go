package expandmemory

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// group is a set of block variables of a kernel that may hold each other's
// blocks.
type group struct {
	allocs     []*ir.Stm // those of its blocks that the kernel's body allocates
	blocks     int       // variables
	others     bool      // it may hold a block from elsewhere
	nested     bool      // a block of it is allocated in a loop or a branch still
	called     bool      // a function is called with it
	contiguous bool      // an operator takes an array in it, or a reshape
	elems      []int     // the sizes of the elements of the arrays in it
}

// groups are the groups of a kernel, by block variable.
type groups map[name.Name]*group

// join is a place where a body hands values on to variables that are bound
// otherwise, too: a loop's parameters or an if's results.
type join struct {
	params []ir.Param
	from   []source
}

// source are values handed on, at the end of a body or before a loop.
type source struct {
	values []ir.Atom
	body   *ir.Body // that the values are the results of
	before *ir.Stm  // the loop that they are the initial values of
	within *ir.Body // where that stands
}

// joins collects the joins in a body.
func joins(b *ir.Body) []join {
	var out []join
	for _, s := range b.Stms {
		switch e := s.Exp.(type) {
		case *ir.If:
			out = append(out, join{s.Pat, []source{{values: e.Then.Result, body: e.Then}, {values: e.Else.Result, body: e.Else}}})
			out = append(out, append(joins(e.Then), joins(e.Else)...)...)
		case *ir.Loop:
			out = append(out, join{e.Params, []source{{values: e.Inits, before: s, within: b}, {values: e.Body.Result, body: e.Body}}})
			out = append(out, joins(e.Body)...)
		}
	}
	return out
}

// group finds the groups of the kernel. Blocks from elsewhere are not entered.
func (k *kernel) group() {
	parent := map[name.Name]name.Name{}
	var find func(n name.Name) name.Name
	find = func(n name.Name) name.Name {
		if p, ok := parent[n]; ok && p != n {
			parent[n] = find(p)
			return parent[n]
		}
		return n
	}
	unite := func(m, n name.Name) {
		if k.inside.Has(m) && k.inside.Has(n) {
			parent[find(m)] = find(n)
		}
	}
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if e, ok := s.Exp.(*ir.Loop); ok {
			for i, p := range s.Pat {
				if p.Type.IsBlock() {
					unite(p.Name, e.Params[i].Name)
				}
			}
		}
	}}
	w.InBody(k.body)
	for _, j := range k.joins {
		for i, p := range j.params {
			for _, from := range j.from {
				if p.Type.IsBlock() {
					unite(p.Name, from.values[i].Name)
				}
			}
		}
	}
	k.groups = groups{}
	byRoot := map[name.Name]*group{}
	for n := range k.inside {
		root := find(n)
		if byRoot[root] == nil {
			byRoot[root] = &group{}
		}
		byRoot[root].blocks++
		k.groups[n] = byRoot[root]
	}
}

// look enters what happens to the groups.
func (k *kernel) look() {
	top := map[*ir.Stm]bool{}
	for _, s := range k.body.Stms {
		top[s] = true
	}
	w := &ir.Walker{
		Stm: func(s *ir.Stm) {
			switch e := s.Exp.(type) {
			case *ir.Alloc:
				g := k.groups[s.Pat[0].Name]
				g.allocs = append(g.allocs, s)
				g.nested = g.nested || !top[s]
			case *ir.Reshape:
				k.reshaped(e)
			case *ir.Call:
				k.inCall(ir.FreeInExp(e))
				for _, p := range s.Pat {
					k.inCall(ir.Names{p.Name: {}})
				}
			}
		},
		Binders: k.arrays,
	}
	w.InBody(k.body)
	from, to := ops.KernelOf(k.stm.Exp).Operands(len(k.body.Result))
	for _, r := range k.body.Result[from:to] {
		if at := k.at[r.Name]; at != nil && k.groups[at.Block] != nil {
			k.groups[at.Block].contiguous = true
		}
	}
	for _, j := range k.joins {
		for i, p := range j.params {
			for _, from := range j.from {
				if p.Type.IsBlock() && !k.inside.Has(from.values[i].Name) {
					k.groups[p.Name].others = true
				}
			}
		}
	}
}

// reshaped notes whether an array could be reshaped if threads were interleaved:
// a contiguous one takes any shape, another one only what its sizes show.
func (k *kernel) reshaped(e *ir.Reshape) {
	at := k.at[e.Array]
	if g := k.groups[at.Block]; g != nil {
		_, ok := k.interleave(at.Index).Reshape(ir.Polys(e.Shape))
		g.contiguous = g.contiguous || !ok
	}
}

// arrays notes the sizes of elements.
func (k *kernel) arrays(ps []ir.Param) {
	for _, p := range ps {
		if p.At == nil {
			continue
		}
		if g, size := k.groups[p.At.Block], p.Type.Elem.Size(); g != nil && !slices.Contains(g.elems, size) {
			g.elems = append(g.elems, size)
		}
	}
}

// inCall notes blocks that a function is given or gives.
func (k *kernel) inCall(ns ir.Names) {
	for n := range ns {
		if g := k.groups[n]; g != nil {
			g.called = true
		}
	}
}
