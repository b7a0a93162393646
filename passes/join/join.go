// Package join makes one kernel of two with a thread for each point of the same space. Pass fuse joins
// maps that read the same arrays, or each other's results, where it sees both as operations on arrays;
// distribution and interchange then make kernels of parts that it saw as one, or within loops:
//
//	let ys = segmap(i < n) { exp(xs[i]) }
//	let zs = segmap(i < n) { 1 + ys[i] }
//
// becomes one segmap with two results, whose second computes 1 + exp(xs[i]) from the value, not from the
// array. If nothing else reads ys, simplify drops it. Each launch costs some microseconds, which is most of
// what small inputs take.
//
// The first kernel moves to the place of the second. So it must not fail, what stands between may not use
// its results, and nothing between may write to arrays: pure operations, views, assertions and other kernels
// may stand there.
package join

import (
	"context"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/schedule"
)

// Pass is join.
var Pass = &pass.Pass{
	Name:    "join",
	Summary: "make one kernel of two with a thread for each point of the same space",
	From:    pass.At(pass.Kernel),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "sequentialise", Reason: "what threads read of each other's results shows in their code"},
		{Order: pass.Before, Pass: "coalesce", Reason: "layouts depend on which threads read an array"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

const (
	mostStms    = 256 // of a thread of the kernel that two become; more would take too many registers
	mostResults = 16
	mostBetween = 64 // statements that are looked back over
)

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachFun(ctx, func(f *ir.Fun) error {
		j := &joiner{unit: u, arrays: map[name.Name]ir.Type{}}
		w := &ir.Walker{Binders: func(ps []ir.Param) {
			for _, p := range ps {
				if p.Type.IsArray() {
					j.arrays[p.Name] = p.Type
				}
			}
		}}
		w.Fun(f)
		j.body(f.Body, false)
		return nil
	})
}

type joiner struct {
	unit   *pass.Unit
	arrays map[name.Name]ir.Type
}

// body joins kernels of a host body and of those within.
func (j *joiner) body(b *ir.Body, inLoop bool) {
	var out []*ir.Stm
	for _, s := range b.Stms {
		_, loop := s.Exp.(*ir.Loop)
		for _, within := range ops.Bodies(s.Exp) {
			j.body(within, inLoop || loop)
		}
		for {
			at := j.partner(out, s, inLoop)
			if at < 0 || !j.unit.Rewrite() {
				break
			}
			j.join(out[at], s)
			out = slices.Delete(out, at, at+1)
		}
		out = append(out, s)
	}
	b.Stms = out
}

// partner returns the place of the last kernel before s that can become a part of it; -1 if there is none.
// A kernel without results, which only asserts, takes none in.
func (j *joiner) partner(before []*ir.Stm, s *ir.Stm, inLoop bool) int {
	second, ok := whole(s)
	if !ok || len(s.Pat) == 0 {
		return -1
	}
	used := ir.Names{}
	for at := len(before) - 1; at >= 0 && at >= len(before)-mostBetween; at-- {
		t := before[at]
		if first, ok := plain(t); ok && !fails(first.Body) && first.Level == second.level && sameSpace(first.Space, second.space) && !uses(used, t) &&
			size(first.Body)+size(second.body) <= mostStms && len(t.Pat)+len(s.Pat) <= mostResults &&
			j.pays(t, first, s, second, inLoop) {
			return at
		}
		if !pure(t) {
			return -1
		}
		for n := range ir.FreeInStm(t) {
			used.Add(n)
		}
	}
	return -1
}

// plain returns the kernel s if each of its threads computes scalars without loops and writes nothing
// else.
func plain(s *ir.Stm) (*ir.SegMap, bool) {
	e, ok := s.Exp.(*ir.SegMap)
	if !ok || len(e.Writes) > 0 || schedule.Prescribes(s) || !straight(e.Body) {
		return nil, false
	}
	for _, p := range s.Pat {
		if p.Type.Rank() != len(e.Space) {
			return nil, false
		}
	}
	return e, true
}

// kernel is one that may take another one in.
type kernel struct {
	space []ir.SpaceDim
	level ir.Parallel
	body  *ir.Body
	fold  bool
}

// whole returns the kernel s if it may take another one in: a map, or a reduction or scan, which then
// keeps what the other one computes as arrays.
func whole(s *ir.Stm) (kernel, bool) {
	if e, ok := plain(s); ok {
		return kernel{e.Space, e.Level, e.Body, false}, true
	}
	form := ops.KernelOf(s.Exp)
	if form == nil || len(form.Folds) == 0 || len(form.Writes) > 0 || schedule.Prescribes(s) || !straight(*form.Body) {
		return kernel{}, false
	}
	return kernel{*form.Space, *form.Level, *form.Body, true}, true
}

