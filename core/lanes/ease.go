package lanes

import (
	"math"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Cheaper replaces a float division by a power of two by the multiplication that has the
// same result, rounded once from the same number.
func Cheaper(e *imp.Prim) *imp.Prim {
	if e.Fn != scalar.Div || e.Type != scalar.F32 && e.Type != scalar.F64 {
		return e
	}
	y, ok := imp.ConstOf(e.Args[1])
	if !ok {
		return e
	}
	inverse := 1 / y.Float()
	if fraction, exponent := math.Frexp(y.Float()); math.Abs(fraction) != 0.5 || exponent < -100 || exponent > 100 {
		return e
	}
	return &imp.Prim{Fn: scalar.Mul, Type: e.Type, Args: []imp.Expr{e.Args[0], &imp.Const{Value: scalar.Float(e.Type, inverse)}}}
}

// signum is a number's sign by operators that vector machines have; of floats e itself.
func signum(e *imp.Prim) *imp.Prim {
	if e.Fn != scalar.Sgn || !e.Type.IsInt() {
		return e
	}
	number := func(n int64) imp.Expr { return &imp.Const{Value: scalar.Int(e.Type, n)} }
	if e.Type.IsUnsigned() {
		return &imp.Prim{Fn: scalar.Min, Type: e.Type, Args: []imp.Expr{e.Args[0], number(1)}}
	}
	above := &imp.Prim{Fn: scalar.Max, Type: e.Type, Args: []imp.Expr{e.Args[0], number(-1)}}
	return &imp.Prim{Fn: scalar.Min, Type: e.Type, Args: []imp.Expr{above, number(1)}}
}

// ease replaces operators in a list by cheaper ones of the same result.
func ease(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, len(list))
	for i, s := range list {
		switch s := s.(type) {
		case *imp.Declare:
			out[i] = s
			if p, ok := s.Init.(*imp.Prim); ok {
				out[i] = &imp.Declare{Name: s.Name, Type: s.Type, Init: Cheaper(signum(p))}
			}
		case *imp.For:
			out[i] = &imp.For{Index: s.Index, Type: s.Type, Bound: s.Bound, Pos: s.Pos, Body: ease(s.Body)}
		case *imp.If:
			out[i] = &imp.If{Cond: s.Cond, Then: ease(s.Then), Else: ease(s.Else)}
		default:
			out[i] = s
		}
	}
	return out
}
