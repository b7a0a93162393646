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
//   - Where elements are narrow, vectors hold them as they lie in memory (packed.go).
//   - Loops that pass lanes made of vectors run as they are (vectors.go).
//   - Elsewhere, where it pays, several iterations run at once in lanes of 32 or 64
//     bits (vector.go and the files that it names); the scalar loop does the rest.
//   - A fold that mostly keeps what it has runs in lanes as long as nothing changes
//     it (sift.go, unchanged.go, narrow.go).
//   - An index space of several dimensions runs in tiles where its rows go along the
//     columns of an array (tiles.go).
//   - What the loop does not change is computed before it (hoist.go), and the
//     index arithmetic of accesses becomes pointers that advance (address.go).
//
// Parts of very long functions become functions (package outline).
//
// None of this changes a result by a bit: the order of float operations stays as
// it is, and lanes compute what scalars compute.
package emit

import (
	"fmt"

	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
)

// Unit is a translated program: its code as a list of instructions, which people can read,
// and its image.
type Unit struct {
	Module *code.Module
	Image  *image.Image
}

// ref names a function in call instructions until all functions are known.
type ref int

// unit is the state of a translation.
type unit struct {
	*image.Image
	prog    *imp.Program
	options Options
	refs    map[string]ref
	fns     []target
	next    uint32           // static data: the next unused address
	copies  int              // names made for copies
	spare   [][]code.Instr   // room for the instructions of functions to be written
	rests   map[imp.Stm]bool // loops over the points of a group that pass lanes made
}

// target is the import or function that a ref stands for.
type target struct {
	imported *code.Import
	fun      *code.Func
}

// unsupported is raised, as a panic, for what the backend does not do.
type unsupported string

// Options change what code is made.
type Options struct {
	// Profile lets the host see every launch of a kernel.
	Profile bool
	// Longest is how many instructions a function may have before parts of it become
	// functions; 0 is what suits the engine.
	Longest int
}

// Program translates p. The error names what is not supported.
func Program(p *imp.Program, o Options) (_ *Unit, err error) {
	defer func() {
		if r := recover(); r != nil {
			what, ok := r.(unsupported)
			if !ok {
				panic(r)
			}
			err = Unsupported(what)
		}
	}()
	u := &unit{Image: &image.Image{}, prog: p, options: o, refs: map[string]ref{}, next: dataBase, rests: map[imp.Stm]bool{}}
	u.Paths = imp.CallPaths(p)
	for _, f := range p.Funs {
		u.declare(f)
	}
	for _, f := range p.Funs {
		u.function(f)
	}
	module := u.link()
	u.describe()
	u.Module = module.Encode()
	return &Unit{module, u.Image}, nil
}

// Unsupported is the error of a program that the backend cannot run.
type Unsupported string

func (e Unsupported) Error() string { return string(e) }

// add makes a ref.
func (u *unit) add(name string, t target) ref {
	r := ref(len(u.fns))
	u.refs[name] = r
	u.fns = append(u.fns, t)
	return r
}

// host is an imported function of the host.
func (u *unit) host(name string, params, results []code.ValType) ref {
	key := "host." + name
	if r, ok := u.refs[key]; ok {
		return r
	}
	return u.add(key, target{imported: &code.Import{Module: image.HostModule, Name: name,
		Type: code.FuncType{Params: params, Results: results}}})
}

// helper is a function of the run-time system, written by body when it is first
// asked for.
func (u *unit) helper(name string, params, results []code.ValType, body func(f *fn)) ref {
	key := "helper." + name
	if r, ok := u.refs[key]; ok {
		return r
	}
	out := &code.Func{Name: name, Results: results}
	for i, t := range params {
		out.Params = append(out.Params, code.Local{Name: string(rune('x' + i)), Type: t})
	}
	r := u.add(key, target{fun: out})
	f := u.begin(out)
	body(f)
	f.finish()
	return r
}

// reserve makes room for size bytes of static data.
func (u *unit) reserve(size uint32) (addr uint32) {
	addr = u.next
	u.next += (size + 7) &^ 7
	return addr
}

// link numbers the functions, imports first, and puts the numbers into calls.
func (u *unit) link() *code.Module {
	m := &code.Module{}
	number := make([]uint64, len(u.fns))
	for i, t := range u.fns {
		if t.imported != nil {
			number[i] = uint64(len(m.Imports))
			m.Imports = append(m.Imports, *t.imported)
		}
	}
	for i, t := range u.fns {
		if t.fun != nil {
			number[i] = uint64(len(m.Imports) + len(m.Funcs))
			m.Funcs = append(m.Funcs, t.fun)
		}
	}
	for _, f := range m.Funcs {
		for i := range f.Body {
			if f.Body[i].Op == code.Call {
				f.Body[i].Imm = number[f.Body[i].Imm]
			}
		}
	}
	u.DataEnd = max(u.next, minBlock)
	m.MinPages = (u.DataEnd + image.PageSize - 1) / image.PageSize
	m.MaxPages = image.MaxPages
	return m
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

func unsupportedf(format string, args ...any) {
	panic(unsupported(fmt.Sprintf(format, args...)))
}
