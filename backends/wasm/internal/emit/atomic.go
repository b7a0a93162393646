package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// cells gives the instructions on an element's bits in memory, by its size.
var cells = map[int]struct{ load, exchange code.Op }{
	1: {code.I32Load8U, code.I32AtomicRmw8CmpxchgU},
	2: {code.I32Load16U, code.I32AtomicRmw16CmpxchgU},
	4: {code.I32Load, code.I32AtomicRmwCmpxchg},
	8: {code.I64Load, code.I64AtomicRmwCmpxchg},
}

// atomic computes the new element from the old one, and stores it if the old one
// is still there; otherwise it tries again.
func (f *Fn) atomic(s *imp.Atomic) {
	cell := cells[s.Elem.Size()]
	bits := code.I32
	if s.Elem.Size() == 8 {
		bits = code.I64
	}
	addr, raw, fresh, old := f.Temp(code.I32), f.Temp(bits), f.Temp(bits), f.Temp(assemble.ValType(s.Elem))
	x := f.Hold(s.X)
	var expected assemble.Value
	if s.Expected != nil {
		expected = f.Hold(s.Expected)
	}
	offset := f.Address(s, s.Block, s.Elem, s.Index)
	f.Set(addr)
	f.Block(code.Loop)
	f.Get(addr)
	f.Put(cell.load, offset)
	f.Set(raw)
	f.Get(raw)
	f.fromCell(s.Elem)
	f.Set(old)
	f.replacement(s, assemble.Value{At: old}, x, expected)
	f.toCell(s.Elem)
	f.Set(fresh)
	f.Get(addr)
	f.Get(raw)
	f.Get(fresh)
	f.Put(cell.exchange, offset)
	f.Get(raw)
	f.Op(assemble.Pick(s.Elem, code.I32Ne, code.I64Ne))
	f.again()
	f.End()
	if !s.Old.IsZero() {
		f.Get(old)
		f.Set(f.Declare(s.Old, s.Elem))
	}
}

// replacement pushes the new element.
func (f *Fn) replacement(s *imp.Atomic, old, x, expected assemble.Value) {
	switch s.Kind {
	case imp.AtomicExchange:
		f.Push(x)
	case imp.AtomicCompareExchange:
		f.Push(x, old, old, expected)
		f.Op(assemble.Direct[scalar.Eq][assemble.ClassOf(s.Elem)])
		f.Op(code.Select)
	default:
		f.Operator(s.Fn, s.Elem, []assemble.Value{old, x})
	}
}

// fromCell turns the bits of a t into what holds a t.
func (f *Fn) fromCell(t scalar.Type) {
	switch t {
	case scalar.F16:
		f.Call(f.u.HalfFromBits())
	case scalar.F32:
		f.Op(code.F32ReinterpretI32)
	case scalar.F64:
		f.Op(code.F64ReinterpretI64)
	default:
		f.Normalise(t)
	}
}

// toCell is the inverse of fromCell.
func (f *Fn) toCell(t scalar.Type) {
	switch t {
	case scalar.F16:
		f.Call(f.u.HalfBits())
	case scalar.F32:
		f.Op(code.I32ReinterpretF32)
	case scalar.F64:
		f.Op(code.I64ReinterpretF64)
	case scalar.Bool:
	default:
		f.Normalise(t.Unsigned())
	}
}
