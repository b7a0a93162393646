package assemble

import (
	"math/bits"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Pick is the one of two instructions that works at t's width.
func Pick(t scalar.Type, o32, o64 code.Op) code.Op {
	if t.Size() == 8 {
		return o64
	}
	return o32
}

// Integer pushes the constant n in the WebAssembly type that holds t.
func (f *Writer) Integer(t scalar.Type, n int64) {
	if t.Size() == 8 {
		f.I64(n)
	} else {
		f.I32(int32(n))
	}
}

// binary applies an instruction to two values and normalises.
func (f *Writer) binary(t scalar.Type, x, y Value, o32, o64 code.Op) {
	f.Push(x, y)
	f.Op(Pick(t, o32, o64))
	f.Normalise(t)
}

func intMinMax(keepsFirst scalar.Op) emitter {
	return func(f *Writer, t scalar.Type, x []Value) {
		f.Push(x[0], x[1])
		f.Push(x[0], x[1])
		f.Op(Direct[keepsFirst][ClassOf(t)])
		f.Op(code.Select)
	}
}

func intNeg(f *Writer, t scalar.Type, x []Value) {
	f.Integer(t, 0)
	f.Push(x[0])
	f.Op(Pick(t, code.I32Sub, code.I64Sub))
	f.Normalise(t)
}

func intNot(f *Writer, t scalar.Type, x []Value) {
	f.Push(x[0])
	f.Integer(t, -1)
	f.Op(Pick(t, code.I32Xor, code.I64Xor))
	f.Normalise(t)
}

// intAbs leaves the lowest integer as it is, because its negation wraps to it.
func intAbs(f *Writer, t scalar.Type, x []Value) {
	f.Push(x[0])
	if t.IsUnsigned() {
		return
	}
	intNeg(f, t, x)
	f.Push(x[0])
	f.Integer(t, 0)
	f.Op(Pick(t, code.I32GeS, code.I64GeS))
	f.Op(code.Select)
}

// intSgn is (x > 0) − (x < 0).
func intSgn(f *Writer, t scalar.Type, x []Value) {
	f.Push(x[0])
	f.Integer(t, 0)
	f.Op(Direct[scalar.Gt][ClassOf(t)])
	f.Push(x[0])
	f.Integer(t, 0)
	f.Op(Direct[scalar.Lt][ClassOf(t)])
	f.Op(code.I32Sub)
	if t.Size() == 8 {
		f.Op(code.I64ExtendI32S)
	}
}

// shiftIn pushes the shift of x by y if y is less than the width, else 0.
func (f *Writer) shiftIn(t scalar.Type, x, y Value, o32, o64 code.Op) {
	width := int64(t.Bits())
	if n, ok := y.IsConst(); ok && uint64(n) < uint64(width) {
		f.binary(t, x, y, o32, o64)
		return
	}
	f.binary(t, x, y, o32, o64)
	f.Integer(t, 0)
	f.Push(y)
	f.Integer(t, width)
	f.Op(Pick(t, code.I32LtU, code.I64LtU)) // a negative y is large as unsigned
	f.Op(code.Select)
}

func intShl(f *Writer, t scalar.Type, x []Value) {
	f.shiftIn(t, x[0], x[1], code.I32Shl, code.I64Shl)
}

func intLshr(f *Writer, t scalar.Type, x []Value) {
	if t.IsUnsigned() || t.Size() >= 4 {
		f.shiftIn(t, x[0], x[1], code.I32ShrU, code.I64ShrU)
		return
	}
	u := t.Unsigned()
	f.Push(x[0])
	f.Normalise(u)
	pattern := f.Keep(code.I32)
	f.shiftIn(u, pattern, x[1], code.I32ShrU, code.I64ShrU)
	f.Normalise(t)
}

// intShr shifts by at most the holding type's width less 1, which for negative
// numbers leaves −1 as any larger shift would.
func intShr(f *Writer, t scalar.Type, x []Value) {
	if t.IsUnsigned() {
		intLshr(f, t, x)
		return
	}
	most := int64(31)
	if t.Size() == 8 {
		most = 63
	}
	f.Push(x[0])
	if n, ok := x[1].IsConst(); ok && 0 <= n && n <= most {
		f.Push(x[1])
	} else {
		f.Push(x[1])
		f.Integer(t, most)
		f.Push(x[1])
		f.Integer(t, most)
		f.Op(Pick(t, code.I32LtU, code.I64LtU))
		f.Op(code.Select)
	}
	f.Op(Pick(t, code.I32ShrS, code.I64ShrS))
}

// pattern pushes x's bits, zero-extended.
func (f *Writer) pattern(t scalar.Type, x Value) {
	f.Push(x)
	if t.Size() < 4 {
		f.Normalise(t.Unsigned())
	}
}

func intPopc(f *Writer, t scalar.Type, x []Value) {
	f.pattern(t, x[0])
	f.Op(Pick(t, code.I32Popcnt, code.I64Popcnt))
	f.narrowCount(t)
}

func intClz(f *Writer, t scalar.Type, x []Value) {
	f.pattern(t, x[0])
	f.Op(Pick(t, code.I32Clz, code.I64Clz))
	f.narrowCount(t)
	if spare := 32 - t.Bits(); spare > 0 {
		f.I32(int32(spare))
		f.Op(code.I32Sub)
	}
}

func intCtz(f *Writer, t scalar.Type, x []Value) {
	f.pattern(t, x[0])
	if t.Size() < 4 {
		f.I32(1 << t.Bits()) // where counting stops
		f.Op(code.I32Or)
	}
	f.Op(Pick(t, code.I32Ctz, code.I64Ctz))
	f.narrowCount(t)
}

// narrowCount makes the i32 that counts of bits are.
func (f *Writer) narrowCount(t scalar.Type) {
	if t.Size() == 8 {
		f.Op(code.I32WrapI64)
	}
}

func intMulHi(f *Writer, t scalar.Type, x []Value) {
	switch width := t.Bits(); {
	case width == 64:
		f.Push(x[0], x[1])
		f.Call(f.m.mulHigh(t.IsSigned()))
	case width == 32:
		extend, shift := code.I64ExtendI32U, code.I64ShrU
		if t.IsSigned() {
			extend, shift = code.I64ExtendI32S, code.I64ShrS
		}
		f.Push(x[0])
		f.Op(extend)
		f.Push(x[1])
		f.Op(extend)
		f.Op(code.I64Mul)
		f.I64(32)
		f.Op(shift)
		f.Op(code.I32WrapI64)
	default:
		f.Push(x[0], x[1])
		f.Op(code.I32Mul)
		f.I32(int32(width))
		f.Op(orElse(t.IsSigned(), code.I32ShrS, code.I32ShrU))
	}
}

// orElse is yes or no.
func orElse(c bool, yes, no code.Op) code.Op {
	if c {
		return yes
	}
	return no
}

func intMadHi(f *Writer, t scalar.Type, x []Value) {
	intMulHi(f, t, x)
	f.Push(x[2])
	f.Op(Pick(t, code.I32Add, code.I64Add))
	f.Normalise(t)
}

func intMulSat(f *Writer, _ scalar.Type, x []Value) {
	f.Push(x[0], x[1])
	f.Call(f.m.MulSat())
}

// intPow computes modulo 2^64, of which the narrower types are quotients.
func intPow(f *Writer, t scalar.Type, x []Value) {
	f.widen(t, x[0])
	f.widen(t, x[1])
	f.Call(f.m.power())
	if t.Size() < 8 {
		f.Op(code.I32WrapI64)
		f.Normalise(t)
	}
}

// widen pushes x as an i64.
func (f *Writer) widen(t scalar.Type, x Value) {
	f.Push(x)
	if t.Size() < 8 {
		f.Op(extension(t))
	}
}

// extension takes the i32 that holds a t to i64.
func extension(t scalar.Type) code.Op {
	if t.IsSigned() {
		return code.I64ExtendI32S
	}
	return code.I64ExtendI32U
}

// PowerOfTwo returns the exponent if n is a power of two.
func PowerOfTwo(n int64) (int64, bool) {
	return int64(bits.TrailingZeros64(uint64(n))), n > 0 && n&(n-1) == 0
}
