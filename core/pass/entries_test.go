package pass

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

const twoEntries = `lamina soac

entry implicit 2 (x: "[n]i64", y: "*[n]i64", k: "i64") -> ("[m]i64", "i64")
fun main(n_1: i64, m_6: i64, x_2: [n_1]i64, y_3: *[n_1]i64, k_4: i64) -> (r_5: [n_1]i64, s_7: i64) {
  in (x_2, k_4)
}

entry (x: "i64", y: "i64") -> ("i64", "i64")
fun other(x_8: i64, y_9: i64) -> (r_10: i64, s_11: i64) {
  in (x_8, y_9)
}
`

// A pass that changes what callers see of an entry point fails, whatever is asked of
// the manager, though it leaves a well-formed program.
func TestPassKeepsEntryPoints(t *testing.T) {
	for _, c := range []struct {
		name string
		run  func(p *ir.Program)
		want string // in the error
	}{
		{"a result less", func(p *ir.Program) {
			f := p.Funs[0]
			f.Results, f.Body.Result, f.Entry.Results = f.Results[1:], f.Body.Result[1:], f.Entry.Results[1:]
		}, `with the entry point main(x: [?1]i64 "[n]i64", y: *[?1]i64 "*[n]i64", k: i64 "i64") -> (i64 "i64"), which was main(x: `},
		{"a result more", func(p *ir.Program) {
			f := p.Funs[1]
			f.Results = append(f.Results, ir.Param{Name: p.Names.Fresh("t"), Type: ir.I64})
			f.Body.Result = append(f.Body.Result, f.Body.Result[0])
			f.Entry.Results = append(f.Entry.Results, ir.External{Type: "i64"})
		}, `(i64 "i64", i64 "i64", i64 "i64"), which was`},
		{"a parameter less", func(p *ir.Program) {
			f := p.Funs[0]
			f.Params, f.Entry.Params = slices.Delete(f.Params, 3, 4), slices.Delete(f.Entry.Params, 1, 2)
		}, `main(x: [?1]i64 "[n]i64", k: i64 "i64")`},
		{"parameters exchanged", func(p *ir.Program) {
			ps := p.Funs[1].Params
			ps[0], ps[1] = ps[1], ps[0]
		}, "with parameter 2 of the entry point other in place of parameter 1"},
		{"results exchanged", func(p *ir.Program) { slices.Reverse(p.Funs[1].Results) }, "with result 2 of the entry point other in place of result 1"},
		{"an argument that may be overwritten", func(p *ir.Program) { p.Funs[0].Params[2].Unique = true }, `main(x: *[?1]i64`},
		{"an argument that may no longer be", func(p *ir.Program) { p.Funs[0].Params[3].Unique = false }, `y: [?1]i64`},
		{"a size of its own", func(p *ir.Program) {
			p.Funs[0].Params[3].Type = ir.ArrayOf(scalar.I64, ir.Var(p.Funs[0].Params[1].Name))
		}, `y: *[?2]i64`},
		{"a known size", func(p *ir.Program) { p.Funs[0].Results[0].Type = ir.ArrayOf(scalar.I64, ir.Size(3)) }, `-> ([3]i64 "[m]i64"`},
		{"another element type", func(p *ir.Program) { p.Funs[1].Params[0].Type = ir.ScalarOf(scalar.U64) }, `other(x: u64 "i64"`},
		{"no entry point", func(p *ir.Program) { p.Funs[1].Entry = nil }, "without the entry point other"},
		{"one entry point more", func(p *ir.Program) {
			f := *p.Funs[1]
			f.Name = "third"
			p.Funs = append(p.Funs, &f)
		}, "with the entry point third, which was not there"},
		{"another order of functions", func(p *ir.Program) { slices.Reverse(p.Funs) }, ""},
		{"other names", func(p *ir.Program) { p.Funs[1].Params[0].Name = p.Names.Fresh("z") }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := NewRegistry(&Pass{Name: "meddle", Summary: "s", From: At(Soac), Run: func(_ context.Context, u *Unit, _ Options) error {
				c.run(u.IR)
				return nil
			}})
			checkEntries(t, r, "meddle", c.want)
		})
	}
}

// So does a pass that lowers to imp.
func TestLoweringKeepsEntryPoints(t *testing.T) {
	for want, results := range map[string][]imp.External{
		"": {{Type: "i64", Elem: scalar.I64}, {Type: "i64", Elem: scalar.I64}},
		`lower: left a program with the entry point other(x: i64 "i64", y: i64 "i64") -> (i64 "i64"), which was`: {{Type: "i64", Elem: scalar.I64}},
	} {
		lower := &Pass{Name: "lower", Summary: "s", From: At(Soac), To: Imp, Run: func(_ context.Context, u *Unit, _ Options) error {
			f := &imp.Fun{Name: "other", Entry: &imp.Entry{Results: results}}
			for _, p := range u.IR.Fun("other").Params {
				f.Entry.Params = append(f.Entry.Params, imp.External{Name: p.Name.Base, Type: "i64", Elem: scalar.I64, Var: p.Name})
			}
			u.IR, u.Imp = nil, &imp.Program{Funs: []*imp.Fun{f}, Names: u.IR.Names}
			return nil
		}}
		keep := &Pass{Name: "keep", Summary: "s", From: At(Imp), Run: nothing}
		checkEntries(t, NewRegistry(lower, keep), "lower,keep", want, "other")
	}
}

// checkEntries runs a pipeline on the named functions of twoEntries, or on all.
func checkEntries(t *testing.T, r *Registry, pipeline, want string, only ...string) {
	t.Helper()
	p, err := ir.Parse("entries.lir", twoEntries)
	if err != nil {
		t.Fatal(err)
	}
	if len(only) > 0 {
		p.Keep(only[0])
	}
	steps, err := r.Parse(pipeline, Soac)
	if err != nil {
		t.Fatal(err)
	}
	_, err = new(Manager).Run(t.Context(), steps, &Unit{IR: p})
	switch {
	case want == "" && err != nil:
		t.Error(err)
	case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
		t.Errorf("got %v, want …%s…", err, want)
	}
}
