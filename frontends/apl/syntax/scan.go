package syntax

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lamina-lang/lamina/core/source"
)

// kind is the sort of a token.
type kind uint8

const (
	tEOF    kind = iota
	tBreak       // a line break, or ⋄
	tNumber      // 12, ¯1.5E¯3
	tName        // x, ⍺, ⍵⍵
	tGlyph       // a primitive function or operator, ⍬
	tPunct       // ( ) [ ] { } ; : ← ⎕
	tNote        // the text of a comment ⍝: that states a type
)

// token is a lexical unit.
type token struct {
	kind kind
	text string
	pos  source.Pos
	num  *Number
}

func (t token) describe() string {
	switch t.kind {
	case tEOF:
		return "the end of the file"
	case tBreak:
		return "the end of the statement"
	case tNote:
		return "a type annotation"
	}
	return quote(t.text)
}

func quote(s string) string { return "“" + source.Cut(s) + "”" }

// scanner cuts a text into tokens.
type scanner struct{ source.Scanner }

// scan returns the tokens of f, the last of which is tEOF. It panics with a *source.Error.
func scan(f *source.File) []token {
	s := &scanner{source.NewScanner(f)}
	if !utf8.ValidString(f.Text) {
		s.checkUTF8()
	}
	var out []token
	for {
		t := s.token()
		out = append(out, t)
		if t.kind == tEOF {
			return out
		}
	}
}

// checkUTF8 stops at the first byte that is part of no character.
func (s *scanner) checkUTF8() {
	for s.Rest() != "" {
		r, n := utf8.DecodeRuneInString(s.Rest())
		if r == utf8.RuneError && n == 1 {
			panic(source.Errorf(s.Pos(), "byte %#x is not valid UTF-8 here", s.Rest()[0]).WithHint("save the file as UTF-8"))
		}
		s.Skip(n)
	}
}

func (s *scanner) token() token {
	s.SkipSpaces()
	t := token{pos: s.Pos()}
	rest := s.Rest()
	if rest == "" {
		return t
	}
	r, size := utf8.DecodeRuneInString(rest)
	t.text = rest[:size]
	switch {
	case r == '\n':
		s.Skip(1)
		t.kind = tBreak
		return t
	case r == '⋄':
		t.kind = tBreak
	case r == '⍝':
		return s.comment()
	case unicode.IsDigit(r) || r == '¯' || r == '.' && len(rest) > 1 && isDigit(rest[1]):
		return s.number()
	case isNameRune(r) || r == '⍙' || r == '∆':
		n := 0
		for n < len(rest) {
			r, size := utf8.DecodeRuneInString(rest[n:])
			if !isNameRune(r) && !unicode.IsDigit(r) {
				break
			}
			n += size
		}
		t.kind, t.text = tName, rest[:n]
	case r == '⍺' || r == '⍵':
		t.kind = tName
		if strings.HasPrefix(rest[size:], t.text) {
			t.text += t.text
		}
	case r == '⎕':
		n := size
		for n < len(rest) && rest[n] < utf8.RuneSelf && isNameRune(rune(rest[n])) {
			n++
		}
		t.kind, t.text = tPunct, rest[:n]
	case strings.ContainsRune("()[]{};:←", r):
		t.kind = tPunct
	case strings.ContainsRune(functions+monadicOps+dyadicOps+"⍬", r):
		t.kind = tGlyph
		for _, b := range bitwise {
			if strings.HasPrefix(rest, b) {
				t.text = b
			}
		}
	case r == 'ω':
		panic(source.Errorf(t.pos, "the Greek letter ω stands where APL has ⍵").WithHint("write ⍵"))
	case outside[r] != "":
		panic(refusal(r, t.pos))
	default:
		e := source.Errorf(t.pos, "%q is no glyph of APL", r)
		if lookalikes[r] != "" {
			e.WithHint("%s", lookalikes[r])
		}
		panic(e)
	}
	s.Skip(len(t.text))
	return t
}

// comment skips a comment, which ends with its line. One that begins with ⍝: is a token.
func (s *scanner) comment() token {
	t := token{pos: s.Pos(), kind: tNote}
	text := s.SkipLine()
	if note, ok := strings.CutPrefix(text, "⍝:"); ok {
		t.text = strings.TrimSpace(note)
		return t
	}
	return s.token()
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameRune(r rune) bool {
	return r == '_' || r == '∆' || r == '⍙' || unicode.IsLetter(r) && r != '⍺' && r != '⍵' && r != 'ω'
}

// number scans a number. One without a point that is a whole number is an int.
func (s *scanner) number() token {
	t := token{pos: s.Pos(), kind: tNumber}
	rest := s.Rest()
	n := 0
	digits := func() int {
		from := n
		for n < len(rest) && isDigit(rest[n]) {
			n++
		}
		return n - from
	}
	minus := func() {
		if strings.HasPrefix(rest[n:], "¯") {
			n += len("¯")
		}
	}
	minus()
	whole := digits()
	point := n < len(rest) && rest[n] == '.' && n+1 < len(rest) && isDigit(rest[n+1])
	if point {
		n++
		digits()
	}
	if whole == 0 && !point {
		panic(source.Errorf(t.pos, "a number is expected after ¯").WithHint("the function that negates is -"))
	}
	if n < len(rest) && (rest[n] == 'E' || rest[n] == 'e') {
		n++
		minus()
		if digits() == 0 {
			panic(source.Errorf(t.pos, "the exponent of %s has no digits", rest[:n]))
		}
	}
	if n < len(rest) && (rest[n] == 'J' || rest[n] == 'j') {
		panic(source.Errorf(t.pos, "complex numbers are not supported"))
	}
	if r, size := utf8.DecodeRuneInString(rest[n:]); size > 0 && isNameRune(r) {
		e := source.Errorf(t.pos, "%s… is neither a number nor a name", source.Cut(rest[:n+size]))
		if lookalikes[r] != "" {
			e.WithHint("%s", lookalikes[r])
		}
		panic(e)
	}
	t.text = rest[:n]
	s.Skip(n)
	t.num = numberOf(t, point)
	return t
}

func numberOf(t token, point bool) *Number {
	out := &Number{array: array{At{t.pos}}}
	text := strings.ReplaceAll(t.text, "¯", "-")
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(source.Errorf(t.pos, "%s is larger than a number can be", source.Cut(t.text)))
	}
	out.Float = x
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		out.Int, out.IsInt = i, true
	} else if !point && x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		out.Int, out.IsInt = int64(x), true
	}
	return out
}
