package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/tools/lamina/internal/explain"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

func explainCommand(t *tool) *cobra.Command {
	var f verb.CompileFlags
	c := &cobra.Command{
		Use:   "explain FILE",
		Short: "Show what a program still allocates and copies, and why",
		Long: `Run a program (- is standard input) through the passes and print, source line by source
line, each remaining allocation and copy of an array: its size in bytes, whether it
happens in a loop or in a kernel, and why it could not be removed.`,
		Example: `  lamina explain examples/lud.fut
  lamina explain --pipeline inline,simplify,extract-kernels,sequentialise,introduce-memory examples/lud.fut`,
		Args: verb.Exactly(1, "one program"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.explain(c.Context(), args[0], &f)
		},
	}
	f.Register(c)
	f.Schedule.Register(c)
	return c
}

func (t *tool) explain(ctx context.Context, file string, f *verb.CompileFlags) error {
	u, err := t.load(ctx, file)
	if err != nil {
		return err
	}
	if err := f.Schedule.Prescribe(ctx, u); err != nil {
		return err
	}
	config, err := f.Config(t.Tool)
	if err != nil {
		return err
	}
	if !config.Custom {
		b, err := t.Backends.Lookup(f.Backend)
		if err != nil {
			return verb.Usage(err)
		}
		u.Target = b.Target()
		config.Pipeline = t.Until(t.From(b.Pipeline(), u.Level()), u.Level(), pass.Mem)
	}
	if _, err := t.Optimise(ctx, u, config.Pipeline, config); err != nil {
		return err
	}
	if u.Level() != pass.Mem {
		return fmt.Errorf("%s is at level %s after these passes; allocations and copies are seen at level mem: end the pipeline there", file, u.Level())
	}
	return t.writeItems(explain.Items(u.IR, u.Remarks))
}

// writeItems prints each item below its source line.
func (t *tool) writeItems(items []explain.Item) error {
	var out strings.Builder
	allocs, copies := 0, 0
	var at explain.Item
	lines := newSources(t.text)
	for _, i := range items {
		if i.Pos.File != at.Pos.File {
			fmt.Fprintf(&out, "%s\n", i.Pos.File)
		}
		if i.Pos.File != at.Pos.File || i.Pos.Line != at.Pos.Line {
			fmt.Fprintf(&out, "%5d | %s\n", i.Pos.Line, lines.line(i.Pos.File, i.Pos.Line))
		}
		at = i
		verb := "allocates"
		if i.Copy {
			verb = "copies"
			copies++
		} else {
			allocs++
		}
		where := ""
		if i.In != "" {
			where = ", in a " + i.In
		}
		fmt.Fprintf(&out, "        %s %s (%s bytes%s): %s\n", verb, i.What, i.Size, where, i.Why)
	}
	fmt.Fprintf(&out, "%d allocations and %d copies are left\n", allocs, copies)
	_, err := io.WriteString(t.Out, out.String())
	return err
}

// sources caches the lines of files.
type sources struct {
	text  func(file string) string
	lines map[string][]string
}

func newSources(text func(file string) string) *sources {
	return &sources{text, map[string][]string{}}
}

// line returns a line of a file, "" if there is none.
func (s *sources) line(file string, n int) string {
	lines, ok := s.lines[file]
	if !ok {
		lines = strings.Split(s.text(file), "\n")
		s.lines[file] = lines
	}
	if n < 1 || n > len(lines) {
		return ""
	}
	return strings.TrimRight(lines[n-1], "\r")
}
