package code

import (
	"encoding/binary"

	"github.com/lamina-lang/lamina/backends/wasm/image"
)

// Sections of the binary format, in order.
const (
	customSection   = 0
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	memorySection   = 5
	exportSection   = 7
	codeSection     = 10
)

const (
	functionForm  = 0x60
	externFunc    = 0
	externMemory  = 2
	functionNames = 1 // subsection of the custom section "name"
)

// Encode returns the module in WebAssembly's binary format.
func (m *Module) Encode() []byte {
	types := newTypeTable(m)
	out := []byte("\x00asm\x01\x00\x00\x00")
	out = appendSection(out, typeSection, types.encode())
	out = appendSection(out, importSection, m.encodeImports(types))
	out = appendSection(out, functionSection, m.encodeFunctions(types))
	out = appendSection(out, memorySection, m.encodeMemory())
	out = appendSection(out, exportSection, m.encodeExports())
	out = appendSection(out, codeSection, m.encodeCode())
	return appendSection(out, customSection, m.encodeNames())
}

// typeTable numbers the function types that a module uses.
type typeTable struct {
	index   map[string]int
	encoded [][]byte
}

func newTypeTable(m *Module) *typeTable {
	t := &typeTable{index: map[string]int{}}
	for _, i := range m.Imports {
		t.of(i.Type)
	}
	for _, f := range m.Funcs {
		t.of(f.Type())
	}
	return t
}

func (t *typeTable) of(ft FuncType) int {
	enc := appendTypes(appendTypes([]byte{functionForm}, ft.Params), ft.Results)
	i, ok := t.index[string(enc)]
	if !ok {
		i = len(t.encoded)
		t.index[string(enc)] = i
		t.encoded = append(t.encoded, enc)
	}
	return i
}

func (t *typeTable) encode() []byte {
	out := appendUint(nil, uint64(len(t.encoded)))
	for _, e := range t.encoded {
		out = append(out, e...)
	}
	return out
}

func appendTypes(out []byte, types []ValType) []byte {
	out = appendUint(out, uint64(len(types)))
	for _, t := range types {
		out = append(out, byte(t))
	}
	return out
}

func (m *Module) encodeImports(types *typeTable) []byte {
	out := appendUint(nil, uint64(len(m.Imports)))
	for _, i := range m.Imports {
		out = appendName(appendName(out, i.Module), i.Name)
		out = appendUint(append(out, externFunc), uint64(types.of(i.Type)))
	}
	return out
}

func (m *Module) encodeFunctions(types *typeTable) []byte {
	out := appendUint(nil, uint64(len(m.Funcs)))
	for _, f := range m.Funcs {
		out = appendUint(out, uint64(types.of(f.Type())))
	}
	return out
}

func (m *Module) encodeMemory() []byte {
	const one, bounded = 1, 1
	out := []byte{one, bounded}
	return appendUint(appendUint(out, uint64(m.MinPages)), uint64(m.MaxPages))
}

func (m *Module) encodeExports() []byte {
	count := uint64(1)
	list := append(appendName(nil, image.MemoryExport), externMemory, 0)
	for i, f := range m.Funcs {
		if f.Exported {
			count++
			list = append(appendName(list, f.Name), externFunc)
			list = appendUint(list, uint64(len(m.Imports)+i))
		}
	}
	return append(appendUint(nil, count), list...)
}

func (m *Module) encodeCode() []byte {
	out := appendUint(nil, uint64(len(m.Funcs)))
	var body []byte
	for _, f := range m.Funcs {
		body = f.encode(body[:0])
		out = append(appendUint(out, uint64(len(body))), body...)
	}
	return out
}

// encode appends the function's locals and body.
func (f *Func) encode(out []byte) []byte {
	out = appendLocals(out, f.Locals)
	for _, in := range f.Body {
		out = in.append(out)
	}
	return append(out, byte(End))
}

// appendLocals encodes runs of locals of the same type.
func appendLocals(out []byte, locals []Local) []byte {
	var runs []byte
	count := uint64(0)
	for i := 0; i < len(locals); {
		j := i
		for j < len(locals) && locals[j].Type == locals[i].Type {
			j++
		}
		runs = append(appendUint(runs, uint64(j-i)), byte(locals[i].Type))
		count++
		i = j
	}
	return append(appendUint(out, count), runs...)
}

func (in Instr) append(out []byte) []byte {
	if prefix := byte(in.Op >> 8); prefix != 0 {
		out = appendUint(append(out, prefix), uint64(in.Op&0xff))
	} else {
		out = append(out, byte(in.Op))
	}
	info := in.Op.info()
	switch info.imm {
	case blockType:
		if in.Imm == 0 {
			return append(out, 0x40)
		}
		return append(out, byte(in.Imm))
	case label, funcIndex, localIndex:
		return appendUint(out, in.Imm)
	case memArg:
		return appendUint(append(out, info.align), in.Imm)
	case i32Const:
		return appendInt(out, int64(int32(in.Imm)))
	case i64Const:
		return appendInt(out, int64(in.Imm))
	case f32Const:
		return binary.LittleEndian.AppendUint32(out, uint32(in.Imm))
	case f64Const:
		return binary.LittleEndian.AppendUint64(out, in.Imm)
	case v128Const, lanes16:
		return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(out, in.Imm), in.Hi)
	case laneIndex:
		return append(out, byte(in.Imm))
	case laneMemArg:
		return append(appendUint(append(out, info.align), in.Imm&(1<<laneShift-1)), byte(in.Imm>>laneShift))
	case twoZeroBytes:
		return append(out, 0, 0)
	}
	return out
}

// encodeNames encodes the function names that the engine uses in messages.
func (m *Module) encodeNames() []byte {
	list := appendUint(nil, uint64(len(m.Funcs)))
	for i, f := range m.Funcs {
		list = appendName(appendUint(list, uint64(len(m.Imports)+i)), f.Name)
	}
	out := append(appendName(nil, "name"), functionNames)
	return append(appendUint(out, uint64(len(list))), list...)
}

func appendSection(out []byte, id byte, content []byte) []byte {
	return append(appendUint(append(out, id), uint64(len(content))), content...)
}

func appendName(out []byte, s string) []byte {
	return append(appendUint(out, uint64(len(s))), s...)
}

// appendUint appends x as unsigned LEB128.
func appendUint(out []byte, x uint64) []byte { return binary.AppendUvarint(out, x) }

// appendInt appends x as signed LEB128.
func appendInt(out []byte, x int64) []byte {
	for {
		low := byte(x & 0x7f)
		x >>= 7
		if x == 0 && low&0x40 == 0 || x == -1 && low&0x40 != 0 {
			return append(out, low)
		}
		out = append(out, low|0x80)
	}
}
