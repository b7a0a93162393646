package emit

import (
	"math"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// convert writes a conversion between scalar types.
func (f *fn) convert(e *imp.Convert) {
	if v, ok := constOf(e); ok {
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

// toFloat gives the instruction from an integer class to f32 and to f64.
var toFloat = map[class][2]code.Op{
	boolc:  {code.F32ConvertI32U, code.F64ConvertI32U},
	int32s: {code.F32ConvertI32S, code.F64ConvertI32S},
	int32u: {code.F32ConvertI32U, code.F64ConvertI32U},
	int64s: {code.F32ConvertI64S, code.F64ConvertI64S},
	int64u: {code.F32ConvertI64U, code.F64ConvertI64U},
}

// intToFloat rounds once. f16 goes through f64: an integer that f64 would round
// is infinite as f16.
func (f *fn) intToFloat(from, to scalar.Type) {
	ops := toFloat[classOf(from)]
	if to == scalar.F32 {
		f.op(ops[0])
		return
	}
	f.op(ops[1])
	if to == scalar.F16 {
		f.call(f.u.roundHalf())
	}
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

// saturate gives the instruction from f32 and from f64 to the class of integers.
var saturate = map[class][2]code.Op{
	int32s: {code.I32TruncSatF32S, code.I32TruncSatF64S},
	int32u: {code.I32TruncSatF32U, code.I32TruncSatF64U},
	int64s: {code.I64TruncSatF32S, code.I64TruncSatF64S},
	int64u: {code.I64TruncSatF32U, code.I64TruncSatF64U},
}

// truncate converts x to an integer: finite numbers saturate, NaN (to which the
// instruction gives 0) and the infinities become 0.
func (f *fn) truncate(from, to scalar.Type, x value) {
	ops := saturate[classOf(to)]
	f.push(x)
	f.op(pick(from, ops[0], ops[1]))
	if to.Size() < 4 {
		f.clamp(to)
	}
	f.integer(to, 0)
	f.push(x)
	f.op(pick(from, code.F32Abs, code.F64Abs))
	f.float(from, math.Inf(1))
	f.op(pick(from, code.F32Ne, code.F64Ne))
	f.op(code.Select)
}

// clamp brings the i32 on the stack into the range of the narrow type t.
func (f *fn) clamp(t scalar.Type) {
	wide := scalar.I32
	if t.IsUnsigned() {
		wide = scalar.U32
	}
	x := f.keep(code.I32)
	intMinMax(scalar.Lt)(f, wide, []value{x, {konst: scalar.Convert(wide, scalar.Highest(t))}})
	if t.IsSigned() {
		x = f.keep(code.I32)
		intMinMax(scalar.Gt)(f, wide, []value{x, {konst: scalar.Convert(wide, scalar.Lowest(t))}})
	}
}
