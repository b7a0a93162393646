package guests

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
)

const withIndexFunction = `lamina imp
fun main(n: i64, b: mem) -> () {
  for i: i64 < n {
    b.i32[i, 0 in 0 + {(n : 4), (4 : 1)}] <- 1i32
  }
}
`

const withoutIndexFunction = `lamina imp
fun main(n: i64, b: mem) -> () {
  b.i32[n] <- 1i32
}
`

func impUnit(t *testing.T, text string) *pass.Unit {
	t.Helper()
	p, err := imp.Parse("p.lir", text)
	if err != nil {
		t.Fatal(err)
	}
	return &pass.Unit{Imp: p}
}

// A plugin's pass takes programs at imp, including index functions.
func TestPluginAtImp(t *testing.T) {
	h := host.New(host.Config{})
	defer h.Close()
	p, err := h.Open(t.Context(), described(func(*passpb.DescribeResponse) {})(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{withIndexFunction, withoutIndexFunction} {
		u := impUnit(t, text)
		before := u.String()
		if err := p.Passes[0].Run(t.Context(), u, p.Passes[0].Defaults()); err != nil {
			t.Fatal(err)
		}
		if got := u.String(); got != before {
			t.Errorf("the program came back as\n%s", got)
		}
	}
}

// A plugin built before imp had index functions takes programs without them, and is refused
// programs with them.
func TestOlderPluginAtImp(t *testing.T) {
	h := host.New(host.Config{})
	defer h.Close()
	older := described(func(d *passpb.DescribeResponse) { d.IrOldest, d.IrNewest = 1, 1 })(t)
	p, err := h.Open(t.Context(), older)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Passes[0].Run(t.Context(), impUnit(t, withoutIndexFunction), p.Passes[0].Defaults()); err != nil {
		t.Error(err)
	}
	err = p.Passes[0].Run(t.Context(), impUnit(t, withIndexFunction), p.Passes[0].Defaults())
	if err == nil || !strings.Contains(err.Error(), "reads the IR up to version 1, and the program is in version 2; get a plugin for this version") {
		t.Errorf("got error %v", err)
	}
}
