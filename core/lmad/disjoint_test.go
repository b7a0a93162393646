package lmad

import (
	"testing"
	"time"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

func parse(t testing.TB, text string) LMAD {
	t.Helper()
	l, err := Parse("LMAD", text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func given(t testing.TB, text string) sym.Facts {
	t.Helper()
	f, err := sym.ParseFacts("facts", text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const (
	growing   = "n = q*b + 1, b >= 1, 0 <= i < q"
	shrinking = "n = q*b + 1, b >= 1, 0 <= i, i < q - 1, c = q - 1 - i, B = (i+1)*b*n + (q-1)*b"
	blocked   = "n = m*b, b > 1, k >= 0, k + 1 < m"

	diagonal = "k*b*n + k*b + {(b:n), (b:1)}"
	row      = "k*b*n + (k+1)*b + {(m-k-1:b), (b:n), (b:1)}"
	column   = "(k+1)*b*n + k*b + {(m-k-1:b*n), (b:n), (b:1)}"
	interior = "(k+1)*b*n + (k+1)*b + {(m-k-1:b*n), (m-k-1:b), (b:n), (b:1)}"
)

// workedExamples are those of memory.md §2.
var workedExamples = []struct{ name, w, r, given string }{
	{"NW growing W R", "i*b + n + 1 + {(i+1 : n*b-b), (b:n), (b:1)}", "i*b + {(i+1 : n*b-b), (b+1:n)}", growing},
	{"NW growing W R2", "i*b + n + 1 + {(i+1 : n*b-b), (b:n), (b:1)}", "i*b + 1 + {(i+1 : n*b-b), (b:1)}", growing},
	{"NW shrinking W R", "B + n + 1 + {(c : n*b-b), (b:n), (b:1)}", "B + {(c : n*b-b), (b+1:n)}", shrinking},
	{"NW shrinking W R2", "B + n + 1 + {(c : n*b-b), (b:n), (b:1)}", "B + 1 + {(c : n*b-b), (b:1)}", shrinking},
	{"LU diagonal row", diagonal, row, blocked},
	{"LU diagonal column", diagonal, column, blocked},
	{"LU diagonal interior", diagonal, interior, blocked},
	{"LU row column", row, column, blocked},
	{"LU row interior", row, interior, blocked},
	{"LU column interior", column, interior, blocked},
	{"LU row j j'", "k*b*n + (k+1)*b + j*b + {(b:n), (b:1)}", "k*b*n + (k+1)*b + j'*b + {(b:n), (b:1)}",
		blocked + ", 0 <= j < m-k-1, 0 <= j' < m-k-1, j != j'"},
	{"LU column i i'", "(k+1)*b*n + k*b + i*b*n + {(b:n), (b:1)}", "(k+1)*b*n + k*b + i'*b*n + {(b:n), (b:1)}",
		blocked + ", 0 <= i < m-k-1, 0 <= i' < m-k-1, i != i'"},
	{"LU interior i i'", "(k+1)*b*n + (k+1)*b + i*b*n + j*b + {(b:n), (b:1)}", "(k+1)*b*n + (k+1)*b + i'*b*n + j'*b + {(b:n), (b:1)}",
		blocked + ", 0 <= i < m-k-1, 0 <= j < m-k-1, 0 <= i' < m-k-1, 0 <= j' < m-k-1, i != i'"},
	{"LU interior j j'", "(k+1)*b*n + (k+1)*b + i*b*n + j*b + {(b:n), (b:1)}", "(k+1)*b*n + (k+1)*b + i'*b*n + j'*b + {(b:n), (b:1)}",
		blocked + ", 0 <= i < m-k-1, 0 <= j < m-k-1, 0 <= i' < m-k-1, 0 <= j' < m-k-1, j != j'"},
}

func TestWorkedExamples(t *testing.T) {
	for _, c := range workedExamples {
		t.Run(c.name, func(t *testing.T) {
			proof, ok := Disjoint(given(t, c.given), parse(t, c.w), parse(t, c.r))
			if !ok {
				t.Fatal("not proved")
			}
			t.Logf("\n%v", proof)
		})
	}
}

// TestSquaredSizes: a cell of blocked LU's interior and one of the column of blocks before it. The
// square of b has many terms in terms of the cells' indices, which one multiple of a fact cancels.
func TestSquaredSizes(t *testing.T) {
	const (
		interior = "m*b*b*(k+1+i) + b*b*(k+1+j) + b*p + q + {}"
		column   = "m*b*b*(k+1+i') + b*b*k + b*p' + q' + {}"
		cells    = "0 <= k < m, 0 <= i < m-k-1, 0 <= i' < m-k-1, 0 <= j < m-k-1, 0 <= p < b, 0 <= p' < b, 0 <= q < b, 0 <= q' < b, "
	)
	for _, rows := range []string{"i < i'", "i > i'", "i = i'", "i < i', q' < s, s <= b, s <= 1024"} {
		if _, ok := Disjoint(given(t, cells+rows), parse(t, interior), parse(t, column)); !ok {
			t.Errorf("%s: not proved", rows)
		}
	}
	if _, ok := Disjoint(given(t, cells+"i <= i'"), parse(t, interior), parse(t, "m*b*b*(k+1+i') + b*b*(k+1+j) + b*p' + q' + {}")); ok {
		t.Error("a cell is apart from itself")
	}
}

// TestOneDimension: the thesis's test in one dimension omits the strides.
func TestOneDimension(t *testing.T) {
	for _, c := range []struct {
		w, r string
		want bool
	}{
		{"0 + {(4:3)}", "5 + {(2:4)}", false}, // 9 = 9, though 5 > 0 + 4
		{"0 + {(4:3)}", "10 + {(2:4)}", true}, // 10 > 0 + 3·3
		{"0 + {(4:3)}", "7 + {(2:3)}", true},  // 3 does not divide 7
		{"0 + {(4:4)}", "7 + {(4:6)}", true},  // 2 does not divide 7
	} {
		proof, ok := Disjoint(nil, parse(t, c.w), parse(t, c.r))
		if ok != c.want {
			t.Errorf("%s and %s: disjoint is %v, want %v\n%v", c.w, c.r, ok, c.want, proof)
		}
	}
}

// TestWorkedExamplesByEnumeration looks at the examples themselves.
func TestWorkedExamplesByEnumeration(t *testing.T) {
	for _, c := range workedExamples {
		seen := 0
		facts, w, r := given(t, c.given), parse(t, c.w), parse(t, c.r)
		d := randomDice(1)
		for range 4_000 {
			m := d.assignment(facts)
			if !facts.HoldIn(m) {
				continue
			}
			seen++
			if overlaps(w, r, func(n name.Name) int64 { return m[n] }) {
				t.Fatalf("%s overlap at %v", c.name, m)
			}
		}
		if seen < 10 {
			t.Errorf("%s: only %d assignments satisfy the facts", c.name, seen)
		}
	}
}

// assignment draws values for the variables of the worked examples, and computes
// those that the facts define.
func (d dice) assignment(facts sym.Facts) sym.Model {
	m := sym.Model{}
	for _, base := range []string{"b", "i", "i'", "j", "j'", "k", "m", "q"} {
		m[name.Name{Base: base}] = int64(d(0, 4))
	}
	for range 2 { // B is made of n, which comes later
		for _, f := range facts {
			if v, ok := f.Left.AsVar(); ok && f.Rel == sym.EQ {
				m[v] = m.Eval(f.Right)
			}
		}
	}
	return m
}

// TestManyFacts proves the first worked example in the company of as many facts
// as a long program gives.
func TestManyFacts(t *testing.T) {
	c := workedExamples[0]
	facts := given(t, c.given)
	n := sym.Var(name.Name{Base: "n"})
	for i := range 60 {
		x, y := sym.Var(name.Name{Base: "x", ID: i + 1}), sym.Var(name.Name{Base: "y", ID: i + 1})
		facts = facts.And(sym.Range(x, sym.Poly{}, n)...).And(sym.Ge(y, sym.Const(1)), sym.Lt(y.Mul(y), x.Add(n)))
	}
	start := time.Now()
	if _, ok := Disjoint(facts, parse(t, c.w), parse(t, c.r)); !ok {
		t.Error("not proved")
	}
	t.Logf("%d facts: %v", len(facts), time.Since(start))
}

func BenchmarkDisjoint(b *testing.B) {
	for _, c := range workedExamples {
		facts, w, r := given(b, c.given), parse(b, c.w), parse(b, c.r)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, ok := Disjoint(facts, w, r); !ok {
					b.Fatal("not proved")
				}
			}
		})
	}
}
