// Package passview shows what passes do to a program: as text, as differences of text, as a
// table of times, and as a page for a browser. Everything here is an observer of
// pass.Manager and never changes a program.
package passview

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/lamina-lang/lamina/core/pass"
)

// Printer prints the program after every pass if All is set, otherwise after the passes in
// Named: all runs of a pass, as in simplify, or one of them, as in simplify#2.
type Printer struct {
	To    io.Writer
	All   bool
	Named []string
}

// Start prints nothing.
func (*Printer) Start(*pass.Unit) {}

// After prints the program after a selected pass.
func (p *Printer) After(s pass.Step, u *pass.Unit, _ pass.Timing) {
	if p.All || slices.Contains(p.Named, s.Pass.Name) || slices.Contains(p.Named, fmt.Sprintf("%s#%d", s.Pass.Name, max(s.Nth, 1))) {
		fmt.Fprintf(p.To, "-- after %s --\n%s", s, u)
	}
}

// Changes prints, after each pass that changed the program, the lines that differ, as diff
// -u does.
type Changes struct {
	To   io.Writer
	last string
}

// Start records the program to compare with.
func (c *Changes) Start(u *pass.Unit) { c.last = u.String() }

// After prints the changes made by s.
func (c *Changes) After(s pass.Step, u *pass.Unit, _ pass.Timing) {
	text := u.String()
	if text != c.last {
		fmt.Fprintf(c.To, "-- %s changed --\n", s)
		_, _ = c.To.Write(Diff("before", c.last, "after", text))
	}
	c.last = text
}

// Diff returns the unified difference of two texts, without its first line.
func Diff(oldName, oldText, newName, newText string) []byte {
	_, rest, _ := bytes.Cut(diff.Diff(oldName, []byte(oldText), newName, []byte(newText)), []byte("\n"))
	return rest
}
