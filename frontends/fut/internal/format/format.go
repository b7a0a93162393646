// Package format lays out Futhark programs.
//
// Like gofmt it leaves most line breaks to the programmer and decides on everything else:
// spaces, indentation, empty lines, and a few line breaks that every construct of more than
// one line has (breaks.go). The style is that of `futhark fmt` where it depends on no
// measure of width. The words of a program and its comments stay as they are and in their
// order, but for an `in` between two lets, which has no meaning.
//
// Laying out happens in this order: the lossless tree becomes words in nodes (words.go), lines
// are joined and broken (breaks.go), then words are placed one by one, with what belongs
// between two words of a line (spaces.go) and before the first (indent.go). Each of these
// depends on the tree and the line breaks only, not on columns of the source, so that
// formatting twice changes nothing.
package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// Source lays out a program, which messages call name. The error is a *source.Error or
// source.Errors where it is no program.
func Source(name, text string) (string, error) { return arranged(name, text, syntax.Parse) }

// Prelude lays out a file of the prelude, which may also declare names without defining them.
func Prelude(name, text string) (string, error) { return arranged(name, text, syntax.ParsePrelude) }

func arranged(name, text string, parse func(*source.File) (*syntax.File, error)) (string, error) {
	before, err := parse(&source.File{Name: name, Text: text})
	if err != nil {
		return "", err
	}
	l := read(before)
	l.arrange()
	out := l.print()
	after, err := parse(&source.File{Name: name, Text: out})
	if err != nil {
		return "", changed(name, "it is no program any more: %v", err)
	}
	if syntax.Print(before) != syntax.Print(after) {
		return "", changed(name, "the tree differs")
	}
	if what := differ(l, read(after)); what != "" {
		return "", changed(name, "%s", what)
	}
	return out, nil
}

// changed is the error that formatting would change a program, which is a fault of this package.
func changed(name, format string, args ...any) error {
	return source.Internal(source.Pos{File: name, Line: 1, Col: 1}, fmt.Errorf("formatting would change the program: "+format, args...))
}

// differ says which word or comment of a program is another in b, or "".
func differ(a, b *layout) string {
	if what := firstDifference(a.texts(), b.texts()); what != "" {
		return what
	}
	return firstDifference(a.remarks(), b.remarks())
}

func firstDifference(a, b []string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("%q becomes %q", a[i], b[i])
		}
	}
	if len(a) != len(b) {
		return fmt.Sprintf("%d words or comments become %d", len(a), len(b))
	}
	return ""
}

// texts are the words.
func (l *layout) texts() []string {
	var out []string
	for _, w := range l.words {
		out = append(out, w.text)
	}
	return out
}

// remarks are the comments.
func (l *layout) remarks() []string {
	var out []string
	for _, w := range l.words {
		for _, c := range w.comments {
			out = append(out, c.text)
		}
	}
	return slices.Clip(out)
}

// line is a line of the result.
type line struct {
	text    string
	comment string // that ends it
	column  int    // where the comment began in the source
}

// print places all words.
func (l *layout) print() string {
	var lines []line
	var now strings.Builder
	width := 0 // of now
	end := func() {
		if now.Len() > 0 {
			lines = append(lines, line{text: now.String()})
		}
		now.Reset()
		width = 0
	}
	put := func(s string) {
		now.WriteString(s)
		width += len([]rune(s))
	}
	empty := func() {
		if len(lines) > 0 && lines[len(lines)-1].text != "" {
			lines = append(lines, line{})
		}
	}
	margin := 0
	for i := range l.words {
		w := &l.words[i]
		at := -1 // where its own comments begin
		for _, c := range w.comments {
			if c.trails && now.Len() > 0 {
				text := now.String()
				now.Reset()
				lines = append(lines, line{text, c.text, c.column})
				width = 0
				continue
			}
			end()
			if c.blank {
				empty()
			}
			if at < 0 {
				at = l.remarkIndent(i)
			}
			lines = append(lines, line{text: strings.Repeat(" ", at) + c.text})
		}
		switch {
		case w.text == "": // the end
		case w.breaks || i == 0:
			end()
			if w.blank {
				empty()
			}
			margin = l.indent(i)
			put(strings.Repeat(" ", margin))
		case l.spaced(i):
			put(" ")
		}
		w.col, w.margin = width, margin
		put(w.text)
	}
	end()
	return join(lines)
}

// join puts lines together. Comments that ended lines that follow each other, in one column,
// stay in one column.
func join(lines []line) string {
	var b strings.Builder
	for i := 0; i < len(lines); {
		n, width := i+1, 0
		if lines[i].comment != "" {
			for n < len(lines) && lines[n].comment != "" && lines[n].column == lines[i].column {
				n++
			}
			for _, l := range lines[i:n] {
				width = max(width, len([]rune(l.text)))
			}
		}
		for ; i < n; i++ {
			b.WriteString(strings.TrimRight(lines[i].text, " "))
			if c := lines[i].comment; c != "" {
				b.WriteString(strings.Repeat(" ", width-len([]rune(lines[i].text))+1) + c)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}
