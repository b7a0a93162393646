package lowering

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// goInt is the type of ints.
const goInt = program.Int

// scalarOf returns the scalar type of a basic type.
func scalarOf(t types.Type) scalar.Type { return program.Scalar(t) }

// shapeOf is the shape of values of type t; size makes the length of a slice.
func shapeOf(t types.Type, size func() ir.Atom) lower.Shape {
	switch u := program.Data(t).Underlying().(type) {
	case *types.Basic:
		if isString(u) {
			return lower.ArrayOf(size(), lower.Scalar{Elem: scalar.U8})
		}
		return lower.Scalar{Elem: scalarOf(u)}
	case *types.Slice:
		n := size()
		return lower.ArrayOf(n, shapeOf(u.Elem(), size))
	case *types.Array:
		return lower.ArrayOf(ir.Size(u.Len()), shapeOf(u.Elem(), size))
	case *types.Struct:
		var fields []lower.Field
		for f := range u.Fields() {
			fields = append(fields, lower.Field{Name: f.Name(), Shape: shapeOf(f.Type(), size)})
		}
		return lower.RecordOf(fields)
	}
	panic("there are no values of type " + t.String())
}

// growing says for each size in values of type t, in the order of lower.Dims, whether it is
// that of a slice.
func growing(t types.Type, out []bool) []bool {
	switch u := program.Data(t).Underlying().(type) {
	case *types.Basic:
		if isString(u) {
			out = append(out, true)
		}
	case *types.Slice:
		return growing(u.Elem(), append(out, true))
	case *types.Array:
		return growing(u.Elem(), append(out, false))
	case *types.Struct:
		for f := range u.Fields() {
			out = growing(f.Type(), out)
		}
	case *types.Tuple:
		for v := range u.Variables() {
			out = growing(v.Type(), out)
		}
	}
	return out
}

// zero is the zero value of type t.
func (f *frame) zero(t types.Type) lower.Value {
	if tuple, ok := t.(*types.Tuple); ok {
		var parts []lower.Value
		for v := range tuple.Variables() {
			parts = append(parts, f.zero(v.Type()))
		}
		return lower.Tuple(parts...)
	}
	return f.zeroOf(shapeOf(t, func() ir.Atom { return ir.Size(0) }))
}

// zeroOf is the value of shape s all of whose scalars are zero.
func (f *frame) zeroOf(s lower.Shape) lower.Value {
	switch s := s.(type) {
	case lower.Scalar:
		return lower.Constant(scalar.Zero(s.Elem))
	case *lower.Array:
		if n, ok := s.Dim.AsSize(); ok && n == 0 {
			return f.b.EmptyArray(s)
		}
		return f.b.Replicate(s.Dim, f.zeroOf(s.Elem))
	case *lower.Record:
		var names []string
		var parts []lower.Value
		for _, field := range s.Fields {
			names, parts = append(names, field.Name), append(parts, f.zeroOf(field.Shape))
		}
		return lower.NewRecord(names, parts)
	}
	panic("a value without a zero value")
}

// constant is the value of a constant expression, if e is one.
func (f *frame) constant(e ast.Expr) (lower.Value, bool) {
	tv, ok := f.Pkg.TypesInfo.Types[e]
	if !ok || tv.Value == nil {
		return lower.Value{}, false
	}
	t := scalarOf(f.Subst(tv.Type))
	switch {
	case tv.Value.Kind() == constant.String:
		return f.bytes(constant.StringVal(tv.Value)), true
	case t == scalar.Bool:
		return lower.Constant(scalar.FromBool(constant.BoolVal(tv.Value))), true
	case t == scalar.F32:
		x, _ := constant.Float32Val(constant.ToFloat(tv.Value))
		return lower.Constant(scalar.Float(t, float64(x))), true
	case t == scalar.F64:
		x, _ := constant.Float64Val(constant.ToFloat(tv.Value))
		return lower.Constant(scalar.Float(t, x)), true
	case t == scalar.Invalid:
		return lower.Value{}, false
	}
	n := constant.ToInt(tv.Value)
	if x, exact := constant.Int64Val(n); exact {
		return lower.Constant(scalar.Int(t, x)), true
	}
	x, _ := constant.Uint64Val(n)
	return lower.Constant(scalar.Int(t, int64(x))), true
}

// hasLengths reports whether values of type t have lengths of their own: slices, strings, and structs that hold some.
func hasLengths(t types.Type) bool {
	if program.TensorElem(t) != nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return true
	case *types.Basic:
		return isString(u)
	case *types.Array:
		return hasLengths(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if hasLengths(f.Type()) {
				return true
			}
		}
	}
	return false
}

// isString reports whether values of type t are strings, which are their bytes.
func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// equalText is whether two strings are equal.
func (f *frame) equalText(x, y lower.Value) lower.Value {
	b := f.b
	same := b.I64("same", scalar.Eq, x.Dim(), y.Dim())
	return b.If(same, func() lower.Value {
		n := x.Dim()
		equal := b.Map(n, []lower.Value{x, b.Resize(y, x.Shape)}, func(row []lower.Value) lower.Value {
			return lower.ScalarValue(scalar.Bool, b.Prim("equal", scalar.Eq, scalar.U8, row[0].Atom(), row[1].Atom()))
		})
		all := lower.NewClosure(&lower.Code{
			Name: "all", Arity: 2, Place: lower.InPlace,
			Run: func(b *lower.Builder, _ []lower.Captured, x []lower.Value) lower.Value {
				return b.Operator(scalar.And, scalar.Bool, x...)
			},
		})
		return b.Reduce(all, lower.Constant(scalar.FromBool(true)), equal, true)
	}, func() lower.Value { return lower.Constant(scalar.FromBool(false)) })
}

// negated is not x.
func (f *frame) negated(x lower.Value) lower.Value {
	return lower.ScalarValue(scalar.Bool, f.b.Prim("not", scalar.Not, scalar.Bool, x.Atom()))
}
