package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// fmtFlags are the flags of `lamina fmt`.
type fmtFlags struct {
	diff, list bool
}

func fmtCommand(t *tool) *cobra.Command {
	var f fmtFlags
	c := &cobra.Command{
		Use:   "fmt [FILE|FOLDER …]",
		Short: "Lay out programs in the common style",
		Long: `Lay out Futhark programs: spaces, indentation and empty lines. Most line breaks stay
where they are; a conditional, a match, a let or a function of more than one line
gets those that it always has. Comments stay, and so does the meaning of the program.

Files are replaced; of folders all .fut files are. Without arguments, or for -, the
program is read from standard input and written to standard output.

With -l or -d no file is changed, and the exit code is 1 if one would be.`,
		Example: `  lamina fmt examples
  lamina fmt -d prog.fut
  lamina fmt < prog.fut`,
		RunE: func(c *cobra.Command, args []string) error {
			return t.fmt(c.Context(), args, &f)
		},
	}
	c.Flags().BoolVarP(&f.diff, "diff", "d", false, "print what would change, and change no file")
	c.Flags().BoolVarP(&f.list, "list", "l", false, "print the names of files that would change, and change none")
	return c
}

func (t *tool) fmt(ctx context.Context, args []string, f *fmtFlags) error {
	if len(args) == 0 {
		args = []string{programs.Stdin}
	}
	files, err := programs.Files(args, "file that ends in .fut", func(file string) bool { return filepath.Ext(file) == ".fut" })
	if err != nil {
		return err
	}
	changes := false
	var wrong []error
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		changed, err := t.fmtFile(ctx, file, f)
		var one *source.Error
		if errors.As(err, &one) && one.Stack == "" { // the program's own; the other files are still formatted
			wrong = append(wrong, err)
			continue
		}
		if err != nil {
			return err
		}
		changes = changes || changed
	}
	if len(wrong) > 0 {
		return errors.Join(wrong...)
	}
	if changes && (f.diff || f.list) {
		return verb.ErrReported
	}
	return nil
}

// fmtFile formats a file, and reports whether that changes it.
func (t *tool) fmtFile(ctx context.Context, file string, f *fmtFlags) (changed bool, err error) {
	if file != programs.Stdin && filepath.Ext(file) != ".fut" {
		return false, fmt.Errorf("%s: `lamina fmt` formats Futhark programs, which end in .fut", file)
	}
	before, err := programs.Read(ctx, verb.Awaiting(ctx, t.In), file)
	if err != nil {
		return false, err
	}
	name := file
	if file == programs.Stdin {
		name = "stdin.fut"
	}
	after, err := fut.Format(name, before)
	if err != nil {
		return false, err
	}
	changed = !bytes.Equal(before, after)
	switch {
	case f.list && changed:
		_, err = fmt.Fprintln(t.Out, name)
	case f.diff && changed:
		_, err = t.Out.Write(diff.Diff(name, before, name+" formatted", after))
	case f.list, f.diff:
	case file == programs.Stdin:
		_, err = t.Out.Write(after)
	case changed:
		err = replace(file, after)
	}
	return changed, err
}

// replace writes a new text into a file, which keeps its permissions.
func replace(file string, text []byte) error {
	info, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("writing the program: %w", err)
	}
	err = verb.WriteFile(file, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	return os.Chmod(file, info.Mode().Perm())
}
