package sym

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/name"
)

func facts(t testing.TB, text string) Facts {
	t.Helper()
	f, err := ParseFacts("facts", text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func parse(t testing.TB, text string) Poly {
	t.Helper()
	p, err := Parse("polynomial", text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestProves(t *testing.T) {
	for _, c := range []struct{ given, positive string }{
		{"", "1"},
		{"x >= 3", "x - 2"},
		{"n = q*b + 1, q >= 2, b >= 2", "n - 2*b"},
		{"n = q*b + 1, q >= 2, b >= 2, 0 <= i < q", "n*b - b - i"},
		{"0 <= i < n", "n"},
		{"0 <= i < n, 0 <= j < m", "n*m - i*m - j"},
		{"0 <= i < 4", "10 - 2*i"},
		{"0 <= i < 4, n >= 0", "4*n - i*n - n + 1"},
		{"i <= a, i <= b, i >= 0, b < 5", "5 - i"},
		{"a <= b, b <= a, a >= 1", "2*b - a"},
		{"2*x = 2*y + 2", "x - y"},
		{"2*x > y, y >= 5", "x - 2"}, // 2x ≥ 6
		{"2*x >= 1", "x"},
		{"x >= 1, y >= 1, x*y <= z", "z"},
		{"x > y, x > z, y >= 0", "2*x - y - z"},
		{"x >= 0", "x*x - 2*x + 2"},
		{"x >= 0", "x*x - 3*x + 3"}, // (x-1)(x-2) + 1
		{"x < y", "y - x"},
		{"x = q*d + r, 0 <= r < d, x >= 0, q >= 0", "x - q*d + 1"},
		{"x = q*d + r, 0 <= r < d", "q*d + d - x"},
		{"x <= 10, y >= 10", "y - x + 1"},
		{"a >= 2, b >= 2", "a*b - a - b + 1"},
		{"s*t >= 4, 0 <= s <= 2, t >= 0", "t - 1"},
		{"a <= b, b <= 5, c <= d, d <= 5", "25 - 5*a - 5*c + a*c + 1"}, // (5-a)(5-c) + 1: upper bounds, the one behind the other
		{"", "x*x + 1"},
		{"x >= 1, x <= 0", "0 - y"}, // contradictory facts prove anything
		{"2*x = 2*y + 1", "0 - y"},
	} {
		if NewProver(facts(t, c.given)).Pos(parse(t, c.positive)) == nil {
			t.Errorf("given %s: %s > 0 is not proved", c.given, c.positive)
		}
	}
}

func TestProvesZero(t *testing.T) {
	for _, c := range []struct {
		given, e string
		want     bool
	}{
		{"n = q*b + 1", "n*b - q*b*b - b", true},
		{"0 <= i < 1", "i*n", true},
		{"a <= b, b <= a", "a - b", true},
		{"a <= b", "a - b", false},
		{"x*y <= z, z <= x*y", "x*y - z", true},
	} {
		if got := NewProver(facts(t, c.given)).Zero(parse(t, c.e)) != nil; got != c.want {
			t.Errorf("given %s: %s = 0 is proved: %v, want %v", c.given, c.e, got, c.want)
		}
	}
}

// TestRefusesWrappedCoefficients: over the integers (2^62·4)·x is positive, but
// the polynomial that the product wraps to is 0.
func TestRefusesWrappedCoefficients(t *testing.T) {
	x := Var(name.Name{Base: "x"})
	wrapped := x.Scale(1 << 62).Scale(4)
	if wrapped.Exact() || !wrapped.IsZero() {
		t.Fatalf("%v is not marked", wrapped)
	}
	p := NewProver(Facts{Ge(x, Const(1))})
	if p.NonNeg(wrapped) != nil || p.NonNeg(wrapped.Neg()) != nil || p.Zero(wrapped) != nil {
		t.Error("a wrapped polynomial is reasoned about")
	}
	if NewProver(Facts{Ge(wrapped, Const(5))}).Absurd() != nil {
		t.Error("a wrapped fact is used")
	}
	// A product inside the prover may wrap, too.
	big := NewProver(facts(t, "x >= 4611686018427387904, y >= 4611686018427387904"))
	if big.Pos(parse(t, "x*y - z")) != nil || big.Pos(parse(t, "0 - x*y")) != nil {
		t.Error("a product that wraps is reasoned about")
	}
}

func TestWrappingIsNoticed(t *testing.T) {
	numbers := rapid.OneOf(rapid.Int64(), rapid.SampledFrom([]int64{0, 1, -1, 1 << 62, math.MaxInt64, math.MinInt64}))
	rapid.Check(t, func(t *rapid.T) {
		a, b := numbers.Draw(t, "a"), numbers.Draw(t, "b")
		x, y := big.NewInt(a), big.NewInt(b)
		sum, exact := addInt(a, b)
		if want := new(big.Int).Add(x, y); exact != want.IsInt64() || exact && sum != want.Int64() {
			t.Errorf("%d + %d = %d, exact %v", a, b, sum, exact)
		}
		product, exact := mulInt(a, b)
		if want := new(big.Int).Mul(x, y); exact != want.IsInt64() || exact && product != want.Int64() {
			t.Errorf("%d · %d = %d, exact %v", a, b, product, exact)
		}
	})
}

// TestIsSound never finds values at which a proved inequality fails.
func TestIsSound(t *testing.T) {
	proved, asked := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			value := map[name.Name]int64{}
			for _, v := range vars {
				value[v] = rapid.Int64Range(-3, 4).Draw(t, "value")
			}
			at := func(n name.Name) int64 { return value[n] }
			var fs Facts
			for range rapid.IntRange(0, 4).Draw(t, "facts") {
				l, r := smallPoly(t), smallPoly(t)
				switch x, y := l.Eval(at), r.Eval(at); {
				case x == y && rapid.Bool().Draw(t, "equation"):
					fs = append(fs, Eq(l, r))
				case x <= y:
					fs = append(fs, Le(l, r))
				default:
					fs = append(fs, Lt(r, l))
				}
			}
			e := smallPoly(t)
			p := NewProver(fs)
			asked++
			if p.Absurd() != nil {
				t.Fatalf("%v holds at %v, but: %v", fs, value, p.Absurd())
			}
			if proof := p.NonNeg(e); proof != nil {
				proved++
				if e.Eval(at) < 0 {
					t.Fatalf("given %v, which holds at %v, %v is %d, but:\n%v", fs, value, e, e.Eval(at), proof)
				}
			}
			if proof := p.Zero(e); proof != nil && e.Eval(at) != 0 {
				t.Fatalf("given %v, which holds at %v, %v is %d, but:\n%v", fs, value, e, e.Eval(at), proof)
			}
			for _, m := range p.Models() {
				if !fs.HoldIn(m) {
					t.Fatalf("%v does not hold in its model %v", fs, m)
				}
			}
		}
	})
	t.Logf("%d of %d random inequalities proved", proved, asked)
}

// TestIsSoundNearTheBorder does the same with numbers whose products do not fit
// 64 bits.
func TestIsSoundNearTheBorder(t *testing.T) {
	border := []int64{1, -1, 2, 3, -3, 1 << 31, 1 << 32, 1 << 61, -1 << 61, 1 << 62, -1 << 62, math.MaxInt64, math.MinInt64}
	draw := func(t *rapid.T) Poly {
		p := Const(rapid.SampledFrom(border).Draw(t, "constant"))
		for range rapid.IntRange(0, 2).Draw(t, "terms") {
			term := Const(rapid.SampledFrom(border).Draw(t, "coefficient"))
			for range rapid.IntRange(1, 2).Draw(t, "degree") {
				term = term.Mul(Var(rapid.SampledFrom(vars).Draw(t, "variable")))
			}
			p = p.Add(term)
		}
		return p
	}
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			value := map[name.Name]int64{}
			for _, v := range vars {
				value[v] = rapid.SampledFrom(border).Draw(t, "value")
			}
			var fs Facts
			for range rapid.IntRange(0, 4).Draw(t, "facts") {
				l, r := draw(t), draw(t)
				if !l.Exact() || !r.Exact() {
					continue
				}
				fs = append(fs, Fact{l, [...]Relation{LT, EQ, GT}[evalBig(l, value).Cmp(evalBig(r, value))+1], r})
			}
			e := draw(t)
			p := NewProver(fs)
			if p.Absurd() != nil {
				t.Fatalf("%v holds at %v, but: %v", fs, value, p.Absurd())
			}
			if proof := p.NonNeg(e); proof != nil && evalBig(e, value).Sign() < 0 {
				t.Fatalf("given %v, which holds at %v, %v is negative, but:\n%v", fs, value, e, proof)
			}
		}
	})
}

