package emit

import (
	"math"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// floatMod is C's fmod. That of two f32 is an f32, and of two f16 an f16.
func floatMod(f *fn, t scalar.Type, x []value) {
	for _, v := range x {
		f.push(v)
		if t != scalar.F64 {
			f.op(code.F64PromoteF32)
		}
	}
	f.call(f.u.remainder())
	if t != scalar.F64 {
		f.op(code.F32DemoteF64)
	}
}

// remainder (x, y) is exact: significands are divided as integers, and the
// remainder shifted by the difference of the exponents, eleven bits at a time.
func (u *unit) remainder() ref {
	return u.helper("remainder.f64", []code.ValType{code.F64, code.F64}, []code.ValType{code.F64}, func(f *fn) {
		const x, y local = 0, 1
		a, b := f.newLocal("a", code.I64), f.newLocal("b", code.I64)
		shift, step, low := f.newLocal("shift", code.I64), f.newLocal("step", code.I64), f.newLocal("low", code.I64)
		magnitude := func(v, to local) {
			f.get(v)
			f.op(code.F64Abs)
			f.op(code.I64ReinterpretF64)
			f.set(to)
		}
		magnitude(x, a)
		magnitude(y, b)
		f.remainderOfFew(a, b)
		// the exponents: their difference, and the lower one
		f.exponentOf(b)
		f.set(low)
		f.exponentOf(a)
		f.get(low)
		f.op(code.I64Sub)
		f.set(shift)
		f.significandOf(b)
		f.significandOf(a)
		f.get(a)
		f.get(b)
		f.op(code.I64RemU)
		f.set(a)
		f.block(code.Block)
		f.block(code.Loop)
		f.get(shift)
		f.op(code.I64Eqz)
		f.put(code.BrIf, 1)
		f.i64(11)
		f.get(shift)
		f.get(shift)
		f.i64(11)
		f.op(code.I64GtU)
		f.op(code.Select)
		f.set(step)
		f.get(a)
		f.get(step)
		f.op(code.I64Shl)
		f.get(b)
		f.op(code.I64RemU)
		f.set(a)
		f.get(shift)
		f.get(step)
		f.op(code.I64Sub)
		f.set(shift)
		f.put(code.Br, 0)
		f.end()
		f.end()
		// a · 2^-52 · 2^(low − 1023); both products are exact
		f.get(a)
		f.op(code.F64ConvertI64U)
		f.float(scalar.F64, 0x1p-52)
		f.op(code.F64Mul)
		f.get(low)
		f.i64(52)
		f.op(code.I64Shl)
		f.op(code.F64ReinterpretI64)
		f.op(code.F64Mul)
		f.get(x)
		f.op(code.F64Copysign)
	})
}

// remainderOfFew returns the remainder of parameters 0 and 1, whose magnitudes have
// the bits a and b, if no division is needed: NaN of an infinite dividend, by zero
// and of NaN; the dividend if that is less.
func (f *fn) remainderOfFew(a, b local) {
	inf := int64(math.Float64bits(math.Inf(1)))
	f.get(a)
	f.i64(inf)
	f.op(code.I64GeU)
	f.get(b)
	f.i64(inf)
	f.op(code.I64GtU)
	f.op(code.I32Or)
	f.get(b)
	f.op(code.I64Eqz)
	f.op(code.I32Or)
	f.block(code.If)
	nan, _ := scalar.Constant(scalar.F64, "nan")
	f.constant(nan)
	f.op(code.Return)
	f.end()
	f.get(a)
	f.get(b)
	f.op(code.I64LtU)
	f.block(code.If)
	f.get(0)
	f.op(code.Return)
	f.end()
}

// exponentOf pushes the exponent field of the bits in l; 1 for subnormals, which
// share the exponent of the least normal numbers.
func (f *fn) exponentOf(l local) {
	f.get(l)
	f.i64(52)
	f.op(code.I64ShrU)
	f.i64(1)
	f.get(l)
	f.i64(1 << 52)
	f.op(code.I64GeU)
	f.op(code.Select)
}

// significandOf replaces the bits in l by their significand.
func (f *fn) significandOf(l local) {
	f.get(l)
	f.i64(1<<52 - 1)
	f.op(code.I64And)
	f.get(l)
	f.i64(1 << 52)
	f.op(code.I64GeU)
	f.op(code.I64ExtendI32U)
	f.i64(52)
	f.op(code.I64Shl)
	f.op(code.I64Or)
	f.set(l)
}
