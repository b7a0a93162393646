package scalar

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// String returns the constant as in programs and data files: 3i32, 1.5f32, f32.nan,
// -f32.inf, true. ParseValue reads it back to the same bits, except that all NaNs of a
// type look the same.
func (v Value) String() string { return string(v.Append(nil)) }

// Append appends v.String() to dst.
func (v Value) Append(dst []byte) []byte {
	t := v.Type
	switch {
	case t == Bool:
		return strconv.AppendBool(dst, v.Bits != 0)
	case t.IsFloat():
		return appendFloat(dst, t, floatOf(t, v.Bits))
	case t.IsUnsigned():
		dst = strconv.AppendUint(dst, v.Bits, 10)
	default:
		dst = strconv.AppendInt(dst, signExtend(t, v.Bits), 10)
	}
	return append(dst, t.String()...)
}

func appendFloat(dst []byte, t Type, x float64) []byte {
	switch {
	case math.IsNaN(x):
		return append(append(dst, t.String()...), ".nan"...)
	case math.IsInf(x, 0):
		if x < 0 {
			dst = append(dst, '-')
		}
		return append(append(dst, t.String()...), ".inf"...)
	}
	form := byte('f')
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e21) {
		form = 'e'
	}
	start := len(dst)
	dst = appendShortest(dst, t, x, form)
	if form == 'f' && bytes.IndexByte(dst[start:], '.') < 0 {
		dst = append(dst, ".0"...)
	}
	return append(dst, t.String()...)
}

// appendShortest appends the fewest digits that read back as x. For an f16, strconv finds
// too many: enough to distinguish it from other f32s.
func appendShortest(dst []byte, t Type, x float64, form byte) []byte {
	if t == F64 {
		return strconv.AppendFloat(dst, x, form, -1, 64)
	}
	if t == F16 {
		for digits := 0; digits < 5; digits++ {
			short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits, 64), 64)
			if float64ToFloat16(short) == float64ToFloat16(x) {
				return strconv.AppendFloat(dst, short, form, -1, 64)
			}
		}
	}
	return strconv.AppendFloat(dst, x, form, -1, 32)
}

// ParseValue reads a constant in any form of Futhark: decimal, 0x and 0b integers,
// decimal and hexadecimal floats, true and false, T.nan and T.inf; underscores between
// digits; a sign; a type as suffix, without which an integer is i32 and a float is f64. A
// decimal number must be in its type's range; a hexadecimal or binary one may also be the
// bit pattern of a negative number.
func ParseValue(s string) (Value, error) { return ParseValueAs(Invalid, s) }

// ParseValueAs is ParseValue with an expected type t: a number without a suffix has that
// type, if possible (1.5 is not an i32).
func ParseValueAs(t Type, s string) (Value, error) {
	return parse(t, s, ParseInt)
}

// ParseWrapped is ParseValueAs where an integer beyond its type's range stands for its low bits.
func ParseWrapped(t Type, s string) (Value, error) {
	return parse(t, s, parseWrapped)
}

func parse(t Type, s string, integer integerParser) (Value, error) {
	v, err := parseValue(t, s, integer)
	if err != nil {
		return Value{}, fmt.Errorf("constant %q: %w", s, err)
	}
	return v, nil
}

// integerParser reads the digits of a number of type t, which is not written as a float.
type integerParser func(t Type, digits string, negative bool) (Value, error)

// maxWrapped is how many digits an integer beyond its type's range may have: more take more than
// linear work.
const maxWrapped = 100

func parseWrapped(t Type, digits string, negative bool) (Value, error) {
	v, err := ParseInt(t, digits, negative)
	if err == nil || !t.IsInt() || len(digits) > maxWrapped {
		return v, err
	}
	base := 10
	if len(digits) > 1 && strings.IndexByte("xXbB", digits[1]) >= 0 {
		base = 0 // as the prefix says
	}
	n, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return v, err
	}
	if negative {
		n.Neg(n)
	}
	low := new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64))
	return Value{t, wrap(t, low.Uint64())}, nil
}

func parseValue(expected Type, s string, integer integerParser) (Value, error) {
	switch s {
	case "true":
		return FromBool(true), nil
	case "false":
		return FromBool(false), nil
	}
	body, negative := strings.CutPrefix(s, "-")
	if !negative {
		body = strings.TrimPrefix(body, "+")
	}
	if name, field, ok := strings.Cut(body, "."); ok {
		if t, known := ParseType(name); known {
			return namedFloat(t, field, negative)
		}
	}
	digits, t := cutSuffix(body)
	if err := checkUnderscores(digits); err != nil {
		return Value{}, err
	}
	digits = strings.ReplaceAll(digits, "_", "")
	if isFloatText(digits) {
		if t == Invalid {
			t = cmp.Or(FloatTypes.only(expected), F64)
		}
		if !t.IsFloat() {
			return Value{}, fmt.Errorf("%s takes no fraction or exponent", t)
		}
		return parseFloat(t, digits, negative)
	}
	if t == Invalid {
		t = cmp.Or(NumericTypes.only(expected), I32)
	}
	return integer(t, digits, negative)
}

