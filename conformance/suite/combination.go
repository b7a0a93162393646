package suite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/core/pass"
)

// Combination is a way for a generated program to reach a backend: the name of a pipeline,
// and the transport to those of its passes that are guests.
type Combination struct {
	// Pipeline is a pass of MemoryPasses, or none, default, all, gpu, tuned; or the text of a
	// pipeline, in which default stands for the backend's own (pass.Registry.Expand).
	Pipeline  string
	Transport string // inprocess, process, wasm
}

// MemoryPasses lists the passes that change where arrays lie, not what is computed.
var MemoryPasses = []string{"hoist-allocs", "short-circuit", "lower-allocs", "merge-blocks", "double-buffer", "expand-memory"}

// The pipelines that are not named after a single memory pass.
const (
	lowering  = "none"    // only what a backend cannot do without
	byDefault = "default" // the backend's own
	allMemory = "all"     // what it cannot do without, and all memory passes
	forGPUs   = "gpu"     // that of GPUs: versions, arrays laid out for adjacent threads
	tuned     = "tuned"   // that of GPUs, with thresholds between versions set
)

// InProcess is the transport of passes that are not guests.
const InProcess = "inprocess"

// transports are the ways to reach passes that are guests.
var transports = []string{InProcess, "process", "wasm"}

// Combinations returns all pipelines; those that contain a guest, once for each transport.
func Combinations(guests, transports []string) []Combination {
	var out []Combination
	for _, p := range slices.Concat([]string{byDefault, lowering}, MemoryPasses, []string{allMemory, forGPUs, tuned}) {
		by := []string{InProcess}
		if p == byDefault || p == allMemory || p == forGPUs || slices.Contains(guests, p) {
			by = transports
		}
		for _, t := range by {
			out = append(out, Combination{p, t})
		}
	}
	return out
}

// String returns PIPELINE/TRANSPORT.
func (c Combination) String() string { return c.Pipeline + "/" + c.Transport }

// IsText reports whether the pipeline is a text, not one of the names.
func (c Combination) IsText() bool { return strings.ContainsAny(c.Pipeline, " ,{") }

// ParseCombination is the inverse of String.
func ParseCombination(text string) (Combination, error) {
	p, t, _ := strings.Cut(text, "/")
	if t == "" {
		t = InProcess
	}
	if c := (Combination{strings.TrimSpace(p), t}); c.IsText() && slices.Contains(transports, t) {
		return c, nil
	}
	known := slices.Concat([]string{byDefault, lowering, allMemory, forGPUs, tuned}, MemoryPasses)
	if !slices.Contains(known, p) || !slices.Contains(transports, t) {
		return Combination{}, fmt.Errorf("%q is no PIPELINE/TRANSPORT: pipelines are %s; transports %s; or the text of a pipeline, as in 'default, halve after fuse'", text, strings.Join(known, ", "), strings.Join(transports, ", "))
	}
	return Combination{p, t}, nil
}

// of returns the pipeline, derived from a backend's own.
func (c Combination) of(own string, passes *pass.Registry) (string, error) {
	switch c.Pipeline {
	case byDefault:
		return own, nil
	case forGPUs, tuned:
		return gpu.Pipeline, nil
	}
	if c.IsText() {
		return passes.Expand(c.Pipeline, own)
	}
	full, err := passes.Parse(own, pass.Soac)
	if err != nil {
		return "", err
	}
	var steps []string
	for _, s := range full.Steps {
		memory := slices.Contains(MemoryPasses, s.Pass.Name) && (c.Pipeline == allMemory || c.Pipeline == s.Pass.Name)
		if s.Pass.To != 0 || s.Pass.Lowers || memory {
			steps = append(steps, s.Text())
		}
	}
	return strings.Join(steps, ","), nil
}
