package pass

import (
	"fmt"
	"io"
	"slices"
)

// Trace prints the program between passes: after every pass when All is set,
// after those of Named, and, with Changed, only where a pass changed the text.
// The zero Trace prints nothing.
type Trace struct {
	To      io.Writer
	Print   func(*Unit) string // the program as text
	All     bool
	Named   []string
	Changed bool

	last string // the text when it was last looked at
}

func (t *Trace) on() bool { return t.To != nil && t.Print != nil }

// start looks at the program before the first pass.
func (t *Trace) start(u *Unit) {
	if t.on() && t.Changed {
		t.last = t.Print(u)
	}
}

// after prints what is wanted behind step s.
func (t *Trace) after(s Step, u *Unit) {
	wanted := t.All || slices.Contains(t.Named, s.Pass.Name)
	if !t.on() || !wanted && !t.Changed {
		return
	}
	text := t.Print(u)
	changed := text != t.last
	t.last = text
	if t.Changed && (!changed || len(t.Named) > 0 && !wanted) {
		return
	}
	fmt.Fprintf(t.To, "-- after %s --\n%s", s, text)
}
