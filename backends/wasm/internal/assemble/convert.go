package assemble

import (
	"math"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// IsNonZero pops a t and pushes whether it differs from 0; NaN does.
func (f *Writer) IsNonZero(t scalar.Type) {
	if t.IsFloat() {
		f.float(t, 0)
		f.Op(Pick(t, code.F32Ne, code.F64Ne))
		return
	}
	f.Integer(t, 0)
	f.Op(Pick(t, code.I32Ne, code.I64Ne))
}

// Refloat converts between float types.
func (f *Writer) Refloat(from, to scalar.Type) {
	switch {
	case to == scalar.F64:
		f.Op(code.F64PromoteF32)
	case to == scalar.F32 && from == scalar.F64:
		f.Op(code.F32DemoteF64)
	case to == scalar.F16:
		if from == scalar.F32 {
			f.Op(code.F64PromoteF32)
		}
		f.Call(f.m.roundHalf())
	}
}

// toFloat32 gives the instruction from an integer class to f32.
var toFloat32 = map[class]code.Op{
	Boolc: code.F32ConvertI32U, Int32s: code.F32ConvertI32S, Int32u: code.F32ConvertI32U,
	Int64s: code.F32ConvertI64S, Int64u: code.F32ConvertI64U,
}

// IntToFloat rounds once. f16 goes through f64: an integer that f64 would round
// is infinite as f16.
func (f *Writer) IntToFloat(from, to scalar.Type) {
	if to == scalar.F32 && ClassOf(from) == Int32u {
		f.IntToFloat(from, scalar.F64) // exact
		f.Op(code.F32DemoteF64)
		return
	}
	if to == scalar.F32 {
		f.Op(toFloat32[ClassOf(from)])
		return
	}
	if from.Size() == 8 {
		f.Scope(func() { f.longToDouble(from, f.Keep(code.I64)) })
	} else {
		f.Op(extension(from))
		f.I64(Bits52 | 1<<51)
		f.Op(code.I64Add)
		f.Op(code.F64ReinterpretI64)
		f.float(scalar.F64, 0x1.8p52)
		f.Op(code.F64Sub)
	}
	if to == scalar.F16 {
		f.Call(f.m.roundHalf())
	}
}

// wazero's conversions of integers to f64 write a register whose old contents the processor
// waits for, and those are often the result of the iteration before. So f64s are put
// together from bits here: with an exponent of 52, the fraction's last bit counts 1, and with one of 84
// it counts 2^32. All differences are exact, but the last sum.
const (
	Bits52 = 0x4330_0000_0000_0000 // of 2^52
	bits84 = 0x4530_0000_0000_0000 // of 2^84
)

// OfHalves returns what is added to the upper 32 bits of an integer to make bits of an f64, and what that
// is too large by, together with the lower half in the same way.
func OfHalves(from scalar.Type) (bits int64, excess float64) {
	if from.IsSigned() {
		return bits84 + 1<<31, 0x1p84 + 0x1p63 + 0x1p52
	}
	return bits84, 0x1p84 + 0x1p52
}

// longToDouble converts x to f64.
func (f *Writer) longToDouble(from scalar.Type, x Value) {
	bits, excess := OfHalves(from)
	f.Push(x)
	f.I64(32)
	f.Op(Either(from.IsSigned(), code.I64ShrS, code.I64ShrU))
	f.I64(bits)
	f.Op(code.I64Add)
	f.Op(code.F64ReinterpretI64)
	f.float(scalar.F64, excess)
	f.Op(code.F64Sub)
	f.Push(x)
	f.I64(1<<32 - 1)
	f.Op(code.I64And)
	f.I64(Bits52)
	f.Op(code.I64Or)
	f.Op(code.F64ReinterpretI64)
	f.Op(code.F64Add)
}

// Resize converts between integer types, or from bool. What becomes a wider
// unsigned integer is extended by zeros.
func (f *Writer) Resize(from, to scalar.Type) {
	if from.IsSigned() && to.IsUnsigned() && from.Size() < to.Size() {
		from = from.Unsigned()
		f.Normalise(from)
	}
	switch {
	case to.Size() == 8 && from.Size() < 8:
		f.Op(extension(from))
	case to.Size() < 8 && from.Size() == 8:
		f.Op(code.I32WrapI64)
		f.Normalise(to)
	case to.Size() < 4 && from != scalar.Bool:
		f.Normalise(to)
	}
}

// truncation gives the instruction from f32 and from f64 to the class of integers.
var truncation = map[class][2]code.Op{
	Int32s: {code.I32TruncSatF32S, code.I32TruncSatF64S},
	Int64s: {code.I64TruncSatF32S, code.I64TruncSatF64S},
	Int64u: {code.I64TruncSatF32U, code.I64TruncSatF64U},
}

// Truncate converts x to an integer. NaN (to which the instruction gives 0) and
// the infinities become 0; for what saturates see core/scalar.
func (f *Writer) Truncate(from, to scalar.Type, x Value) {
	as := func(c class) {
		f.Push(x)
		f.Op(Pick(from, truncation[c][0], truncation[c][1]))
	}
	switch {
	case to == scalar.U64:
		as(Int64u)
		as(Int64s)
		f.Push(x)
		f.float(from, 0)
		f.Op(Pick(from, code.F32Ge, code.F64Ge))
		f.Op(code.Select)
	case to == scalar.I64:
		as(Int64s)
	case to == scalar.U32:
		as(Int64s)
		f.Op(code.I32WrapI64)
	default:
		as(Int32s)
		f.Normalise(to)
	}
	f.Integer(to, 0)
	f.Push(x)
	f.Op(Pick(from, code.F32Abs, code.F64Abs))
	f.float(from, math.Inf(1))
	f.Op(Pick(from, code.F32Ne, code.F64Ne))
	f.Op(code.Select)
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
func (f *Writer) alone(v inVector) {
	f.Scope(func() {
		x := f.Keep(v.operand)
		f.Put(code.V128Const, 0)
		f.Push(x)
		f.Put(v.replace, 1)
		f.Put(v.do, 0)
		f.Put(v.extract, 1)
	})
}
