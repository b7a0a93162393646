package infer

import (
	"math"
	"strconv"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// checkLiterals demands that the numbers and characters without a suffix that a
// definition contains fit the types that their uses have given them.
func (c *checker) checkLiterals() {
	negated := map[syntax.Exp]*syntax.Neg{}
	for _, e := range c.exps {
		if n, ok := e.(*syntax.Neg); ok {
			negated[n.Exp] = n
		}
	}
	for _, e := range c.exps {
		t, ok := c.info.Types[e].(types.Scalar)
		if !ok {
			continue
		}
		switch e := e.(type) {
		case *syntax.IntLit:
			neg := negated[e]
			switch {
			case e.Suffix != "" || e.Cut:
			case !intFits(e, t.Type, neg != nil):
				panic(outOfBounds(e.Position, e.Text, t.Type).WithHint("%s", widerThan(e)))
			case neg != nil && beside(neg, e) && e.Value != 0 && t.Type.IsUnsigned():
				panic(outOfBounds(neg.Position, "-"+e.Text, t.Type).WithHint("%s has no negative numbers", t))
			}
		case *syntax.FloatLit:
			if x, _ := strconv.ParseFloat(e.Text, 64); e.Suffix == "" && !e.Cut && math.IsInf(scalar.Float(t.Type, x).Float(), 0) {
				panic(outOfBounds(e.Position, e.Text, t.Type).WithHint("write %s.inf if you mean infinity", t))
			}
		case *syntax.CharLit:
			if !e.Cut && !fits(uint64(e.Value), t.Type, negated[e] != nil) {
				panic(c.errorf(e, "This character is %d, which is out of bounds for %s, the type that it has here", e.Value, t).
					WithHint("give it a wider type, or write a string for its bytes"))
			}
		}
	}
}

// beside reports whether a minus sign and a number are one literal: no space or
// parenthesis stands between them.
func beside(n *syntax.Neg, e *syntax.IntLit) bool {
	return n.Position.Line == e.Position.Line && n.Position.Col+1 == e.Position.Col
}

func outOfBounds(pos source.Pos, text string, t scalar.Type) *source.Error {
	return source.Errorf(pos, "Literal %s out of bounds for inferred type %s", text, t)
}

// intFits reports whether type t has the number of a literal, or that negated.
func intFits(e *syntax.IntLit, t scalar.Type, negated bool) bool {
	if e.Wide == "" {
		return fits(e.Value, t, negated)
	}
	x, err := strconv.ParseFloat(e.Wide, 64)
	return err == nil && t.IsFloat() && !math.IsInf(scalar.Float(t, x).Float(), 0)
}

// widerThan is the hint for a number that does not fit.
func widerThan(e *syntax.IntLit) string {
	if e.Wide != "" {
		return "it has more than 64 bits: the types of floats alone reach that far"
	}
	return "give it the type that you mean, as in " + e.Text + "i64"
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

const charOrString = "a character is in single quotes, an array of characters in double quotes: 'a', \"abc\""

func isNull(e syntax.Exp) bool {
	v, ok := e.(*syntax.Var)
	return ok && v.Module == "" && v.Name == "null"
}

func isChar(e syntax.Exp) bool {
	_, ok := e.(*syntax.CharLit)
	return ok
}

// isString reports whether t is an array of u8, as a string is.
func isString(t types.Type) bool {
	a, ok := types.Find(types.Strip(t)).(*types.Array)
	return ok && isScalarOf(a.Elem, scalar.U8)
}

func isScalarOf(t types.Type, of scalar.Type) bool {
	s, ok := types.Find(types.Strip(t)).(types.Scalar)
	return ok && s.Type == of
}
