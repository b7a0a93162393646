package host

import (
	"fmt"
	"strings"
)

// Fault is something that a plugin did that it should not have. Its message is
// one line.
type Fault struct {
	Plugin string // its file, or the name of one that has none
	Did    string // what it did
	Do     string // what to do about it
	Err    error  // the cause, if another error tells more
}

// Error is one line: who, what, and what to do.
func (f *Fault) Error() string {
	return fmt.Sprintf("plugin %s %s; %s", f.Plugin, oneLine(f.Did), f.Do)
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// oneLine joins the lines of a text, and cuts it where nobody reads on.
func oneLine(s string) string {
	const most = 600
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > most {
		s = s[:most] + "…"
	}
	return s
}

// What to do about most faults.
const (
	tellAuthor = "the program is as it was; tell the plugin's author"
	updateIt   = "get a plugin for this version of lamina, or build it again"
)
