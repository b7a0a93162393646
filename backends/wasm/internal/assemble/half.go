package assemble

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
func (m *Module) roundHalf() Ref {
	return m.helper("round.f16", []code.ValType{code.F64}, []code.ValType{code.F32}, func(f *Writer) {
		const (
			bias    = 1023
			least   = bias - 14
			most    = bias + 16 // more is infinite however it is rounded
			largest = 65504
		)
		e, magic, r := f.Temp(code.I64), f.NewLocal("magic", code.F64), f.NewLocal("r", code.F64)
		// e = min(max(exponent field, least), most)
		f.Get(0)
		f.Op(code.I64ReinterpretF64)
		f.I64(52)
		f.Op(code.I64ShrU)
		f.I64(0x7ff)
		f.Op(code.I64And)
		f.Tee(e)
		f.I64(least)
		f.Get(e)
		f.I64(least)
		f.Op(code.I64GtS)
		f.Op(code.Select)
		f.Tee(e)
		f.I64(most)
		f.Get(e)
		f.I64(most)
		f.Op(code.I64LtS)
		f.Op(code.Select)
		// magic has exponent e − 10 + 52 and the fraction .5
		f.I64(52 - 10)
		f.Op(code.I64Add)
		f.I64(52)
		f.Op(code.I64Shl)
		f.I64(1 << 51)
		f.Op(code.I64Or)
		f.Op(code.F64ReinterpretI64)
		f.Set(magic)
		f.Get(0)
		f.Get(magic)
		f.Op(code.F64Add)
		f.Get(magic)
		f.Op(code.F64Sub)
		f.Op(code.F64Abs)
		f.Set(r)
		// infinite beyond the largest; the sign is x's, also of zeros
		f.Put(code.F64Const, math.Float64bits(math.Inf(1)))
		f.Get(r)
		f.Get(r)
		f.Put(code.F64Const, math.Float64bits(largest))
		f.Op(code.F64Gt)
		f.Op(code.Select)
		f.Get(0)
		f.Op(code.F64Copysign)
		f.Op(code.F32DemoteF64)
	})
}

// The exponents of a binary16 and of the binary32 that has the same bits from
// bit 13 on differ by a factor of 2^112, subnormals included.
const halfScale = 112

// HalfBits is the bit pattern of an f16 held as f32; NaN is canonical.
func (m *Module) HalfBits() Ref {
	return m.helper("bits.f16", []code.ValType{code.F32}, []code.ValType{code.I32}, func(f *Writer) {
		abs := f.Temp(code.F32)
		f.Get(0)
		f.Op(code.F32Abs)
		f.Tee(abs)
		f.float(scalar.F32, math.Inf(1))
		f.Op(code.F32Lt)
		f.blockOf(code.If, code.I32)
		f.Get(abs)
		f.float(scalar.F32, math.Ldexp(1, -halfScale))
		f.Op(code.F32Mul)
		f.Op(code.I32ReinterpretF32)
		f.I32(13)
		f.Op(code.I32ShrU)
		f.halfSign()
		f.Op(code.Else)
		f.Get(abs)
		f.Get(abs)
		f.Op(code.F32Ne)
		f.blockOf(code.If, code.I32)
		f.I32(0x7e00)
		f.Op(code.Else)
		f.I32(0x7c00)
		f.halfSign()
		f.End()
		f.End()
	})
}

// halfSign puts the sign of parameter 0 into the bit pattern on the stack.
func (f *Writer) halfSign() {
	f.Get(0)
	f.Op(code.I32ReinterpretF32)
	f.I32(16)
	f.Op(code.I32ShrU)
	f.I32(0x8000)
	f.Op(code.I32And)
	f.Op(code.I32Or)
}

// HalfFromBits is the number with a binary16's bit pattern.
func (m *Module) HalfFromBits() Ref {
	return m.helper("from_bits.f16", []code.ValType{code.I32}, []code.ValType{code.F32}, func(f *Writer) {
		shifted := func() {
			f.Get(0)
			f.I32(0x7fff)
			f.Op(code.I32And)
			f.I32(13)
			f.Op(code.I32Shl)
		}
		f.Get(0)
		f.I32(0x7c00)
		f.Op(code.I32And)
		f.I32(0x7c00)
		f.Op(code.I32Eq)
		f.blockOf(code.If, code.F32)
		shifted() // infinity or NaN: all ones in the exponent
		f.I32(0x7f800000)
		f.Op(code.I32Or)
		f.Op(code.F32ReinterpretI32)
		f.Op(code.Else)
		shifted()
		f.Op(code.F32ReinterpretI32)
		f.float(scalar.F32, math.Ldexp(1, halfScale))
		f.Op(code.F32Mul)
		f.End()
		f.Get(0)
		f.I32(16)
		f.Op(code.I32Shl)
		f.Op(code.F32ReinterpretI32)
		f.Op(code.F32Copysign)
	})
}
