package outline

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tetratelabs/wazero"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
)

// writer generates a random function over i64 locals, the first two of which are
// parameters, and its statement lists.
type writer struct {
	*rand.Rand
	fun    *code.Func
	locals int // number of locals that any statement may use
	lists  [][]int
	depth  int
}

func (w *writer) put(op code.Op, imm uint64) {
	w.fun.Body = append(w.fun.Body, code.Instr{Op: op, Imm: imm})
}

func (w *writer) local() uint64 { return uint64(w.IntN(w.locals)) }

// list generates statements; exit is the enclosing block that may be left, 0 for none.
func (w *writer) list(fuel int, exit int) {
	var places []int
	for range 1 + w.IntN(5) {
		places = append(places, len(w.fun.Body))
		w.statement(fuel, exit)
	}
	w.lists = append(w.lists, append(places, len(w.fun.Body)))
}

// condition pushes a truth value that depends on a local.
func (w *writer) condition() {
	w.put(code.LocalGet, w.local())
	w.put(code.I64Const, uint64(1+w.IntN(3)))
	w.put(code.I64And, 0)
	w.put(code.I64Eqz, 0)
}

func (w *writer) inside(op code.Op, body func()) {
	w.put(op, 0)
	w.depth++
	body()
	w.depth--
	w.put(code.End, 0)
}

func (w *writer) statement(fuel int, exit int) {
	kind := w.IntN(10)
	if fuel == 0 {
		kind = w.IntN(6)
	}
	switch {
	case kind == 0 && exit > 0:
		w.condition()
		w.put(code.BrIf, uint64(w.depth-exit))
	case kind < 6:
		w.put(code.LocalGet, w.local())
		w.put(code.I64Const, uint64(w.IntN(100)))
		w.put([]code.Op{code.I64Add, code.I64Mul, code.I64Xor}[w.IntN(3)], 0)
		if w.IntN(4) == 0 {
			w.put(code.LocalTee, w.local())
		}
		w.put(code.LocalSet, w.local())
	case kind < 8:
		w.condition()
		w.inside(code.If, func() {
			w.list(fuel-1, exit)
			if w.IntN(2) == 0 {
				w.put(code.Else, 0)
				w.list(fuel-1, exit)
			}
		})
	case kind < 9:
		w.inside(code.Block, func() {
			w.list(fuel-1, w.depth)
			if w.IntN(4) == 0 {
				w.put(code.Br, 0)
				w.list(fuel-1, exit)
			}
		})
	default: // a loop with a small trip count
		counter := uint64(len(w.fun.Params) + len(w.fun.Locals))
		w.fun.Locals = append(w.fun.Locals, code.Local{Name: "n", Type: code.I64})
		w.put(code.I64Const, 0)
		w.put(code.LocalSet, counter)
		w.inside(code.Loop, func() {
			w.list(fuel-1, exit)
			w.put(code.LocalGet, counter)
			w.put(code.I64Const, 1)
			w.put(code.I64Add, 0)
			w.put(code.LocalTee, counter)
			w.put(code.I64Const, uint64(1+w.IntN(3)))
			w.put(code.I64LtS, 0)
			w.put(code.BrIf, 0)
		})
	}
}

// function returns a random function that returns some of its locals.
func function(seed uint64) *writer {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 1)), fun: &code.Func{Name: "main", Exported: true}}
	w.locals = 4 + w.IntN(80)
	for i := range w.locals {
		l := code.Local{Name: fmt.Sprint("x", i), Type: code.I64}
		if i < 2 {
			w.fun.Params = append(w.fun.Params, l)
		} else {
			w.fun.Locals = append(w.fun.Locals, l)
		}
	}
	w.list(4, 0)
	for range 3 {
		w.fun.Results = append(w.fun.Results, code.I64)
		w.put(code.LocalGet, w.local())
	}
	return w
}

// results runs the first of some functions.
func results(t *testing.T, funs []*code.Func) [][]uint64 {
	t.Helper()
	ctx := context.Background()
	m := &code.Module{Funcs: funs, MinPages: 1, MaxPages: 1}
	r := wazero.NewRuntime(ctx)
	defer func() { _ = r.Close(ctx) }()
	loaded, err := r.Instantiate(ctx, m.Encode())
	if err != nil {
		t.Fatal(err)
	}
	var out [][]uint64
	for i := range uint64(8) {
		got, err := loaded.ExportedFunction("main").Call(ctx, i, i*i+7)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, got)
	}
	return out
}

// Outlining does not change a function's results.
func TestRandomFunctions(t *testing.T) {
	pieces := 0
	for seed := range uint64(400) {
		w := function(seed)
		whole := results(t, []*code.Func{w.fun})
		funs := []*code.Func{w.fun}
		before := len(w.fun.Body)
		Cut(w.fun, w.lists, 16, func(f *code.Func) uint64 {
			funs = append(funs, f)
			return uint64(len(funs) - 1)
		})
		pieces += len(funs) - 1
		if cut := results(t, funs); !slices.EqualFunc(whole, cut, slices.Equal) {
			t.Errorf("seed %d: a function of %d instructions gives %d, and cut into %d functions %d", seed, before, whole, len(funs), cut)
		}
	}
	t.Logf("%d functions made", pieces)
	if pieces < 1000 {
		t.Errorf("only %d functions were made of parts", pieces)
	}
}

