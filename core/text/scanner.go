package text

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// maxDepth bounds the nesting depth that Enter allows, so that nothing that walks a
// program overflows its stack. Programs of people and passes stay far below it.
const maxDepth = 1000

// maxID bounds the numbers of names, so that the supply cannot run out.
const maxID = 1 << 48

// Scanner hands out the tokens of a text. The first error sticks: from then on every
// token is EOF. So a parser need not check for errors as it goes, as long as each of its
// loops ends at EOF.
type Scanner struct {
	// Names continues after the largest ID that Name has read.
	Names *name.Supply
	// Loops is what the header tells of loops.
	Loops []Loop
	// File is the file of positions that name none.
	File string

	src    *source.File
	tokens []Token
	i      int
	depth  int
	err    *source.Error
}

// NewScanner returns a scanner at the first token of text; messages call the text file.
func NewScanner(file, text string) *Scanner {
	s := &Scanner{Names: new(name.Supply), src: &source.File{Name: file, Text: text}, tokens: lex(text)}
	s.stopAtBad()
	return s
}

// Header reads the header of a program's text and returns the level, which must be one of
// levels.
func (s *Scanner) Header(levels ...string) string {
	alternatives := strings.Join(levels, ", lamina ")
	if !s.Accept("lamina") {
		s.Fail("not .lir text: it begins with one of lamina %s", alternatives)
	}
	level := s.Tok().Text
	if !slices.Contains(levels, level) {
		s.Expected("the level of the text, one of " + strings.Join(levels, ", "))
	}
	s.Next()
	if s.Accept("names") {
		s.Names.Seen(name.Name{ID: s.id()})
	}
	if s.Accept("file") {
		s.File = s.Str()
	}
	for at := s.Pos(); s.Accept("loop"); at = s.Pos() {
		s.Loops = append(s.Loops, Loop{Op: s.Str(), Told: s.Str(), Of: s.Place(), At: at})
	}
	return level
}

// id consumes the number of a name.
func (s *Scanner) id() int {
	pos := s.Pos()
	id := s.Int()
	if id < 0 || id > maxID {
		s.FailAt(pos, "%d is no number of a name: they go from 1 to 2^48", id)
	}
	return id
}

// Err returns the first error, with its line, or nil.
func (s *Scanner) Err() error {
	if s.err == nil {
		return nil
	}
	return s.err.In(s.src)
}

// Failed reports whether there was an error.
func (s *Scanner) Failed() bool { return s.err != nil }

// Tok returns the current token.
func (s *Scanner) Tok() Token { return s.tokens[s.i] }

// Peek returns the token after the current one.
func (s *Scanner) Peek() Token { return s.Ahead(1) }

// Ahead returns the nth token after the current one.
func (s *Scanner) Ahead(n int) Token { return s.tokens[min(s.i+n, len(s.tokens)-1)] }

// Pos returns the position of the current token in the text itself.
func (s *Scanner) Pos() source.Pos {
	t := s.Tok()
	return source.Pos{File: s.src.Name, Line: t.Line, Col: t.Col}
}

// Next consumes the current token and returns it.
func (s *Scanner) Next() Token {
	t := s.Tok()
	if t.Kind != EOF {
		s.i++
		s.stopAtBad()
	}
	return t
}

func (s *Scanner) stopAtBad() {
	if t := s.Tok(); t.Kind == Bad {
		s.Fail("%s", t.Text)
	}
}

// Fail reports an error at the current token, unless there was one before.
func (s *Scanner) Fail(format string, args ...any) { s.FailAt(s.Pos(), format, args...) }

// FailAt reports an error at a place in the text, unless there was one before.
func (s *Scanner) FailAt(pos source.Pos, format string, args ...any) {
	if s.err != nil {
		return
	}
	s.err = source.Errorf(pos, format, args...)
	end := s.tokens[len(s.tokens)-1]
	s.tokens = []Token{{Kind: EOF, Line: end.Line, Col: end.Col}}
	s.i = 0
}

