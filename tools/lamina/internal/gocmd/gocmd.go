// Package gocmd implements lamina go: it takes the marked expressions out of Go packages,
// compiles them, and calls the go command with an overlay in which they are run by Lamina.
// The user's files stay as they are, and nothing is written beside them.
package gocmd

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/gosrc"
)

// Tool holds what the verbs share.
type Tool struct {
	Driver   *driver.Driver
	Check    bool // programs after every pass
	In       io.Reader
	Out, Err io.Writer
}

// ErrReported is returned when the errors have been printed.
var ErrReported = errors.New("reported")

// UsageError is an invalid command line.
type UsageError struct{ Msg string }

func (e *UsageError) Error() string { return e.Msg }

// ExitError is the failure of the go command, which has told its reasons.
type ExitError struct{ Code int }

func (e *ExitError) Error() string { return fmt.Sprintf("the go command failed with code %d", e.Code) }

// Verbs are the verbs of lamina go.
const Verbs = "build, install, run, test, vet, extract"

// Run runs a verb with the arguments that follow it.
func (t *Tool) Run(ctx context.Context, verb string, args []string) error {
	if !slices.Contains(strings.Split(Verbs, ", "), verb) {
		return &UsageError{fmt.Sprintf("lamina go %s: the verbs are %s", verb, Verbs)}
	}
	line, err := parseArguments(verb, args)
	if err != nil {
		return err
	}
	before := t.earlier(ctx, verb, line)
	o := before.recall()
	if o == nil {
		if o, err = t.prepare(ctx, verb, line, before); err != nil || verb == "extract" {
			return err
		}
	}
	o.notices(t.Err)
	if line.covers && len(o.Files) > 0 {
		fmt.Fprintln(t.Err, "lamina: marked expressions run as plain Go: what measures coverage does not read the files of overlays")
		return t.goCommand(ctx, verb, line, "", o.Env)
	}
	return o.with(func(overlay string) error { return t.goCommand(ctx, verb, line, overlay, o.Env) })
}

// prepare loads the packages of a command line, checks their marked expressions and compiles
// them, which it records. For vet there is no overlay; extract ends here.
func (t *Tool) prepare(ctx context.Context, verb string, line *arguments, e earlier) (*outcome, error) {
	found, err := gosrc.Load(ctx, gosrc.Config{Dir: line.dir, Flags: line.list, Tests: verb == "test" || verb == "vet", Needs: needs}, line.patterns...)
	if err != nil {
		return nil, err
	}
	for _, p := range found.Problems {
		fmt.Fprintln(t.Err, relative(p))
	}
	if len(found.Problems) > 0 {
		return nil, ErrReported
	}
	if err := t.check(ctx, found); err != nil {
		return nil, err
	}
	switch verb {
	case "vet":
		return &outcome{Env: needs(found.Backends)}, nil
	case "extract":
		return nil, t.extract(ctx, found, line.futhark)
	}
	o, err := t.overlay(ctx, line, found)
	if err != nil {
		return nil, err
	}
	e.remember(found, o)
	return o, nil
}

// check prints the problems of all marked expressions.
func (t *Tool) check(ctx context.Context, found *gosrc.Result) error {
	bad := false
	for _, p := range found.Packages {
		headed := false
		seen := map[string]bool{}
		for _, x := range p.Expressions {
			for _, problem := range x.Check(ctx) {
				text := relative(problem).Error()
				if seen[text] {
					continue
				}
				seen[text], bad = true, true
				if !headed {
					fmt.Fprintf(t.Err, "# %s\n", p.Path)
					headed = true
				}
				fmt.Fprintln(t.Err, text)
			}
		}
	}
	if bad {
		return ErrReported
	}
	return nil
}

// relative shortens the names of files as Go tools do: they are relative to the current folder if they
// lie below it.
func relative(p *gosrc.Problem) *gosrc.Problem {
	out := *p
	out.Chain = slices.Clone(p.Chain)
	wd, err := os.Getwd()
	if err != nil {
		return &out
	}
	shorten(wd, &out.Pos)
	for i := range out.Chain {
		shorten(wd, &out.Chain[i].Pos)
	}
	return &out
}

func shorten(wd string, at *token.Position) {
	if rel, err := filepath.Rel(wd, at.Filename); err == nil && at.Filename != "" && !strings.HasPrefix(rel, "..") {
		at.Filename = "./" + rel
	}
}

// goCommand calls the go command.
func (t *Tool) goCommand(ctx context.Context, verb string, line *arguments, overlay string, env []string) error {
	args := []string{}
	if line.dir != "" {
		args = append(args, "-C", line.dir)
	}
	args = append(args, verb)
	if overlay != "" {
		args = append(args, "-overlay="+overlay)
	}
	c := exec.CommandContext(ctx, "go", append(args, line.rest...)...)
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) } // so that it removes its temporary files
	c.WaitDelay = 2 * time.Second
	c.Env = append(os.Environ(), env...)
	c.Stdin, c.Stdout, c.Stderr = t.In, t.Out, t.Err
	err := c.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return &ExitError{exit.ExitCode()}
	}
	if err != nil {
		return fmt.Errorf("running the go command: %w", err)
	}
	return nil
}

// extract prints the programs of the expressions, as .lir or in the manner of Futhark's language.
func (t *Tool) extract(ctx context.Context, found *gosrc.Result, futhark bool) error {
	n := 0
	for _, p := range found.Packages {
		taken, err := t.extracted(ctx, p)
		if err != nil {
			return err
		}
		for _, x := range p.Expressions {
			prog, places, err := taken.of(x)
			if err != nil {
				return err
			}
			n++
			fmt.Fprintf(t.Out, "-- %s: accelerate.%s\n", x.Position(), x.Function)
			if x.Types != "" {
				fmt.Fprintf(t.Out, "-- with %s\n", x.Types)
			}
			fmt.Fprintf(t.Out, "-- dialect: %s\n", taken.classes[taken.Region(x)])
			for i, c := range x.Captures {
				fmt.Fprintf(t.Out, "-- argument %d: %s\n", i, c.Text)
			}
			for i, at := range places {
				if futhark {
					break // its lines have no positions
				}
				fmt.Fprintf(t.Out, "-- line %d: %s\n", i+1, at)
			}
			if futhark {
				list(t.Out, prog)
			} else {
				fmt.Fprintf(t.Out, "%s\n", prog)
			}
		}
	}
	if n == 0 {
		fmt.Fprintln(t.Err, "lamina: there is no marked expression in these packages")
	}
	return nil
}
