package assertdefined

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// Results of bodies and initial values of loops come with their sizes: (m: i64, ys: [m]i64)
// binds m and says that ys has that size. The type rules cannot tell that it is so.

// existentials asserts, for a statement with bodies, that arrays have the sizes they come with.
func (g *guard) existentials(s *ir.Stm) {
	switch e := s.Exp.(type) {
	case *ir.Loop:
		g.sized(e.Params, e.Inits)
		g.sizedAtEnd(e.Body, e.Params)
	case *ir.If:
		g.sizedAtEnd(e.Then, s.Pat)
		g.sizedAtEnd(e.Else, s.Pat)
	case *ir.Accelerate:
		g.sizedAtEnd(e.Body, s.Pat)
	}
}

// sizedAtEnd asserts at the end of a body that its results fit the binders.
func (g *guard) sizedAtEnd(b *ir.Body, binders []ir.Param) {
	end := &guard{g.Inner(), g.types}
	end.sized(binders, b.Result)
	b.Stms = append(b.Stms, end.Stms()...)
}

// sized asserts that arrays have the sizes that are bound together with them.
func (g *guard) sized(binders []ir.Param, values []ir.Atom) {
	bound := map[name.Name]ir.Atom{}
	for k, p := range binders {
		bound[p.Name] = values[k]
		for i, d := range p.Type.Dims {
			want, ok := bound[d.Name]
			if !ok || !d.IsVar() {
				continue
			}
			have := g.dims(values[k].Name)[i]
			g.assert(g.equal(have, want), "Dimension ", ir.Size(int64(i)), " of "+p.Name.String()+" has size ", have,
				", but comes with the size ", want, "; give the size that it has.")
		}
	}
}
