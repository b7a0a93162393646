package check_test

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/core/ir"
)

// Two results of a statement in one block: some are apart in each of the programs, where
// facts say so, and some are not known to be. Strict tells them apart.
func TestStrict(t *testing.T) {
	const text = `lamina mem
fun main(n: i64, m: i64, k: i64, b: mem, xs: [n]i64 @ b -> 0 + {(n : 1)}) -> (x: i64) {
	let (below: bool) = lt.i64(k, m)
	let (early: bool) = le.i64(k, 2i64)
	let (half: i64) = quot.i64(n, 2i64)
	let (rest: i64) = sub.i64(n, half)
	let (odd: i64) = rem.i64(n, 2i64)
	let (c: mem) = alloc(800i64)
	FACT
	let (w: [n]i64 @ c -> FIRST, v: [n]i64 @ c -> SECOND) = segmap(i < n) { in (i, n) }
	in (n)
}`
	for _, c := range []struct {
		fact, first, second string
		apart               bool
	}{
		{"", "0 + {(n : 1)}", "n + {(n : 1)}", true},
		{"", "0 + {(n : 1)}", "n - 1 + {(n : 1)}", false},
		{"", "0 + {(n : 2)}", "1 + {(n : 2)}", true},
		{"", "0 + {(n : 2)}", "2 + {(n : 2)}", false},
		{"", "0 + {(n : 2)}", "odd + {(n : 2)}", false},
		{"", "2 + {(n : 3)}", "odd + {(n : 3)}", true},
		{"", "0 + {(n : 1)}", "half + rest + {(n : 1)}", true},
		{"", "k + {(n : m)}", "m + {(n : m)}", false},
		{"", "m + 3 + {(n : 1)}", "m - n - k + {(n : 1)}", false},
		{"assert(below, [\"\"])", "m + {(n : 1)}", "k - n + 1 + {(n : 1)}", true},
		{"assert(early, [\"\"])", "m + {(n : 1)}", "k - n + 1 + {(n : 1)}", false},
		{"assert(early, [\"\"])", "3 + {(n : 1)}", "k - n + 1 + {(n : 1)}", true},
	} {
		p, err := ir.Parse("p.lir", strings.NewReplacer("FACT", c.fact, "FIRST", c.first, "SECOND", c.second).Replace(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := check.Program(p); err != nil {
			t.Errorf("%s and %s do not begin with the same element: %v", c.first, c.second, err)
		}
		err = check.Strict(p)
		if c.apart && err != nil {
			t.Errorf("%s: %v", c.fact, err)
		}
		if want := "apart: the results w and v lie in one block and may meet"; !c.apart && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %s and %s: got %v, want %q", c.fact, c.first, c.second, err, want)
		}
	}
}

// An iteration returns one array twice: it is in place as one result and is copied to
// the other. What is in place is not written, so nothing is overwritten before the copy;
// where it is elsewhere in the same block, it may be.
func TestResultInPlaceIsCopied(t *testing.T) {
	const text = `lamina mem
fun main(n: i64, c: mem, d: mem) -> (x: i64) {
	let (w: [n][2]i64 @ d -> 0 + {(n : 2), (2 : 1)}, v: [n][2]i64 @ c -> 0 + {(n : 2), (2 : 1)}) = segmap(i < n) {
		let (row: [2]i64 @ c -> PLACE + {(2 : 1)}) = replicate([2i64], i)
		in (row, row)
	}
	in (n)
}`
	for place, ok := range map[string]bool{"2*i": true, "2*i + 1": false} {
		p, err := ir.Parse("p.lir", strings.ReplaceAll(text, "PLACE", place))
		if err != nil {
			t.Fatal(err)
		}
		if err := check.Strict(p); (err == nil) != ok {
			t.Errorf("a row at %s that is copied and is to lie at 2*i: got error %v", place, err)
		}
	}
}

// What holds in one branch does not hold in the other.
func TestStrictInBranches(t *testing.T) {
	const text = `lamina mem
fun main(n: i64, k: i64) -> (x: i64) {
	let (least: bool) = ge.i64(k, n)
	let (c: mem) = alloc(800i64)
	let (r: i64) = if(least) then {
		THEN
		in (n)
	} else {
		ELSE
		in (k)
	}
	in (r)
}`
	const kernel = "let (w: [n]i64 @ c -> 0 + {(n : 1)}, v: [n]i64 @ c -> k + {(n : 1)}) = segmap(i < n) { in (i, n) }"
	for _, branch := range []string{"THEN", "ELSE"} {
		p, err := ir.Parse("p.lir", strings.NewReplacer(branch, kernel, "THEN", "", "ELSE", "").Replace(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := check.Strict(p); (err == nil) != (branch == "THEN") {
			t.Errorf("in %s: %v", branch, err)
		}
	}
}
