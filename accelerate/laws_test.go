package accelerate

import (
	"strings"
	"testing"
)

func TestLawsAreTried(t *testing.T) {
	type pair struct {
		X float64
		N [2]int
	}
	for _, c := range []struct {
		name string
		f    func()
		want string // "" for none
	}{
		{"sum", func() { tryLaws("Reduce", func(x, y int) int { return x + y }, 0, []int{1, 2, 3}) }, ""},
		{"rounding", func() {
			tryLaws("Reduce", func(x, y float64) float64 { return x + y }, 0, []float64{0.1, 0.2, 0.3})
		}, ""},
		{"structs", func() {
			tryLaws("Scan", func(x, y pair) pair { return pair{x.X + y.X, [2]int{x.N[0] + y.N[0], y.N[1]}} }, pair{}, []pair{{1, [2]int{1, 0}}})
		}, ""},
		{"one for sums", func() { tryLaws("Reduce", func(x, y int) int { return x + y }, 1, []int{1, 2, 3}) }, "1 is not neutral"},
		{"neutral on one side", func() { tryLaws("Reduce", func(x, y int) int { return x - y }, 0, []int{1, 2, 3}) }, "0 is not neutral"},
		{"mean", func() {
			tryLaws("Scan", func(x, y float64) float64 {
				switch {
				case x == 0:
					return y
				case y == 0:
					return x
				}
				return (x + y) / 2
			}, 0, []float64{1, 2, 4})
		}, "not associative"},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer func() {
				err, _ := recover().(error)
				switch {
				case err == nil && c.want != "":
					t.Errorf("nothing was found, want %q", c.want)
				case err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)):
					t.Errorf("found %q, want %q", err, c.want)
				}
			}()
			c.f()
		})
	}
}
