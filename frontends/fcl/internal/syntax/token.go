package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/lamina-lang/lamina/core/source"
)

// token is a word of a program. Kind is 'i' for an identifier, 't' for a type variable, 'n' for a
// number, 0 for the end, and 'o' for everything else.
type token struct {
	kind byte
	text string
	pos  source.Pos
}

// operators are the words that are neither identifiers nor numbers, longer ones first.
var operators = []string{"|>", "||", "&&", "=>", "==", "!=", "<=", ">=", "<<", ">>", "<-", "->", "#[",
	"(", ")", "[", "]", "{", "}", "<", ">", ".", ",", ";", ":", "=", "+", "-", "*", "/", "%"}

type lexer struct {
	file, text string
	at         int
	line, col  int
}

func (l *lexer) pos() source.Pos { return source.Pos{File: l.file, Line: l.line, Col: l.col} }

// skip moves on by n bytes, which hold no line break.
func (l *lexer) skip(n int) string {
	s := l.text[l.at : l.at+n]
	l.at += n
	l.col += n
	return s
}

// blank skips white space and comments.
func (l *lexer) blank() {
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == '\n':
			l.at++
			l.line, l.col = l.line+1, 1
		case c == ' ' || c == '\t' || c == '\r':
			l.skip(1)
		case strings.HasPrefix(l.text[l.at:], "--"):
			end := strings.IndexByte(l.text[l.at:], '\n')
			if end < 0 {
				end = len(l.text) - l.at
			}
			l.skip(end)
		default:
			return
		}
	}
}

func (l *lexer) next() (token, error) {
	l.blank()
	pos := l.pos()
	rest := l.text[l.at:]
	switch {
	case rest == "":
		return token{0, "", pos}, nil
	case rest[0] == '\'' && source.Identifier(rest[1:]) > 0:
		return token{'t', l.skip(1 + source.Identifier(rest[1:])), pos}, nil
	case rest[0] == '#' && source.Identifier(rest[1:]) > 0:
		return token{'i', l.skip(1 + source.Identifier(rest[1:])), pos}, nil
	case source.Identifier(rest) > 0:
		return token{'i', l.skip(source.Identifier(rest)), pos}, nil
	case source.Number(rest) > 0:
		return token{'n', l.skip(source.Number(rest)), pos}, nil
	}
	for _, o := range operators {
		if strings.HasPrefix(rest, o) {
			l.skip(len(o))
			return token{'o', o, pos}, nil
		}
	}
	r, size := utf8.DecodeRuneInString(rest)
	if r == utf8.RuneError && size == 1 {
		return token{}, source.Errorf(pos, "this byte is not UTF-8: 0x%02x", rest[0])
	}
	return token{}, source.Errorf(pos, "%q has no meaning in a program", source.Printable(string(r))).
		WithHint("comments begin with --; type variables with ', as in 'a; operators on bits are bitAnd, bitOr, bitXor, << and >>")
}
