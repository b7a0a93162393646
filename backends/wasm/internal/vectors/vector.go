package vectors

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/backends/wasm/internal/emit"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lanes"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A vector is a loop of which several iterations run at once, one in each lane of
// 128-bit vectors. A value of 32 bits or fewer takes a lane of 32 bits, held as a
// scalar is in a local (see the package); a bool is a mask of ones. There are four
// lanes; or two if a value of 64 bits is kept, in which case one of 32 bits is in
// the lower half of a vector, and masks have 64 bits.
//
// Package lanes plans the loop. Expressions are written by lanes.go with the tables of
// vectorops.go, accesses by vectormem.go.
//
// The loop may have loops inside it, which all lanes run in step, and branches on
// what is the same for all lanes, which stays scalar.
//
// Where lanes would part ways for good (one fails an assertion, or has another
// number of iterations of an inner loop than its neighbours) the loop gives up,
// and the scalar loop after it goes on with the present iteration. So nothing may
// have been stored before.
type vector struct {
	*emit.Fn
	emit.Loop
	*lanes.Plan

	homes  map[name.Name][]assemble.Local
	splats map[string]assemble.Local // invariant values, in all lanes
	taken  imp.Names                 // uniform variables that are operands of vectors
	start  int                       // instructions before the loop
	turn   int                       // which vector of a variable is written, if Apiece
	failed assemble.Local            // the lanes in which the assertion at the end failed
}

// vectorise plans a loop in lanes of 32 or 64 bits; nil if it cannot be done or does
// not pay.
func vectorise(f *emit.Fn, l emit.Loop) *vector {
	v := plan(f, l)
	if v == nil || v.betterInside() || !v.Choose() || !l.Independent && !v.Apart(f.InScope, f.Sole) {
		return nil
	}
	v.Widen()
	return v
}

// plan finds out what the iterations of a loop do; nil if they cannot run in lanes.
func plan(f *emit.Fn, l emit.Loop) *vector {
	if f.Current != nil || l.T != scalar.I64 {
		return nil
	}
	p := lanes.New(lanes.Loop{Index: l.Index, Body: l.Body, Independent: l.Independent, Scans: true}, f.FreshName)
	if p == nil {
		return nil
	}
	l.Body = p.Body
	return &vector{Fn: f, Loop: l, Plan: p, homes: map[name.Name][]assemble.Local{}, splats: map[string]assemble.Local{}}
}

// betterInside reports whether a loop inside is better run with its own iterations
// in lanes: its elements are next to each other, but not those of the lanes.
func (v *vector) betterInside() bool {
	found := false
	imp.Walk(v.Body, func(s imp.Stm) bool {
		l, ok := s.(*imp.For)
		if !ok || found {
			return !found
		}
		if n, isConst := imp.ConstOf(l.Bound); v.SpreadOut(l.Body) && (!isConst || n.Int() >= lanes.LoopWeight) {
			bound := assemble.Value{Const: scalar.Int(scalar.I64, 1<<20)}
			switch inner := v.InLanes(emit.Loop{Index: l.Index, T: l.Type, Bound: bound, Body: l.Body}).(type) {
			case *vector:
				found = inner.Contiguous()
			case *packed:
				found = true
			case *speculation:
				found = inner.test.Contiguous()
			}
		}
		return true
	})
	return found
}

// vectors calls write for the number of each vector that is written now.
func (v *vector) vectors(write func(u int)) {
	if v.Apiece {
		write(v.turn)
		return
	}
	for u := range v.Width {
		write(u)
	}
}

// span is the number of iterations that run at once.
func (v *vector) span() int64 { return int64(v.Lanes * v.Width) }

// Run writes the loop: as often as all its vectors are full, then, if a variable
// has several vectors, with one. It leaves the index at the first iteration that
// did not run.
func (v *vector) Run() {
	v.enter()
	defer v.leaveVector()
	for {
		v.pass(v.begin, v.once, func() { v.endResults(); v.endRunning() })
		if v.Width == 1 {
			return
		}
		v.Width = 1
		v.homes = map[name.Name][]assemble.Local{}
	}
}

// Runs reports whether index counts the iterations that run at once.
func (v *vector) Runs(index name.Name) bool { return index == v.Index }

func (v *vector) enter() {
	v.Fn.Current = v
	for n, d := range v.Defs {
		if _, ok := v.Fn.Defs[n]; !ok && v.Kinds[n] == lanes.Symbolic {
			v.Fn.Defs[n] = d
		}
	}
}

func (v *vector) leaveVector() { v.Fn.Current = nil }

