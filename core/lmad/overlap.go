package lmad

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// points is an LMAD with numbers for its terms.
type points struct {
	offset int64
	dims   []strided
}

// strided is a dimension with numbers: the multiples 0, …, last of stride.
type strided struct {
	last, stride int64
}

// maxNumber bounds the numbers in the search for a common point, so that sums of their
// products do not wrap.
const maxNumber = 1 << 24

// valued is an LMAD with the values of its terms in each model of a prover.
type valued struct {
	offset []int64
	dims   [][2][]int64 // sizes and strides
}

func (l LMAD) values(p *sym.Prover) valued {
	v := valued{offset: p.Values(l.Offset), dims: make([][2][]int64, len(l.Dims))}
	for i, d := range l.Dims {
		v.dims[i] = [2][]int64{p.Values(d.Size), p.Values(d.Stride)}
	}
	return v
}

// in sets p to the LMAD's value in model k. It reports false if the set is empty or too
// large to be searched.
func (v valued) in(k int, p *points) bool {
	small := func(x int64) bool { return -maxNumber < x && x < maxNumber }
	p.offset, p.dims = v.offset[k], p.dims[:0]
	for _, d := range v.dims {
		s := strided{d[0][k] - 1, d[1][k]}
		if s.last < 0 || !small(s.last) || !small(s.stride) {
			return false
		}
		p.dims = append(p.dims, s)
	}
	return small(p.offset)
}

// common searches for a point of both sets. found is false if there is none, and done is
// false if it gave up.
func (s *meeting) common(a, b points) (point int64, found, done bool) {
	// A common point is a zero of a.offset - b.offset + Σ x·stride, where the
	// strides of b are negated.
	s.steps, s.dims, s.order, s.x = maxMeetingSteps, s.dims[:0], s.order[:0], s.x[:0]
	for _, d := range a.dims {
		s.dims = append(s.dims, strided{d.last, d.stride})
	}
	for _, d := range b.dims {
		s.dims = append(s.dims, strided{d.last, -d.stride})
	}
	for i := range s.dims {
		s.order, s.x = append(s.order, i), append(s.x, 0)
	}
	size := func(i int) int64 { return max(s.dims[i].stride, -s.dims[i].stride) }
	slices.SortStableFunc(s.order, func(i, j int) int { return int(size(j) - size(i)) })
	if !s.zero(a.offset-b.offset, 0) {
		return 0, false, s.steps > 0
	}
	point = a.offset
	for i, d := range a.dims {
		point += s.x[i] * d.stride
	}
	return point, true, true
}

// maxMeetingSteps bounds the search of common.
const maxMeetingSteps = 3000

// meeting is a search for numbers 0 ≤ xk ≤ lastk such that Σ xk·stridek is a given
// number.
type meeting struct {
	dims  []strided
	order []int // by decreasing stride
	x     []int64
	steps int
}

// zero searches for x of the dimensions order[k:] with rest + Σ x·stride = 0.
func (s *meeting) zero(rest int64, k int) bool {
	if s.steps--; s.steps < 0 {
		return false
	}
	low, high, divisor := rest, rest, int64(0)
	for _, i := range s.order[k:] {
		d := s.dims[i]
		low += min(0, d.last*d.stride)
		high += max(0, d.last*d.stride)
		divisor = gcd(divisor, d.stride)
	}
	switch {
	case low > 0 || high < 0:
		return false
	case k == len(s.order):
		return true
	case divisor == 0:
		return rest == 0
	case rest%divisor != 0:
		return false
	}
	i := s.order[k]
	d := s.dims[i]
	first, last := int64(0), d.last
	if d.stride == 0 {
		last = 0
	} else {
		// Only values that can bring the rest to 0, given the range of the other
		// dimensions.
		inner := max(0, d.last*d.stride)
		outer := min(0, d.last*d.stride)
		from, to := -(high - inner), -(low - outer) // x·stride lies between
		if d.stride < 0 {
			from, to = -to, -from
		}
		size := max(d.stride, -d.stride)
		first = max(first, ceilDiv(from, size))
		last = min(last, floorDiv(to, size))
	}
	for x := first; x <= last; x++ {
		s.x[i] = x
		if s.zero(rest+x*d.stride, k+1) {
			return true
		}
	}
	return false
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func ceilDiv(a, b int64) int64 { return -floorDiv(-a, b) }

// Witness is a common point of two LMADs, and the values of the variables for which both
// contain it.
type Witness struct {
	Point int64
	Model sym.Model
}

// String prints "both contain 7 when i = 0, n = 3".
func (w Witness) String() string {
	var values []string
	for _, v := range slices.SortedFunc(maps.Keys(w.Model), name.Compare) {
		values = append(values, fmt.Sprintf("%v = %d", v, w.Model[v]))
	}
	if values == nil {
		return fmt.Sprintf("both contain %d", w.Point)
	}
	return fmt.Sprintf("both contain %d when %s", w.Point, strings.Join(values, ", "))
}

// Overlap searches for an assignment that satisfies the facts, and a point that a and b,
// whose sizes are at least 1, then share. Finding none proves nothing.
func Overlap(facts sym.Facts, a, b LMAD) (Witness, bool) {
	for _, f := range facts.Cases() {
		if w, ok := overlap(sym.NewProver(f, variables(a, b)...), a, b); ok && facts.HoldIn(w.Model) {
			return w, true
		}
	}
	return Witness{}, false
}

func overlap(p *sym.Prover, a, b LMAD) (Witness, bool) {
	if p.Samples() == 0 {
		return Witness{}, false
	}
	as, bs := a.values(p), b.values(p)
	var s meeting
	var at, bt points
	for k := range p.Samples() {
		if as.in(k, &at) && bs.in(k, &bt) {
			if point, found, _ := s.common(at, bt); found {
				return Witness{point, p.Reveal(p.Model(k))}, true
			}
		}
	}
	return Witness{}, false
}
