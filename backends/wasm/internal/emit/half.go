package emit

import (
	"math"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// roundHalf rounds an f64 to the nearest binary16, ties to even, as an f32.
//
// Adding and subtracting 1.5·2^(e−10+52), where e is x's exponent or −14 if that
// is greater, rounds x to a multiple of 2^(e−10), a unit in the last place of
// its binary16.
func (u *unit) roundHalf() ref {
	return u.helper("round.f16", []code.ValType{code.F64}, []code.ValType{code.F32}, func(f *fn) {
		const (
			bias    = 1023
			least   = bias - 14
			most    = bias + 16 // more is infinite however it is rounded
			largest = 65504
		)
		e, magic, r := f.temp(code.I64), f.newLocal("magic", code.F64), f.newLocal("r", code.F64)
		// e = min(max(exponent field, least), most)
		f.get(0)
		f.op(code.I64ReinterpretF64)
		f.i64(52)
		f.op(code.I64ShrU)
		f.i64(0x7ff)
		f.op(code.I64And)
		f.tee(e)
		f.i64(least)
		f.get(e)
		f.i64(least)
		f.op(code.I64GtS)
		f.op(code.Select)
		f.tee(e)
		f.i64(most)
		f.get(e)
		f.i64(most)
		f.op(code.I64LtS)
		f.op(code.Select)
		// magic has exponent e − 10 + 52 and the fraction .5
		f.i64(52 - 10)
		f.op(code.I64Add)
		f.i64(52)
		f.op(code.I64Shl)
		f.i64(1 << 51)
		f.op(code.I64Or)
		f.op(code.F64ReinterpretI64)
		f.set(magic)
		f.get(0)
		f.get(magic)
		f.op(code.F64Add)
		f.get(magic)
		f.op(code.F64Sub)
		f.op(code.F64Abs)
		f.set(r)
		// infinite beyond the largest; the sign is x's, also of zeros
		f.put(code.F64Const, math.Float64bits(math.Inf(1)))
		f.get(r)
		f.get(r)
		f.put(code.F64Const, math.Float64bits(largest))
		f.op(code.F64Gt)
		f.op(code.Select)
		f.get(0)
		f.op(code.F64Copysign)
		f.op(code.F32DemoteF64)
	})
}

// The exponents of a binary16 and of the binary32 that has the same bits from
// bit 13 on differ by a factor of 2^112, subnormals included.
const halfScale = 112

// halfBits is the bit pattern of an f16 held as f32; NaN is canonical.
func (u *unit) halfBits() ref {
	return u.helper("bits.f16", []code.ValType{code.F32}, []code.ValType{code.I32}, func(f *fn) {
		abs := f.temp(code.F32)
		f.get(0)
		f.op(code.F32Abs)
		f.tee(abs)
		f.float(scalar.F32, math.Inf(1))
		f.op(code.F32Lt)
		f.blockOf(code.If, code.I32)
		f.get(abs)
		f.float(scalar.F32, math.Ldexp(1, -halfScale))
		f.op(code.F32Mul)
		f.op(code.I32ReinterpretF32)
		f.i32(13)
		f.op(code.I32ShrU)
		f.halfSign()
		f.op(code.Else)
		f.get(abs)
		f.get(abs)
		f.op(code.F32Ne)
		f.blockOf(code.If, code.I32)
		f.i32(0x7e00)
		f.op(code.Else)
		f.i32(0x7c00)
		f.halfSign()
		f.end()
		f.end()
	})
}

// halfSign puts the sign of parameter 0 into the bit pattern on the stack.
func (f *fn) halfSign() {
	f.get(0)
	f.op(code.I32ReinterpretF32)
	f.i32(16)
	f.op(code.I32ShrU)
	f.i32(0x8000)
	f.op(code.I32And)
	f.op(code.I32Or)
}

// halfFromBits is the number with a binary16's bit pattern.
func (u *unit) halfFromBits() ref {
	return u.helper("from_bits.f16", []code.ValType{code.I32}, []code.ValType{code.F32}, func(f *fn) {
		shifted := func() {
			f.get(0)
			f.i32(0x7fff)
			f.op(code.I32And)
			f.i32(13)
			f.op(code.I32Shl)
		}
		f.get(0)
		f.i32(0x7c00)
		f.op(code.I32And)
		f.i32(0x7c00)
		f.op(code.I32Eq)
		f.blockOf(code.If, code.F32)
		shifted() // infinity or NaN: all ones in the exponent
		f.i32(0x7f800000)
		f.op(code.I32Or)
		f.op(code.F32ReinterpretI32)
		f.op(code.Else)
		shifted()
		f.op(code.F32ReinterpretI32)
		f.float(scalar.F32, math.Ldexp(1, halfScale))
		f.op(code.F32Mul)
		f.end()
		f.get(0)
		f.i32(16)
		f.op(code.I32Shl)
		f.op(code.F32ReinterpretI32)
		f.op(code.F32Copysign)
	})
}
