package assemble

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Divisions by a variable look at their operands first: those that are not negative need
// no care for signs, and 64-bit ones below 2^32 are divided as 32-bit ones, which takes
// processors half the time or less. What is left of the signed ones are functions of the
// run-time system, at the width of the holding type. Division by zero traps: a program's
// assertions stand before it. Divisions of i64s by constants are in reciprocal.go.

func intQuot(f *Writer, t scalar.Type, x []Value) {
	n, ok := x[1].IsConst()
	switch shift, isPower := PowerOfTwo(n); {
	case ok && isPower && t.IsUnsigned():
		f.Push(x[0])
		f.Integer(t, shift)
		f.Op(Pick(t, code.I32ShrU, code.I64ShrU))
	case ok && isPower && shift > 0:
		f.towardsZero(t, x[0], n)
		f.Integer(t, shift)
		f.Op(Pick(t, code.I32ShrS, code.I64ShrS))
	case ok && byConstant(t, n):
		f.quotientBy(scalar.Quot, x[0], n)
	case t.IsUnsigned():
		f.ifSmall(t, x, code.I32DivU, func() { f.binary(t, x[0], x[1], code.I32DivU, code.I64DivU) })
	case ok && n != 0 && n != -1:
		f.ifSmall(t, x, code.I32DivU, func() { f.binary(t, x[0], x[1], code.I32DivS, code.I64DivS) })
	default:
		f.ifSmall(t, x, code.I32DivU, func() {
			f.Push(x[0], x[1])
			f.Call(f.m.quotient(t))
			f.Normalise(t)
		})
	}
}

// ifSmall pushes what small, an unsigned operation on i32s, gives for operands that are not
// negative and below 2^32, and what general pushes for others. On types held in i32s only
// divisors that are variables, and signed, make a difference.
func (f *Writer) ifSmall(t scalar.Type, x []Value, small code.Op, general func()) {
	w := ValType(t)
	if _, constant := x[1].IsConst(); w == code.I32 && (constant || t.IsUnsigned()) {
		general()
		return
	}
	f.Push(x[0], x[1])
	if w == code.I64 {
		f.Op(code.I64Or)
		f.I64(32)
		f.Op(code.I64ShrU)
		f.Op(code.I64Eqz)
	} else {
		f.Op(code.I32Or)
		f.I32(0)
		f.Op(code.I32GeS)
	}
	f.blockOf(code.If, w)
	for _, v := range x {
		f.Push(v)
		if w == code.I64 {
			f.Op(code.I32WrapI64)
		}
	}
	f.Op(small)
	if w == code.I64 {
		f.Op(code.I64ExtendI32U)
	}
	f.Op(code.Else)
	general()
	f.End()
}

// towardsZero pushes the signed x, with n − 1 added if it is negative: where n is a
// power of two, what is left of that by clearing its lower bits is x rounded towards
// zero to a multiple of n. It may be no value of a narrow t.
func (f *Writer) towardsZero(t scalar.Type, x Value, n int64) {
	f.Push(x, x)
	f.Integer(t, 63)
	f.Op(Pick(t, code.I32ShrS, code.I64ShrS)) // i32 takes the shift modulo 32
	f.Integer(t, n-1)
	f.Op(Pick(t, code.I32And, code.I64And))
	f.Op(Pick(t, code.I32Add, code.I64Add))
}

func intRem(f *Writer, t scalar.Type, x []Value) {
	n, ok := x[1].IsConst()
	_, isPower := PowerOfTwo(n)
	switch {
	case ok && isPower && t.IsUnsigned():
		f.Push(x[0])
		f.Integer(t, n-1)
		f.Op(Pick(t, code.I32And, code.I64And))
	case ok && isPower:
		f.Push(x[0])
		f.towardsZero(t, x[0], n)
		f.Integer(t, -n)
		f.Op(Pick(t, code.I32And, code.I64And))
		f.Op(Pick(t, code.I32Sub, code.I64Sub))
	case ok && byConstant(t, n):
		f.remainderBy(scalar.Rem, x[0], n)
	default:
		f.ifSmall(t, x, code.I32RemU, func() {
			// rem_s is 0 for the lowest integer and −1.
			f.Push(x[0], x[1])
			f.Op(orElse(t.IsSigned(), Pick(t, code.I32RemS, code.I64RemS), Pick(t, code.I32RemU, code.I64RemU)))
		})
	}
}

