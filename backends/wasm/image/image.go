// Package image defines the form of a compiled program: a WebAssembly module, and what its
// host must know to run it. Package emit makes images, and hosts (package host in Go, the
// run time of JavaScript modules) run them; they agree on nothing else.
//
// In a file the description is a custom section of the module, so that one file is a whole
// program: see Encode.
package image

import (
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Image is a compiled program.
type Image struct {
	Module  []byte `json:"-"` // WebAssembly in binary form
	Entries []Entry
	Kernels []Kernel    // by the number that code passes to the host
	Sites   []Site      // places that can fail, by number
	Paths   fault.Paths // meaning of call paths
	DataEnd uint32      // the first address that static data leaves unused
}

// Entry is an entry point. The module exports a function under its name with the parameters
// (thread i32, path i32, Params…) and the results Results.
type Entry struct {
	entry.Interface
	Vars []Var // parameters of the function: arguments, or sizes of arguments
	Outs []Var // results of the function
}

// Var is a parameter or result of a function: a scalar, or the address of a block.
type Var struct {
	Name  name.Name
	Block bool
}

// Kernel is a parallel loop.
type Kernel struct {
	Label string
	Func  string // the exported function (thread i32, path i32, from i64, to i64)
	Heavy bool   // an iteration may take long: it has loops or calls
}

// Site is a place where a program may fail: an assertion or an allocation.
type Site struct {
	Fun     string       // the function it stands in
	Message []Part       `json:",omitempty"` // of an assertion
	What    string       `json:",omitempty"` // of an allocation: the arrays it is for
	Trace   []source.Pos `json:",omitempty"`
}

// Part is a piece of a message: text, or the value of the given type that stands
// in the next place of the thread's record.
type Part struct {
	Text string      `json:",omitempty"`
	Arg  scalar.Type `json:",omitempty"`
}

// Entry returns the entry point of that name, or nil.
func (m *Image) Entry(name string) *Entry {
	for i := range m.Entries {
		if m.Entries[i].Name == name {
			return &m.Entries[i]
		}
	}
	return nil
}
