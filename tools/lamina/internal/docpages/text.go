package docpages

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// text is the documentation of all files but the prelude's, for terminals.
func (s *set) text() string {
	var b strings.Builder
	for i, f := range s.own() {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s\n", f.name)
		indented(&b, f.index.Doc(), "    ")
		b.WriteString("\n")
		f.text(&b, f.outline, "")
	}
	return b.String()
}

func (f *file) text(b *strings.Builder, es []fut.Entity, indent string) {
	for _, e := range es {
		indented(b, f.cut(e.Head), indent)
		if e.Type != "" {
			indented(b, e.Name+" : "+e.Type, indent)
		}
		indented(b, e.Doc, indent+"    ")
		f.text(b, e.Members, indent+"  ")
	}
}

// indented writes the lines of a text, if it is not empty.
func indented(b *strings.Builder, text, indent string) {
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimRight(indent+line, " \n") + "\n")
	}
}

// cut is a piece of the file's text.
func (f *file) cut(r struct{ Start, End source.Pos }) string {
	lines := f.index.Text()
	if r.Start.Line == r.End.Line {
		return lines[r.Start.Line-1][r.Start.Col-1 : r.End.Col-1]
	}
	out := lines[r.Start.Line-1][r.Start.Col-1:]
	for n := r.Start.Line + 1; n < r.End.Line; n++ {
		out += "\n" + lines[n-1]
	}
	return out + "\n" + lines[r.End.Line-1][:r.End.Col-1]
}
