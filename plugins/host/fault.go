package host

import (
	"fmt"
	"regexp"
	"strings"

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

// frames returns the part of a panic's stack that its plugin's author looks for: from the function that
// panicked to those that called it. A stack of another form is returned as it is.
func frames(stack string) []string {
	lines := strings.Split(strings.TrimSpace(stack), "\n")
	from := 0
	for i, l := range lines { // the last is the first panic, before those that report it
		if strings.HasPrefix(l, "panic(") {
			from = i + 2 // its name and its place
		}
	}
	for from+1 < len(lines) && from > 0 && strings.HasPrefix(lines[from], "runtime.") {
		from += 2
	}
	if from >= len(lines) {
		from = 0
	}
	lines = lines[from:]
	return lines[:min(len(lines), mostFrames)]
}

// mostFrames is the number of lines of a stack that are shown.
const mostFrames = 24

var (
	goPlace     = regexp.MustCompile(`^\t(\S.*:\d+)(?: \+0x[0-9a-f]+)?$`)
	pythonPlace = regexp.MustCompile(`^\s*File "(.+)", line (\d+)`)
)

// placeOf returns the file and line of a panic, "" if its stack shows none: the first that a stack of Go names
// after the panic, and the last of a traceback of Python.
func placeOf(stack string) string {
	place := ""
	for _, l := range frames(stack) {
		if m := goPlace.FindStringSubmatch(l); m != nil {
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
	var b strings.Builder
	fmt.Fprintf(&b, "  the stack of plugin %s:\n", f.Plugin)
	for _, l := range frames(f.stack) {
		fmt.Fprintf(&b, "    %s\n", source.Cut(source.Printable(strings.ReplaceAll(l, "\t", "    "))))
	}
	return b.String()
}
