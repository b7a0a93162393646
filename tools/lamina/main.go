// Command lamina compiles, runs, tests and inspects array programs.
package main

import (
	"os"

	"github.com/lamina-lang/lamina/tools/lamina/internal/cli"
)

func main() {
	self, err := os.Executable()
	if err != nil {
		self = "" // plugins that need it report that
	}
	os.Exit(cli.Process(self))
}
