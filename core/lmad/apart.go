package lmad

import "github.com/lamina-lang/lamina/core/sym"

// Bounds on the work for one sum.
const (
	maxDepth = 6   // nesting depth of dimension splits
	maxParts = 4   // parts that one dimension is split into
	maxSums  = 120 // sums examined in all
)

// argument searches for a proof that a sum of strided intervals does not contain 0.
type argument struct {
	*sym.Prover
	fuel int // sums that it may still examine
}

// apart proves that s does not contain 0, or returns nil. It tries three arguments: all
// of s lies on one side of 0; or the dimensions that some stride does not divide cannot
// add up to a multiple of it; or 0 leaves only a few values to the x of some dimension,
// and for each of them the rest does not contain 0.
func (a *argument) apart(s sum, depth int) *sym.Proof {
	a.fuel--
	if a.fuel < 0 || !s.exact() {
		return nil
	}
	if why := a.oneSide(s); why != nil {
		return sym.NewProof(why, "0 is not in %v", s)
	}
	s, joined := s.join(a.Prover)
	why := a.residue(s)
	if why == nil {
		why = a.pieces(s, depth)
	}
	if why == nil {
		return nil
	}
	return sym.NewProof(append(joined, why...), "0 is not in %v", s)
}

func (s sum) exact() bool {
	for _, d := range s.dims {
		if !d.lo.Exact() || !d.hi.Exact() || !d.stride.Exact() {
			return false
		}
	}
	return s.offset.Exact()
}

// evident reports whether the signs of the terms show that all of s lies on one side of
// 0.
func (a *argument) evident(s sum) bool {
	low, high := s.bounds(func(int) bool { return true })
	return a.Evident(low.Sub(sym.Const(1))) || a.Evident(high.Neg().Sub(sym.Const(1)))
}

// oneSide proves that all of s is positive, or negative.
func (a *argument) oneSide(s sum) []*sym.Proof {
	low, high := s.bounds(func(int) bool { return true })
	if why := a.Pos(low); why != nil {
		return []*sym.Proof{sym.NewProof([]*sym.Proof{why}, "its least element is positive")}
	}
	if why := a.Pos(high.Neg()); why != nil {
		return []*sym.Proof{sym.NewProof([]*sym.Proof{why}, "its greatest element is negative")}
	}
	return nil
}

// residue proves that s contains no multiple of some stride g: the sum of the dimensions
// that g does not divide lies between two neighbouring multiples of g. Without such
// dimensions this is the GCD test, gcd(δ1, δ2) ∤ τ1 - τ2.
func (a *argument) residue(s sum) []*sym.Proof {
	for _, g := range s.moduli() {
		if c, ok := g.AsConst(); ok && c <= 1 {
			continue
		}
		low, high := s.bounds(func(k int) bool { _, ok := s.dims[k].stride.DivExact(g); return !ok })
		for _, q := range low.Quotients(g) {
			below, above := q.Mul(g), q.Add(sym.Const(1)).Mul(g)
			why := a.Less(below, low)
			if why == nil {
				continue
			}
			if also := a.Less(high, above); also != nil {
				return []*sym.Proof{sym.NewProof([]*sym.Proof{why, also},
					"without the multiples of %v, it lies strictly between two of them", g)}
			}
		}
	}
	return nil
}

// moduli returns the polynomials that residue tries as g: constants, the strides of s,
// and the factors of the variables in its offset.
func (s sum) moduli() []sym.Poly {
	out := []sym.Poly{s.content(false), s.content(true)}
	for _, d := range s.dims {
		out = append(out, d.stride)
	}
	for _, v := range variables(LMAD{Offset: s.offset}) {
		g := s.offset.Coefficient(v)
		if _, constant := g.AsConst(); !constant && !g.Mentions(v) {
			out = append(out, g)
		}
	}
	return out
}

