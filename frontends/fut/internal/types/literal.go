package types

import (
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// checkLiteral demands that a number or a character without a suffix fits the
// integer type that its use has given it.
func (c *checker) checkLiteral(e syntax.Exp) {
	switch e := e.(type) {
	case *syntax.IntLit:
		if t, ok := c.integer(e); ok && e.Suffix == "" && e.Value > magnitude(t) {
			panic(c.errorf(e, "%s is out of bounds for %s, the type that it has here", e.Text, t).
				WithHint("give it the type that you mean, as in %si64", e.Text))
		}
	case *syntax.CharLit:
		if t, ok := c.integer(e); ok && uint64(e.Value) > magnitude(t) {
			panic(c.errorf(e, "This character is %d, which is out of bounds for %s, the type that it has here", e.Value, t).
				WithHint("give it a wider type, or write a string for its bytes"))
		}
	}
}

// integer is the type of e, if it is an integer's.
func (c *checker) integer(e syntax.Exp) (scalar.Type, bool) {
	s, ok := c.info.Types[e].(Scalar)
	return s.Type, ok && s.Type.IsInt()
}

// magnitude is the greatest absolute value of a literal of an integer type: for
// signed ones, that of the lowest number.
func magnitude(t scalar.Type) uint64 {
	if t.IsSigned() {
		return 1 << (t.Bits() - 1)
	}
	return scalar.Highest(t).Uint()
}
