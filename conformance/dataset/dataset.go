// Package dataset generates values of given types: inputs for tests, benchmarks and users.
// The same types, bounds and seed give the same values everywhere.
package dataset

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Type is the type of a generated value, an array if Shape is not empty; or the value Fixed
// itself.
type Type struct {
	Elem  scalar.Type
	Shape []int64
	Fixed *scalar.Value
}

// Parse parses a type such as [100][20]f32 or i64, or a scalar that stands for itself, such
// as 10i64.
func Parse(text string) (Type, error) {
	var t Type
	if v, err := scalar.ParseValue(text); err == nil {
		t.Elem, t.Fixed = v.Type, &v
		return t, nil
	}
	rest := text
	for strings.HasPrefix(rest, "[") {
		size, after, ok := strings.Cut(rest[1:], "]")
		n, err := strconv.ParseInt(size, 10, 64)
		if !ok || err != nil || n < 0 {
			return t, fmt.Errorf("%q: a size is a whole number in brackets, as in [100]f32", text)
		}
		t.Shape, rest = append(t.Shape, n), after
	}
	elem, ok := scalar.ParseType(rest)
	if !ok {
		return t, fmt.Errorf("%q is no type of a made-up value; write, for example, [100][20]f32, or i32, or a value such as 10i64", text)
	}
	t.Elem = elem
	return t, nil
}

// Range bounds the elements of a type: Low ≤ x ≤ High.
type Range struct{ Low, High scalar.Value }

// ParseRange parses TYPE=LOW:HIGH.
func ParseRange(text string) (scalar.Type, Range, error) {
	wrong := func(err error) (scalar.Type, Range, error) {
		return 0, Range{}, fmt.Errorf("%q: bounds are TYPE=LOW:HIGH, as in i32=0:99: %w", text, err)
	}
	name, bounds, _ := strings.Cut(text, "=")
	elem, ok := scalar.ParseType(name)
	if !ok {
		return wrong(fmt.Errorf("%q is no scalar type", name))
	}
	low, high, _ := strings.Cut(bounds, ":")
	var r Range
	var err error
	if r.Low, err = scalar.ParseValueAs(elem, low); err != nil {
		return wrong(err)
	}
	if r.High, err = scalar.ParseValueAs(elem, high); err != nil {
		return wrong(err)
	}
	if above, _ := scalar.Gt.Eval(elem, r.Low, r.High); r.Low.Type != elem || r.High.Type != elem || above.Bool() {
		return wrong(fmt.Errorf("both are values of type %s, the lower first", elem))
	}
	return elem, r, nil
}

// Maker generates values.
type Maker struct {
	rng    *rand.Rand
	ranges map[scalar.Type]Range
}

// New returns a Maker. Types without a range give integers of the whole type, floats from 0
// to 1, and either bool.
func New(seed uint64, ranges map[scalar.Type]Range) *Maker {
	return &Maker{rand.New(rand.NewPCG(seed, 0)), ranges}
}

// Make generates a value of each type, in order.
func (m *Maker) Make(types []Type) ([]value.Value, error) {
	var out []value.Value
	for _, t := range types {
		if t.Fixed != nil {
			out = append(out, value.Scalar(*t.Fixed))
			continue
		}
		v, err := newValue(t.Elem, t.Shape)
		if err != nil {
			return nil, fmt.Errorf("making up a value: %w", err)
		}
		for i := range v.Len() {
			v.Set(i, m.scalar(t.Elem))
		}
		out = append(out, v)
	}
	return out, nil
}

func (m *Maker) scalar(t scalar.Type) scalar.Value {
	r, bounded := m.ranges[t]
	switch {
	case t == scalar.Bool:
		return scalar.FromBool(m.rng.IntN(2) == 1)
	case t.IsFloat() && bounded:
		low, high := r.Low.Float(), r.High.Float()
		return scalar.Float(t, low+m.rng.Float64()*(high-low))
	case t.IsFloat():
		return scalar.Float(t, m.rng.Float64())
	case bounded:
		// The number of values fits in 64 bits, except for the whole type, where it wraps
		// to 0.
		if n := uint64(r.High.Int()-r.Low.Int()) + 1; n != 0 {
			return scalar.Int(t, r.Low.Int()+int64(m.rng.Uint64N(n)))
		}
	}
	return scalar.Int(t, int64(m.rng.Uint64()))
}
