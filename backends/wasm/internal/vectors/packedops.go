package vectors

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A packedOp pushes an operator applied to parts.
type packedOp func(p *packed, x []assemble.Value)

// narrowDirect lists the operators on lanes of 8 and 16 bits that are one instruction;
// those on larger lanes are in vectorDirect.
var narrowDirect = map[scalar.Op]map[scalar.Type]code.Op{
	scalar.Add: narrowInts(code.I8x16Add, code.I16x8Add),
	scalar.Sub: narrowInts(code.I8x16Sub, code.I16x8Sub),
	scalar.Mul: {scalar.I16: code.I16x8Mul, scalar.U16: code.I16x8Mul},
	scalar.And: narrowInts(code.V128And, code.V128And),
	scalar.Or:  narrowInts(code.V128Or, code.V128Or),
	scalar.Xor: narrowInts(code.V128Xor, code.V128Xor),
	scalar.Not: narrowInts(code.V128Not, code.V128Not),
	scalar.Neg: narrowInts(code.I8x16Neg, code.I16x8Neg),
	scalar.Abs: {scalar.I8: code.I8x16Abs, scalar.I16: code.I16x8Abs},
	scalar.Min: {scalar.I8: code.I8x16MinS, scalar.U8: code.I8x16MinU, scalar.I16: code.I16x8MinS, scalar.U16: code.I16x8MinU},
	scalar.Max: {scalar.I8: code.I8x16MaxS, scalar.U8: code.I8x16MaxU, scalar.I16: code.I16x8MaxS, scalar.U16: code.I16x8MaxU},
}

func narrowInts(o8, o16 code.Op) map[scalar.Type]code.Op {
	return map[scalar.Type]code.Op{scalar.I8: o8, scalar.U8: o8, scalar.I16: o16, scalar.U16: o16}
}

// narrowCompares lists the comparisons on lanes of 8 and 16 bits.
var narrowCompares = map[scalar.Op]map[scalar.Type]code.Op{
	scalar.Eq: narrowInts(code.I8x16Eq, code.I16x8Eq),
	scalar.Ne: narrowInts(code.I8x16Ne, code.I16x8Ne),
	scalar.Lt: {scalar.I8: code.I8x16LtS, scalar.U8: code.I8x16LtU, scalar.I16: code.I16x8LtS, scalar.U16: code.I16x8LtU},
	scalar.Le: {scalar.I8: code.I8x16LeS, scalar.U8: code.I8x16LeU, scalar.I16: code.I16x8LeS, scalar.U16: code.I16x8LeU},
	scalar.Gt: {scalar.I8: code.I8x16GtS, scalar.U8: code.I8x16GtU, scalar.I16: code.I16x8GtS, scalar.U16: code.I16x8GtU},
	scalar.Ge: {scalar.I8: code.I8x16GeS, scalar.U8: code.I8x16GeU, scalar.I16: code.I16x8GeS, scalar.U16: code.I16x8GeU},
}

// narrowCompare is the instruction of a comparison at t.
func narrowCompare(o scalar.Op, t scalar.Type) code.Op {
	if instr, ok := narrowCompares[o][t]; ok {
		return instr
	}
	return vectorCompare[o][assemble.ClassOf(t)]
}

// shifts are the shifts of lanes of the given width in bytes by a scalar.
var shifts = map[scalar.Op]map[int]code.Op{
	scalar.Shl:  {1: code.I8x16Shl, 2: code.I16x8Shl, 4: code.I32x4Shl, 8: code.I64x2Shl},
	scalar.Shr:  {1: code.I8x16ShrS, 2: code.I16x8ShrS, 4: code.I32x4ShrS, 8: code.I64x2ShrS},
	scalar.Lshr: {1: code.I8x16ShrU, 2: code.I16x8ShrU, 4: code.I32x4ShrU, 8: code.I64x2ShrU},
}

// packedOperator is how an operator is done on parts.
func packedOperator(e *imp.Prim) (packedOp, bool) {
	o, t := e.Fn, e.Type
	direct := func(instr code.Op) (packedOp, bool) {
		return func(p *packed, x []assemble.Value) { p.Push(x...); p.Op(instr) }, true
	}
	wide := t.Size() >= 4
	if instr, ok := narrowDirect[o][t]; ok {
		return direct(instr)
	}
	if instr, ok := vectorDirect[o][assemble.ClassOf(t)]; ok && (wide || t == scalar.Bool) {
		return direct(instr)
	}
	if instr := narrowCompare(o, t); instr != 0 && (!t.IsInt() || wide || narrowCompares[o][t] != 0) {
		return direct(instr)
	}
	switch {
	case o == scalar.Eq && t == scalar.Bool:
		return func(p *packed, x []assemble.Value) { p.Push(x...); p.Op(code.V128Xor); p.Op(code.V128Not) }, true
	case o == scalar.Select:
		return func(p *packed, x []assemble.Value) { p.Push(x[1], x[2], x[0]); p.Bitselect() }, true
	case o == scalar.Mul && t.Size() == 1 && t.IsInt():
		return (*packed).multiplyBytes, true
	case o == scalar.Abs && t.IsUnsigned():
		return func(p *packed, x []assemble.Value) { p.Push(x...) }, true
	case (o == scalar.Min || o == scalar.Max) && (t == scalar.F32 || t == scalar.F64):
		write := floatMinMaxLanes(o)
		return func(p *packed, x []assemble.Value) { write(p.vector, t, x) }, true
	case (o == scalar.Min || o == scalar.Max) && t == scalar.I64:
		write := longMinMaxLanes(o)
		return func(p *packed, x []assemble.Value) { write(p.vector, t, x) }, true
	}
	return packedShift(e)
}

// packedShift is how a shift by a constant, or a division by a power of two that is
// one, is done.
func packedShift(e *imp.Prim) (packedOp, bool) {
	o, t := e.Fn, e.Type
	if !t.IsInt() || len(e.Args) != 2 {
		return nil, false
	}
	c, ok := imp.ConstOf(e.Args[1])
	if !ok {
		return nil, false
	}
	by := c.Int()
	power, isPower := assemble.PowerOfTwo(by)
	switch {
	case isPower && (o == scalar.Mod || o == scalar.Rem && t.IsUnsigned()):
		return func(p *packed, x []assemble.Value) {
			p.Push(x[0])
			p.splatBits(uint64(by-1), t.Size())
			p.Op(code.V128And)
		}, true
	case isPower && (o == scalar.Div || o == scalar.Quot && t.IsUnsigned()):
		o, by = scalar.Shr, power
	}
	if o == scalar.Shr && t.IsUnsigned() {
		o = scalar.Lshr
	}
	instr, ok := shifts[o][t.Size()]
	if !ok || by < 0 || by >= int64(t.Bits()) {
		return nil, false
	}
	return func(p *packed, x []assemble.Value) {
		p.Push(x[0])
		p.I32(int32(by))
		p.Op(instr)
	}, true
}

// multiplyBytes multiplies bytes in pairs: the lower ones as they are, the upper ones
// so that their product comes to stand above.
func (p *packed) multiplyBytes(x []assemble.Value) {
	upper := func() { p.splatBits(0xff00, 2) }
	p.Push(x[0], x[1])
	p.Op(code.I16x8Mul)
	upper()
	p.Op(code.V128Andnot)
	p.Push(x[0])
	p.I32(8)
	p.Op(code.I16x8ShrU)
	p.Push(x[1])
	upper()
	p.Op(code.V128And)
	p.Op(code.I16x8Mul)
	p.Op(code.V128Or)
}
