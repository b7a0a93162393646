package introducememory

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/sym"
)

// body lowers a segmented operator's body. Its results are values: arrays are
// written to the pattern's location when the iteration ends. The results from
// `from` below `to` are given to an operator, which takes arrays contiguous.
func (l *lowering) body(b *ir.Builder, body *ir.Body, from, to int) (*ir.Body, error) {
	inner := b.Inner()
	if err := l.stms(inner, body.Stms); err != nil {
		return nil, err
	}
	result := slices.Clone(body.Result)
	copy(result[from:to], l.contiguous(inner, result[from:to]))
	return inner.Body(result...), nil
}

// segMap allocates the plain results; written destinations stay in place.
func (l *lowering) segMap(b *ir.Builder, pat []ir.Param, e *ir.SegMap) error {
	out := *e
	plain := len(pat) - len(e.Writes)
	for i := range pat {
		if i < plain {
			l.allocFor(b, &pat[i])
			continue
		}
		l.bind(&pat[i], l.arrays[e.Writes[i-plain].Array].At)
	}
	var err error
	out.Body, err = l.body(b, e.Body, 0, 0)
	b.Bind(pat, &out)
	return err
}

// segOp lowers a segred or segscan.
func (l *lowering) segOp(b *ir.Builder, pat []ir.Param, e ir.Exp, neutral []ir.Atom, body *ir.Body, operator *ir.Lambda) error {
	for i := range pat {
		if pat[i].Type.IsArray() {
			l.allocFor(b, &pat[i])
		}
	}
	operator, err := l.operator(b, operator)
	if err != nil {
		return err
	}
	neutral = l.contiguous(b, neutral)
	body, err = l.body(b, body, 0, len(neutral))
	if err != nil {
		return err
	}
	switch e := e.(type) {
	case *ir.SegRed:
		out := *e
		out.Operator, out.Neutral, out.Body = operator, neutral, body
		b.Bind(pat, &out)
	case *ir.SegScan:
		out := *e
		out.Operator, out.Neutral, out.Body = operator, neutral, body
		b.Bind(pat, &out)
	}
	return nil
}

// segHist updates its destinations in place, or contiguous copies of them.
func (l *lowering) segHist(b *ir.Builder, pat []ir.Param, e *ir.SegHist) error {
	out := *e
	out.Ops = slices.Clone(e.Ops)
	bins, i := 0, 0
	for k := range out.Ops {
		op := &out.Ops[k]
		bins += op.Rank
		op.Dests = slices.Clone(op.Dests)
		for j, d := range op.Dests {
			if !l.arrays[d].At.Index.IsContiguous() {
				op.Dests[j] = l.copy(b, d)
			}
			l.bind(&pat[i], l.arrays[op.Dests[j]].At)
			i++
		}
		op.Neutral = l.contiguous(b, op.Neutral)
		var err error
		if op.Operator, err = l.operator(b, op.Operator); err != nil {
			return err
		}
	}
	var err error
	out.Body, err = l.body(b, e.Body, bins, len(e.Body.Result))
	b.Bind(pat, &out)
	return err
}

// operator lowers the operator of a reduction, scan or histogram. An array
// parameter lies row-major at an offset of a block, both of which are passed
// before it; an array result is passed behind its block, at whose start it
// lies row-major.
func (l *lowering) operator(b *ir.Builder, e *ir.Lambda) (*ir.Lambda, error) {
	out := &ir.Lambda{}
	for _, p := range ir.CloneParams(e.Params) {
		if p.Type.IsArray() {
			block := l.freshBlock(p.Name)
			offset := ir.Param{Name: l.names.Fresh(p.Name.Base + "_offset"), Type: ir.I64}
			out.Params = append(out.Params, block, offset)
			index := lmad.RowMajor(ir.Polys(p.Type.Dims)).At(sym.Var(offset.Name))
			l.bind(&p, ir.Loc{Block: block.Name, Index: index})
		}
		out.Params = append(out.Params, p)
	}
	inner := b.Inner()
	if err := l.stms(inner, e.Body.Stms); err != nil {
		return nil, err
	}
	var result []ir.Atom
	for i, r := range e.Body.Result {
		if e.Results[i].IsArray() {
			r = ir.Var(l.rowMajor(inner, r.Name))
			result = append(result, ir.Var(l.arrays[r.Name].At.Block))
			out.Results = append(out.Results, ir.BlockIn(""))
		}
		result = append(result, r)
		out.Results = append(out.Results, e.Results[i])
	}
	out.Body = inner.Body(result...)
	return out, nil
}
