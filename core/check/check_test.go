package check_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
)

func archive(t *testing.T, file string) *txtar.Archive {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Files) == 0 {
		t.Fatalf("%s: no files in the archive", file)
	}
	return a
}

// parseAndCheck reads a program at any level and checks it.
func parseAndCheck(text string) error {
	if strings.Contains(text, "lamina imp\n") {
		p, err := imp.ParseSource("p.lir", text)
		if err != nil {
			return err
		}
		return check.Imp(p)
	}
	p, err := ir.ParseSource("p.lir", text)
	if err != nil {
		return err
	}
	return check.Program(p)
}

func TestErrors(t *testing.T) { testErrors(t, "testdata/errors.txtar", check.Rules) }

func TestImpErrors(t *testing.T) { testErrors(t, "testdata/imp-errors.txtar", check.ImpRules) }

// Every program of the archive breaks the rule that it is named for. The file
// after it holds the message; LAMINA_UPDATE=1 writes it.
func testErrors(t *testing.T, file string, rules []check.Rule) {
	a := archive(t, file)
	out := &txtar.Archive{Comment: a.Comment}
	broken := map[string]bool{"supply": true} // text cannot break it
	for i, f := range a.Files {
		path, isProgram := strings.CutSuffix(f.Name, ".lir")
		if !isProgram {
			continue
		}
		var want string
		if i+1 < len(a.Files) && a.Files[i+1].Name == path+".err" {
			want = string(a.Files[i+1].Data)
		}
		rule, _, _ := strings.Cut(path, "/")
		broken[rule] = true
		got := ""
		t.Run(path, func(t *testing.T) {
			err := parseAndCheck(string(f.Data))
			var e *check.Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v, want an error", err)
			}
			if e.Rule != rule {
				t.Errorf("breaks rule %s, want %s: %v", e.Rule, rule, err)
			}
			got = err.Error() + "\n"
			if os.Getenv("LAMINA_UPDATE") == "" && got != want {
				t.Errorf("the message differs (-want +got):\n%s", cmp.Diff(want, got))
			}
		})
		out.Files = append(out.Files, f, txtar.File{Name: path + ".err", Data: []byte(got)})
	}
	for _, rule := range rules {
		if !broken[rule.Name] {
			t.Errorf("no program in %s breaks rule %s", file, rule.Name)
		}
	}
	if os.Getenv("LAMINA_UPDATE") != "" && !t.Failed() {
		if err := os.WriteFile(file, txtar.Format(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestValid(t *testing.T) {
	for _, f := range archive(t, "testdata/valid.txtar").Files {
		t.Run(f.Name, func(t *testing.T) {
			if err := parseAndCheck(string(f.Data)); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestSupplyMustBeBeyondTheNames(t *testing.T) {
	p, err := ir.Parse("p.lir", "lamina soac\nfun f(x_7: i32) -> (r_3: i32) { in (x_7) }")
	if err != nil {
		t.Fatal(err)
	}
	if err := check.Program(p); err != nil {
		t.Error(err)
	}
	p.Names = name.NewSupply(6)
	var e *check.Error
	if err := check.Program(p); !errors.As(err, &e) || e.Rule != "supply" {
		t.Errorf("got %v, want rule supply", err)
	}
}

func TestBrokenTreesAreErrors(t *testing.T) {
	n := func(id int) name.Name { return name.Name{Base: "x", ID: id} }
	body := func(e ir.Exp, pat ...ir.Param) *ir.Body { return &ir.Body{Stms: []*ir.Stm{{Pat: pat, Exp: e}}} }
	for what, b := range map[string]*ir.Body{
		"no body":             nil,
		"if without branches": body(&ir.If{Cond: ir.Var(n(1))}),
		"loop without a body": body(&ir.Loop{Index: n(2), Bound: ir.Size(1)}),
		"more inits":          body(&ir.Loop{Index: n(2), Bound: ir.Size(1), Inits: []ir.Atom{ir.Size(1)}, Body: &ir.Body{}}),
		"fewer inits":         body(&ir.Loop{Index: n(2), Bound: ir.Size(1), Params: []ir.Param{{Name: n(3), Type: ir.I64}}, Body: &ir.Body{Result: []ir.Atom{ir.Size(0)}}}),
		"lambda without body": body(&ir.Map{Width: ir.Size(1), Fn: &ir.Lambda{}}),
		"no lambda":           body(&ir.Map{Width: ir.Size(1)}),
		"no operator":         body(&ir.Reduce{Width: ir.Size(1), Neutral: []ir.Atom{ir.Size(0)}}),
		"histogram operator":  body(&ir.Hist{Width: ir.Size(1), Ops: []ir.HistOp{{Rank: 1}}}),
		"no scalar operator":  body(&ir.Prim{}),
		"nameless binder":     body(&ir.Use{X: ir.Size(1)}, ir.Param{Type: ir.I64}),
		"no type":             body(&ir.Iota{}, ir.Param{Name: n(4), Type: ir.Type{Dims: []ir.Atom{ir.Size(1)}}}),
		"negative rank":       body(&ir.Scatter{Width: ir.Size(1), Dests: []ir.Dest{{Array: n(5), Rank: -1}}, Fn: &ir.Lambda{Body: &ir.Body{}}}),
	} {
		f := &ir.Fun{Name: "f", Params: []ir.Param{
			{Name: n(1), Type: ir.ScalarOf(1)},
			{Name: n(5), Type: ir.ArrayOf(1, ir.Size(3))},
		}, Body: b}
		p := &ir.Program{Level: ir.Soac, Funs: []*ir.Fun{f}, Names: name.NewSupply(9)}
		var e *check.Error
		if err := check.Program(p); !errors.As(err, &e) {
			t.Errorf("%s: got %v, want an error", what, err)
		}
	}
}

// conditionals is a program of n updates in branches, each of the one before.
func conditionals(tb testing.TB, n int) *ir.Program {
	var b strings.Builder
	b.WriteString("lamina soac\nfun f(n: i64, xs_1: *[n]i64) -> (r: [n]i64) {\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, `
			let (i_%[1]d: i64) = add.i64(n, 1i64)
			let (xs_%[2]d: [n]i64) = if(true) then {
				let (y_%[1]d: [n]i64) = update(xs_%[1]d, [0i64], i_%[1]d)
				in (y_%[1]d)
			} else { in (xs_%[1]d) }`, i, i+1)
	}
	fmt.Fprintf(&b, "\nin (xs_%d) }", n+1)
	p, err := ir.Parse("p.lir", b.String())
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// Four times the program is about four times the work: no rule builds anything
// from all that came before. Work is counted in allocations, which do not depend
// on how busy the machine is; BenchmarkProgram measures time.
func TestWorkIsLinear(t *testing.T) {
	work := func(n int) float64 {
		p := conditionals(t, n)
		return testing.AllocsPerRun(1, func() {
			if err := check.Program(p); err != nil {
				t.Fatal(err)
			}
		})
	}
	if small, large := work(1000), work(4000); large > 5*small {
		t.Errorf("1000 conditionals take %v allocations, 4000 take %v", small, large)
	}
}

func BenchmarkProgram(b *testing.B) {
	for _, n := range []int{1000, 4000} {
		p := conditionals(b, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if err := check.Program(p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// What is known of sizes stays small: each square here is of twice the degree
// of the one before, and each sum has twice the terms.
func TestKnownValuesStaySmall(t *testing.T) {
	var b strings.Builder
	b.WriteString("lamina mem\nfun f(x_1: i64, b: mem) -> () {\n")
	for i := 1; i < 200; i++ {
		fmt.Fprintf(&b, "let (y_%[1]d: i64) = add.i64(x_%[1]d, 1i64)\nlet (x_%[2]d: i64) = mul.i64(y_%[1]d, x_%[1]d)\n", i, i+1)
	}
	power := "x_3" + strings.Repeat("*x_3", 50)
	fmt.Fprintf(&b, "let (a: [x_9]i32 @ b -> %s + {(x_9 : 1)}) = scratch.i32([x_9])\n", power)
	fmt.Fprintf(&b, "let (r: [x_9]i32 @ b -> %s + {(x_9 : 1)}) = use(a)\nin () }", power)
	if err := parseAndCheck(b.String()); err != nil {
		t.Error(err)
	}
}

// Whatever parses is checked without a panic.
func FuzzCheck(f *testing.F) {
	for _, file := range []string{"testdata/errors.txtar", "testdata/imp-errors.txtar", "testdata/valid.txtar"} {
		a, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, program := range a.Files {
			if strings.HasSuffix(program.Name, ".lir") {
				f.Add(string(program.Data))
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		var e *check.Error
		var s *source.Error
		if err := parseAndCheck(text); err != nil && !errors.As(err, &e) && !errors.As(err, &s) {
			t.Errorf("an error of another kind: %v", err)
		}
	})
}