// evalBig computes p over the integers.
func evalBig(p Poly, value map[name.Name]int64) *big.Int {
	sum := new(big.Int)
	for _, t := range p.Terms() {
		product := big.NewInt(t.Coef)
		for _, v := range t.Vars {
			product.Mul(product, big.NewInt(value[v]))
		}
		sum.Add(sum, product)
	}
	return sum
}

// smallPoly draws a polynomial with few terms.
func smallPoly(t *rapid.T) Poly {
	p := Const(rapid.Int64Range(-3, 3).Draw(t, "constant"))
	for range rapid.IntRange(0, 3).Draw(t, "terms") {
		term := Const(rapid.Int64Range(-2, 2).Draw(t, "coefficient"))
		for range rapid.IntRange(1, 2).Draw(t, "degree") {
			term = term.Mul(Var(rapid.SampledFrom(vars).Draw(t, "variable")))
		}
		p = p.Add(term)
	}
	return p
}

// TestWorkIsBounded asks what the prover cannot know, with many facts.
func TestWorkIsBounded(t *testing.T) {
	var fs Facts
	e := Const(-1)
	for i := range 12 {
		a, b := Var(name.Name{Base: "a", ID: i + 1}), Var(name.Name{Base: "b", ID: i + 1})
		fs = append(fs, Le(a.Mul(b), a.Add(b).Add(Const(3))), Le(b.Mul(b), a.Scale(5)))
		e = e.Add(a.Mul(b)).Sub(a.Mul(a))
	}
	p := NewProver(fs)
	if p.NonNeg(e) != nil {
		t.Error("proved what does not follow")
	}
	if p.Work() > 100_000 {
		t.Errorf("%d terms looked at", p.Work())
	}
}

