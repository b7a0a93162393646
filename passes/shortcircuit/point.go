package shortcircuit

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
)

// point is a place in a program that copies an array, the source, into another
// and does no more with it.
type point struct {
	what   string // for remarks
	pos    source.Pos
	at     *ir.Stm // the statement that copies; nil for the end of a kernel's iteration
	source name.Name
	block  name.Name // of the destination
	place  lmad.LMAD // where the source's elements go
	guards ir.Names  // variables that decide where that is, if it is checked

	kernel *ir.Stm   // whose iteration ends
	whole  lmad.LMAD // the place that all iterations write; else, place
}

// points are those of a statement, the last operand's first.
func (s *shortcircuiter) points(st *ir.Stm) []*point {
	if len(st.Pat) != 1 || st.Pat[0].At == nil {
		return nil
	}
	to := st.Pat[0].At
	p := &point{what: st.Exp.Op(), pos: st.Pos, at: st, block: to.Block}
	switch e := st.Exp.(type) {
	case *ir.Update:
		p.source = e.Value.Name
		p.place = to.Index.Slice(ir.Ranges(e.Dims))
		p.guards = ir.Names{}
	case *ir.FlatUpdate:
		p.source = e.Value
		p.place = to.Index.FlatSlice(ir.FlatLMAD(e.Offset, e.Dims))
		p.guards = ir.Names{}
	case *ir.Copy:
		p.source, p.place = e.Array, to.Index
	case *ir.Concat:
		return s.operands(p, e, to.Index)
	default:
		return nil
	}
	if s.arrays[p.source] == nil {
		return nil
	}
	if p.guards != nil {
		p.place.Vars(p.guards.Add)
		to.Index.Vars(p.guards.Add)
		for n := range ir.FreeInExp(st.Exp) {
			if s.arrays[n] == nil {
				p.guards.Add(n)
			}
		}
	}
	p.whole = p.place
	return []*point{p}
}

// operands are the points of a concatenation.
func (s *shortcircuiter) operands(p *point, e *ir.Concat, to lmad.LMAD) []*point {
	var out []*point
	start := sym.Const(0)
	for _, n := range e.Arrays {
		a := s.arrays[n]
		q := *p
		ranges := make([]lmad.Range, to.Rank())
		for i, d := range to.Dims {
			ranges[i] = lmad.Range{Size: d.Size, Step: sym.Const(1)}
		}
		size := a.Type.Dims[e.Dim].Poly()
		ranges[e.Dim].Start, ranges[e.Dim].Size = start, size
		q.source, q.place = n, to.Slice(ranges)
		q.whole, q.guards = q.place, ir.Names{}
		q.place.Vars(q.guards.Add)
		start = start.Add(size)
		out = append([]*point{&q}, out...)
	}
	return out
}

// resultPoint is the end of the iterations of a segmap as the point of result k.
func (s *shortcircuiter) resultPoint(b *ir.Body, kernel *ir.Stm, k int) (*point, bool) {
	e, ok := kernel.Exp.(*ir.SegMap)
	if !ok || k >= len(kernel.Pat)-len(e.Writes) || s.arrays[b.Result[k].Name] == nil {
		return nil, false
	}
	to := kernel.Pat[k].At
	p := &point{what: "result", pos: kernel.Pos, source: b.Result[k].Name, block: to.Block, kernel: kernel}
	p.place, p.whole = to.Index.Fix(indices(e.Space)...), to.Index
	return p, true
}

// indices are the indices of a space as polynomials.
func indices(space []ir.SpaceDim) []sym.Poly {
	out := make([]sym.Poly, len(space))
	for i, d := range space {
		out[i] = sym.Var(d.Index)
	}
	return out
}
