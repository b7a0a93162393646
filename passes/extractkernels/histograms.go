package extractkernels

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
)

// Histograms of rows. overWrites makes a single histogram of all elements of all points, the first
// index of which is the point. As a kernel it is one of segments again, so that a group may
// keep the bins of its points in shared memory.

// histOfRows returns the segmented histogram for e if overWrites made it; nil otherwise.
func (x *extractor) histOfRows(e *ir.Hist) *ir.SegHist {
	if !x.ofPoints(e) {
		return nil
	}
	sizes, stms := x.points[e.Arrays[0]], e.Fn.Body.Stms
	out := &ir.SegHist{Body: &ir.Body{Stms: stms[2:]}}
	for d, size := range sizes {
		out.Space = append(out.Space, ir.SpaceDim{Index: stms[d].Pat[0].Name, Size: size})
	}
	result := e.Fn.Body.Result
	for _, op := range e.Ops {
		out.Body.Result = append(out.Body.Result, result[1:op.Rank]...)
		result = result[op.Rank:]
		op.Rank--
		out.Ops = append(out.Ops, op)
	}
	out.Body.Result = append(out.Body.Result, result...)
	return out
}

// ofPoints reports whether e is a histogram of all elements of all points, its function as
// overWrites made it: it computes point and element first.
func (x *extractor) ofPoints(e *ir.Hist) bool {
	if len(e.Arrays) != 1 || len(e.Fn.Params) != 1 || len(e.Fn.Body.Stms) < 2 {
		return false
	}
	sizes, ok := x.points[e.Arrays[0]]
	at := ir.Var(e.Fn.Params[0].Name)
	for d, fn := range []scalar.Op{scalar.Quot, scalar.Rem} {
		p, isPrim := e.Fn.Body.Stms[d].Exp.(*ir.Prim)
		ok = ok && isPrim && p.Fn == fn && p.Args[0] == at && p.Args[1] == sizes[1]
	}
	for _, op := range e.Ops {
		ok = ok && op.Rank > 1
	}
	return ok
}

// wordBits is the size of bins up to which updates are atomic.
const wordBits = 64

// countsRows reports whether s is a histogram of rows that threads may update in any order, by
// atomic operations. Its bins are not those of one thread: work-groups build histograms better,
// whatever their number.
func (x *extractor) countsRows(s *ir.Stm) bool {
	e, ok := s.Exp.(*ir.Hist)
	if !ok || !x.ofPoints(e) || x.unit.Target.Math != target.Fast || x.bodyCanFail(e.Fn) {
		return false
	}
	for _, op := range e.Ops {
		bits := 0
		for _, p := range op.Operator.Params[:len(op.Dests)] {
			if !p.Type.IsScalar() {
				return false
			}
			bits += 8 * p.Type.Elem.Size()
		}
		if bits > wordBits || x.bodyCanFail(op.Operator) {
			return false
		}
	}
	return true
}

// replicated returns the replicate for a map each point of which replicates the same scalar alike,
// as the bins of rows begin; nil for others.
func replicated(e *ir.Map) *ir.Replicate {
	body := e.Fn.Body
	if len(body.Stms) != 1 || len(body.Stms[0].Pat) != 1 || len(body.Result) != 1 || body.Result[0] != ir.Var(body.Stms[0].Pat[0].Name) {
		return nil
	}
	r, ok := body.Stms[0].Exp.(*ir.Replicate)
	if !ok || r.Value.IsVar() {
		return nil
	}
	for _, p := range e.Fn.Params {
		for _, d := range r.Shape {
			if d == ir.Var(p.Name) {
				return nil
			}
		}
	}
	return &ir.Replicate{Shape: append([]ir.Atom{e.Width}, r.Shape...), Value: r.Value}
}
