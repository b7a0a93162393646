package alias_test

import (
	"testing"

	"github.com/lamina-lang/lamina/analysis/alias"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

const aliasing = `lamina soac
fun pass(n: i64, vs: *[n]i32, ws: [n]i32) -> (r: [n]i32) { in (vs) }

fun main(n_1: i64, c: bool, xs: [n_1]i32, ys: [n_1]i32, zs: *[n_1]i32, us: *[n_1]i32, qs: [n_1]i32) -> (r_1: [n_1]i32, r_2: [n_1]i32) {
  let (view: [n_1]i32) = slice(xs, [0i64 :+ n_1])
  let (fresh: [n_1]i32) = copy(view)
  let (either: [n_1]i32) = if(c) then { in (view) } else { in (ys) }
  let (over: [n_1]i32) = update(zs, [0i64], 1i32)
  let (last: [n_1]i32) = loop(i < n_1, p: *[n_1]i32 = over) do {
    let (p_1: [n_1]i32) = update(p, [i], 2i32)
    in (p_1)
  }
  let (back: [n_1]i32) = call pass(n_1, us, qs)
  in (last, back)
}
`

func TestClasses(t *testing.T) {
	p, err := ir.Parse("alias.lir", aliasing)
	if err != nil {
		t.Fatal(err)
	}
	a := alias.ClassesOf(p)
	class := func(s string) name.Name { return a.Class(name.Parse(s)) }
	for _, c := range []struct {
		x, y string
		same bool
	}{
		{"view", "xs", true}, {"fresh", "xs", false}, {"either", "xs", true}, {"either", "ys", true},
		{"over", "zs", true}, {"last", "zs", true}, {"last", "xs", false},
		{"back", "us", true}, {"back", "qs", true}, {"back", "last", false},
	} {
		if got := class(c.x) == class(c.y); got != c.same {
			t.Errorf("%s and %s in one class: %v, want %v", c.x, c.y, got, c.same)
		}
	}
	consumed := map[string]string{"over": "zs", "last": "zs", "back": "us"}
	for _, s := range p.Fun("main").Body.Stms {
		got := a.Consumed(s)
		want, some := consumed[s.Pat[0].Name.String()]
		if some && (len(got) != 1 || !got.Has(class(want))) || !some && len(got) > 0 {
			t.Errorf("%s consumes %v, want the class of %q", s.Brief(), got, want)
		}
	}
}

// What an iteration hands on to the next one is an array of its own in each of them; views of one array
// from outside the body are not.
func TestClassesWithinBody(t *testing.T) {
	p, err := ir.Parse("within.lir", `lamina soac
fun main(n_1: i64, xs: [n_1]i32, qs: *[n_1]i32) -> (r_1: [n_1]i32) {
  let (view: [n_1]i32) = slice(xs, [0i64 :+ n_1])
  let (last: [n_1]i32) = loop(i < n_1, p: [n_1]i32 = qs) do {
    let (fresh: [n_1]i32) = copy(p)
    let (next: [n_1]i32) = update(fresh, [i], 2i32)
    let (x: i32) = index(xs, [i])
    let (y: i32) = index(view, [i])
    in (next)
  }
  in (last)
}
`)
	if err != nil {
		t.Fatal(err)
	}
	body := p.Fun("main").Body.Stms[1].Exp.(*ir.Loop).Body
	whole := alias.ClassesOf(p)
	within := whole.Within(body)
	for _, c := range []struct {
		x, y          string
		whole, within bool
	}{
		{"fresh", "p", true, false}, {"next", "fresh", true, true}, {"xs", "view", true, true}, {"p", "xs", false, false},
	} {
		x, y := name.Parse(c.x), name.Parse(c.y)
		if got := whole.Class(x) == whole.Class(y); got != c.whole {
			t.Errorf("%s and %s in one class of the program: %v, want %v", c.x, c.y, got, c.whole)
		}
		if got := within.Class(x) == within.Class(y); got != c.within {
			t.Errorf("%s and %s in one class of the body: %v, want %v", c.x, c.y, got, c.within)
		}
	}
}
