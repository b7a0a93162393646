package formula

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/elementary"
)

// key identifies an operation; bitwise operations exist for masks too.
type key struct {
	op   elementary.Op
	mask bool
}

// instruction gives the instructions for an operation on operands of a kind; vector is 0 if
// vectors lack the operation.
type instruction struct {
	scalar, vector code.Op
	operands       elementary.Kind
}

const (
	asFloat = elementary.Float
	asInt   = elementary.Int
	asMask  = elementary.Mask
)

var operations = map[key]instruction{
	{elementary.Add, false}:      {code.F64Add, code.F64x2Add, asFloat},
	{elementary.Sub, false}:      {code.F64Sub, code.F64x2Sub, asFloat},
	{elementary.Mul, false}:      {code.F64Mul, code.F64x2Mul, asFloat},
	{elementary.Div, false}:      {code.F64Div, code.F64x2Div, asFloat},
	{elementary.Sqrt, false}:     {code.F64Sqrt, code.F64x2Sqrt, asFloat},
	{elementary.Abs, false}:      {code.F64Abs, code.F64x2Abs, asFloat},
	{elementary.Neg, false}:      {code.F64Neg, code.F64x2Neg, asFloat},
	{elementary.Nearest, false}:  {code.F64Nearest, code.F64x2Nearest, asFloat},
	{elementary.Trunc, false}:    {code.F64Trunc, code.F64x2Trunc, asFloat},
	{elementary.Copysign, false}: {code.F64Copysign, 0, asFloat},

	{elementary.IAdd, false}:         {code.I64Add, code.I64x2Add, asInt},
	{elementary.ISub, false}:         {code.I64Sub, code.I64x2Sub, asInt},
	{elementary.And, false}:          {code.I64And, code.V128And, asInt},
	{elementary.Or, false}:           {code.I64Or, code.V128Or, asInt},
	{elementary.Xor, false}:          {code.I64Xor, code.V128Xor, asInt},
	{elementary.Shl, false}:          {code.I64Shl, code.I64x2Shl, asInt},
	{elementary.Shr, false}:          {code.I64ShrU, code.I64x2ShrU, asInt},
	{elementary.IMul, false}:         {code.I64Mul, 0, asInt},
	{elementary.ShlBy, false}:        {code.I64Shl, 0, asInt},
	{elementary.ShrBy, false}:        {code.I64ShrU, 0, asInt},
	{elementary.ToFloat, false}:      {code.F64ConvertI64S, 0, asInt},
	{elementary.LeadingZeros, false}: {code.I64Clz, 0, asInt},

	{elementary.Lt, true}:  {code.F64Lt, code.F64x2Lt, asFloat},
	{elementary.Le, true}:  {code.F64Le, code.F64x2Le, asFloat},
	{elementary.Eq, true}:  {code.F64Eq, code.F64x2Eq, asFloat},
	{elementary.IEq, true}: {code.I64Eq, code.I64x2Eq, asInt},
	{elementary.ILt, true}: {code.I64LtS, 0, asInt},
	{elementary.And, true}: {code.I32And, code.V128And, asMask},
	{elementary.Or, true}:  {code.I32Or, code.V128Or, asMask},
	{elementary.Xor, true}: {code.I32Xor, code.V128Xor, asMask},
}
