package driver

import (
	"strings"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/passes/tune"
)

// tuned returns the pipeline with the thresholds set, each as name=value. It sets them at
// a step where all versions exist.
func (d *Driver) tuned(pipeline string, start pass.Level, thresholds []string) (string, error) {
	if len(thresholds) == 0 {
		return pipeline, nil
	}
	set, err := tune.Set(thresholds)
	if err != nil {
		return "", err
	}
	p, err := d.Passes.Parse(pipeline, start)
	if err != nil {
		return "", err
	}
	var steps []string
	placed := false
	step := "tune{set=" + set + "}"
	at := start
	for _, s := range p.Steps {
		if !placed && s.Pass.After(at) == pass.Imp {
			steps, placed = append(steps, step), true
		}
		steps = append(steps, s.Text())
		at = s.Pass.After(at)
	}
	if !placed {
		steps = append(steps, step)
	}
	return strings.Join(steps, ","), nil
}
