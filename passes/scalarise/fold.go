package scalarise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
)

// fold returns the code that a reduction or scan of small arrays becomes.
func (x *scalariser) fold(s *ir.Stm, form *ops.Form) ([]*ir.Stm, bool) {
	if len(form.Folds) != 1 || len(form.Writes) > 0 || schedule.Prescribes(s) {
		return nil, false
	}
	f := &fold{
		scalariser: x, stm: s, form: form, folded: form.Folded(),
		operator: *form.Folds[0].Operator, neutral: *form.Folds[0].Neutral, body: *form.Body,
	}
	f.flags = mayFail(f.operator.Body) || mayFail(f.body)
	if !f.fits() {
		return nil, false
	}
	var e ir.Exp
	if !x.try(func() (ok bool) { e, ok = f.scalars(); return ok }) {
		return nil, false
	}
	x.unit.Remark(s.Pos, "what is folded are %d scalars, not arrays", len((*ops.KernelOf(e).Folds[0].Operator).Results))
	return f.code(e), true
}

// fold is a reduction or scan that becomes one of scalars.
type fold struct {
	*scalariser
	stm      *ir.Stm
	form     *ops.Form
	operator *ir.Lambda
	neutral  []ir.Atom
	body     *ir.Body
	folded   int  // results that are folds
	flags    bool // there is a component that says whether something failed
}

func mayFail(b *ir.Body) bool {
	return slices.ContainsFunc(b.Stms, func(s *ir.Stm) bool { return ops.CanFail(s.Exp, func(string) bool { return true }) })
}

// fits reports whether the operands are few scalars, and some of them in arrays.
func (f *fold) fits() bool {
	components, arrays := int64(0), false
	for _, p := range f.operator.Params[:f.folded] {
		dims, ok := smallDims(p.Type)
		if !ok {
			return false
		}
		components += count(dims)
		arrays = arrays || len(dims) > 0
	}
	return arrays && components <= mostComponents && !(components > mostComponents/2 && f.elementwise())
}

// elementwise reports whether the operator combines the elements of one array each with the other operand's: such a
// fold becomes one of columns.
func (f *fold) elementwise() bool {
	if f.folded != 1 || f.operator.Params[0].Type.Rank() != 1 || len(f.operator.Body.Stms) != 2 {
		return false
	}
	l, ok := f.operator.Body.Stms[1].Exp.(*ir.Loop)
	if !ok || l.Index.IsZero() {
		return false
	}
	for _, s := range l.Body.Stms {
		if e, ok := s.Exp.(*ir.Index); ok && e.Indices[0] != ir.Var(l.Index) {
			return false
		}
	}
	return true
}

// scalars returns the fold of scalars.
func (f *fold) scalars() (ir.Exp, bool) {
	operator, ok := f.combine()
	if !ok {
		return nil, false
	}
	space, body, ok := f.elements()
	if !ok {
		return nil, false
	}
	if e, ok := f.stm.Exp.(*ir.SegRed); ok {
		return &ir.SegRed{Space: space, Level: e.Level, Operator: operator, Commutative: e.Commutative, Body: body}, true
	}
	return &ir.SegScan{Space: space, Level: *f.form.Level, Operator: operator, Body: body}, true
}

// combine returns the operator on scalars.
func (f *fold) combine() (*ir.Lambda, bool) {
	t := f.translator()
	t.chooses, t.flags, t.operator = true, f.flags, true
	b := ir.NewBuilder(f.unit.IR.Names)
	out := &ir.Lambda{}
	var failed []ir.Atom
	for _, side := range [][]ir.Param{f.operator.Params[:f.folded], f.operator.Params[f.folded:]} {
		params, bind := t.expanded(side)
		bind()
		out.Params = append(out.Params, params...)
		if f.flags {
			p := ir.Param{Name: t.names.Fresh("failed"), Type: ir.ScalarOf(scalar.Bool)}
			out.Params, failed = append(out.Params, p), append(failed, ir.Var(p.Name))
		}
	}
	t.body(b, f.operator.Body)
	result := t.flat(b, f.operator.Params[:f.folded], f.operator.Body.Result)
	if t.refused {
		return nil, false
	}
	if f.flags {
		before := b.Prim("failed", scalar.Or, scalar.Bool, failed...)
		result = append(result, t.either(b, before, t.failed))
	}
	for _, p := range out.Params[:len(result)] {
		out.Results = append(out.Results, p.Type)
	}
	out.Body = b.Body(result...)
	return out, true
}

