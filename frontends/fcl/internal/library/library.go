// Package library holds FCL's built-in functions and its library, as FCL.
package library

import (
	_ "embed"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/core"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/types"
)

// File is the name of the library's text in positions.
const File = "library.fcl"

// Builtins are signatures of the built-in functions that are no operators.
//
//go:embed builtins.fcl
var Builtins string

// Functions are those of the library.
//
//go:embed library.fcl
var Functions string

// Roles are the roles and the numbers of parameters of the functions in Builtins.
var Roles = map[string]struct {
	Role  core.Role
	Arity int
}{
	"fst": {core.First, 1}, "snd": {core.Second, 1}, "length": {core.Length, 1}, "lengthPush": {core.LengthPush, 1},
	"map": {core.Map, 2}, "mapPush": {core.MapPush, 2}, "mapPushIx": {core.MapPushIx, 2}, "generate": {core.Generate, 2},
	"index": {core.Index, 2}, "push": {core.Push, 1}, "force": {core.Force, 1}, "return": {core.Return, 1},
	"bind": {core.Bind, 2}, "action": {core.Action, 1}, "interleave": {core.Interleave, 3},
	"interleaveSeq": {core.InterleaveSeq, 3}, "power": {core.Power, 3}, "poweri": {core.Poweri, 3},
	"while": {core.While, 3}, "seqfor": {core.SeqFor, 3}, "seqforZero": {core.SeqForZero, 3},
}

// operators are those on scalars, with the kind of their operands.
var operators = []struct {
	name string
	op   scalar.Op
	kind types.Kind
}{
	{"+", scalar.Add, types.NUM}, {"-", scalar.Sub, types.NUM}, {"*", scalar.Mul, types.NUM},
	{"min", scalar.Min, types.NUM}, {"max", scalar.Max, types.NUM},
	{"/", scalar.Quot, types.NUM}, {"%", scalar.Rem, types.INT},
	{"<<", scalar.Shl, types.INT}, {">>", scalar.Shr, types.INT},
	{"bitAnd", scalar.And, types.INT}, {"bitOr", scalar.Or, types.INT}, {"bitXor", scalar.Xor, types.INT},
	{"==", scalar.Eq, types.SCALAR}, {"!=", scalar.Ne, types.SCALAR},
	{"<", scalar.Lt, types.NUM}, {"<=", scalar.Le, types.NUM}, {">", scalar.Gt, types.NUM}, {">=", scalar.Ge, types.NUM},
	{"neg", scalar.Neg, types.NUM}, {"abs", scalar.Abs, types.NUM},
	{"sqrt", scalar.Sqrt, types.FLOAT}, {"exp", scalar.Exp, types.FLOAT}, {"log", scalar.Log, types.FLOAT},
	{"sin", scalar.Sin, types.FLOAT}, {"cos", scalar.Cos, types.FLOAT}, {"tanh", scalar.Tanh, types.FLOAT},
	{"floor", scalar.Floor, types.FLOAT}, {"ceil", scalar.Ceil, types.FLOAT}, {"round", scalar.Round, types.FLOAT},
}

// conversions are the functions that convert numbers, by what they convert to.
var conversions = map[string]scalar.Type{
	"toInt": scalar.I64, "toDouble": scalar.F64, "toFloat": scalar.F32, "toI32": scalar.I32,
}

// Operators are the operators and conversions.
func Operators() (out []*core.Builtin) {
	add := func(b *core.Builtin, kind types.Kind, result types.Type) {
		v := &types.Var{Name: "'a", Kind: kind}
		t := types.Type(v)
		if result != nil {
			t = result
		}
		for range b.Arity {
			t = types.Fun{Arg: v, Result: t}
		}
		b.Scheme = &types.Scheme{Vars: []*types.Var{v}, Type: t}
		out = append(out, b)
	}
	for _, o := range operators {
		result := types.Type(nil)
		if o.op.IsComparison() {
			result = types.Bool
		}
		add(&core.Builtin{Name: o.name, Op: o.op, Arity: o.op.Info().Arity()}, o.kind, result)
	}
	for name, to := range conversions {
		add(&core.Builtin{Name: name, Role: core.Conversion, To: to, Arity: 1}, types.NUM, types.Base{Of: to})
	}
	not := types.Fun{Arg: types.Bool, Result: types.Bool}
	return append(out,
		&core.Builtin{Name: "not", Op: scalar.Not, Arity: 1, Scheme: &types.Scheme{Type: not}},
		&core.Builtin{Name: "#BlockSize", Role: core.BlockSize, Scheme: &types.Scheme{Type: types.Int}})
}
