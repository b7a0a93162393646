package lsp

import (
	"net/url"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lamina-lang/lamina/core/source"
)

// text is the text of a document, by lines. The protocol counts UTF-16 units from 0 where the
// compiler counts bytes from 1.
type text []string

func newText(s string) text { return strings.Split(s, "\n") }

// units is how many UTF-16 units s has.
func units(s string) (n int) {
	for _, r := range s {
		n += unitsOf(r)
	}
	return n
}

func unitsOf(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}

// position is a place of the compiler's in the protocol's terms.
func (t text) position(p source.Pos) position {
	line := p.Line - 1
	if line < 0 {
		return position{}
	}
	if line >= len(t) {
		return position{Line: line}
	}
	s := strings.TrimSuffix(t[line], "\r")
	return position{line, units(s[:max(0, min(p.Col-1, len(s)))])}
}

// place is a place of the protocol's as line and column of the compiler's.
func (t text) place(p position) (line, col int) {
	if p.Line < 0 || p.Line >= len(t) {
		return p.Line + 1, 1
	}
	return p.Line + 1, t.offsetIn(p) + 1
}

// offsetIn is a place as a number of bytes in its line.
func (t text) offsetIn(p position) int {
	s, n := t[p.Line], 0
	for i, r := range s {
		if n >= p.Character {
			return i
		}
		n += unitsOf(r)
	}
	return len(s)
}

// offset is a place as a number of bytes in the text.
func (t text) offset(p position) int {
	if p.Line >= len(t) {
		return len(strings.Join(t, "\n"))
	}
	n := 0
	for _, line := range t[:max(p.Line, 0)] {
		n += len(line) + 1
	}
	if p.Line < 0 {
		return 0
	}
	return n + t.offsetIn(p)
}

// end is the place after the last character.
func (t text) end() position {
	last := len(t) - 1
	return position{last, units(t[last])}
}

// fileOf is the path that a URI names, "" if it names no file.
func fileOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	path := filepath.FromSlash(u.Path)
	if len(path) > 2 && path[0] == '\\' && path[2] == ':' { // \C:\folder
		path = path[1:]
	}
	return path
}

func uriOf(file string) string {
	path := filepath.ToSlash(file)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// isName reports whether s can name a value.
func isName(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	if first != '_' && !unicode.IsLetter(first) {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool { return !inName(r) }) < 0
}

func inName(r rune) bool {
	return r == '_' || r == '\'' || unicode.IsLetter(r) || unicode.IsDigit(r)
}
