package scalar

import "github.com/lamina-lang/lamina/core/elementary"

// Op is a scalar operator. One operator works at several types; each application names
// its type, which also decides, for instance, whether division is signed.
type Op uint8

// Kind is the type of an operand or a result, relative to the type t that the operator is
// applied at.
type Kind uint8

// The kinds.
const (
	Same  Kind = iota // t itself
	ABool             // bool
	AnI32             // i32
	TBits             // the unsigned integer type that is as wide as t
)

// At returns the type of kind k for an operator applied at t.
func (k Kind) At(t Type) Type {
	switch k {
	case ABool:
		return Bool
	case AnI32:
		return I32
	case TBits:
		return t.Unsigned()
	}
	return t
}

// Info is the definition of an operator.
type Info struct {
	Name   string  // in .lir text
	Doc    string  // one line; x, y and z are the operands
	On     TypeSet // the types that it can be applied at
	Params []Kind  // the operands
	Result Kind

	Commutative bool    // x ∘ y = y ∘ x, at every type
	Associative TypeSet // the types at which (x ∘ y) ∘ z = x ∘ (y ∘ z), bit for bit
	Rounded     TypeSet // the types at which it is associative up to rounding
	Idempotent  bool    // x ∘ x = x, at every type
	Partial     TypeSet // the types at which some operands have no result; see Defined
	Cost        int     // estimated time: an addition takes 1

	// Elementary computes the operator on floats, if it is not correctly rounded. All
	// backends evaluate the same program, and so get the same bits. At f16 it computes in
	// f32.
	Elementary *elementary.Function

	// The function computed: the first of these that is set and fits the class of t.
	// Integers arrive extended to 64 bits according to their sign, and the result is
	// wrapped to its type. Floats arrive exactly, and the result is rounded: at f16 to
	// f32 and then to f16.
	float   func(t Type, x, y, z float64) float64
	signed  func(t Type, x, y, z int64) int64
	integer func(t Type, x, y, z uint64) uint64 // unsigned and bool; signed too if signed is nil
	order   ordering                            // comparisons: the outcomes for which they hold
	bits    func(t Type, x, y, z uint64) uint64 // operators on bit patterns
}

// Arity returns the number of operands.
func (i *Info) Arity() int { return len(i.Params) }

// Info returns the definition of o.
func (o Op) Info() *Info { return &table[o] }

// String returns the operator's name.
func (o Op) String() string {
	if o >= numOps {
		return "invalid"
	}
	return table[o].Name
}

// IsValid reports whether o is an operator of the table.
func (o Op) IsValid() bool { return 0 < o && o < numOps }

// IsComparison reports whether o compares: eq, ne, lt, le, gt or ge.
func (o Op) IsComparison() bool { return table[o].order != 0 }

// OpByName finds an operator by its name.
func OpByName(name string) (Op, bool) {
	for o := Op(1); o < numOps; o++ {
		if table[o].Name == name {
			return o, true
		}
	}
	return 0, false
}

// Ops returns all operators, in the table's order.
func Ops() []Op {
	ops := make([]Op, 0, numOps-1)
	for o := Op(1); o < numOps; o++ {
		ops = append(ops, o)
	}
	return ops
}

// ResultType returns the type of o's result when applied at t.
func (o Op) ResultType(t Type) Type { return table[o].Result.At(t) }

// ParamType returns the type of o's operand i when applied at t.
func (o Op) ParamType(t Type, i int) Type { return table[o].Params[i].At(t) }

// Neutral returns the value e of type t with e ∘ x = x for every x, if the operator has
// one at t. For floats it is -0.0 for Add, and NaN for Min and Max.
func (o Op) Neutral(t Type) (Value, bool) {
	if !table[o].On.Has(t) {
		return Value{}, false
	}
	switch o {
	case Add:
		if t.IsFloat() {
			return Float(t, negativeZero), true
		}
		return Zero(t), true
	case Or, Xor:
		return Zero(t), true
	case Mul:
		return One(t), true
	case And:
		return Value{t, mask(t)}, true
	case Min, Max:
		if t.IsFloat() {
			return Value{t, nanBits(t)}, true
		}
		if o == Min {
			return Highest(t), true
		}
		return Lowest(t), true
	}
	return Value{}, false
}
