package imp

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Runs returns the first of the innermost dimensions of s that lie row-major without gaps in both
// views, so that they can be copied as runs of elements; len(s.Shape) if there is none.
func (s *Copy) Runs() int {
	d := len(s.Shape)
	inside := sym.Const(1)
	for d > 0 && polynomial(s.Dst.Strides[d-1]).Equal(inside) && polynomial(s.Src.Strides[d-1]).Equal(inside) {
		d--
		inside = inside.Mul(polynomial(s.Shape[d]))
	}
	return d
}

// polynomial is e as a polynomial over the program's variables and, where it is no sum or product,
// over names made of its text.
func polynomial(e Expr) sym.Poly {
	switch e := e.(type) {
	case *Const:
		return sym.Const(e.Value.Int())
	case *Var:
		return sym.Var(e.Name)
	case *Prim:
		if e.Type != scalar.I64 {
			break
		}
		switch e.Fn {
		case scalar.Add:
			return polynomial(e.Args[0]).Add(polynomial(e.Args[1]))
		case scalar.Sub:
			return polynomial(e.Args[0]).Sub(polynomial(e.Args[1]))
		case scalar.Mul:
			return polynomial(e.Args[0]).Mul(polynomial(e.Args[1]))
		}
	}
	return sym.Var(TextName(e))
}

// TextName stands in polynomials for an expression that is none.
func TextName(e Expr) name.Name { return name.Name{Base: "(" + Key(e) + ")"} }
