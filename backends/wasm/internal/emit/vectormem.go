package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
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
		offset := v.address(e, e.Block, e.Elem, e.Index)
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
	offset := int64(v.address(e, e.Block, e.Elem, e.Index))
	v.i32(int32(offset - int64((u*v.Lanes+v.Lanes-1)*e.Elem.Size())))
	v.op(code.I32Add)
	v.loadAdjacent(e.Elem, 0)
	x := v.keep(code.V128)
	v.push(x, x)
	shuffle := code.Instr{Op: code.I8x16Shuffle, Imm: 0x0706050403020100, Hi: 0x0f0e0d0c0b0a0908}
	switch {
	case v.Lanes == 4:
		shuffle.Imm, shuffle.Hi = 0x0b0a09080f0e0d0c, 0x0302010007060504
	case e.Elem.Size() == 8 || e.Elem == scalar.Bool:
		shuffle.Imm, shuffle.Hi = shuffle.Hi, shuffle.Imm
	default:
		shuffle.Imm = 0x0302010007060504
	}
	v.out.Body = append(v.out.Body, shuffle)
}

// loadAdjacent pops an address.
func (v *vector) loadAdjacent(t scalar.Type, offset uint64) {
	size := t.Size()
	signed := t.IsSigned()
	switch {
	case size*v.Lanes == 16:
		v.put(code.V128Load, offset)
		return
	case size*v.Lanes == 8 && size == 4:
		v.put(code.V128Load64Zero, offset)
		return
	case size*v.Lanes == 8 && size == 2:
		v.put(either(signed, code.V128Load16x4S, code.V128Load16x4U), offset)
		return
	case size == 2:
		v.put(code.V128Load32Zero, offset)
	case v.Lanes == 4:
		v.put(code.V128Load32Zero, offset)
		v.op(either(signed, code.I16x8ExtendLowI8x16S, code.I16x8ExtendLowI8x16U))
	default:
		v.put(code.I32Load16U, offset)
		v.op(code.I32x4Splat)
		v.op(either(signed, code.I16x8ExtendLowI8x16S, code.I16x8ExtendLowI8x16U))
	}
	v.op(either(signed, code.I32x4ExtendLowI16x8S, code.I32x4ExtendLowI16x8U))
	if t == scalar.Bool {
		v.op(code.I32x4Neg)
		if v.Lanes == 2 {
			v.op(code.I64x2ExtendLowI32x4S)
		}
	}
}

func either(first bool, a, b code.Op) code.Op {
	if first {
		return a
	}
	return b
}

// maxStretch bounds the distance of the accesses of lanes through one pointer, in
// bytes.
const maxStretch = 1 << 24

// loadStrided pushes elements at a distance of each other, the last first: so the
// engine checks one address for all.
func (v *vector) loadStrided(e *imp.Load, p lanes.Pattern, u int) {
	size := e.Elem.Size()
	offset := v.address(e, e.Block, e.Elem, e.Index)
	at := v.keep(code.I32)
	result := v.temp(code.V128)
	v.zero()
	v.set(result)
	load := func(at value, offset uint64, k int) {
		v.scope(func() { v.loadLane(e.Elem, result, at, offset, k) })
	}
	step, isConst := p.Step.AsConst()
	if isConst && step > 0 && int64(size)*step*v.span() < maxStretch {
		for k := v.Lanes - 1; k >= 0; k-- {
			load(at, offset+uint64(int64(u*v.Lanes+k)*step*int64(size)), k)
		}
		v.get(result)
		return
	}
	by := v.stepLocal(p, int64(size))
	if u > 0 {
		v.push(at)
		v.push(by)
		v.i32(int32(u * v.Lanes))
		v.op(code.I32Mul)
		v.op(code.I32Add)
		at = v.keep(code.I32)
	}
	for k := range v.Lanes {
		if k > 0 {
			v.push(at, by)
			v.op(code.I32Add)
			next := v.keep(code.I32)
			at = next
		}
		load(at, offset, k)
	}
	v.get(result)
}

