package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/core/private"
	"github.com/lamina-lang/lamina/frontends/fut"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
	"github.com/lamina-lang/lamina/tools/lamina/internal/reduce"
	"github.com/lamina-lang/lamina/tools/lamina/internal/reduce/finding"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

type reduceFlags struct {
	interesting string
	output      string
	timeout     time.Duration
}

func reduceCommand(t *tool) *cobra.Command {
	var f reduceFlags
	c := &cobra.Command{
		Use:   "reduce --interesting CMD FILE",
		Short: "Make a program smaller while a command finds it interesting",
		Long: `Make a program (.fut or .lir, - is standard input) smaller as long as it stays interesting: as long as
CMD, a shell command that gets the name of a file with a smaller program as $1, or as
an additional argument if CMD has no $1, exits with 0. Functions, statements,
expressions, parameters, results and comments are removed or replaced by their parts.
CMD only gets programs that parse and that pass the checks if the original program does.
CMD runs in the current folder; the smaller programs are in a temporary folder.

The output file always contains the best program so far, so that the search can be
stopped at any time.`,
		Example: `  lamina reduce --interesting 'lamina opt --validate "$1" 2>&1 | grep -q "simplify: changed"' program.fut
  lamina reduce --interesting ./fails.sh -o small.lir program.lir`,
		Args: verb.Exactly(1, "one program"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.reduce(c.Context(), args[0], &f)
		},
	}
	c.Flags().StringVar(&f.interesting, "interesting", "", "the shell command that exits with 0 if the program in the file that it gets as argument is interesting")
	c.Flags().StringVarP(&f.output, "output", "o", "", "where the best program goes (default: FILE with .reduced before its ending)")
	c.Flags().DurationVar(&f.timeout, "timeout", time.Minute, "a program on which the command takes longer is not interesting")
	return c
}

func (t *tool) reduce(ctx context.Context, file string, f *reduceFlags) error {
	if f.interesting == "" {
		return verb.Usagef("say what is interesting with --interesting CMD; see `lamina reduce --help`")
	}
	if f.timeout <= 0 {
		return verb.Usagef("--timeout takes a time above 0, as in 30s, not %v", f.timeout)
	}
	text, err := programs.Read(ctx, verb.Awaiting(ctx, t.In), file)
	if err != nil {
		return err
	}
	if file == programs.Stdin {
		file = programs.Name(text)
	}
	if f.output == "" {
		ending := filepath.Ext(file)
		f.output = strings.TrimSuffix(file, ending) + ".reduced" + ending
	}
	folder, err := private.NewTemporary("")
	if err != nil {
		return err
	}
	defer folder.Remove()
	if f.output == programs.Stdin {
		if err := t.Reserve(f.output); err != nil {
			return err
		}
	}
	r := &reduction{tool: t, flags: f, candidate: filepath.Join(folder.Path, filepath.Base(file)), best: string(text)}
	return r.run(ctx, file)
}

// reduction is the state of a run.
type reduction struct {
	*tool
	flags     *reduceFlags
	candidate string // the file that is tested
	best      string
	tried     int
}

func (r *reduction) run(ctx context.Context, file string) error {
	start, first := time.Now(), r.best
	interesting, err := r.test(ctx, first)
	if err != nil {
		return err
	}
	if !interesting {
		return fmt.Errorf("%s itself is not interesting: %s %s does not exit with 0", file, r.flags.interesting, file)
	}
	if err := r.write(first); err != nil {
		return err
	}
	tree, err := r.tree(ctx, file)
	if err != nil {
		return err
	}
	bar := r.Progress(-1)
	_ = bar.RenderBlank()
	reducer := &reduce.Reducer{
		Valid:       r.valid(ctx, file),
		Interesting: r.test,
		Tried:       func() { r.tried++; _ = bar.Add(1) },
		Better: func(text string) error {
			r.best = text
			bar.Describe(fmt.Sprintf("%s now, tried", sizeOf(text)))
			return r.write(text)
		},
	}
	err = reducer.Run(ctx, tree)
	_ = bar.Clear()
	if err != nil && ctx.Err() == nil {
		return err
	}
	if err := r.end(); err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "%s: %s, in %s: %s (%d programs tried in %.1f s)\n",
		file, sizeOf(first), r.flags.output, sizeOf(r.best), r.tried, time.Since(start).Seconds())
	return err
}

