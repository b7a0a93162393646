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

type lexer struct{ source.Scanner }

func (l *lexer) next() (token, error) {
	l.SkipBlank("--")
	pos, rest := l.Pos(), l.Rest()
	switch {
	case rest == "":
		return token{0, "", pos}, nil
	case rest[0] == '\'' && source.Identifier(rest[1:]) > 0:
		return token{'t', l.Skip(1 + source.Identifier(rest[1:])), pos}, nil
	case rest[0] == '#' && source.Identifier(rest[1:]) > 0:
		return token{'i', l.Skip(1 + source.Identifier(rest[1:])), pos}, nil
	case source.Identifier(rest) > 0:
		return token{'i', l.Skip(source.Identifier(rest)), pos}, nil
	case source.Number(rest) > 0:
		return token{'n', l.Skip(source.Number(rest)), pos}, nil
	}
	for _, o := range operators {
		if strings.HasPrefix(rest, o) {
			l.Skip(len(o))
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
