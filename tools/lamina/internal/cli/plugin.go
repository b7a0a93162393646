package cli

import (
	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/plugins/memory"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

func pluginCommand(t *tool) *cobra.Command {
	c := &cobra.Command{
		Use:   "plugin",
		Short: "Write, check and list plugins: passes outside this executable",
		Example: `  lamina plugin new halve
  lamina plugin check ./halve/halve.wasm
  lamina --plugin ./halve/halve.wasm plugin list`,
		Args: exactly(0, "one of its own commands"),
		RunE: func(c *cobra.Command, _ []string) error {
			_ = c.Help()
			return usagef("name a command")
		},
	}
	c.AddCommand(serveCommand())
	return c
}

// serveCommand is what the host starts; nobody types it.
func serveCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "serve",
		Short:   "Serve the memory passes to the lamina that starts this one",
		Example: "  lamina run --plugins=process examples/lud.fut",
		Hidden:  true,
		Args:    exactly(0, "no arguments"),
		Run:     func(*cobra.Command, []string) { sdk.Main(memory.Plugin) },
	}
}
