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
