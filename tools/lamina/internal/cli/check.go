package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
)

func checkCommand(t *tool) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE|FOLDER …",
		Short: "Check programs without running them",
		Long: `Check programs against the rules of their language and level. Of folders all
programs are checked, and - is standard input. Prints nothing and exits 0 when all is
well, else it reports the errors of all programs. Of a program in APL it prints for which
arguments each function can be compiled, by trying ranks up to 3.`,
		Example: `  lamina check examples/lud.fut
  lamina check examples conformance/programs
  lamina check - < prog.fut`,
		Args: atLeastOne("one program or more"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.check(c.Context(), args)
		},
	}
}

func (t *tool) check(ctx context.Context, args []string) error {
	files, err := programs.Files(args, "program", func(file string) bool { return driver.IsSource(file) || filepath.Ext(file) == ".lir" })
	if err != nil {
		return err
	}
	var wrong []error
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.checkFile(ctx, file); err != nil {
			wrong = append(wrong, err)
		}
	}
	if len(wrong) == 1 {
		return wrong[0]
	}
	return errors.Join(wrong...)
}

func (t *tool) checkFile(ctx context.Context, file string) error {
	if driver.IsUntyped(file) {
		return t.describe(ctx, file)
	}
	u, err := t.load(ctx, file)
	if err != nil {
		return err
	}
	return u.Check()
}

// load reads the program in a file, or on standard input if that is "-".
func (t *tool) load(ctx context.Context, file string) (*pass.Unit, error) {
	if file != programs.Stdin {
		return t.Load(ctx, file)
	}
	text, err := programs.Read(awaiting(ctx, t.In), file)
	if err != nil {
		return nil, err
	}
	return t.LoadText(ctx, programs.Name(text), text)
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
