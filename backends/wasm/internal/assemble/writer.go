package assemble

import (
	"fmt"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Local is the number of a parameter or local variable.
type Local int

// Writer writes a function.
type Writer struct {
	m   *Module
	Out *code.Func

	Joined map[int]bool   // places where a value is handed over on the stack
	masks  map[Local]bool // locals that were set to the result of an and

	temps [valTypes][]Local // all temporaries of a type
	inUse [valTypes]int     // the number of them that are taken
}

// valTypes is the number of types, which code numbers downwards from I32.
const valTypes = code.I32 - code.V128 + 1

// ValType is the WebAssembly type that holds scalars of type t, or, for the zero
// type, blocks.
func ValType(t scalar.Type) code.ValType {
	switch {
	case t == scalar.F16 || t == scalar.F32:
		return code.F32
	case t == scalar.F64:
		return code.F64
	case t.Size() == 8:
		return code.I64
	}
	return code.I32
}

// Put writes an instruction with an immediate.
func (f *Writer) Put(o code.Op, imm uint64) {
	f.Out.Body = append(f.Out.Body, code.Instr{Op: o, Imm: imm})
}

// Call calls a function.
func (f *Writer) Call(r Ref) { f.Put(code.Call, uint64(r)) }

// I32 pushes a constant.
func (f *Writer) I32(x int32) { f.Put(code.I32Const, uint64(uint32(x))) }

// I64 pushes a constant.
func (f *Writer) I64(x int64) { f.Put(code.I64Const, uint64(x)) }

// End ends a block.
func (f *Writer) End() { f.Op(code.End) }

// Block begins a block without a result: code.Block, code.Loop or code.If.
func (f *Writer) Block(o code.Op) { f.Put(o, 0) }

func (f *Writer) blockOf(o code.Op, t code.ValType) { f.Put(o, uint64(t)) }

// Op writes an instruction without immediates.
//
// wazero 1.12.0 compiles 0 < x & y as x & y < 0, for amd64 and arm64, also if both operands
// come from locals. Here an or with 0 keeps it from seeing that the right operand of an order
// is an and.
func (f *Writer) Op(o code.Op) {
	if t, order := orders[o]; order && f.isMask() {
		f.Integer(t, 0)
		f.Put(Pick(t, code.I32Or, code.I64Or), 0)
	}
	if v, ok := inVectors[o]; ok {
		f.alone(v)
		return
	}
	f.Put(o, 0)
}

// orders maps the instructions that compare integers by order to the type of their operands.
var orders = map[code.Op]scalar.Type{
	code.I32LtS: scalar.I32, code.I32LtU: scalar.I32, code.I32GtS: scalar.I32, code.I32GtU: scalar.I32,
	code.I32LeS: scalar.I32, code.I32LeU: scalar.I32, code.I32GeS: scalar.I32, code.I32GeU: scalar.I32,
	code.I64LtS: scalar.I64, code.I64LtU: scalar.I64, code.I64GtS: scalar.I64, code.I64GtU: scalar.I64,
	code.I64LeS: scalar.I64, code.I64LeU: scalar.I64, code.I64GeS: scalar.I64, code.I64GeU: scalar.I64,
}

// isMask reports whether the last instruction left the result of an and on the stack.
func (f *Writer) isMask() bool {
	n := len(f.Out.Body)
	if n == 0 {
		return false
	}
	switch last := f.Out.Body[n-1]; last.Op {
	case code.I32And, code.I64And:
		return true
	case code.LocalGet, code.LocalTee:
		return f.masks[Local(last.Imm)]
	}
	return false
}

// Set pops a value into l.
func (f *Writer) Set(l Local) { f.assign(code.LocalSet, l) }

// Tee sets l to the top of the stack, which stays.
func (f *Writer) Tee(l Local) { f.assign(code.LocalTee, l) }

func (f *Writer) assign(o code.Op, l Local) {
	if f.isMask() {
		f.masks[l] = true
	}
	f.Put(o, uint64(l))
}

// Get pushes a local. Behind a set of the same one it makes that a tee.
func (f *Writer) Get(l Local) {
	if n := len(f.Out.Body); n > 0 && f.Out.Body[n-1] == (code.Instr{Op: code.LocalSet, Imm: uint64(l)}) {
		f.Out.Body[n-1].Op = code.LocalTee
		f.Joined[n] = true
		return
	}
	f.Put(code.LocalGet, uint64(l))
}

// Constant pushes v.
func (f *Writer) Constant(v scalar.Value) {
	switch ValType(v.Type) {
	case code.I32:
		f.I32(int32(v.Int()))
	case code.I64:
		f.I64(v.Int())
	case code.F32:
		f.Put(code.F32Const, scalar.Convert(scalar.F32, v).Bits)
	case code.F64:
		f.Put(code.F64Const, v.Bits)
	}
}

// NewLocal makes a local variable; the name is for the listing.
func (f *Writer) NewLocal(label string, t code.ValType) Local {
	l := Local(len(f.Out.Params) + len(f.Out.Locals))
	f.Out.Locals = append(f.Out.Locals, code.Local{Name: label, Type: t})
	return l
}

// Temp takes a temporary. It is free again when the scope that was current then
// is left.
func (f *Writer) Temp(t code.ValType) Local {
	k := code.I32 - t
	n := f.inUse[k]
	if n == len(f.temps[k]) {
		f.temps[k] = append(f.temps[k], f.NewLocal(fmt.Sprintf("%s.%d", t, n), t))
	}
	f.inUse[k] = n + 1
	return f.temps[k][n]
}

// Scope runs body, and gives back the temporaries that it took.
func (f *Writer) Scope(body func()) {
	mark := f.inUse
	body()
	f.inUse = mark
}

// TypeOf is the type of a local.
func (f *Writer) TypeOf(l Local) code.ValType {
	if n := len(f.Out.Params); int(l) >= n {
		return f.Out.Locals[int(l)-n].Type
	}
	return f.Out.Params[l].Type
}

// Either returns a if first holds, else b.
func Either(first bool, a, b code.Op) code.Op {
	if first {
		return a
	}
	return b
}
