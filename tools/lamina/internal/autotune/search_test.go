package autotune

import (
	"context"
	"math"
	"slices"
	"testing"
)

// input is an input of a made-up program of two thresholds, of which the second is asked within the second
// version of the first: its numbers of iterations, and its time in each of the three versions.
type input struct {
	outer, inner         int64
	first, second, third float64
}

func (x input) took(values []int64) float64 {
	switch {
	case x.outer >= values[0]:
		return x.first
	case x.inner >= values[1]:
		return x.second
	}
	return x.third
}

// The best version for each input is known by hand, and so is the setting that gives as many theirs as can be.
func TestFind(t *testing.T) {
	for name, c := range map[string]struct {
		inputs []input
		want   []float64
	}{
		"the compiler's are right":     {[]input{{1 << 20, 10, 1, 5, 5}, {10, 1 << 20, 5, 1, 5}}, []float64{1, 1}},
		"the first version for all":    {[]input{{100, 10, 1, 5, 6}, {3000, 10, 2, 5, 6}}, []float64{1, 2}},
		"the first for many rows":      {[]input{{100, 10, 9, 3, 6}, {3000, 10, 2, 5, 6}}, []float64{3, 2}},
		"each version for one":         {[]input{{100, 10, 9, 8, 2}, {300, 500, 9, 3, 6}, {9000, 500, 1, 3, 6}}, []float64{2, 3, 1}},
		"a version that fails":         {[]input{{1 << 30, 1 << 30, math.Inf(1), 2, 3}, {8, 8, 1, 2, 3}}, []float64{2, 2}},
		"the fewer rows, the contrary": {[]input{{100, 10, 2, 4, 4}, {3000, 10, 9, 4, 4}}, []float64{4, 4}},
	} {
		measured := 0
		s := &search{thresholds: []threshold{{"outer", 1 << 15}, {"inner", 1 << 15}}}
		s.measure = func(_ context.Context, values []int64) (out []float64, _ error) {
			measured++
			for _, x := range c.inputs {
				out = append(out, x.took(values))
			}
			return out, nil
		}
		got, err := s.find(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.after, c.want) {
			t.Errorf("%s: with %v the times are %v, want %v", name, got.values, got.after, c.want)
		}
		if most := 2 + 2*(3+6*len(c.inputs)); measured > most || measured != got.settings {
			t.Errorf("%s: %d settings were measured, and %d counted; %d are enough", name, measured, got.settings, most)
		}
	}
}
