package text

import (
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Writer collects the text of a program. It indents lines by two spaces per level. The
// zero Writer is ready to use.
type Writer struct {
	// OmitPlaces leaves positions out.
	OmitPlaces bool
	// File is the file that positions need not name.
	File string

	out     strings.Builder
	indent  int
	largest int // the largest ID of a name written
}

// String returns the text written so far.
func (w *Writer) String() string { return w.out.String() }

// Put writes strings.
func (w *Writer) Put(parts ...string) {
	for _, s := range parts {
		w.out.WriteString(s)
	}
}

// Line ends the line and indents the next.
func (w *Writer) Line() {
	w.out.WriteByte('\n')
	for range w.indent {
		w.out.WriteString("  ")
	}
}

// In indents the following lines by one level more.
func (w *Writer) In() { w.indent++ }

// Out indents the following lines by one level less.
func (w *Writer) Out() { w.indent-- }

// Header writes the header of a program's text: its level; the last ID that names gave
// out, if larger than the largest in the text; and File.
func (w *Writer) Header(level string, names *name.Supply, largest int) {
	w.Put("lamina ", level, "\n")
	if names != nil && names.Last() > largest {
		w.Put("names ")
		w.Int(names.Last())
		w.Put("\n")
	}
	if !w.OmitPlaces && w.File != "" {
		w.Put("file ")
		w.Str(w.File)
		w.Put("\n")
	}
}

// Ident writes an identifier, quoted when it must be.
func (w *Writer) Ident(s string) { w.Put(Ident(s)) }

// Name writes a variable's name.
func (w *Writer) Name(n name.Name) {
	w.largest = max(w.largest, n.ID)
	w.Put(Name(n))
}

// LargestID returns the largest ID of a name that was written.
func (w *Writer) LargestID() int { return w.largest }

// Str writes a string.
func (w *Writer) Str(s string) { w.Put(quote(s)) }

// Int writes an integer without a type.
func (w *Writer) Int(i int) { w.Put(strconv.Itoa(i)) }

// Const writes a constant with its type.
func (w *Writer) Const(v scalar.Value) { w.Put(v.String()) }

// Place writes a position.
func (w *Writer) Place(p source.Pos) {
	if !p.IsValid() {
		w.Put("@-")
		return
	}
	w.Put("@")
	switch {
	case p.File == w.File:
	case isPlainFile(p.File):
		w.Put(p.File, ":")
	default:
		w.Put(quote(p.File), ":")
	}
	w.Put(strconv.Itoa(p.Line), ":", strconv.Itoa(p.Col))
}

// EndPlace writes a space and a position, at the end of what the position belongs to. It
// writes nothing if the position is zero or positions are omitted.
func (w *Writer) EndPlace(p source.Pos) {
	if p.IsValid() && !w.OmitPlaces {
		w.Put(" ")
		w.Place(p)
	}
}

// List writes n items between open and close, with commas between them.
func (w *Writer) List(open, close string, n int, item func(i int)) {
	w.Put(open)
	for i := range n {
		if i > 0 {
			w.Put(", ")
		}
		item(i)
	}
	w.Put(close)
}

// Ident returns an identifier as the text shows it.
func Ident(s string) string {
	if IsWord(s) {
		return s
	}
	return "$" + quote(s)
}

// Name returns a variable's name as the text shows it: quoted also if it would read as
// the beginning of a constant.
func Name(n name.Name) string {
	s := n.String()
	if _, isType := scalar.ParseType(s); isType || s == "true" || s == "false" {
		return "$" + quote(s)
	}
	return Ident(s)
}

func isPlainFile(s string) bool {
	for i := range len(s) {
		if !isPlainFileByte(s[i]) {
			return false
		}
	}
	return s != "" && s != "-"
}

// Loop is a line of a program's header that tells something of the loops of an operation.
type Loop struct {
	Op, Told string
	Of       source.Pos // where the operation stands in the source
	At       source.Pos // where the line stands
}

// Loop writes a line of a header.
func (w *Writer) Loop(l Loop) {
	w.Put("loop ")
	w.Str(l.Op)
	w.Put(" ")
	w.Str(l.Told)
	w.Put(" ")
	w.Place(l.Of)
	w.Put("\n")
}
