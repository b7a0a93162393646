// Package scalar is the single definition of Lamina's scalars: the types, the values, the
// operators and what they compute, and the syntax of constants.
//
// All other packages derive from it: the front end its list of operators, the checker
// their types, the simplifier constant folding and algebraic facts, the interpreters
// results, and the backends the operators that they must cover. The facts are in one
// table (see Info); docs/semantics.md states them for readers and is tested against it.
//
// Invariants: a Value's bits above its type's width are zero; a bool is 0 or 1. An
// operator's result depends on its operands only. The payload of a NaN is not part of a
// value: operators return the canonical quiet NaN.
package scalar

import (
	"fmt"
	"strings"
)

// Type is a scalar type. The zero Type is invalid.
type Type uint8

// The scalar types. Signedness is part of the type; signed and unsigned operators share
// names.
const (
	Invalid Type = iota
	I8
	I16
	I32
	I64
	U8
	U16
	U32
	U64
	F16
	F32
	F64
	Bool

	numTypes
)

var typeTable = [numTypes]struct {
	name string
	size int
}{
	Invalid: {"invalid", 0},
	I8:      {"i8", 1},
	I16:     {"i16", 2},
	I32:     {"i32", 4},
	I64:     {"i64", 8},
	U8:      {"u8", 1},
	U16:     {"u16", 2},
	U32:     {"u32", 4},
	U64:     {"u64", 8},
	F16:     {"f16", 2},
	F32:     {"f32", 4},
	F64:     {"f64", 8},
	Bool:    {"bool", 1},
}

// String returns the type's name in programs: i8 … f64, bool.
func (t Type) String() string {
	if t >= numTypes {
		t = Invalid
	}
	return typeTable[t].name
}

// Size returns the size of an element in bytes, in memory and in binary files.
func (t Type) Size() int { return typeTable[t].size }

// Bits returns the width in bits; a bool has 1.
func (t Type) Bits() int {
	if t == Bool {
		return 1
	}
	return 8 * typeTable[t].size
}

// IsValid reports whether t is one of the twelve types.
func (t Type) IsValid() bool { return Invalid < t && t < numTypes }

// IsSigned reports whether t is i8, i16, i32 or i64.
func (t Type) IsSigned() bool { return I8 <= t && t <= I64 }

// IsUnsigned reports whether t is u8, u16, u32 or u64.
func (t Type) IsUnsigned() bool { return U8 <= t && t <= U64 }

// IsInt reports whether t is an integer type.
func (t Type) IsInt() bool { return I8 <= t && t <= U64 }

// IsFloat reports whether t is f16, f32 or f64.
func (t Type) IsFloat() bool { return F16 <= t && t <= F64 }

// IsNumeric reports whether t is an integer or floating-point type.
func (t Type) IsNumeric() bool { return I8 <= t && t <= F64 }

// Unsigned returns the unsigned integer type of the same width as the number type t: the
// type of its bit pattern. It is Invalid for bool.
func (t Type) Unsigned() Type {
	switch t {
	case I8, U8:
		return U8
	case I16, U16, F16:
		return U16
	case I32, U32, F32:
		return U32
	case I64, U64, F64:
		return U64
	}
	return Invalid
}

// ParseType finds a type by its name.
func ParseType(name string) (Type, bool) {
	for t := I8; t < numTypes; t++ {
		if typeTable[t].name == name {
			return t, true
		}
	}
	return Invalid, false
}

// MarshalText returns the type's name.
func (t Type) MarshalText() ([]byte, error) {
	if t == Invalid || t >= numTypes {
		return nil, fmt.Errorf("no scalar type has number %d", uint8(t))
	}
	return []byte(t.String()), nil
}

// UnmarshalText takes the type's name.
func (t *Type) UnmarshalText(name []byte) error {
	typ, ok := ParseType(string(name))
	if !ok {
		return fmt.Errorf("there is no scalar type %q", name)
	}
	*t = typ
	return nil
}

// Types lists all types, in the order of their declaration.
func Types() []Type { return AllTypes.Types() }

// TypeSet is a set of scalar types.
type TypeSet uint16

// The sets that operators are defined on.
const (
	NoTypes       TypeSet = 0
	SignedTypes   TypeSet = 1<<I8 | 1<<I16 | 1<<I32 | 1<<I64
	UnsignedTypes TypeSet = 1<<U8 | 1<<U16 | 1<<U32 | 1<<U64
	IntTypes              = SignedTypes | UnsignedTypes
	FloatTypes    TypeSet = 1<<F16 | 1<<F32 | 1<<F64
	NumericTypes          = IntTypes | FloatTypes
	BoolTypes     TypeSet = 1 << Bool
	BitTypes              = IntTypes | BoolTypes
	AllTypes              = NumericTypes | BoolTypes
)

// Has reports whether t is in s.
func (s TypeSet) Has(t Type) bool { return s>>t&1 != 0 }

// only returns t if it is in s, else Invalid.
func (s TypeSet) only(t Type) Type {
	if s.Has(t) {
		return t
	}
	return Invalid
}

// Types returns the members of s.
func (s TypeSet) Types() []Type {
	var ts []Type
	for t := I8; t < numTypes; t++ {
		if s.Has(t) {
			ts = append(ts, t)
		}
	}
	return ts
}

// String lists the names of the members, separated by spaces.
func (s TypeSet) String() string {
	var names []string
	for _, t := range s.Types() {
		names = append(names, t.String())
	}
	return strings.Join(names, " ")
}
