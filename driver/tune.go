package driver

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/passes/tune"
)

// TuningSuffix ends the name of the file with a program's thresholds.
const TuningSuffix = ".tuning"

// untuned, among settings, leaves out those of the program's file.
const untuned = "off"

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

// tuning returns the thresholds in FILE.tuning, if the driver asks for them and the file is there.
func (d *Driver) tuning(ctx context.Context, program string) ([]string, error) {
	file := program + TuningSuffix
	if _, err := os.Stat(file); err != nil || !d.Tuned {
		return nil, nil
	}
	return settings(ctx, []string{"@" + file})
}

// WithThresholds returns the pipeline with thresholds set: those that u came with, and then the given ones, as in
// Config.Tune. It sets them at a step where all versions exist.
func (d *Driver) WithThresholds(ctx context.Context, pipeline string, u *pass.Unit, given []string) (string, error) {
	own := u.Tuning
	if slices.Contains(given, untuned) {
		own, given = nil, slices.DeleteFunc(slices.Clone(given), func(one string) bool { return one == untuned })
	}
	given, err := settings(ctx, given)
	if err != nil {
		return "", err
	}
	var setting []string
	if len(own) > 0 && u.Imp == nil {
		set, err := tune.Set(own)
		if err != nil {
			return "", err
		}
		setting = append(setting, "tune{set="+set+",absent=ignored}")
	}
	if len(given) > 0 {
		set, err := tune.Set(given)
		if err != nil {
			return "", err
		}
		setting = append(setting, "tune{set="+set+"}")
	}
	if len(setting) == 0 {
		return pipeline, nil
	}
	p, err := d.Passes.Parse(pipeline, u.Level())
	if err != nil {
		return "", err
	}
	var steps []string
	at := u.Level()
	for _, s := range p.Steps {
		if s.Pass.After(at) == pass.Imp {
			steps, setting = append(steps, setting...), nil
		}
		steps = append(steps, s.Text())
		at = s.Pass.After(at)
	}
	return strings.Join(append(steps, setting...), ","), nil
}
