package host

import "fmt"

// Powers says, for people, what a plugin may do.
func Powers(s Source, isWasm bool) string {
	l := s.Limits.orDefault()
	limits := fmt.Sprintf("at most %v for an answer and %d MiB of memory", l.Run, l.Memory>>20)
	if isWasm {
		return "a module: gets programs and gives programs, and reaches no file, network or clock; " + limits
	}
	if s.Sandbox == Strict {
		return "a process, kept from the network and from all files but its own, a temporary folder, the system's programs and libraries, and what it is to read; " + limits
	}
	return "a process: may read, change and send whatever you may; " + limits
}
