package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
)

// compileFlags are the flags of every verb that runs a pipeline.
type compileFlags struct {
	command    *cobra.Command
	backend    string
	pipeline   string
	check      bool
	printAfter []string
	changed    bool
}

func (f *compileFlags) register(c *cobra.Command) {
	f.command = c
	c.Flags().StringVarP(&f.backend, "backend", "b", "", "the backend (default: wasm); `lamina backends` lists them")
	c.Flags().StringVarP(&f.pipeline, "pipeline", "p", "", "passes to run instead of the backend's own, as in simplify,fuse")
	c.Flags().BoolVar(&f.check, "check", false, "check the program after every pass")
	c.Flags().StringSliceVar(&f.printAfter, "print-after", nil, "print the program after these passes, or after all, on standard error")
	c.Flags().BoolVar(&f.changed, "print-changed", false, "print the program after each pass that changed it, on standard error")
}

// config is what the flags ask of the driver.
func (f *compileFlags) config(t *tool) driver.Config {
	named := f.printAfter
	all := len(named) == 1 && named[0] == "all"
	if all {
		named = nil
	}
	return driver.Config{
		Backend:  f.backend,
		Pipeline: strings.TrimSpace(f.pipeline),
		Custom:   f.command.Flags().Changed("pipeline"),
		Check:    f.check,
		Trace: pass.Trace{
			To: t.Err, Print: driver.Text,
			All: all, Named: named, Changed: f.changed,
		},
	}
}