// Hint adds a remedy to the error that was just reported.
func (s *Scanner) Hint(format string, args ...any) {
	if s.err != nil && s.err.Hint == "" {
		s.err.Hint = source.Errorf(source.Pos{}, format, args...).Msg
	}
}

// Expected reports that the current token is not the expected one.
func (s *Scanner) Expected(what string) { s.Fail("expected %s, found %s", what, s.Tok().describe()) }

// Is reports whether the current token is that punctuation or bare word.
func (s *Scanner) Is(text string) bool { return s.Tok().Is(text) }

// Accept consumes the current token if it is that punctuation or bare word.
func (s *Scanner) Accept(text string) bool {
	if !s.Is(text) {
		return false
	}
	s.Next()
	return true
}

// Expect consumes that punctuation or bare word.
func (s *Scanner) Expect(text string) {
	if !s.Accept(text) {
		s.Expected(quote(text))
	}
}

// List reads items between open and close, with commas between them.
func (s *Scanner) List(open, close string, item func()) {
	s.Expect(open)
	s.Items(close, item)
}

// Items reads the rest of a List, after its opening.
func (s *Scanner) Items(close string, item func()) {
	for !s.Accept(close) && !s.Failed() {
		item()
		if !s.Is(close) && !s.Accept(",") {
			s.Expected(quote(",") + " or " + quote(close))
		}
	}
}

// Enter must be called before reading anything that can nest without bound, and Leave
// after.
func (s *Scanner) Enter() {
	if s.depth++; s.depth > maxDepth {
		s.Fail("nested more than %d deep", maxDepth)
	}
}

// Leave undoes Enter.
func (s *Scanner) Leave() { s.depth-- }

// Word consumes a bare word; what says which one is expected.
func (s *Scanner) Word(what string) string {
	if s.Tok().Kind != Word {
		s.Expected(what)
		return ""
	}
	return s.Next().Text
}

// Ident consumes an identifier, quoted or not.
func (s *Scanner) Ident(what string) string {
	if !s.Tok().IsIdent() {
		s.Expected(what)
		return ""
	}
	return s.Next().Text
}

// Name consumes a variable's name.
func (s *Scanner) Name() name.Name {
	t := s.Tok()
	if !t.IsIdent() || t.Is("true") || t.Is("false") {
		s.Expected("a name")
		return name.Name{}
	}
	n := name.Parse(t.Text)
	if n.ID > maxID {
		s.Fail("the number of %s is larger than 2^48", t.describe())
	}
	if n.IsZero() {
		s.Fail("a name needs a letter")
	}
	s.Names.Seen(n)
	s.Next()
	return n
}

// Str consumes a string.
func (s *Scanner) Str() string {
	if s.Tok().Kind != String {
		s.Expected("a string")
		return ""
	}
	return s.Next().Text
}

// Int consumes an integer without a type, with or without a sign.
func (s *Scanner) Int() int {
	pos := s.Pos()
	digits := s.signedDigits()
	n, err := strconv.Atoi(digits)
	if err != nil {
		s.FailAt(pos, "%q is no integer without a type", digits)
	}
	return n
}

func (s *Scanner) signedDigits() string {
	sign := ""
	if s.Accept("-") {
		sign = "-"
	}
	if s.Tok().Kind != Number {
		s.Expected("an integer")
		return ""
	}
	return sign + s.Next().Text
}

// AtConst reports whether a constant begins at the current token.
func (s *Scanner) AtConst() bool {
	t := s.Tok()
	return t.Kind == Number || t.Is("-") || t.Is("true") || t.Is("false") || t.Kind == Word && s.atNamedFloat()
}

// atNamedFloat reports whether the current token begins a constant like f32.nan.
func (s *Scanner) atNamedFloat() bool {
	t, ok := scalar.ParseType(s.Tok().Text)
	return ok && t.IsFloat() && s.Peek().Is(".")
}

