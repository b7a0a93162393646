package introducememory

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/sym"
)

// body lowers a segmented operator's body. Its results are values: arrays are written to
// the pattern's location at the end of the iteration. Results from up to to are operands of
// an operator and must be contiguous.
func (l *lowering) body(b *ir.Builder, body *ir.Body, from, to int) (*ir.Body, error) {
	inner := b.Inner()
	if err := l.stms(inner, body.Stms); err != nil {
		return nil, err
	}
	result := slices.Clone(body.Result)
	copy(result[from:to], l.contiguous(inner, result[from:to]))
	return inner.Body(result...), nil
}

// kernel lowers s, a segmented operator. Results are allocated; written destinations stay in
// place. Whatever operators take must be contiguous: neutral elements, bins, and the body's
// results for them.
func (l *lowering) kernel(b *ir.Builder, pat []ir.Param, s *ir.Stm) error {
	e := ir.CopyExp(s.Exp)
	k := ops.KernelOf(e)
	plain := k.Plain(len(pat))
	for i, w := range k.Writes {
		if len(k.Folds) > 0 && !l.arrays[*w.Array].At.Index.IsContiguous() {
			*w.Array = l.copy(b, *w.Array)
		}
		l.bind(&pat[plain+i], l.arrays[*w.Array].At)
	}
	for i := range pat[:plain] {
		if pat[i].Type.IsArray() {
			l.allocFor(b, &pat[i])
		}
	}
	var err error
	for _, f := range k.Folds {
		*f.Neutral = l.contiguous(b, *f.Neutral)
		if *f.Operator, err = l.operator(b, *f.Operator); err != nil {
			return err
		}
	}
	from, to := k.Operands(len((*k.Body).Result))
	*k.Body, err = l.body(b, *k.Body, from, to)
	b.Append(&ir.Stm{Pat: pat, Exp: e, Pos: b.Pos, Attrs: schedule.Carried(s)})
	return err
}

// operator lowers the operator of a reduction, scan or histogram. An array parameter is
// row-major at an offset of a block; block and offset are passed before it. An array result
// is row-major at the start of its block, which is returned before it.
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
