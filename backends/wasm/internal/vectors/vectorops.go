package vectors

import (
	"math"

	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/backends/wasm/internal/formula"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A vectorOp writes an operator at type t on vectors.
type vectorOp func(v *vector, t scalar.Type, x []assemble.Value)

// vectorDirect lists the operators that are one instruction on lanes.
var vectorDirect = map[scalar.Op]assemble.Row{
	scalar.Add: {assemble.Int32s: code.I32x4Add, assemble.Int32u: code.I32x4Add, assemble.Int64s: code.I64x2Add, assemble.Int64u: code.I64x2Add, assemble.Float32c: code.F32x4Add, assemble.Float64c: code.F64x2Add},
	scalar.Sub: {assemble.Int32s: code.I32x4Sub, assemble.Int32u: code.I32x4Sub, assemble.Int64s: code.I64x2Sub, assemble.Int64u: code.I64x2Sub, assemble.Float32c: code.F32x4Sub, assemble.Float64c: code.F64x2Sub},
	scalar.Mul: {assemble.Int32s: code.I32x4Mul, assemble.Int32u: code.I32x4Mul, assemble.Int64s: code.I64x2Mul, assemble.Int64u: code.I64x2Mul, assemble.Float32c: code.F32x4Mul, assemble.Float64c: code.F64x2Mul},
	scalar.Div: {assemble.Float32c: code.F32x4Div, assemble.Float64c: code.F64x2Div},
	scalar.And: bitwise(code.V128And),
	scalar.Or:  bitwise(code.V128Or),
	scalar.Xor: bitwise(code.V128Xor),
	scalar.Not: {assemble.Int32s: code.V128Not, assemble.Int32u: code.V128Not, assemble.Int64s: code.V128Not, assemble.Int64u: code.V128Not, assemble.Boolc: code.V128Not},
	scalar.Neg: {assemble.Int32s: code.I32x4Neg, assemble.Int32u: code.I32x4Neg, assemble.Int64s: code.I64x2Neg, assemble.Int64u: code.I64x2Neg, assemble.Float32c: code.F32x4Neg, assemble.Float64c: code.F64x2Neg},
	scalar.Abs: {assemble.Int32s: code.I32x4Abs, assemble.Int64s: code.I64x2Abs, assemble.Float32c: code.F32x4Abs, assemble.Float64c: code.F64x2Abs},
	scalar.Min: {assemble.Int32s: code.I32x4MinS, assemble.Int32u: code.I32x4MinU},
	scalar.Max: {assemble.Int32s: code.I32x4MaxS, assemble.Int32u: code.I32x4MaxU},

	scalar.Sqrt:  {assemble.Float32c: code.F32x4Sqrt, assemble.Float64c: code.F64x2Sqrt},
	scalar.Floor: {assemble.Float32c: code.F32x4Floor, assemble.Float64c: code.F64x2Floor},
	scalar.Ceil:  {assemble.Float32c: code.F32x4Ceil, assemble.Float64c: code.F64x2Ceil},
	scalar.Round: {assemble.Float32c: code.F32x4Nearest, assemble.Float64c: code.F64x2Nearest},
	scalar.Trunc: {assemble.Float32c: code.F32x4Trunc, assemble.Float64c: code.F64x2Trunc},
}

func bitwise(o code.Op) assemble.Row {
	return assemble.Row{assemble.Int32s: o, assemble.Int32u: o, assemble.Int64s: o, assemble.Int64u: o, assemble.Boolc: o}
}

// vectorCompare lists the comparisons, which leave masks as wide as what they
// compare.
var vectorCompare = map[scalar.Op]assemble.Row{
	scalar.Eq: {assemble.Int32s: code.I32x4Eq, assemble.Int32u: code.I32x4Eq, assemble.Int64s: code.I64x2Eq, assemble.Int64u: code.I64x2Eq, assemble.Float32c: code.F32x4Eq, assemble.Float64c: code.F64x2Eq},
	scalar.Ne: {assemble.Int32s: code.I32x4Ne, assemble.Int32u: code.I32x4Ne, assemble.Int64s: code.I64x2Ne, assemble.Int64u: code.I64x2Ne, assemble.Float32c: code.F32x4Ne, assemble.Float64c: code.F64x2Ne, assemble.Boolc: code.V128Xor},
	scalar.Lt: {assemble.Int32s: code.I32x4LtS, assemble.Int32u: code.I32x4LtU, assemble.Int64s: code.I64x2LtS, assemble.Float32c: code.F32x4Lt, assemble.Float64c: code.F64x2Lt},
	scalar.Le: {assemble.Int32s: code.I32x4LeS, assemble.Int32u: code.I32x4LeU, assemble.Int64s: code.I64x2LeS, assemble.Float32c: code.F32x4Le, assemble.Float64c: code.F64x2Le},
	scalar.Gt: {assemble.Int32s: code.I32x4GtS, assemble.Int32u: code.I32x4GtU, assemble.Int64s: code.I64x2GtS, assemble.Float32c: code.F32x4Gt, assemble.Float64c: code.F64x2Gt},
	scalar.Ge: {assemble.Int32s: code.I32x4GeS, assemble.Int32u: code.I32x4GeU, assemble.Int64s: code.I64x2GeS, assemble.Float32c: code.F32x4Ge, assemble.Float64c: code.F64x2Ge},
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
	c := assemble.ClassOf(t)
	if instr, ok := vectorDirect[o][c]; ok {
		return func(v *vector, t scalar.Type, x []assemble.Value) {
			v.Push(x...)
			v.Op(instr)
			if mayOverflow[o] {
				v.narrowLanes(t)
			}
		}, true
	}
	if instr, ok := vectorCompare[o][c]; ok {
		return func(v *vector, t scalar.Type, x []assemble.Value) {
			v.Push(x...)
			v.Op(instr)
			v.widenMask(t)
		}, true
	}
	switch {
	case o == scalar.Eq && t == scalar.Bool:
		return func(v *vector, _ scalar.Type, x []assemble.Value) {
			v.Push(x...)
			v.Op(code.V128Xor)
			v.Op(code.V128Not)
		}, true
	case o == scalar.Select:
		return selectLanes, true
	case (o == scalar.Min || o == scalar.Max) && t.IsFloat():
		return floatMinMaxLanes(o), true
	case (o == scalar.Min || o == scalar.Max) && t == scalar.I64:
		return longMinMaxLanes(o), true
	case o == scalar.Abs && t.IsUnsigned():
		return func(v *vector, _ scalar.Type, x []assemble.Value) { v.Push(x...) }, true
	case o == scalar.IsNaN:
		return func(v *vector, t scalar.Type, x []assemble.Value) { v.isNaNLanes(t, x[0]); v.widenMask(t) }, true
	}
	return nil, false
}

// vectorShifts lists the instructions that shift lanes of 32 and of 64 bits.
var vectorShifts = map[scalar.Op]assemble.Row{
	scalar.Shl:  {assemble.Int32s: code.I32x4Shl, assemble.Int32u: code.I32x4Shl, assemble.Int64s: code.I64x2Shl, assemble.Int64u: code.I64x2Shl},
	scalar.Shr:  {assemble.Int32s: code.I32x4ShrS, assemble.Int32u: code.I32x4ShrU, assemble.Int64u: code.I64x2ShrU},
	scalar.Lshr: {assemble.Int32s: code.I32x4ShrU, assemble.Int32u: code.I32x4ShrU, assemble.Int64s: code.I64x2ShrU, assemble.Int64u: code.I64x2ShrU},
}

// shift shifts the lanes on the stack by what lanes.ShiftOf said of e.
func (v *vector) shift(e *imp.Prim, by int64) {
	v.I32(int32(by))
	v.Op(vectorShifts[e.Fn][assemble.ClassOf(e.Type)])
}

// widenMask makes a mask, as wide as elements of t, as wide as masks are.
func (v *vector) widenMask(t scalar.Type) {
	if v.Lanes == 2 && t.Size() < 8 && t != scalar.Bool {
		v.Op(code.I64x2ExtendLowI32x4S)
	}
}

// maskFor pushes a mask as wide as elements of t are.
func (v *vector) maskFor(t scalar.Type, m assemble.Value) {
	v.Push(m)
	if v.Lanes == 2 && t.Size() < 8 && t != scalar.Bool {
		v.lowerHalves()
	}
}

// selectLanes takes x[1] where the mask x[0] is set.
func selectLanes(v *vector, t scalar.Type, x []assemble.Value) {
	v.Push(x[1], x[2])
	v.maskFor(t, x[0])
	v.Bitselect()
}

func (v *vector) isNaNLanes(t scalar.Type, x assemble.Value) {
	v.Push(x, x)
	v.Op(assemble.Pick(t, code.F32x4Ne, code.F64x2Ne))
}

// floatMinMaxLanes takes the other operand where one is NaN; the instruction
// itself orders −0 below +0.
func floatMinMaxLanes(o scalar.Op) vectorOp {
	ops := [2]code.Op{code.F32x4Min, code.F64x2Min}
	if o == scalar.Max {
		ops = [2]code.Op{code.F32x4Max, code.F64x2Max}
	}
	return func(v *vector, t scalar.Type, x []assemble.Value) {
		v.Push(x[1], x[0], x[0], x[1])
		v.Op(assemble.Pick(t, ops[0], ops[1]))
		v.isNaNLanes(t, x[1])
		v.Bitselect()
		v.isNaNLanes(t, x[0])
		v.Bitselect()
	}
}

func longMinMaxLanes(o scalar.Op) vectorOp {
	return func(v *vector, _ scalar.Type, x []assemble.Value) {
		v.Push(x[0], x[1], x[0], x[1])
		v.Op(assemble.Either(o == scalar.Min, code.I64x2LtS, code.I64x2GtS))
		v.Bitselect()
	}
}

// narrowLanes makes the lanes on the stack values of the narrow type t.
func (v *vector) narrowLanes(t scalar.Type) {
	switch t {
	case scalar.I8, scalar.I16:
		shift := int32(32 - 8*t.Size())
		v.I32(shift)
		v.Op(code.I32x4Shl)
		v.I32(shift)
		v.Op(code.I32x4ShrS)
	case scalar.U8:
		v.vectorConst(0x000000ff_000000ff, 0x000000ff_000000ff)
		v.Op(code.V128And)
	case scalar.U16:
		v.vectorConst(0x0000ffff_0000ffff, 0x0000ffff_0000ffff)
		v.Op(code.V128And)
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
	return func(v *vector, _ scalar.Type, x []assemble.Value) {
		if from == scalar.Bool && to != scalar.Bool {
			v.maskFor(scalar.I32, x[0])
			v.Op(code.I32x4Neg)
			y := v.Keep(code.V128)
			v.Push(y)
			write(y)
			return
		}
		v.Push(x[0])
		write(x[0])
	}, true
}

// conversion writes what follows the operand, which it may push again; nil if
// there is no such thing. A bool comes as 0 or 1.
func (v *vector) conversion(from, to scalar.Type) func(x assemble.Value) {
	nothing := func(assemble.Value) {}
	ops := func(list ...code.Op) func(assemble.Value) {
		return func(assemble.Value) {
			for _, o := range list {
				v.Op(o)
			}
		}
	}
	narrow := from.IsInt() && from.Size() < 8 || from == scalar.Bool
	unsigned := from.IsUnsigned() || from == scalar.Bool
	switch {
	case from == to:
		return nothing
	case to == scalar.Bool:
		return func(assemble.Value) {
			v.zero()
			v.Op(vectorCompare[scalar.Ne][assemble.ClassOf(from)])
			v.widenMask(from)
		}
	case narrow && to == scalar.F32:
		return ops(assemble.Either(unsigned, code.F32x4ConvertI32x4U, code.F32x4ConvertI32x4S))
	case narrow && to == scalar.F64:
		return ops(assemble.Either(unsigned, code.F64x2ConvertLowI32x4U, code.F64x2ConvertLowI32x4S))
	case from.IsInt() && to == scalar.F64:
		return func(x assemble.Value) { v.longsToDoubles(from, x) }
	case from == scalar.F32 && to == scalar.F64:
		return ops(code.F64x2PromoteLowF32x4)
	case from == scalar.F64 && to == scalar.F32:
		return ops(code.F32x4DemoteF64x2Zero)
	case from == scalar.F32 && to.IsInt() && (to == scalar.I32 || to.Size() < 4):
		return func(x assemble.Value) {
			v.Op(code.I32x4TruncSatF32x4S)
			v.Push(x)
			v.Op(code.F32x4Abs)
			v.splatConst(scalar.Float(scalar.F32, math.Inf(1)))
			v.Op(code.F32x4Ne)
			v.Op(code.V128And)
			v.narrowLanes(to)
		}
	case narrow && to.IsInt():
		return v.resizeLanes(from, to)
	case from.IsInt() && to.IsInt() && from.Size() == 8 && to.Size() == 8:
		return nothing
	case from.IsInt() && to.IsInt() && from.Size() == 8:
		return func(assemble.Value) { v.lowerHalves(); v.narrowLanes(to) }
	}
	return nil
}

// longsToDoubles is longToDouble on lanes; x is on the stack, too.
func (v *vector) longsToDoubles(from scalar.Type, x assemble.Value) {
	bits, excess := assemble.OfHalves(from)
	v.I32(32)
	v.Op(assemble.Either(from.IsSigned(), code.I64x2ShrS, code.I64x2ShrU))
	v.splatConst(scalar.Int(scalar.I64, bits))
	v.Op(code.I64x2Add)
	v.splatConst(scalar.Float(scalar.F64, excess))
	v.Op(code.F64x2Sub)
	v.Push(x)
	v.splatConst(scalar.Int(scalar.I64, 1<<32-1))
	v.Op(code.V128And)
	v.splatConst(scalar.Int(scalar.I64, assemble.Bits52))
	v.Op(code.V128Or)
	v.Op(code.F64x2Add)
}

// resizeLanes converts integers in lanes of 32 bits. What becomes a wider unsigned
// integer is extended by zeros.
func (v *vector) resizeLanes(from, to scalar.Type) func(assemble.Value) {
	return func(assemble.Value) {
		if from.IsSigned() && to.IsUnsigned() && from.Size() < to.Size() {
			v.narrowLanes(from.Unsigned())
			from = from.Unsigned()
		}
		switch {
		case to.Size() == 8:
			v.Op(assemble.Either(from.IsSigned(), code.I64x2ExtendLowI32x4S, code.I64x2ExtendLowI32x4U))
		case from != scalar.Bool:
			v.narrowLanes(to)
		}
	}
}

// elementaryLanes is how o, at type t, is computed in all lanes at once, if that is
// the way it is computed.
func (v *vector) elementaryLanes(o scalar.Op, t scalar.Type) (vectorOp, bool) {
	fn := o.Info().Elementary
	if fn == nil || !t.IsFloat() || t == scalar.F16 {
		return nil, false
	}
	shape := formula.F32x4
	switch {
	case t == scalar.F64:
		shape = formula.F64x2
	case v.Lanes == 2:
		shape = formula.F32x2
	}
	return func(v *vector, _ scalar.Type, x []assemble.Value) {
		v.Push(x...)
		v.CallElementary(fn, shape)
	}, true
}
