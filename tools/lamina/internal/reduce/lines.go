package reduce

import "strings"

// Lines is a program treated as text: one that does not parse, or whose layout is what is
// interesting.
type Lines struct{ Of []string }

// NewLines splits a text.
func NewLines(text string) *Lines {
	return &Lines{strings.SplitAfter(text, "\n")}
}

// Text joins the lines.
func (t *Lines) Text() string { return strings.Join(t.Of, "") }

// Root returns what may be edited.
func (t *Lines) Root() any { return t }

// Leaves returns none.
func (t *Lines) Leaves() []any { return nil }

// Edits returns none.
func (t *Lines) Edits() []func() (undo func()) { return nil }
