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

// lanesOf pushes the vector number u of e: the values for the lanes u·lanes and
// the following ones.
func (v *vector) lanesOf(e imp.Expr, u int) {
	t := imp.TypeOf(e)
	if !v.Differs(e) {
		v.splat(e)
		return
	}
	switch e := e.(type) {
	case *imp.Var:
		if v.Kinds[e.Name] == lanes.Varying {
			v.Get(v.home(e.Name, u))
			return
		}
	case *imp.Load:
		v.loadLanes(e, u)
		return
	case *imp.Prim:
		if by, ok := lanes.ShiftOf(e, v.Lanes); ok {
			v.lanesOf(e.Args[0], u)
			v.shift(e, by)
			return
		}
		if op, ok := v.native(e.Fn, e.Type); ok {
			op(v, e.Type, v.operandsOf(e, u))
			return
		}
	case *imp.Convert:
		if op, ok := v.nativeConvert(e.From, e.To); ok {
			op(v, e.From, v.operandsOf(e, u))
			return
		}
	}
	if v.arithmetic(e, u) {
		return
	}
	// One lane after the other.
	result := v.Temp(code.V128)
	v.zero()
	v.Set(result)
	for k := range v.Lanes {
		v.Scope(func() {
			v.evaluateLane(e, u*v.Lanes+k)
			x := v.Keep(assemble.ValType(t))
			v.Get(result)
			v.Push(x)
			v.replaceLane(t, k)
			v.Set(result)
		})
	}
	v.Get(result)
}

// operandsOf are the operands as vectors that may be pushed any number of times.
func (v *vector) operandsOf(e imp.Expr, u int) []assemble.Value {
	var out []assemble.Value
	for _, x := range imp.Operands(e) {
		if y, ok := x.(*imp.Var); ok && v.Kinds[y.Name] == lanes.Varying {
			out = append(out, assemble.Value{At: v.home(y.Name, u)})
			continue
		}
		if !v.Differs(x) {
			if l, ok := v.splats[imp.Key(x)]; ok {
				out = append(out, assemble.Value{At: l})
				continue
			}
		}
		v.lanesOf(x, u)
		out = append(out, v.Keep(code.V128))
	}
	return out
}

// arithmetic pushes an i64 (with two lanes), or an i32 converted from one, that
// grows by a constant from lane to lane.
func (v *vector) arithmetic(e imp.Expr, u int) bool {
	base, t := e, imp.TypeOf(e)
	if c, ok := e.(*imp.Convert); ok && c.From == scalar.I64 && (t == scalar.I32 || t == scalar.U32) {
		base = c.X
	} else if t != scalar.I64 || v.Lanes == 4 {
		return false
	}
	if !v.ByLane(base) {
		return false
	}
	p := v.PatternOf(base)
	step, ok := p.Step.AsConst()
	if p.Form != lanes.Adjacent && p.Form != lanes.Strided || !ok {
		return false
	}
	first := int64(u * v.Lanes)
	if t == scalar.I64 {
		v.evaluateLane(base, 0)
		v.Op(code.I64x2Splat)
		v.vectorConst(uint64(first*step), uint64((first+1)*step))
		v.Op(code.I64x2Add)
		return true
	}
	v.evaluateLane(base, 0)
	v.Op(code.I32WrapI64)
	v.Op(code.I32x4Splat)
	pair := func(k int64) uint64 { return uint64(uint32(k*step)) | uint64(uint32((k+1)*step))<<32 }
	v.vectorConst(pair(first), pair(first+2))
	v.Op(code.I32x4Add)
	return true
}

// evaluateLane pushes the scalar that e is for a lane, counted over all vectors.
func (v *vector) evaluateLane(e imp.Expr, k int) { v.Expr(v.atLane(e, k)) }

// atLane is e for a lane, in scalar variables: what is in vectors is taken out of
// them.
func (v *vector) atLane(e imp.Expr, k int) imp.Expr {
	if !v.Differs(e) {
		return e
	}
	switch e := e.(type) {
	case *imp.Var:
		switch {
		case e.Name == v.Index:
			return imp.Add(e, imp.Int(int64(k)))
		case v.Kinds[e.Name] == lanes.Symbolic:
			return v.atLane(v.Defs[e.Name], k)
		}
		v.Get(v.home(e.Name, k/v.Lanes))
		v.extractLane(e.Type, k%v.Lanes)
		l := v.Temp(assemble.ValType(e.Type))
		v.Set(l)
		n := name.Name{Base: "vector.lane", ID: int(l)}
		v.Vars[n] = emit.Variable{At: l, Elem: e.Type}
		return &imp.Var{Name: n, Type: e.Type}
	case *imp.Load:
		return &imp.Load{Block: e.Block, Elem: e.Elem, Index: v.atLane(e.Index, k)}
	case *imp.Prim:
		args := make([]imp.Expr, len(e.Args))
		for i, x := range e.Args {
			args[i] = v.atLane(x, k)
		}
		return &imp.Prim{Fn: e.Fn, Type: e.Type, Args: args}
	case *imp.Convert:
		return &imp.Convert{From: e.From, To: e.To, X: v.atLane(e.X, k)}
	}
	return e
}

