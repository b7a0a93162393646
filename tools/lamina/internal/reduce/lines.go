package reduce

import "strings"

// Lines is a program that is only text: one that does not parse, or that is
// interesting for how it is laid out.
type Lines struct{ Of []string }

// NewLines takes a text apart.
func NewLines(text string) *Lines {
	return &Lines{strings.SplitAfter(text, "\n")}
}

// Text puts the lines together.
func (t *Lines) Text() string { return strings.Join(t.Of, "") }

// Root is what may be changed.
func (t *Lines) Root() any { return t }

// Leaves are none.
func (t *Lines) Leaves() []any { return nil }

// Edits are none.
func (t *Lines) Edits() []func() (undo func()) { return nil }
