package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

func segMap(e *emit.Emitter, s *ir.Stm, x *ir.SegMap) {
	space, index := e.Space(x.Space)
	plain := len(s.Pat) - len(x.Writes)
	e.Spread(s, space, func(e *emit.Emitter) {
		e.Body(x.Body)
		for i, r := range x.Body.Result[:plain] {
			if isInPlace(e, r, s.Pat[i].Name, x.Space) {
				continue
			}
			e.Put(e.PlaceOf(s.Pat[i].Name), r, index...)
		}
		writes(e, x.Writes, x.Body.Result[plain:])
	})
}

// isInPlace reports whether array r already lies where a kernel's iteration would write it
// in array n.
func isInPlace(e *emit.Emitter, r ir.Atom, n name.Name, space []ir.SpaceDim) bool {
	if _, isArray := e.Arrays[r.Name]; !isArray {
		return false
	}
	to := e.PlaceOf(n)
	for _, d := range space {
		to.Index = to.Index.Fix(sym.Var(d.Index))
	}
	return e.Same(to, e.PlaceOf(r.Name))
}

// writes stores what a segmap scatters. results holds the indices of all destinations, then
// their values. Out-of-bounds writes are dropped.
func writes(e *emit.Emitter, dests []ir.Dest, results []ir.Atom) {
	values := results[len(results)-len(dests):]
	for k, d := range dests {
		at := e.Atoms(results[:d.Rank])
		results = results[d.Rank:]
		in := e.Inner()
		in.Put(in.PlaceOf(d.Array), values[k], at...)
		e.Add(&imp.If{Cond: e.Within(at, e.Arrays[d.Array].Type), Then: in.Out})
	}
}
