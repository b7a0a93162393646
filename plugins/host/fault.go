package host

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
)

// Fault is a misdeed of a plugin. Its message is one line.
type Fault struct {
	Plugin string // its file, or its name if it has none
	Did    string // what it did
	Do     string // the remedy
	Err    error  // the underlying error, if any
	stack  string // of its panic
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

var (
	goPlace     = regexp.MustCompile(`^\t(\S.*:\d+)(?: \+0x[0-9a-f]+)?$`)
	pythonPlace = regexp.MustCompile(`^\s*File "(.+)", line (\d+)`)
	rustPlace   = regexp.MustCompile(`^\s*at (\S.*:\d+):\d+$`)
)

// placeOf returns the file and line of a panic, "" if its stack shows none: the first that a stack of Go
// or Rust names after the panic, and the last of a traceback of Python.
func placeOf(stack string) string {
	place := ""
	for _, l := range pass.Frames(stack) {
		if m := goPlace.FindStringSubmatch(l); m != nil {
			return source.Printable(m[1])
		}
		if m := rustPlace.FindStringSubmatch(l); m != nil && !strings.HasPrefix(m[1], "/rustc/") { // its library
			return source.Printable(m[1])
		}
		if m := pythonPlace.FindStringSubmatch(l); m != nil {
			place = source.Printable(m[1]) + ":" + m[2]
		}
	}
	return place
}

// StackTrace returns the stack of the plugin's panic, "" if it did not panic or did not send one.
func (f *Fault) StackTrace() string { return f.stack }

// Trace returns the stack of the plugin's panic for people, without what a terminal would obey.
func (f *Fault) Trace() string {
	if f.stack == "" {
		return ""
	}
	return pass.Indented(fmt.Sprintf("the stack of plugin %s:", f.Plugin), f.stack)
}