// pass runs the loop at the present width: begin before it, once for what runs at once,
// finish after it.
func (v *vector) pass(begin, once, finish func()) {
	v.Scope(func() {
		at := assemble.Value{At: v.At(v.Index)}
		v.Block(code.Block)
		// limit = bound − (span − 1)
		v.Push(v.Bound)
		v.I64(v.span() - 1)
		v.Op(code.I64Sub)
		limit := v.Keep(code.I64)
		v.Push(at, limit)
		v.Op(code.I64GeS)
		v.Put(code.BrIf, 0)
		v.guardOverlaps()
		begin()
		v.Block(code.Block)
		v.start = len(v.Out.Body)
		v.Iterations(v.Loop, v.span(), limit, once)
		v.End()
		finish()
		v.End()
	})
}

// begin sets up what the lanes take and fold.
func (v *vector) begin() {
	v.beginResults()
	v.beginRunning()
	if v.Parts {
		v.failed = v.Temp(code.V128)
	}
	v.splats = map[string]assemble.Local{}
	v.splatInvariants()
}

// once writes what runs at once.
func (v *vector) once() {
	if !v.Apiece {
		v.list(v.Body)
		return
	}
	if v.Parts {
		v.zero()
		v.Set(v.failed)
	}
	for v.turn = range v.Width {
		v.list(v.Body)
	}
	v.turn = 0
	if v.Parts {
		v.leaveIf(v.failed)
	}
}

// spread puts a uniform variable that vectors take directly into all lanes, once
// for all of them.
func (v *vector) spread(s *imp.Declare) {
	x := &imp.Var{Name: s.Name, Type: s.Type}
	k := imp.Key(x)
	if _, fixed := v.Defs[s.Name]; !fixed || !v.taken[s.Name] || v.Done[s.Name] {
		return
	}
	delete(v.splats, k)
	v.splat(x)
	l := v.home(name.Name{Base: "vector.all." + s.Name.String()}, 0)
	v.Set(l)
	v.splats[k] = l
}

// list writes the statements for all lanes.
func (v *vector) list(stms []imp.Stm) {
	for _, s := range stms {
		v.Scope(func() { v.statement(s) })
	}
	v.Leave(stms)
}

func (v *vector) statement(s imp.Stm) {
	switch s := s.(type) {
	case *imp.Declare:
		switch v.Kinds[s.Name] {
		case lanes.Uniform:
			v.Stm(s)
			v.spread(s)
		case lanes.Varying:
			v.assign(s.Name, s.Init)
		}
	case *imp.Assign:
		switch _, runs := v.Running[s.Name]; {
		case runs:
			v.scanLanes(s)
		case v.Kinds[s.Name] == lanes.Uniform:
			v.Stm(s)
		default:
			v.assign(s.Name, s.X)
		}
	case *imp.Store:
		v.storeLanes(s)
	case *imp.Assert:
		v.assertLanes(s)
	case *imp.For:
		v.inner(s)
	case *imp.If:
		v.Expr(s.Cond)
		v.Block(code.If)
		v.list(s.Then)
		if len(s.Else) > 0 {
			v.Op(code.Else)
			v.list(s.Else)
		}
		v.End()
	}
}

// home is the local of a vector of a variable.
func (v *vector) home(n name.Name, u int) assemble.Local {
	ls := v.homes[n]
	if _, folds := v.Results[n]; v.Apiece && !folds {
		u = 0
	}
	for len(ls) <= u {
		ls = append(ls, v.NewLocal(n.String(), code.V128))
	}
	v.homes[n] = ls
	return ls[u]
}

// assign computes a variable: its vectors one after the other, for none of them
// reads another.
func (v *vector) assign(n name.Name, e imp.Expr) {
	v.vectors(func(u int) {
		v.lanesOf(e, u)
		v.Set(v.home(n, u))
	})
}

// inner writes a loop inside, which all lanes run in step.
func (v *vector) inner(s *imp.For) {
	var bound assemble.Value
	if v.Differs(s.Bound) {
		v.evaluateLane(s.Bound, 0)
		bound = v.Keep(code.I64)
		for k := 1; k < int(v.span()); k++ {
			v.evaluateLane(s.Bound, k)
			v.Push(bound)
			v.Op(code.I64Ne)
			v.giveUp()
		}
	} else {
		bound = v.Hold(s.Bound)
		if x, ok := s.Bound.(*imp.Var); ok && v.Assigned[x.Name] {
			v.Push(bound)
			bound = v.Keep(assemble.ValType(s.Type))
		}
	}
	index := v.Declare(s.Index, s.Type)
	v.Integer(s.Type, 0)
	v.Set(index)
	v.Block(code.Block)
	v.Push(assemble.Value{At: index}, bound)
	v.Op(assemble.Direct[scalar.Ge][assemble.ClassOf(s.Type)])
	v.Put(code.BrIf, 0)
	v.Iterations(emit.Loop{Index: s.Index, T: s.Type, Bound: bound, Body: s.Body}, 1, bound, func() { v.list(s.Body) })
	v.End()
	delete(v.Vars, s.Index)
}
