package fuse

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// A parallel operation over the indices 0, 1, … that reads an array at its own index, and nowhere
// else, reads it element by element: the array becomes one of its inputs. So the map that makes
// the array can be fused into it. Front ends whose arrays are functions of indices write all that
// they compute in this way.

// scopes holds the facts known where operations stand.
type scopes struct {
	counts map[name.Name]ir.Atom // the widths of the arrays 0, 1, …
	made   map[name.Name]ir.Type // results of maps that an operation of this body may take in
}

// unindex makes inputs of arrays in b and the bodies within. It reports whether there were any.
func (f *fuser) unindex(b *ir.Body, s scopes) (changed bool) {
	for _, st := range b.Stms {
		inside := scopes{s.counts, map[name.Name]ir.Type{}}
		if e, ok := st.Exp.(*ir.Iota); ok && *e == *ir.IotaOf(e.Count) {
			s.counts[st.Pat[0].Name] = e.Count
		}
		if form := ops.CombinatorOf(st.Exp); form != nil && *form.Fn != nil {
			changed = f.asInputs(form, s, inside.made) || changed
		}
		ir.EachBody(st.Exp, func(b *ir.Body) { changed = f.unindex(b, inside) || changed })
		if _, ok := st.Exp.(*ir.Map); ok {
			for _, p := range st.Pat {
				s.made[p.Name] = p.Type
			}
		}
	}
	return changed
}

// asInputs makes inputs of the arrays that an operation reads at its own index only, and adds those
// of them whose elements are arrays to made.
func (f *fuser) asInputs(form *ops.Form, s scopes, made map[name.Name]ir.Type) (changed bool) {
	fn := *form.Fn
	own := ir.Names{} // the parameters that are the index
	for i, a := range *form.Arrays {
		if n, ok := s.counts[a]; ok && n == *form.Width {
			own[fn.Params[i].Name] = struct{}{}
		}
	}
	if len(own) == 0 || len(s.made) == 0 {
		return false
	}
	for _, a := range readAt(fn.Body, own, *form.Width, s.made) {
		if !f.unit.Rewrite() {
			break
		}
		row := s.made[a]
		row.Dims = row.Dims[1:]
		p := ir.Param{Name: f.names.Like(a), Type: row}
		f.readsParam(fn.Body, a, p)
		if row.IsArray() {
			made[p.Name] = row
		}
		fn.Params = append(slices.Clip(fn.Params), p)
		*form.Arrays = append(slices.Clip(*form.Arrays), a)
		changed = true
	}
	return changed
}

// readAt returns, in order, the arrays of the given width among made that b reads at an index of
// own only, and not in branches alone.
func readAt(b *ir.Body, own ir.Names, width ir.Atom, made map[name.Name]ir.Type) []name.Name {
	mentions, reads := map[name.Name]int{}, map[name.Name]int{}
	var order []name.Name
	count := func(n name.Name) {
		if t, ok := made[n]; ok && t.Dims[0] == width {
			mentions[n]++
		}
	}
	w := &ir.Walker{
		Var:  func(n *name.Name) { count(*n) },
		Atom: func(a *ir.Atom) { count(a.Name) },
		Stm: func(s *ir.Stm) {
			if a, at, ok := firstIndex(s.Exp); ok && own.Has(at) {
				reads[a]++
			}
		},
	}
	w.InBody(b)
	for _, s := range b.Stms { // nested operations read rows; branches may read nothing
		note := func(s *ir.Stm) {
			if a, _, ok := firstIndex(s.Exp); ok && mentions[a] > 0 && mentions[a] == reads[a] && !slices.Contains(order, a) {
				order = append(order, a)
			}
		}
		if _, isIf := s.Exp.(*ir.If); !isIf {
			(&ir.Walker{Stm: note}).InStm(s)
		}
	}
	return order
}

// firstIndex is the array that e reads at one index of the first dimension, and that index.
func firstIndex(e ir.Exp) (array, at name.Name, ok bool) {
	var i ir.Atom
	switch e := e.(type) {
	case *ir.Index:
		array, i = e.Array, e.Indices[0]
	case *ir.Slice:
		if !e.Dims[0].Fix {
			return array, at, false
		}
		array, i = e.Array, e.Dims[0].Start
	default:
		return array, at, false
	}
	return array, i.Name, i.IsVar()
}

// readsParam replaces what b reads of a by what it reads of p.
func (f *fuser) readsParam(b *ir.Body, a name.Name, p ir.Param) {
	same := ir.Subst{}
	var within func(b *ir.Body)
	within = func(b *ir.Body) {
		b.Stms = slices.DeleteFunc(b.Stms, func(s *ir.Stm) bool {
			ir.EachBody(s.Exp, within)
			if from, _, ok := firstIndex(s.Exp); !ok || from != a {
				return false
			}
			switch e := s.Exp.(type) {
			case *ir.Index:
				if len(e.Indices) > 1 {
					s.Exp = &ir.Index{Array: p.Name, Indices: e.Indices[1:]}
					return false
				}
			case *ir.Slice:
				if !isWhole(e.Dims[1:], p.Type) {
					s.Exp = &ir.Slice{Array: p.Name, Dims: e.Dims[1:]}
					return false
				}
			}
			same[s.Pat[0].Name] = ir.Var(p.Name)
			return true
		})
	}
	within(b)
	same.Body(b)
}

// isWhole reports whether a slice is all of an array of type t.
func isWhole(dims []ir.SliceDim, t ir.Type) bool {
	for i, d := range dims {
		if d != ir.Whole(t.Dims[i]) {
			return false
		}
	}
	return true
}