func intDiv(f *Writer, t scalar.Type, x []Value) {
	n, ok := x[1].IsConst()
	switch shift, isPower := PowerOfTwo(n); {
	case t.IsUnsigned():
		intQuot(f, t, x)
	case ok && isPower:
		f.Push(x[0])
		f.Integer(t, shift)
		f.Op(Pick(t, code.I32ShrS, code.I64ShrS))
	case ok && byConstant(t, n):
		f.quotientBy(scalar.Div, x[0], n)
	case ok && n > 0:
		f.ifSmall(t, x, code.I32DivU, func() {
			f.Push(x[0], x[1])
			f.Op(Pick(t, code.I32DivS, code.I64DivS))
			f.signOfRemainder(t, x)
			f.Op(Pick(t, code.I32Add, code.I64Add))
		})
	default:
		f.ifSmall(t, x, code.I32DivU, func() {
			f.Push(x[0], x[1])
			f.Call(f.m.floorDivision(t))
			f.Normalise(t)
		})
	}
}

// signOfRemainder pushes −1 if the truncated remainder is negative, else 0.
func (f *Writer) signOfRemainder(t scalar.Type, x []Value) {
	f.Push(x[0], x[1])
	f.Op(Pick(t, code.I32RemS, code.I64RemS))
	f.Integer(t, 63)
	f.Op(Pick(t, code.I32ShrS, code.I64ShrS)) // i32 takes the shift modulo 32
}

func intMod(f *Writer, t scalar.Type, x []Value) {
	n, ok := x[1].IsConst()
	switch _, isPower := PowerOfTwo(n); {
	case t.IsUnsigned():
		intRem(f, t, x)
	case ok && isPower:
		f.Push(x[0])
		f.Integer(t, n-1)
		f.Op(Pick(t, code.I32And, code.I64And))
	case ok && byConstant(t, n):
		f.remainderBy(scalar.Mod, x[0], n)
	default:
		f.ifSmall(t, x, code.I32RemU, func() {
			f.Push(x[0], x[1])
			f.Call(f.m.floorRemainder(t))
		})
	}
}

// widthName is i32 or i64.
func widthName(t scalar.Type) string { return ValType(t).String() }

// quotient divides truncating; the lowest integer by −1 wraps.
func (m *Module) quotient(t scalar.Type) Ref {
	w := ValType(t)
	return m.helper("quot."+widthName(t), []code.ValType{w, w}, []code.ValType{w}, func(f *Writer) {
		f.Get(1)
		f.Integer(t, -1)
		f.Op(Pick(t, code.I32Eq, code.I64Eq))
		f.blockOf(code.If, w)
		f.Integer(t, 0)
		f.Get(0)
		f.Op(Pick(t, code.I32Sub, code.I64Sub))
		f.Op(code.Else)
		f.Get(0)
		f.Get(1)
		f.Op(Pick(t, code.I32DivS, code.I64DivS))
		f.End()
	})
}

// floorDivision is quotient − 1 where the remainder is not zero and differs from
// the divisor in sign.
func (m *Module) floorDivision(t scalar.Type) Ref {
	w := ValType(t)
	quotient := m.quotient(t)
	return m.helper("div."+widthName(t), []code.ValType{w, w}, []code.ValType{w}, func(f *Writer) {
		q, r := f.Temp(w), f.Temp(w)
		f.Get(0)
		f.Get(1)
		f.Call(quotient)
		f.Tee(q)
		f.Get(0)
		f.Get(q)
		f.Get(1)
		f.Op(Pick(t, code.I32Mul, code.I64Mul))
		f.Op(Pick(t, code.I32Sub, code.I64Sub))
		f.Tee(r)
		f.oppositeSign(t, r)
		if w == code.I64 {
			f.Op(code.I64ExtendI32U)
		}
		f.Op(Pick(t, code.I32Sub, code.I64Sub))
	})
}

// oppositeSign pops r, which is also in the local, and pushes whether it is not
// zero and has another sign than the divisor.
func (f *Writer) oppositeSign(t scalar.Type, r Local) {
	f.Integer(t, 0)
	f.Op(Pick(t, code.I32Ne, code.I64Ne))
	f.Get(r)
	f.Get(1)
	f.Op(Pick(t, code.I32Xor, code.I64Xor))
	f.Integer(t, 0)
	f.Op(Pick(t, code.I32LtS, code.I64LtS))
	f.Op(code.I32And)
}

