package source

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// longest is how many bytes of a name messages show, where there may be a megabyte.
const longest = 200

// Cut is s for a message: the beginning and the length, if it is long.
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

// CutWords is a message with each of its words as Cut has it: what is between white
// space, and twice as long as Cut leaves anything.
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
