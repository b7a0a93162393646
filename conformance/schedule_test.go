package conformance

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/c"
	"github.com/lamina-lang/lamina/conformance/generate/source"
	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// scheduled are the machines that schedules are tried for: the last one's threads run vectors.
var scheduled = append(slices.Clone(machines), struct {
	name     string
	target   target.Target
	pipeline string
}{"c", c.New().Target(), c.New().Pipeline()})

var schedules = flag.Int("schedules", 40, "random schedules that TestRandomSchedulesChangeNoResult compiles by")

// TestSchedulesGivenBackChangeNothing compiles every program, for every kind of machine, by the
// schedule that the compiler chose for it: the code must be what it was without.
func TestSchedulesGivenBackChangeNothing(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range repository.Programs(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			loaded, err := d.Load(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			if loaded.Level() != pass.Soac {
				return // a language whose programs prescribe all by themselves
			}
			for k, m := range scheduled {
				if k == 1+i%2 {
					continue // one of the two GPUs, in turn
				}
				loaded.Target = m.target
				u := loaded.Clone()
				text, err := d.Schedule(context.Background(), u, m.pipeline, driver.Config{})
				if err != nil {
					t.Fatalf("%s: %v", m.name, err)
				}
				u = loaded.Clone()
				if err := schedule.Apply(u.IR, "schedule", text); err != nil {
					t.Fatalf("%s: %v\nin\n%s", m.name, err, text)
				}
				if got, want := imperative(t, d, u, m.pipeline), imperative(t, d, loaded.Clone(), m.pipeline); got != want {
					t.Errorf("%s: by the schedule\n%s\nthe program becomes\n%s\nand without\n%s", m.name, text, got, want)
				}
			}
		})
	}
}

// imperative is the imp text of u, with names numbered in the order of the text.
func imperative(t *testing.T, d *driver.Driver, u *pass.Unit, pipeline string) string {
	if _, err := d.Optimise(context.Background(), u, pipeline, driver.Config{}); err != nil {
		t.Fatalf("%v", err)
	}
	numbers := map[string]string{}
	text := regexp.MustCompile(`(?m)^names \d+$|^loop .*\n`).ReplaceAllString(u.String(), "")
	return regexp.MustCompile(`_\d+\b`).ReplaceAllStringFunc(text, func(n string) string {
		if numbers[n] == "" {
			numbers[n] = fmt.Sprintf("_%d", len(numbers))
		}
		return numbers[n]
	})
}

