package offload

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// usesIn counts the reads and assignments of scalar variables in list.
func usesIn(list []imp.Stm) map[name.Name]int {
	uses := map[name.Name]int{}
	imp.Walk(list, func(s imp.Stm) bool {
		imp.Roots(s, func(e imp.Expr) { countReads(e, uses) })
		assigned := imp.Names{}
		imp.Assigns(s, assigned)
		for n := range assigned {
			uses[n]++
		}
		return true
	})
	return uses
}

func countReads(e imp.Expr, uses map[name.Name]int) {
	imp.WalkExpr(e, func(e imp.Expr) {
		if v, ok := e.(*imp.Var); ok {
			uses[v.Name]++
		}
	})
}

// privateBlocks are the block variables that only ever hold one block of a known small
// size, made where they are declared, and share it with no other variable: to make it
// earlier, once, changes nothing.
func privateBlocks(body []imp.Stm) imp.Names {
	made := map[name.Name]int{}
	shared := imp.Names{}
	imp.Walk(body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Alloc:
			bytes, ok := imp.ConstOf(s.Bytes)
			if !ok || bytes.Int() < 0 || bytes.Int() > smallBlock {
				shared[s.Block] = true
			}
			made[s.Block]++
		case *imp.AssignBlock:
			if !s.Src.IsZero() {
				shared[s.Dst], shared[s.Src] = true, true
			}
		case *imp.Call:
			for _, a := range s.Args {
				if a.X == nil {
					shared[a.Block] = true
				}
			}
			for _, r := range s.Results {
				shared[r] = true
			}
		}
		return true
	})
	private := imp.Names{}
	imp.Walk(body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.DeclareBlock); ok && made[d.Name] == 1 && !shared[d.Name] {
			private[d.Name] = true
		}
		return true
	})
	return private
}

// takeBlocks takes what makes private blocks, and lets go of them, out of list; what
// makes them it adds to made.
func (o *offloader) takeBlocks(list []imp.Stm, made *[]imp.Stm) []imp.Stm {
	var out []imp.Stm
	for _, s := range list {
		switch st := s.(type) {
		case *imp.DeclareBlock, *imp.Alloc:
			*made = append(*made, s)
			continue
		case *imp.AssignBlock:
			continue
		case *imp.If:
			s = &imp.If{Cond: st.Cond, Then: o.takeBlocks(st.Then, made), Else: o.takeBlocks(st.Else, made)}
		case *imp.For:
			s = &imp.For{Index: st.Index, Type: st.Type, Bound: st.Bound, Pos: st.Pos, Body: o.takeBlocks(st.Body, made)}
		case *imp.While:
			s = &imp.While{Cond: st.Cond, Pos: st.Pos, Body: o.takeBlocks(st.Body, made)}
		}
		out = append(out, s)
	}
	return out
}
