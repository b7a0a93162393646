package host

import (
	"fmt"
	"strings"
)

// Fault is a misdeed of a plugin. Its message is one line.
type Fault struct {
	Plugin string // its file, or its name if it has none
	Did    string // what it did
	Do     string // the remedy
	Err    error  // the underlying error, if any
}

// Error returns one line: who, what, and the remedy.
func (f *Fault) Error() string {
	return fmt.Sprintf("plugin %s %s; %s", f.Plugin, oneLine(f.Did), f.Do)
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// oneLine joins the lines of a text and truncates it.
func oneLine(s string) string {
	const most = 600
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > most {
		s = s[:most] + "…"
	}
	return s
}

// Remedies for most faults.
const (
	tellAuthor = "the program is as it was; tell the plugin's author"
	updateIt   = "get a plugin for this version of lamina, or build it again"
)
