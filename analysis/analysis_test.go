package analysis_test

import (
	"context"
	"testing"

	"github.com/lamina-lang/lamina/analysis"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
)

const twoFunctions = `lamina mem

entry (n: "i64") -> ("[n]f32")
fun main(n_1: i64) -> (b_2: mem, r_3: [n_1]f32 @ b_2 -> 0 + {(n_1 : 1)}) {
  let (s_4: i64) = mulsat.i64(n_1, 4i64)
  let (c_5: mem) = alloc(s_4)
  let (x_6: [n_1]f32 @ c_5 -> 0 + {(n_1 : 1)}) = replicate([n_1], 1.0f32)
  let (y_7: [n_1]f32 @ c_5 -> 0 + {(n_1 : 1)}) = update(x_6, [0i64], 2.0f32)
  in (c_5, y_7)
}

fun other(k_8: i64) -> (r_9: i64) {
  let (s_10: i64) = add.i64(k_8, 1i64)
  in (s_10)
}
`

// counting is an analysis that counts how often it runs.
func counting[S analysis.Subject](reads analysis.Aspect) (*analysis.Analysis[S, int], *int) {
	runs := new(int)
	return &analysis.Analysis[S, int]{Name: "count", Reads: reads, Run: func(S) int { *runs++; return *runs }}, runs
}

func parse(t *testing.T) *pass.Unit {
	t.Helper()
	p, err := ir.Parse("two.lir", twoFunctions)
	if err != nil {
		t.Fatal(err)
	}
	return &pass.Unit{IR: p}
}

// Results are kept exactly as long as what the analysis reads stays as it is.
func TestOfRunsAgainWhereTheFunctionChanged(t *testing.T) {
	for _, c := range []struct {
		name                  string
		change                func(u *pass.Unit, f *ir.Fun)
		everything, structure bool // whether analyses that read it run again
	}{
		{"nothing", func(*pass.Unit, *ir.Fun) {}, false, false},
		{"an operand", func(_ *pass.Unit, f *ir.Fun) { f.Body.Stms[0].Exp.(*ir.Prim).Args[1] = ir.Size(8) }, true, true},
		{"an index function", func(_ *pass.Unit, f *ir.Fun) { f.Body.Stms[2].Pat[0].At.Index.Offset = sym.Const(1) }, true, false},
		{"a block", func(_ *pass.Unit, f *ir.Fun) { f.Body.Stms[2].Pat[0].At.Block = f.Results[0].Name }, true, false},
		{"a name", func(_ *pass.Unit, f *ir.Fun) { f.Params[0].Name = name.Name{Base: "n", ID: 99} }, true, true},
		{"a parameter that may be consumed", func(_ *pass.Unit, f *ir.Fun) { f.Params[0].Unique = true }, true, true},
		{"the result", func(_ *pass.Unit, f *ir.Fun) { f.Body.Result[1] = ir.Var(f.Body.Stms[2].Pat[0].Name) }, true, true},
		{"the order", func(_ *pass.Unit, f *ir.Fun) {
			s := f.Body.Stms
			s[0], s[1] = s[1], s[0]
		}, true, true},
		{"a position", func(_ *pass.Unit, f *ir.Fun) { f.Body.Stms[0].Pos = source.Pos{File: "a", Line: 1, Col: 1} }, false, false},
		{"a statement for an equal one", func(_ *pass.Unit, f *ir.Fun) {
			s := *f.Body.Stms[1]
			f.Body.Stms[1] = &s
		}, true, true},
		{"an expression for an equal one", func(_ *pass.Unit, f *ir.Fun) {
			e := *f.Body.Stms[1].Exp.(*ir.Alloc)
			f.Body.Stms[1].Exp = &e
		}, true, true},
		{"a pattern for an equal one", func(_ *pass.Unit, f *ir.Fun) {
			s := f.Body.Stms[1]
			s.Pat = append([]ir.Param(nil), s.Pat...)
		}, true, true},
		{"another function", func(u *pass.Unit, _ *ir.Fun) { u.IR.Funs[1].Body.Stms[0].Exp.(*ir.Prim).Args[1] = ir.Size(8) }, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := parse(t)
			f := u.IR.Funs[0]
			all, allRuns := counting[*ir.Fun](analysis.Everything)
			structure, structureRuns := counting[*ir.Fun](analysis.Structure)
			analysis.Of(u, f, all)
			analysis.Of(u, f, structure)
			c.change(u, f)
			for range 2 {
				analysis.Of(u, f, all)
				analysis.Of(u, f, structure)
			}
			if got := *allRuns > 1; got != c.everything || *allRuns > 2 {
				t.Errorf("one that reads everything ran %d times", *allRuns)
			}
			if got := *structureRuns > 1; got != c.structure || *structureRuns > 2 {
				t.Errorf("one that reads the structure ran %d times", *structureRuns)
			}
		})
	}
}

