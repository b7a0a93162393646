package source

import (
	"fmt"
	"runtime/debug"
	"strings"
	"unicode/utf8"
)

// Error is an error at a position in a program text. It says what is wrong, shows the
// line with a caret, and gives a remedy:
//
//	prog.fut:3:9: unknown name "maps"
//	  3 | def f = maps (+1)
//	    |         ^
//	hint: did you mean "map"?
//
// Messages begin with a lower-case letter and end without a full stop; they may span
// several lines.
type Error struct {
	Pos  Pos
	End  Pos // just after the erroneous text; no position if only its beginning is known
	Msg  string
	Hint string // the remedy, or ""
	// Notes are related positions, such as where a value was consumed.
	Notes []Note
	// Stack is the stack of the panic that caused an internal error, else "".
	Stack string

	line string
}

// Note is a position related to an Error.
type Note struct {
	Pos Pos
	Msg string

	line string
}

// Errorf makes an Error without a hint.
func Errorf(pos Pos, format string, args ...any) *Error {
	return &Error{Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// Internal returns an Error for a panic with the given cause, to be called while
// recovering from it. The compiler failed at pos; the program need not be wrong.
func Internal(pos Pos, cause any) *Error {
	e := Errorf(pos, "internal error: %v", cause).
		WithHint("this is a fault of the compiler, not of the program; please report it")
	e.Stack = string(debug.Stack())
	return e
}

// WithHint sets the hint and returns e.
func (e *Error) WithHint(format string, args ...any) *Error {
	e.Hint = fmt.Sprintf(format, args...)
	return e
}

// Until sets the end of the erroneous text, so that all of it is underlined, and returns
// e.
func (e *Error) Until(end Pos) *Error {
	e.End = end
	return e
}

// WithNote adds a note and returns e.
func (e *Error) WithNote(pos Pos, format string, args ...any) *Error {
	e.Notes = append(e.Notes, Note{Pos: pos, Msg: fmt.Sprintf(format, args...)})
	return e
}

// In gives e the text of f, so that it can show the lines of f that it refers to, and
// returns e.
func (e *Error) In(f *File) *Error {
	if e.Pos.File == f.Name {
		e.line = f.Line(e.Pos.Line)
	}
	for i := range e.Notes {
		if n := &e.Notes[i]; n.Pos.File == f.Name {
			n.line = f.Line(n.Pos.Line)
		}
	}
	return e
}

// Error renders the whole message, several lines without a final line break.
func (e *Error) Error() string {
	var b strings.Builder
	render(&b, e.Pos, e.End, e.Msg, e.line)
	for _, n := range e.Notes {
		b.WriteByte('\n')
		render(&b, n.Pos, Pos{}, n.Msg, n.line)
	}
	if e.Hint != "" {
		b.WriteString("\nhint: " + e.Hint)
	}
	return b.String()
}

// Excerpt returns the line of f that pos is in, with a caret below that place, or "" if pos is
// outside the text.
func Excerpt(f *File, pos Pos) string {
	var b strings.Builder
	render(&b, pos, Pos{}, "", f.Line(pos.Line))
	_, shown, _ := strings.Cut(b.String(), "\n")
	return shown
}

func render(b *strings.Builder, pos, end Pos, msg, line string) {
	if pos.IsValid() {
		b.WriteString(pos.String() + ": ")
	}
	b.WriteString(msg)
	if line == "" || pos.Col < 1 || pos.Col > len(line)+1 {
		return
	}
	number := fmt.Sprint(pos.Line)
	wrong := marked(line[pos.Col-1:], pos, end)
	before, rest := excerpt(line[:pos.Col-1], line[pos.Col-1:])
	carets := strings.Repeat("^", max(1, utf8.RuneCountInString(rest[:min(wrong, len(rest))])))
	fmt.Fprintf(b, "\n  %s | %s%s\n  %s | %s%s", number, before, rest, strings.Repeat(" ", len(number)), blank(before), carets)
}

// marked returns how many bytes of rest, a line from pos on, are underlined: those before
// end, or all that is written on this line if end is on a later one.
func marked(rest string, pos, end Pos) int {
	switch {
	case !end.IsValid() || end.File != pos.File || end.Line < pos.Line:
		return 1
	case end.Line > pos.Line:
		code, _, _ := strings.Cut(rest, "--")
		return len(strings.TrimRight(code, " \t\r"))
	}
	return end.Col - pos.Col
}

// excerpt shortens a long line to the surroundings of a position: before ends there, and
// rest begins.
func excerpt(before, rest string) (string, string) {
	const most = 120 // bytes on each side
	if cut := len(before) - most; cut > 0 {
		for cut < len(before) && !utf8.RuneStart(before[cut]) {
			cut++
		}
		before = "…" + before[cut:]
	}
	if len(rest) > most {
		cut := most
		for cut > 0 && !utf8.RuneStart(rest[cut]) {
			cut--
		}
		rest = rest[:cut] + "…"
	}
	return before, rest
}

// blank returns white space as wide as s: tabs stay, every other character becomes a
// space.
func blank(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r != '\t' {
			r = ' '
		}
		b.WriteRune(r)
		s = s[n:]
	}
	return b.String()
}
