package syntax

import (
	"strings"

	"github.com/lamina-lang/lamina/core/source"
)

// kind is the sort of a token.
type kind uint8

const (
	tEOF     kind = iota
	tIdent        // x
	tKeyword      // let
	tInt          // 12, 0xFFu8
	tFloat        // 1.5, 1e3f32
	tChar         // 'a'
	tString       // "abc"
	tOp           // + <|> (any sequence of operator characters)
	tWrong        // what is no token; see token.wrong
	tPunct        // ( ) [ ] { } , : :> . .. ... ..< ..> \ -> = ` ' '^ '~ ? #[ # _ ;
)

// token is a lexical unit. Text is as written, but for string and character
// literals, where it is the value.
type token struct {
	kind   kind
	text   string
	suffix string // the type of a number
	pos    source.Pos
	end    source.Pos    // just after it
	from   int           // where in the text it begins
	to     int           // and ends
	wrong  *source.Error // what is wrong with it, or nil
	docs   []string      // the documentation comments before it
}

// is reports whether t is the keyword, the punctuation or the operator s.
func (t *token) is(s string) bool {
	return t.text == s && (t.kind == tPunct || t.kind == tKeyword || t.kind == tOp)
}

// namesField reports whether t is the name of a field; a decimal number names one
// of a tuple.
func (t *token) namesField() bool {
	return t.kind == tIdent ||
		t.kind == tInt && t.suffix == "" && strings.Trim(t.text, "0123456789_") == ""
}

// adjacent reports whether t follows prev without a space between.
func (t *token) adjacent(prev *token) bool { return t.pos == prev.end }

// describe names t in messages.
func (t *token) describe() string {
	switch t.kind {
	case tEOF:
		return "end of file"
	case tIdent:
		return "name " + quote(t.text)
	case tKeyword:
		return "keyword " + quote(t.text)
	case tInt, tFloat:
		return "number " + quote(t.text+t.suffix)
	case tChar:
		return "a character"
	case tString:
		return "a string"
	case tOp:
		return "operator " + quote(t.text)
	}
	return quote(t.text)
}

// quote puts marks around a piece of program in a message.
func quote(s string) string { return `"` + s + `"` }

var keywords = map[string]bool{
	"assert": true, "case": true, "def": true, "do": true, "else": true,
	"entry": true, "false": true, "for": true, "if": true, "import": true,
	"in": true, "include": true, "let": true, "local": true, "loop": true,
	"match": true, "module": true, "open": true, "then": true, "true": true,
	"type": true, "val": true, "while": true, "with": true,
}

// reservedOps are sequences of operator characters that are no operators.
var reservedOps = map[string]bool{"=": true, "->": true, "!": true}

// operatorLevel gives the precedence of a binary operator: the level of the
// first entry of operatorLevels that its text begins with. Level 0 binds least.
func operatorLevel(op string) (level int, rightAssoc bool) {
	for _, l := range operatorLevels {
		for _, prefix := range l.prefixes {
			if len(op) >= len(prefix) && op[:len(prefix)] == prefix {
				return l.level, l.rightAssoc
			}
		}
	}
	return backtickLevel, false
}

const backtickLevel = 0

// operatorLevels is in order of matching, longer prefixes first; a user's
// operator has the fixity of the built-in one that it begins with.
var operatorLevels = []struct {
	prefixes   []string
	level      int
	rightAssoc bool
}{
	{[]string{"||"}, 3, false},
	{[]string{"&&"}, 4, false},
	{[]string{"|>"}, 1, false},
	{[]string{"<|"}, 2, true},
	{[]string{"<<", ">>"}, 7, false},
	{[]string{"**"}, 10, false},
	{[]string{"<", ">", "==", "!=", "=", "!"}, 5, false},
	{[]string{"&", "^", "|"}, 6, false},
	{[]string{"+", "-"}, 8, false},
	{[]string{"*", "/", "%"}, 9, false},
}
