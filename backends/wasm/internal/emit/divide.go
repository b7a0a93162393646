package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Divisions by a variable look at their operands first: those that are not negative need
// no care for signs, and 64-bit ones below 2^32 are divided as 32-bit ones, which takes
// processors half the time or less. What is left of the signed ones are functions of the
// run-time system, at the width of the holding type. Division by zero traps: a program's
// assertions stand before it.

func intQuot(f *fn, t scalar.Type, x []value) {
	n, ok := x[1].isConst()
	switch shift, isPower := powerOfTwo(n); {
	case ok && isPower && t.IsUnsigned():
		f.push(x[0])
		f.integer(t, shift)
		f.op(pick(t, code.I32ShrU, code.I64ShrU))
	case ok && isPower && shift > 0:
		f.towardsZero(t, x[0], n)
		f.integer(t, shift)
		f.op(pick(t, code.I32ShrS, code.I64ShrS))
	case t.IsUnsigned():
		f.ifSmall(t, x, code.I32DivU, func() { f.binary(t, x[0], x[1], code.I32DivU, code.I64DivU) })
	case ok && n != 0 && n != -1:
		f.ifSmall(t, x, code.I32DivU, func() { f.binary(t, x[0], x[1], code.I32DivS, code.I64DivS) })
	default:
		f.ifSmall(t, x, code.I32DivU, func() {
			f.push(x[0], x[1])
			f.call(f.u.quotient(t))
			f.normalise(t)
		})
	}
}

// ifSmall pushes what small, an unsigned operation on i32s, gives for operands that are not
// negative and below 2^32, and what general pushes for others. On types held in i32s only
// divisors that are variables, and signed, make a difference.
func (f *fn) ifSmall(t scalar.Type, x []value, small code.Op, general func()) {
	w := valType(t)
	if _, constant := x[1].isConst(); w == code.I32 && (constant || t.IsUnsigned()) {
		general()
		return
	}
	f.push(x[0], x[1])
	if w == code.I64 {
		f.op(code.I64Or)
		f.i64(32)
		f.op(code.I64ShrU)
		f.op(code.I64Eqz)
	} else {
		f.op(code.I32Or)
		f.i32(0)
		f.op(code.I32GeS)
	}
	f.blockOf(code.If, w)
	for _, v := range x {
		f.push(v)
		if w == code.I64 {
			f.op(code.I32WrapI64)
		}
	}
	f.op(small)
	if w == code.I64 {
		f.op(code.I64ExtendI32U)
	}
	f.op(code.Else)
	general()
	f.end()
}

// towardsZero pushes the signed x, with n − 1 added if it is negative: where n is a
// power of two, what is left of that by clearing its lower bits is x rounded towards
// zero to a multiple of n. It may be no value of a narrow t.
func (f *fn) towardsZero(t scalar.Type, x value, n int64) {
	f.push(x, x)
	f.integer(t, 63)
	f.op(pick(t, code.I32ShrS, code.I64ShrS)) // i32 takes the shift modulo 32
	f.integer(t, n-1)
	f.op(pick(t, code.I32And, code.I64And))
	f.op(pick(t, code.I32Add, code.I64Add))
}

func intRem(f *fn, t scalar.Type, x []value) {
	n, ok := x[1].isConst()
	_, isPower := powerOfTwo(n)
	switch {
	case ok && isPower && t.IsUnsigned():
		f.push(x[0])
		f.integer(t, n-1)
		f.op(pick(t, code.I32And, code.I64And))
	case ok && isPower:
		f.push(x[0])
		f.towardsZero(t, x[0], n)
		f.integer(t, -n)
		f.op(pick(t, code.I32And, code.I64And))
		f.op(pick(t, code.I32Sub, code.I64Sub))
	default:
		f.ifSmall(t, x, code.I32RemU, func() {
			// rem_s is 0 for the lowest integer and −1.
			f.push(x[0], x[1])
			f.op(orElse(t.IsSigned(), pick(t, code.I32RemS, code.I64RemS), pick(t, code.I32RemU, code.I64RemU)))
		})
	}
}

