package assemble

import (
	"math"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// float pushes the constant x in the WebAssembly type that holds t.
func (f *Writer) float(t scalar.Type, x float64) {
	if t == scalar.F64 {
		f.Put(code.F64Const, math.Float64bits(x))
	} else {
		f.Put(code.F32Const, uint64(math.Float32bits(float32(x))))
	}
}

// isNaN pushes whether x is NaN.
func (f *Writer) isNaN(t scalar.Type, x Value) {
	f.Push(x, x)
	f.Op(Pick(t, code.F32Ne, code.F64Ne))
}

func floatIsNaN(f *Writer, t scalar.Type, x []Value) { f.isNaN(t, x[0]) }

func floatIsInf(f *Writer, t scalar.Type, x []Value) {
	f.Push(x[0])
	f.Op(Pick(t, code.F32Abs, code.F64Abs))
	f.float(t, math.Inf(1))
	f.Op(Pick(t, code.F32Eq, code.F64Eq))
}

// floatMinMax takes the other operand where one is NaN; the instruction itself
// orders −0 below +0. Its result is NaN only if an operand is, which a branch asks: selections
// would make each step of a fold wait for several instructions more.
func floatMinMax(o32, o64 code.Op) emitter {
	return func(f *Writer, t scalar.Type, x []Value) {
		f.Push(x[0], x[1])
		f.Op(Pick(t, o32, o64))
		r := f.Keep(ValType(t))
		f.isNaN(t, r)
		f.Block(code.If)
		f.Push(x[1], x[0])
		f.isNaN(t, x[0])
		f.Op(code.Select)
		f.Set(r.At)
		f.End()
		f.Push(r)
	}
}

// floatSgn leaves zeros and NaN as they are.
func floatSgn(f *Writer, t scalar.Type, x []Value) {
	f.float(t, -1)
	f.float(t, 1)
	f.Push(x[0])
	f.Push(x[0])
	f.float(t, 0)
	f.Op(Pick(t, code.F32Gt, code.F64Gt))
	f.Op(code.Select)
	f.Push(x[0])
	f.float(t, 0)
	f.Op(Pick(t, code.F32Lt, code.F64Lt))
	f.Op(code.Select)
}

// floatRsqrt rounds once, from f64.
func floatRsqrt(f *Writer, t scalar.Type, x []Value) {
	f.Put(code.F64Const, math.Float64bits(1))
	f.Push(x[0])
	if t != scalar.F64 {
		f.Op(code.F64PromoteF32)
	}
	f.Op(code.F64Sqrt)
	f.Op(code.F64Div)
	if t != scalar.F64 {
		f.Op(code.F32DemoteF64)
		f.Normalise(t)
	}
}

// floatCopysign takes the sign of NaN as positive, whatever the machine made of
// it.
func floatCopysign(f *Writer, t scalar.Type, x []Value) {
	f.Push(x[0])
	f.quiet(t, x[1])
	f.Op(Pick(t, code.F32Copysign, code.F64Copysign))
}

// quiet pushes x with the canonical NaN for every NaN.
func (f *Writer) quiet(t scalar.Type, x Value) {
	nan, _ := scalar.Constant(t, "nan")
	f.Constant(nan)
	f.Push(x)
	f.isNaN(t, x)
	f.Op(code.Select)
}

func floatToBits(f *Writer, t scalar.Type, x []Value) {
	switch t {
	case scalar.F16:
		f.Push(x[0])
		f.Call(f.m.HalfBits())
	case scalar.F32:
		f.quiet(t, x[0])
		f.Op(code.I32ReinterpretF32)
	default:
		f.quiet(t, x[0])
		f.Op(code.I64ReinterpretF64)
	}
}

func floatFromBits(f *Writer, t scalar.Type, x []Value) {
	f.Push(x[0])
	switch t {
	case scalar.F16:
		f.Call(f.m.HalfFromBits())
	case scalar.F32:
		f.Op(code.F32ReinterpretI32)
	default:
		f.Op(code.F64ReinterpretI64)
	}
}
