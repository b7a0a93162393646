package fuzz_test

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/conformance/generate/draw"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
)

// reached is the number of random programs, out of a hundred, in which each pass of the GPU
// pipeline must change something: about half of the rate measured over five hundred.
var reached = map[string]int{
	"fuse": 34, "extract-kernels": 38, "sequentialise": 14, "coalesce": 14, "short-circuit": 34, "merge-blocks": 6,
	"double-buffer": 10, "expand-memory": 21, "to-imp": 24, "offload": 35, "join": 6, "scalarise": 8, "scalarise folds": 3, "cooperate": 8, "cooperate by anti-diagonals": 2, "unroll": 2,
}

// Random programs test passes only if the passes find work in them.
func TestPassesFindWorkInRandomPrograms(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.Passes.Parse(gpu.Pipeline, pass.Soac)
	if err != nil {
		t.Fatal(err)
	}
	count, found := programs(t), map[string]int{}
	for seed := range uint64(count) {
		program, _ := generate.Program(draw.Seeded(seed))
		u := &pass.Unit{IR: program, Target: target.GPU()}
		report, err := (&pass.Manager{}).Run(t.Context(), p, u)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for what := range workOf(report, u) {
			found[what]++
		}
	}
	t.Logf("of %d random programs, passes change: %v", count, found)
	for what, least := range reached {
		if found[what]*100 < least*count {
			t.Errorf("%s has something to do in %d of %d random programs only", what, found[what], count)
		}
	}
}

// workOf returns the passes that changed a program.
func workOf(report pass.Report, u *pass.Unit) map[string]bool {
	out := map[string]bool{}
	for _, step := range report.Times {
		name := step.Pass()
		out[name] = out[name] || step.Rewrites > 0
	}
	for _, r := range u.Remarks {
		if r.Pass == "scalarise" {
			out["scalarise folds"] = true
		}
		if r.Pass == "cooperate" && strings.Contains(r.Text, "anti-diagonals") {
			out["cooperate by anti-diagonals"] = true
		}
	}
	for name, yes := range out {
		if !yes {
			delete(out, name)
		}
	}
	return out
}
