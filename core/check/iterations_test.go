package check_test

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/core/ir"
)

// A kernel puts its result into the block that it reads from. Strict refuses it where an
// iteration may read what another one writes, and only there.
func TestIterationsApart(t *testing.T) {
	const text = `lamina mem
fun main(n: i64, k: i64) -> (x: i64) {
	let (b: mem) = alloc(n)
	let (xs: [n]i64 @ b -> FROM) = scratch.i64([n])
	let (xss: [n][n]i64 @ b -> 0 + {(n : n), (n : 1)}) = scratch.i64([n, n])
	let (half: i64) = quot.i64(n, 2i64)
	let (rest: i64) = sub.i64(n, 1i64)
	let (some: bool) = le.i64(1i64, n)
	assert(some, ["none"])
	let (one: i64) = min.i64(1i64, n)
	let (all: i64) = max.i64(1i64, n)
	let (few: i64) = min.i64(k, n)
	let (rs: [half]TYPE @ b -> TO) = segmap(i < half) {
		let (i1: i64) = add.i64(i, 1i64)
		let (up: i64) = add.i64(i, half)
		let (down: i64) = sub.i64(rest, i)
		BODY
		in (r)
	}
	in (n)
}`
	const (
		scalars = "0 + {(half : 1)}"
		rows    = "0 + {(half : n), (n : 1)}"
		loop    = `let (r: i64) = loop(j < n, s: i64 = 0i64) do {
			let (y: i64) = index(xss, [ROW, j])
			let (t: i64) = add.i64(s, y)
			in (t)
		}`
	)
	for _, c := range []struct {
		name, from, typ, to, body string
		apart                     bool
	}{
		{"its own element", "0 + {(n : 1)}", "i64", scalars, "let (r: i64) = index(xs, [i])", true},
		{"the next element", "0 + {(n : 1)}", "i64", scalars, "let (r: i64) = index(xs, [i1])", false},
		{"one element", "0 + {(n : 1)}", "i64", scalars, "let (r: i64) = index(xs, [0i64])", false},
		{"an element of the other half", "0 + {(n : 1)}", "i64", scalars, "let (r: i64) = index(xs, [up])", true},
		{"an element from the end", "0 + {(n : 1)}", "i64", scalars, "let (r: i64) = index(xs, [down])", true},
		{"another stride", "0 + {(n : 2)}", "i64", scalars, "let (r: i64) = index(xs, [i])", false},
		{"between the results", "1 + {(n : 2)}", "i64", "0 + {(half : 2)}", "let (r: i64) = index(xs, [i1])", true},
		{"an unknown element", "0 + {(n : 1)}", "i64", scalars, "let (r: i64) = index(xs, [k])", false},
		{"an unknown element before the results", "0 + {(n : 1)}", "i64", "n + {(half : 1)}", "let (r: i64) = index(xs, [k])", true},
		{"the next element, where a minimum says", "0 + {(n : 1)}", "i64", "one + {(half : 1)}", "let (r: i64) = index(xs, [i1])", true},
		{"one before, where a minimum says", "0 + {(n : 1)}", "i64", "one + {(half : 1)}", "let (r: i64) = index(xs, [i])", false},
		{"before a maximum", "0 + {(n : 1)}", "i64", "all + {(half : 1)}", "let (r: i64) = index(xs, [i])", true},
		{"a minimum of what is not known", "0 + {(n : 1)}", "i64", "few + {(half : 1)}", "let (r: i64) = index(xs, [i1])", false},
		{"its own row", "0 + {(n : 1)}", "i64", "0 + {(half : n)}", strings.ReplaceAll(loop, "ROW", "i"), true},
		{"the next row", "0 + {(n : 1)}", "i64", "0 + {(half : n)}", strings.ReplaceAll(loop, "ROW", "i1"), false},
		{"the rows of the other half", "0 + {(n : 1)}", "i64", "0 + {(half : n)}", strings.ReplaceAll(loop, "ROW", "up"), true},
		{"rows made in place", "0 + {(n : 1)}", "[n]i64", rows,
			"let (r: [n]i64 @ b -> n*i + {(n : 1)}) = replicate([n], i)", true},
		{"rows made one off, and copied", "0 + {(n : 1)}", "[n]i64", rows,
			"let (r: [n]i64 @ b -> n*i + 1 + {(n : 1)}) = replicate([n], i)", false},
		{"rows copied from their place", "0 + {(n : 1)}", "[n]i64", rows,
			"let (r: [n]i64 @ b -> n*i + {(n : 1)}) = slice(xss, [i, 0i64 :+ n])", true},
		{"rows copied from the other half", "0 + {(n : 1)}", "[n]i64", rows,
			"let (r: [n]i64 @ b -> n*i + n*half + {(n : 1)}) = slice(xss, [up, 0i64 :+ n])", true},
		{"rows copied from the next", "0 + {(n : 1)}", "[n]i64", rows,
			"let (r: [n]i64 @ b -> n*i + n + {(n : 1)}) = slice(xss, [i1, 0i64 :+ n])", false},
	} {
		p, err := ir.Parse("p.lir", strings.NewReplacer("FROM", c.from, "TYPE", c.typ, "TO", c.to, "BODY", c.body).Replace(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := check.Program(p); err != nil {
			t.Errorf("%s: the plain check leaves this to the heap interpreter: %v", c.name, err)
		}
		err = check.Strict(p)
		if c.apart && err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if want := "and they may meet"; !c.apart && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", c.name, err, want)
		}
	}
}