// sizeOf describes the size of a program.
func sizeOf(text string) string {
	return fmt.Sprintf("%d lines, %d bytes", strings.Count(text, "\n"), len(text))
}

// write keeps the smallest program so far in its file.
func (r *reduction) write(text string) error {
	if r.flags.output == programs.Stdin {
		return nil
	}
	return verb.WriteFile(r.flags.output, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// end writes the smallest program if its file is standard output, which holds the last one only.
func (r *reduction) end() error {
	if r.flags.output != programs.Stdin {
		return nil
	}
	return r.Save(programs.Stdin, func(w io.Writer) error {
		_, err := io.WriteString(w, r.best)
		return err
	})
}

// test runs the test command.
func (r *reduction) test(ctx context.Context, text string) (bool, error) {
	if err := os.WriteFile(r.candidate, []byte(text), 0o666); err != nil {
		return false, err
	}
	limited, cancel := context.WithTimeout(ctx, r.flags.timeout)
	defer cancel()
	interesting, err := succeeds(limited, r.flags.interesting, r.candidate)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return false, nil
	}
	return interesting, err
}

// tree returns the program in the form that can best be reduced: its syntax tree, if its
// printed form is still interesting, otherwise its lines.
func (r *reduction) tree(ctx context.Context, file string) (reduce.Tree, error) {
	tree := r.syntax(ctx, file)
	if tree == nil {
		return reduce.NewLines(r.best), nil
	}
	text := tree.Text()
	interesting, err := r.test(ctx, text)
	if err != nil || !interesting {
		return reduce.NewLines(r.best), err
	}
	r.best = text
	return tree, r.write(text)
}

// syntax parses the program; it returns nil if it does not parse.
func (r *reduction) syntax(ctx context.Context, file string) reduce.Tree {
	if filepath.Ext(file) == ".fut" {
		tree, err := fut.ParseTree(file, r.best)
		if err != nil {
			return nil
		}
		return tree
	}
	u, err := r.LoadText(ctx, file, []byte(r.best))
	if err != nil {
		return nil
	}
	var comments []string
	for line := range strings.Lines(r.best) {
		if strings.HasPrefix(line, "--") {
			comments = append(comments, strings.TrimRight(line, "\r\n"))
		}
	}
	if u.Imp != nil {
		return &reduce.Imp{Comments: comments, Program: u.Imp}
	}
	return &reduce.IR{Comments: comments, Program: u.IR, Passes: finding.Passes(r.Passes)}
}

// valid returns a predicate for smaller programs: they must pass the checks, or at least
// parse, if the original does.
func (r *reduction) valid(ctx context.Context, file string) func(string) bool {
	parses := func(text string) bool {
		if filepath.Ext(file) == ".fut" {
			_, err := fut.ParseTree(file, text)
			return err == nil
		}
		_, err := r.LoadText(ctx, file, []byte(text))
		return err == nil
	}
	checks := func(text string) bool {
		u, err := r.LoadText(ctx, file, []byte(text))
		return err == nil && u.Check() == nil
	}
	for _, demand := range []func(string) bool{checks, parses} {
		sound := withoutPanic(demand)
		if sound(r.best) {
			return sound
		}
	}
	return func(string) bool { return true }
}

// withoutPanic accepts a program that makes the compiler panic: the panic may be what is
// interesting.
func withoutPanic(demand func(string) bool) func(string) bool {
	return func(text string) (ok bool) {
		defer func() {
			if recover() != nil {
				ok = true
			}
		}()
		return demand(text)
	}
}
