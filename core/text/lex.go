package text

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lex splits src into tokens. The last one is EOF. A Bad token ends the list early.
func lex(src string) []Token {
	l := lexer{src: src, line: 1, col: 1}
	for {
		l.skipBlank()
		t := Token{Line: l.line, Col: l.col}
		t.Kind, t.Text = l.next()
		l.tokens = append(l.tokens, t)
		if t.Kind == EOF || t.Kind == Bad {
			return l.tokens
		}
	}
}

type lexer struct {
	src       string // the rest of the text
	line, col int    // of its first byte
	tokens    []Token
}

// take consumes n bytes.
func (l *lexer) take(n int) string {
	s := l.src[:n]
	if breaks := strings.Count(s, "\n"); breaks > 0 {
		l.line += breaks
		l.col = n - strings.LastIndexByte(s, '\n')
	} else {
		l.col += n
	}
	l.src = l.src[n:]
	return s
}

// takeWhile consumes the runes that ok accepts.
func (l *lexer) takeWhile(ok func(rune) bool) string {
	n := strings.IndexFunc(l.src, func(r rune) bool { return !ok(r) })
	if n < 0 {
		n = len(l.src)
	}
	return l.take(n)
}

func (l *lexer) skipBlank() {
	for {
		l.takeWhile(unicode.IsSpace)
		if !strings.HasPrefix(l.src, "--") {
			return
		}
		l.takeWhile(func(r rune) bool { return r != '\n' })
	}
}

// punctuation lists the marks, longer ones before their prefixes.
var punctuation = []string{
	"->", "<-", ":+", "(", ")", "[", "]", "{", "}", ",", ":", "=", "+", "-", "*", "<", ".", "\\", "@", "?", "/",
}

func (l *lexer) next() (Kind, string) {
	r, _ := utf8.DecodeRuneInString(l.src)
	switch {
	case l.src == "":
		return EOF, ""
	case isWordStart(r):
		return Word, l.takeWhile(isWordRune)
	case isDigit(r):
		return Number, l.number()
	case r == '"':
		return l.quoted(String)
	case strings.HasPrefix(l.src, `$"`):
		l.take(1)
		return l.quoted(Quoted)
	case r == '@' && len(l.src) > 1 && !unicode.IsSpace(rune(l.src[1])):
		return l.place()
	}
	for _, p := range punctuation {
		if strings.HasPrefix(l.src, p) {
			return Punct, l.take(len(p))
		}
	}
	return Bad, "no token begins with " + strconv.QuoteRune(r)
}

// number consumes a constant without its sign. A sign within it belongs to an exponent; a
// point within it is followed by a digit.
func (l *lexer) number() string {
	hex := strings.HasPrefix(l.src, "0x") || strings.HasPrefix(l.src, "0X")
	i := 1
	for ; i < len(l.src); i++ {
		c := l.src[i]
		exponent := strings.IndexByte("pP", l.src[i-1]) >= 0 || !hex && strings.IndexByte("eE", l.src[i-1]) >= 0
		switch {
		case isDigit(rune(c)), c == '_', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		case c == '.' && i+1 < len(l.src) && isDigit(rune(l.src[i+1])):
		case (c == '+' || c == '-') && exponent:
		default:
			return l.take(i)
		}
	}
	return l.take(i)
}

// quoted consumes a string literal and returns its value.
func (l *lexer) quoted(kind Kind) (Kind, string) {
	literal, err := strconv.QuotedPrefix(l.src)
	if err != nil || literal[0] != '"' {
		return Bad, "the string is not closed on its line, or has an escape that Go's strings lack"
	}
	value, _ := strconv.Unquote(literal)
	l.take(len(literal))
	return kind, value
}

// place consumes a position. Text keeps the quotes of a quoted file.
func (l *lexer) place() (Kind, string) {
	l.take(1)
	file := ""
	if l.src[0] == '"' {
		var err error
		if file, err = strconv.QuotedPrefix(l.src); err != nil {
			return Bad, "the file name of a position is not closed"
		}
		l.take(len(file))
	}
	return Place, file + l.takeWhile(func(r rune) bool {
		return r == ':' || r < utf8.RuneSelf && isPlainFileByte(byte(r))
	})
}

// isPlainFileByte reports whether a file name with c in it needs no quotes.
func isPlainFileByte(c byte) bool {
	return isDigit(rune(c)) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || strings.IndexByte("_./-+", c) >= 0
}

func quote(s string) string { return strconv.Quote(s) }
