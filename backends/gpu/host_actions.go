package gpu

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// onIntegers are the actions on integers of any type, and on bools.
var onIntegers = map[scalar.Op]action{
	scalar.Add: add, scalar.Sub: subtract, scalar.Mul: multiply, scalar.MulSat: multiplySaturating, scalar.Neg: negate,
	scalar.And: and, scalar.Or: or, scalar.Xor: xor, scalar.Not: not, scalar.Shl: shiftLeft, scalar.Lshr: shiftRight,
	scalar.Eq: equal, scalar.Ne: unequal,
}

// onUnsigned are those on unsigned integers and bools only, onSigned those on signed integers.
var (
	onUnsigned = map[scalar.Op]action{
		scalar.Shr: shiftRight, scalar.Quot: quotient, scalar.Div: quotient, scalar.Rem: remainder, scalar.Mod: remainder,
		scalar.Min: least, scalar.Max: most, scalar.Lt: less, scalar.Le: atMost,
	}
	onSigned = map[scalar.Op]action{
		scalar.Shr: shiftRightSigned, scalar.Quot: quotientSigned, scalar.Div: quotientFloor, scalar.Rem: remainderSigned, scalar.Mod: remainderFloor,
		scalar.Min: leastSigned, scalar.Max: mostSigned, scalar.Lt: lessSigned, scalar.Le: atMostSigned,
	}
	onF64 = map[scalar.Op]action{
		scalar.Add: addF64, scalar.Sub: subtractF64, scalar.Mul: multiplyF64, scalar.Div: divideF64,
		scalar.Lt: lessF64, scalar.Le: atMostF64, scalar.Eq: equalF64, scalar.Ne: unequalF64,
	}
	onF32 = map[scalar.Op]action{
		scalar.Add: addF32, scalar.Sub: subtractF32, scalar.Mul: multiplyF32, scalar.Div: divideF32,
		scalar.Lt: lessF32, scalar.Le: atMostF32, scalar.Eq: equalF32, scalar.Ne: unequalF32,
	}
)

// swapped are the comparisons that are others with operands exchanged.
var swapped = map[scalar.Op]scalar.Op{scalar.Gt: scalar.Lt, scalar.Ge: scalar.Le}

// jumpsIf are the jumps that comparisons of integers decide.
var jumpsIf = map[action]action{
	less: jumpLess, lessSigned: jumpLessSigned, atMost: jumpAtMost, atMostSigned: jumpAtMostSigned, equal: jumpEqual, unequal: jumpUnequal,
}

// opposite are the jumps that happen when others do not; those of an order exchange the operands.
var opposite = map[action]action{
	jumpLess: jumpAtMost, jumpAtMost: jumpLess, jumpLessSigned: jumpAtMostSigned, jumpAtMostSigned: jumpLessSigned,
	jumpEqual: jumpUnequal, jumpUnequal: jumpEqual,
}

// actionOf is the action that applies an operator, apply if there is no other, and whether its
// operands are exchanged.
func actionOf(op scalar.Op, t scalar.Type) (do action, exchange bool) {
	if op == scalar.Select {
		return choose, false
	}
	if other, ok := swapped[op]; ok {
		do, _ = actionOf(other, t)
		return do, do != apply
	}
	var ok bool
	switch {
	case t == scalar.F64:
		do, ok = onF64[op]
	case t == scalar.F32:
		do, ok = onF32[op]
	case t.IsFloat():
	case t.IsSigned():
		if do, ok = onSigned[op]; !ok {
			do, ok = onIntegers[op]
		}
	default:
		if do, ok = onUnsigned[op]; !ok {
			do, ok = onIntegers[op]
		}
	}
	if !ok {
		return apply, false
	}
	return do, false
}

// conversion is the action that converts between types, convert if there is no other.
func conversion(to, from scalar.Type) action {
	switch {
	case to == from:
		return move
	case to == scalar.F64 && from == scalar.F32:
		return widen
	case to == scalar.F32 && from == scalar.F64:
		return narrow
	case from.IsFloat() || to == scalar.Bool || from == scalar.Bool:
		return convert
	case to == scalar.F64 && from != scalar.U64:
		return toF64
	case to == scalar.F32 && from != scalar.U64:
		return toF32
	case to.IsFloat():
		return convert
	}
	return extend
}

// unusedBits is how many of 64 bits a type leaves.
func unusedBits(t scalar.Type) uint8 { return uint8(64 - t.Bits()) }

// maskOf has the bits of a type.
func maskOf(t scalar.Type) uint64 { return ^uint64(0) >> unusedBits(t) }

// application is an operator that a function computes, or that is undefined on some operands.
type application struct {
	op      scalar.Op
	on      scalar.Type
	types   [3]scalar.Type // of the operands
	third   int32          // the place of the third
	f       func(x, y, z scalar.Value) scalar.Value
	partial bool // undefined on some operands
}

func newApplication(e *imp.Prim, third int32) application {
	a := application{op: e.Fn, on: e.Type, third: third, f: e.Fn.Func(e.Type), partial: e.Fn.Info().Partial.Has(e.Type)}
	for i := range e.Args {
		a.types[i] = e.Fn.ParamType(e.Type, i)
	}
	return a
}

// apply computes an operator that has no action.
func (r *run) apply(a *application, x, y, z uint64) uint64 {
	vx, vy := scalar.Value{Type: a.types[0], Bits: x}, scalar.Value{Type: a.types[1], Bits: y}
	if a.partial && !a.op.Defined(a.on, vx, vy) {
		r.undefined(a, x, y)
	}
	return a.f(vx, vy, scalar.Value{Type: a.types[2], Bits: z}).Bits
}

// undefined ends a run in which operands have no result.
func (r *run) undefined(a *application, x, y uint64) {
	r.check() // what they are computed from may come from a kernel that failed
	panic(stop{&fault.Invalid{Message: fmt.Sprintf("%s is undefined on %s and %s",
		a.op, scalar.Value{Type: a.types[0], Bits: x}, scalar.Value{Type: a.types[1], Bits: y})}})
}

// divide computes quotients and remainders; the divisor is not 0. Lowest / -1 wraps.
func divide(in *instruction, x, y uint64) uint64 {
	switch in.do {
	case quotient:
		return x / y
	case remainder:
		return x % y
	}
	n, by := in.signed(x), in.signed(y)
	q := quotientOf(n, by)
	rest := n - q*by
	differ := rest != 0 && (rest < 0) != (by < 0)
	switch in.do {
	case quotientSigned:
		n = q
	case remainderSigned:
		n = rest
	case quotientFloor:
		if n = q; differ {
			n--
		}
	case remainderFloor:
		if n = rest; differ {
			n += by
		}
	}
	return uint64(n) & in.mask
}

// quotientOf is rounded towards zero. Processors divide short numbers in less time.
func quotientOf(x, y int64) int64 {
	if (x|y)>>32 == 0 {
		return int64(uint32(x) / uint32(y))
	}
	return x / y
}