func intDiv(f *fn, t scalar.Type, x []value) {
	n, ok := x[1].isConst()
	switch shift, isPower := powerOfTwo(n); {
	case t.IsUnsigned():
		intQuot(f, t, x)
	case ok && isPower:
		f.push(x[0])
		f.integer(t, shift)
		f.op(pick(t, code.I32ShrS, code.I64ShrS))
	case ok && n > 0:
		f.ifSmall(t, x, code.I32DivU, func() {
			f.push(x[0], x[1])
			f.op(pick(t, code.I32DivS, code.I64DivS))
			f.signOfRemainder(t, x)
			f.op(pick(t, code.I32Add, code.I64Add))
		})
	default:
		f.ifSmall(t, x, code.I32DivU, func() {
			f.push(x[0], x[1])
			f.call(f.u.floorDivision(t))
			f.normalise(t)
		})
	}
}

// signOfRemainder pushes −1 if the truncated remainder is negative, else 0.
func (f *fn) signOfRemainder(t scalar.Type, x []value) {
	f.push(x[0], x[1])
	f.op(pick(t, code.I32RemS, code.I64RemS))
	f.integer(t, 63)
	f.op(pick(t, code.I32ShrS, code.I64ShrS)) // i32 takes the shift modulo 32
}

func intMod(f *fn, t scalar.Type, x []value) {
	n, ok := x[1].isConst()
	switch _, isPower := powerOfTwo(n); {
	case t.IsUnsigned():
		intRem(f, t, x)
	case ok && isPower:
		f.push(x[0])
		f.integer(t, n-1)
		f.op(pick(t, code.I32And, code.I64And))
	default:
		f.ifSmall(t, x, code.I32RemU, func() {
			f.push(x[0], x[1])
			f.call(f.u.floorRemainder(t))
		})
	}
}

// widthName is i32 or i64.
func widthName(t scalar.Type) string { return valType(t).String() }

// quotient divides truncating; the lowest integer by −1 wraps.
func (u *unit) quotient(t scalar.Type) ref {
	w := valType(t)
	return u.helper("quot."+widthName(t), []code.ValType{w, w}, []code.ValType{w}, func(f *fn) {
		f.get(1)
		f.integer(t, -1)
		f.op(pick(t, code.I32Eq, code.I64Eq))
		f.blockOf(code.If, w)
		f.integer(t, 0)
		f.get(0)
		f.op(pick(t, code.I32Sub, code.I64Sub))
		f.op(code.Else)
		f.get(0)
		f.get(1)
		f.op(pick(t, code.I32DivS, code.I64DivS))
		f.end()
	})
}

// floorDivision is quotient − 1 where the remainder is not zero and differs from
// the divisor in sign.
func (u *unit) floorDivision(t scalar.Type) ref {
	w := valType(t)
	quotient := u.quotient(t)
	return u.helper("div."+widthName(t), []code.ValType{w, w}, []code.ValType{w}, func(f *fn) {
		q, r := f.temp(w), f.temp(w)
		f.get(0)
		f.get(1)
		f.call(quotient)
		f.tee(q)
		f.get(0)
		f.get(q)
		f.get(1)
		f.op(pick(t, code.I32Mul, code.I64Mul))
		f.op(pick(t, code.I32Sub, code.I64Sub))
		f.tee(r)
		f.oppositeSign(t, r)
		if w == code.I64 {
			f.op(code.I64ExtendI32U)
		}
		f.op(pick(t, code.I32Sub, code.I64Sub))
	})
}

// oppositeSign pops r, which is also in the local, and pushes whether it is not
// zero and has another sign than the divisor.
func (f *fn) oppositeSign(t scalar.Type, r local) {
	f.integer(t, 0)
	f.op(pick(t, code.I32Ne, code.I64Ne))
	f.get(r)
	f.get(1)
	f.op(pick(t, code.I32Xor, code.I64Xor))
	f.integer(t, 0)
	f.op(pick(t, code.I32LtS, code.I64LtS))
	f.op(code.I32And)
}

