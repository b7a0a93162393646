// Package specialise gives kernels a form for the layout that arrays usually have, at level imp.
//
// Versions of a computation may leave their result in different layouts, so that what reads it
// gets the strides from variables. Such a kernel becomes
//
//	if stride == 1 && … { row by row } else { any layout }
//
// where the kernel of the first branch has the strides of the version that stores adjacent
// elements side by side. Where an index was computed from the number of an element, the compiler
// then sees that the element is at that number, and needs no division.
//
// The condition is a test, not a proof: strides may change wherever they like.
package specialise

import (
	"context"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Pass is specialise.
var Pass = &pass.Pass{
	Name:    "specialise",
	Summary: "give kernels a form for the layout that arrays usually have, if it varies",
	From:    pass.At(pass.Imp),
	Constraints: []pass.Constraint{
		{Order: pass.Before, Pass: "narrow", Reason: "both forms need one in 32 bits"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		if f.InKernel {
			return nil
		}
		s := &specialiser{unit: u, arms: map[name.Name][]arm{}, assigned: imp.Names{}, visible: imp.Names{}}
		imp.Walk(f.Body, func(st imp.Stm) bool {
			imp.Assigns(st, s.assigned)
			return true
		})
		for _, p := range f.Params {
			s.visible[p.Name] = true
		}
		s.collect(f.Body)
		f.Body = s.list(f.Body)
		return nil
	})
}

// arm holds what a list of the host's statements assigns to strides: constants, and variables
// that never change.
type arm map[name.Name]imp.Expr

// specialiser is the state within a function of the host.
type specialiser struct {
	unit     *pass.Unit
	arms     map[name.Name][]arm // by the variables that they set to 1
	assigned imp.Names           // variables that change
	visible  imp.Names           // variables that are declared where the walk is
}

// collect finds the arms in a list.
func (s *specialiser) collect(list []imp.Stm) {
	here := arm{}
	for _, st := range list {
		switch st := st.(type) {
		case *imp.Parallel, *imp.Launch:
			continue
		case *imp.Assign:
			switch x := st.X.(type) {
			case *imp.Const:
				here[st.Name] = x
			case *imp.Var:
				if !s.assigned[x.Name] {
					here[st.Name] = x
				}
			}
		}
		for _, body := range imp.Bodies(st) {
			s.collect(body)
		}
	}
	for n, x := range here {
		if isOne(x) {
			s.arms[n] = append(s.arms[n], here)
		}
	}
}

func isOne(e imp.Expr) bool {
	v, ok := imp.ConstOf(e)
	return ok && v.Type == scalar.I64 && v.Int() == 1
}

// list gives the kernels in a list of the host's statements another form.
func (s *specialiser) list(list []imp.Stm) []imp.Stm {
	var declared []name.Name
	out := make([]imp.Stm, len(list))
	for i, st := range list {
		switch st := st.(type) {
		case *imp.Parallel, *imp.Launch:
			out[i] = s.kernel(st)
			continue
		case *imp.Declare:
			s.visible[st.Name] = true
			declared = append(declared, st.Name)
		}
		out[i] = imp.WithBodies(st, s.list)
	}
	for _, n := range declared {
		s.visible[n] = false
	}
	return out
}

// kernel returns both forms of a kernel, or the kernel if it has only one.
func (s *specialiser) kernel(st imp.Stm) imp.Stm {
	usual, cond := s.usual(st)
	if cond == nil || !s.unit.Rewrite() {
		return st
	}
	settled := imp.Replace([]imp.Stm{st}, func(e imp.Expr) imp.Expr {
		if v, ok := e.(*imp.Var); ok && usual[v.Name] != nil {
			return usual[v.Name]
		}
		return e
	})
	return &imp.If{Cond: cond, Then: imp.Rename(settled, map[name.Name]name.Name{}, s.unit.Imp.Names), Else: []imp.Stm{st}}
}

// usual returns the usual values of the strides by which a kernel accesses arrays, and the
// condition that they have them; nil if it accesses no array whose layout varies, or that is not
// usually stored row by row.
func (s *specialiser) usual(st imp.Stm) (usual arm, cond imp.Expr) {
	usual = arm{}
	imp.Walk([]imp.Stm{st}, func(st imp.Stm) bool {
		imp.Roots(st, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) {
				if at, ok := e.(*imp.At); ok {
					cond = s.rowByRow(at, usual, cond)
				}
			})
		})
		return true
	})
	return usual, cond
}

// rowByRow adds the values of an access's strides to usual, and to cond that they have them.
func (s *specialiser) rowByRow(at *imp.At, usual arm, cond imp.Expr) imp.Expr {
	if len(at.Dims) == 0 {
		return cond
	}
	last, ok := at.Dims[len(at.Dims)-1].Stride.(*imp.Var)
	if !ok || !s.visible[last.Name] || usual[last.Name] != nil {
		return cond
	}
	for _, a := range s.arms[last.Name] {
		if strides, ok := s.strides(at, a); ok {
			for n, x := range strides {
				usual[n] = x
			}
			return s.all(at, strides, cond)
		}
	}
	return cond
}

// strides returns the values of an access's strides that arm a assigns.
func (s *specialiser) strides(at *imp.At, a arm) (arm, bool) {
	out := arm{}
	for _, d := range at.Dims {
		v, ok := d.Stride.(*imp.Var)
		if !ok || !s.assigned[v.Name] {
			continue
		}
		x := a[v.Name]
		if from, ok := x.(*imp.Var); x == nil || ok && !s.visible[from.Name] {
			return nil, false
		}
		out[v.Name] = x
	}
	return out, true
}

// all adds to cond that the strides of an access have their values.
func (s *specialiser) all(at *imp.At, strides arm, cond imp.Expr) imp.Expr {
	for _, d := range at.Dims {
		v, ok := d.Stride.(*imp.Var)
		if !ok || strides[v.Name] == nil {
			continue
		}
		equal := &imp.Prim{Fn: scalar.Eq, Type: scalar.I64, Args: []imp.Expr{v, strides[v.Name]}}
		if cond == nil {
			cond = equal
			continue
		}
		cond = &imp.Prim{Fn: scalar.And, Type: scalar.Bool, Args: []imp.Expr{cond, equal}}
	}
	return cond
}
