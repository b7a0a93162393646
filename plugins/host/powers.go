package host

import "fmt"

// Powers says, for people, what a plugin may do.
func Powers(s Source, isWasm bool) string {
	l := s.Limits.orDefault()
	limits := fmt.Sprintf("at most %v for an answer and %d MiB of memory", l.Run, l.Memory>>20)
	if isWasm {
		return "a module: gets programs and gives programs, and reaches no file, network or clock; " + limits
	}
	return "a process: may read, change and send whatever you may; " + limits
}
