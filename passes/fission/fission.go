// Package fission separates reductions, scans and histograms from elements that work-groups
// cannot compute on the way: elements that may fail, since no thread may stop between
// barriers, and long ones, since a group computes the elements of its part of the space with
// few threads. A segmap of a thread for each element stores them; the fold reads them.
//
// The elements fail in the order in which the fold would have met them, and the fold combines
// them as before. They take memory for the whole space.
package fission

import (
	"context"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
)

// Pass is fission.
var Pass = &pass.Pass{
	Name:    "fission",
	Summary: "compute long elements of folds, and those that may fail, in kernels of their own",
	From:    pass.At(pass.Kernel),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "extract-kernels", Reason: "it makes the kernels"},
		{Order: pass.Before, Pass: "coalesce", Reason: "layouts depend on which threads read an array"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	if u.Target.Group == 0 {
		return nil
	}
	f := &fission{unit: u, failing: ops.Failing(u.IR)}
	return u.EachFun(ctx, func(fun *ir.Fun) error {
		f.body(fun.Body)
		return nil
	})
}

type fission struct {
	unit    *pass.Unit
	failing func(string) bool
}

// body separates the folds of a host body.
func (f *fission) body(b *ir.Body) {
	out := make([]*ir.Stm, 0, len(b.Stms))
	for _, s := range b.Stms {
		for _, within := range ops.Bodies(s.Exp) {
			f.body(within)
		}
		if form := ops.KernelOf(s.Exp); form != nil && f.pays(form) && f.unit.Rewrite() {
			out = append(out, f.elements(s, form))
		}
		out = append(out, s)
	}
	b.Stms = out
}

// pays reports whether form is a fold of scalars that groups can run once its elements are
// stored, and that is better than computing them on the way.
func (f *fission) pays(form *ops.Form) bool {
	if len(form.Folds) == 0 {
		return false
	}
	for _, op := range form.Operators() {
		for _, p := range op.Params {
			if !p.Type.IsScalar() {
				return false
			}
		}
		if f.fails(op.Body) || arrays(op.Body) || loops(op.Body) {
			return false
		}
	}
	body := *form.Body
	if len(form.Writes) > 0 { // threads of a histogram share nothing but its bins
		return f.fails(body)
	}
	return f.fails(body) || arrays(body) || loops(body) && !f.strided(form)
}

// fails reports whether b may stop the program.
func (f *fission) fails(b *ir.Body) bool {
	return slices.ContainsFunc(b.Stms, func(s *ir.Stm) bool { return ops.CanFail(s.Exp, f.failing) })
}

// arrays reports whether b makes arrays.
func arrays(b *ir.Body) bool {
	return slices.ContainsFunc(b.Stms, func(s *ir.Stm) bool { return ops.Allocates(s) != ops.AllocatesNothing })
}

// loops reports whether b contains loops, or parallel operations, which become loops.
func loops(b *ir.Body) bool {
	return slices.ContainsFunc(b.Stms, func(s *ir.Stm) bool {
		_, loop := s.Exp.(*ir.Loop)
		return loop || ops.IsParallel(s.Exp) || slices.ContainsFunc(ops.Bodies(s.Exp), loops)
	})
}

// strided reports whether form is a reduction by one operation in any order: all threads of
// the machine then compute elements.
func (f *fission) strided(form *ops.Form) bool {
	op := form.Operators()[0].Body
	if form.Prefixes || len(*form.Space) > 1 || form.Folded() != 1 || len(op.Stms) != 1 {
		return false
	}
	p, ok := op.Stms[0].Exp.(*ir.Prim)
	return ok && (!p.Type.IsFloat() || f.unit.Target.Math == target.Fast)
}

// elements returns the segmap that stores the elements of the fold s, and makes s read them.
// Values that s returns as arrays are results of the segmap.
func (f *fission) elements(s *ir.Stm, form *ops.Form) *ir.Stm {
	names := f.unit.IR.Names
	space, body := *form.Space, *form.Body
	var sizes, at []ir.Atom
	var again []ir.SpaceDim
	for _, d := range space {
		i := names.Like(d.Index)
		sizes, at = append(sizes, d.Size), append(at, ir.Var(i))
		again = append(again, ir.SpaceDim{Index: i, Size: d.Size})
	}
	types := operands(form)
	folded, plain := form.Folded(), form.Plain(len(s.Pat))
	given, others := body.Result[:len(types)], s.Pat[folded:plain]
	b := ir.NewBuilder(names)
	b.Pos = s.Pos
	var pat []ir.Param
	var result, read []ir.Atom
	for i, t := range types {
		stored := ir.Param{Name: names.Fresh("elements"), Type: t.Under(sizes...)}
		if k := slices.Index(body.Result[len(types):], given[i]); k >= 0 {
			stored = others[k]
		} else {
			pat, result = append(pat, stored), append(result, given[i])
		}
		read = append(read, b.Let("element", t, &ir.Index{Array: stored.Name, Indices: at}))
	}
	pat, body.Result = append(pat, others...), append(result, body.Result[len(types):]...)
	*form.Space, *form.Body = again, b.Body(read...)
	s.Pat = slices.Concat(s.Pat[:folded], s.Pat[plain:])
	return &ir.Stm{Pat: pat, Exp: &ir.SegMap{Space: space, Level: *form.Level, Body: body}, Pos: s.Pos, Attrs: s.Attrs}
}

// operands returns the types of what an iteration of the fold returns first: the values that
// it folds, or, of a histogram, its bins and values.
func operands(form *ops.Form) []ir.Type {
	var out []ir.Type
	for range form.Indices {
		out = append(out, ir.I64)
	}
	for _, op := range form.Operators() {
		for _, p := range op.Params[len(op.Params)/2:] {
			out = append(out, p.Type)
		}
	}
	return out
}
