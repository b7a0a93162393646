package gocmd

import "github.com/spf13/cobra"

// Command is the verb go of the command line, which calls run.
func Command(run func(c *cobra.Command, verb string, args []string) error) *cobra.Command {
	return &cobra.Command{
		Use:   "go VERB [ARGUMENTS]",
		Short: "Build, run and test Go programs, with their marked expressions compiled by Lamina",
		Long: `Call the go command on packages whose expressions package accelerate marks
(docs/accelerate.md), with these expressions compiled by Lamina.

build, install, run and test take the arguments that the go command takes. vet reports
what marked expressions must not contain, and then calls go vet. extract prints the
programs of the expressions as .lir, and extract -fut in the manner of Futhark's language.

No file of the program is changed, and none is written beside it. At run time
LAMINA_BACKEND chooses what runs the expressions: wasm (the default), go, or a backend whose
package the program imports: c, opencl, cuda.`,
		Example:            "  lamina go run .\n  lamina go test ./...\n  lamina go vet ./...\n  lamina go extract -fut .",
		DisableFlagParsing: true,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 || args[0] == "-h" || args[0] == "--help" {
				return c.Help()
			}
			return run(c, args[0], args[1:])
		},
	}
}
