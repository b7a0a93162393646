package source

import "strings"

// Scanner goes through a text from token to token, and knows where it is. Columns count bytes, from 1.
type Scanner struct {
	file *File
	off  int
	line int
	bol  int // the offset at which the line begins
}

// NewScanner stands at the beginning of f.
func NewScanner(f *File) Scanner { return Scanner{file: f, line: 1} }

// File is the file that s goes through.
func (s *Scanner) File() *File { return s.file }

// Pos is the place of the next byte.
func (s *Scanner) Pos() Pos { return Pos{File: s.file.Name, Line: s.line, Col: s.off - s.bol + 1} }

// Rest is the text that is left.
func (s *Scanner) Rest() string { return s.file.Text[s.off:] }

// Skip takes n bytes, which hold no line break but perhaps at their end.
func (s *Scanner) Skip(n int) string {
	taken := s.Rest()[:n]
	s.off += n
	if strings.HasSuffix(taken, "\n") {
		s.line, s.bol = s.line+1, s.off
	}
	return taken
}

// SkipLine takes the rest of the line, without its end.
func (s *Scanner) SkipLine() string {
	rest, _, _ := strings.Cut(s.Rest(), "\n")
	return s.Skip(len(rest))
}

// SkipSpaces skips spaces, tabs and carriage returns.
func (s *Scanner) SkipSpaces() {
	rest := s.Rest()
	s.off += len(rest) - len(strings.TrimLeft(rest, " \t\r"))
}

// SkipBlank skips white space, and comments, which begin with the given text and end with the line.
func (s *Scanner) SkipBlank(comment string) {
	for s.SkipSpaces(); s.off < len(s.file.Text); s.SkipSpaces() {
		switch rest := s.Rest(); {
		case rest[0] == '\n':
			s.Skip(1)
		case strings.HasPrefix(rest, comment):
			s.SkipLine()
		default:
			return
		}
	}
}
