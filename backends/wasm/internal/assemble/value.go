package assemble

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Value is an operand that may be pushed any number of times: a constant, or
// what is in a local.
type Value struct {
	Const scalar.Value // when its type is valid
	At    Local
}

// Keep pops the top of the stack into a value.
func (f *Writer) Keep(t code.ValType) Value {
	l := f.Temp(t)
	f.Set(l)
	return Value{At: l}
}

// Push pushes values.
func (f *Writer) Push(vs ...Value) {
	for _, v := range vs {
		if v.Const.Type.IsValid() {
			f.Constant(v.Const)
		} else {
			f.Get(v.At)
		}
	}
}

// IsConst returns the integer that v is known to be.
func (v Value) IsConst() (int64, bool) {
	if !v.Const.Type.IsValid() || v.Const.Type.IsFloat() {
		return 0, false
	}
	return v.Const.Int(), true
}

// Normalise makes the top of the stack, which arithmetic of t's WebAssembly type
// left there, a value of t: it extends narrow integers and rounds f16.
func (f *Writer) Normalise(t scalar.Type) {
	switch t {
	case scalar.I8:
		f.Op(code.I32Extend8S)
	case scalar.I16:
		f.Op(code.I32Extend16S)
	case scalar.U8:
		f.I32(0xff)
		f.Op(code.I32And)
	case scalar.U16:
		f.I32(0xffff)
		f.Op(code.I32And)
	case scalar.Bool:
		f.I32(1)
		f.Op(code.I32And)
	case scalar.F16:
		f.Op(code.F64PromoteF32)
		f.Call(f.m.roundHalf())
	}
}