// splat pushes what is the same in all lanes.
func (v *vector) splat(e imp.Expr) {
	if l, ok := v.splats[imp.Key(e)]; ok {
		v.Get(l)
		return
	}
	t := imp.TypeOf(e)
	if c, ok := imp.ConstOf(e); ok {
		v.splatConst(c)
		return
	}
	if l, ok := e.(*imp.Load); ok && t != scalar.Bool && t != scalar.F16 && t.Size() >= 4 {
		offset := v.Address(l, l.Block, l.Elem, l.Index)
		if t.Size() == 4 {
			v.Put(code.V128Load32Splat, offset)
		} else {
			v.Put(code.V128Load64Splat, offset)
		}
		return
	}
	v.Expr(e)
	v.splatTop(t)
}

// splatTop pops a t and pushes it in all lanes.
func (v *vector) splatTop(t scalar.Type) {
	switch {
	case t == scalar.Bool:
		v.I32(0)
		v.Op(code.I32Ne)
		x := v.Keep(code.I32)
		v.I32(0)
		v.Push(x)
		v.Op(code.I32Sub)
		if v.Lanes == 2 {
			v.Op(code.I64ExtendI32S)
			v.Op(code.I64x2Splat)
		} else {
			v.Op(code.I32x4Splat)
		}
	case assemble.ValType(t) == code.F32:
		v.Op(code.F32x4Splat)
	case assemble.ValType(t) == code.F64:
		v.Op(code.F64x2Splat)
	case assemble.ValType(t) == code.I64:
		v.Op(code.I64x2Splat)
	default:
		v.Op(code.I32x4Splat)
	}
}

func (v *vector) splatConst(c scalar.Value) {
	var bits uint64
	switch {
	case c.Type == scalar.Bool:
		if c.Bool() {
			bits = ^uint64(0)
		}
	case assemble.ValType(c.Type) == code.F32:
		bits = scalar.Convert(scalar.F32, c).Bits
		bits |= bits << 32
	case c.Type.Size() == 8:
		bits = c.Bits
	default:
		bits = uint64(uint32(c.Int()))
		bits |= bits << 32
	}
	v.vectorConst(bits, bits)
}

func (v *vector) vectorConst(low, high uint64) {
	v.Out.Body = append(v.Out.Body, code.Instr{Op: code.V128Const, Imm: low, Hi: high})
}

func (v *vector) zero() { v.vectorConst(0, 0) }

// splatInvariants computes what the loop's vectors take of what it does not
// change.
func (v *vector) splatInvariants() {
	changed := imp.Changes(v.Body)
	changed[v.Index] = true
	v.taken = imp.Names{}
	var visit func(e imp.Expr)
	visit = func(e imp.Expr) {
		if !v.Differs(e) {
			if x, ok := e.(*imp.Var); ok {
				v.taken[x.Name] = true
			}
			k := imp.Key(e)
			if _, ok := v.splats[k]; ok || len(v.splats) == emit.MaxSplats || !v.Movable(e, changed) {
				return
			}
			l := v.Temp(code.V128)
			v.Scope(func() { v.splat(e) })
			v.Set(l)
			v.splats[k] = l
			return
		}
		if _, isLoad := e.(*imp.Load); isLoad || v.soleLanes(e) {
			return
		}
		if p, ok := e.(*imp.Prim); ok {
			if _, ok := lanes.ShiftOf(p, v.Lanes); ok {
				visit(p.Args[0])
				return
			}
		}
		for _, x := range imp.Operands(e) {
			visit(x)
		}
	}
	imp.Walk(v.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			if v.Kinds[s.Name] == lanes.Varying {
				visit(s.Init)
			}
		case *imp.Assign:
			if v.Kinds[s.Name] == lanes.Varying {
				visit(s.X)
			}
		case *imp.Store:
			visit(s.X)
		case *imp.Assert:
			if v.PartsAt(s) {
				visit(s.Cond)
			}
		}
		return true
	})
}

// soleLanes reports whether e is computed one lane after the other.
func (v *vector) soleLanes(e imp.Expr) bool {
	switch e := e.(type) {
	case *imp.Prim:
		return !lanes.NativePrim(e, v.Lanes)
	case *imp.Convert:
		_, ok := v.nativeConvert(e.From, e.To)
		return !ok
	}
	return false
}

// replaceLane pops a t and a vector, and pushes the vector with t in a lane.
func (v *vector) replaceLane(t scalar.Type, k int) {
	switch assemble.ValType(t) {
	case code.F32:
		v.Put(code.F32x4ReplaceLane, uint64(k))
	case code.F64:
		v.Put(code.F64x2ReplaceLane, uint64(k))
	case code.I64:
		v.Put(code.I64x2ReplaceLane, uint64(k))
	default:
		if t == scalar.Bool {
			x := v.Keep(code.I32)
			v.I32(0)
			v.Push(x)
			v.Op(code.I32Sub)
			if v.Lanes == 2 {
				v.Op(code.I64ExtendI32S)
				v.Put(code.I64x2ReplaceLane, uint64(k))
				return
			}
		}
		v.Put(code.I32x4ReplaceLane, uint64(k))
	}
}

// extractLane pops a vector and pushes a lane of it.
func (v *vector) extractLane(t scalar.Type, k int) {
	switch assemble.ValType(t) {
	case code.F32:
		v.Put(code.F32x4ExtractLane, uint64(k))
	case code.F64:
		v.Put(code.F64x2ExtractLane, uint64(k))
	case code.I64:
		v.Put(code.I64x2ExtractLane, uint64(k))
	default:
		if t == scalar.Bool {
			if v.Lanes == 2 {
				k *= 2
			}
			v.Put(code.I32x4ExtractLane, uint64(k))
			v.I32(1)
			v.Op(code.I32And)
			return
		}
		v.Put(code.I32x4ExtractLane, uint64(k))
	}
}