// floorRemainder has the sign of the divisor.
func (u *unit) floorRemainder(t scalar.Type) ref {
	w := valType(t)
	return u.helper("mod."+widthName(t), []code.ValType{w, w}, []code.ValType{w}, func(f *fn) {
		r := f.temp(w)
		f.get(0)
		f.get(1)
		f.op(pick(t, code.I32RemS, code.I64RemS))
		f.set(r)
		f.get(1)
		f.integer(t, 0)
		f.get(r)
		f.oppositeSign(t, r)
		f.op(code.Select)
		f.get(r)
		f.op(pick(t, code.I32Add, code.I64Add))
	})
}

// mulHigh is the upper half of the product of two i64, from four products of
// halves. As unsigned numbers, negative operands are 2^64 too large.
func (u *unit) mulHigh(signed bool) ref {
	name := "mul_hi.u64"
	if signed {
		name = "mul_hi.i64"
	}
	two := []code.ValType{code.I64, code.I64}
	if signed {
		plain := u.mulHigh(false)
		return u.helper(name, two, two[:1], func(f *fn) {
			f.get(0)
			f.get(1)
			f.call(plain)
			for x := local(0); x < 2; x++ {
				f.get(x)
				f.i64(63)
				f.op(code.I64ShrS)
				f.get(1 - x)
				f.op(code.I64And)
				f.op(code.I64Sub)
			}
		})
	}
	return u.helper(name, two, two[:1], func(f *fn) {
		low := func(l local) { f.get(l); f.i64(1<<32 - 1); f.op(code.I64And) }
		high := func(l local) { f.get(l); f.i64(32); f.op(code.I64ShrU) }
		mid, mid2 := f.temp(code.I64), f.temp(code.I64)
		// mid = hi(x)·lo(y) + (lo(x)·lo(y) >> 32), which cannot overflow.
		high(0)
		low(1)
		f.op(code.I64Mul)
		low(0)
		low(1)
		f.op(code.I64Mul)
		f.i64(32)
		f.op(code.I64ShrU)
		f.op(code.I64Add)
		f.set(mid)
		// mid2 = lo(x)·hi(y) + lo(mid)
		low(0)
		high(1)
		f.op(code.I64Mul)
		low(mid)
		f.op(code.I64Add)
		f.set(mid2)
		high(0)
		high(1)
		f.op(code.I64Mul)
		high(mid)
		f.op(code.I64Add)
		high(mid2)
		f.op(code.I64Add)
	})
}

// mulSat multiplies sizes: negative ones count as 0, and a product that is too
// large becomes the highest i64.
func (u *unit) mulSat() ref {
	high := u.mulHigh(false)
	return u.helper("mulsat", []code.ValType{code.I64, code.I64}, []code.ValType{code.I64}, func(f *fn) {
		for x := local(0); x < 2; x++ {
			f.i64(0)
			f.get(x)
			f.get(x)
			f.i64(0)
			f.op(code.I64LtS)
			f.op(code.Select)
			f.set(x)
		}
		f.get(0)
		f.get(1)
		f.op(code.I64Mul)
		f.i64(1<<63 - 1)
		f.get(0)
		f.get(1)
		f.call(high)
		f.get(0)
		f.get(1)
		f.op(code.I64Mul)
		f.i64(63)
		f.op(code.I64ShrU)
		f.op(code.I64Or)
		f.op(code.I64Eqz)
		f.op(code.Select)
	})
}

// power squares and multiplies.
func (u *unit) power() ref {
	return u.helper("pow.i64", []code.ValType{code.I64, code.I64}, []code.ValType{code.I64}, func(f *fn) {
		r := f.temp(code.I64)
		f.i64(1)
		f.set(r)
		f.block(code.Block)
		f.block(code.Loop)
		f.get(1)
		f.op(code.I64Eqz)
		f.put(code.BrIf, 1)
		f.get(r)
		f.get(0)
		f.op(code.I64Mul)
		f.get(r)
		f.get(1)
		f.op(code.I32WrapI64)
		f.i32(1)
		f.op(code.I32And)
		f.op(code.Select)
		f.set(r)
		f.get(0)
		f.get(0)
		f.op(code.I64Mul)
		f.set(0)
		f.get(1)
		f.i64(1)
		f.op(code.I64ShrU)
		f.set(1)
		f.put(code.Br, 0)
		f.end()
		f.end()
		f.get(r)
	})
}
