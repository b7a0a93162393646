// Package wrap computes remainders of indices that wrap around by comparisons, at level imp:
//
//	parallel (i < n) {
//	  var next = mod(i + 1, n)
//	  var before = mod(i + n - 1, n)
//
// becomes
//
//	parallel (i < n) {
//	  var next = select(i + 1 < n, i + 1, i + 1 - n)
//	  var before = select(i - 1 >= 0, i - 1, i - 1 + n)
//
// A division takes as long as twenty comparisons, and pass split knows comparisons: in the main
// part of the range the index is i + 1, so that accesses are to neighbours, as in an array that
// does not wrap around. The index is below n, so n is at least 1, and a sum that is one more or
// less needs no division at all. Sums that are further away keep it for the other case. What reads a
// rotated array is written likewise (rotate.go).
package wrap

import (
	"context"

	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Pass is wrap.
var Pass = &pass.Pass{
	Name:    "wrap",
	Summary: "compute remainders of indices that wrap around by comparisons",
	From:    pass.At(pass.Imp),
	Constraints: []pass.Constraint{
		{Order: pass.Before, Pass: "split", Reason: "split knows comparisons, not remainders"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

// near bounds how far from the index a sum may be.
const near = 1 << 20

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		w := &wrapper{unit: u, Whole: guards.NewWhole(f.Body), defs: definitions(f.Body), bounds: map[name.Name]sym.Poly{}}
		f.Body = w.list(f.Body)
		return nil
	})
}

// wrapper works on a function.
type wrapper struct {
	unit *pass.Unit
	*guards.Whole
	defs   map[name.Name]*imp.Prim
	bounds map[name.Name]sym.Poly // of the indices of the loops around
}

func (w *wrapper) list(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, len(list))
	for i, s := range list {
		out[i] = w.stm(s)
	}
	return out
}

func (w *wrapper) stm(s imp.Stm) imp.Stm {
	switch s := s.(type) {
	case *imp.Declare:
		if p, ok := s.Init.(*imp.Prim); ok && s.Lanes == 0 && len(w.bounds) > 0 {
			x, ok := w.remainder(p)
			if !ok {
				x, ok = w.rotated(p)
			}
			if ok && w.unit.Rewrite() {
				return &imp.Declare{Name: s.Name, Type: s.Type, Init: x}
			}
		}
		return s
	case *imp.For:
		if s.Type == scalar.I64 {
			w.enter(s.Index, s.Bound)
			defer delete(w.bounds, s.Index)
		}
	case *imp.Parallel:
		if !s.Narrow {
			for _, d := range s.Space {
				w.enter(d.Index, d.Count)
				defer delete(w.bounds, d.Index)
			}
		}
	case *imp.Launch:
		return s
	}
	return imp.WithBodies(s, w.list)
}

func (w *wrapper) enter(index name.Name, bound imp.Expr) {
	if n, ok := w.Poly(bound); ok {
		w.bounds[index] = n
	}
}

// remainder is a remainder by the bound of a loop, of a sum that is near the index of that loop
// or near one bound more, written with comparisons.
func (w *wrapper) remainder(p *imp.Prim) (imp.Expr, bool) {
	if p.Type != scalar.I64 || p.Fn != scalar.Mod && p.Fn != scalar.Rem {
		return nil, false
	}
	x, ok1 := w.Poly(p.Args[0])
	n, ok2 := w.Poly(p.Args[1])
	if !ok1 || !ok2 {
		return nil, false
	}
	for _, t := range x.Terms() {
		if len(t.Vars) != 1 || t.Coef != 1 {
			continue
		}
		index := t.Vars[0]
		if bound, ok := w.bounds[index]; !ok || !bound.Equal(n) {
			continue
		}
		for more := range 2 {
			c, ok := x.Sub(sym.Var(index)).Sub(n.Scale(int64(more))).AsConst()
			if !ok || c <= -near || c >= near {
				continue
			}
			if c < 0 && more == 0 && p.Fn == scalar.Rem {
				return nil, false // a negative remainder
			}
			return compared(index, c, p), true
		}
	}
	return nil, false
}

// compared is a remainder of an index and c, which is below the divisor but for a few values of
// the index.
func compared(index name.Name, c int64, p *imp.Prim) imp.Expr {
	prim := func(fn scalar.Op, args ...imp.Expr) imp.Expr {
		return &imp.Prim{Fn: fn, Type: scalar.I64, Args: args}
	}
	if c == 0 {
		return imp.IntVar(index)
	}
	sum, n := imp.Add(imp.IntVar(index), imp.Int(c)), p.Args[1]
	within, around := prim(scalar.Lt, sum, n), prim(scalar.Sub, sum, n)
	if c < 0 {
		within, around = prim(scalar.Ge, sum, imp.Int(0)), prim(scalar.Add, sum, n)
	}
	if c < -1 || c > 1 {
		around = p
	}
	return prim(scalar.Select, within, sum, around)
}
