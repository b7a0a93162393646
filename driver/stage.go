package driver

import (
	"strings"

	"github.com/lamina-lang/lamina/core/pass"
)

// From is the part of a pipeline that is left for a program already at a given
// level: the steps behind the one that leaves that level.
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

// Until is the part of a pipeline for programs at level from that ends with the
// last pass at level to.
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
