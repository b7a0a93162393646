package conformance

import (
	"regexp"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// loopCase is a program of which a schedule prescribes what passes at level imp do.
type loopCase struct {
	name, text, schedule string
	machines             []int
	refused              string                  // part of the reason, if it is refused
	code                 string                  // what the code of imp holds,
	none                 string                  // and what it does not
	elem                 scalar.Type             // of the argument, whose elements are 0, 1, 2 …
	result               func(x float64) float64 // of an element of the argument
}

// The machines of scheduled.
const (
	onWasm      = 0
	onCUDA      = 1
	onProcessor = 3
	onC         = 4
)

const (
	axpy     = "entry main [n] (xs: [n]f32): [n]f32 = map (\\x -> 2 * x + 1) xs"
	axpyD    = "entry main [n] (xs: [n]f64): [n]f64 = map (\\x -> 2 * x + 1) xs"
	back     = "entry main [n] (xs: [n]f32): [n]f32 = map (\\x -> 2 * x + 1) (reverse xs)"
	byteAxpy = "entry main [n] (xs: [n]u8): [n]u8 = map (\\x -> 2 * x + 1) xs"
	looping  = "entry main [n] (xs: [n]f32): [n]f32 = map (\\x -> loop a = x for i < 3 do a + x) xs"
	seven    = "entry main [n] (xs: [n]i64): [n]i64 = map (\\x ->\n  reduce (+) 0 (map (\\i -> i * x) (iota 7))) xs"
	fifty    = "entry main [n] (xs: [n]i64): [n]i64 = map (\\x ->\n  reduce (+) 0 (map (\\i -> i * x) (iota 50))) xs"
	asked    = "entry main [n] (xs: [n]i64): [n]i64 = map (\\x ->\n  reduce (+) 0 (map (\\i -> i * x) (iota x))) xs"
	paths    = `entry main [n] (xs: [n]i64): [n]i64 = map (\x ->
  let a = loop a = replicate 12 (replicate 12 x) for i < 11i64 do
    loop a for j < 11i64 do a with [i + 1, j + 1] = a[i, j + 1] + a[i + 1, j]
  in a[11, 11]) xs`
	fills = "entry main [n] (xs: [n]i64): [n]i64 = map (\\x ->\n  let ys = scan (+) x (iota 6)\n  in ys[x % 6]) xs"
)

var loopCases = []loopCase{
	{name: "vectors", text: axpy, schedule: "main 1:39 map vector 4", machines: []int{onWasm, onC}, code: ".f32x4[",
		elem: scalar.F32, result: func(x float64) float64 { return 2*x + 1 }},
	{name: "vectors of two", text: axpyD, schedule: "main 1:39 map grid vector 2", machines: []int{onWasm, onC}, code: ".f64x2[",
		elem: scalar.F64, result: func(x float64) float64 { return 2*x + 1 }},
	{name: "vectors with a loop", text: looping, schedule: "main 1:39 map vector 4\n", machines: []int{onWasm, onC}, code: ".f32x4[",
		elem: scalar.F32, result: func(x float64) float64 { return 4 * x }},
	{name: "too few lanes", text: axpy, schedule: "main 1:39 map vector 2", machines: []int{onWasm, onC}, refused: "prescribe vector 4"},
	{name: "too many lanes", text: axpyD, schedule: "main 1:39 map vector 4", machines: []int{onWasm, onC}, refused: "prescribe vector 2"},
	{name: "backwards", text: back, schedule: "main 1:39 map vector 4", machines: []int{onWasm, onC}, refused: "not next to each other"},
	{name: "bytes", text: byteAxpy, schedule: "main 1:37 map vector 4", machines: []int{onWasm, onC}, refused: "fewer than 32 bits"},
	{name: "unroll", text: fifty, schedule: "main 2:3 reduce unroll", machines: []int{onWasm, onC, onCUDA}, none: "for i_",
		elem: scalar.I64, result: func(x float64) float64 { return 49 * 50 / 2 * x }},
	{name: "no-unroll", text: seven, schedule: "main 2:3 reduce no-unroll", machines: []int{onWasm, onC, onCUDA}, code: "for ",
		elem: scalar.I64, result: func(x float64) float64 { return 21 * x }},
	{name: "unroll what is asked", text: asked, schedule: "main 2:3 reduce unroll", machines: []int{onWasm, onC, onCUDA}, refused: "how often it runs is not known"},
	{name: "unroll a scan", text: fills, schedule: "main 2:12 scan sequential unroll", machines: []int{onWasm, onC, onCUDA}, none: "for i_",
		elem: scalar.I64, result: func(x float64) float64 { k := float64(int(x) % 6); return x + k*(k+1)/2 }},
	{name: "cooperate on a processor", text: axpy, schedule: "main 1:39 map cooperate", machines: []int{onWasm, onC}, refused: "a processor's threads work alone"},
	{name: "vectors of a driver", text: axpy, schedule: "main 1:39 map vector 4", machines: []int{onProcessor}, refused: "the pipeline has no pass lanes"},
	{name: "cooperate", text: paths, schedule: "main 1:39 map cooperate", machines: []int{onCUDA}, code: "barrier",
		elem: scalar.I64, result: func(x float64) float64 { return 705432 * x }}, // 22 steps, 11 of them down
	{name: "cooperate by groups", text: paths, schedule: "main 1:39 map grid cooperate", machines: []int{onCUDA}, code: `launch "segmap_map_group" (n_`,
		elem: scalar.I64, result: func(x float64) float64 { return 705432 * x }},
	{name: "no-cooperate", text: paths, schedule: "main 1:39 map no-cooperate", machines: []int{onCUDA}, code: "parallel", none: "launch|barrier",
		elem: scalar.I64, result: func(x float64) float64 { return 705432 * x }},
	{name: "cooperate of few", text: paths, schedule: "main 1:39 map grid", machines: []int{onCUDA}, code: "16384",
		elem: scalar.I64, result: func(x float64) float64 { return 705432 * x }},
	{name: "cooperate without a nest", text: axpy, schedule: "main 1:39 map cooperate", machines: []int{onCUDA}, refused: "anti-diagonals"},
}

// TestLoopsBySchedules compiles programs by schedules that prescribe vectors, unrolling and cooperation: the code
// is as prescribed and has the results of the formula, or it is refused, with the place and the reason.
func TestLoopsBySchedules(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range loopCases {
		for _, on := range c.machines {
			m := scheduled[on]
			t.Run(c.name+" on "+m.name, func(t *testing.T) {
				p, err := fut.Compile(t.Context(), "loops.fut", []byte(c.text))
				if err != nil {
					t.Fatal(err)
				}
				if err := schedule.Apply(p, "schedule", c.schedule); err != nil {
					t.Fatal(err)
				}
				u := &pass.Unit{IR: p, Target: m.target}
				_, err = d.Optimise(t.Context(), u, m.pipeline, driver.Config{Check: true})
				if c.refused != "" {
					if err == nil || !strings.Contains(err.Error(), c.refused) || !strings.Contains(err.Error(), "loops.fut:") {
						t.Fatalf("%v; want an error with %q", err, c.refused)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				text := u.String()
				if !strings.Contains(text, c.code) || c.none != "" && regexp.MustCompile(c.none).MatchString(text) {
					t.Errorf("the code holds no %q, or %q:\n%s", c.code, c.none, text)
				}
				for _, n := range []int64{0, 1, 7, 8, 40} {
					xs, err := value.New(c.elem, n)
					if err != nil {
						t.Fatal(err)
					}
					number := func(x float64) scalar.Value {
						if c.elem.IsFloat() {
							return scalar.Float(c.elem, x)
						}
						return scalar.Int(c.elem, int64(x))
					}
					for i := range n {
						xs.Set(i, number(float64(i)))
					}
					got, _, err := interp.Imp(t.Context(), u.Imp, "main", []value.Value{xs}, interp.Options{})
					if err != nil {
						t.Fatal(err)
					}
					for i := range n {
						if x, want := got[0].At(i), number(c.result(float64(i))); x != want {
							t.Errorf("element %d of %d is %v, not %v", i, n, x, want)
						}
					}
				}
			})
		}
	}
}
