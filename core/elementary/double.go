package elementary

import "math"

// double is the unevaluated sum of two floats, the second of which is small
// against the first: about twice the precision of one. The algorithms are
// Dekker's and Knuth's. No operation is fused, so products are computed from halves.
type double struct{ hi, lo F }

// single is x alone.
func single(x F) double { return double{x, c(0)} }

// fastTwoSum is x + y, exactly; |x| ≥ |y| or x = 0.
func fastTwoSum(x, y F) double {
	s := x.Add(y)
	return double{s, y.Sub(s.Sub(x))}
}

// twoSum is x + y, exactly.
func twoSum(x, y F) double {
	s := x.Add(y)
	v := s.Sub(x)
	return double{s, x.Sub(s.Sub(v)).Add(y.Sub(v))}
}

// upper is x without its lower 27 bits.
func upper(x F) F { return x.Bits().And(ic(^uint64(1<<27 - 1))).Float() }

// upperOf is upper of a constant.
func upperOf(x float64) float64 {
	return math.Float64frombits(math.Float64bits(x) &^ (1<<27 - 1))
}

// halves is x = hi + lo with at most 27 significant bits each (26 and 27).
func halves(x F) double {
	if x.isConst() {
		v := math.Float64frombits(x.n.Imm)
		return double{c(upperOf(v)), c(v - upperOf(v))}
	}
	h := upper(x)
	return double{h, x.Sub(h)}
}

// product is x · y up to 2^-78 of it, if nothing overflows or underflows; lo is
// up to 2^-25 of hi.
func product(x, y F) double {
	a, b := halves(x), halves(y)
	return double{a.hi.Mul(b.hi), a.hi.Mul(b.lo).Add(a.lo.Mul(y))}
}

// square is x² likewise.
func square(x F) double {
	a := halves(x)
	return double{a.hi.Mul(a.hi), a.lo.Mul(x.Add(a.hi))}
}

// less is x − y·z, where that is small against x.
func (x double) less(y F, z double) F {
	p := product(y, z.hi)
	return x.hi.Sub(p.hi).Sub(p.lo.Sub(x.lo.Sub(y.Mul(z.lo))))
}

// sum is x rounded; of a single, the single.
func (x double) sum() F {
	if x.lo.isConst() && x.lo.n.Imm == 0 {
		return x.hi
	}
	return x.hi.Add(x.lo)
}

func (x double) norm() double { return fastTwoSum(x.hi, x.lo) }
func (x double) neg() double  { return double{x.hi.Neg(), x.lo.Neg()} }

// addF is x + y.
func (x double) addF(y F) double {
	s := twoSum(x.hi, y)
	return fastTwoSum(s.hi, s.lo.Add(x.lo))
}

// add is x + y up to some 2^-104 of |x| + |y|.
func (x double) add(y double) double {
	s := twoSum(x.hi, y.hi)
	return fastTwoSum(s.hi, s.lo.Add(x.lo.Add(y.lo)))
}

// mul is x · y up to some 2^-78 of it.
func (x double) mul(y double) double {
	a, b := halves(x.hi), halves(y.hi)
	a.lo, b.lo = a.lo.Add(x.lo), b.lo.Add(y.lo)
	return fastTwoSum(a.hi.Mul(b.hi), a.hi.Mul(b.lo).Add(a.lo.Mul(y.hi)))
}

// mulF is x · y for one float y.
func (x double) mulF(y F) double {
	a, b := halves(x.hi), halves(y)
	return fastTwoSum(a.hi.Mul(b.hi), a.hi.Mul(b.lo).Add(a.lo.Add(x.lo).Mul(y)))
}

// div is x / y up to some 2^-78 of it.
func (x double) div(y double) double {
	r := c(1).Div(y.hi)
	q := x.hi.Mul(r)
	return fastTwoSum(q, x.less(q, y).Mul(r))
}

// sqrt is √x for x > 0.
func (x double) sqrt() double {
	s := x.hi.Sqrt()
	p := square(s)
	r := x.hi.Sub(p.hi).Sub(p.lo.Sub(x.lo))
	return fastTwoSum(s, r.Div(s.Add(s)))
}

// cc is a constant in two parts.
func cc(parts [2]float64) double { return double{c(parts[0]), c(parts[1])} }

// pickDouble is x where m is set, else y.
func pickDouble(m M, x, y double) double {
	return double{m.Pick(x.hi, y.hi), m.Pick(x.lo, y.lo)}
}

// ifDouble computes only one.
func ifDouble(m M, x, y func() double) double {
	hi, lo := m.If2(func() (F, F) { d := x(); return d.hi, d.lo }, func() (F, F) { d := y(); return d.hi, d.lo })
	return double{hi, lo}
}

// poly is the polynomial with the given coefficients, lowest first, by
// Estrin's scheme: pairs of terms, pairs of those, and so on, so that the
// processor need not wait for one term before it begins with the next.
func poly(x F, coefficients []float64) F {
	terms := make([]F, len(coefficients))
	for i, v := range coefficients {
		terms[i] = c(v)
	}
	for power := x; len(terms) > 1; power = power.Mul(power) {
		var next []F
		for i := 0; i < len(terms); i += 2 {
			t := terms[i]
			if i+1 < len(terms) {
				t = power.Mul(terms[i+1]).Add(t)
			}
			next = append(next, t)
		}
		terms = next
		if len(terms) == 1 {
			break
		}
	}
	return terms[0]
}