// loadLane loads one lane of a vector.
func (v *vector) loadLane(t scalar.Type, into local, at value, offset uint64, k int) {
	switch {
	case t.Size() == 8:
		v.push(at)
		v.get(into)
		v.put(code.V128Load64Lane, code.LaneAt(offset, k))
	case t.Size() == 4:
		v.push(at)
		v.get(into)
		v.put(code.V128Load32Lane, code.LaneAt(offset, k))
	default:
		v.get(into)
		v.push(at)
		v.put(memory[t].load, offset)
		v.replaceLane(t, k)
	}
	v.set(into)
}

// stepLocal is the distance of lanes in bytes.
func (v *vector) stepLocal(p lanes.Pattern, size int64) value {
	if c, ok := p.Step.AsConst(); ok {
		return value{konst: scalar.Int(scalar.I32, c*size)}
	}
	v.low(imp.Poly(p.Step))
	v.scale(size)
	return v.keep(code.I32)
}

// gather pushes elements from anywhere, one after the other.
func (v *vector) gather(e *imp.Load, u int) {
	result := v.temp(code.V128)
	v.zero()
	v.set(result)
	for k := range v.Lanes {
		v.scope(func() {
			v.evaluateLane(e, u*v.Lanes+k)
			x := v.keep(valType(e.Elem))
			v.get(result)
			v.push(x)
			v.replaceLane(e.Elem, k)
			v.set(result)
		})
	}
	v.get(result)
}

// storeLanes stores all vectors of a value.
func (v *vector) storeLanes(s *imp.Store) {
	p := v.Access[s]
	if p.Form != lanes.Adjacent || s.Elem == scalar.F16 {
		v.scatterLanes(s)
		return
	}
	xs := map[int]value{}
	v.vectors(func(u int) {
		v.lanesOf(s.X, u)
		xs[u] = v.keep(code.V128)
	})
	v.vectors(func(u int) {
		offset := v.address(s, s.Block, s.Elem, s.Index) + uint64(u*v.Lanes*s.Elem.Size())
		v.push(xs[u])
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
		v.op(code.I32x4Neg)
	}
	if size <= 2 {
		x := v.keep(code.V128)
		v.push(x, x)
		v.op(either(t.IsSigned(), code.I16x8NarrowI32x4S, code.I16x8NarrowI32x4U))
	}
	if size == 1 {
		x := v.keep(code.V128)
		v.push(x, x)
		v.op(either(t.IsSigned(), code.I8x16NarrowI16x8S, code.I8x16NarrowI16x8U))
	}
	switch size * v.Lanes {
	case 16:
		v.put(code.V128Store, offset)
	case 8:
		v.put(code.V128Store64Lane, code.LaneAt(offset, 0))
	case 4:
		v.put(code.V128Store32Lane, code.LaneAt(offset, 0))
	default:
		v.put(code.V128Store16Lane, code.LaneAt(offset, 0))
	}
}

// lowerHalves makes lanes of 32 bits of lanes of 64 bits.
func (v *vector) lowerHalves() {
	x := v.keep(code.V128)
	v.push(x, x)
	v.out.Body = append(v.out.Body, code.Instr{Op: code.I8x16Shuffle, Imm: 0x0b0a090803020100, Hi: 0x0b0a090803020100})
}

// scatterLanes stores one lane after the other.
func (v *vector) scatterLanes(s *imp.Store) {
	v.vectors(func(u int) {
		v.lanesOf(s.X, u)
		x := v.keep(code.V128)
		for k := range v.Lanes {
			v.scope(func() {
				v.push(x)
				v.extractLane(s.Elem, k)
				one := v.keep(valType(s.Elem))
				n := name.Name{Base: "vector.stored", ID: int(one.at)}
				v.vars[n] = variable{one.at, s.Elem}
				v.fn.store(&imp.Store{Block: s.Block, Elem: s.Elem, Index: v.atLane(s.Index, u*v.Lanes+k),
					X: &imp.Var{Name: n, Type: s.Elem}})
			})
		}
	})
}
