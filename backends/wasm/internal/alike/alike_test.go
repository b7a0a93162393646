package alike

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
)

// shape is a function of two i64s that mixes them with constants, some of which choose
// makes; the others are the same each time.
func shape(name string, choose func() uint64) *code.Func {
	local := []code.Local{{Name: "x", Type: code.I64}, {Name: "y", Type: code.I64}}
	f := &code.Func{Name: name, Exported: true, Params: local, Results: []code.ValType{code.I64}, Locals: []code.Local{{Name: "z", Type: code.I64}, {Name: "w", Type: code.F64}}}
	put := func(op code.Op, imm uint64) { f.Body = append(f.Body, code.Instr{Op: op, Imm: imm}) }
	fixed := rand.New(rand.NewPCG(1, 1))
	for k := range uint64(20) {
		put(code.LocalGet, fixed.Uint64N(3))
		if k%3 == 0 {
			put(code.I64Const, choose())
		} else {
			put(code.I64Const, fixed.Uint64N(100))
		}
		put([]code.Op{code.I64Add, code.I64Mul, code.I64Xor}[k%3], 0)
		put(code.LocalSet, fixed.Uint64N(3))
	}
	put(code.LocalGet, 2)
	return f
}

// results are what the functions of a module return for some numbers.
func results(t *testing.T, m *code.Module, names []string) []uint64 {
	t.Helper()
	m.MinPages, m.MaxPages = 1, 1
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer r.Close(ctx)
	i, err := r.Instantiate(ctx, m.Encode())
	if err != nil {
		t.Fatal(err)
	}
	var out []uint64
	for _, n := range names {
		got, err := i.ExportedFunction(n).Call(ctx, api.EncodeI64(3), api.EncodeI64(-5))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, got...)
	}
	return out
}

// Functions that share a body return what they did before, and their bodies are short.
func TestShared(t *testing.T) {
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(2, seed))
		m := func() (*code.Module, []string) {
			random := rand.New(rand.NewPCG(3, seed))
			out, names := &code.Module{}, []string(nil)
			for k := range 6 {
				names = append(names, fmt.Sprint("f", k))
				out.Funcs = append(out.Funcs, shape(names[k], func() uint64 { return random.Uint64N(3) }))
			}
			return out, names
		}
		before, names := m()
		want := results(t, before, names)
		after, _ := m()
		// One function differs in an instruction, and must stay as it is.
		at := random.IntN(len(names))
		after.Funcs[at].Body[2].Op = code.I64Sub
		before.Funcs[at].Body[2].Op = code.I64Sub
		want[at] = results(t, before, names)[at]
		Share(after, 1)
		for k, f := range after.Funcs[:len(names)] {
			if shared := len(f.Body) < shortest; shared == (k == at) {
				t.Errorf("seed %d: %s has %d instructions", seed, f.Name, len(f.Body))
			}
		}
		for k, got := range results(t, after, names) {
			if got != want[k] {
				t.Errorf("seed %d: %s returns %d, not %d", seed, names[k], got, want[k])
			}
		}
	}
}

// What saves too little, and what would take too many parameters, is left.
func TestLeft(t *testing.T) {
	for _, c := range []struct {
		differ uint64 // of how many constants there may be
		least  int
		shared bool
	}{{2, 1, true}, {2, 100, false}, {1 << 40, 1, true}, {1 << 40, 82, false}} {
		random := rand.New(rand.NewPCG(4, c.differ))
		m := &code.Module{}
		for k := range 2 {
			m.Funcs = append(m.Funcs, shape(fmt.Sprint("f", k), func() uint64 { return random.Uint64N(c.differ) }))
		}
		Share(m, c.least)
		if got := len(m.Funcs) == 3; got != c.shared {
			t.Errorf("constants below %d, at least %d: shared is %v", c.differ, c.least, got)
		}
	}
	f := func(constants ...uint64) *code.Func {
		out := &code.Func{Name: "f"}
		for k := range 60 {
			out.Body = append(out.Body, code.Instr{Op: code.I64Const, Imm: constants[k%len(constants)]}, code.Instr{Op: code.Drop})
		}
		return out
	}
	few, many := make([]uint64, mostConstants), make([]uint64, mostConstants+1)
	for k := range many {
		many[k] = uint64(k)
	}
	copy(few, many)
	for _, c := range [][]uint64{few, many} {
		m := &code.Module{Funcs: []*code.Func{f(c...), f(0, 1)}}
		other := make([]uint64, len(c))
		for k := range other {
			other[k] = uint64(100 + k)
		}
		m.Funcs[1] = f(other...)
		Share(m, 1)
		if got := len(m.Funcs) == 3; got != (len(c) == mostConstants) {
			t.Errorf("%d constants differ: shared is %v", len(c), got)
		}
	}
}
