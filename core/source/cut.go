package source

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// longest is the number of bytes of a name that messages show; inputs may hold names of a
// megabyte.
const longest = 200

// Cut shortens s for a message: a long s becomes its beginning and its length.
func Cut(s string) string {
	if len(s) <= longest {
		return s
	}
	cut := longest
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return fmt.Sprintf("%s… (%d bytes)", s[:cut], len(s))
}

// CutWords shortens each word of a message as Cut does, words being separated by white
// space. It allows words twice as long.
func CutWords(message string) string {
	if len(message) <= 2*longest {
		return message
	}
	var b strings.Builder
	for len(message) > 0 {
		end := strings.IndexAny(message, " \t\r\n")
		if end < 0 {
			end = len(message)
		}
		if end > 2*longest {
			b.WriteString(Cut(message[:end]))
		} else {
			b.WriteString(message[:end])
		}
		message = message[end:]
		if message != "" {
			b.WriteByte(message[0])
			message = message[1:]
		}
	}
	return b.String()
}
