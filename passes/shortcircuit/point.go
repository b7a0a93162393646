package shortcircuit

import (
	"slices"

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
	in     *sequence
	at     *node // the statement that copies; nil for the end of a kernel's iteration
	source name.Name
	block  name.Name // of the destination
	whole  lmad.LMAD // where the source's elements go
	guards ir.Names  // variables that decide where that is, if it is checked
	fit    fit
	summed []sym.Poly // of a concatenation: what holds if its size is the sum of its parts' and none wraps

	kernel *ir.Stm // whose iteration ends
	result int     // as which of its results

	over bool // the source overwrites an array that is not needed any more
}

// points are those of a statement, the last operand's first.
func (s *shortcircuiter) points(n *node) []*point {
	st := n.stm
	if len(st.Pat) != 1 || st.Pat[0].At == nil {
		return nil
	}
	to := st.Pat[0].At
	p := &point{what: st.Exp.Op(), pos: st.Pos, in: n.in, at: n, block: to.Block}
	switch e := st.Exp.(type) {
	case *ir.Update:
		p.source = e.Value.Name
		p.whole = to.Index.Slice(ir.Ranges(e.Dims))
		p.guards = ir.Names{}
		p.fit = s.fitted[e.Array].and(inside(ir.Ranges(e.Dims), to.Index.Dims))
	case *ir.FlatUpdate:
		p.source = e.Value
		p.whole = to.Index.FlatSlice(ir.FlatLMAD(e.Offset, e.Dims))
		p.guards = ir.Names{}
		p.fit = fit{open: true}
	case *ir.Copy:
		p.source, p.whole, p.guards = e.Array, to.Index, s.guardsOf(st.Pat[0].Name)
		p.fit = s.fitted[st.Pat[0].Name]
	case *ir.Concat:
		return s.operandsOf(p, e, to.Index)
	case *ir.Literal:
		return s.rowsOf(p, e, to.Index)
	default:
		return nil
	}
	if s.Array(p.source) == nil {
		return nil
	}
	if _, copies := st.Exp.(*ir.Copy); !copies {
		p.whole.Vars(p.guards.Add)
		to.Index.Vars(p.guards.Add)
		for v := range ir.FreeInExp(st.Exp) {
			if s.Array(v) == nil {
				p.guards.Add(v)
			}
		}
	}
	return []*point{p}
}

// guardsOf are the variables that decide where fresh array n lies: none where it
// fills a block that was allocated for it.
func (s *shortcircuiter) guardsOf(n name.Name) ir.Names {
	guards := ir.Names{}
	if _, relocated := s.fitted[n]; relocated {
		s.Array(n).At.Index.Vars(guards.Add)
	}
	return guards
}

// operandsOf are the points of a concatenation.
func (s *shortcircuiter) operandsOf(p *point, e *ir.Concat, to lmad.LMAD) []*point {
	var out []*point
	start := sym.Const(0)
	for _, n := range e.Arrays {
		a := s.Array(n)
		q := *p
		ranges := make([]lmad.Range, to.Rank())
		for i, d := range to.Dims {
			ranges[i] = lmad.Range{Size: d.Size, Step: sym.Const(1)}
		}
		size := a.At.Index.Dims[e.Dim].Size
		ranges[e.Dim].Start, ranges[e.Dim].Size = start, size
		q.source, q.whole = n, to.Slice(ranges)
		q.guards = ir.Names{}
		q.whole.Vars(q.guards.Add)
		q.fit = s.fitted[p.at.stm.Pat[0].Name].and(inside(ranges, to.Dims))
		q.summed = q.fit.needs[len(s.fitted[p.at.stm.Pat[0].Name].needs):]
		start = start.Add(size)
		out = append(out, &q)
	}
	slices.Reverse(out)
	return out
}

// rowsOf are the points of an array of arrays.
func (s *shortcircuiter) rowsOf(p *point, e *ir.Literal, to lmad.LMAD) []*point {
	var out []*point
	for i, x := range e.Elems {
		if s.Array(x.Name) == nil {
			continue
		}
		q := *p
		q.source, q.whole = x.Name, to.Fix(sym.Const(int64(i)))
		q.guards, q.fit = s.guardsOf(p.at.stm.Pat[0].Name), s.fitted[p.at.stm.Pat[0].Name]
		out = append(out, &q)
	}
	slices.Reverse(out)
	return out
}

// resultPoint is the end of the iterations of a segmap as the point of result k.
func (s *shortcircuiter) resultPoint(q *sequence, kernel *ir.Stm, k int) (*point, bool) {
	e, ok := kernel.Exp.(*ir.SegMap)
	if !ok || k >= len(kernel.Pat)-len(e.Writes) || s.Array(q.body.Result[k].Name) == nil {
		return nil, false
	}
	to := kernel.Pat[k].At
	p := &point{what: "result", pos: kernel.Pos, in: q, source: q.body.Result[k].Name, block: to.Block, kernel: kernel, result: k}
	p.whole, p.fit = to.Index.Fix(ir.Indices(e.Space)...), s.fitted[kernel.Pat[k].Name]
	return p, true
}
