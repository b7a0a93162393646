package verb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/tools/lamina/internal/colour"
	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// Streams are the streams a command reads and writes.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
	// Self is the file of this command, which can be started as a plugin; "" if another
	// executable is running, such as a test.
	Self string
}

// Exit codes.
const (
	exitOK    = 0
	ExitError = 1
	ExitUsage = 2
)

// usageError is an invalid command line.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }

func (e usageError) Unwrap() error { return e.err }

// Usagef returns a usageError.
func Usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// ErrReported ends a command with exit code 1 when its message is already printed.
var ErrReported = errors.New("reported")

// Report prints an error, an internal one as a bug, and returns the exit code.
func (t *Tool) Report(err error) int {
	var internal *source.Error
	if errors.As(err, &internal) && internal.Stack != "" {
		reportBug(t.Err, t.Args, internal, []byte(internal.Stack))
		return ExitError
	}
	code := Report(t.Err, err)
	var fault *host.Fault
	if errors.As(err, &fault) {
		fmt.Fprint(t.Err, fault.Trace())
	}
	return code
}

// Report prints an error and returns the exit code.
func Report(w io.Writer, err error) int {
	var usage usageError
	var code ExitCode
	var pipeline *pass.TextError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, ErrReported):
		return ExitError
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &usage), errors.As(err, &pipeline):
		PrintMessage(w, "lamina: "+err.Error())
		return ExitUsage
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(w, "lamina: interrupted")
		return ExitError
	}
	PrintMessage(w, err.Error())
	return ExitError
}

// PrintMessage prints a message, which may quote any text, with colours on terminals.
func PrintMessage(w io.Writer, message string) {
	message = source.Printable(source.CutWords(message))
	if colour.Wanted(w) {
		message = colour.Paint(message)
	}
	fmt.Fprintln(w, message)
}

// Tool is the context of every verb.
type Tool struct {
	*driver.Driver
	Streams
	Stdout io.Writer // the writer underlying Out, for subprocesses
	paper  io.Writer // where files called - go, if Out is standard error for their sake
	Args   []string  // the command line

	FromStdin string // the program that was read from standard input, if one was

	Reproducer string // file for the reproducer of a failing pass; "": a new file
	Repeating  bool   // a reproducer is being run, so it need not be written again

	Host          *host.Host     // host of plugins; nil if the verb uses none
	Sandbox       host.Sandbox   // of all plugins in this run; "" for each plugin's own
	Named         []*host.Plugin // those of --plugin
	memoryHow     string         // the value of --plugins
	cancelWarming context.CancelFunc
}

// Exactly demands n arguments, described by what.
func Exactly(n int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != n {
			return Usagef("`%s` takes %s, not %s; see `%s --help`", c.CommandPath(), what, Count(len(args), "argument"), c.CommandPath())
		}
		return nil
	}
}

// Count formats a number of things.
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// AtLeastOne demands at least one argument, described by what.
func AtLeastOne(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return Usagef("`%s` takes %s; see `%s --help`", c.CommandPath(), what, c.CommandPath())
		}
		return nil
	}
}

// Progress returns a progress bar on standard error if that is a terminal, otherwise a
// silent one.
func (t *Tool) Progress(files int) *progressbar.ProgressBar {
	if w, ok := t.Err.(*os.File); ok && term.IsTerminal(int(w.Fd())) {
		return progressbar.NewOptions(files, progressbar.OptionSetWriter(w), progressbar.OptionShowCount(), progressbar.OptionClearOnFinish())
	}
	return progressbar.DefaultSilent(int64(files))
}

// Usage marks err as one of the command line.
func Usage(err error) error { return usageError{err} }
