package sequentialise

import "github.com/lamina-lang/lamina/core/ir"

// mapLoop adds a loop that writes each iteration's results into fresh arrays.
func (s *sequentialiser) mapLoop(b *ir.Builder, pat []ir.Param, e *ir.Map) {
	l := s.newLoop("i", e.Width)
	outs := s.carryAll(l, pat, scratches(b, pat), true)
	in := b.Inner()
	bindElements(in, e.Arrays, e.Fn.Params, l.i())
	in.Append(e.Fn.Body.Stms...)
	l.finish(b, in.Body(storeAll(in, outs, pat, e.Fn.Body.Result, l.i())...))
}

// storeAll writes the rows at index i of the arrays that pat types.
func storeAll(b *ir.Builder, arrays []ir.Atom, pat []ir.Param, rows []ir.Atom, i ir.Atom) []ir.Atom {
	out := make([]ir.Atom, len(arrays))
	for k := range arrays {
		out[k] = store(b, arrays[k], pat[k].Type, rows[k], i)
	}
	return out
}
