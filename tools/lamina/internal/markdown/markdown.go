// Package markdown converts text of other people to HTML: without HTML of its own, and in
// time that grows as the text does, since what nests deep is refused.
package markdown

import (
	"fmt"
	"io"
	"strings"

	"github.com/yuin/goldmark"
)

// deepest is how many columns the marks and spaces that begin a line may take: with each level of
// quotes and lists the converter looks through those above it.
const deepest = 400

// Convert writes a text as HTML. The error names the line that nests too deep.
func Convert(m goldmark.Markdown, text string, w io.Writer) error {
	n := 0
	for line := range strings.Lines(text) {
		n++
		if columns(line) > deepest {
			return fmt.Errorf("line %d of the text is indented by more than %d columns of spaces, quotes and lists", n, deepest)
		}
	}
	return m.Convert([]byte(text), w)
}

// marks begin quotes and items of lists.
const marks = "-+*.)0123456789"

// columns returns the width of the spaces and of the marks of quotes and lists at the beginning
// of a line. A mark of a list has a space after it, and at most nine digits.
func columns(line string) int {
	width := 0
	for {
		rest := strings.TrimLeft(line, marks)
		switch mark := len(line) - len(rest); {
		case strings.HasPrefix(line, "\t"):
			width, line = width+4, line[1:]
		case strings.HasPrefix(line, " "), strings.HasPrefix(line, ">"):
			width, line = width+1, line[1:]
		case mark > 0 && mark <= 10 && rest != "" && (rest[0] == ' ' || rest[0] == '\t'):
			width, line = width+mark, rest
		default:
			return width
		}
	}
}
