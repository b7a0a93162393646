package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// checkFlags are the flags of check.
type checkFlags struct {
	silenced []string // kinds of warning, or "all"
	schedule verb.ScheduleFlag
}

func checkCommand(t *tool) *cobra.Command {
	var f checkFlags
	names, summaries := fut.WarningKinds()
	kinds := ""
	for i, n := range names {
		kinds += fmt.Sprintf("\n  %-15s %s", n, summaries[i])
	}
	c := &cobra.Command{
		Use:   "check FILE|FOLDER …",
		Short: "Check programs without running them",
		Long: `Check programs against the rules of their language and level. Of folders all
programs are checked, and - is standard input. Prints nothing and exits 0 when all is
well, else it reports the errors of all programs. Of a program in APL it prints for which
arguments each function can be compiled, by trying ranks up to 3.

Of Futhark programs without errors it also warns of likely mistakes, which do not change
the exit code. The kinds of warning:
` + kinds + `

--no-warn NAME silences a kind, --no-warn all all of them; in the program, the attribute
#[nowarn(NAME)] or #[nowarn] before a definition or an expression does. Programs whose
first line says "-- Code generated … DO NOT EDIT." get no warnings.`,
		Example: `  lamina check examples/lud.fut
  lamina check --schedule schedule.txt examples/matmul.fut
  lamina check --no-warn unused examples conformance/programs
  lamina check - < prog.fut`,
		Args: verb.AtLeastOne("one program or more"),
		RunE: func(c *cobra.Command, args []string) error {
			for _, n := range f.silenced {
				if n != "all" && !slices.Contains(names, n) {
					return verb.Usagef("--no-warn takes a kind of warning (%s) or all, not %q", strings.Join(names, ", "), n)
				}
			}
			return t.check(c.Context(), args, &f)
		},
	}
	f.schedule.Register(c)
	c.Flags().Lookup("schedule").Usage = "check that the schedule in this `file` fits the one program; docs/schedules.md"
	c.Flags().StringSliceVar(&f.silenced, "no-warn", nil, "a `kind` of warning to leave out, or all; may be given again")
	return c
}

func (t *tool) check(ctx context.Context, args []string, f *checkFlags) error {
	files, err := programs.Files(args, "program", func(file string) bool { return driver.IsSource(file) || filepath.Ext(file) == ".lir" })
	if err != nil {
		return err
	}
	if err := f.schedule.One(files); err != nil {
		return err
	}
	var wrong []error
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.checkFile(ctx, file, f); err != nil {
			wrong = append(wrong, err)
		}
	}
	if len(wrong) == 1 {
		return wrong[0]
	}
	return errors.Join(wrong...)
}

func (t *tool) checkFile(ctx context.Context, file string, f *checkFlags) error {
	if driver.IsUntyped(file) {
		return t.describe(ctx, file)
	}
	text, err := programs.Read(ctx, verb.Awaiting(ctx, t.In), file)
	if err != nil {
		return err
	}
	if file == programs.Stdin {
		file = programs.Name(text)
	}
	u, err := t.LoadText(ctx, file, text)
	if err != nil {
		return err
	}
	if err := u.Check(); err != nil {
		return err
	}
	if err := f.schedule.Prescribe(ctx, u); err != nil {
		return err
	}
	if filepath.Ext(file) == ".fut" && !slices.Contains(f.silenced, "all") {
		for _, w := range fut.Analyse(file, text, driver.Imports(file)).Warnings() {
			if !slices.Contains(f.silenced, w.Name) {
				verb.PrintMessage(t.Err, w.String())
			}
		}
	}
	return nil
}

// load reads the program in a file, or on standard input if that is "-".
func (t *tool) load(ctx context.Context, file string) (*pass.Unit, error) {
	if file != programs.Stdin {
		return t.Load(ctx, file)
	}
	text, err := programs.Read(ctx, verb.Awaiting(ctx, t.In), file)
	if err != nil {
		return nil, err
	}
	t.FromStdin = string(text)
	return t.LoadText(ctx, programs.Name(text), text)
}

