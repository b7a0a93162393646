package scalar

import "math"

// Eval applies o at type t; the operands must have the types given by o.ParamType. It
// returns false if o is undefined for them (see Defined). Eval does not allocate, and
// does not check the operands' types.
func (o Op) Eval(t Type, args ...Value) (Value, bool) {
	var x, y, z uint64
	switch len(args) {
	case 3:
		z = args[2].Bits
		fallthrough
	case 2:
		y = args[1].Bits
		fallthrough
	case 1:
		x = args[0].Bits
	}
	info := &table[o]
	if info.Partial.Has(t) && !defined(o, t, y) {
		return Value{}, false
	}
	return Value{info.Result.At(t), info.eval(t, x, y, z)}, true
}

// Func returns o at type t as a function, for code that applies it many times. The
// function ignores operands beyond o's arity, and must not be called if o is undefined.
func (o Op) Func(t Type) func(x, y, z Value) Value {
	info := &table[o]
	result := info.Result.At(t)
	return func(x, y, z Value) Value {
		return Value{result, info.eval(t, x.Bits, y.Bits, z.Bits)}
	}
}

// Defined reports whether o, applied at t, has a result for these operands.
func (o Op) Defined(t Type, args ...Value) bool {
	return !table[o].Partial.Has(t) || defined(o, t, args[1].Bits)
}

// defined decides for the partial operators. All of them are on integers and depend on
// the second operand only: no division by zero, no negative exponent.
func defined(o Op, t Type, y uint64) bool {
	if o == Pow {
		return signExtend(t, y) >= 0 || t.IsUnsigned()
	}
	return y != 0
}

// eval computes on bit patterns of type t.
func (info *Info) eval(t Type, x, y, z uint64) uint64 {
	switch {
	case info.bits != nil:
		return info.bits(t, x, y, z)
	case info.order != 0:
		return bit(info.order&compare(t, x, y) != 0)
	case t.IsFloat():
		var r float64
		switch {
		case info.Elementary == nil:
			r = info.float(t, floatOf(t, x), floatOf(t, y), floatOf(t, z))
		case t == F64:
			r = info.Elementary.Wide().Eval(floatOf(t, x), floatOf(t, y))
		default:
			r = info.Elementary.Narrow().Eval(floatOf(t, x), floatOf(t, y))
		}
		if t == F16 {
			r = float64(float32(r))
		}
		return floatBits(t, r)
	case t.IsSigned() && info.signed != nil:
		return wrap(info.Result.At(t), uint64(info.signed(t, signExtend(t, x), signExtend(t, y), signExtend(t, z))))
	case t.IsSigned():
		x, y, z = uint64(signExtend(t, x)), uint64(signExtend(t, y)), uint64(signExtend(t, z))
	}
	return wrap(info.Result.At(t), info.integer(t, x, y, z))
}

// ordering is a set of outcomes of comparing two values.
type ordering uint8

const (
	less ordering = 1 << iota
	equal
	greater
	unordered // one is NaN
)

func compare(t Type, x, y uint64) ordering {
	switch {
	case t.IsFloat():
		return compareFloats(floatOf(t, x), floatOf(t, y))
	case t.IsSigned():
		return compareOrdered(signExtend(t, x), signExtend(t, y))
	}
	return compareOrdered(x, y)
}

func compareFloats(x, y float64) ordering {
	if x != x || y != y {
		return unordered
	}
	return compareOrdered(x, y)
}

func compareOrdered[T int64 | uint64 | float64](x, y T) ordering {
	switch {
	case x < y:
		return less
	case x > y:
		return greater
	}
	return equal
}

var negativeZero = math.Copysign(0, -1)
