package expressions

import (
	"testing"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/tail"
	"github.com/lamina-lang/lamina/frontends/tail/syntax"
)

// TestTowersAreFunctions makes sure that the random programs have functions that are shared.
func TestTowersAreFunctions(t *testing.T) {
	g := &tailGenerator{Rand: tailRandom(1)}
	p, err := syntax.Parse(&source.File{Name: "tower.tail", Text: g.tower() + g.vars[0].name})
	if err != nil {
		t.Fatal(err)
	}
	program, err := tail.CompileProgram(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(program.Funs); n < 2 {
		t.Errorf("the tower is %d function", n)
	}
}
