package emit

import (
	"math/bits"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// pick is the one of two instructions that works at t's width.
func pick(t scalar.Type, o32, o64 code.Op) code.Op {
	if t.Size() == 8 {
		return o64
	}
	return o32
}

// integer pushes the constant n in the WebAssembly type that holds t.
func (f *fn) integer(t scalar.Type, n int64) {
	if t.Size() == 8 {
		f.i64(n)
	} else {
		f.i32(int32(n))
	}
}

// binary applies an instruction to two values and normalises.
func (f *fn) binary(t scalar.Type, x, y value, o32, o64 code.Op) {
	f.push(x, y)
	f.op(pick(t, o32, o64))
	f.normalise(t)
}

func intMinMax(keepsFirst scalar.Op) emitter {
	return func(f *fn, t scalar.Type, x []value) {
		f.push(x[0], x[1])
		f.push(x[0], x[1])
		f.op(direct[keepsFirst][classOf(t)])
		f.op(code.Select)
	}
}

func intNeg(f *fn, t scalar.Type, x []value) {
	f.integer(t, 0)
	f.push(x[0])
	f.op(pick(t, code.I32Sub, code.I64Sub))
	f.normalise(t)
}

func intNot(f *fn, t scalar.Type, x []value) {
	f.push(x[0])
	f.integer(t, -1)
	f.op(pick(t, code.I32Xor, code.I64Xor))
	f.normalise(t)
}

// intAbs leaves the lowest integer as it is, because its negation wraps to it.
func intAbs(f *fn, t scalar.Type, x []value) {
	f.push(x[0])
	if t.IsUnsigned() {
		return
	}
	intNeg(f, t, x)
	f.push(x[0])
	f.integer(t, 0)
	f.op(pick(t, code.I32GeS, code.I64GeS))
	f.op(code.Select)
}

// intSgn is (x > 0) − (x < 0).
func intSgn(f *fn, t scalar.Type, x []value) {
	f.push(x[0])
	f.integer(t, 0)
	f.op(direct[scalar.Gt][classOf(t)])
	f.push(x[0])
	f.integer(t, 0)
	f.op(direct[scalar.Lt][classOf(t)])
	f.op(code.I32Sub)
	if t.Size() == 8 {
		f.op(code.I64ExtendI32S)
	}
}

// shiftIn pushes the shift of x by y if y is less than the width, else 0.
func (f *fn) shiftIn(t scalar.Type, x, y value, o32, o64 code.Op) {
	width := int64(t.Bits())
	if n, ok := y.isConst(); ok && uint64(n) < uint64(width) {
		f.binary(t, x, y, o32, o64)
		return
	}
	f.binary(t, x, y, o32, o64)
	f.integer(t, 0)
	f.push(y)
	f.integer(t, width)
	f.op(pick(t, code.I32LtU, code.I64LtU)) // a negative y is large as unsigned
	f.op(code.Select)
}

func intShl(f *fn, t scalar.Type, x []value) {
	f.shiftIn(t, x[0], x[1], code.I32Shl, code.I64Shl)
}

func intLshr(f *fn, t scalar.Type, x []value) {
	if t.IsUnsigned() || t.Size() >= 4 {
		f.shiftIn(t, x[0], x[1], code.I32ShrU, code.I64ShrU)
		return
	}
	u := t.Unsigned()
	f.push(x[0])
	f.normalise(u)
	pattern := f.keep(code.I32)
	f.shiftIn(u, pattern, x[1], code.I32ShrU, code.I64ShrU)
	f.normalise(t)
}

// intShr shifts by at most the holding type's width less 1, which for negative
// numbers leaves −1 as any larger shift would.
func intShr(f *fn, t scalar.Type, x []value) {
	if t.IsUnsigned() {
		intLshr(f, t, x)
		return
	}
	most := int64(31)
	if t.Size() == 8 {
		most = 63
	}
	f.push(x[0])
	if n, ok := x[1].isConst(); ok && 0 <= n && n <= most {
		f.push(x[1])
	} else {
		f.push(x[1])
		f.integer(t, most)
		f.push(x[1])
		f.integer(t, most)
		f.op(pick(t, code.I32LtU, code.I64LtU))
		f.op(code.Select)
	}
	f.op(pick(t, code.I32ShrS, code.I64ShrS))
}

// pattern pushes x's bits, zero-extended.
func (f *fn) pattern(t scalar.Type, x value) {
	f.push(x)
	if t.Size() < 4 {
		f.normalise(t.Unsigned())
	}
}

func intPopc(f *fn, t scalar.Type, x []value) {
	f.pattern(t, x[0])
	f.op(pick(t, code.I32Popcnt, code.I64Popcnt))
	f.narrowCount(t)
}

func intClz(f *fn, t scalar.Type, x []value) {
	f.pattern(t, x[0])
	f.op(pick(t, code.I32Clz, code.I64Clz))
	f.narrowCount(t)
	if spare := 32 - t.Bits(); spare > 0 {
		f.i32(int32(spare))
		f.op(code.I32Sub)
	}
}

func intCtz(f *fn, t scalar.Type, x []value) {
	f.pattern(t, x[0])
	if t.Size() < 4 {
		f.i32(1 << t.Bits()) // where counting stops
		f.op(code.I32Or)
	}
	f.op(pick(t, code.I32Ctz, code.I64Ctz))
	f.narrowCount(t)
}

// narrowCount makes the i32 that counts of bits are.
func (f *fn) narrowCount(t scalar.Type) {
	if t.Size() == 8 {
		f.op(code.I32WrapI64)
	}
}

func intMulHi(f *fn, t scalar.Type, x []value) {
	switch width := t.Bits(); {
	case width == 64:
		f.push(x[0], x[1])
		f.call(f.u.mulHigh(t.IsSigned()))
	case width == 32:
		extend, shift := code.I64ExtendI32U, code.I64ShrU
		if t.IsSigned() {
			extend, shift = code.I64ExtendI32S, code.I64ShrS
		}
		f.push(x[0])
		f.op(extend)
		f.push(x[1])
		f.op(extend)
		f.op(code.I64Mul)
		f.i64(32)
		f.op(shift)
		f.op(code.I32WrapI64)
	default:
		f.push(x[0], x[1])
		f.op(code.I32Mul)
		f.i32(int32(width))
		f.op(orElse(t.IsSigned(), code.I32ShrS, code.I32ShrU))
	}
}

// orElse is yes or no.
func orElse(c bool, yes, no code.Op) code.Op {
	if c {
		return yes
	}
	return no
}

func intMadHi(f *fn, t scalar.Type, x []value) {
	intMulHi(f, t, x)
	f.push(x[2])
	f.op(pick(t, code.I32Add, code.I64Add))
	f.normalise(t)
}

func intMulSat(f *fn, _ scalar.Type, x []value) {
	f.push(x[0], x[1])
	f.call(f.u.mulSat())
}

// intPow computes modulo 2^64, of which the narrower types are quotients.
func intPow(f *fn, t scalar.Type, x []value) {
	f.widen(t, x[0])
	f.widen(t, x[1])
	f.call(f.u.power())
	if t.Size() < 8 {
		f.op(code.I32WrapI64)
		f.normalise(t)
	}
}

// widen pushes x as an i64.
func (f *fn) widen(t scalar.Type, x value) {
	f.push(x)
	if t.Size() < 8 {
		f.op(extension(t))
	}
}

// extension takes the i32 that holds a t to i64.
func extension(t scalar.Type) code.Op {
	if t.IsSigned() {
		return code.I64ExtendI32S
	}
	return code.I64ExtendI32U
}

// powerOfTwo returns the exponent if n is a power of two.
func powerOfTwo(n int64) (int64, bool) {
	return int64(bits.TrailingZeros64(uint64(n))), n > 0 && n&(n-1) == 0
}
