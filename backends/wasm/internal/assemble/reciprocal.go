package assemble

import (
	"math"
	"math/bits"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// The engine divides by constants as by variables. So quotients of i64s by constants are products by
// the reciprocal: of dividends below 2^31 in one multiplication, of those below 2^51 in one of floats, of
// others by the upper half of a product of 128 bits.

// smallBits is how many bits a dividend has whose product by a reciprocal fits an i64, floatBits one whose
// product by an f64 is near enough.
const smallBits, floatBits = 31, 51

// reciprocal returns a fraction factor / 2^shift with which numbers up to 2^width can be divided by n,
// which is no power of two: floor(x · factor / 2^shift) is floor(x / n). With e = factor·n − 2^shift,
// at most n, the product exceeds x / n by x·e / (n·2^shift). That is below 1 / n, as n is below
// 2^(shift−width) (Granlund, Montgomery: Division by invariant integers using multiplication, PLDI 1994).
func reciprocal(n uint64, width int) (factor uint64, shift int) {
	shift = width + bits.Len64(n)
	if shift < 64 {
		return 1<<shift/n + 1, shift
	}
	whole, _ := bits.Div64(1<<(shift-64), 0, n)
	return whole + 1, shift
}

// byConstant reports whether quotients of a t by n are products.
func byConstant(t scalar.Type, n int64) bool {
	_, isPower := PowerOfTwo(n)
	return t == scalar.I64 && n > 2 && n <= 1<<smallBits && !isPower
}

// quotientBy pushes x / n, rounded as op does, which is Quot or Div.
func (f *Writer) quotientBy(op scalar.Op, x Value, n int64) {
	f.ifSmallBits(x, func() { f.smallQuotient(x, n) }, func() {
		f.ifFloatBits(op == scalar.Div, x, func() {
			f.Scope(func() {
				q, r := f.nearest(x, n)
				f.Get(q)
				f.Get(r)
				f.I64(63)
				f.Op(code.I64ShrS)
				f.Op(code.I64Add)
			})
		}, func() { f.wideQuotient(op, x, n) })
	})
}

// remainderBy pushes what op, which is Rem or Mod, leaves of x.
func (f *Writer) remainderBy(op scalar.Op, x Value, n int64) {
	quotient := scalar.Quot
	if op == scalar.Mod {
		quotient = scalar.Div
	}
	left := func(divide func()) {
		f.Push(x)
		divide()
		f.I64(n)
		f.Op(code.I64Mul)
		f.Op(code.I64Sub)
	}
	f.ifSmallBits(x, func() { left(func() { f.smallQuotient(x, n) }) }, func() {
		f.ifFloatBits(op == scalar.Mod, x, func() {
			f.Scope(func() {
				_, r := f.nearest(x, n)
				f.Get(r)
				f.Get(r)
				f.I64(63)
				f.Op(code.I64ShrS)
				f.I64(n)
				f.Op(code.I64And)
				f.Op(code.I64Add)
			})
		}, func() { left(func() { f.wideQuotient(quotient, x, n) }) })
	})
}

// smallQuotient pushes x / n of an x of smallBits.
func (f *Writer) smallQuotient(x Value, n int64) {
	factor, shift := reciprocal(uint64(n), smallBits)
	f.Push(x)
	f.I64(int64(factor))
	f.Op(code.I64Mul)
	f.I64(int64(shift))
	f.Op(code.I64ShrU)
}

// toInteger makes of a float of less than 2^51, added, the nearest integer in its lowest bits.
const toInteger = 3 << 51

// nearest computes the integer q next to x / n, for |x| at most 2^floatBits, and r = x − q·n. In floats x · (1/n) is
// off by less than ½/n + 2^-53, and rounding it by ½; so |r| is at most (n + 1)/2, which is below n, as n is at least 3.
func (f *Writer) nearest(x Value, n int64) (q, r Local) {
	q, r = f.Temp(code.I64), f.Temp(code.I64)
	f.Push(x)
	f.Op(code.F64ConvertI64S)
	f.Put(code.F64Const, math.Float64bits(1/float64(n)))
	f.Op(code.F64Mul)
	f.Put(code.F64Const, math.Float64bits(toInteger))
	f.Op(code.F64Add)
	f.Op(code.I64ReinterpretF64)
	f.I64(int64(math.Float64bits(toInteger)))
	f.Op(code.I64Sub)
	f.Set(q)
	f.Push(x)
	f.Get(q)
	f.I64(n)
	f.Op(code.I64Mul)
	f.Op(code.I64Sub)
	f.Set(r)
	return q, r
}

// ifSmallBits pushes what small pushes if x has but smallBits bits, else what wide pushes.
func (f *Writer) ifSmallBits(x Value, small, wide func()) {
	f.Push(x)
	f.I64(smallBits)
	f.either(small, wide)
}

// ifFloatBits pushes what near pushes if x has but floatBits bits, with a sign if signed, else what wide pushes.
func (f *Writer) ifFloatBits(signed bool, x Value, near, wide func()) {
	f.Push(x)
	bits := int64(floatBits)
	if signed {
		f.I64(1 << floatBits)
		f.Op(code.I64Add)
		bits++
	}
	f.I64(bits)
	f.either(near, wide)
}

// either pops x and a number of bits, and pushes what few pushes if x has but so many, else what more pushes.
func (f *Writer) either(few, more func()) {
	f.Op(code.I64ShrU)
	f.Op(code.I64Eqz)
	f.blockOf(code.If, code.I64)
	few()
	f.Op(code.Else)
	more()
	f.End()
}

// wideQuotient is quotientBy for any x. Below zero, ^x is not negative, and rounding its quotient down
// rounds down too, once turned back; −x may be 2^63, and its quotient rounds towards zero.
func (f *Writer) wideQuotient(op scalar.Op, x Value, n int64) {
	f.Scope(func() {
		sign, low, high, mid := f.Temp(code.I64), f.Temp(code.I64), f.Temp(code.I64), f.Temp(code.I64)
		turn := func() {
			f.Get(sign)
			f.Op(code.I64Xor)
			if op == scalar.Quot {
				f.Get(sign)
				f.Op(code.I64Sub)
			}
		}
		f.Push(x)
		f.I64(63)
		f.Op(code.I64ShrS)
		f.Set(sign)
		f.Push(x)
		turn()
		f.Set(low)
		factor, shift := reciprocal(uint64(n), 63)
		const half = 1<<32 - 1
		times := func(l Local, part uint64) {
			f.Get(l)
			f.I64(int64(part))
			f.Op(code.I64Mul)
		}
		upper := func() { f.I64(32); f.Op(code.I64ShrU) }
		lower := func() { f.I64(half); f.Op(code.I64And) }
		f.Get(low)
		upper()
		f.Set(high)
		f.Get(low)
		lower()
		f.Set(low)
		// mid is the product's middle part, which cannot overflow, as x has 63 bits.
		times(low, factor&half)
		upper()
		times(high, factor&half)
		f.Op(code.I64Add)
		f.Set(mid)
		times(high, factor>>32)
		f.Get(mid)
		upper()
		f.Op(code.I64Add)
		times(low, factor>>32)
		f.Get(mid)
		lower()
		f.Op(code.I64Add)
		upper()
		f.Op(code.I64Add)
		f.I64(int64(shift - 64))
		f.Op(code.I64ShrU)
		turn()
	})
}
