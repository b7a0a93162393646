package syntax

import (
	"cmp"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lamina-lang/lamina/core/scalar"
)

// number reads an integer or a float: decimal, 0x, 0b or 0r (Roman), with
// underscores after the first digit, and perhaps a type as suffix.
func (s *scanner) number(t *token) {
	t.kind = tInt
	start := s.off
	prefix := ""
	if s.peek(0) == '0' {
		prefix = strings.ToLower(s.file.Text[s.off:min(s.off+2, len(s.file.Text))])
	}
	switch prefix {
	case "0x":
		s.prefixed(isHexDigit)
		s.hexFraction(t)
	case "0b":
		s.prefixed(func(c byte) bool { return c == '0' || c == '1' })
	case "0r":
		s.prefixed(func(c byte) bool { return strings.IndexByte("IVXLCDM", c) >= 0 })
	default:
		s.digits(isDigit)
		s.fraction(t)
	}
	t.text = s.file.Text[start:s.off]
	s.suffix(t)
}

func isHexDigit(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func (s *scanner) digits(is func(byte) bool) {
	for is(s.peek(0)) || s.peek(0) == '_' {
		s.off++
	}
}

// prefixed reads the digits of a number after its two characters of prefix.
func (s *scanner) prefixed(is func(byte) bool) {
	pos, prefix := s.pos(), s.rest()[:2]
	s.off += 2
	if s.peek(0) == '_' && is(s.peek(1)) {
		panic(s.fail(pos, "An underscore before the first digit of a number"))
	}
	if !is(s.peek(0)) {
		panic(s.fail(pos, "Number %q has no digits", prefix))
	}
	s.digits(is)
}

// fraction reads `.5`, `e-3` or both after decimal digits.
func (s *scanner) fraction(t *token) {
	if s.peek(0) == '.' && isDigit(s.peek(1)) {
		s.off++
		s.digits(isDigit)
		t.kind = tFloat
	}
	s.exponent(t, 'e', 'E')
}

// hexFraction reads `.8p3` after hexadecimal digits.
func (s *scanner) hexFraction(t *token) {
	if s.peek(0) == '.' && isHexDigit(s.peek(1)) {
		s.off++
		s.digits(isHexDigit)
		t.kind = tFloat
		if c := s.peek(0); c != 'p' && c != 'P' {
			panic(s.fail(s.pos(), "A hexadecimal float needs an exponent").WithHint("write p0 after the digits"))
		}
		s.exponent(t, 'p', 'P')
	} else if c := s.peek(0); c == 'p' || c == 'P' {
		panic(s.fail(s.pos(), "A hexadecimal float needs a point").WithHint("write .0 after the digits"))
	}
}

// exponent reads `e-3` or `p-3`; only that of hexadecimal numbers may have underscores.
func (s *scanner) exponent(t *token, lower, upper byte) {
	hexadecimal := lower == 'p'
	c, sign := s.peek(0), 0
	if d := s.peek(1); d == '+' || d == '-' {
		sign = 1
	}
	if (c == lower || c == upper) && isDigit(s.peek(1+sign)) {
		s.off += 1 + sign
		for isDigit(s.peek(0)) || s.peek(0) == '_' && hexadecimal {
			s.off++
		}
		if s.peek(0) == '_' {
			panic(s.fail(s.pos(), "An underscore in the exponent of a decimal number"))
		}
		t.kind = tFloat
	}
}

// suffix reads the type that ends a number.
func (s *scanner) suffix(t *token) {
	start := s.off
	for c := s.peek(0); c == '_' || c == '\'' || isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'; c = s.peek(0) {
		s.off++
	}
	t.suffix = s.file.Text[start:s.off]
	if t.suffix == "" {
		return
	}
	typ, ok := scalar.ParseType(t.suffix)
	if !ok || typ == scalar.Bool {
		panic(s.fail(t.pos, "%q is no type of numbers", t.suffix).WithHint("the suffixes are i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64"))
	}
	if typ.IsFloat() {
		t.kind = tFloat
	} else if t.kind == tFloat {
		panic(s.fail(t.pos, "A number with a fraction or an exponent cannot be of type %s", t.suffix).WithHint("use f16, f32 or f64"))
	}
}

// intValue reads the text of a tInt. A number of more than 64 bits is wide: its
// decimal digits; value is then what is left of it modulo 2^64.
func intValue(text string) (value uint64, wide string, ok bool) {
	digits, base := strings.ReplaceAll(text, "_", ""), 10
	if len(digits) > 2 && digits[0] == '0' {
		switch digits[1] {
		case 'x', 'X':
			digits, base = digits[2:], 16
		case 'b', 'B':
			digits, base = digits[2:], 2
		case 'r', 'R':
			return romanValue(digits[2:]), "", true
		}
	}
	if v, err := strconv.ParseUint(digits, base, 64); err == nil {
		return v, "", true
	}
	if base == 10 {
		for i := range len(digits) {
			if !isDigit(digits[i]) {
				return 0, "", false
			}
			value = 10*value + uint64(digits[i]-'0')
		}
		return value, strings.TrimLeft(digits, "0"), true // big.Int would take more than linear work
	}
	v, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return 0, "", false
	}
	low := new(big.Int).And(v, new(big.Int).SetUint64(math.MaxUint64))
	return low.Uint64(), v.String(), true
}

