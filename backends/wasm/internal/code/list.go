package code

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/lamina-lang/lamina/backends/wasm/image"
)

// List writes the module in the vocabulary of WebAssembly's text format, one instruction
// per line, indented by block.
func (m *Module) List(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "(module\n")
	for _, i := range m.Imports {
		fmt.Fprintf(out, "  (import %q %q (func $%s.%s%s))\n", i.Module, i.Name, i.Module, i.Name, i.Type)
	}
	fmt.Fprintf(out, "  (memory (export %q) %d %d)\n", image.MemoryExport, m.MinPages, m.MaxPages)
	for _, f := range m.Funcs {
		m.listFunc(out, f)
	}
	fmt.Fprintf(out, ")\n")
	return out.Flush()
}

// ListFunc writes one function of the module in the same format as List.
func (m *Module) ListFunc(w io.Writer, f *Func) error {
	out := bufio.NewWriter(w)
	m.listFunc(out, f)
	return out.Flush()
}

// String returns the type as it follows a function's name.
func (t FuncType) String() string { return typeList("param", t.Params) + typeList("result", t.Results) }

func typeList(word string, types []ValType) string {
	if len(types) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(" (" + word)
	for _, t := range types {
		b.WriteString(" " + t.String())
	}
	return b.String() + ")"
}

func (m *Module) listFunc(out io.Writer, f *Func) {
	fmt.Fprintf(out, "\n  (func $%s", f.Name)
	if f.Exported {
		fmt.Fprintf(out, " (export %q)", f.Name)
	}
	locals := append(append([]Local{}, f.Params...), f.Locals...)
	for _, p := range f.Params {
		fmt.Fprintf(out, " (param $%s %s)", p.Name, p.Type)
	}
	fmt.Fprintf(out, "%s\n", typeList("result", f.Results))
	for _, l := range f.Locals {
		fmt.Fprintf(out, "    (local $%s %s)\n", l.Name, l.Type)
	}
	depth := 2
	for _, in := range f.Body {
		if in.Op == End || in.Op == Else {
			depth--
		}
		fmt.Fprintf(out, "%s%s\n", strings.Repeat("  ", depth), m.text(in, locals))
		if in.Op == Else || in.Op.info().imm == blockType {
			depth++
		}
	}
	fmt.Fprintf(out, "  )\n")
}

// text returns the instruction with its operand.
func (m *Module) text(in Instr, locals []Local) string {
	info := in.Op.info()
	switch info.imm {
	case blockType:
		if in.Imm != 0 {
			return fmt.Sprintf("%s (result %s)", info.name, ValType(in.Imm))
		}
	case label:
		return fmt.Sprintf("%s %d", info.name, in.Imm)
	case funcIndex:
		return fmt.Sprintf("%s $%s", info.name, m.FuncName(int(in.Imm)))
	case localIndex:
		return fmt.Sprintf("%s $%s", info.name, locals[in.Imm].Name)
	case memArg:
		if in.Imm != 0 {
			return fmt.Sprintf("%s offset=%d", info.name, in.Imm)
		}
	case laneMemArg:
		if offset := in.Imm & (1<<laneShift - 1); offset != 0 {
			return fmt.Sprintf("%s offset=%d %d", info.name, offset, in.Imm>>laneShift)
		}
		return fmt.Sprintf("%s %d", info.name, in.Imm>>laneShift)
	case laneIndex:
		return fmt.Sprintf("%s %d", info.name, in.Imm)
	case v128Const:
		return fmt.Sprintf("%s i64x2 %#x %#x", info.name, in.Imm, in.Hi)
	case lanes16:
		return info.name + laneList(in.Imm) + laneList(in.Hi)
	case i32Const:
		return fmt.Sprintf("%s %d", info.name, int32(in.Imm))
	case i64Const:
		return fmt.Sprintf("%s %d", info.name, int64(in.Imm))
	case f32Const:
		return info.name + " " + floatText(float64(math.Float32frombits(uint32(in.Imm))), in.Imm&(1<<22-1))
	case f64Const:
		return info.name + " " + floatText(math.Float64frombits(in.Imm), in.Imm&(1<<51-1))
	}
	return info.name
}

// laneList formats the eight bytes of x as numbers.
func laneList(x uint64) string {
	var b strings.Builder
	for range 8 {
		fmt.Fprintf(&b, " %d", x&0xff)
		x >>= 8
	}
	return b.String()
}

// floatText formats x; payload holds the bits of a NaN other than the quiet bit.
func floatText(x float64, payload uint64) string {
	switch {
	case x != x && payload == 0:
		return "nan"
	case x != x:
		return fmt.Sprintf("nan:%#x", payload)
	case math.IsInf(x, 0):
		return strings.ToLower(fmt.Sprintf("%+f", x))
	}
	return fmt.Sprintf("%x", x)
}
