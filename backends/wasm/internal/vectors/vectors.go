package vectors

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/backends/wasm/internal/emit"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lanes"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Vectors of the program, as pass lanes makes them: instructions are chosen for them, and
// nothing else. A vector of four lanes, or of two, is in one local, held as a vector of
// the loops that this package puts into lanes itself (see type vector).

// inLanesOf is the tables of vector instructions for the given number of lanes.
func inLanesOf(f *emit.Fn, n int) *vector {
	if n != 2 && n != 4 {
		assemble.Unsupportedf("vectors of %d lanes (function %s)", n, f.Fun)
	}
	return &vector{Fn: f, Plan: &lanes.Plan{Lanes: n}}
}

// vectorExpr pushes the vector e.
func vectorExpr(f *emit.Fn, e imp.Expr) {
	v := inLanesOf(f, imp.LanesOf(e))
	if t := imp.TypeOf(e); t.Size() == 8 && v.Lanes == 4 {
		assemble.Unsupportedf("vectors of four %ss (function %s)", t, f.Fun)
	}
	switch e := e.(type) {
	case *imp.Var:
		f.Get(f.At(e.Name))
	case *imp.Load:
		if e.Elem == scalar.F16 {
			assemble.Unsupportedf("loads of vectors of f16s (function %s)", f.Fun)
		}
		offset := f.Address(e, e.Block, e.Elem, e.Index)
		v.loadAdjacent(e.Elem, offset)
	case *imp.Splat:
		v.splat(e.X)
	case *imp.Ramp:
		v.ramp(e)
	case *imp.Build:
		v.build(e)
	case *imp.Prim:
		v.vectorPrim(e)
	case *imp.Convert:
		op, ok := v.nativeConvert(e.From, e.To)
		if !ok {
			assemble.Unsupportedf("conversions of %s to %s in %d lanes (function %s)", e.From, e.To, v.Lanes, f.Fun)
		}
		f.Scope(func() { op(v, e.From, []assemble.Value{holdVector(f, e.X)}) })
	}
}

// holdVector evaluates a vector into a value.
func holdVector(f *emit.Fn, e imp.Expr) assemble.Value {
	if l, ok := f.Hoisted[imp.Key(e)]; ok {
		return assemble.Value{At: l}
	}
	if x, ok := e.(*imp.Var); ok {
		return assemble.Value{At: f.At(x.Name)}
	}
	f.Expr(e)
	return f.Keep(code.V128)
}

func (v *vector) vectorPrim(e *imp.Prim) {
	if by, ok := lanes.ShiftOf(e, v.Lanes); ok {
		v.Expr(e.Args[0])
		v.shift(e, by)
		return
	}
	e = cheaperLanes(e)
	op, ok := v.native(e.Fn, e.Type)
	if !ok {
		assemble.Unsupportedf("%s.%s in %d lanes (function %s)", e.Fn, e.Type, v.Lanes, v.Fun)
	}
	v.Scope(func() {
		args := make([]assemble.Value, len(e.Args))
		for i, x := range e.Args {
			args[i] = holdVector(v.Fn, x)
		}
		op(v, e.Type, args)
	})
}

// cheaperLanes is lanes.Cheaper where the second operand is a constant in all lanes.
func cheaperLanes(e *imp.Prim) *imp.Prim {
	if len(e.Args) != 2 {
		return e
	}
	y, ok := e.Args[1].(*imp.Splat)
	if !ok {
		return e
	}
	p := lanes.Cheaper(&imp.Prim{Fn: e.Fn, Type: e.Type, Args: []imp.Expr{e.Args[0], y.X}})
	return &imp.Prim{Fn: p.Fn, Type: p.Type, Args: []imp.Expr{e.Args[0], &imp.Splat{X: p.Args[1], Lanes: y.Lanes}}}
}

// build pushes a vector of scalars.
func (v *vector) build(e *imp.Build) {
	t := imp.TypeOf(e)
	result := v.Temp(code.V128)
	v.zero()
	v.Set(result)
	for k, x := range e.Elems {
		v.Scope(func() {
			v.Expr(x)
			lane := v.Keep(assemble.ValType(t))
			v.Get(result)
			v.Push(lane)
			v.replaceLane(t, k)
			v.Set(result)
		})
	}
	v.Get(result)
}

// ramp pushes the first lane in all lanes, and adds multiples of the step.
func (v *vector) ramp(e *imp.Ramp) {
	t := imp.TypeOf(e)
	if t.Size() < 4 {
		assemble.Unsupportedf("ramps of %ss (function %s)", t, v.Fun)
	}
	steps := func(by int64) (low, high uint64) {
		if t.Size() == 8 {
			return 0, uint64(by)
		}
		pair := func(k int64) uint64 { return uint64(uint32(k*by)) | uint64(uint32((k+1)*by))<<32 }
		if v.Lanes == 2 {
			return pair(0), 0
		}
		return pair(0), pair(2)
	}
	v.splat(e.Base)
	if c, ok := imp.ConstOf(e.Step); ok {
		v.vectorConst(steps(c.Int()))
	} else {
		v.splat(e.Step)
		v.vectorConst(steps(1))
		v.Op(vectorDirect[scalar.Mul][assemble.ClassOf(t)])
	}
	v.Op(vectorDirect[scalar.Add][assemble.ClassOf(t)])
}

// extract pushes a lane.
func extract(f *emit.Fn, e *imp.Lane) {
	f.Push(holdVector(f, e.X))
	inLanesOf(f, imp.LanesOf(e.X)).extractLane(imp.TypeOf(e.X), e.K)
}

// storeVector stores consecutive elements.
func storeVector(f *emit.Fn, s *imp.Store) {
	if s.Elem == scalar.F16 {
		assemble.Unsupportedf("stores of vectors of f16s (function %s)", f.Fun)
	}
	v := inLanesOf(f, s.Lanes)
	x := holdVector(f, s.X)
	offset := f.Address(s, s.Block, s.Elem, s.Index)
	f.Push(x)
	v.storeAdjacent(s.Elem, offset)
}