// straight reports whether a body computes scalars of scalars and elements, without loops and calls.
func straight(b *ir.Body) bool {
	for _, s := range b.Stms {
		branch := false
		switch s.Exp.(type) {
		case *ir.Prim, *ir.Convert, *ir.Use, *ir.Index, *ir.Assert:
		case *ir.If:
			branch = true
		default:
			return false
		}
		if slices.ContainsFunc(s.Pat, func(p ir.Param) bool { return p.Type.IsArray() }) ||
			branch && !(straight(ops.Bodies(s.Exp)[0]) && straight(ops.Bodies(s.Exp)[1])) {
			return false
		}
	}
	return true
}

// pure reports whether a kernel may move over s: s writes to no array that exists before.
func pure(s *ir.Stm) bool {
	switch e := s.Exp.(type) {
	case *ir.Prim, *ir.Convert, *ir.Use, *ir.Index, *ir.Assert, *ir.Slice, *ir.Rearrange, *ir.Reshape, *ir.Copy, *ir.Replicate, *ir.Iota:
		return true
	case *ir.SegMap:
		return len(e.Writes) == 0
	case *ir.SegRed, *ir.SegScan:
		return true
	}
	return false
}

// fails reports whether a body without calls may fail.
func fails(b *ir.Body) bool {
	return slices.ContainsFunc(b.Stms, func(s *ir.Stm) bool { return ops.CanFail(s.Exp, nil) })
}

// size counts the statements of a body.
func size(b *ir.Body) (n int) {
	(&ir.Walker{Stm: func(*ir.Stm) { n++ }}).InBody(b)
	return n
}

func sameSpace(a, b []ir.SpaceDim) bool {
	return slices.EqualFunc(a, b, func(x, y ir.SpaceDim) bool { return x.Size == y.Size })
}

// uses reports whether a result of s is in names.
func uses(names ir.Names, s *ir.Stm) bool {
	return slices.ContainsFunc(s.Pat, func(p ir.Param) bool { return names.Has(p.Name) })
}

// pays reports whether two kernels may and should become one. The second may read results of the first
// at its own point. If it reads none, both kernels' arrays are live at once: that is worth it if they read
// the same array, or none, and in loops, where the launches count.
func (j *joiner) pays(t *ir.Stm, first *ir.SegMap, s *ir.Stm, second kernel, inLoop bool) bool {
	made := ir.Names{}
	for _, p := range t.Pat {
		made.Add(p.Name)
	}
	for _, p := range s.Pat {
		for _, d := range p.Type.Dims {
			if d.IsVar() && made.Has(d.Name) {
				return false
			}
		}
	}
	reads := 0
	for _, e := range elements(s) {
		if !made.Has(e.Array) {
			continue
		}
		if reads++; !own(e, second.space) {
			return false
		}
	}
	if reads > 0 || second.fold || inLoop {
		return reads > 0 || !second.fold
	}
	of, all := ir.Names{}, true
	for _, e := range elements(t) {
		of.Add(e.Array)
	}
	for _, e := range elements(s) {
		if all = false; of.Has(e.Array) {
			return true
		}
	}
	return all && len(of) == 0
}

// elements returns the reads of elements in a kernel, its operator's among them.
func elements(kernel *ir.Stm) (all []*ir.Index) {
	(&ir.Walker{Stm: func(s *ir.Stm) {
		if e, ok := s.Exp.(*ir.Index); ok {
			all = append(all, e)
		}
	}}).InStm(kernel)
	return all
}

// own reports whether a thread reads the element at its own point.
func own(e *ir.Index, space []ir.SpaceDim) bool {
	return slices.EqualFunc(e.Indices, space, func(i ir.Atom, d ir.SpaceDim) bool { return i == ir.Var(d.Index) })
}

// join makes the kernel of t a part of the one of s.
func (j *joiner) join(t, s *ir.Stm) {
	first := t.Exp.(*ir.SegMap)
	second, _ := whole(s)
	point := ir.Subst{}
	for k, d := range first.Space {
		point[d.Index] = ir.Var(second.space[k].Index)
	}
	point.Body(first.Body)
	values := map[name.Name]ir.Atom{}
	for k, p := range t.Pat {
		values[p.Name] = first.Body.Result[k]
	}
	j.unit.Remark(s.Pos, "%s and %s are computed by one kernel", t.Pat[0].Name, s.Pat[0].Name)
	forward(second.body, values)
	second.body.Stms = slices.Concat(first.Body.Stms, second.body.Stms)
	second.body.Result = slices.Concat(second.body.Result, first.Body.Result)
	s.Pat = slices.Concat(s.Pat, t.Pat)
	schedule.Join(s, t)
}

// forward replaces reads of elements of arrays in a body by their values.
func forward(b *ir.Body, values map[name.Name]ir.Atom) {
	for _, s := range b.Stms {
		for _, within := range ops.Bodies(s.Exp) {
			forward(within, values)
		}
		if e, ok := s.Exp.(*ir.Index); ok {
			if v, ok := values[e.Array]; ok {
				s.Exp = &ir.Use{X: v}
			}
		}
	}
}