// TestVectorsBySchedules counts what vectors of the source's iterations are to a GPU: a load of each argument
// and a store of the result, of four elements each, in the kernel in 32 bits and in the one in 64.
func TestVectorsBySchedules(t *testing.T) {
	const text = "entry main [n] (xs: [n]f32) (ys: [n]f32): [n]f32 = map2 (\\x y -> 2 * x + y) xs ys"
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range machines[1:3] {
		for n := range int64(10) {
			p, err := fut.Compile(t.Context(), "axpy.fut", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := schedule.Apply(p, "schedule", "main 1:52 map vector 4"); err != nil {
				t.Fatal(err)
			}
			u := &pass.Unit{IR: p, Target: m.target}
			if _, err := d.Optimise(t.Context(), u, m.pipeline, driver.Config{}); err != nil {
				t.Fatal(err)
			}
			if got := strings.Count(u.String(), ".f32x4["); got != 2*3 {
				t.Errorf("%s: %d loads and stores of vectors, want 6:\n%s", m.name, got, u)
			}
			var args []value.Value
			for k := range 2 {
				xs, err := value.New(scalar.F32, n)
				if err != nil {
					t.Fatal(err)
				}
				for i := range n {
					xs.Set(i, scalar.Float(scalar.F32, float64(i)*math.Pow10(k)))
				}
				args = append(args, xs)
			}
			got, _, err := interp.Imp(t.Context(), u.Imp, "main", args, interp.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i := range n {
				if x := got[0].At(i).Float(); x != float64(12*i) {
					t.Errorf("%s: element %d of %d is %v", m.name, i, n, x)
				}
			}
		}
	}
}

// TestSpacesBySchedules counts the arrays that each thread of a kernel keeps to itself, and those before the
// kernel, of which each thread has a part: as prescribed. Without a prescription an array of 1024 bytes is
// too large to be private, and one of 32 is not.
func TestSpacesBySchedules(t *testing.T) {
	const text = `entry main [n] (xss: [n][256]f32) (yss: [n][8]f32): [n]f32 =
  map2 (\xs ys ->
    let s = scan (+) 0 xs
    let t = scan (+) 0 ys
    in s[i64.f32 ys[0]] + t[i64.f32 ys[1]]) xss yss
`
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	const n = 3
	var args []value.Value
	for _, width := range []int64{256, 8} {
		xs, err := value.New(scalar.F32, n, width)
		if err != nil {
			t.Fatal(err)
		}
		for i := range n * width {
			xs.Set(i, scalar.Float(scalar.F32, float64(i%width)))
		}
		args = append(args, xs)
	}
	for _, c := range []struct {
		schedule        string
		private, global int
	}{
		{"main 3:13 scan thread\nmain 4:13 scan thread", 1, 1},
		{"main 3:13 scan thread private\nmain 4:13 scan thread", 2, 0},
		{"main 3:13 scan thread\nmain 4:13 scan thread global", 0, 2},
		{"main 3:13 scan sequential private\nmain 4:13 scan thread global", 1, 1},
		{"main 3:13 scan thread global\nmain 4:13 scan private", 1, 1},
	} {
		p, err := fut.Compile(t.Context(), "spaces.fut", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := schedule.Apply(p, "schedule", c.schedule); err != nil {
			t.Fatal(err)
		}
		m := machines[1]
		u := &pass.Unit{IR: p, Target: m.target}
		before, _, _ := strings.Cut(m.pipeline, ",unroll")
		if _, err := d.Optimise(t.Context(), u, before, driver.Config{}); err != nil {
			t.Fatalf("%s: %v", c.schedule, err)
		}
		allocations := regexp.MustCompile(`scan_mem_\d+ <- alloc\([^\n]*`).FindAllString(u.String(), -1)
		private := 0
		for _, a := range allocations {
			if strings.Contains(a, "private") {
				private++
			}
		}
		if private != c.private || len(allocations)-private != c.global {
			t.Errorf("%q: %d private arrays and %d others, want %d and %d:\n%s", c.schedule, private, len(allocations)-private, c.private, c.global, u)
		}
		got, _, err := interp.Imp(t.Context(), u.Imp, "main", args, interp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range int64(n) {
			if x := got[0].At(i).Float(); x != 0+1 { // the sums of 0, and of 0 and 1
				t.Errorf("%q: element %d is %v", c.schedule, i, x)
			}
		}
	}
}

// TestRandomSchedulesChangeNoResult prescribes a random level of a random operation of random programs,
// which a pass carries out or refuses: what comes of it has the results of the program, to the
// interpreter of imp, which traces races.
//
//	go test ./conformance -run TestRandomSchedules -schedules 5000
func TestRandomSchedulesChangeNoResult(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(21, 1))
	limits := interp.Options{MaxSteps: 5_000_000, MaxBytes: 1 << 28}
	carriedOut := map[string]int{}
	for n := 0; n < *schedules; n++ {
		seed := random.Uint64N(1 << 20)
		if source.Invalid(seed) {
			continue
		}
		s := source.Seeded(seed)
		p, err := fut.Compile(t.Context(), "random.fut", []byte(s.Text))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want, err := interp.Value(t.Context(), p, "main", s.Args, limits)
		all := schedule.Operations(p)
		if err != nil || len(all) == 0 {
			continue // another thread may fail first
		}
		chosen := all[random.IntN(len(all))]
		level := []string{
			"grid", "group 4", "group", "warp", "thread", "sequential", "apart", "either", "vector 2", "vector 4", "thread private", "thread global", "sequential private", "group shared", "group 50 shared",
			"unroll", "no-unroll", "sequential unroll", "cooperate", "no-cooperate", "either no-cooperate",
		}[random.IntN(21)]
		line := fmt.Sprintf("%s %s#%d %s", chosen.Fun, chosen.At+" "+chosen.Op, chosen.Nth, level)
		m := scheduled[random.IntN(len(scheduled))]
		if strings.HasSuffix(level, " shared") {
			m = machines[1+random.IntN(2)] // only GPUs have such memory
		}
		u := &pass.Unit{IR: p, Target: m.target}
		if err := schedule.Apply(p, "schedule", line); err != nil {
			t.Fatalf("seed %d: %s: %v", seed, line, err)
		}
		_, err = d.Optimise(t.Context(), u, m.pipeline, driver.Config{})
		var refused *schedule.Refused
		if errors.As(err, &refused) {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %s, for %s: %v\n%s", seed, line, m.name, err, s.Text)
		}
		got, _, err := interp.Imp(t.Context(), u.Imp, "main", s.Args, limits)
		if errors.Is(err, interp.ErrStopped) {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %s, for %s: %v\n%s\n%s", seed, line, m.name, err, s.Text, u.Imp)
		}
		for i, v := range got {
			if !value.Equal(v, want[i]) {
				t.Errorf("seed %d: %s, for %s: result %d is %v, not %v\n%s\n%s", seed, line, m.name, i, v, want[i], s.Text, u.Imp)
			}
		}
		carriedOut[level]++
	}
	t.Logf("carried out: %v", carriedOut)
	if len(carriedOut) == 0 {
		t.Error("no schedule was carried out")
	}
}
