package emit

import (
	"math"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// float pushes the constant x in the WebAssembly type that holds t.
func (f *fn) float(t scalar.Type, x float64) {
	if t == scalar.F64 {
		f.put(code.F64Const, math.Float64bits(x))
	} else {
		f.put(code.F32Const, uint64(math.Float32bits(float32(x))))
	}
}

// isNaN pushes whether x is NaN.
func (f *fn) isNaN(t scalar.Type, x value) {
	f.push(x, x)
	f.op(pick(t, code.F32Ne, code.F64Ne))
}

func floatIsNaN(f *fn, t scalar.Type, x []value) { f.isNaN(t, x[0]) }

func floatIsInf(f *fn, t scalar.Type, x []value) {
	f.push(x[0])
	f.op(pick(t, code.F32Abs, code.F64Abs))
	f.float(t, math.Inf(1))
	f.op(pick(t, code.F32Eq, code.F64Eq))
}

// floatMinMax takes the other operand where one is NaN; the instruction itself
// orders −0 below +0. Its result is NaN only if an operand is, which a branch asks: selections
// would make each step of a fold wait for several instructions more.
func floatMinMax(o32, o64 code.Op) emitter {
	return func(f *fn, t scalar.Type, x []value) {
		f.push(x[0], x[1])
		f.op(pick(t, o32, o64))
		r := f.keep(valType(t))
		f.isNaN(t, r)
		f.block(code.If)
		f.push(x[1], x[0])
		f.isNaN(t, x[0])
		f.op(code.Select)
		f.set(r.at)
		f.end()
		f.push(r)
	}
}

// floatSgn leaves zeros and NaN as they are.
func floatSgn(f *fn, t scalar.Type, x []value) {
	f.float(t, -1)
	f.float(t, 1)
	f.push(x[0])
	f.push(x[0])
	f.float(t, 0)
	f.op(pick(t, code.F32Gt, code.F64Gt))
	f.op(code.Select)
	f.push(x[0])
	f.float(t, 0)
	f.op(pick(t, code.F32Lt, code.F64Lt))
	f.op(code.Select)
}

// floatRsqrt rounds once, from f64.
func floatRsqrt(f *fn, t scalar.Type, x []value) {
	f.put(code.F64Const, math.Float64bits(1))
	f.push(x[0])
	if t != scalar.F64 {
		f.op(code.F64PromoteF32)
	}
	f.op(code.F64Sqrt)
	f.op(code.F64Div)
	if t != scalar.F64 {
		f.op(code.F32DemoteF64)
		f.normalise(t)
	}
}

// floatCopysign takes the sign of NaN as positive, whatever the machine made of
// it.
func floatCopysign(f *fn, t scalar.Type, x []value) {
	f.push(x[0])
	f.quiet(t, x[1])
	f.op(pick(t, code.F32Copysign, code.F64Copysign))
}

// quiet pushes x with the canonical NaN for every NaN.
func (f *fn) quiet(t scalar.Type, x value) {
	nan, _ := scalar.Constant(t, "nan")
	f.constant(nan)
	f.push(x)
	f.isNaN(t, x)
	f.op(code.Select)
}

func floatToBits(f *fn, t scalar.Type, x []value) {
	switch t {
	case scalar.F16:
		f.push(x[0])
		f.call(f.u.halfBits())
	case scalar.F32:
		f.quiet(t, x[0])
		f.op(code.I32ReinterpretF32)
	default:
		f.quiet(t, x[0])
		f.op(code.I64ReinterpretF64)
	}
}

func floatFromBits(f *fn, t scalar.Type, x []value) {
	f.push(x[0])
	switch t {
	case scalar.F16:
		f.call(f.u.halfFromBits())
	case scalar.F32:
		f.op(code.F32ReinterpretI32)
	default:
		f.op(code.F64ReinterpretI64)
	}
}
