package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
)

// withInput is the context of a command in which the file - is its standard input.
func (t *tool) withInput(ctx context.Context) context.Context {
	return source.WithInput(ctx, awaiting(ctx, t.In))
}

// readOnce fails if the command line names standard input both for what a flag reads and for something else.
func readOnce(c *cobra.Command, args []string) error {
	value := func(flag string) string {
		if f := c.Flags().Lookup(flag); f != nil {
			return f.Value.String()
		}
		return ""
	}
	var holds []string
	if value("schedule") == programs.Stdin && c.Name() != "autotune" { // which writes one
		holds = append(holds, "the schedule")
	}
	if settings, err := c.Flags().GetStringArray("tune"); err == nil && slices.Contains(settings, "@"+programs.Stdin) {
		holds = append(holds, "the thresholds")
	}
	if value("reproduce") == programs.Stdin {
		holds = append(holds, "the reproducer")
	}
	if len(holds) == 0 {
		return nil
	}
	if slices.Contains(args, programs.Stdin) {
		holds = append(holds, "the program")
	}
	if value("input") == programs.Stdin {
		holds = append(holds, "the arguments")
	}
	if len(holds) > 1 {
		return usagef("standard input is read once, and holds %s: name a file for %s", holds[0], holds[1])
	}
	return nil
}
