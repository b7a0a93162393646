package facts

import (
	"testing"

	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/sym"
)

// What is proved is not asked again under more facts or about other variables; what
// is not proved is asked again under any others.
func TestAnswers(t *testing.T) {
	set := func(text string) lmad.Summary {
		l, err := lmad.Parse("LMAD", text)
		if err != nil {
			t.Fatal(err)
		}
		return lmad.Summarise(l)
	}
	given := func(text string) sym.Facts {
		f, err := sym.ParseFacts("facts", text)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	known := Answers{}
	for _, q := range []struct {
		w, u, given string
		proved      bool
		asked       int // in all
	}{
		{"0 + {(n:1)}", "m + {(n:1)}", "n <= m", true, 1},
		{"0 + {(n:1)}", "m + {(n:1)}", "0 <= m, n <= m", true, 1},
		{"0 + {(a:1)}", "b + {(a:1)}", "0 <= b, a <= b", true, 1},
		{"0 + {(a:1)}", "b + {(a:1)}", "0 <= b", false, 2},
		{"0 + {(a:1)}", "b + {(a:1)}", "0 <= b", false, 2},
		{"0 + {(a:1)}", "b + {(a:1)}", "b <= a", false, 3},
		{"0 + {(a:1)}", "a + {(b:1)}", "b <= a", true, 4},
	} {
		proved := known.disjoint(given(q.given), set(q.w), set(q.u))
		asked := 0
		for _, a := range known {
			asked += len(a)
		}
		if proved != q.proved || asked != q.asked {
			t.Errorf("%s and %s given %s: proved is %v and %d questions were asked, want %v and %d", q.w, q.u, q.given, proved, asked, q.proved, q.asked)
		}
	}
}
