package syntax

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lamina-lang/lamina/core/source"
)

// scanner cuts a program text into tokens. A text that is not UTF-8 it refuses by panicking
// with a *source.Error, which Parse recovers.
type scanner struct {
	file *source.File
	off  int
	line int
	bol  int // offset at which the line begins
	toks []token
}

// scan returns the tokens of f, the last of which is tEOF.
func scan(f *source.File) []token {
	s := &scanner{file: f, line: 1}
	s.checkUTF8()
	s.toks = make([]token, 0, len(f.Text)/4+1) // a guess that spares most growth
	for !s.scanOn() {
	}
	return s.toks
}

// scanOn reads tokens up to the end, or up to one that is wrong, which is of kind tWrong: it ends
// with its line if it is a string, and else where the scanner stopped.
func (s *scanner) scanOn() (done bool) {
	var t *token
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		err, ok := r.(*source.Error)
		if !ok {
			panic(r)
		}
		if s.off == t.from {
			_, n := utf8.DecodeRuneInString(s.rest())
			s.off += n
		}
		if s.file.Text[t.from] == '"' {
			s.skipLine()
		}
		t.kind, t.wrong, t.suffix, t.text = tWrong, err, "", s.file.Text[t.from:s.off]
		t.end, t.to = s.pos(), s.off
		if err.Pos == t.pos {
			err.Until(t.end)
		}
	}()
	for {
		if len(s.toks) == cap(s.toks) {
			s.toks = slices.Grow(s.toks, len(s.toks)) // twice as many: append grows long lists by quarters
		}
		docs := s.space()
		s.toks = append(s.toks, token{pos: s.pos(), docs: docs, from: s.off})
		t = &s.toks[len(s.toks)-1]
		s.token(t)
		t.end, t.to = s.pos(), s.off
		if t.kind == tEOF {
			return true
		}
	}
}

// checkUTF8 stops at the first byte that is part of no character, be it in a comment.
func (s *scanner) checkUTF8() {
	if utf8.ValidString(s.file.Text) {
		return
	}
	for s.off < len(s.file.Text) {
		r, n := utf8.DecodeRuneInString(s.rest())
		if r == utf8.RuneError && n == 1 {
			panic(s.fail(s.pos(), "Byte %#x is not valid UTF-8 here", s.peek(0)).WithHint("save the file as UTF-8"))
		}
		s.off += n
		if r == '\n' {
			s.line++
			s.bol = s.off
		}
	}
}

func (s *scanner) pos() source.Pos {
	return source.Pos{File: s.file.Name, Line: s.line, Col: s.off - s.bol + 1}
}

func (s *scanner) fail(pos source.Pos, format string, args ...any) *source.Error {
	return source.Errorf(pos, format, args...).In(s.file)
}

func (s *scanner) rest() string { return s.file.Text[s.off:] }

// peek returns the byte i places ahead, 0 past the end.
func (s *scanner) peek(i int) byte {
	if s.off+i >= len(s.file.Text) {
		return 0
	}
	return s.file.Text[s.off+i]
}

// space skips white space and comments and returns the documentation comments
// among them.
func (s *scanner) space() (docs []string) {
	for s.off < len(s.file.Text) {
		switch c := s.peek(0); {
		case c == '\n':
			s.off++
			s.line++
			s.bol = s.off
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			s.off++
		case c == '-' && s.peek(1) == '-':
			if isDocComment(s.rest()) {
				docs = append(docs, s.docComment())
			} else {
				s.skipLine()
			}
		default:
			return docs
		}
	}
	return docs
}

func isDocComment(text string) bool {
	after, ok := strings.CutPrefix(text, "-- |")
	return ok && !strings.HasPrefix(after, "|")
}

// skipLine moves to the line break that ends the line.
func (s *scanner) skipLine() string {
	text, _, _ := strings.Cut(s.rest(), "\n")
	s.off += len(text)
	return text
}

