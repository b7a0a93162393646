package driver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/frontends/dpia"
)

// SourceStages lists the stages of translation that source languages print, before the levels of
// the IR.
func SourceStages() []string { return dpia.Stages }

// SourceStage returns a program after a stage of SourceStages, as source text.
func SourceStage(ctx context.Context, file, stage string) (string, error) {
	if filepath.Ext(file) != ".dpia" {
		return "", fmt.Errorf("%s: stage %s is one of programs that end in .dpia", file, stage)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("reading the program: %w", err)
	}
	return dpia.Stage(ctx, file, text, stage)
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
			rest = append(rest, s.String())
		}
		at = s.Pass.After(at)
	}
	return strings.Join(rest, ",")
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
		steps = append(steps, s.String())
	}
	return strings.Join(steps, ",")
}
