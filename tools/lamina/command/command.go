// Package command is the lamina command line, for executables with further backends. The
// executable of a backend called mine is
//
//	package main
//
//	import (
//		"example.org/mine"
//		"github.com/lamina-lang/lamina/tools/lamina/command"
//	)
//
//	func main() { command.Main(mine.New()) }
//
// Built as lamina-mine beside lamina, in a folder of LAMINA_BACKENDS or on PATH, it is what
// lamina runs for --backend mine, so that a crash of the backend is an error there.
package command

import (
	"os"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/tools/lamina/internal/cli"
)

// Main runs the command line of the process with these backends in addition to Lamina's own,
// and exits.
func Main(backends ...backend.Backend) {
	self, err := os.Executable()
	if err != nil {
		self = "" // plugins that need it report that
	}
	os.Exit(cli.Process(self, backends...))
}
