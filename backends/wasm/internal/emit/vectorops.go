package emit

import (
	"math"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A vectorOp writes an operator at type t on vectors.
type vectorOp func(v *vector, t scalar.Type, x []value)

// vectorDirect lists the operators that are one instruction on lanes.
var vectorDirect = map[scalar.Op]row{
	scalar.Add: {int32s: code.I32x4Add, int32u: code.I32x4Add, int64s: code.I64x2Add, int64u: code.I64x2Add, float32c: code.F32x4Add, float64c: code.F64x2Add},
	scalar.Sub: {int32s: code.I32x4Sub, int32u: code.I32x4Sub, int64s: code.I64x2Sub, int64u: code.I64x2Sub, float32c: code.F32x4Sub, float64c: code.F64x2Sub},
	scalar.Mul: {int32s: code.I32x4Mul, int32u: code.I32x4Mul, int64s: code.I64x2Mul, int64u: code.I64x2Mul, float32c: code.F32x4Mul, float64c: code.F64x2Mul},
	scalar.Div: {float32c: code.F32x4Div, float64c: code.F64x2Div},
	scalar.And: bitwise(code.V128And),
	scalar.Or:  bitwise(code.V128Or),
	scalar.Xor: bitwise(code.V128Xor),
	scalar.Not: {int32s: code.V128Not, int32u: code.V128Not, int64s: code.V128Not, int64u: code.V128Not, boolc: code.V128Not},
	scalar.Neg: {int32s: code.I32x4Neg, int32u: code.I32x4Neg, int64s: code.I64x2Neg, int64u: code.I64x2Neg, float32c: code.F32x4Neg, float64c: code.F64x2Neg},
	scalar.Abs: {int32s: code.I32x4Abs, int64s: code.I64x2Abs, float32c: code.F32x4Abs, float64c: code.F64x2Abs},
	scalar.Min: {int32s: code.I32x4MinS, int32u: code.I32x4MinU},
	scalar.Max: {int32s: code.I32x4MaxS, int32u: code.I32x4MaxU},

	scalar.Sqrt:  {float32c: code.F32x4Sqrt, float64c: code.F64x2Sqrt},
	scalar.Floor: {float32c: code.F32x4Floor, float64c: code.F64x2Floor},
	scalar.Ceil:  {float32c: code.F32x4Ceil, float64c: code.F64x2Ceil},
	scalar.Round: {float32c: code.F32x4Nearest, float64c: code.F64x2Nearest},
	scalar.Trunc: {float32c: code.F32x4Trunc, float64c: code.F64x2Trunc},
}

func bitwise(o code.Op) row {
	return row{int32s: o, int32u: o, int64s: o, int64u: o, boolc: o}
}

// vectorCompare lists the comparisons, which leave masks as wide as what they
// compare.
var vectorCompare = map[scalar.Op]row{
	scalar.Eq: {int32s: code.I32x4Eq, int32u: code.I32x4Eq, int64s: code.I64x2Eq, int64u: code.I64x2Eq, float32c: code.F32x4Eq, float64c: code.F64x2Eq},
	scalar.Ne: {int32s: code.I32x4Ne, int32u: code.I32x4Ne, int64s: code.I64x2Ne, int64u: code.I64x2Ne, float32c: code.F32x4Ne, float64c: code.F64x2Ne, boolc: code.V128Xor},
	scalar.Lt: {int32s: code.I32x4LtS, int32u: code.I32x4LtU, int64s: code.I64x2LtS, float32c: code.F32x4Lt, float64c: code.F64x2Lt},
	scalar.Le: {int32s: code.I32x4LeS, int32u: code.I32x4LeU, int64s: code.I64x2LeS, float32c: code.F32x4Le, float64c: code.F64x2Le},
	scalar.Gt: {int32s: code.I32x4GtS, int32u: code.I32x4GtU, int64s: code.I64x2GtS, float32c: code.F32x4Gt, float64c: code.F64x2Gt},
	scalar.Ge: {int32s: code.I32x4GeS, int32u: code.I32x4GeU, int64s: code.I64x2GeS, float32c: code.F32x4Ge, float64c: code.F64x2Ge},
}

// mayOverflow are the direct operators whose result may not be one of a narrow
// type.
var mayOverflow = map[scalar.Op]bool{
	scalar.Add: true, scalar.Sub: true, scalar.Mul: true, scalar.Neg: true, scalar.Abs: true, scalar.Not: true,
}

// native is how an operator is done on all lanes at once.
func (v *vector) native(o scalar.Op, t scalar.Type) (vectorOp, bool) {
	if t == scalar.F16 || t.Size() == 8 && v.Lanes == 4 {
		return nil, false
	}
	if op, ok := v.elementaryLanes(o, t); ok {
		return op, true
	}
	c := classOf(t)
	if instr, ok := vectorDirect[o][c]; ok {
		return func(v *vector, t scalar.Type, x []value) {
			v.push(x...)
			v.op(instr)
			if mayOverflow[o] {
				v.narrowLanes(t)
			}
		}, true
	}
	if instr, ok := vectorCompare[o][c]; ok {
		return func(v *vector, t scalar.Type, x []value) {
			v.push(x...)
			v.op(instr)
			v.widenMask(t)
		}, true
	}
	switch {
	case o == scalar.Eq && t == scalar.Bool:
		return func(v *vector, _ scalar.Type, x []value) { v.push(x...); v.op(code.V128Xor); v.op(code.V128Not) }, true
	case o == scalar.Select:
		return selectLanes, true
	case (o == scalar.Min || o == scalar.Max) && t.IsFloat():
		return floatMinMaxLanes(o), true
	case (o == scalar.Min || o == scalar.Max) && t == scalar.I64:
		return longMinMaxLanes(o), true
	case o == scalar.Abs && t.IsUnsigned():
		return func(v *vector, _ scalar.Type, x []value) { v.push(x...) }, true
	case o == scalar.IsNaN:
		return func(v *vector, t scalar.Type, x []value) { v.isNaNLanes(t, x[0]); v.widenMask(t) }, true
	}
	return nil, false
}

// widenMask makes a mask, as wide as elements of t, as wide as masks are.
func (v *vector) widenMask(t scalar.Type) {
	if v.Lanes == 2 && t.Size() < 8 && t != scalar.Bool {
		v.op(code.I64x2ExtendLowI32x4S)
	}
}

// maskFor pushes a mask as wide as elements of t are.
func (v *vector) maskFor(t scalar.Type, m value) {
	v.push(m)
	if v.Lanes == 2 && t.Size() < 8 && t != scalar.Bool {
		v.lowerHalves()
	}
}

// selectLanes takes x[1] where the mask x[0] is set.
func selectLanes(v *vector, t scalar.Type, x []value) {
	v.push(x[1], x[2])
	v.maskFor(t, x[0])
	v.bitselect()
}

// bitselect pops a mask and two vectors, and pushes the bits of the first where the mask is set,
// else those of the second. wazero 1.12.0 compiles the instruction for that wrongly for amd64
// where one of the vectors was spilled: what it computes in a register may be read from the stack
// as it was before.
func (f *fn) bitselect() {
	mask, other := f.keep(code.V128), f.keep(code.V128)
	f.push(mask)
	f.op(code.V128And)
	f.push(other, mask)
	f.op(code.V128Andnot)
	f.op(code.V128Or)
}

func (v *vector) isNaNLanes(t scalar.Type, x value) {
	v.push(x, x)
	v.op(pick(t, code.F32x4Ne, code.F64x2Ne))
}

// floatMinMaxLanes takes the other operand where one is NaN; the instruction
// itself orders −0 below +0.
func floatMinMaxLanes(o scalar.Op) vectorOp {
	ops := [2]code.Op{code.F32x4Min, code.F64x2Min}
	if o == scalar.Max {
		ops = [2]code.Op{code.F32x4Max, code.F64x2Max}
	}
	return func(v *vector, t scalar.Type, x []value) {
		v.push(x[1], x[0], x[0], x[1])
		v.op(pick(t, ops[0], ops[1]))
		v.isNaNLanes(t, x[1])
		v.bitselect()
		v.isNaNLanes(t, x[0])
		v.bitselect()
	}
}

func longMinMaxLanes(o scalar.Op) vectorOp {
	return func(v *vector, _ scalar.Type, x []value) {
		v.push(x[0], x[1], x[0], x[1])
		v.op(either(o == scalar.Min, code.I64x2LtS, code.I64x2GtS))
		v.bitselect()
	}
}

// narrowLanes makes the lanes on the stack values of the narrow type t.
func (v *vector) narrowLanes(t scalar.Type) {
	switch t {
	case scalar.I8, scalar.I16:
		shift := int32(32 - 8*t.Size())
		v.i32(shift)
		v.op(code.I32x4Shl)
		v.i32(shift)
		v.op(code.I32x4ShrS)
	case scalar.U8:
		v.vectorConst(0x000000ff_000000ff, 0x000000ff_000000ff)
		v.op(code.V128And)
	case scalar.U16:
		v.vectorConst(0x0000ffff_0000ffff, 0x0000ffff_0000ffff)
		v.op(code.V128And)
	}
}

// nativeConvert is how a conversion is done on all lanes at once; the operator is
// applied at the type it converts from.
func (v *vector) nativeConvert(from, to scalar.Type) (vectorOp, bool) {
	if from == scalar.F16 || to == scalar.F16 || v.Lanes == 4 && (from.Size() == 8 || to.Size() == 8) {
		return nil, false
	}
	write := v.conversion(from, to)
	if write == nil {
		return nil, false
	}
	return func(v *vector, _ scalar.Type, x []value) {
		if from == scalar.Bool && to != scalar.Bool {
			v.maskFor(scalar.I32, x[0])
			v.op(code.I32x4Neg)
			y := v.keep(code.V128)
			v.push(y)
			write(y)
			return
		}
		v.push(x[0])
		write(x[0])
	}, true
}

// conversion writes what follows the operand, which it may push again; nil if
// there is no such thing. A bool comes as 0 or 1.
func (v *vector) conversion(from, to scalar.Type) func(x value) {
	nothing := func(value) {}
	ops := func(list ...code.Op) func(value) {
		return func(value) {
			for _, o := range list {
				v.op(o)
			}
		}
	}
	narrow := from.IsInt() && from.Size() < 8 || from == scalar.Bool
	unsigned := from.IsUnsigned() || from == scalar.Bool
	switch {
	case from == to:
		return nothing
	case to == scalar.Bool:
		return func(value) {
			v.zero()
			v.op(vectorCompare[scalar.Ne][classOf(from)])
			v.widenMask(from)
		}
	case narrow && to == scalar.F32:
		return ops(either(unsigned, code.F32x4ConvertI32x4U, code.F32x4ConvertI32x4S))
	case narrow && to == scalar.F64:
		return ops(either(unsigned, code.F64x2ConvertLowI32x4U, code.F64x2ConvertLowI32x4S))
	case from.IsInt() && to == scalar.F64:
		return func(x value) { v.longsToDoubles(from, x) }
	case from == scalar.F32 && to == scalar.F64:
		return ops(code.F64x2PromoteLowF32x4)
	case from == scalar.F64 && to == scalar.F32:
		return ops(code.F32x4DemoteF64x2Zero)
	case from == scalar.F32 && to.IsInt() && (to == scalar.I32 || to.Size() < 4):
		return func(x value) {
			v.op(code.I32x4TruncSatF32x4S)
			v.push(x)
			v.op(code.F32x4Abs)
			v.splatConst(scalar.Float(scalar.F32, math.Inf(1)))
			v.op(code.F32x4Ne)
			v.op(code.V128And)
			v.narrowLanes(to)
		}
	case narrow && to.IsInt():
		return v.resizeLanes(from, to)
	case from.IsInt() && to.IsInt() && from.Size() == 8 && to.Size() == 8:
		return nothing
	case from.IsInt() && to.IsInt() && from.Size() == 8:
		return func(value) { v.lowerHalves(); v.narrowLanes(to) }
	}
	return nil
}

// longsToDoubles is longToDouble on lanes; x is on the stack, too.
func (v *vector) longsToDoubles(from scalar.Type, x value) {
	bits, excess := ofHalves(from)
	v.i32(32)
	v.op(either(from.IsSigned(), code.I64x2ShrS, code.I64x2ShrU))
	v.splatConst(scalar.Int(scalar.I64, bits))
	v.op(code.I64x2Add)
	v.splatConst(scalar.Float(scalar.F64, excess))
	v.op(code.F64x2Sub)
	v.push(x)
	v.splatConst(scalar.Int(scalar.I64, 1<<32-1))
	v.op(code.V128And)
	v.splatConst(scalar.Int(scalar.I64, bits52))
	v.op(code.V128Or)
	v.op(code.F64x2Add)
}

// resizeLanes converts integers in lanes of 32 bits. What becomes a wider unsigned
// integer is extended by zeros.
func (v *vector) resizeLanes(from, to scalar.Type) func(value) {
	return func(value) {
		if from.IsSigned() && to.IsUnsigned() && from.Size() < to.Size() {
			v.narrowLanes(from.Unsigned())
			from = from.Unsigned()
		}
		switch {
		case to.Size() == 8:
			v.op(either(from.IsSigned(), code.I64x2ExtendLowI32x4S, code.I64x2ExtendLowI32x4U))
		case from != scalar.Bool:
			v.narrowLanes(to)
		}
	}
}