// neutrals returns the neutral elements. The host loads those that it does not know.
func (f *fold) neutrals(b *ir.Builder) []ir.Atom {
	t := f.translator()
	t.arrays = f.arrays
	out := t.flat(b, f.operator.Params[:f.folded], f.neutral)
	if f.flags {
		out = append(out, no)
	}
	return out
}

// elements returns the space and the body of the fold of scalars.
func (f *fold) elements() ([]ir.SpaceDim, *ir.Body, bool) {
	t := f.translator()
	t.chooses, t.flags = true, f.flags
	var space []ir.SpaceDim
	for _, d := range *f.form.Space {
		i := t.names.Like(d.Index)
		t.scalars[d.Index] = ir.Var(i)
		space = append(space, ir.SpaceDim{Index: i, Size: d.Size})
	}
	b := ir.NewBuilder(t.names)
	b.Pos = f.stm.Pos
	t.body(b, f.body)
	result := t.flat(b, f.operator.Params[:f.folded], f.body.Result[:f.folded])
	if t.refused {
		return nil, nil, false
	}
	if f.flags {
		result = append(result, t.failed)
	}
	for _, a := range f.body.Result[f.folded:] {
		v, ok := t.arrays[a.Name]
		if !ok {
			result = append(result, t.atom(a))
			continue
		}
		p := ir.Param{Name: t.names.Like(a.Name), Type: v.arrayType()}
		t.literal(b, p, v)
		result = append(result, ir.Var(p.Name))
	}
	return space, b.Body(result...), !t.refused
}

// code returns the fold of scalars e with what makes the results of the fold of it.
func (f *fold) code(e ir.Exp) []*ir.Stm {
	b := ir.NewBuilder(f.unit.IR.Names)
	b.Pos = f.stm.Pos
	var pat []ir.Param
	for k, p := range f.stm.Pat {
		if k >= f.folded {
			continue
		}
		for range count(f.inner(k)) {
			pat = append(pat, ir.Param{Name: b.Names.Like(p.Name), Type: ir.ArrayOf(p.Type.Elem, f.outer()...)})
		}
	}
	components := len(pat)
	var failed ir.Param
	if f.flags {
		failed = ir.Param{Name: b.Names.Fresh("failed"), Type: ir.ArrayOf(scalar.Bool, f.outer()...)}
		pat = append(pat, failed)
	}
	plain := f.stm.Pat[f.folded:]
	if f.flags {
		plain = likes(b.Names, plain)
	}
	*ops.KernelOf(e).Folds[0].Neutral = f.neutrals(b)
	b.Append(&ir.Stm{Pat: append(slices.Clip(pat), plain...), Exp: e, Pos: b.Pos, Attrs: f.stm.Attrs})
	pat = pat[:components]
	if f.flags {
		pat = f.again(b, pat, plain, f.any(b, failed.Name))
	}
	for k, p := range f.stm.Pat[:f.folded] {
		n := count(f.inner(k))
		f.together(b, p, f.inner(k), pat[:n])
		pat = pat[n:]
	}
	return b.Stms()
}

func likes(names *name.Supply, ps []ir.Param) []ir.Param {
	out := make([]ir.Param, len(ps))
	for k, p := range ps {
		out[k] = ir.Param{Name: names.Like(p.Name), Type: p.Type}
	}
	return out
}

// inner returns the sizes of an operand.
func (f *fold) inner(k int) []int64 {
	dims, _ := smallDims(f.operator.Params[k].Type)
	return dims
}

// outer returns the sizes of the array of a component: those of the space, of a reduction without the last.
func (f *fold) outer() []ir.Atom {
	var out []ir.Atom
	for _, d := range *f.form.Space {
		out = append(out, d.Size)
	}
	if !f.form.Prefixes {
		out = out[:len(out)-1]
	}
	return out
}