// Functions of any length, with consecutive or nested blocks, are reduced to functions of
// bounded length, and the total length grows little.
func TestBoundedLength(t *testing.T) {
	for name, nest := range map[string]bool{"beside each other": false, "inside each other": true} {
		t.Run(name, func(t *testing.T) {
			const blocks, longest = 3000, 500
			f := &code.Func{Name: "main", Params: []code.Local{{Name: "x", Type: code.I64}}, Results: []code.ValType{code.I64}}
			w := &writer{fun: f}
			places := []int{}
			var block func(n int)
			block = func(n int) {
				start := len(f.Body)
				f.Locals = append(f.Locals, code.Local{Name: fmt.Sprint("y", n), Type: code.I64})
				w.put(code.LocalGet, 0)
				w.put(code.LocalSet, uint64(n+1))
				w.put(code.LocalGet, uint64(max(n-3, 0)+1)) // set by an earlier block
				w.put(code.I64Eqz, 0)
				w.put(code.If, 0)
				inside := len(f.Body)
				w.put(code.LocalGet, uint64(n+1))
				w.put(code.I64Const, 1)
				w.put(code.I64Add, 0)
				w.put(code.LocalSet, 0)
				rest := len(f.Body)
				if nest && n+1 < blocks {
					block(n + 1)
				}
				w.lists = append(w.lists, []int{inside, rest, len(f.Body)})
				w.put(code.End, 0)
				if nest {
					w.lists = append(w.lists, []int{start, len(f.Body)})
				}
			}
			for n := range blocks {
				places = append(places, len(f.Body))
				if block(n); nest {
					break
				}
			}
			w.lists = append(w.lists, append(places, len(f.Body)))
			w.put(code.LocalGet, 0)
			before, all, most := len(f.Body), 0, 0
			funs := []*code.Func{f}
			Cut(f, w.lists, longest, func(g *code.Func) uint64 {
				funs = append(funs, g)
				return uint64(len(funs) - 1)
			})
			for _, g := range funs {
				all, most = all+len(g.Body), max(most, len(g.Body))
			}
			t.Logf("%d instructions in %d functions, at most %d in one; %d before", all, len(funs), most, before)
			if most > 2*longest || all > before*5/4 {
				t.Errorf("%d instructions became %d, up to %d in a function", before, all, most)
			}
		})
	}
}

// A local that a piece sets reaches its readers after the piece, and those in the next
// iteration of an enclosing loop, including readers in an enclosing piece.
func TestPartsSetForOthers(t *testing.T) {
	const a, b, x, y, z, n = 0, 1, 2, 3, 4, 5
	build := func(inLoop bool) *writer {
		w := &writer{fun: &code.Func{Name: "main", Exported: true, Results: []code.ValType{code.I64},
			Params: []code.Local{{Name: "a", Type: code.I64}, {Name: "b", Type: code.I64}}}}
		for _, l := range []string{"x", "y", "z", "n"} {
			w.fun.Locals = append(w.fun.Locals, code.Local{Name: l, Type: code.I64})
		}
		add := func(to, from uint64, c uint64) func() {
			return func() {
				w.put(code.LocalGet, from)
				w.put(code.I64Const, c)
				w.put(code.I64Add, 0)
				w.put(code.LocalSet, to)
			}
		}
		list := func(statements ...func()) func() {
			return func() {
				var places []int
				for _, s := range statements {
					places = append(places, len(w.fun.Body))
					s()
				}
				w.lists = append(w.lists, append(places, len(w.fun.Body)))
			}
		}
		sets := func() { // x, in a piece
			w.put(code.LocalGet, a)
			w.put(code.I64Eqz, 0)
			long := []func(){add(z, b, 1), add(x, z, 3), add(z, x, 4)}
			for range 20 {
				long = append(long, add(z, z, 5))
			}
			w.inside(code.If, list(long...))
		}
		around := list(add(x, b, 100), sets, add(y, x, 1))
		if inLoop {
			around = list(add(x, b, 100), func() {
				w.inside(code.Loop, func() {
					list(add(y, x, 1), sets)()
					add(n, n, 1)()
					w.put(code.LocalGet, n)
					w.put(code.I64Const, 3)
					w.put(code.I64LtS, 0)
					w.put(code.BrIf, 0)
				})
			})
		}
		long := []func(){add(y, a, 1), func() { w.inside(code.Block, around) }}
		for range 20 {
			long = append(long, add(z, z, 5))
		}
		list(long...)()
		w.put(code.LocalGet, y)
		return w
	}
	for _, inLoop := range []bool{false, true} {
		w := build(inLoop)
		whole := results(t, []*code.Func{w.fun})
		funs := []*code.Func{w.fun}
		Cut(w.fun, w.lists, 64, func(f *code.Func) uint64 {
			funs = append(funs, f)
			return uint64(len(funs) - 1)
		})
		if cut := results(t, funs); !slices.EqualFunc(whole, cut, slices.Equal) || len(funs) < 3 {
			t.Errorf("in a loop %t: %d, and cut into %d functions %d", inLoop, whole, len(funs), cut)
		}
	}
}