// content returns the greatest constant that divides all strides and, with offset, also
// the non-constant terms of the offset.
func (s sum) content(offset bool) sym.Poly {
	var g int64
	for _, d := range s.dims {
		for _, t := range d.stride.Terms() {
			g = gcd(g, t.Coef)
		}
	}
	for _, t := range s.offset.Terms() {
		if offset && len(t.Vars) > 0 {
			g = gcd(g, t.Coef)
		}
	}
	return sym.Const(g)
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// reach is a bound on the x of one dimension that membership of 0 implies, and its proof.
type reach struct {
	at  sym.Poly
	why *sym.Proof
}

// pieces picks the dimension whose x membership of 0 restricts to the fewest values, at
// most maxParts, and proves for each value that the rest of s does not contain 0.
func (a *argument) pieces(s sum, depth int) []*sym.Proof {
	var best piece
	for k := range s.dims {
		lows, highs := a.reaches(s, k)
		for _, low := range lows {
			for _, high := range highs {
				if why := a.Less(high.at, low.at); why != nil {
					return []*sym.Proof{sym.NewProof(keep(low.why, high.why, why),
						"0 leaves no x in %v", s.dims[k])}
				}
				between := high.at.Sub(low.at)
				width, ok := between.AsConst()
				if ok && between.Exact() && 0 <= width && width < maxParts && (best.values == 0 || width+1 < best.values) {
					best = piece{k, low, high, width + 1}
				}
			}
		}
	}
	if best.values == 0 || depth == 0 {
		return nil
	}
	return a.eachValue(s, best, depth)
}

// piece is a dimension and the possible values of its x.
type piece struct {
	dim       int
	low, high reach
	values    int64
}

// eachValue proves, for each value of the piece's x, that the rest does not contain 0.
func (a *argument) eachValue(s sum, p piece, depth int) []*sym.Proof {
	d := s.dims[p.dim]
	var parts []*sym.Proof
	for i := range p.values {
		x := p.low.at.Add(sym.Const(i))
		if why := a.Less(x, d.lo); why != nil {
			parts = append(parts, why)
			continue
		}
		if why := a.Less(d.hi, x); why != nil {
			parts = append(parts, why)
			continue
		}
		why := a.apart(s.fixed(p.dim, x), depth-1)
		if why == nil {
			return nil
		}
		parts = append(parts, sym.NewProof([]*sym.Proof{why}, "for x = %v:", x))
	}
	return []*sym.Proof{sym.NewProof(append(keep(p.low.why, p.high.why), parts...),
		"0 leaves x from %v to %v in %v", p.low.at, p.high.at, d)}
}

// reaches returns the lower and upper bounds of x in dimension k: those of its interval,
// and those that follow from x·δ = -rest, where rest is between low and high. If high <
// (q+1)·δ then x·δ > -(q+1)·δ, so x ≥ -q; if low > (q-1)·δ then x ≤ -q.
func (a *argument) reaches(s sum, k int) (lows, highs []reach) {
	d := s.dims[k]
	low, high := s.bounds(func(j int) bool { return j != k })
	lows, highs = []reach{{at: d.lo}}, []reach{{at: d.hi}}
	for _, q := range high.Quotients(d.stride) {
		for more := int64(-1); more <= 1; more++ {
			q := q.Add(sym.Const(more))
			if why := a.Less(high, q.Add(sym.Const(1)).Mul(d.stride)); why != nil {
				lows = append(lows, reach{q.Neg(), why})
				break
			}
		}
	}
	for _, q := range low.Quotients(d.stride) {
		for less := int64(2); less >= 0; less-- {
			q := q.Add(sym.Const(less))
			if why := a.Less(q.Sub(sym.Const(1)).Mul(d.stride), low); why != nil {
				highs = append(highs, reach{q.Neg(), why})
				break
			}
		}
	}
	return lows, highs
}

// keep drops the nil proofs.
func keep(whys ...*sym.Proof) []*sym.Proof {
	var out []*sym.Proof
	for _, w := range whys {
		if w != nil {
			out = append(out, w)
		}
	}
	return out
}
