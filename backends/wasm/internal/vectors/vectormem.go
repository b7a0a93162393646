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

// Loads and stores of vectors. Memory holds elements in their own size; lanes
// have 32 or 64 bits.

// loadLanes pushes the elements that the lanes of vector u load.
func (v *vector) loadLanes(e *imp.Load, u int) {
	p := v.Access[e]
	switch {
	case p.Form == lanes.Adjacent && e.Elem != scalar.F16:
		offset := v.Address(e, e.Block, e.Elem, e.Index)
		v.loadAdjacent(e.Elem, offset+uint64(u*v.Lanes*e.Elem.Size()))
	case p.Backwards() && e.Elem != scalar.F16:
		v.loadBackwards(e, u)
	case p.Form != lanes.Scattered && e.Elem != scalar.F16:
		v.loadStrided(e, p, u)
	default:
		v.gather(e, u)
	}
}

// loadBackwards pushes elements of which the last lane has the first.
func (v *vector) loadBackwards(e *imp.Load, u int) {
	offset := int64(v.Address(e, e.Block, e.Elem, e.Index))
	v.I32(int32(offset - int64((u*v.Lanes+v.Lanes-1)*e.Elem.Size())))
	v.Op(code.I32Add)
	v.loadAdjacent(e.Elem, 0)
	x := v.Keep(code.V128)
	v.Push(x, x)
	shuffle := code.Instr{Op: code.I8x16Shuffle, Imm: 0x0706050403020100, Hi: 0x0f0e0d0c0b0a0908}
	switch {
	case v.Lanes == 4:
		shuffle.Imm, shuffle.Hi = 0x0b0a09080f0e0d0c, 0x0302010007060504
	case e.Elem.Size() == 8 || e.Elem == scalar.Bool:
		shuffle.Imm, shuffle.Hi = shuffle.Hi, shuffle.Imm
	default:
		shuffle.Imm = 0x0302010007060504
	}
	v.Out.Body = append(v.Out.Body, shuffle)
}

// loadAdjacent pops an address.
func (v *vector) loadAdjacent(t scalar.Type, offset uint64) {
	size := t.Size()
	signed := t.IsSigned()
	switch {
	case size*v.Lanes == 16:
		v.Put(code.V128Load, offset)
		return
	case size*v.Lanes == 8 && size == 4:
		v.Put(code.V128Load64Zero, offset)
		return
	case size*v.Lanes == 8 && size == 2:
		v.Put(assemble.Either(signed, code.V128Load16x4S, code.V128Load16x4U), offset)
		return
	case size == 2:
		v.Put(code.V128Load32Zero, offset)
	case v.Lanes == 4:
		v.Put(code.V128Load32Zero, offset)
		v.Op(assemble.Either(signed, code.I16x8ExtendLowI8x16S, code.I16x8ExtendLowI8x16U))
	default:
		v.Put(code.I32Load16U, offset)
		v.Op(code.I32x4Splat)
		v.Op(assemble.Either(signed, code.I16x8ExtendLowI8x16S, code.I16x8ExtendLowI8x16U))
	}
	v.Op(assemble.Either(signed, code.I32x4ExtendLowI16x8S, code.I32x4ExtendLowI16x8U))
	if t == scalar.Bool {
		v.Op(code.I32x4Neg)
		if v.Lanes == 2 {
			v.Op(code.I64x2ExtendLowI32x4S)
		}
	}
}

// maxStretch bounds the distance of the accesses of lanes through one pointer, in
// bytes.
const maxStretch = 1 << 24

// Reach implements emit's question how far an access of size bytes comes.
func (v *vector) Reach(node any, size int64) (bytes int64, checks int) {
	switch p := v.Access[node]; p.Form {
	case lanes.Same:
		return size, 1
	case lanes.Adjacent:
		return size * v.span(), v.Width
	case lanes.Strided:
		if c, ok := p.Step.AsConst(); ok && c > 0 && size*c*v.span() < maxStretch {
			return size * (1 + c*(v.span()-1)), int(v.span())
		}
	}
	return 0, 0
}

// loadStrided pushes elements at a distance of each other, the last first: so the
// engine checks one address for all.
func (v *vector) loadStrided(e *imp.Load, p lanes.Pattern, u int) {
	size := e.Elem.Size()
	offset := v.Address(e, e.Block, e.Elem, e.Index)
	at := v.Keep(code.I32)
	result := v.Temp(code.V128)
	v.zero()
	v.Set(result)
	load := func(at assemble.Value, offset uint64, k int) {
		v.Scope(func() { v.loadLane(e.Elem, result, at, offset, k) })
	}
	step, isConst := p.Step.AsConst()
	if isConst && step > 0 && int64(size)*step*v.span() < maxStretch {
		for k := v.Lanes - 1; k >= 0; k-- {
			load(at, offset+uint64(int64(u*v.Lanes+k)*step*int64(size)), k)
		}
		v.Get(result)
		return
	}
	by := v.stepLocal(p, int64(size))
	if u > 0 {
		v.Push(at)
		v.Push(by)
		v.I32(int32(u * v.Lanes))
		v.Op(code.I32Mul)
		v.Op(code.I32Add)
		at = v.Keep(code.I32)
	}
	for k := range v.Lanes {
		if k > 0 {
			v.Push(at, by)
			v.Op(code.I32Add)
			next := v.Keep(code.I32)
			at = next
		}
		load(at, offset, k)
	}
	v.Get(result)
}