func TestCasesCoverInequations(t *testing.T) {
	cases := facts(t, "i != j, i >= 0, k != i").Cases()
	var got []string
	for _, c := range cases {
		got = append(got, c.String())
	}
	want := "i < j, i >= 0, k < i; i < j, i >= 0, k > i; i > j, i >= 0, k < i; i > j, i >= 0, k > i"
	if text := strings.Join(got, "; "); text != want {
		t.Errorf("got %s, want %s", text, want)
	}
}

func TestFactsAbout(t *testing.T) {
	all := facts(t, "a < b, c = d*d, b <= e, 1 < 2, f > 0, e != 3")
	if got, want := all.About(name.Name{Base: "a"}).String(), "a < b, b <= e, 1 < 2, e != 3"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestProofIsReadable(t *testing.T) {
	p := NewProver(facts(t, "n = q*b + 1, q >= 2, 0 <= i < 4, b >= 1"))
	if got, want := strings.Join(p.Given(), "\n"), `n = b*q + 1
b >= 1, b = 1 + b⁺
i >= 0, i = i⁺
q >= 2, q = 2 + q⁺`; got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got, want := p.Pos(parse(t, "n + 10 - 2*i")).String(), `-2*i + n + 10 > 0
  b⁺*q⁺ + 2*b⁺ - 2*i⁺ + q⁺ + 12 is 2 times -i⁺ + 3, which is not negative by a fact, plus b⁺*q⁺ + 2*b⁺ + q⁺ + 6
    no term of b⁺*q⁺ + 2*b⁺ + q⁺ + 6 can be negative`; got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// TestLimit: a prover answers as without a limit as long as its work has not reached it, and afterwards
// knows nothing.
func TestLimit(t *testing.T) {
	p := NewProver(facts(t, "0 <= i < n, 0 <= j < m"))
	e := parse(t, "n*m - i*m - j")
	p.Limit(1_000_000)
	if p.Pos(e) == nil {
		t.Error("not proved far below the limit")
	}
	p.Limit(p.Work())
	if p.Pos(e) != nil {
		t.Error("proved with all work done")
	}
}
