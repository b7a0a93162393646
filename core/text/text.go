// Package text is the lexical layer of the IR's text forms: tokens, a Scanner that a
// recursive-descent parser reads them from, and a Writer that lays them out. core/ir and
// core/imp build their grammars on it.
//
//	words      let  add  x_12  xs'   $"any text"   letters, digits, _ and '
//	constants  3i32  -1.5f32  f32.nan  true
//	strings    "as in Go"
//	places     @4:7   @prelude.fut:4:7   @"a b.fut":4:7   @- (nowhere)
//	comments   -- to the end of the line
//
// Line breaks and indentation have no meaning. A Scanner reads what a Writer wrote back
// to the same name, constant, string or position; a position without a file is in the
// file that the text's header names.
package text

import (
	"unicode"
	"unicode/utf8"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds of token.
const (
	EOF    Kind = iota
	Word        // a bare identifier
	Quoted      // an identifier written $"…"
	Number      // digits, with fraction, exponent and type as they are written
	String      // a string; Text is its value
	Place       // a position; Text is the part after the @
	Punct       // punctuation
	Bad         // no token; Text says what is wrong
)

// Token is a token and its position. Lines and columns count from 1, columns in bytes.
type Token struct {
	Kind      Kind
	Text      string
	Line, Col int
}

// Is reports whether t is the given punctuation or bare word.
func (t Token) Is(text string) bool {
	return (t.Kind == Punct || t.Kind == Word) && t.Text == text
}

// IsIdent reports whether t can name something.
func (t Token) IsIdent() bool { return t.Kind == Word || t.Kind == Quoted }

// describe names t for messages.
func (t Token) describe() string {
	switch t.Kind {
	case EOF:
		return "the end of the text"
	case Quoted:
		return "the name " + quote(t.Text)
	case String:
		return "the string " + quote(t.Text)
	case Place:
		return "the position @" + t.Text
	}
	return quote(t.Text)
}

// IsWord reports whether s is a bare identifier, which needs no quotes.
func IsWord(s string) bool {
	for i, r := range s {
		if !isWordRune(r) || i == 0 && !isWordStart(r) || r == utf8.RuneError {
			return false
		}
	}
	return s != ""
}

func isWordStart(r rune) bool { return r == '_' || unicode.IsLetter(r) }

func isWordRune(r rune) bool { return isWordStart(r) || unicode.IsDigit(r) || r == '\'' }

func isDigit(r rune) bool { return '0' <= r && r <= '9' }