// loadLane loads one lane of a vector.
func (v *vector) loadLane(t scalar.Type, into assemble.Local, at assemble.Value, offset uint64, k int) {
	switch {
	case t.Size() == 8:
		v.Push(at)
		v.Get(into)
		v.Put(code.V128Load64Lane, code.LaneAt(offset, k))
	case t.Size() == 4:
		v.Push(at)
		v.Get(into)
		v.Put(code.V128Load32Lane, code.LaneAt(offset, k))
	default:
		v.Get(into)
		v.Push(at)
		v.Put(emit.Memory[t].Load, offset)
		v.replaceLane(t, k)
	}
	v.Set(into)
}

// stepLocal is the distance of lanes in bytes.
func (v *vector) stepLocal(p lanes.Pattern, size int64) assemble.Value {
	if c, ok := p.Step.AsConst(); ok {
		return assemble.Value{Const: scalar.Int(scalar.I32, c*size)}
	}
	v.Low(imp.Poly(p.Step))
	v.Scale(size)
	return v.Keep(code.I32)
}

// gather pushes elements from anywhere, one after the other.
func (v *vector) gather(e *imp.Load, u int) {
	result := v.Temp(code.V128)
	v.zero()
	v.Set(result)
	for k := range v.Lanes {
		v.Scope(func() {
			v.evaluateLane(e, u*v.Lanes+k)
			x := v.Keep(assemble.ValType(e.Elem))
			v.Get(result)
			v.Push(x)
			v.replaceLane(e.Elem, k)
			v.Set(result)
		})
	}
	v.Get(result)
}

// storeLanes stores all vectors of a value.
func (v *vector) storeLanes(s *imp.Store) {
	p := v.Access[s]
	if p.Form != lanes.Adjacent || s.Elem == scalar.F16 {
		v.scatterLanes(s)
		return
	}
	xs := map[int]assemble.Value{}
	v.vectors(func(u int) {
		v.lanesOf(s.X, u)
		xs[u] = v.Keep(code.V128)
	})
	v.vectors(func(u int) {
		offset := v.Address(s, s.Block, s.Elem, s.Index) + uint64(u*v.Lanes*s.Elem.Size())
		v.Push(xs[u])
		v.storeAdjacent(s.Elem, offset)
	})
}

// storeAdjacent pops a vector and an address.
func (v *vector) storeAdjacent(t scalar.Type, offset uint64) {
	size := t.Size()
	if t == scalar.Bool {
		if v.Lanes == 2 {
			v.lowerHalves()
		}
		v.Op(code.I32x4Neg)
	}
	if size <= 2 {
		x := v.Keep(code.V128)
		v.Push(x, x)
		v.Op(assemble.Either(t.IsSigned(), code.I16x8NarrowI32x4S, code.I16x8NarrowI32x4U))
	}
	if size == 1 {
		x := v.Keep(code.V128)
		v.Push(x, x)
		v.Op(assemble.Either(t.IsSigned(), code.I8x16NarrowI16x8S, code.I8x16NarrowI16x8U))
	}
	switch size * v.Lanes {
	case 16:
		v.Put(code.V128Store, offset)
	case 8:
		v.Put(code.V128Store64Lane, code.LaneAt(offset, 0))
	case 4:
		v.Put(code.V128Store32Lane, code.LaneAt(offset, 0))
	default:
		v.Put(code.V128Store16Lane, code.LaneAt(offset, 0))
	}
}

// lowerHalves makes lanes of 32 bits of lanes of 64 bits.
func (v *vector) lowerHalves() {
	x := v.Keep(code.V128)
	v.Push(x, x)
	v.Out.Body = append(v.Out.Body, code.Instr{Op: code.I8x16Shuffle, Imm: 0x0b0a090803020100, Hi: 0x0b0a090803020100})
}

// scatterLanes stores one lane after the other.
func (v *vector) scatterLanes(s *imp.Store) {
	v.vectors(func(u int) {
		v.lanesOf(s.X, u)
		x := v.Keep(code.V128)
		for k := range v.Lanes {
			v.Scope(func() {
				v.Push(x)
				v.extractLane(s.Elem, k)
				one := v.Keep(assemble.ValType(s.Elem))
				n := name.Name{Base: "vector.stored", ID: int(one.At)}
				v.Vars[n] = emit.Variable{At: one.At, Elem: s.Elem}
				v.Fn.Store(&imp.Store{Block: s.Block, Elem: s.Elem, Index: v.atLane(s.Index, u*v.Lanes+k),
					X: &imp.Var{Name: n, Type: s.Elem}})
			})
		}
	})
}
