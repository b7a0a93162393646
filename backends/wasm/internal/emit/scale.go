package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// floatLdexp is x · 2^y rounded once. Of an f32 or f16 the product is exact in
// f64.
func floatLdexp(f *fn, t scalar.Type, x []value) {
	if t == scalar.F64 {
		f.push(x[0], x[1])
		f.call(f.u.ldexp())
		return
	}
	const enough = 300 // more takes every f32 to 0 or infinity
	f.push(x[0])
	f.op(code.F64PromoteF32)
	f.push(x[1])
	f.clampI32(-enough, enough)
	f.powerOf2()
	f.op(code.F64Mul)
	if t == scalar.F16 {
		f.call(f.u.roundHalf())
	} else {
		f.op(code.F32DemoteF64)
	}
}

// clampI32 brings the i32 on the stack between two constants.
func (f *fn) clampI32(low, high int32) {
	f.scope(func() {
		y := f.temp(code.I32)
		bound := func(limit int32, beyond code.Op) {
			f.set(y)
			f.i32(limit)
			f.get(y)
			f.get(y)
			f.i32(limit)
			f.op(beyond)
			f.op(code.Select)
		}
		bound(low, code.I32LtS)
		bound(high, code.I32GtS)
	})
}

// powerOf2 replaces the i32 on the stack by 2 to its power, a normal f64.
func (f *fn) powerOf2() {
	f.i32(1023)
	f.op(code.I32Add)
	f.op(code.I64ExtendI32U)
	f.i64(52)
	f.op(code.I64Shl)
	f.op(code.F64ReinterpretI64)
}

// ldexp (x, y) multiplies in up to three steps. Only the last of them rounds: each
// step down but the last leaves 53 bits of room above the subnormal numbers, or
// the result is 0.
func (u *unit) ldexp() ref {
	return u.helper("ldexp.f64", []code.ValType{code.F64, code.I32}, []code.ValType{code.F64}, func(f *fn) {
		const x, y local = 0, 1
		f.get(y)
		f.clampI32(-2200, 2200)
		f.set(y)
		step := func(limit int32, beyond code.Op, by int32, factor float64) {
			f.get(y)
			f.i32(limit)
			f.op(beyond)
			f.block(code.If)
			f.get(x)
			f.float(scalar.F64, factor)
			f.op(code.F64Mul)
			f.set(x)
			f.get(y)
			f.i32(by)
			f.op(code.I32Sub)
			f.set(y)
			f.end()
		}
		for range 2 {
			step(1023, code.I32GtS, 1023, 0x1p1023)
			step(-1022, code.I32LtS, -969, 0x1p-969)
		}
		f.get(x)
		f.get(y)
		f.powerOf2()
		f.op(code.F64Mul)
	})
}

// floatNextafter steps in the order of bit patterns, which is that of magnitudes.
func floatNextafter(f *fn, t scalar.Type, x []value) {
	f.push(x[0], x[1])
	f.call(f.u.nextafter(t))
}

func (u *unit) nextafter(t scalar.Type) ref {
	v := valType(t)
	return u.helper("nextafter."+t.String(), []code.ValType{v, v}, []code.ValType{v}, func(f *fn) {
		bits := t.Unsigned()
		x, y, zero := value{at: 0}, value{at: 1}, value{konst: scalar.Zero(t)}
		when := func(o scalar.Op, p, q value) {
			f.push(p, q)
			f.op(direct[o][classOf(t)])
		}
		at, to := value{at: f.newLocal("bits", valType(bits))}, value{at: f.newLocal("to", valType(bits))}
		step := func(o32, o64 code.Op) {
			f.push(at)
			f.integer(bits, 1)
			f.op(pick(bits, o32, o64))
		}
		floatToBits(f, t, []value{x})
		f.set(at.at)
		// y itself if it is x; from zero the least number with y's sign; else up or
		// down.
		floatToBits(f, t, []value{y})
		floatToBits(f, t, []value{y})
		f.integer(bits, -1<<(t.Bits()-1))
		f.op(pick(bits, code.I32And, code.I64And))
		f.integer(bits, 1)
		f.op(pick(bits, code.I32Or, code.I64Or))
		step(code.I32Add, code.I64Add)
		step(code.I32Sub, code.I64Sub)
		when(scalar.Lt, x, y)
		when(scalar.Gt, x, zero)
		f.op(code.I32Eq)
		f.op(code.Select)
		when(scalar.Eq, x, zero)
		f.op(code.Select)
		when(scalar.Eq, x, y)
		f.op(code.Select)
		f.set(to.at)
		nan, _ := scalar.Constant(t, "nan")
		f.constant(nan)
		floatFromBits(f, t, []value{to})
		f.isNaN(t, x)
		f.isNaN(t, y)
		f.op(code.I32Or)
		f.op(code.Select)
	})
}
