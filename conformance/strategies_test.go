package conformance

import (
	"context"
	"errors"
	"flag"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/opencl"
	"github.com/lamina-lang/lamina/conformance/generate/strategies"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/dpia"
	"github.com/lamina-lang/lamina/frontends/fcl"
)

var (
	strategyPrograms = flag.Int("strategies", 0, "random FCL and DPIA programs each of TestStrategies (default: 100 on wasm, 5 on others; short runs: a tenth)")
	strategySeed     = flag.Uint64("strategyseed", 1, "the first seed of TestStrategies")
)

// TestStrategies compares compiled FCL and DPIA programs with the evaluators of these languages, which
// share no code with their translation: random programs give on each backend what they mean, and
// fail where they fail. With the build tag opencl, also on a processor's OpenCL that is taken for a GPU.
//
//	go test ./conformance -run TestStrategies/wasm -strategies 10000 -strategyseed 5000
func TestStrategies(t *testing.T) {
	t.Setenv("POCL_WORK_GROUP_METHOD", "auto") // PoCL 3.1 aborts of its own accord at barriers in loops that run once at most
	d, err := driver.New(opencl.New())
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []struct {
		name, device string
		count        int
	}{{"wasm", "", 100}, {"c", "", 5}, {"opencl", "0:0:gpu", 5}} {
		t.Run(b.name, func(t *testing.T) {
			chosen, err := d.Backends.Lookup(b.name)
			if err != nil {
				t.Fatal(err)
			}
			var unavailable *backend.UnavailableError
			if _, err := chosen.Probe(t.Context()); errors.As(err, &unavailable) {
				t.Skip(err)
			}
			count := b.count
			if testing.Short() {
				count = (count + 9) / 10
			}
			if *strategyPrograms > 0 {
				count = *strategyPrograms
			}
			ran := 0
			for i := range count {
				seed := *strategySeed + uint64(i)
				for _, p := range []*strategies.Program{strategies.FCL(seed), strategies.DPIA(seed)} {
					if compareStrategy(t, d, driver.Config{Backend: b.name, Run: backend.Options{Device: b.device}}, seed, p) {
						ran++
					}
				}
			}
			if ran < count {
				t.Errorf("of %d programs only %d were compiled", 2*count, ran)
			}
		})
	}
}

// compareStrategy runs a program, and reports whether it could be compiled: the generators also
// make programs that no kernel can run.
func compareStrategy(t *testing.T, d *driver.Driver, c driver.Config, seed uint64, p *strategies.Program) bool {
	t.Helper()
	ctx := context.Background()
	text := p.Prescribed()
	want, wantErr := meaning(ctx, p)
	var wanted, failure *fault.Failure
	if wantErr != nil && !errors.As(wantErr, &wanted) {
		t.Fatalf("seed %d: %v\n%s", seed, wantErr, text)
	}
	u, err := d.LoadText(ctx, p.File, []byte(text))
	var refusal *source.Error
	if errors.As(err, &refusal) {
		return false
	}
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, text)
	}
	x, _, err := d.Build(ctx, u, c)
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, text)
	}
	defer x.Close()
	got, _, err := x.Run(ctx, "main", p.Args)
	switch {
	case err != nil && (wanted == nil || !errors.As(err, &failure)):
		t.Errorf("seed %d: %v, but the program means %v\n%s", seed, err, want, text)
	case err == nil && wanted != nil:
		t.Errorf("seed %d: %v, but the program fails: %v\n%s", seed, got, wanted, text)
	case err == nil && !sameNumbers(got, want):
		t.Errorf("seed %d: %v, not %v\n%s", seed, got, want, text)
	}
	return true
}

// meaning is a program's meaning to its language's evaluator.
func meaning(ctx context.Context, p *strategies.Program) ([][]scalar.Value, error) {
	if p.File == "term.dpia" {
		return dpia.Evaluate(ctx, p.File, []byte(p.Text), "main", p.Args)
	}
	return fcl.Evaluate(ctx, p.File, []byte(p.Text), "main", p.Args, fcl.Options{Local: p.Local, Groups: p.Groups})
}

func sameNumbers(got []value.Value, want [][]scalar.Value) bool {
	if len(got) != len(want) {
		return false
	}
	for k, r := range got {
		if int(r.Len()) != len(want[k]) {
			return false
		}
		for j := range r.Len() {
			if r.At(j) != want[k][j] {
				return false
			}
		}
	}
	return true
}
