package fault_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

func TestErrors(t *testing.T) {
	at := func(line int) source.Pos { return source.Pos{File: "a.fut", Line: line, Col: 3} }
	for _, c := range []struct {
		err  error
		want string
	}{
		{fault.Failf("size %d is not %d", 3, 4), "size 3 is not 4"},
		{&fault.Failure{Message: "division by zero", Trace: []source.Pos{at(7), at(9)}},
			"division by zero\n\nBacktrace:\n-> #0  a.fut:7:3\n   #1  a.fut:9:3"},
		{&fault.Failure{Message: "division by zero", Trace: []source.Pos{at(7)}, Excerpt: "  7 | x / y\n    |   ^"},
			"division by zero\n\n  7 | x / y\n    |   ^\n\nBacktrace:\n-> #0  a.fut:7:3"},
		{&fault.Invalid{Message: "index 4 of 4", Stm: "let (x) = index", Pos: at(2)},
			"a.fut:2:3: invalid program: index 4 of 4\n  in let (x) = index"},
		{&fault.Invalid{Message: "no entry"}, "invalid program: no entry"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("got %q\nwant %q", got, c.want)
		}
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		v    scalar.Value
		want string
	}{
		{scalar.Int(scalar.I64, -5), "-5"},
		{scalar.Int(scalar.U8, 200), "200"},
		{scalar.Float(scalar.F32, 1.5), "1.5"},
		{scalar.FromBool(true), "true"},
	} {
		if got := fault.Text(c.v); got != c.want {
			t.Errorf("%v: got %q, want %q", c.v, got, c.want)
		}
	}
}
