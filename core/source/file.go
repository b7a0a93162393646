package source

import "strings"

// File is a program text and its name, as shown in messages.
type File struct {
	Name string
	Text string
}

// Line returns line n, counted from 1, without its line break; "" if the file has no such
// line.
func (f *File) Line(n int) string {
	if n < 1 {
		return ""
	}
	rest := f.Text
	for ; n > 1; n-- {
		i := strings.IndexByte(rest, '\n')
		if i < 0 {
			return ""
		}
		rest = rest[i+1:]
	}
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSuffix(line, "\r")
}
