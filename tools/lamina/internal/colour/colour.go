// Package colour colours messages on terminals: what is wrong in bold, the carets below a line of
// the program, notes and hints each in a colour of their own.
package colour

import (
	"io"
	"os"
	"regexp"
	"strings"

	"golang.org/x/term"
)

// The escape sequences of colours.
const (
	reset  = "\x1b[0m"
	bold   = "\x1b[1m"
	red    = "\x1b[1;31m"
	yellow = "\x1b[1;33m"
	cyan   = "\x1b[36m"
	dim    = "\x1b[2m"
)

// Wanted reports whether messages to w are to be coloured: w is a terminal that has colours, and
// the environment variable NO_COLOR is empty (https://no-color.org).
func Wanted(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

var (
	headline = regexp.MustCompile(`^(\S+:\d+:\d+: )(.*)$`)
	carets   = regexp.MustCompile(`^(\s+\| \s*)(\^+)$`)
	margin   = regexp.MustCompile(`^(\s+\d+ \| )(.*)$`)
)

// Paint colours a message in the form of source.Error. It changes nothing but colours.
func Paint(message string) string {
	var out strings.Builder
	mark := red
	for line := range strings.Lines(message) {
		text := strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(text, "hint: "):
			out.WriteString(cyan + "hint:" + reset + strings.TrimPrefix(text, "hint:"))
		case headline.MatchString(text):
			m := headline.FindStringSubmatch(text)
			what, isWarning := strings.CutPrefix(m[2], "warning: ")
			mark = red
			out.WriteString(dim + m[1] + reset)
			if isWarning {
				mark = yellow
				out.WriteString(yellow + "warning: " + reset)
			}
			out.WriteString(bold + what + reset)
		case carets.MatchString(text):
			m := carets.FindStringSubmatch(text)
			out.WriteString(dim + m[1] + reset + mark + m[2] + reset)
		case margin.MatchString(text):
			m := margin.FindStringSubmatch(text)
			out.WriteString(dim + m[1] + reset + m[2])
		default:
			out.WriteString(text)
		}
		out.WriteString(line[len(text):])
	}
	return out.String()
}
