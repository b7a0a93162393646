package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Expressions of imp.

// Prim applies a scalar operator to i64 operands.
func Prim(op scalar.Op, args ...imp.Expr) imp.Expr {
	return &imp.Prim{Fn: op, Type: scalar.I64, Args: args}
}

// Sub returns x - y, of i64s.
func Sub(x, y imp.Expr) imp.Expr { return Prim(scalar.Sub, x, y) }

// InBounds returns 0 ≤ x < size.
func InBounds(x, size imp.Expr) imp.Expr {
	low := Prim(scalar.Le, imp.Int(0), x)
	high := Prim(scalar.Lt, x, size)
	return And(low, high)
}

// And returns the condition that x and y hold.
func And(x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: scalar.And, Type: scalar.Bool, Args: []imp.Expr{x, y}}
}

// Not returns the condition that x does not hold.
func Not(x imp.Expr) imp.Expr {
	return &imp.Prim{Fn: scalar.Not, Type: scalar.Bool, Args: []imp.Expr{x}}
}

// RowOf returns the index function of a one-dimensional array whose size is an expression
// that is a constant or a variable.
func RowOf(size imp.Expr) lmad.LMAD {
	if v, ok := size.(*imp.Var); ok {
		return lmad.RowMajor([]sym.Poly{sym.Var(v.Name)})
	}
	return lmad.RowMajor([]sym.Poly{sym.Const(size.(*imp.Const).Value.Int())})
}

// Pieces returns the number of pieces of the given size that n elements make. No step
// overflows, whatever n is.
func Pieces(n imp.Expr, size int64) imp.Expr { return RoundedUp(n, imp.Int(size)) }

// RoundedUp returns n / size, rounded up; at most 0 if n is negative.
func RoundedUp(n, size imp.Expr) imp.Expr {
	rest := Prim(scalar.Rem, n, size)
	return imp.Add(Prim(scalar.Quot, n, size), Prim(scalar.Min, rest, imp.Int(1)))
}

// Or returns the condition that x or y holds.
func Or(x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: scalar.Or, Type: scalar.Bool, Args: []imp.Expr{x, y}}
}

// Prim32 applies a scalar operator to i32 operands.
func Prim32(op scalar.Op, args ...imp.Expr) imp.Expr {
	return &imp.Prim{Fn: op, Type: scalar.I32, Args: args}
}

// Word32 returns a constant of type i32.
func Word32(x int64) imp.Expr { return &imp.Const{Value: scalar.Int(scalar.I32, x)} }

// Converted returns x, of type from, as a value of type to.
func Converted(from, to scalar.Type, x imp.Expr) imp.Expr {
	if from == to {
		return x
	}
	return &imp.Convert{From: from, To: to, X: x}
}

var (
	LocalID = &imp.ID{Kind: imp.LocalID}
	GroupID = &imp.ID{Kind: imp.GroupID}
)
