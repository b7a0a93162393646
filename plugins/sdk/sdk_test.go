package sdk_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

// optimised runs rules on the statements and returns the program's text.
func optimised(t *testing.T, statements string, options string, rules ...sdk.Rule) (string, *pass.Unit) {
	t.Helper()
	p, err := ir.Parse("test.lir", "lamina soac\nfun f(x: i64, y: i64, n: i64, xs: [n]i64) -> (r: i64) {\n"+statements+"\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	u := &pass.Unit{IR: p}
	q := &pass.Pass{Name: "q", Summary: "q", From: pass.At(pass.Soac), Run: sdk.Peephole(rules...)}
	pl, err := pass.NewRegistry(q).Parse("q"+options, pass.Soac)
	if err != nil {
		t.Fatal(err)
	}
	m := pass.Manager{Check: (*pass.Unit).Check}
	if _, err := m.Run(context.Background(), pl, u); err != nil {
		t.Fatal(err)
	}
	return u.String(), u
}

func wants(t *testing.T, got string, lines ...string) {
	t.Helper()
	for _, l := range lines {
		if !strings.Contains(got, l) {
			t.Errorf("there is no %q in\n%s", l, got)
		}
	}
}

// factor rewrites x * a + x * b to x * (a + b).
func factor(s *sdk.Site) ir.Exp {
	var x, a, b sdk.Hole
	if !s.Match(sdk.Op(scalar.Add, sdk.Op(scalar.Mul, &x, &a), sdk.Op(scalar.Mul, &x, &b))) {
		return nil
	}
	s.Remark("factored")
	sum := s.Let("sum", ir.ScalarOf(s.Elem()), sdk.Apply(scalar.Add, s.Elem(), a.Atom, b.Atom))
	return sdk.Apply(scalar.Mul, s.Elem(), x.Atom, sum)
}

// A hole that occurs twice has one operand, whatever the operand order of commutative
// operators.
func TestHolesAgree(t *testing.T) {
	for _, products := range []string{
		"let (a: i64) = mul.i64(x, 3i64)\nlet (b: i64) = mul.i64(x, y)",
		"let (a: i64) = mul.i64(x, 3i64)\nlet (b: i64) = mul.i64(y, x)",
		"let (a: i64) = mul.i64(3i64, x)\nlet (b: i64) = mul.i64(x, y)",
		"let (a: i64) = mul.i64(3i64, x)\nlet (b: i64) = mul.i64(y, x)",
	} {
		got, u := optimised(t, products+"\nlet (c: i64) = add.i64(a, b)\nin (c)", "", factor)
		wants(t, got, "let (c: i64) = mul.i64(x, sum_", ": i64) = add.i64(3i64, y)")
		if len(u.Remarks) != 1 || u.Remarks[0].Text != "factored" {
			t.Errorf("remarks %v", u.Remarks)
		}
	}
	got, u := optimised(t, "let (a: i64) = mul.i64(x, 3i64)\nlet (b: i64) = mul.i64(y, 5i64)\nlet (c: i64) = add.i64(a, b)\nin (c)", "", factor)
	wants(t, got, "add.i64(a, b)")
	if len(u.Remarks) != 0 {
		t.Errorf("remarks %v", u.Remarks)
	}
}

// Rules are applied to functions of array operations, and one rule may enable another.
func TestRulesWithinAndAfterEachOther(t *testing.T) {
	zero := func(s *sdk.Site) ir.Exp {
		var x sdk.Hole
		if s.Match(sdk.Op(scalar.Mul, &x, sdk.Int(0))) {
			return sdk.Same(ir.Const(scalar.Zero(s.Elem())))
		}
		return nil
	}
	plus := func(s *sdk.Site) ir.Exp {
		var x sdk.Hole
		if s.Match(sdk.Op(scalar.Add, &x, sdk.Int(0))) {
			return sdk.Same(x.Atom)
		}
		return nil
	}
	got, _ := optimised(t, `let (ys: [n]i64) = map(n, [xs], \(v: i64) -> (i64) {
  let (z: i64) = mul.i64(0i64, v)
  let (w: i64) = add.i64(z, v)
  in (w)
})
let (s: i64) = index(ys, [0i64])
in (s)`, "", zero, plus)
	wants(t, got, "let (z: i64) = use(0i64)", "let (w: i64) = use(v)")
}

// The option rewrites limits a pass, and rules that undo each other terminate.
func TestRewritesAreCountedAndEnd(t *testing.T) {
	turn := func(s *sdk.Site) ir.Exp {
		var a, b sdk.Hole
		if s.Match(sdk.Op(scalar.Add, &a, &b)) {
			return sdk.Apply(scalar.Add, s.Elem(), b.Atom, a.Atom)
		}
		return nil
	}
	const sum = "let (c: i64) = add.i64(x, y)\nin (c)"
	got, u := optimised(t, sum, "{rewrites=1}", turn)
	wants(t, got, "add.i64(y, x)")
	if u.RewritesMade() != 1 {
		t.Errorf("%d rewrites", u.RewritesMade())
	}
	if _, u = optimised(t, sum, "", turn); u.RewritesMade() < 2 {
		t.Errorf("%d rewrites", u.RewritesMade())
	}
	if got, _ = optimised(t, sum, "{rewrites=0}", turn); !strings.Contains(got, "add.i64(x, y)") {
		t.Errorf("a pass that may rewrite nothing made\n%s", got)
	}
}
