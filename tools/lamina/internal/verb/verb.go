// Package verb is what the verbs of the command share: their context (Tool), the flags that
// several of them have, how they read and write files, and how they report errors.
//
// Exit codes: 0 for success, 1 for errors of programs (at compile time and run time) and
// for bugs, 2 for an invalid command line.
package verb

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/driver"
)

// Env holds a verb's streams and its compiler.
type Env struct {
	Driver   *driver.Driver
	In       io.Reader
	Out, Err io.Writer
	// Usage marks an error of the command line, which ends the command with exit code 2.
	Usage func(error) error
	// Save makes fill write a file that appears only when it is complete.
	Save func(file string, fill func(io.Writer) error) error
}

// Usagef is an error of the command line.
func (e *Env) Usagef(format string, args ...any) error { return e.Usage(fmt.Errorf(format, args...)) }

// Between demands from least to most arguments, described by what; there is no upper limit if most is -1.
func (e *Env) Between(least, most int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < least || most >= 0 && len(args) > most {
			return e.Usagef("`%s` takes %s; see `%[1]s --help`", c.CommandPath(), what)
		}
		return nil
	}
}
