package source

// Identifier is the length in bytes of the identifier at the beginning of s, 0 if there is none:
// letters, digits, _ and ', of which the first is a letter or _.
func Identifier(s string) int {
	for i, c := range []byte(s) {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '\'') {
			return i
		}
	}
	return len(s)
}

// Number is the length in bytes of the number at the beginning of s, 0 if there is none: digits,
// perhaps a point and digits, perhaps an exponent, perhaps a type.
func Number(s string) int {
	n := digits(s)
	if n == 0 {
		return 0
	}
	if n < len(s) && s[n] == '.' {
		if d := digits(s[n+1:]); d > 0 {
			n += 1 + d
		}
	}
	if n < len(s) && (s[n] == 'e' || s[n] == 'E') {
		m := n + 1
		if m < len(s) && (s[m] == '-' || s[m] == '+') {
			m++
		}
		if d := digits(s[m:]); d > 0 {
			n = m + d
		}
	}
	return n + Identifier(s[n:])
}

func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}
