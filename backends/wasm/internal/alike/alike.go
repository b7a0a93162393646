// Package alike keeps one body for functions that differ in constants alone: a program of
// many functions that are written alike compiles to many kernels that are alike, and the
// engine takes longer for each of their instructions than this compiler does.
//
// The constants become parameters of the one body, and what stood there before becomes a
// call of it. That is worth a call where it saves many instructions, so small programs are
// left as they are.
package alike

import (
	"encoding/binary"
	"hash/maphash"
	"slices"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
)

const (
	// Least is how many instructions a shared body has to save by default. The engine takes
	// some 20 ms for as many.
	Least = 20000
	// shortest is how many instructions a function has to have to be worth a call.
	shortest = 30
	// mostConstants is how many constants may differ: more parameters are spilled.
	mostConstants = 12
)

// Share replaces functions of m that differ in constants alone by calls of one function,
// where that saves as many instructions as least says. Numbers of functions stay as they
// are: what is new comes last.
func Share(m *code.Module, least int) {
	for _, g := range groups(m.Funcs) {
		if saved := (len(g) - 1) * len(g[0].Body); saved < least {
			continue
		}
		if differ := differing(g); len(differ.values[0]) <= mostConstants {
			number := uint64(len(m.Imports) + len(m.Funcs))
			m.Funcs = append(m.Funcs, differ.merge(g, number))
		}
	}
}

// groups are the functions that are alike, in the order of their first ones.
func groups(funs []*code.Func) [][]*code.Func {
	seed := maphash.MakeSeed()
	var out [][]*code.Func
	at := map[uint64][]int{} // groups by the hash of their members
	for _, f := range funs {
		if len(f.Body) < shortest {
			continue
		}
		h := hash(seed, f)
		known := slices.IndexFunc(at[h], func(k int) bool { return same(out[k][0], f) })
		if known < 0 {
			at[h] = append(at[h], len(out))
			out = append(out, []*code.Func{f})
			continue
		}
		k := at[h][known]
		out[k] = append(out[k], f)
	}
	return out
}

// hash is of the instructions of f without the values of constants.
func hash(seed maphash.Seed, f *code.Func) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	buf := make([]byte, 0, 10*len(f.Body))
	for _, in := range f.Body {
		buf = binary.LittleEndian.AppendUint16(buf, uint16(in.Op))
		if _, ok := typeOf[in.Op]; !ok {
			buf = binary.LittleEndian.AppendUint64(buf, in.Imm)
		}
	}
	h.Write(buf)
	return h.Sum64()
}

// same reports whether f and g differ in the values of constants alone.
func same(f, g *code.Func) bool {
	typed := func(a, b code.Local) bool { return a.Type == b.Type }
	return slices.EqualFunc(f.Params, g.Params, typed) && slices.EqualFunc(f.Locals, g.Locals, typed) &&
		slices.Equal(f.Results, g.Results) &&
		slices.EqualFunc(f.Body, g.Body, func(a, b code.Instr) bool {
			_, constant := typeOf[a.Op]
			return a == b || constant && a.Op == b.Op
		})
}

// typeOf gives the instructions that push constants, and the types of these.
var typeOf = map[code.Op]code.ValType{
	code.I32Const:  code.I32,
	code.I64Const:  code.I64,
	code.F32Const:  code.F32,
	code.F64Const:  code.F64,
	code.V128Const: code.V128,
}

// difference is what functions that are alike differ in.
type difference struct {
	values [][]code.Instr // of each function, the constants that become arguments
	param  map[int]int    // the number of the constant that an instruction pushes
}

// differing finds the constants that differ. Those that are equal in each of the functions
// are one.
func differing(g []*code.Func) difference {
	d := difference{values: make([][]code.Instr, len(g)), param: map[int]int{}}
	known := map[string]int{}
	for at, in := range g[0].Body {
		other := func(f *code.Func) bool { return f.Body[at] != in }
		if _, ok := typeOf[in.Op]; !ok || !slices.ContainsFunc(g, other) {
			continue
		}
		key := binary.LittleEndian.AppendUint16(nil, uint16(in.Op))
		for _, f := range g {
			key = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(key, f.Body[at].Imm), f.Body[at].Hi)
		}
		n, ok := known[string(key)]
		if !ok {
			n = len(known)
			known[string(key)] = n
			for k, f := range g {
				d.values[k] = append(d.values[k], f.Body[at])
			}
		}
		d.param[at] = n
	}
	return d
}

// merge returns what all of g share, which gets the given number, and makes calls of it of
// the functions in g.
func (d difference) merge(g []*code.Func, number uint64) *code.Func {
	first, old := g[0], uint64(len(g[0].Params))
	shared := &code.Func{Name: first.Name + ".shared", Params: slices.Clone(first.Params), Results: first.Results, Locals: first.Locals, Body: first.Body}
	for _, c := range d.values[0] {
		shared.Params = append(shared.Params, code.Local{Name: "constant", Type: typeOf[c.Op]})
	}
	for at := range shared.Body {
		in := &shared.Body[at]
		if n, ok := d.param[at]; ok {
			*in = code.Instr{Op: code.LocalGet, Imm: old + uint64(n)}
		} else if in.Op.IsLocal() && in.Imm >= old {
			in.Imm += uint64(len(d.values[0]))
		}
	}
	for k, f := range g {
		f.Locals, f.Body = nil, nil
		for n := range f.Params {
			f.Body = append(f.Body, code.Instr{Op: code.LocalGet, Imm: uint64(n)})
		}
		f.Body = append(append(f.Body, d.values[k]...), code.Instr{Op: code.Call, Imm: number})
	}
	return shared
}
