package assemble

import (
	"math"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// floatFma rounds x·y + z once: at f32 here, at f16 to f32 first; at f64 by the
// host.
func floatFma(f *Writer, t scalar.Type, x []Value) {
	f.Push(x...)
	if t == scalar.F64 {
		v := code.F64
		f.Call(f.m.Host("fma", []code.ValType{v, v, v}, []code.ValType{v}))
		return
	}
	f.Call(f.m.fma32())
	f.Normalise(t)
}

// fma32 (x, y, z): the product is exact in f64. Its sum with z is rounded to odd,
// so that rounding that to f32 is as if from the exact sum (Boldo and Melquiond,
// "Emulation of FMA and correctly rounded sums").
func (m *Module) fma32() Ref {
	v := code.F32
	return m.helper("fma.f32", []code.ValType{v, v, v}, []code.ValType{v}, func(f *Writer) {
		p, z, s, d := f.NewLocal("p", code.F64), f.NewLocal("z64", code.F64), f.NewLocal("s", code.F64), f.NewLocal("d", code.F64)
		wide := func(l Local) { f.Get(l); f.Op(code.F64PromoteF32) }
		two := func(a, b Local, o code.Op) { f.Get(a); f.Get(b); f.Op(o) }
		wide(0)
		wide(1)
		f.Op(code.F64Mul)
		f.Set(p)
		wide(2)
		f.Set(z)
		two(p, z, code.F64Add)
		f.Set(s)
		// the error of the sum (Knuth): (p − (s − d)) + (z − d), d = s − p
		two(s, p, code.F64Sub)
		f.Set(d)
		f.Get(p)
		two(s, d, code.F64Sub)
		f.Op(code.F64Sub)
		two(z, d, code.F64Sub)
		f.Op(code.F64Add)
		f.Set(d)
		// s is even, not exact, and finite
		f.Get(s)
		f.Op(code.I64ReinterpretF64)
		f.Op(code.I32WrapI64)
		f.I32(1)
		f.Op(code.I32And)
		f.Op(code.I32Eqz)
		f.Get(d)
		f.Op(code.F64Abs)
		f.float(scalar.F64, 0)
		f.Op(code.F64Gt) // false for the NaN that an infinite s has
		f.Op(code.I32And)
		f.Get(s)
		f.Op(code.F64Abs)
		f.float(scalar.F64, math.Inf(1))
		f.Op(code.F64Lt)
		f.Op(code.I32And)
		f.Block(code.If)
		// to the odd neighbour on the side of the error
		f.Get(s)
		f.Op(code.I64ReinterpretF64)
		f.I64(1)
		f.I64(-1)
		for _, l := range []Local{d, s} {
			f.Get(l)
			f.float(scalar.F64, 0)
			f.Op(code.F64Gt)
		}
		f.Op(code.I32Eq)
		f.Op(code.Select)
		f.Op(code.I64Add)
		f.Op(code.F64ReinterpretI64)
		f.Set(s)
		f.End()
		f.Get(s)
		f.Op(code.F32DemoteF64)
	})
}
