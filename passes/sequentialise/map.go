package sequentialise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/schedule"
)

// place is where a map's result is built: at indices at of an array of type t.
type place struct {
	array ir.Atom
	t     ir.Type
	at    []ir.Atom
}

// mapLoop emits a loop that writes each iteration's results into fresh arrays.
func (s *sequentialiser) mapLoop(b *ir.Builder, pat []ir.Param, e *ir.Map) {
	places := make([]place, len(pat))
	for k, array := range s.scratches(b, pat) {
		places[k] = place{array: array, t: pat[k].Type}
	}
	s.mapInto(b, pat, e, places)
}

// mapInto emits a loop that builds the results in the given places and binds pat to the
// arrays. A nested map whose results are only returned builds them in place too.
func (s *sequentialiser) mapInto(b *ir.Builder, pat []ir.Param, e *ir.Map, places []place) {
	l := s.newLoop("i", e.Width)
	inside := make([]place, len(places))
	for k, p := range places {
		array := s.carry(l, ir.Param{Name: pat[k].Name, Type: p.t}, p.array, true)
		inside[k] = place{array, p.t, append(slices.Clone(p.at), l.i())}
	}
	in := b.Inner()
	bindElements(in, e.Arrays, e.Fn.Params, l.i())
	body := e.Fn.Body
	s.compact(body)
	built := make([]bool, len(inside))
	for k, st := range body.Stms {
		in.Pos = st.Pos
		inner, ok := st.Exp.(*ir.Map)
		results := onlyReturned(st.Pat, body, k)
		if !ok || results == nil || len(schedule.Carried(st)) > 0 {
			s.stm(in, st)
			continue
		}
		targets := make([]place, len(results))
		arrays := make([]ir.Param, len(results))
		for j, r := range results {
			targets[j] = inside[r]
			arrays[j] = ir.Param{Name: s.names.Like(inside[r].array.Name), Type: inside[r].t}
			inside[r].array, built[r] = ir.Var(arrays[j].Name), true
		}
		s.mapInto(in, arrays, inner, targets)
	}
	out := make([]ir.Atom, len(inside))
	for k, p := range inside {
		out[k] = p.array
		if !built[k] {
			out[k] = store(in, p.array, p.t, body.Result[k], p.at...)
		}
	}
	l.finish(b, in.Body(out...))
}

// onlyReturned returns the positions in body's results of the names of pat, which statement
// k binds, if each is returned exactly once and not used otherwise.
func onlyReturned(pat []ir.Param, body *ir.Body, k int) []int {
	results := make([]int, len(pat))
	for j, p := range pat {
		r := slices.Index(body.Result, ir.Var(p.Name))
		if r < 0 || slices.Contains(body.Result[r+1:], body.Result[r]) {
			return nil
		}
		results[j] = r
	}
	for _, st := range body.Stms[k+1:] {
		free := ir.FreeInStm(st)
		for _, p := range pat {
			if free.Has(p.Name) {
				return nil
			}
		}
	}
	return results
}

// storeAll writes rows at index i of the arrays, whose types pat gives.
func storeAll(b *ir.Builder, arrays []ir.Atom, pat []ir.Param, rows []ir.Atom, i ir.Atom) []ir.Atom {
	out := make([]ir.Atom, len(arrays))
	for k := range arrays {
		out[k] = store(b, arrays[k], pat[k].Type, rows[k], i)
	}
	return out
}
