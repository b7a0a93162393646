package imp

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// TypeOf returns the type of an expression's value.
func TypeOf(e Expr) scalar.Type {
	switch e := e.(type) {
	case *Const:
		return e.Value.Type
	case *Var:
		return e.Type
	case *Load:
		return e.Elem
	case *Prim:
		return e.Fn.ResultType(e.Type)
	case *Convert:
		return e.To
	case *At:
		return TypeOf(e.Offset)
	case *Splat, *Ramp, *Build, *Lane:
		return laneType(e)
	}
	return scalar.I64
}

// Int returns the i64 constant n.
func Int(n int64) Expr { return &Const{scalar.Int(scalar.I64, n)} }

// IntVar reads an i64 variable.
func IntVar(n name.Name) Expr { return &Var{Name: n, Type: scalar.I64} }

// asInt returns the value of an i64 constant.
func asInt(e Expr) (int64, bool) {
	c, ok := e.(*Const)
	if !ok || c.Value.Type != scalar.I64 {
		return 0, false
	}
	return c.Value.Int(), true
}

// Add returns x + y on i64, folded if constant.
func Add(x, y Expr) Expr {
	a, aConst := asInt(x)
	b, bConst := asInt(y)
	switch {
	case aConst && bConst:
		return Int(a + b)
	case aConst && a == 0:
		return y
	case bConst && b == 0:
		return x
	}
	return &Prim{scalar.Add, scalar.I64, []Expr{x, y}}
}

// Mul returns x · y on i64, folded if constant.
func Mul(x, y Expr) Expr {
	a, aConst := asInt(x)
	b, bConst := asInt(y)
	switch {
	case aConst && bConst:
		return Int(a * b)
	case aConst && a == 0, bConst && b == 0:
		return Int(0)
	case aConst && a == 1:
		return y
	case bConst && b == 1:
		return x
	}
	return &Prim{scalar.Mul, scalar.I64, []Expr{x, y}}
}

// widened is an index as an i64.
func widened(x Expr) Expr {
	t := TypeOf(x)
	if t == scalar.I64 {
		return x
	}
	if v, ok := x.(*Const); ok {
		return &Const{scalar.Convert(scalar.I64, v.Value)}
	}
	return &Convert{t, scalar.I64, x}
}

// Element returns the store that copies the element at index.
func (s *Copy) Element(index []Expr) *Store {
	load := &Load{Block: s.Src.Block, Elem: s.Elem, Index: s.Src.at(s.Shape, index)}
	return &Store{Block: s.Dst.Block, Elem: s.Elem, Index: s.Dst.at(s.Shape, index), X: load}
}

// at returns the index of an element in a view of the given shape.
func (v View) at(shape, index []Expr) Expr {
	if len(shape) == 0 {
		return v.Offset
	}
	at := &At{Offset: v.Offset, Dims: make([]AtDim, len(shape))}
	for i := range shape {
		at.Dims[i] = AtDim{Size: shape[i], Stride: v.Strides[i], Index: index[i]}
	}
	return at
}

// Poly returns an expression that computes the i64 polynomial p.
func Poly(p sym.Poly) Expr {
	sum := Int(0)
	for _, t := range p.Terms() {
		product := Int(t.Coef)
		for _, v := range t.Vars {
			product = Mul(product, IntVar(v))
		}
		sum = Add(sum, product)
	}
	return sum
}
