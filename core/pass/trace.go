package pass

import (
	"errors"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
)

// Trace returns the stack of the panic that an error comes from, in this process or in a
// plugin, as lines for people to read; "" if it comes from none. Whatever reports the
// failure of a pass shows it.
func Trace(err error) string {
	var plugin interface{ Trace() string }
	if errors.As(err, &plugin) {
		return plugin.Trace()
	}
	var failed *Error
	if errors.As(err, &failed) && failed.Stack != "" {
		return Indented("the stack:", failed.Stack)
	}
	return ""
}

// WithTrace returns the message of an error, followed by the stack of the panic that it
// comes from, if it comes from one.
func WithTrace(err error) string {
	if trace := Trace(err); trace != "" {
		return err.Error() + "\n" + strings.TrimRight(trace, "\n")
	}
	return err.Error()
}

// Indented prints a heading and the frames of a stack, without what a terminal would obey.
func Indented(heading, stack string) string {
	var b strings.Builder
	b.WriteString("  " + heading + "\n")
	for _, l := range Frames(stack) {
		b.WriteString("    " + source.Cut(source.Printable(strings.ReplaceAll(l, "\t", "    "))) + "\n")
	}
	return b.String()
}

// mostFrames is the number of lines of a stack that are shown.
const mostFrames = 24

// Frames returns the lines of a panic's stack that the author of the code looks for: from
// the function that panicked to those that called it. A stack of another form is returned
// as it is.
func Frames(stack string) []string {
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
