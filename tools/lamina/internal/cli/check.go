package cli

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/driver"
)

func checkCommand(t *tool) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE",
		Short: "Check a program without running it",
		Long: `Check a program against the rules of its language and level. Prints nothing
and exits 0 when all is well; of a program in APL it prints for which arguments each
function can be compiled, by trying ranks up to 3.`,
		Example: "  lamina check examples/lud.fut",
		Args:    exactly(1, "one program"),
		RunE: func(c *cobra.Command, args []string) error {
			if driver.IsUntyped(args[0]) {
				return t.describe(c.Context(), args[0])
			}
			u, err := t.Load(c.Context(), args[0])
			if err != nil {
				return err
			}
			return u.Check()
		},
	}
}

// describe prints the types of a program's functions.
func (t *tool) describe(ctx context.Context, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("reading the program: %w", err)
	}
	lines, err := driver.Describe(ctx, file, text)
	if err != nil {
		return err
	}
	for _, l := range lines {
		if _, err := fmt.Fprintln(t.Out, l); err != nil {
			return err
		}
	}
	return nil
}
