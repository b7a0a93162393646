package lint

import (
	"fmt"
	"math"
	"strconv"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// number is a value of a scalar type; a truth value is 0 or 1. Where a value is not known, or
// is an integer that might not fit into its type, the number is nil.
type number struct {
	value float64
	typ   scalar.Type
}

func (n *number) String() string { return fmt.Sprint(n.value) }

// mostExact bounds the numbers of a type that are computed with, so that no integer wraps around and no
// float is infinite.
func mostExact(t scalar.Type) float64 {
	if t.Size() == 1 {
		return 100
	}
	return 10_000
}

// exact is a number of a type, if it is certain.
func exact(x float64, t scalar.Type) *number {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return nil
	case math.Abs(x) > mostExact(t), t.IsInt() && x != math.Trunc(x), t.IsUnsigned() && x < 0:
		return nil
	}
	return &number{x, t}
}

// differ reports whether two numbers certainly do, by more than rounding errors.
func differ(a, b *number) bool {
	return a != nil && b != nil && math.Abs(a.value-b.value) > 0.05*max(1, math.Abs(a.value), math.Abs(b.value))
}

// operands are the values of names.
type operands map[syntax.Node]*number

// value is the value of an expression; nil if it is not known.
func (l *linter) value(e syntax.Exp, given operands) *number {
	s, ok := types.Find(types.Strip(l.info.Types[e])).(types.Scalar)
	if !ok {
		return nil
	}
	switch e := e.(type) {
	case *syntax.IntLit:
		return exact(float64(e.Value), s.Type)
	case *syntax.FloatLit:
		if x, err := strconv.ParseFloat(e.Text, 64); err == nil {
			return exact(x, s.Type)
		}
	case *syntax.BoolLit:
		return truth(e.Value)
	case *syntax.Var:
		return given[l.names.Uses[e].Local]
	case *syntax.Neg:
		if x := l.value(e.Exp, given); x != nil {
			return exact(-x.value, s.Type)
		}
	case *syntax.BinOp:
		x, y := l.value(e.Left, given), l.value(e.Right, given)
		if x != nil && y != nil {
			return l.primitive(e.Op, x, y)
		}
	case *syntax.Apply:
		f, ok := e.Fun.(*syntax.Var)
		if ok && len(e.Args) == 2 {
			x, y := l.value(e.Args[0], given), l.value(e.Args[1], given)
			if x != nil && y != nil {
				return l.primitive(f, x, y)
			}
		}
	case *syntax.If:
		switch c := l.value(e.Cond, given); {
		case c == nil:
		case c.value == 1:
			return l.value(e.Then, given)
		default:
			return l.value(e.Else, given)
		}
	case *syntax.Let:
		if name, ok := bare(e.Pat).(*syntax.NamePat); ok {
			given[name] = l.value(e.Exp, given)
			return l.value(e.Body, given)
		}
	}
	return nil
}

func truth(b bool) *number {
	if b {
		return &number{1, scalar.Bool}
	}
	return &number{0, scalar.Bool}
}

// comparisons and arithmetic are the operators that are known.
var (
	comparisons = map[string]func(x, y float64) bool{
		"<":  func(x, y float64) bool { return x < y },
		"<=": func(x, y float64) bool { return x <= y },
		">":  func(x, y float64) bool { return x > y },
		">=": func(x, y float64) bool { return x >= y },
		"==": func(x, y float64) bool { return x == y },
		"!=": func(x, y float64) bool { return x != y },
		"&&": func(x, y float64) bool { return x == 1 && y == 1 },
		"||": func(x, y float64) bool { return x == 1 || y == 1 },
	}
	arithmetic = map[string]func(x, y float64) float64{
		"+":   func(x, y float64) float64 { return x + y },
		"-":   func(x, y float64) float64 { return x - y },
		"*":   func(x, y float64) float64 { return x * y },
		"/":   func(x, y float64) float64 { return x / y },
		"%":   func(x, y float64) float64 { return x - y*math.Floor(x/y) },
		"**":  math.Pow,
		"min": math.Min,
		"max": math.Max,
	}
)

// primitive is an operator of the prelude applied to two numbers.
func (l *linter) primitive(op *syntax.Var, x, y *number) *number {
	v := l.names.Uses[op].Value
	if v == nil || v.Kind != names.Operator && v.Kind != names.Logic && !v.Prelude {
		return nil
	}
	if compare, ok := comparisons[op.Name]; ok {
		return truth(compare(x.value, y.value))
	}
	compute, ok := arithmetic[op.Name]
	if !ok || x.typ != y.typ || x.typ == scalar.Bool {
		return nil
	}
	z := compute(x.value, y.value)
	if op.Name == "/" && !x.typ.IsFloat() {
		z = math.Floor(z)
	}
	return exact(z, x.typ)
}
