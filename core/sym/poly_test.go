package sym

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/name"
)

var vars = []name.Name{{Base: "a"}, {Base: "b", ID: 2}, {Base: "c", ID: 3}}

// poly draws a polynomial together with a function that computes it without
// using Poly.
func poly(t *rapid.T, label string, depth int) (Poly, func([]int64) int64) {
	kind := rapid.IntRange(0, 4).Draw(t, label)
	if depth == 0 {
		kind %= 2
	}
	switch kind {
	case 0:
		c := rapid.Int64().Draw(t, label+" constant")
		return Const(c), func([]int64) int64 { return c }
	case 1:
		v := rapid.IntRange(0, len(vars)-1).Draw(t, label+" variable")
		return Var(vars[v]), func(x []int64) int64 { return x[v] }
	}
	p, f := poly(t, label+"l", depth-1)
	q, g := poly(t, label+"r", depth-1)
	switch kind {
	case 2:
		return p.Add(q), func(x []int64) int64 { return f(x) + g(x) }
	case 3:
		return p.Sub(q), func(x []int64) int64 { return f(x) - g(x) }
	}
	return p.Mul(q), func(x []int64) int64 { return f(x) * g(x) }
}

func evalAt(x []int64) func(name.Name) int64 {
	return func(n name.Name) int64 {
		for i, v := range vars {
			if v == n {
				return x[i]
			}
		}
		panic("unknown variable " + n.String())
	}
}

func TestArithmeticAgreesWithIntegers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, f := poly(t, "p", 4)
		x := rapid.SliceOfN(rapid.Int64(), 3, 3).Draw(t, "x")
		if got, want := p.Eval(evalAt(x)), f(x); got != want {
			t.Fatalf("%v at %v is %d, want %d", p, x, got, want)
		}
	})
}

func TestCanonicalForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, _ := poly(t, "p", 3)
		q, _ := poly(t, "q", 3)
		r, _ := poly(t, "r", 2)
		if !p.Add(q).Equal(q.Add(p)) || !p.Mul(q).Equal(q.Mul(p)) {
			t.Fatalf("%v and %v do not commute", p, q)
		}
		if !p.Add(q).Mul(r).Equal(p.Mul(r).Add(q.Mul(r))) {
			t.Fatalf("(%v + %v) · (%v) does not distribute", p, q, r)
		}
		if !p.Sub(p).IsZero() {
			t.Fatalf("%v - itself is not 0", p)
		}
		if p.String() == q.String() != p.Equal(q) {
			t.Fatalf("%v and %v: equal text and equality differ", p, q)
		}
	})
}

func TestSubst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, _ := poly(t, "p", 3)
		q, g := poly(t, "q", 2)
		x := rapid.SliceOfN(rapid.Int64(), 3, 3).Draw(t, "x")
		substituted := p.Subst(func(n name.Name) (Poly, bool) { return q, n == vars[0] })
		y := append([]int64{g(x)}, x[1:]...)
		if got, want := substituted.Eval(evalAt(x)), p.Eval(evalAt(y)); got != want {
			t.Fatalf("%v with a := %v is %d, want %d", p, q, got, want)
		}
	})
}

func TestString(t *testing.T) {
	a, b := Var(vars[0]), Var(vars[1])
	for _, c := range []struct {
		p    Poly
		want string
	}{
		{Poly{}, "0"},
		{Const(-1 << 63), "-9223372036854775808"},
		{a.Mul(a).Sub(b.Scale(2)).Add(Const(1)), "a*a - 2*b_2 + 1"},
		{a.Neg(), "-a"},
	} {
		if got := c.p.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
