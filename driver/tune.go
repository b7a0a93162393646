package driver

import (
	"context"
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/passes/tune"
)

// settings returns thresholds, each as name=value, with the lines of files in the place of @FILE.
func settings(ctx context.Context, given []string) (out []string, err error) {
	for _, one := range given {
		file, ok := strings.CutPrefix(one, "@")
		if !ok {
			out = append(out, one)
			continue
		}
		text, err := source.ReadFile(ctx, file)
		if err != nil {
			return nil, fmt.Errorf("reading thresholds: %w", err)
		}
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			line = strings.TrimSpace(line)
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			if _, err := tune.Set([]string{line}); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, number, err)
			}
			out = append(out, line)
		}
	}
	return out, nil
}

// tuned returns the pipeline with the thresholds set. It sets them at a step where all versions exist.
func (d *Driver) tuned(ctx context.Context, pipeline string, start pass.Level, thresholds []string) (string, error) {
	thresholds, err := settings(ctx, thresholds)
	if err != nil || len(thresholds) == 0 {
		return pipeline, err
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
