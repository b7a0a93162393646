package host

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/plugins/host/sandbox"
)

// Powers describes to users what a plugin may do.
func Powers(s Source, isWasm bool) string {
	l := s.Limits.orDefault()
	limits := fmt.Sprintf("at most %v for an answer and %d MiB of memory", l.Run, l.Memory>>20)
	if isWasm {
		return "a module: gets programs and gives programs, and reaches no file, network or clock; " + limits
	}
	if sandbox.Bounded() == nil {
		limits += ", which a control group bounds for all its processes together"
	} else {
		limits += " for each process; all of them together are looked at ten times a second, since no control group is handed down here"
	}
	if s.Sandbox != Strict {
		return "a process: may read, change and send whatever you may; " + limits
	}
	text := "a process in a strict sandbox: reaches no network, and no file but its own, those that its arguments name, a temporary folder, and the system's programs and libraries"
	if len(s.Reads) > 0 {
		var reads []string
		for _, path := range s.Reads {
			reads = append(reads, source.Printable(path))
		}
		text += ", and reads all of " + strings.Join(reads, ", ")
	}
	return text + "; " + limits
}
