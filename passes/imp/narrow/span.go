package narrow

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interval"
	"github.com/lamina-lang/lamina/core/scalar"
)

// span is where a number that the kernel computes lies, an i64 or what is converted to one.
func (k *kernel) span(e imp.Expr) span {
	if s, ok := k.spans[e]; ok {
		return s
	}
	s := k.computed(e)
	k.spans[e] = s
	return s
}

func (k *kernel) computed(e imp.Expr) span {
	switch e := e.(type) {
	case *imp.Const:
		if e.Value.Type.IsInt() && e.Value.Type != scalar.U64 {
			return within(interval.Between(e.Value.Int(), e.Value.Int()))
		}
	case *imp.Var:
		if e.Type != scalar.I64 {
			return within(interval.OfType(e.Type))
		}
		return k.vars[e.Name]
	case *imp.Load:
		if in, ok := k.host.tables[e.Block]; ok {
			return within(in)
		}
		return within(interval.OfType(e.Elem))
	case *imp.ID:
		return k.ids[e.Kind]
	case *imp.Convert:
		if e.To == scalar.I64 {
			return k.span(e.X)
		}
		return within(interval.OfType(e.To))
	case *imp.At:
		return k.span(e.Sum())
	case *imp.Prim:
		if e.Type != scalar.I64 {
			return within(interval.OfType(imp.TypeOf(e)))
		}
		if f := spans[e.Fn]; f != nil {
			return f(k, e.Args)
		}
	}
	return span{}
}

// spans has the operators on i64s of which something can be said.
var spans map[scalar.Op]func(k *kernel, args []imp.Expr) span

func init() {
	binary := func(f func(a, b span) span) func(k *kernel, args []imp.Expr) span {
		return func(k *kernel, args []imp.Expr) span { return f(k.span(args[0]), k.span(args[1])) }
	}
	divided := func(f func(a, b span) span) func(k *kernel, args []imp.Expr) span {
		return func(k *kernel, args []imp.Expr) span {
			if !k.positive(args[1]) {
				return span{}
			}
			return f(k.span(args[0]), k.span(args[1]))
		}
	}
	spans = map[scalar.Op]func(k *kernel, args []imp.Expr) span{
		scalar.Add: binary(func(a, b span) span { return span{sum(a.lo, b.lo), sum(a.hi, b.hi)} }),
		scalar.Sub: binary(func(a, b span) span { return span{difference(a.lo, b.hi), difference(a.hi, b.lo)} }),
		scalar.Mul: binary(products),
		scalar.MulSat: binary(func(a, b span) span {
			if !a.atLeast(0) || !b.atLeast(0) {
				return span{}
			}
			return products(a, b)
		}),
		scalar.Min: binary(func(a, b span) span {
			return span{smaller(a.lo, b.lo), either(smaller, a.hi, b.hi)}
		}),
		scalar.Max: binary(func(a, b span) span {
			return span{either(larger, a.lo, b.lo), larger(a.hi, b.hi)}
		}),
		scalar.Quot: divided(quotients),
		scalar.Div:  divided(quotients),
		scalar.Rem:  divided(remainders),
		scalar.Mod:  divided(func(_, b span) span { return span{fixed(0), difference(b.hi, fixed(1))} }),
		scalar.And:  binary(masked),
		scalar.Or:   binary(bitwise),
		scalar.Xor:  binary(bitwise),
		scalar.Shr:  binary(shifted),
		scalar.Select: func(k *kernel, args []imp.Expr) span {
			a, b := k.span(args[1]), k.span(args[2])
			return span{smaller(a.lo, b.lo), larger(a.hi, b.hi)}
		},
	}
}

func products(a, b span) span {
	if a.atLeast(0) && b.atLeast(0) {
		return span{product(a.lo, b.lo), product(a.hi, b.hi)}
	}
	w, x, y, z := product(a.lo, b.lo), product(a.lo, b.hi), product(a.hi, b.lo), product(a.hi, b.hi)
	return span{smaller(smaller(w, x), smaller(y, z)), larger(larger(w, x), larger(y, z))}
}

// quotients are between what is divided and 0; of what is not negative they are exact.
func quotients(a, b span) span {
	if !a.atLeast(0) {
		return span{smaller(a.lo, fixed(0)), larger(a.hi, fixed(0))}
	}
	if a.hi == nil {
		return span{fixed(0), nil}
	}
	by := b.lo.e
	if _, ok := imp.ConstOf(by); !ok { // which may be 0 where the other conditions do not hold
		by = integer(scalar.Max, by, imp.Int(1))
	}
	hi := a.hi.in.Hi / max(1, b.lo.in.Lo)
	return span{fixed(0), &bound{integer(scalar.Quot, a.hi.e, by), interval.Between(0, hi)}}
}

// remainders have the sign of what is divided.
func remainders(a, b span) span {
	s := span{fixed(0), difference(b.hi, fixed(1))}
	if s.hi == nil {
		s.hi = larger(a.hi, fixed(0))
	}
	if !a.atLeast(0) {
		s.lo = difference(fixed(1), b.hi)
		if s.lo == nil {
			s.lo = smaller(a.lo, fixed(0))
		}
	}
	return s
}

func masked(a, b span) span {
	switch first, second := a.atLeast(0), b.atLeast(0); {
	case first && second:
		return span{fixed(0), either(smaller, a.hi, b.hi)}
	case first:
		return span{fixed(0), a.hi}
	case second:
		return span{fixed(0), b.hi}
	}
	return span{}
}

// bitwise is the span of a | b and of a ^ b, of which something is said where both fit.
func bitwise(a, b span) span {
	if !a.known() || !b.known() {
		return span{}
	}
	in := interval.Bitwise(interval.Between(a.lo.in.Lo, a.hi.in.Hi), interval.Between(b.lo.in.Lo, b.hi.in.Hi))
	if !in.Fits32() {
		return span{}
	}
	return within(in)
}

// shifted is the span of a >> b for a known b.
func shifted(a, b span) span {
	if !b.known() || b.lo.in.Lo != b.hi.in.Hi || b.lo.in.Lo < 0 || b.lo.in.Lo > 63 {
		return span{}
	}
	by := b.lo.in.Lo
	shift := func(x *bound) *bound {
		if x == nil {
			return nil
		}
		return &bound{integer(scalar.Shr, x.e, imp.Int(by)), interval.Between(x.in.Lo>>by, x.in.Hi>>by)}
	}
	return span{shift(a.lo), shift(a.hi)}
}