// An analysis of the program runs again when any function changed.
func TestOfProgram(t *testing.T) {
	u := parse(t)
	a, runs := counting[*ir.Program](analysis.Everything)
	analysis.Of(u, u.IR, a)
	analysis.Of(u, u.IR, a)
	u.IR.Funs[1].Body.Stms[0].Exp.(*ir.Prim).Args[1] = ir.Size(8)
	analysis.Of(u, u.IR, a)
	u.IR = u.IR.Clone()
	analysis.Of(u, u.IR, a)
	if *runs != 3 {
		t.Errorf("ran %d times, want 3: at first, after the change, for the copy", *runs)
	}
}

// A result is kept from pass to pass, and only where the first left the function alone.
func TestOfAcrossPasses(t *testing.T) {
	a, runs := counting[*ir.Fun](analysis.Everything)
	ask := func(_ context.Context, u *pass.Unit, _ pass.Options) error {
		for _, f := range u.IR.Funs {
			analysis.Of(u, f, a)
		}
		return nil
	}
	change := func(_ context.Context, u *pass.Unit, _ pass.Options) error {
		u.IR.Funs[1].Body.Stms[0].Exp.(*ir.Prim).Args[1] = ir.Size(8)
		return nil
	}
	at := pass.At(pass.Mem)
	r := pass.NewRegistry(
		&pass.Pass{Name: "ask", Summary: "s", From: at, Run: ask},
		&pass.Pass{Name: "change", Summary: "s", From: at, Run: change},
	)
	steps, err := r.Parse("ask,ask,change,ask", pass.Mem)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := new(pass.Manager).Run(t.Context(), steps, parse(t)); err != nil {
		t.Fatal(err)
	}
	if *runs != 3 {
		t.Errorf("ran %d times, want 3: once for each of two functions, and again for the one that changed", *runs)
	}
}

// What is taken is the taker's own; a copy of the unit shares nothing with it.
func TestTakeAndClone(t *testing.T) {
	u := parse(t)
	a, runs := counting[*ir.Fun](analysis.Everything)
	analysis.Of(u, u.IR.Funs[0], a)
	if got := analysis.Take(u, u.IR.Funs[0], a); got != 1 {
		t.Errorf("took result %d, want the first", got)
	}
	if got := analysis.Of(u, u.IR.Funs[0], a); got != 2 {
		t.Errorf("got result %d after the first was taken", got)
	}
	c := u.Clone()
	analysis.Of(c, c.IR.Funs[0], a)
	if got := analysis.Of(u, u.IR.Funs[0], a); got != 2 || *runs != 3 {
		t.Errorf("got result %d after %d runs, one for a copy of the unit", got, *runs)
	}
}

// At imp it is the same.
func TestOfImp(t *testing.T) {
	p, err := imp.Parse("p.lir", `lamina imp

fun f(n_1: i64) -> (r_2: i64) {
  r_2 <- n_1 + 1
}
`)
	if err != nil {
		t.Fatal(err)
	}
	u := &pass.Unit{Imp: p}
	a, runs := counting[*imp.Fun](analysis.Structure)
	analysis.Of(u, p.Funs[0], a)
	analysis.Of(u, p.Funs[0], a)
	p.Funs[0].Body = append(p.Funs[0].Body, p.Funs[0].Body[0])
	analysis.Of(u, p.Funs[0], a)
	if *runs != 2 {
		t.Errorf("ran %d times, want 2", *runs)
	}
}