// Const consumes a constant. A number must name its type, unless bare is valid: a number
// without a type then has that one.
func (s *Scanner) Const(bare scalar.Type) scalar.Value {
	pos, sign := s.Pos(), ""
	if s.Accept("-") {
		sign = "-"
	}
	switch {
	case s.Tok().Kind == Number:
		return s.number(pos, sign, s.Next().Text, bare)
	case sign == "" && (s.Is("true") || s.Is("false")):
		return scalar.FromBool(s.Next().Text == "true")
	case s.Tok().Kind == Word && s.atNamedFloat():
		literal := sign + s.Next().Text
		s.Expect(".")
		return s.value(pos, literal+"."+s.Word("nan or inf"))
	}
	s.Expected("a constant")
	return scalar.Value{}
}

func (s *Scanner) number(pos source.Pos, sign, digits string, bare scalar.Type) scalar.Value {
	if !hasType(digits) {
		if !bare.IsValid() {
			s.FailAt(pos, "the constant %s%s has no type", sign, digits)
			s.Hint("write %s%si32, or whichever type it has", sign, digits)
			return scalar.Value{}
		}
		digits += bare.String()
	}
	return s.value(pos, sign+digits)
}

func hasType(digits string) bool {
	for _, t := range scalar.NumericTypes.Types() {
		if strings.HasSuffix(digits, t.String()) {
			return true
		}
	}
	return false
}

func (s *Scanner) value(pos source.Pos, literal string) scalar.Value {
	v, err := scalar.ParseValue(literal)
	if err != nil {
		s.FailAt(pos, "%s", err)
	}
	return v
}

// ScalarType consumes the name of a scalar type.
func (s *Scanner) ScalarType() scalar.Type {
	t, ok := scalar.ParseType(s.Tok().Text)
	if !ok || s.Tok().Kind != Word {
		s.Expected("a scalar type")
		return scalar.Invalid
	}
	s.Next()
	return t
}

// AtPlace reports whether the current token is a position.
func (s *Scanner) AtPlace() bool { return s.Tok().Kind == Place }

// OptPlace consumes a position if there is one; the zero Pos means none.
func (s *Scanner) OptPlace() source.Pos {
	if !s.AtPlace() {
		return source.Pos{}
	}
	return s.Place()
}

// Place consumes a position.
func (s *Scanner) Place() source.Pos {
	if !s.AtPlace() {
		s.Expected("a position such as @4:7")
		return source.Pos{}
	}
	text := s.Tok().Text
	pos, ok := s.parsePlace(text)
	if !ok {
		s.Fail("@%s is no position", text)
		s.Hint("write @line:column, @file:line:column, or, before a memory block, @ and a space")
		return source.Pos{}
	}
	s.Next()
	return pos
}

func (s *Scanner) parsePlace(text string) (source.Pos, bool) {
	if text == "-" {
		return source.Pos{}, true
	}
	rest, col, ok := cutLastInt(text)
	if !ok {
		return source.Pos{}, false
	}
	file, line, ok := cutLastInt(rest)
	if !ok || line == 0 {
		return source.Pos{}, false
	}
	switch {
	case file == "" && rest == strconv.Itoa(line):
		file = s.File
	case strings.HasPrefix(file, `"`):
		unquoted, err := strconv.Unquote(file)
		if err != nil {
			return source.Pos{}, false
		}
		file = unquoted
	case file == "":
		return source.Pos{}, false
	}
	return source.Pos{File: file, Line: line, Col: col}, true
}

// cutLastInt splits s at its last colon, or before its start, and reads the number after
// it.
func cutLastInt(s string) (before string, n int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	digits := s[i+1:]
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 || digits != strconv.Itoa(n) {
		return "", 0, false
	}
	return s[:max(i, 0)], n, true
}