var romanDigits = map[byte]uint64{'I': 1, 'V': 5, 'X': 10, 'L': 50, 'C': 100, 'D': 500, 'M': 1000}

func romanValue(digits string) uint64 {
	var sum, last uint64
	for i := len(digits) - 1; i >= 0; i-- {
		d := romanDigits[digits[i]]
		if d < last {
			sum -= d
		} else {
			sum += d
			last = d
		}
	}
	return sum
}

// floatText normalises the text of a tFloat to what strconv.ParseFloat reads.
// Integer forms in another base become decimal.
func floatText(text string) (string, bool) {
	text = strings.ReplaceAll(text, "_", "")
	if v, wide, ok := intValue(text); ok {
		return cmp.Or(wide, strconv.FormatUint(v, 10)), true
	}
	v, err := strconv.ParseFloat(text, 64)
	return text, err == nil || math.IsInf(v, 0)
}

// charLitLen returns the length of the character literal at the scanner, 0
// when the quote begins something else, such as a type parameter.
func (s *scanner) charLitLen() int {
	rest := s.rest()[1:]
	if len(rest) >= 2 && rest[0] == '\\' {
		if end := strings.IndexByte(rest[2:min(len(rest), 10)], '\''); end >= 0 {
			return end + 4
		}
		return 0
	}
	r, n := utf8.DecodeRuneInString(rest)
	if r != '\'' && r != '\n' && len(rest) > n && rest[n] == '\'' {
		return n + 2
	}
	return 0
}

func (s *scanner) charLit() string {
	pos, n := s.pos(), s.charLitLen()
	s.off++
	end := s.off + n - 2
	name, isEscape := strings.CutPrefix(s.file.Text[s.off:end], "\\")
	known := !isEscape || utf8.RuneCountInString(name) == 1 || strings.Trim(name, "0123456789") == ""
	value := s.char()
	if s.off != end || value == "" || !known {
		panic(s.fail(pos, "This is no character").WithHint("a character stands between the quotes, or an escape such as \\n or \\65; strings stand in double quotes, and know \\x41, too"))
	}
	s.off++
	return value
}

func (s *scanner) stringLit() string {
	pos := s.pos()
	var b strings.Builder
	s.off++
	for s.peek(0) != '"' {
		if s.off >= len(s.file.Text) || s.peek(0) == '\n' {
			panic(s.fail(pos, "Unclosed string literal: it does not end on its line").WithHint(`add the closing "; write \n for a line break`))
		}
		b.WriteString(s.char())
	}
	s.off++
	return b.String()
}

var escapes = map[byte]string{
	'n': "\n", 't': "\t", 'r': "\r", '\\': "\\", '"': "\"", '\'': "'",
	'a': "\a", 'b': "\b", 'f': "\f", 'v': "\v",
	'&': "", // nothing: it ends the escape before it
}

// namedEscapes are ASCII's names of the characters 0 to 32 and 127; the one that
// begins with another comes first.
var namedEscapes = []struct {
	name  string
	value rune
}{
	{"NUL", 0}, {"SOH", 1}, {"STX", 2}, {"ETX", 3}, {"EOT", 4}, {"ENQ", 5}, {"ACK", 6}, {"BEL", 7},
	{"BS", 8}, {"HT", 9}, {"LF", 10}, {"VT", 11}, {"FF", 12}, {"CR", 13}, {"SO", 14}, {"SI", 15},
	{"DLE", 16}, {"DC1", 17}, {"DC2", 18}, {"DC3", 19}, {"DC4", 20}, {"NAK", 21}, {"SYN", 22}, {"ETB", 23},
	{"CAN", 24}, {"EM", 25}, {"SUB", 26}, {"ESC", 27}, {"FS", 28}, {"GS", 29}, {"RS", 30}, {"US", 31},
	{"SP", 32}, {"DEL", 127},
}

// namedEscape reads NUL or ^@ after a backslash; false when something else comes.
func (s *scanner) namedEscape() (string, bool) {
	if c := s.peek(1); s.peek(0) == '^' && '@' <= c && c <= '_' {
		s.off += 2
		return string(rune(c - '@')), true
	}
	for _, e := range namedEscapes {
		if strings.HasPrefix(s.rest(), e.name) {
			s.off += len(e.name)
			return string(e.value), true
		}
	}
	return "", false
}

// char reads one character or escape inside a literal and returns its bytes.
func (s *scanner) char() string {
	if s.peek(0) != '\\' {
		_, n := utf8.DecodeRuneInString(s.rest())
		text := s.file.Text[s.off : s.off+n]
		s.off += n
		return text
	}
	pos := s.pos()
	s.off++
	c := s.peek(0)
	if text, ok := escapes[c]; ok {
		s.off++
		return text
	}
	if text, ok := s.namedEscape(); ok {
		return text
	}
	base, is := 10, isDigit
	switch c {
	case 'x':
		base, is = 16, isHexDigit
		s.off++
	case 'o':
		base, is = 8, func(c byte) bool { return '0' <= c && c <= '7' }
		s.off++
	}
	start := s.off
	for is(s.peek(0)) {
		s.off++
	}
	v, err := strconv.ParseUint(s.file.Text[start:s.off], base, 32)
	if err != nil || v > utf8.MaxRune {
		panic(s.fail(pos, "Unknown escape in a literal").WithHint(`the escapes are \n \t \r \\ \" \' and \65 or \x41 for character 65`))
	}
	return string(rune(v))
}
