package grouploops

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// group is a launch that becomes a loop over its groups.
type group struct {
	*host
	*cut
	pos              source.Pos // of the launch
	groups, size, id imp.Expr
	arrays           map[name.Name]name.Name // blocks of variables that are arrays now
	parts            map[name.Name]imp.Part  // blocks that are parts of others now
}

// blocks allocates a group's blocks: those that it shares, and those for variables and blocks of
// its threads.
func (g *group) blocks(s *imp.Launch) []imp.Stm {
	var out []imp.Stm
	allocate := func(block name.Name, bytes imp.Expr, what string) {
		out = append(out, &imp.DeclareBlock{Name: block}, &imp.Alloc{Block: block, Bytes: bytes, What: what, Pos: s.Pos})
	}
	for _, b := range s.Shared {
		allocate(b.Name, b.Bytes, "memory of a work-group")
	}
	g.arrays, g.parts = map[name.Name]name.Name{}, map[name.Name]imp.Part{}
	for _, n := range g.order {
		if !g.spread[n] || g.again[n] {
			continue
		}
		all := g.names.Like(n)
		if d, ok := g.declared[n].(*imp.Declare); ok {
			g.arrays[n] = all
			allocate(all, imp.Mul(g.size, imp.Int(int64(d.Type.Size()))), "variables of the threads of a work-group")
			continue
		}
		room := g.names.Fresh("room")
		words := &imp.Prim{Fn: scalar.Quot, Type: scalar.I64, Args: []imp.Expr{imp.Add(g.allocs[n].Bytes, imp.Int(7)), imp.Int(8)}}
		out = append(out, &imp.Declare{Name: room, Type: scalar.I64, Init: imp.Mul(words, imp.Int(8))})
		total := &imp.Prim{Fn: scalar.MulSat, Type: scalar.I64, Args: []imp.Expr{imp.IntVar(room), g.size}}
		allocate(all, total, g.allocs[n].What)
		g.parts[n] = imp.Part{Block: all, Dims: []imp.PartDim{{Size: g.size, Index: localID, Stride: func(size int) imp.Expr {
			return &imp.Prim{Fn: scalar.Quot, Type: scalar.I64, Args: []imp.Expr{imp.IntVar(room), imp.Int(int64(size))}}
		}}}}
	}
	return g.asThread(out, imp.Int(0))
}

var localID = &imp.ID{Kind: imp.LocalID}

// list is a list that holds barriers, or the whole body, as what a group does.
func (g *group) list(list []imp.Stm) []imp.Stm {
	var out, region []imp.Stm
	flush := func() {
		if len(region) > 0 {
			out = append(out, g.region(region))
			region = nil
		}
	}
	for _, s := range list {
		if !g.cuts[s] {
			region = append(region, s)
			continue
		}
		flush()
		switch s := s.(type) {
		case *imp.For:
			before, bound := g.first(s.Bound)
			out = append(append(out, before...), &imp.For{Index: s.Index, Type: s.Type, Bound: bound, Pos: s.Pos, Body: g.list(s.Body)})
		case *imp.If:
			before, cond := g.first(s.Cond)
			out = append(append(out, before...), &imp.If{Cond: cond, Then: g.list(s.Then), Else: g.list(s.Else)})
		case *imp.While:
			out = append(out, g.while(s)...)
		}
	}
	flush()
	return out
}

// while is a loop that goes on as long as the first thread's condition holds.
func (g *group) while(s *imp.While) []imp.Stm {
	again := g.names.Fresh("again")
	before, cond := g.first(s.Cond)
	out := append(before, &imp.Declare{Name: again, Type: scalar.Bool, Init: cond})
	body := g.list(s.Body)
	before, cond = g.first(s.Cond)
	body = append(append(body, before...), &imp.Assign{Name: again, X: cond})
	return append(out, &imp.While{Cond: &imp.Var{Name: again, Type: scalar.Bool}, Pos: s.Pos, Body: body})
}

// region is a loop over the threads of a group.
func (g *group) region(list []imp.Stm) imp.Stm {
	thread := g.names.Fresh("thread")
	return &imp.For{Index: thread, Type: scalar.I64, Bound: g.size, Pos: g.pos, Body: g.asThread(g.inRegion(list), imp.IntVar(thread))}
}

// first is the value of an expression for the first thread, and what computes it.
func (g *group) first(e imp.Expr) (before []imp.Stm, value imp.Expr) {
	if _, ok := imp.ConstOf(e); ok {
		return nil, e
	}
	n := g.names.Fresh("first")
	before = g.asThread(g.inRegion([]imp.Stm{&imp.Declare{Name: n, Type: imp.TypeOf(e), Init: e}}), imp.Int(0))
	last := before[len(before)-1].(*imp.Declare)
	return before, &imp.Var{Name: last.Name, Type: last.Type}
}

// inRegion is a copy of statements for a region: what they use of other regions is computed again,
// or in arrays.
func (g *group) inRegion(list []imp.Stm) []imp.Stm {
	needs := imp.Names{}
	g.need(list, needs)
	var all []imp.Stm
	for _, n := range g.order {
		if needs[n] {
			all = append(all, g.declared[n])
		}
	}
	all = append(all, list...)
	return imp.Rename(g.stored(imp.Move(all, g.parts)), map[name.Name]name.Name{}, g.names)
}

// need adds the variables that statements use and do not declare, of those that are computed
// again, and the ones that these need.
func (g *group) need(list []imp.Stm, to imp.Names) {
	for _, n := range imp.Free(list) {
		if g.again[n] && !to[n] {
			to[n] = true
			g.need([]imp.Stm{g.declared[n]}, to)
		}
	}
}

// stored has variables that are arrays as elements of these.
func (g *group) stored(list []imp.Stm) []imp.Stm {
	list = imp.Replace(list, func(e imp.Expr) imp.Expr {
		v, ok := e.(*imp.Var)
		if !ok || g.arrays[v.Name].IsZero() {
			return e
		}
		return &imp.Load{Block: g.arrays[v.Name], Elem: v.Type, Index: g.own()}
	})
	return g.stores(list)
}

func (g *group) stores(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Declare:
			if all, ok := g.arrays[s.Name]; ok {
				out = append(out, &imp.Store{Block: all, Elem: s.Type, Index: g.own(), X: s.Init})
				continue
			}
		case *imp.Assign:
			if all, ok := g.arrays[s.Name]; ok {
				out = append(out, &imp.Store{Block: all, Elem: imp.TypeOf(s.X), Index: g.own(), X: s.X})
				continue
			}
		}
		out = append(out, imp.WithBodies(s, g.stores))
	}
	return out
}

// own is the running thread's index in an array of variables.
func (g *group) own() imp.Expr {
	return &imp.At{Offset: imp.Int(0), Dims: []imp.AtDim{{Size: g.size, Stride: imp.Int(1), Index: localID}}}
}

// asThread has the identities of a thread as expressions.
func (g *group) asThread(list []imp.Stm, thread imp.Expr) []imp.Stm {
	ids := [...]imp.Expr{imp.GroupID: g.id, imp.LocalID: thread, imp.NumGroups: g.groups, imp.GroupSize: g.size}
	return imp.Replace(list, func(e imp.Expr) imp.Expr {
		if id, ok := e.(*imp.ID); ok {
			return ids[id.Kind]
		}
		return e
	})
}
