package imp

import (
	"strconv"

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
	case *Apart:
		return scalar.Bool
	}
	return scalar.I64
}

// Int returns the i64 constant n.
func Int(n int64) Expr { return &Const{scalar.Int(scalar.I64, n)} }

// IntVar reads an i64 variable.
func IntVar(n name.Name) Expr { return &Var{Name: n, Type: scalar.I64} }

// asInt returns the value of a constant of type t.
func asInt(t scalar.Type, e Expr) (int64, bool) {
	c, ok := e.(*Const)
	if !ok || c.Value.Type != t {
		return 0, false
	}
	return c.Value.Int(), true
}

// Add returns x + y on i64, folded if constant.
func Add(x, y Expr) Expr { return add(scalar.I64, x, y) }

// Mul returns x · y on i64, folded if constant.
func Mul(x, y Expr) Expr { return mul(scalar.I64, x, y) }

// add returns the sum of two numbers of an index's type, folded if constant. That of i32s
// is exact.
func add(t scalar.Type, x, y Expr) Expr {
	a, aConst := asInt(t, x)
	b, bConst := asInt(t, y)
	switch {
	case aConst && bConst && (t != scalar.I32 || fits32(a+b)):
		return &Const{scalar.Int(t, a+b)}
	case aConst && a == 0:
		return y
	case bConst && b == 0:
		return x
	}
	return &Prim{scalar.Add, t, []Expr{x, y}, t == scalar.I32}
}

// mul is add for the product.
func mul(t scalar.Type, x, y Expr) Expr {
	a, aConst := asInt(t, x)
	b, bConst := asInt(t, y)
	switch {
	case aConst && bConst && (t != scalar.I32 || fits32(a*b)):
		return &Const{scalar.Int(t, a*b)}
	case aConst && a == 0, bConst && b == 0:
		return &Const{scalar.Int(t, 0)}
	case aConst && a == 1:
		return y
	case bConst && b == 1:
		return x
	}
	return &Prim{scalar.Mul, t, []Expr{x, y}, t == scalar.I32}
}

func fits32(x int64) bool { return x == int64(int32(x)) }

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

// ConstOf returns the value of an expression that consists of constants.
func ConstOf(e Expr) (scalar.Value, bool) {
	switch e := e.(type) {
	case *Const:
		return e.Value, true
	case *Prim:
		return Fold(e)
	case *Convert:
		if v, ok := ConstOf(e.X); ok {
			return scalar.Convert(e.To, v), true
		}
	case *At:
		if v, ok := ConstOf(e.Sum()); ok {
			return scalar.Convert(TypeOf(e), v), true
		}
	}
	return scalar.Value{}, false
}

// Fold evaluates an operator on constants.
func Fold(e *Prim) (scalar.Value, bool) {
	args := make([]scalar.Value, len(e.Args))
	for i, x := range e.Args {
		v, ok := ConstOf(x)
		if !ok {
			return scalar.Value{}, false
		}
		args[i] = v
	}
	return e.Fn.Eval(e.Type, args...)
}

// Total reports whether an application is defined for every value of the first
// operand.
func Total(e *Prim) bool {
	if !e.Fn.Info().Partial.Has(e.Type) {
		return true
	}
	y, ok := ConstOf(e.Args[1])
	return ok && e.Fn.Defined(e.Type, scalar.Zero(e.Type), y)
}

// Key identifies an expression up to equality.
func Key(e Expr) string { return string(appendKey(nil, e)) }

func appendKey(out []byte, e Expr) []byte {
	switch e := e.(type) {
	case *Const:
		return e.Value.Append(append(out, '#'))
	case *Var:
		return append(append(out, '$'), e.Name.String()...)
	case *Load:
		out = appendLanes(append(out, e.Elem.String()...), e.Lanes)
		out = append(out, '@')
		out = append(out, e.Block.String()...)
	case *Bytes:
		return append(append(out, 'b'), e.Block.String()...)
	case *Apart:
		for _, list := range [][]name.Name{e.Written, e.Read} {
			out = append(out, '|')
			for _, n := range list {
				out = append(append(out, n.String()...), ',')
			}
		}
		return out
	case *Prim:
		if e.Exact {
			out = append(out, '!')
		}
		out = append(append(append(out, e.Fn.String()...), '.'), e.Type.String()...)
	case *Convert:
		out = append(append(append(out, e.From.String()...), '>'), e.To.String()...)
	case *At:
		out = append(out, 'a', 't')
	case *Splat:
		out = appendLanes(append(out, 's'), e.Lanes)
	case *Ramp:
		out = appendLanes(append(out, 'r'), e.Lanes)
	case *Build:
		out = append(out, 'b')
	case *Lane:
		out = strconv.AppendInt(append(out, 'l'), int64(e.K), 10)
	case *ID:
		out = append(out, '?', '0'+byte(e.Kind))
		if e.Kind == Threshold {
			out = strconv.AppendInt(strconv.AppendQuote(out, e.Threshold), e.Default, 10)
		}
		return out
	}
	out = append(out, '(')
	for i, x := range Operands(e) {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendKey(out, x)
	}
	return append(out, ')')
}

// appendLanes writes the number of lanes of a vector, and nothing for a scalar.
func appendLanes(out []byte, lanes int) []byte {
	if lanes == 0 {
		return out
	}
	return strconv.AppendInt(append(out, 'x'), int64(lanes), 10)
}
