package cli

import (
	"github.com/spf13/cobra"
)

func checkCommand(t *tool) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE",
		Short: "Check a program without running it",
		Long: `Check a program (.fut or .lir) against the rules of its language and level.
Prints nothing and exits 0 when all is well.`,
		Example: "  lamina check examples/lud.fut",
		Args:    exactly(1, "one program"),
		RunE: func(c *cobra.Command, args []string) error {
			u, err := t.Load(c.Context(), args[0])
			if err != nil {
				return err
			}
			return u.Check()
		},
	}
}
