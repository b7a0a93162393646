package generate

import (
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// data draws an argument.
func (g *generator) data(elem scalar.Type, shape ...int64) value.Value {
	v, err := value.New(elem, shape...)
	if err != nil {
		panic(err) // sizes are small and element types known
	}
	if v.Len() <= 8 {
		for i := range v.Len() {
			v.Set(i, g.constant(elem))
		}
		return v
	}
	// Large arrays repeat a few drawn elements.
	var some []scalar.Value
	for range 7 {
		some = append(some, g.constant(elem))
	}
	for i := range v.Len() {
		v.Set(i, some[i*i%int64(len(some))])
	}
	return v
}

// constant draws a small number, or occasionally the greatest or least; often one of the
// constants to prefer, if there are any.
func (g *generator) constant(elem scalar.Type) scalar.Value {
	if len(g.near) > 0 && g.oneOf(2) == 1 {
		v := g.near[g.oneOf(len(g.near))]
		switch {
		case v.Type == elem:
			return v
		case v.Type.IsInt() && elem.IsInt():
			return scalar.Convert(elem, v)
		}
	}
	switch {
	case elem == scalar.Bool:
		return scalar.FromBool(g.oneOf(2) == 1)
	case elem.IsFloat():
		return scalar.Float(elem, g.float())
	}
	switch k := g.oneOf(24); k {
	case 22:
		return scalar.Highest(elem)
	case 23:
		return scalar.Lowest(elem)
	default:
		return scalar.Int(elem, []int64{0, 1, 2, 3, 4, 5, 6, -1, -2, -3, 9}[k/2])
	}
}

// float draws a number between -8 and 8: a multiple of ½, or one with many bits.
func (g *generator) float() float64 {
	x := 0.0
	if g.oneOf(2) == 0 {
		x = float64(g.oneOf(17)) / 2
	} else {
		x = float64(g.oneOf(1<<23)) / (1 << 20)
	}
	if g.oneOf(2) == 1 {
		return -x
	}
	return x
}
