package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/driver"
)

func optCommand(t *tool) *cobra.Command {
	var f compileFlags
	c := &cobra.Command{
		Use:   "opt FILE",
		Short: "Run passes on a program and print the result",
		Long: `Run a pipeline on a program (.fut or .lir) and print the result as .lir, which
every command reads again. Without --pipeline the passes are the backend's own.
What passes remark goes to standard error.`,
		Example: `  lamina opt --pipeline simplify,fuse examples/lud.fut
  lamina opt --print-after=extract-kernels,introduce-memory examples/lud.fut`,
		Args: exactly(1, "one program"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.opt(c.Context(), args[0], &f)
		},
	}
	f.register(c)
	return c
}

func (t *tool) opt(ctx context.Context, file string, f *compileFlags) error {
	u, err := t.Load(ctx, file)
	if err != nil {
		return err
	}
	config, err := f.config(t)
	if err != nil {
		return err
	}
	if !config.Custom {
		b, err := t.Backends.Lookup(f.backend)
		if err != nil {
			return err
		}
		u.Target = b.Target()
		config.Pipeline = t.From(b.Pipeline(), u.Level())
	}
	report, err := t.Optimise(ctx, u, config.Pipeline, config)
	if err != nil {
		return err
	}
	if err := f.report(t, report); err != nil {
		return err
	}
	for _, r := range u.Remarks {
		fmt.Fprintln(t.Err, r)
	}
	_, err = io.WriteString(t.Out, driver.Text(u))
	return err
}
