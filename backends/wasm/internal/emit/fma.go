package emit

import (
	"math"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// floatFma rounds x·y + z once: at f32 here, at f16 to f32 first; at f64 by the
// host.
func floatFma(f *fn, t scalar.Type, x []value) {
	f.push(x...)
	if t == scalar.F64 {
		v := code.F64
		f.call(f.u.host("fma", []code.ValType{v, v, v}, []code.ValType{v}))
		return
	}
	f.call(f.u.fma32())
	f.normalise(t)
}

// fma32 (x, y, z): the product is exact in f64. Its sum with z is rounded to odd,
// so that rounding that to f32 is as if from the exact sum (Boldo and Melquiond,
// "Emulation of FMA and correctly rounded sums").
func (u *unit) fma32() ref {
	v := code.F32
	return u.helper("fma.f32", []code.ValType{v, v, v}, []code.ValType{v}, func(f *fn) {
		p, z, s, d := f.newLocal("p", code.F64), f.newLocal("z64", code.F64), f.newLocal("s", code.F64), f.newLocal("d", code.F64)
		wide := func(l local) { f.get(l); f.op(code.F64PromoteF32) }
		two := func(a, b local, o code.Op) { f.get(a); f.get(b); f.op(o) }
		wide(0)
		wide(1)
		f.op(code.F64Mul)
		f.set(p)
		wide(2)
		f.set(z)
		two(p, z, code.F64Add)
		f.set(s)
		// the error of the sum (Knuth): (p − (s − d)) + (z − d), d = s − p
		two(s, p, code.F64Sub)
		f.set(d)
		f.get(p)
		two(s, d, code.F64Sub)
		f.op(code.F64Sub)
		two(z, d, code.F64Sub)
		f.op(code.F64Add)
		f.set(d)
		// s is even, not exact, and finite
		f.get(s)
		f.op(code.I64ReinterpretF64)
		f.op(code.I32WrapI64)
		f.i32(1)
		f.op(code.I32And)
		f.op(code.I32Eqz)
		f.get(d)
		f.op(code.F64Abs)
		f.float(scalar.F64, 0)
		f.op(code.F64Gt) // false for the NaN that an infinite s has
		f.op(code.I32And)
		f.get(s)
		f.op(code.F64Abs)
		f.float(scalar.F64, math.Inf(1))
		f.op(code.F64Lt)
		f.op(code.I32And)
		f.block(code.If)
		// to the odd neighbour on the side of the error
		f.get(s)
		f.op(code.I64ReinterpretF64)
		f.i64(1)
		f.i64(-1)
		for _, l := range []local{d, s} {
			f.get(l)
			f.float(scalar.F64, 0)
			f.op(code.F64Gt)
		}
		f.op(code.I32Eq)
		f.op(code.Select)
		f.op(code.I64Add)
		f.op(code.F64ReinterpretI64)
		f.set(s)
		f.end()
		f.get(s)
		f.op(code.F32DemoteF64)
	})
}
