package expandmemory

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// group is a set of block variables of a kernel that may hold each other's blocks.
type group struct {
	allocs     []*ir.Stm // allocations of its blocks in the kernel's body
	blocks     int       // number of variables
	others     bool      // it may hold a block from outside the kernel
	nested     bool      // one of its allocations is still in a loop or branch
	called     bool      // it is passed to or returned by a function
	contiguous bool      // an array in it must be contiguous, for an operator or a reshape
	elems      []int     // element sizes of the arrays in it
}

// groups maps each block variable of a kernel to its group.
type groups map[name.Name]*group

// join is a point where several bodies pass values to the same variables: the parameters of
// a loop or the results of an if.
type join struct {
	params []ir.Param
	from   []source
}

// source is one set of values passed to a join, at the end of a body or before a loop.
type source struct {
	values []ir.Atom
	body   *ir.Body // the body whose results the values are
	before *ir.Stm  // the loop whose initial values they are
	within *ir.Body // the body that contains the loop
}

// joins returns the joins in a body.
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

// group computes the groups of the kernel by union-find. Blocks from outside the kernel are
// not entered.
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

// look records how the kernel uses its groups.
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

// reshaped marks the group as contiguous if interleaving would prevent a reshape. A
// contiguous array can take any shape; others only those that their sizes show to fit.
func (k *kernel) reshaped(e *ir.Reshape) {
	at := k.at[e.Array]
	if g := k.groups[at.Block]; g != nil {
		_, ok := k.interleave(at.Index).Reshape(ir.Polys(e.Shape))
		g.contiguous = g.contiguous || !ok
	}
}

// arrays records element sizes.
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

// inCall records blocks that a function takes or returns.
func (k *kernel) inCall(ns ir.Names) {
	for n := range ns {
		if g := k.groups[n]; g != nil {
			g.called = true
		}
	}
}
