package program

import (
	"go/types"

	"github.com/lamina-lang/lamina/core/scalar"
)

// Int is the type of ints.
const Int = scalar.I64

// scalars are the types of Go's basic types. An int has 64 bits, as on the machines that
// run accelerated programs.
var scalars = map[types.BasicKind]scalar.Type{
	types.Bool: scalar.Bool, types.UntypedBool: scalar.Bool,
	types.Int: Int, types.Int8: scalar.I8, types.Int16: scalar.I16, types.Int32: scalar.I32, types.Int64: scalar.I64,
	types.Uint: scalar.U64, types.Uint8: scalar.U8, types.Uint16: scalar.U16, types.Uint32: scalar.U32, types.Uint64: scalar.U64,
	types.Float32: scalar.F32, types.Float64: scalar.F64,
	types.UntypedInt: Int, types.UntypedRune: scalar.I32, types.UntypedFloat: scalar.F64,
}

// Scalar returns the scalar type of a basic type, and scalar.Invalid for other types.
func Scalar(t types.Type) scalar.Type {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return scalar.Invalid
	}
	return scalars[b.Kind()]
}