// token reads a token.
func (s *scanner) token(t *token) {
	start := s.off
	c := s.peek(0)
	switch {
	case s.off >= len(s.file.Text):
		t.kind = tEOF
	case isDigit(c) && s.afterDot():
		s.digits(isDigit)
		t.kind, t.text = tInt, s.file.Text[start:s.off]
	case isDigit(c):
		s.number(t)
	case c == '"':
		t.kind, t.text = tString, s.stringLit()
	case c == '\'' && s.charLitLen() > 0:
		t.kind, t.text = tChar, s.charLit()
	case isOpChar(c) && c != '.':
		for isOpChar(s.peek(0)) {
			s.off++
		}
		t.kind, t.text = tOp, s.file.Text[start:s.off]
		if reservedOps[t.text] {
			t.kind = tPunct
		}
	case s.punct(t):
	default:
		s.ident(t)
	}
}

// afterDot reports whether a single dot precedes, so that in t.0.1 each number
// is a field.
func (s *scanner) afterDot() bool {
	before := s.file.Text[:s.off]
	return strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "..")
}

// puncts is in order of matching, longer ones first.
var puncts = []string{
	"...", "..<", "..>", "..", ".", ":>", ":", "'^", "'~", "'", "???", "?",
	"(", ")", "[", "]", "{", "}", ",", ";", "\\", "`", "#[", "#", "@", "~",
}

func (s *scanner) punct(t *token) bool {
	for _, p := range puncts {
		if strings.HasPrefix(s.rest(), p) {
			s.off += len(p)
			t.kind, t.text = tPunct, p
			return true
		}
	}
	return false
}

// lookalikes are the characters that word processors and web pages have in place of those that programs are written with.
var lookalikes = map[rune]string{
	'\u00a0': "a plain space", '\u2003': "a plain space", '\u3000': "a plain space", '\u200b': "nothing in its place",
	'‐': "-", '‑': "-", '–': "-", '—': "-", '−': "-", '×': "*", '·': "*", '÷': "/", '≤': "<=", '≥': ">=", '≠': "!=", '→': "->",
	'“': `"`, '”': `"`, '„': `"`, '‘': "'", '’': "'", '…': "...", '∧': "&&", '∨': "||", '¬': "!",
}

func (s *scanner) ident(t *token) {
	start := s.off
	r, n := utf8.DecodeRuneInString(s.rest())
	if !isLetter(r) {
		e := s.fail(t.pos, "Unexpected character %q", r)
		if meant, ok := lookalikes[r]; ok {
			e.WithHint("write %s", meant)
		}
		panic(e)
	}
	for isLetter(r) || r == '\'' || r < utf8.RuneSelf && isDigit(byte(r)) {
		s.off += n
		r, n = utf8.DecodeRuneInString(s.rest())
	}
	t.kind, t.text = tIdent, s.file.Text[start:s.off]
	switch {
	case t.text == "_":
		t.kind = tPunct
	case keywords[t.text]:
		t.kind = tKeyword
	}
}

// docComment reads `-- | …` and the comment lines that follow it.
func (s *scanner) docComment() string {
	lines := []string{strings.TrimPrefix(s.skipLine(), "-- |")}
	for {
		rest := strings.TrimLeft(strings.TrimPrefix(s.rest(), "\n"), " \t")
		if s.peek(0) != '\n' || !strings.HasPrefix(rest, "--") || isDocComment(rest) {
			break
		}
		s.off++
		s.line++
		s.bol = s.off
		lines = append(lines, strings.TrimPrefix(strings.TrimLeft(s.skipLine(), " \t"), "--"))
	}
	for i, l := range lines {
		lines[i] = strings.TrimSpace(l)
	}
	return strings.Join(lines, "\n")
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(r rune) bool {
	return r == '_' || r != utf8.RuneError && unicode.IsLetter(r)
}

func isOpChar(c byte) bool { return c != 0 && strings.IndexByte("+-*/%=!><|&^.", c) >= 0 }
