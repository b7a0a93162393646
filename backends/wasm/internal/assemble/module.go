// Package assemble writes the functions of a WebAssembly module: instructions, locals,
// temporaries, values that may be pushed any number of times; the scalar operators and
// conversions of the language (ops.go and the files that it names); and the run-time system
// (runtime.go).
//
// What always holds: scalars have the WebAssembly type that ValType gives. Integers narrower
// than 32 bits, and bools, are in an i32, always extended according to their type; f16 is in an
// f32 that holds a number an f16 can hold. Calls name functions by Refs, which Link replaces
// by numbers. Where the engine compiles an instruction wrongly or slowly, the operator that
// would be it is written otherwise, here and nowhere else.
package assemble

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
)

// Ref names a function in call instructions until all functions are known.
type Ref int

// Module is a module in the making: its functions, imported or written, and static data.
type Module struct {
	Refs  map[string]Ref
	Funcs []Target
	next  uint32         // static data: the next unused address
	spare [][]code.Instr // room for the instructions of functions to be written
}

// NewModule returns a module without functions.
func NewModule() *Module { return &Module{Refs: map[string]Ref{}, next: dataBase} }

// Begin gives a function that is begun room for its instructions.
func (m *Module) Begin(out *code.Func) *Writer {
	if n := len(m.spare); n > 0 {
		out.Body, m.spare = m.spare[n-1], m.spare[:n-1]
	}
	return &Writer{m: m, Out: out, Joined: map[int]bool{}, masks: map[Local]bool{}}
}

// Finish takes back the room that a written function does not need. shorten may replace its
// instructions before.
func (f *Writer) Finish(shorten func()) {
	written := f.Out.Body
	shorten()
	if len(written) > 0 && &written[0] == &f.Out.Body[0] {
		f.Out.Body = slices.Clone(written)
	}
	f.m.spare = append(f.m.spare, written[:0])
}

// Target is the import or function that a ref stands for.
type Target struct {
	imported *code.Import
	Fun      *code.Func
}

// Unsupported is the error of a program that the backend cannot run, and what Unsupportedf
// panics with.
type Unsupported string

func (e Unsupported) Error() string { return string(e) }

// Add makes a ref.
func (m *Module) Add(name string, t Target) Ref {
	r := Ref(len(m.Funcs))
	m.Refs[name] = r
	m.Funcs = append(m.Funcs, t)
	return r
}

// Host is an imported function of the host.
func (m *Module) Host(name string, params, results []code.ValType) Ref {
	key := "host." + name
	if r, ok := m.Refs[key]; ok {
		return r
	}
	return m.Add(key, Target{imported: &code.Import{Module: image.HostModule, Name: name,
		Type: code.FuncType{Params: params, Results: results}}})
}

// helper is a function of the run-time system, written by body when it is first
// asked for.
func (m *Module) helper(name string, params, results []code.ValType, body func(f *Writer)) Ref {
	key := "helper." + name
	if r, ok := m.Refs[key]; ok {
		return r
	}
	out := &code.Func{Name: name, Results: results}
	for i, t := range params {
		out.Params = append(out.Params, code.Local{Name: string(rune('x' + i)), Type: t})
	}
	r := m.Add(key, Target{Fun: out})
	f := m.Begin(out)
	body(f)
	f.Finish(func() {})
	return r
}

// Reserve makes room for size bytes of static data.
func (m *Module) Reserve(size uint32) (addr uint32) {
	addr = m.next
	m.next += (size + 7) &^ 7
	return addr
}

// Link numbers the functions, imports first, and puts the numbers into calls. Static data ends
// At dataEnd.
func (m *Module) Link() (out *code.Module, dataEnd uint32) {
	out = &code.Module{}
	number := make([]uint64, len(m.Funcs))
	for i, t := range m.Funcs {
		if t.imported != nil {
			number[i] = uint64(len(out.Imports))
			out.Imports = append(out.Imports, *t.imported)
		}
	}
	for i, t := range m.Funcs {
		if t.Fun != nil {
			number[i] = uint64(len(out.Imports) + len(out.Funcs))
			out.Funcs = append(out.Funcs, t.Fun)
		}
	}
	for _, f := range out.Funcs {
		for i := range f.Body {
			if f.Body[i].Op == code.Call {
				f.Body[i].Imm = number[f.Body[i].Imm]
			}
		}
	}
	dataEnd = max(m.next, MinBlock)
	out.MinPages = (dataEnd + image.PageSize - 1) / image.PageSize
	out.MaxPages = image.MaxPages
	return out, dataEnd
}

// Unsupportedf gives up the translation; it panics with an Unsupported.
func Unsupportedf(format string, args ...any) {
	panic(Unsupported(fmt.Sprintf(format, args...)))
}

// What lies where in linear memory. Addresses below dataBase are not used for
// anything, so that the null block 0 is none.
const (
	dataBase = 64 // frames of kernels start here

	// MinBlock is below every block: the first page is never part of the heap.
	MinBlock = 1 << 16
)
