package assemble

import (
	"math"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// floatMod is C's fmod. That of two f32 is an f32, and of two f16 an f16.
func floatMod(f *Writer, t scalar.Type, x []Value) {
	for _, v := range x {
		f.Push(v)
		if t != scalar.F64 {
			f.Op(code.F64PromoteF32)
		}
	}
	f.Call(f.m.remainder())
	if t != scalar.F64 {
		f.Op(code.F32DemoteF64)
	}
}

// remainder (x, y) is exact: significands are divided as integers, and the
// remainder shifted by the difference of the exponents, eleven bits at a time.
func (m *Module) remainder() Ref {
	return m.helper("remainder.f64", []code.ValType{code.F64, code.F64}, []code.ValType{code.F64}, func(f *Writer) {
		const x, y Local = 0, 1
		a, b := f.NewLocal("a", code.I64), f.NewLocal("b", code.I64)
		shift, step, low := f.NewLocal("shift", code.I64), f.NewLocal("step", code.I64), f.NewLocal("low", code.I64)
		magnitude := func(v, to Local) {
			f.Get(v)
			f.Op(code.F64Abs)
			f.Op(code.I64ReinterpretF64)
			f.Set(to)
		}
		magnitude(x, a)
		magnitude(y, b)
		f.remainderOfFew(a, b)
		// the exponents: their difference, and the lower one
		f.exponentOf(b)
		f.Set(low)
		f.exponentOf(a)
		f.Get(low)
		f.Op(code.I64Sub)
		f.Set(shift)
		f.significandOf(b)
		f.significandOf(a)
		f.Get(a)
		f.Get(b)
		f.Op(code.I64RemU)
		f.Set(a)
		f.Block(code.Block)
		f.Block(code.Loop)
		f.Get(shift)
		f.Op(code.I64Eqz)
		f.Put(code.BrIf, 1)
		f.I64(11)
		f.Get(shift)
		f.Get(shift)
		f.I64(11)
		f.Op(code.I64GtU)
		f.Op(code.Select)
		f.Set(step)
		f.Get(a)
		f.Get(step)
		f.Op(code.I64Shl)
		f.Get(b)
		f.Op(code.I64RemU)
		f.Set(a)
		f.Get(shift)
		f.Get(step)
		f.Op(code.I64Sub)
		f.Set(shift)
		f.Put(code.Br, 0)
		f.End()
		f.End()
		// a · 2^-52 · 2^(low − 1023); both products are exact
		f.Get(a)
		f.Op(code.F64ConvertI64U)
		f.float(scalar.F64, 0x1p-52)
		f.Op(code.F64Mul)
		f.Get(low)
		f.I64(52)
		f.Op(code.I64Shl)
		f.Op(code.F64ReinterpretI64)
		f.Op(code.F64Mul)
		f.Get(x)
		f.Op(code.F64Copysign)
	})
}

// remainderOfFew returns the remainder of parameters 0 and 1, whose magnitudes have
// the bits a and b, if no division is needed: NaN of an infinite dividend, by zero
// and of NaN; the dividend if that is less.
func (f *Writer) remainderOfFew(a, b Local) {
	inf := int64(math.Float64bits(math.Inf(1)))
	f.Get(a)
	f.I64(inf)
	f.Op(code.I64GeU)
	f.Get(b)
	f.I64(inf)
	f.Op(code.I64GtU)
	f.Op(code.I32Or)
	f.Get(b)
	f.Op(code.I64Eqz)
	f.Op(code.I32Or)
	f.Block(code.If)
	nan, _ := scalar.Constant(scalar.F64, "nan")
	f.Constant(nan)
	f.Op(code.Return)
	f.End()
	f.Get(a)
	f.Get(b)
	f.Op(code.I64LtU)
	f.Block(code.If)
	f.Get(0)
	f.Op(code.Return)
	f.End()
}

// exponentOf pushes the exponent field of the bits in l; 1 for subnormals, which
// share the exponent of the least normal numbers.
func (f *Writer) exponentOf(l Local) {
	f.Get(l)
	f.I64(52)
	f.Op(code.I64ShrU)
	f.I64(1)
	f.Get(l)
	f.I64(1 << 52)
	f.Op(code.I64GeU)
	f.Op(code.Select)
}

// significandOf replaces the bits in l by their significand.
func (f *Writer) significandOf(l Local) {
	f.Get(l)
	f.I64(1<<52 - 1)
	f.Op(code.I64And)
	f.Get(l)
	f.I64(1 << 52)
	f.Op(code.I64GeU)
	f.Op(code.I64ExtendI32U)
	f.I64(52)
	f.Op(code.I64Shl)
	f.Op(code.I64Or)
	f.Set(l)
}
