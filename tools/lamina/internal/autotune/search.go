// Package autotune is the verb autotune: it finds the thresholds between versions of a computation by timing
// the inputs of a program's test blocks.
package autotune

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
)

// never is a threshold that no computation reaches.
const never = 1 << highest

// highest is the exponent of never.
const highest = 62

// noise is the relative difference below which two times count as one.
const noise = 0.05

// threshold is a choice between two versions: from value iterations on, the first is taken.
type threshold struct {
	name  string
	value int64 // the compiler's
}

// search finds values of thresholds.
type search struct {
	// thresholds are in the order of the program: one that is asked only within a version comes after that
	// which chooses the version.
	thresholds []threshold
	// measure returns the time of each input with these values of the thresholds, +Inf where it fails.
	measure func(ctx context.Context, values []int64) ([]float64, error)
	known   map[string][]float64
}

// found is the outcome of a search.
type found struct {
	values        []int64
	before, after []float64 // times of the inputs
	settings      int       // how many were measured
}

// find sets one threshold after the other, the innermost first, while those around it stay out of reach so
// that it is asked. The result is never slower than the compiler's values in the geometric mean.
func (s *search) find(ctx context.Context) (found, error) {
	s.known = map[string][]float64{}
	given, values := make([]int64, len(s.thresholds)), make([]int64, len(s.thresholds))
	for i, t := range s.thresholds {
		given[i], values[i] = t.value, never
	}
	before, err := s.times(ctx, given)
	if err != nil {
		return found{}, err
	}
	for i := len(values) - 1; i >= 0; i-- {
		if values[i], err = s.best(ctx, values, i); err != nil {
			return found{}, err
		}
	}
	after, err := s.times(ctx, values)
	if err != nil {
		return found{}, err
	}
	if mean(after) >= mean(before) {
		values, after = given, before
	}
	return found{values: values, before: before, after: after, settings: len(s.known)}, nil
}

// times measures the inputs, each setting once.
func (s *search) times(ctx context.Context, values []int64) ([]float64, error) {
	key := fmt.Sprint(values)
	if t, ok := s.known[key]; ok {
		return t, nil
	}
	t, err := s.measure(ctx, slices.Clone(values))
	if err == nil {
		s.known[key] = t
	}
	return t, err
}

// side is an input that one version suits better than the other.
type side struct {
	first, second float64 // the times of the versions
	// The input has at least 2^reached iterations, and less than 2^missed.
	reached, missed int
}

// best returns the best value of a threshold for all inputs together. Each input takes the first version up to
// its number of iterations, and the second above it, so that some power of two separates them; where the
// inputs leave a choice, the value that is nearest to the compiler's is taken.
func (s *search) best(ctx context.Context, values []int64, i int) (int64, error) {
	at := func(v int64) ([]float64, error) {
		with := slices.Clone(values)
		with[i] = v
		return s.times(ctx, with)
	}
	given := s.thresholds[i].value
	firsts, err := at(0)
	if err != nil {
		return 0, err
	}
	seconds, err := at(never)
	if err != nil {
		return 0, err
	}
	asGiven, err := at(given)
	if err != nil {
		return 0, err
	}
	right := true
	for c, took := range asGiven {
		right = right && !differs(took, min(firsts[c], seconds[c]))
	}
	if right {
		return given, nil
	}
	candidates := []int64{given}
	var sides []side
	for c := range firsts {
		if !differs(firsts[c], seconds[c]) {
			continue
		}
		x := side{first: firsts[c], second: seconds[c], reached: -1, missed: highest}
		for x.missed-x.reached > 1 {
			middle := (x.reached + x.missed) / 2
			t, err := at(1 << middle)
			if err != nil {
				return 0, err
			}
			if distance(t[c], x.first) < distance(t[c], x.second) {
				x.reached = middle
			} else {
				x.missed = middle
			}
		}
		sides = append(sides, x)
		candidates = append(candidates, x.least(), 1<<x.missed)
	}
	return slices.MinFunc(candidates, func(a, b int64) int {
		return cmp.Or(cmp.Compare(cost(sides, a), cost(sides, b)), cmp.Compare(off(a, given), off(b, given)))
	}), nil
}

// least is the largest threshold known to be reached.
func (x side) least() int64 {
	if x.reached < 0 {
		return 0
	}
	return 1 << x.reached
}

// cost is the sum of the logarithms of the times that the inputs take with a value of the threshold.
func cost(sides []side, value int64) (sum float64) {
	for _, x := range sides {
		if value <= x.least() {
			sum += math.Log(x.first)
		} else {
			sum += math.Log(x.second)
		}
	}
	return sum
}

// off is how far a value is from the compiler's, in powers of two.
func off(value, given int64) float64 {
	return math.Abs(math.Log2(float64(value)+1) - math.Log2(float64(given)+1))
}

// differs reports whether two times differ by more than noise.
func differs(a, b float64) bool { return a != b && distance(a, b) > noise }

// distance is the distance of two times by their ratio.
func distance(a, b float64) float64 {
	if a == b { // infinite ones, too
		return 0
	}
	return math.Abs(math.Log(a / b))
}

// mean is the geometric mean of times.
func mean(times []float64) float64 {
	sum := 0.
	for _, t := range times {
		sum += math.Log(t)
	}
	return math.Exp(sum / float64(len(times)))
}
