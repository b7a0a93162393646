package driver

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/dpia"
	"github.com/lamina-lang/lamina/frontends/fcl"
)

// staged are the source languages that print stages of their own, by the ending of their programs.
var staged = []struct {
	ending string
	stages []string
	print  func(ctx context.Context, file string, text []byte, stage string) (string, error)
}{
	{".dpia", dpia.Stages, dpia.Stage},
	{".fcl", fcl.Stages, fcl.Stage},
}

// SourceStages lists the stages of translation that source languages print, before the levels of
// the IR.
func SourceStages() (all []string) {
	for _, l := range staged {
		all = append(all, l.stages...)
	}
	return all
}

// SourceStage returns a program after a stage of SourceStages, as source text.
func SourceStage(ctx context.Context, file, stage string) (string, error) {
	for _, l := range staged {
		if !slices.Contains(l.stages, stage) {
			continue
		}
		if filepath.Ext(file) != l.ending {
			return "", fmt.Errorf("%s: stage %s is one of programs that end in %s", file, stage, l.ending)
		}
		text, err := source.ReadFile(ctx, file)
		if err != nil {
			return "", fmt.Errorf("reading the program: %w", err)
		}
		return l.print(ctx, file, text, stage)
	}
	return "", fmt.Errorf("no source language has a stage %q", stage)
}

// From returns the rest of a pipeline for a program already at a given level: the steps
// after the one that leaves that level.
func (d *Driver) From(pipeline string, l pass.Level) string {
	full, err := d.Passes.Parse(pipeline, pass.Soac)
	if err != nil {
		return pipeline
	}
	at := pass.Soac
	var rest []string
	for _, s := range full.Steps {
		if at >= l {
			rest = append(rest, s.Text())
		}
		at = s.Pass.After(at)
	}
	return strings.Join(rest, ",")
}

// Expand replaces the shorthands in a pipeline for programs at a level (pass.Registry.Expand):
// default stands for the backend's own passes from that level on.
func (d *Driver) Expand(pipeline, backend string, l pass.Level) (string, error) {
	base := ""
	if b, err := d.Backends.Lookup(backend); err == nil {
		base = d.From(b.Pipeline(), l)
	}
	return d.Passes.Expand(pipeline, base)
}

// Until returns the part of a pipeline for programs at level from that ends with the last
// pass at level to.
func (d *Driver) Until(pipeline string, from, to pass.Level) string {
	full, err := d.Passes.Parse(pipeline, from)
	if err != nil {
		return pipeline
	}
	at := from
	var steps []string
	for _, s := range full.Steps {
		at = s.Pass.After(at)
		if at > to {
			break
		}
		steps = append(steps, s.Text())
	}
	return strings.Join(steps, ",")
}
