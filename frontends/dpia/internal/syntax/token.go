package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/lamina-lang/lamina/core/source"
)

// token is a word of a program. Kind is 'i' for an identifier, 'n' for a number, 0 for the end,
// and 'o' for everything else.
type token struct {
	kind byte
	text string
	pos  source.Pos
}

// operators are the words that are neither identifiers nor numbers, longer ones first.
var operators = []string{"->p", "->", ":=", "|>", "#[", "\\", "λ", "(", ")", "[", "]", "{", "}", "<", ">",
	".", ",", ";", ":", "=", "+", "-", "*", "/"}

type lexer struct{ source.Scanner }

func (l *lexer) next() (token, error) {
	l.SkipBlank("--")
	pos, rest := l.Pos(), l.Rest()
	if rest == "" {
		return token{0, "", pos}, nil
	}
	if n := source.Identifier(rest); n > 0 {
		return token{'i', l.Skip(n), pos}, nil
	}
	if n := source.Number(rest); n > 0 {
		return token{'n', l.Skip(n), pos}, nil
	}
	for _, o := range operators {
		if !strings.HasPrefix(rest, o) {
			continue
		}
		if o == "->p" && source.Identifier(rest[2:]) > 1 {
			continue // an arrow before a name that begins with p
		}
		l.Skip(len(o))
		return token{'o', o, pos}, nil
	}
	r, size := utf8.DecodeRuneInString(rest)
	shown := source.Printable(string(r))
	if r == utf8.RuneError && size == 1 {
		return token{}, source.Errorf(pos, "this byte is not UTF-8: 0x%02x", rest[0])
	}
	return token{}, source.Errorf(pos, "%q has no meaning in a program", shown).
		WithHint("comments begin with --; operators are + - * / |> := ;")
}