// describe prints the types of a program's functions.
func (t *tool) describe(ctx context.Context, file string) error {
	text, err := source.ReadFile(ctx, file)
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

// equalFlags are the flags of equal.
type equalFlags struct {
	verb.CompileFlags
	entry string
	verb.InputFlags
	tolerance float64
}

func equalCommand(t *tool) *cobra.Command {
	var f equalFlags
	c := &cobra.Command{
		Use:   "equal FILE FILE --inputs FILE",
		Short: "Compare the results of two programs, and how they compute them",
		Long: `Run an entry point of two programs on the same arguments, and compare the results.
Exits 0 if they are equal within the tolerance, else 1 with the first difference. Then
prints what differs between the kernels of the programs: parallel loops, work-groups,
sequential loops, barriers, allocations, blocks of work-groups, and what is loaded and
stored as vectors.`,
		Example: "  lamina equal dot_naive.dpia dot_tree.dpia --inputs vectors.in\n  lamina opt -p inline,fuse sum.fut | lamina equal sum.fut - --inputs numbers.in",
		Args:    verb.Exactly(2, "two programs"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.equal(c.Context(), args[0], args[1], &f)
		},
	}
	f.CompileFlags.Register(c)
	c.Flags().StringVarP(&f.entry, "entry", "e", "", "the entry point (default: main, or the only one)")
	f.InputFlags.Register(c, "read the arguments from this file")
	c.Flags().StringVar(&f.Input, "inputs", "", "read the arguments from this file")
	c.Flags().Float64Var(&f.tolerance, "tolerance", value.DefaultTolerance, "the relative difference of floats that counts as none")
	return c
}

// strategy is a program's results, and how it computes them.
type strategy struct {
	results []value.Value
	shape   string
}

func (t *tool) equal(ctx context.Context, first, second string, f *equalFlags) error {
	if err := t.KnownBackend(f.Backend); err != nil {
		return err
	}
	if first == programs.Stdin && (second == programs.Stdin || !f.Named()) || second == programs.Stdin && !f.Named() {
		return verb.Usagef("standard input is read once: name a file for the other program, and one for the arguments with --inputs")
	}
	var args []value.Value
	var both [2]strategy
	for i, file := range []string{first, second} {
		u, err := t.load(ctx, file)
		if err != nil {
			return err
		}
		entry, err := driver.Entry(u, f.entry)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if both[i].shape, err = t.strategyOf(ctx, u, entry); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if i == 0 {
			if args, err = t.Arguments(ctx, &f.InputFlags, verb.WantedBy(u, entry)); err != nil {
				return err
			}
		}
		config, err := f.Config(t.Tool)
		if err != nil {
			return err
		}
		driver.Only(u, entry)
		x, passes, err := t.Build(ctx, u, config)
		if err := errors.Join(err, f.Report(t.Tool, file, passes)); err != nil {
			return err
		}
		both[i].results, _, err = x.Run(ctx, entry, args)
		x.Close()
		if err != nil {
			return t.runError(file, err)
		}
	}
	return t.compareStrategies(first, second, both, f.tolerance)
}

// compareStrategies fails if results differ, and prints where strategies do.
func (t *tool) compareStrategies(first, second string, both [2]strategy, tolerance float64) error {
	a, b := both[0], both[1]
	if len(a.results) != len(b.results) {
		return fmt.Errorf("%s returns %d values, %s %d", first, len(a.results), second, len(b.results))
	}
	for i := range a.results {
		if err := value.Compare(a.results[i], b.results[i], tolerance); err != nil {
			return fmt.Errorf("%s and %s differ in result %d: %w", first, second, i, err)
		}
	}
	if a.shape == "" || b.shape == "" {
		_, err := fmt.Fprintln(t.Out, "equal results; the compiler chooses how")
		return err
	}
	if a.shape == b.shape {
		_, err := fmt.Fprintln(t.Out, "equal results, by the same loops and memory")
		return err
	}
	_, err := fmt.Fprintf(t.Out, "equal results; the strategies differ\n\n%s:\n%s\n%s:\n%s", first, a.shape, second, b.shape)
	return err
}

// strategyOf describes how a program that says so itself computes an entry point; "" if the compiler chooses. Neighbouring
// accesses count as the vectors that pass pack makes of them.
func (t *tool) strategyOf(ctx context.Context, u *pass.Unit, entry string) (string, error) {
	if u.Imp == nil {
		return "", nil
	}
	u = u.Clone()
	if _, err := t.Optimise(ctx, u, "pack", driver.Config{}); err != nil {
		return "", err
	}
	s := &shape{}
	s.list(u.Imp.Fun(entry).Body, "", map[string]bool{})
	return s.text.String(), nil
}

// shape is a description of loops and memory, a line each, inner ones indented.
type shape struct{ text strings.Builder }

// list describes statements. In said are the vectors of the loop around that have lines.
func (w *shape) list(stms []imp.Stm, indent string, said map[string]bool) {
	for _, s := range stms {
		imp.EachLoad(s, func(l *imp.Load) { w.vector("loads", l.Elem, l.Lanes, indent, said) })
		inner, within := indent, said
		if line := lineOf(s); line != "" {
			fmt.Fprintf(&w.text, "%s%s\n", indent, line)
			inner, within = indent+"  ", map[string]bool{}
		}
		for _, body := range imp.Bodies(s) {
			w.list(body, inner, within)
		}
		if s, ok := s.(*imp.Store); ok {
			w.vector("stores", s.Elem, s.Lanes, indent, said)
		}
	}
}

// vector describes accesses of vectors, once in each loop.
func (w *shape) vector(verb string, elem scalar.Type, lanes int, indent string, said map[string]bool) {
	line := fmt.Sprintf("%s%s %sx%d\n", indent, verb, elem, lanes)
	if lanes > 0 && !said[line] {
		said[line] = true
		w.text.WriteString(line)
	}
}

// lineOf describes a statement, or is "".
func lineOf(s imp.Stm) string {
	switch s := s.(type) {
	case *imp.Parallel:
		return "global threads"
	case *imp.Launch:
		line := "work-groups"
		for _, b := range s.Shared {
			if b.Space == "" {
				line += ", local memory"
			} else {
				line += ", memory of a group in global memory"
			}
		}
		return line
	case *imp.For:
		return "loop"
	case *imp.Barrier:
		return "barrier"
	case *imp.Alloc:
		if s.Space != "" {
			return string(s.Space) + " memory"
		}
		return "global memory"
	}
	return ""
}
