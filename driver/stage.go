package driver

import (
	"strings"

	"github.com/lamina-lang/lamina/core/pass"
)

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
