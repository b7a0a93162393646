package emit

import (
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
func (f *fn) atomic(s *imp.Atomic) {
	cell := cells[s.Elem.Size()]
	bits := code.I32
	if s.Elem.Size() == 8 {
		bits = code.I64
	}
	addr, raw, fresh, old := f.temp(code.I32), f.temp(bits), f.temp(bits), f.temp(valType(s.Elem))
	x := f.hold(s.X)
	var expected value
	if s.Expected != nil {
		expected = f.hold(s.Expected)
	}
	offset := f.address(s, s.Block, s.Elem, s.Index)
	f.set(addr)
	f.block(code.Loop)
	f.get(addr)
	f.put(cell.load, offset)
	f.set(raw)
	f.get(raw)
	f.fromCell(s.Elem)
	f.set(old)
	f.replacement(s, value{at: old}, x, expected)
	f.toCell(s.Elem)
	f.set(fresh)
	f.get(addr)
	f.get(raw)
	f.get(fresh)
	f.put(cell.exchange, offset)
	f.get(raw)
	f.op(pick(s.Elem, code.I32Ne, code.I64Ne))
	f.put(code.BrIf, 0)
	f.end()
	if !s.Old.IsZero() {
		f.get(old)
		f.set(f.declare(s.Old, s.Elem))
	}
}

// replacement pushes the new element.
func (f *fn) replacement(s *imp.Atomic, old, x, expected value) {
	switch s.Kind {
	case imp.AtomicExchange:
		f.push(x)
	case imp.AtomicCompareExchange:
		f.push(x, old, old, expected)
		f.op(direct[scalar.Eq][classOf(s.Elem)])
		f.op(code.Select)
	default:
		f.operator(s.Fn, s.Elem, []value{old, x})
	}
}

// fromCell turns the bits of a t into what holds a t.
func (f *fn) fromCell(t scalar.Type) {
	switch t {
	case scalar.F16:
		f.call(f.u.halfFromBits())
	case scalar.F32:
		f.op(code.F32ReinterpretI32)
	case scalar.F64:
		f.op(code.F64ReinterpretI64)
	default:
		f.normalise(t)
	}
}

// toCell is the inverse of fromCell.
func (f *fn) toCell(t scalar.Type) {
	switch t {
	case scalar.F16:
		f.call(f.u.halfBits())
	case scalar.F32:
		f.op(code.I32ReinterpretF32)
	case scalar.F64:
		f.op(code.I64ReinterpretF64)
	case scalar.Bool:
	default:
		f.normalise(t.Unsigned())
	}
}
