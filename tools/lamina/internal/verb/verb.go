// Package verb is what the verbs of the command share: their context (Tool), the flags that
// several of them have, how they read and write files, and how they report errors.
//
// Exit codes: 0 for success, 1 for errors of programs (at compile time and run time) and
// for bugs, 2 for an invalid command line.
package verb

import "github.com/spf13/cobra"

// Between demands from least to most arguments, described by what; there is no upper limit if most is -1.
func Between(least, most int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < least || most >= 0 && len(args) > most {
			return Usagef("`%s` takes %s; see `%[1]s --help`", c.CommandPath(), what)
		}
		return nil
	}
}