// any emits whether something failed.
func (f *fold) any(b *ir.Builder, failed name.Name) ir.Atom {
	sizes := f.outer()
	if len(sizes) == 0 {
		return ir.Var(failed)
	}
	total := sizes[0]
	for _, n := range sizes[1:] {
		total = b.Prim("total", scalar.Mul, scalar.I64, total, n)
	}
	if len(sizes) > 1 {
		failed = b.Let("failed", ir.ArrayOf(scalar.Bool, total), &ir.Reshape{Shape: []ir.Atom{total}, Array: failed}).Name
	}
	flag := ir.ScalarOf(scalar.Bool)
	x, y := ir.Param{Name: b.Names.Fresh("x"), Type: flag}, ir.Param{Name: b.Names.Fresh("y"), Type: flag}
	op := b.Inner()
	or := op.Prim("any", scalar.Or, scalar.Bool, ir.Var(x.Name), ir.Var(y.Name))
	i := ir.SpaceDim{Index: b.Names.Fresh("i"), Size: total}
	body := b.Inner()
	at := body.Index("failed", scalar.Bool, failed, ir.Var(i.Index))
	return b.Let("any", flag, &ir.SegRed{
		Space: []ir.SpaceDim{i}, Level: *f.form.Level, Commutative: true, Neutral: []ir.Atom{no},
		Operator: &ir.Lambda{Params: []ir.Param{x, y}, Body: op.Body(or), Results: []ir.Type{flag}}, Body: body.Body(at),
	})
}

// again emits the fold as it was, for the case that something failed, and returns the components of the results. It binds
// the fold's plain results.
func (f *fold) again(b *ir.Builder, pat, plain []ir.Param, any ir.Atom) []ir.Param {
	s := &ir.Stm{Pat: likes(b.Names, f.stm.Pat), Exp: f.stm.Exp, Pos: f.stm.Pos, Attrs: f.stm.Attrs}
	in := b.Inner()
	in.Append(s)
	var result []ir.Atom
	for k, p := range s.Pat[:f.folded] {
		result = append(result, f.apart(in, p, f.inner(k))...)
	}
	out := likes(b.Names, pat)
	good := atomsOf(pat)
	result, good = append(result, atomsOf(s.Pat[f.folded:])...), append(good, atomsOf(plain)...)
	b.Bind(slices.Concat(out, f.stm.Pat[f.folded:]), &ir.If{Cond: any, Then: in.Body(result...), Else: &ir.Body{Result: good}})
	return out
}

func atomsOf(ps []ir.Param) []ir.Atom {
	out := make([]ir.Atom, len(ps))
	for k, p := range ps {
		out[k] = ir.Var(p.Name)
	}
	return out
}

// apart emits the components of the result p.
func (f *fold) apart(b *ir.Builder, p ir.Param, inner []int64) []ir.Atom {
	if len(inner) == 0 {
		return []ir.Atom{ir.Var(p.Name)}
	}
	space, at := f.points(b.Names)
	body := b.Inner()
	var elements, out []ir.Atom
	for k := range count(inner) {
		elements = append(elements, body.Index("element", p.Type.Elem, p.Name, slices.Concat(at, indices(inner, k))...))
	}
	if len(space) == 0 {
		b.Append(body.Stms()...)
		return elements
	}
	var pat []ir.Param
	for range elements {
		c := ir.Param{Name: b.Names.Like(p.Name), Type: ir.ArrayOf(p.Type.Elem, f.outer()...)}
		pat, out = append(pat, c), append(out, ir.Var(c.Name))
	}
	b.Bind(pat, &ir.SegMap{Space: space, Level: *f.form.Level, Body: body.Body(elements...)})
	return out
}

// points returns a space of the points for which there are results.
func (f *fold) points(names *name.Supply) (space []ir.SpaceDim, at []ir.Atom) {
	for k, n := range f.outer() {
		i := names.Like((*f.form.Space)[k].Index)
		space, at = append(space, ir.SpaceDim{Index: i, Size: n}), append(at, ir.Var(i))
	}
	return space, at
}

// together binds the result p of components.
func (f *fold) together(b *ir.Builder, p ir.Param, inner []int64, components []ir.Param) {
	v := small{row: ir.ScalarOf(p.Type.Elem), dims: inner, at: atomsOf(components)}
	f.components[p.Name] = v
	space, at := f.points(b.Names)
	switch {
	case len(space) == 0 && len(inner) == 0:
		b.Bind([]ir.Param{p}, &ir.Use{X: v.at[0]})
	case len(space) == 0:
		f.translator().literal(b, p, v)
		f.arrays[p.Name] = v
	case len(inner) == 0:
		b.Bind([]ir.Param{p}, &ir.Use{X: v.at[0]})
	default:
		body := b.Inner()
		row := small{row: v.row, dims: inner}
		for _, c := range components {
			row.at = append(row.at, body.Index("element", p.Type.Elem, c.Name, at...))
		}
		r := ir.Param{Name: b.Names.Like(p.Name), Type: row.arrayType()}
		f.translator().literal(body, r, row)
		b.Bind([]ir.Param{p}, &ir.SegMap{Space: space, Level: *f.form.Level, Body: body.Body(ir.Var(r.Name))})
	}
}
