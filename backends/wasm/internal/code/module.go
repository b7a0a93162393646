// Package code represents WebAssembly modules: functions as lists of instructions, the
// binary encoding for an engine, and a listing in the vocabulary of the text format for
// people. Both are generated from one table of instructions.
//
// It covers only what the emitter needs: one memory, imported functions, no tables, no
// globals. It does not validate; the engine does.
package code

// ValType is the type of a local or an operand.
type ValType byte

// The value types.
const (
	I32  ValType = 0x7f
	I64  ValType = 0x7e
	F32  ValType = 0x7d
	F64  ValType = 0x7c
	V128 ValType = 0x7b
)

// String is the type's name in the text format.
func (t ValType) String() string {
	switch t {
	case I32:
		return "i32"
	case I64:
		return "i64"
	case F32:
		return "f32"
	case F64:
		return "f64"
	case V128:
		return "v128"
	}
	return "?"
}

// Instr is an instruction with its immediate, whose meaning depends on the opcode: an
// index, a constant's bits, the offset of a memory access, the result type of a block. Hi
// holds the upper half of a 128-bit immediate.
type Instr struct {
	Op  Op
	Imm uint64
	Hi  uint64
}

// FuncType is the type of a function.
type FuncType struct {
	Params, Results []ValType
}

// Local is a parameter or local variable. Name is used in the listing only.
type Local struct {
	Name string
	Type ValType
}

// Func is a function. Body does not include the final end.
type Func struct {
	Name     string
	Exported bool // under its name
	Params   []Local
	Results  []ValType
	Locals   []Local // after the parameters
	Body     []Instr
}

// Import is a function imported from the host.
type Import struct {
	Module, Name string
	Type         FuncType
}

// Module is a program. In the function index space, the imports precede Funcs.
type Module struct {
	Imports  []Import
	Funcs    []*Func
	MinPages uint32 // of the memory, which is exported as image.MemoryExport
	MaxPages uint32
}

// Type is f's type.
func (f *Func) Type() FuncType {
	t := FuncType{Results: f.Results}
	for _, p := range f.Params {
		t.Params = append(t.Params, p.Type)
	}
	return t
}

// Local returns the parameter or local variable with index n.
func (f *Func) Local(n uint64) Local {
	if k := uint64(len(f.Params)); n >= k {
		return f.Locals[n-k]
	}
	return f.Params[n]
}

// FuncName returns the name of the function with the given index.
func (m *Module) FuncName(index int) string {
	if index < len(m.Imports) {
		return m.Imports[index].Module + "." + m.Imports[index].Name
	}
	return m.Funcs[index-len(m.Imports)].Name
}
