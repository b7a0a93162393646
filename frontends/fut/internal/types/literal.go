package types

import (
	"math"
	"strconv"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// checkLiterals demands that the numbers and characters without a suffix that a
// definition contains fit the types that their uses have given them.
func (c *checker) checkLiterals() {
	negated := map[syntax.Exp]bool{}
	for _, e := range c.exps {
		if n, ok := e.(*syntax.Neg); ok {
			negated[n.Exp] = true
		}
	}
	for _, e := range c.exps {
		t, ok := c.info.Types[e].(Scalar)
		if !ok {
			continue
		}
		switch e := e.(type) {
		case *syntax.IntLit:
			if e.Suffix == "" && !fits(e.Value, t.Type, negated[e]) {
				panic(outOfBounds(e.Position, e.Text, t.Type).WithHint("give it the type that you mean, as in %si64", e.Text))
			}
		case *syntax.FloatLit:
			if x, _ := strconv.ParseFloat(e.Text, 64); e.Suffix == "" && math.IsInf(scalar.Float(t.Type, x).Float(), 0) {
				panic(outOfBounds(e.Position, e.Text, t.Type).WithHint("write %s.inf if you mean infinity", t))
			}
		case *syntax.CharLit:
			if !fits(uint64(e.Value), t.Type, negated[e]) {
				panic(c.errorf(e, "This character is %d, which is out of bounds for %s, the type that it has here", e.Value, t).
					WithHint("give it a wider type, or write a string for its bytes"))
			}
		}
	}
}

func outOfBounds(pos source.Pos, text string, t scalar.Type) *source.Error {
	return source.Errorf(pos, "Literal %s out of bounds for inferred type %s", text, t)
}

// fits reports whether type t has the number n, or -n.
func fits(n uint64, t scalar.Type, negated bool) bool {
	switch {
	case t.IsFloat():
		v := scalar.Convert(t, scalar.Value{Type: scalar.U64, Bits: n})
		return !math.IsInf(v.Float(), 0)
	case t.IsSigned() && negated:
		return n <= 1<<(t.Bits()-1)
	}
	return n <= scalar.Highest(t).Uint()
}
