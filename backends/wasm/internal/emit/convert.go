package emit

import (
	"math"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// convert writes a conversion between scalar types.
func (f *fn) convert(e *imp.Convert) {
	if v, ok := imp.ConstOf(e); ok {
		f.constant(v)
		return
	}
	from, to := e.From, e.To
	if from.IsFloat() && !to.IsFloat() && to != scalar.Bool {
		f.scope(func() { f.truncate(from, to, f.hold(e.X)) })
		return
	}
	f.expr(e.X)
	switch {
	case from == to:
	case to == scalar.Bool:
		f.isNonZero(from)
	case from.IsFloat():
		f.refloat(from, to)
	case to.IsFloat():
		f.intToFloat(from, to)
	default:
		f.resize(from, to)
	}
}

// isNonZero pops a t and pushes whether it differs from 0; NaN does.
func (f *fn) isNonZero(t scalar.Type) {
	if t.IsFloat() {
		f.float(t, 0)
		f.op(pick(t, code.F32Ne, code.F64Ne))
		return
	}
	f.integer(t, 0)
	f.op(pick(t, code.I32Ne, code.I64Ne))
}

// refloat converts between float types.
func (f *fn) refloat(from, to scalar.Type) {
	switch {
	case to == scalar.F64:
		f.op(code.F64PromoteF32)
	case to == scalar.F32 && from == scalar.F64:
		f.op(code.F32DemoteF64)
	case to == scalar.F16:
		if from == scalar.F32 {
			f.op(code.F64PromoteF32)
		}
		f.call(f.u.roundHalf())
	}
}

// toFloat32 gives the instruction from an integer class to f32.
var toFloat32 = map[class]code.Op{
	boolc: code.F32ConvertI32U, int32s: code.F32ConvertI32S, int32u: code.F32ConvertI32U,
	int64s: code.F32ConvertI64S, int64u: code.F32ConvertI64U,
}

// intToFloat rounds once. f16 goes through f64: an integer that f64 would round
// is infinite as f16.
func (f *fn) intToFloat(from, to scalar.Type) {
	if to == scalar.F32 && classOf(from) == int32u {
		f.intToFloat(from, scalar.F64) // exact
		f.op(code.F32DemoteF64)
		return
	}
	if to == scalar.F32 {
		f.op(toFloat32[classOf(from)])
		return
	}
	if from.Size() == 8 {
		f.scope(func() { f.longToDouble(from, f.keep(code.I64)) })
	} else {
		f.op(extension(from))
		f.i64(bits52 | 1<<51)
		f.op(code.I64Add)
		f.op(code.F64ReinterpretI64)
		f.float(scalar.F64, 0x1.8p52)
		f.op(code.F64Sub)
	}
	if to == scalar.F16 {
		f.call(f.u.roundHalf())
	}
}

// wazero's conversions of integers to f64 write a register whose old contents the processor
// waits for, and those are often the result of the iteration before. So f64s are put
// together from bits here: with an exponent of 52, the fraction's last bit counts 1, and with one of 84
// it counts 2^32. All differences are exact, but the last sum.
const (
	bits52 = 0x4330_0000_0000_0000 // of 2^52
	bits84 = 0x4530_0000_0000_0000 // of 2^84
)

// ofHalves returns what is added to the upper 32 bits of an integer to make bits of an f64, and what that
// is too large by, together with the lower half in the same way.
func ofHalves(from scalar.Type) (bits int64, excess float64) {
	if from.IsSigned() {
		return bits84 + 1<<31, 0x1p84 + 0x1p63 + 0x1p52
	}
	return bits84, 0x1p84 + 0x1p52
}

// longToDouble converts x to f64.
func (f *fn) longToDouble(from scalar.Type, x value) {
	bits, excess := ofHalves(from)
	f.push(x)
	f.i64(32)
	f.op(either(from.IsSigned(), code.I64ShrS, code.I64ShrU))
	f.i64(bits)
	f.op(code.I64Add)
	f.op(code.F64ReinterpretI64)
	f.float(scalar.F64, excess)
	f.op(code.F64Sub)
	f.push(x)
	f.i64(1<<32 - 1)
	f.op(code.I64And)
	f.i64(bits52)
	f.op(code.I64Or)
	f.op(code.F64ReinterpretI64)
	f.op(code.F64Add)
}

// resize converts between integer types, or from bool. What becomes a wider
// unsigned integer is extended by zeros.
func (f *fn) resize(from, to scalar.Type) {
	if from.IsSigned() && to.IsUnsigned() && from.Size() < to.Size() {
		from = from.Unsigned()
		f.normalise(from)
	}
	switch {
	case to.Size() == 8 && from.Size() < 8:
		f.op(extension(from))
	case to.Size() < 8 && from.Size() == 8:
		f.op(code.I32WrapI64)
		f.normalise(to)
	case to.Size() < 4 && from != scalar.Bool:
		f.normalise(to)
	}
}

// truncation gives the instruction from f32 and from f64 to the class of integers.
var truncation = map[class][2]code.Op{
	int32s: {code.I32TruncSatF32S, code.I32TruncSatF64S},
	int64s: {code.I64TruncSatF32S, code.I64TruncSatF64S},
	int64u: {code.I64TruncSatF32U, code.I64TruncSatF64U},
}

// truncate converts x to an integer. NaN (to which the instruction gives 0) and
// the infinities become 0; for what saturates see core/scalar.
func (f *fn) truncate(from, to scalar.Type, x value) {
	as := func(c class) {
		f.push(x)
		f.op(pick(from, truncation[c][0], truncation[c][1]))
	}
	switch {
	case to == scalar.U64:
		as(int64u)
		as(int64s)
		f.push(x)
		f.float(from, 0)
		f.op(pick(from, code.F32Ge, code.F64Ge))
		f.op(code.Select)
	case to == scalar.I64:
		as(int64s)
	case to == scalar.U32:
		as(int64s)
		f.op(code.I32WrapI64)
	default:
		as(int32s)
		f.normalise(to)
	}
	f.integer(to, 0)
	f.push(x)
	f.op(pick(from, code.F32Abs, code.F64Abs))
	f.float(from, math.Inf(1))
	f.op(pick(from, code.F32Ne, code.F64Ne))
	f.op(code.Select)
}

// wazero's conversions between floats, square roots and roundings of scalars write the lower part of a
// register, so that the processor waits for what was computed in it before: often the result of the
// iteration before. Instructions for vectors write all of it. So these operators take their operand in
// lane 1 of zeros; wazero reads lane 0 with an instruction that waits again, the others not.

// inVector is how an instruction for scalars is done by one for vectors.
type inVector struct {
	operand code.ValType
	replace code.Op // puts the operand into a lane
	do      code.Op
	extract code.Op // takes the result out of it
}

var inVectors = map[code.Op]inVector{
	code.F64PromoteF32:  {code.F32, code.F32x4ReplaceLane, code.F64x2PromoteLowF32x4, code.F64x2ExtractLane},
	code.F32DemoteF64:   {code.F64, code.F64x2ReplaceLane, code.F32x4DemoteF64x2Zero, code.F32x4ExtractLane},
	code.F32ConvertI32S: {code.I32, code.I32x4ReplaceLane, code.F32x4ConvertI32x4S, code.F32x4ExtractLane},
	code.F32Sqrt:        singles(code.F32x4Sqrt),
	code.F32Ceil:        singles(code.F32x4Ceil),
	code.F32Floor:       singles(code.F32x4Floor),
	code.F32Trunc:       singles(code.F32x4Trunc),
	code.F32Nearest:     singles(code.F32x4Nearest),
	code.F64Sqrt:        doubles(code.F64x2Sqrt),
	code.F64Ceil:        doubles(code.F64x2Ceil),
	code.F64Floor:       doubles(code.F64x2Floor),
	code.F64Trunc:       doubles(code.F64x2Trunc),
	code.F64Nearest:     doubles(code.F64x2Nearest),
}

func singles(do code.Op) inVector {
	return inVector{code.F32, code.F32x4ReplaceLane, do, code.F32x4ExtractLane}
}

func doubles(do code.Op) inVector {
	return inVector{code.F64, code.F64x2ReplaceLane, do, code.F64x2ExtractLane}
}

// alone writes an operator whose operand is on the stack in a vector of its own.
func (f *fn) alone(v inVector) {
	f.scope(func() {
		x := f.keep(v.operand)
		f.put(code.V128Const, 0)
		f.push(x)
		f.put(v.replace, 1)
		f.put(v.do, 0)
		f.put(v.extract, 1)
	})
}
