package sym

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/name"
)

func TestDivRemIsRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, d := smallPoly(t), smallPoly(t)
		for lead := range d.Terms() {
			q, r := p.DivRem(d, lead)
			if !q.Mul(d).Add(r).Equal(p) {
				t.Fatalf("%v by %v, leading term %d: quotient %v, remainder %v", p, d, lead, q, r)
			}
		}
	})
}

func TestDivExactDividesProducts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, d := smallPoly(t), smallPoly(t)
		if d.IsZero() {
			return
		}
		if got, ok := q.Mul(d).DivExact(d); !ok || !got.Equal(q) {
			t.Fatalf("(%v)·(%v) by %v is %v, %v", q, d, d, got, ok)
		}
	})
}

func TestQuotients(t *testing.T) {
	for _, c := range []struct{ p, d, want string }{
		{"n", "n - b", "1"},
		{"n*b", "n*b - b", "1"},
		{"7", "3", "2"},
		{"0 - 1", "3", "0 - 1"},
		{"2*l*j - l", "2*l", "j - 1"},
		{"l*j + 4*j", "2*j", "2"}, // the first term is no multiple, the second is
	} {
		p, want, found := parse(t, c.p), parse(t, c.want), false
		for _, q := range p.Quotients(parse(t, c.d)) {
			found = found || q.Equal(want)
		}
		if !found {
			t.Errorf("%s by %s: no quotient is %s", c.p, c.d, c.want)
		}
	}
}

func TestCoefficient(t *testing.T) {
	p := parse(t, "2*a*b - 3*a*a + a - c")
	if got := p.Coefficient(name.Name{Base: "a"}); !got.Equal(parse(t, "2*b - 3*a + 1")) {
		t.Errorf("a is multiplied with %v", got)
	}
}

// Where several leading terms give one quotient, it is listed once; a quotient that wraps is not.
func TestQuotientsDiffer(t *testing.T) {
	x, y := Var(name.Name{Base: "x"}), Var(name.Name{Base: "y"})
	d := x.Add(y)
	if got := d.Quotients(d); len(got) != 2 || !got[0].IsZero() || !got[1].Equal(Const(1)) {
		t.Errorf("(%v) by itself: %v, want 0 and 1", d, got)
	}
	if got := x.Quotients(d); len(got) != 2 || !got[1].Equal(Const(1)) {
		t.Errorf("%v by %v: %v, want 0 and 1", x, d, got)
	}
}
