package cli

import (
	"errors"

	"github.com/lamina-lang/lamina/tools/lamina/internal/gocmd"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
	"github.com/spf13/cobra"
)

// goCommand is the verb that calls the go command on programs with marked expressions.
func goCommand(t *tool) *cobra.Command {
	return gocmd.Command(func(c *cobra.Command, sub string, args []string) error {
		g := &gocmd.Tool{Driver: t.Driver, In: t.In, Out: t.Out, Err: t.Err}
		err := g.Run(c.Context(), sub, args)
		var usage *gocmd.UsageError
		var exit *gocmd.ExitError
		switch {
		case errors.As(err, &usage):
			return verb.Usagef("%w", err)
		case errors.As(err, &exit):
			return verb.ExitCode(exit.Code)
		case errors.Is(err, gocmd.ErrReported):
			return verb.ErrReported
		}
		return err
	})
}
