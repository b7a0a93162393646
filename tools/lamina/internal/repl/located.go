package repl

import (
	"errors"
	"fmt"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/source"
)

// relocated moves the positions in an error, which then shows the lines of files. A failure
// is copied.
func relocated(err error, place func(source.Pos) source.Pos, files ...*source.File) error {
	var all source.Errors
	var one *source.Error
	var failure *fault.Failure
	switch {
	case errors.As(err, &all):
	case errors.As(err, &one):
		all = source.Errors{one}
	case errors.As(err, &failure):
		moved := &fault.Failure{Message: failure.Message}
		for _, p := range failure.Trace {
			moved.Trace = append(moved.Trace, place(p))
		}
		for _, f := range files {
			if len(moved.Trace) > 0 && moved.Trace[0].File == f.Name {
				moved.Excerpt = source.Excerpt(f, moved.Trace[0])
			}
		}
		return fmt.Errorf("Error: %w", moved)
	}
	for _, e := range all {
		e.Pos, e.End = place(e.Pos), place(e.End)
		for i := range e.Notes {
			e.Notes[i].Pos = place(e.Notes[i].Pos)
		}
		for _, f := range files {
			e.In(f)
		}
	}
	return err
}
