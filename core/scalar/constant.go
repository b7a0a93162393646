package scalar

import (
	"math"
	"slices"
)

// constants are the named values of the scalar types, as in Futhark's modules (f32.pi,
// i8.highest).
var constants = []struct {
	name string
	on   TypeSet
	of   func(t Type) Value
}{
	{"highest", NumericTypes, Highest},
	{"lowest", NumericTypes, Lowest},
	{"inf", FloatTypes, Highest},
	{"nan", FloatTypes, func(t Type) Value { return Value{t, nanBits(t)} }},
	{"pi", FloatTypes, func(t Type) Value { return Float(t, math.Pi) }},
	{"e", FloatTypes, func(t Type) Value { return Float(t, math.E) }},
	{"epsilon", FloatTypes, func(t Type) Value { return Float(t, math.Ldexp(1, -fractionBits(t))) }},
	{"num_bits", NumericTypes, func(t Type) Value { return Int(I32, int64(t.Bits())) }},
}

// Constant returns the named constant of type t's module: highest, lowest, num_bits (an
// i32), and for floats inf, nan, pi, e, epsilon (the distance from 1 to the next value).
func Constant(t Type, name string) (Value, bool) {
	for _, c := range constants {
		if c.name == name && c.on.Has(t) {
			return c.of(t), true
		}
	}
	return Value{}, false
}

// Constants lists the names of the constants, of which each type has some.
func Constants() (names []string) {
	for _, c := range constants {
		if !slices.Contains(names, c.name) {
			names = append(names, c.name)
		}
	}
	return names
}

// fractionBits returns the width of a float's fraction field.
func fractionBits(t Type) int {
	switch t {
	case F16:
		return 10
	case F32:
		return 23
	}
	return 52
}
