package assemble

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// floatLdexp is x · 2^y rounded once. Of an f32 or f16 the product is exact in
// f64.
func floatLdexp(f *Writer, t scalar.Type, x []Value) {
	if t == scalar.F64 {
		f.Push(x[0], x[1])
		f.Call(f.m.ldexp())
		return
	}
	const enough = 300 // more takes every f32 to 0 or infinity
	f.Push(x[0])
	f.Op(code.F64PromoteF32)
	f.Push(x[1])
	f.clampI32(-enough, enough)
	f.powerOf2()
	f.Op(code.F64Mul)
	if t == scalar.F16 {
		f.Call(f.m.roundHalf())
	} else {
		f.Op(code.F32DemoteF64)
	}
}

// clampI32 brings the i32 on the stack between two constants.
func (f *Writer) clampI32(low, high int32) {
	f.Scope(func() {
		y := f.Temp(code.I32)
		bound := func(limit int32, beyond code.Op) {
			f.Set(y)
			f.I32(limit)
			f.Get(y)
			f.Get(y)
			f.I32(limit)
			f.Op(beyond)
			f.Op(code.Select)
		}
		bound(low, code.I32LtS)
		bound(high, code.I32GtS)
	})
}

// powerOf2 replaces the i32 on the stack by 2 to its power, a normal f64.
func (f *Writer) powerOf2() {
	f.I32(1023)
	f.Op(code.I32Add)
	f.Op(code.I64ExtendI32U)
	f.I64(52)
	f.Op(code.I64Shl)
	f.Op(code.F64ReinterpretI64)
}

// ldexp (x, y) multiplies in up to three steps. Only the last of them rounds: each
// step down but the last leaves 53 bits of room above the subnormal numbers, or
// the result is 0.
func (m *Module) ldexp() Ref {
	return m.helper("ldexp.f64", []code.ValType{code.F64, code.I32}, []code.ValType{code.F64}, func(f *Writer) {
		const x, y Local = 0, 1
		f.Get(y)
		f.clampI32(-2200, 2200)
		f.Set(y)
		step := func(limit int32, beyond code.Op, by int32, factor float64) {
			f.Get(y)
			f.I32(limit)
			f.Op(beyond)
			f.Block(code.If)
			f.Get(x)
			f.float(scalar.F64, factor)
			f.Op(code.F64Mul)
			f.Set(x)
			f.Get(y)
			f.I32(by)
			f.Op(code.I32Sub)
			f.Set(y)
			f.End()
		}
		for range 2 {
			step(1023, code.I32GtS, 1023, 0x1p1023)
			step(-1022, code.I32LtS, -969, 0x1p-969)
		}
		f.Get(x)
		f.Get(y)
		f.powerOf2()
		f.Op(code.F64Mul)
	})
}

// floatNextafter steps in the order of bit patterns, which is that of magnitudes.
func floatNextafter(f *Writer, t scalar.Type, x []Value) {
	f.Push(x[0], x[1])
	f.Call(f.m.nextafter(t))
}

func (m *Module) nextafter(t scalar.Type) Ref {
	v := ValType(t)
	return m.helper("nextafter."+t.String(), []code.ValType{v, v}, []code.ValType{v}, func(f *Writer) {
		bits := t.Unsigned()
		x, y, zero := Value{At: 0}, Value{At: 1}, Value{Const: scalar.Zero(t)}
		when := func(o scalar.Op, p, q Value) {
			f.Push(p, q)
			f.Op(Direct[o][ClassOf(t)])
		}
		at, to := Value{At: f.NewLocal("bits", ValType(bits))}, Value{At: f.NewLocal("to", ValType(bits))}
		step := func(o32, o64 code.Op) {
			f.Push(at)
			f.Integer(bits, 1)
			f.Op(Pick(bits, o32, o64))
		}
		floatToBits(f, t, []Value{x})
		f.Set(at.At)
		// y itself if it is x; from zero the least number with y's sign; else up or
		// down.
		floatToBits(f, t, []Value{y})
		floatToBits(f, t, []Value{y})
		f.Integer(bits, -1<<(t.Bits()-1))
		f.Op(Pick(bits, code.I32And, code.I64And))
		f.Integer(bits, 1)
		f.Op(Pick(bits, code.I32Or, code.I64Or))
		step(code.I32Add, code.I64Add)
		step(code.I32Sub, code.I64Sub)
		when(scalar.Lt, x, y)
		when(scalar.Gt, x, zero)
		f.Op(code.I32Eq)
		f.Op(code.Select)
		when(scalar.Eq, x, zero)
		f.Op(code.Select)
		when(scalar.Eq, x, y)
		f.Op(code.Select)
		f.Set(to.At)
		nan, _ := scalar.Constant(t, "nan")
		f.Constant(nan)
		floatFromBits(f, t, []Value{to})
		f.isNaN(t, x)
		f.isNaN(t, y)
		f.Op(code.I32Or)
		f.Op(code.Select)
	})
}
