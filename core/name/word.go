package name

import "strings"

// Word is s as a part of an identifier of C: an underscore replaces each character that those
// cannot have.
func Word(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
}
