// Package emit translates imperative programs to WebAssembly.
//
// Every function gets, before its own parameters, the address of the record of
// the thread that runs it and the number of the call path that led to it (see
// paths). Scalars live in locals: integers narrower than 32 bits and bools in an
// i32, always extended according to their type; f16 in an f32 that holds a
// number an f16 can hold. A block variable is the address of the block's data,
// or 0. Each parallel loop becomes a function over a range of its iterations;
// the host calls it from as many threads as it likes.
//
// The engine that runs the code does little to make it fast, so this package
// does. A loop is translated in steps, each of which may give the next one less
// to do (loop.go):
//
//   - A loop that pass split gave a body for the main part of its range runs that
//     there (split.go).
//   - Loops that pass lanes made of vectors run as they are; elsewhere, where it pays,
//     several iterations run at once in lanes (package vectors), and the scalar loop does
//     the rest.
//   - An index space of several dimensions runs in tiles where its rows go along the
//     columns of an array (tiles.go).
//   - What the loop does not change is computed before it (hoist.go), and the
//     index arithmetic of accesses becomes pointers that advance (address.go).
//
// Parts of very long functions become functions (package outline), and functions that differ
// in constants alone share a body where that saves much (package alike).
//
// None of this changes a result by a bit: the order of float operations stays as
// it is, and lanes compute what scalars compute.
package emit

import (
	"cmp"

	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/backends/wasm/internal/alike"
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// Unit is a translated program: its code as a list of instructions, which people can read,
// and its image.
type Unit struct {
	Module *code.Module
	Image  *image.Image
}

// unit is the state of a translation.
type unit struct {
	*image.Image
	*assemble.Module
	prog    *imp.Program
	options Options
	copies  int              // names made for copies
	rests   map[imp.Stm]bool // loops over the points of a group that pass lanes made
}

// Options change what code is made.
type Options struct {
	// Vectors writes what runs in lanes.
	Vectors Vectors
	// Profile lets the host see every launch of a kernel.
	Profile bool
	// Longest is how many instructions a function may have before parts of it become
	// functions; 0 is what suits the engine.
	Longest int
	// Share is how many instructions it has to save that functions share a body; 0 is what
	// suits the engine.
	Share int
}

// Program translates p. The error names what is not supported.
func Program(p *imp.Program, o Options) (_ *Unit, err error) {
	defer func() {
		if r := recover(); r != nil {
			what, ok := r.(assemble.Unsupported)
			if !ok {
				panic(r)
			}
			err = what
		}
	}()
	u := &unit{Image: &image.Image{}, prog: p, options: o, Module: assemble.NewModule(), rests: map[imp.Stm]bool{}}
	u.Paths = imp.CallPaths(p)
	for _, f := range p.Funs {
		u.declare(f)
	}
	for _, f := range p.Funs {
		u.function(f)
	}
	module, dataEnd := u.Link()
	alike.Share(module, cmp.Or(o.Share, alike.Least))
	u.DataEnd = dataEnd
	u.describe()
	u.Image.Module = module.Encode()
	return &Unit{module, u.Image}, nil
}

// describe tells the host which entry points there are.
func (u *unit) describe() {
	for _, in := range u.prog.Interfaces() {
		f := u.prog.Fun(in.Name)
		u.Entries = append(u.Entries, image.Entry{Interface: in, Vars: vars(f.Params), Outs: vars(f.Results)})
	}
}

func vars(ps []imp.Param) []image.Var {
	out := make([]image.Var, len(ps))
	for i, p := range ps {
		out[i] = image.Var{Name: p.Name, Block: p.Type.IsBlock()}
	}
	return out
}

// site registers a place that can fail.
func (u *unit) site(s image.Site) uint64 {
	u.Sites = append(u.Sites, s)
	return uint64(len(u.Sites) - 1)
}

// FreshName makes the name of a variable that only the emitter knows.
func (f *Fn) FreshName(base string) name.Name {
	f.u.copies++
	return name.Name{Base: "vector." + base, ID: f.u.copies}
}
