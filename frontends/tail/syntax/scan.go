package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/lamina-lang/lamina/core/source"
)

// kind is the sort of a token.
type kind uint8

const (
	tEOF    kind = iota
	tName        // x, entry
	tInt         // 12, ~12
	tDouble      // 1.5, ~1e3
	tTyVar       // 'a
	tPunct       // ( ) [ ] < > , : = + -> =>
)

// token is a lexical unit.
type token struct {
	kind kind
	text string
	pos  source.Pos
}

// describe names t in messages.
func (t token) describe() string {
	switch t.kind {
	case tEOF:
		return "the end of the file"
	case tInt, tDouble:
		return "number " + quote(t.text)
	case tName:
		if keywords[t.text] {
			return "keyword " + quote(t.text)
		}
		return "name " + quote(t.text)
	}
	return quote(t.text)
}

func quote(s string) string { return `"` + source.Cut(s) + `"` }

var keywords = map[string]bool{"entry": true, "let": true, "in": true, "fn": true, "if": true, "tt": true, "ff": true}

// scanner cuts a text into tokens.
type scanner struct{ source.Scanner }

// scan returns the tokens of f, the last of which is tEOF. It panics with a *source.Error.
func scan(f *source.File) []token {
	s := &scanner{source.NewScanner(f)}
	var out []token
	for {
		t := s.token()
		out = append(out, t)
		if t.kind == tEOF {
			return out
		}
	}
}

func (s *scanner) token() token {
	s.SkipBlank("--")
	t := token{pos: s.Pos()}
	rest := s.Rest()
	if rest == "" {
		return t
	}
	switch c := rest[0]; {
	case isLetter(c):
		t.kind, t.text = tName, rest[:span(rest, isNameByte)]
	case c == '\'':
		t.kind, t.text = tTyVar, rest[:1+span(rest[1:], isNameByte)]
	case isDigit(c) || c == '~' && len(rest) > 1 && isDigit(rest[1]):
		t.kind, t.text = number(rest)
	default:
		t.kind = tPunct
		for _, p := range []string{"->", "=>", "(", ")", "[", "]", "<", ">", ",", ":", "=", "+"} {
			if strings.HasPrefix(rest, p) {
				t.text = p
				break
			}
		}
		if t.text == "" {
			r, _ := utf8.DecodeRuneInString(rest)
			panic(source.Errorf(t.pos, "unexpected character %q", r))
		}
	}
	s.Skip(len(t.text))
	return t
}

// number is the number that text begins with.
func number(text string) (kind, string) {
	n, k := 0, tInt
	if text[0] == '~' {
		n = 1
	}
	n += span(text[n:], isDigit)
	if n+1 < len(text) && text[n] == '.' && isDigit(text[n+1]) {
		k = tDouble
		n += 1 + span(text[n+1:], isDigit)
	}
	if n < len(text) && (text[n] == 'e' || text[n] == 'E') {
		m := n + 1
		if m < len(text) && strings.IndexByte("~+-", text[m]) >= 0 {
			m++
		}
		if d := span(text[m:], isDigit); d > 0 {
			k, n = tDouble, m+d
		}
	}
	return k, text[:n]
}

func span(s string, in func(byte) bool) int {
	n := 0
	for n < len(s) && in(s[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool    { return '0' <= c && c <= '9' }
func isLetter(c byte) bool   { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }
func isNameByte(c byte) bool { return isLetter(c) || isDigit(c) }