func namedFloat(t Type, name string, negative bool) (Value, error) {
	v, ok := Constant(t, name)
	if !ok || !t.IsFloat() || name != "nan" && name != "inf" {
		return Value{}, fmt.Errorf("%s has no constant %q; write f32.nan, f64.inf and the like", t, name)
	}
	if negative {
		v, _ = Neg.Eval(t, v)
	}
	return v, nil
}

// cutSuffix splits the type off the end of a literal. In hexadecimal integers
// f16, f32 and f64 are digits.
func cutSuffix(s string) (digits string, t Type) {
	for _, t := range NumericTypes.Types() {
		if rest, ok := strings.CutSuffix(s, t.String()); ok && rest != "" {
			if t.IsFloat() && isHex(rest) && !strings.ContainsAny(rest, "pP") {
				continue
			}
			return rest, t
		}
	}
	return s, Invalid
}

func isHex(s string) bool { return strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") }

func isFloatText(digits string) bool {
	if isHex(digits) {
		return strings.ContainsAny(digits, ".pP")
	}
	return strings.ContainsAny(digits, ".eE")
}

func checkUnderscores(s string) error {
	if s == "" {
		return fmt.Errorf("no digits")
	}
	if s[0] == '_' || s[len(s)-1] == '_' {
		return fmt.Errorf("an underscore must stand between digits")
	}
	return nil
}

func parseFloat(t Type, digits string, negative bool) (Value, error) {
	if strings.HasPrefix(digits, ".") || strings.HasSuffix(digits, ".") {
		return Value{}, fmt.Errorf("a number has digits on both sides of its point")
	}
	if !startsWithDigit(digits) {
		return Value{}, fmt.Errorf("not a number")
	}
	if isHex(digits) && !strings.ContainsAny(digits, "pP") {
		digits += "p0"
	}
	x, err := parseRounded(t, digits)
	if err != nil {
		return Value{}, err
	}
	if negative {
		x = -x
	}
	return Float(t, x), nil
}

func startsWithDigit(s string) bool { return s != "" && '0' <= s[0] && s[0] <= '9' }

// parseRounded returns a float that Float(t, ·) rounds as it would round the decimal
// itself. Numbers that are too large become infinite.
func parseRounded(t Type, digits string) (float64, error) {
	size := 64
	if t == F32 {
		size = 32
	}
	x, err := strconv.ParseFloat(digits, size)
	if e, ok := err.(*strconv.NumError); ok && e.Err == strconv.ErrSyntax {
		return 0, fmt.Errorf("not a number")
	}
	if t == F16 {
		return roundToOdd(x, digits), nil
	}
	return x, nil
}

// ParseInt reads digits, optionally after 0x or 0b and without underscores, as
// an integer constant of type t, which may be a float type (1f32).
func ParseInt(t Type, digits string, negative bool) (Value, error) {
	base := 10
	number := digits
	if len(digits) > 2 && digits[0] == '0' {
		switch digits[1] {
		case 'x', 'X':
			base, number = 16, digits[2:]
		case 'b', 'B':
			base, number = 2, digits[2:]
		}
	}
	if t.IsFloat() && base == 10 {
		if !startsWithDigit(number) {
			return Value{}, fmt.Errorf("not a number")
		}
		return parseFloat(t, number, negative)
	}
	n, err := parseUint(number, base)
	if err != nil {
		return Value{}, err
	}
	if t.IsFloat() {
		v := Convert(t, Value{U64, n})
		if negative {
			v, _ = Neg.Eval(t, v)
		}
		return v, nil
	}
	limit := Highest(t).Bits
	switch {
	case base != 10:
		limit = mask(t)
	case negative && t.IsSigned():
		limit++
	case negative && t.IsUnsigned():
		limit = 0
	}
	if n > limit {
		return Value{}, fmt.Errorf("out of range: %s goes from %s to %s", t, Lowest(t), Highest(t))
	}
	if negative {
		n = -n
	}
	return Value{t, wrap(t, n)}, nil
}

func parseUint(digits string, base int) (uint64, error) {
	n, err := strconv.ParseUint(digits, base, 64)
	if e, ok := err.(*strconv.NumError); ok {
		if e.Err == strconv.ErrRange {
			return 0, fmt.Errorf("out of range: it needs more than 64 bits")
		}
		return 0, fmt.Errorf("not a number")
	}
	return n, err
}
