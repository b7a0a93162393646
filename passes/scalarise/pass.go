// Package scalarise turns small arrays of constant size into scalars, where a GPU has fast ways for scalars
// only: the operands of reductions and scans, as in a scan whose operator composes transition tables or
// multiplies small matrices, and arrays that loops of a thread carry from iteration to iteration.
//
//	let ys: [n][2]u8 = segscan(i < n, op = \(f: [2]u8, g: [2]u8) -> …) { literal([a, b]) }
//
// becomes a scan of two components, whose arrays ys_0 and ys_1 a map puts together again; what reads ys[i, 0]
// reads ys_0[i]. Loops over the elements are unrolled. An index that is not a constant chooses among
// the elements.
//
// Threads must not stop between barriers. So if an operator or its elements may fail, the fold gets one component
// more, which says whether they did; then the fold is done again as it was, and reports the failure.
package scalarise

import (
	"context"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/source"
)

// Pass is scalarise.
var Pass = &pass.Pass{
	Name:    "scalarise",
	Summary: "make scalars of the small arrays that folds combine and that loops of threads carry",
	From:    pass.At(pass.Kernel),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "sequentialise", Reason: "it knows loops, not operations on arrays, inside of kernels"},
		{Order: pass.Before, Pass: "coalesce", Reason: "the components get layouts of their own"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

const (
	mostElements   = 64   // of an array that becomes scalars
	mostBytes      = 320  // of its elements: a thread has some 1000 bytes of registers
	mostCarried    = 640  // bytes of the arrays that a loop carries
	mostComponents = 16   // of the operands of a fold
	mostUnrolled   = 16   // iterations of a loop
	mostStms       = 1200 // of what one fold or loop becomes
)

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	if u.Target.Group == 0 {
		return nil
	}
	return u.EachFun(ctx, func(f *ir.Fun) error {
		x := &scalariser{unit: u, types: map[name.Name]ir.Type{}, arrays: map[name.Name]small{}, components: map[name.Name]small{}, placed: ir.Names{}}
		w := &ir.Walker{Binders: func(ps []ir.Param) {
			for _, p := range ps {
				x.types[p.Name] = p.Type
			}
		}}
		w.Fun(f)
		x.host(f.Body)
		x.readers(f.Body)
		x.tell()
		return nil
	})
}

// scalariser goes through a function.
type scalariser struct {
	unit   *pass.Unit
	types  map[name.Name]ir.Type
	arrays map[name.Name]small // what the host's small arrays consist of, as far as it is known
	// components holds the arrays of components that the results of folds were put together from; an atom is the array
	// of one component.
	components map[name.Name]small
	unrolled   []source.Pos // where the loops stood that became their iterations
	placed     ir.Names     // arrays of threads whose memory a schedule prescribes
}

// host goes through a body of the host.
func (x *scalariser) host(b *ir.Body) {
	var out []*ir.Stm
	for _, s := range b.Stms {
		form := ops.KernelOf(s.Exp)
		if form == nil {
			for _, within := range ops.Bodies(s.Exp) {
				x.host(within)
			}
			if e, ok := s.Exp.(*ir.If); ok {
				x.sameConstants(s.Pat, e)
			}
			x.note(x.arrays, s)
			out = append(out, s)
			continue
		}
		x.loops(*form.Body, map[name.Name]small{})
		if x.constants(s) {
			out = append(out, x.literals(s)...)
			continue
		}
		if stms, ok := x.fold(s, form); ok {
			out = append(out, stms...)
		} else {
			out = append(out, s)
		}
	}
	b.Stms = out
}

// try does something that may be a rewrite. If it is none, or there must be none any more, the names that it drew are
// free again.
func (x *scalariser) try(something func() bool) bool {
	before, unrolled := *x.unit.IR.Names, len(x.unrolled)
	if something() && x.unit.Rewrite() {
		return true
	}
	*x.unit.IR.Names, x.unrolled = before, x.unrolled[:unrolled]
	return false
}

// tell records the loops that became their iterations, for schedules.
func (x *scalariser) tell() {
	for _, at := range x.unrolled {
		x.unit.Loops.Chose(at, schedule.Unrolling, schedule.Prescription{Unroll: schedule.Yes})
	}
}

// note remembers the elements of an array that s makes of scalars.
func (x *scalariser) note(known map[name.Name]small, s *ir.Stm) {
	t := x.translator()
	t.arrays = known
	switch s.Exp.(type) {
	case *ir.Literal, *ir.Replicate, *ir.Scratch:
		if v, ok := t.made(s); ok {
			known[s.Pat[0].Name] = v
		}
	}
}

// loops makes scalars of the small arrays that the loops in a thread's body carry.
func (x *scalariser) loops(b *ir.Body, known map[name.Name]small) {
	var out []*ir.Stm
	for _, s := range b.Stms {
		if l, ok := s.Exp.(*ir.Loop); ok && carriesSmall(l) && !x.fillsPlaced(l) {
			var stms []*ir.Stm
			if x.try(func() (ok bool) { stms, ok = x.loop(s, l, known); return ok }) {
				out = append(out, stms...)
				continue
			}
		}
		if !ops.IsParallel(s.Exp) {
			for _, within := range ops.Bodies(s.Exp) {
				x.loops(within, known)
			}
		}
		x.note(known, s)
		if schedule.Of(s).Space != "" {
			x.placed.Add(s.Pat[0].Name)
		}
		out = append(out, s)
	}
	b.Stms = out
}

// fillsPlaced reports whether l fills an array whose memory a schedule prescribes.
func (x *scalariser) fillsPlaced(l *ir.Loop) bool {
	return slices.ContainsFunc(l.Inits, func(a ir.Atom) bool { return x.placed.Has(a.Name) })
}

// carriesSmall reports whether l carries a small array.
func carriesSmall(l *ir.Loop) bool {
	for _, p := range l.Params {
		if _, ok := smallDims(p.Type); ok && p.Type.IsArray() {
			return true
		}
	}
	return false
}

// loop returns what a loop becomes whose arrays are only read and written at constant indices.
func (x *scalariser) loop(s *ir.Stm, l *ir.Loop, known map[name.Name]small) ([]*ir.Stm, bool) {
	t := x.translator()
	for n := range ir.FreeInStm(s) {
		if v, ok := known[n]; ok {
			t.arrays[n] = v
		}
	}
	b := ir.NewBuilder(x.unit.IR.Names)
	b.Pos = s.Pos
	t.stm(b, s)
	for _, p := range s.Pat {
		if t.refused {
			break
		}
		if v, ok := t.arrays[p.Name]; ok {
			t.literal(b, p, v)
		} else {
			b.Bind([]ir.Param{p}, &ir.Use{X: t.atom(ir.Var(p.Name))})
		}
	}
	return b.Stms(), !t.refused
}

// readers lets what reads an element of a fold's result read the array of its component.
func (x *scalariser) readers(b *ir.Body) {
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		e, ok := s.Exp.(*ir.Index)
		if !ok {
			return
		}
		v, ok := x.components[e.Array]
		if !ok {
			return
		}
		outer := len(e.Indices) - len(v.dims)
		at, ok := v.position(e.Indices[outer:])
		switch {
		case !ok:
		case outer == 0:
			s.Exp = &ir.Use{X: v.at[at]}
		default:
			s.Exp = &ir.Index{Array: v.at[at].Name, Indices: e.Indices[:outer]}
		}
	}}
	w.InBody(b)
}