// floorRemainder has the sign of the divisor.
func (m *Module) floorRemainder(t scalar.Type) Ref {
	w := ValType(t)
	return m.helper("mod."+widthName(t), []code.ValType{w, w}, []code.ValType{w}, func(f *Writer) {
		r := f.Temp(w)
		f.Get(0)
		f.Get(1)
		f.Op(Pick(t, code.I32RemS, code.I64RemS))
		f.Set(r)
		f.Get(1)
		f.Integer(t, 0)
		f.Get(r)
		f.oppositeSign(t, r)
		f.Op(code.Select)
		f.Get(r)
		f.Op(Pick(t, code.I32Add, code.I64Add))
	})
}

// mulHigh is the upper half of the product of two i64, from four products of
// halves. As unsigned numbers, negative operands are 2^64 too large.
func (m *Module) mulHigh(signed bool) Ref {
	name := "mul_hi.u64"
	if signed {
		name = "mul_hi.i64"
	}
	two := []code.ValType{code.I64, code.I64}
	if signed {
		plain := m.mulHigh(false)
		return m.helper(name, two, two[:1], func(f *Writer) {
			f.Get(0)
			f.Get(1)
			f.Call(plain)
			for x := Local(0); x < 2; x++ {
				f.Get(x)
				f.I64(63)
				f.Op(code.I64ShrS)
				f.Get(1 - x)
				f.Op(code.I64And)
				f.Op(code.I64Sub)
			}
		})
	}
	return m.helper(name, two, two[:1], func(f *Writer) {
		low := func(l Local) { f.Get(l); f.I64(1<<32 - 1); f.Op(code.I64And) }
		high := func(l Local) { f.Get(l); f.I64(32); f.Op(code.I64ShrU) }
		mid, mid2 := f.Temp(code.I64), f.Temp(code.I64)
		// mid = hi(x)·lo(y) + (lo(x)·lo(y) >> 32), which cannot overflow.
		high(0)
		low(1)
		f.Op(code.I64Mul)
		low(0)
		low(1)
		f.Op(code.I64Mul)
		f.I64(32)
		f.Op(code.I64ShrU)
		f.Op(code.I64Add)
		f.Set(mid)
		// mid2 = lo(x)·hi(y) + lo(mid)
		low(0)
		high(1)
		f.Op(code.I64Mul)
		low(mid)
		f.Op(code.I64Add)
		f.Set(mid2)
		high(0)
		high(1)
		f.Op(code.I64Mul)
		high(mid)
		f.Op(code.I64Add)
		high(mid2)
		f.Op(code.I64Add)
	})
}

// MulSat multiplies sizes: negative ones count as 0, and a product that is too
// large becomes the highest i64.
func (m *Module) MulSat() Ref {
	high := m.mulHigh(false)
	return m.helper("mulsat", []code.ValType{code.I64, code.I64}, []code.ValType{code.I64}, func(f *Writer) {
		for x := Local(0); x < 2; x++ {
			f.I64(0)
			f.Get(x)
			f.Get(x)
			f.I64(0)
			f.Op(code.I64LtS)
			f.Op(code.Select)
			f.Set(x)
		}
		f.Get(0)
		f.Get(1)
		f.Op(code.I64Mul)
		f.I64(1<<63 - 1)
		f.Get(0)
		f.Get(1)
		f.Call(high)
		f.Get(0)
		f.Get(1)
		f.Op(code.I64Mul)
		f.I64(63)
		f.Op(code.I64ShrU)
		f.Op(code.I64Or)
		f.Op(code.I64Eqz)
		f.Op(code.Select)
	})
}

// power squares and multiplies.
func (m *Module) power() Ref {
	return m.helper("pow.i64", []code.ValType{code.I64, code.I64}, []code.ValType{code.I64}, func(f *Writer) {
		r := f.Temp(code.I64)
		f.I64(1)
		f.Set(r)
		f.Block(code.Block)
		f.Block(code.Loop)
		f.Get(1)
		f.Op(code.I64Eqz)
		f.Put(code.BrIf, 1)
		f.Get(r)
		f.Get(0)
		f.Op(code.I64Mul)
		f.Get(r)
		f.Get(1)
		f.Op(code.I32WrapI64)
		f.I32(1)
		f.Op(code.I32And)
		f.Op(code.Select)
		f.Set(r)
		f.Get(0)
		f.Get(0)
		f.Op(code.I64Mul)
		f.Set(0)
		f.Get(1)
		f.I64(1)
		f.Op(code.I64ShrU)
		f.Set(1)
		f.Put(code.Br, 0)
		f.End()
		f.End()
		f.Get(r)
	})
}
