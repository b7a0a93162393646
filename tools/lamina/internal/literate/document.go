package literate

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/lamina-lang/lamina/core/source"
)

// A document is prose, code and directives, in their order.
type document struct {
	file   string
	blocks []block
	// program is the text of the program, in which each line of code has the number that it has in the
	// document, so that messages name places in the document.
	program string
}

type kind uint8

const (
	prose kind = iota // in Markdown
	code
	directive
)

type block struct {
	kind kind
	text string
	line int // of its first line in the document
}

// parse takes a document apart. A program in Futhark's language is a document whose comments are prose,
// as for futhark literate; anything else is Markdown.
func parse(file, text string) (*document, error) {
	d := &document{file: file}
	if err := wellFormed(file, text); err != nil {
		return nil, err
	}
	if filepath.Ext(file) == ".fut" {
		d.program = text
		d.futhark(text)
		return d, nil
	}
	return d, d.markdown(text)
}

// wellFormed fails at the first byte that is not UTF-8: a page with it would show another text.
func wellFormed(file, text string) error {
	for i, line := range strings.Split(text, "\n") {
		for col, rest := 1, line; rest != ""; col++ {
			r, n := utf8.DecodeRuneInString(rest)
			if r == utf8.RuneError && n == 1 {
				return source.Errorf(source.Pos{File: file, Line: i + 1, Col: col}, "Byte %#x is not valid UTF-8 here", rest[0]).WithHint("save the file as UTF-8")
			}
			rest = rest[n:]
		}
	}
	return nil
}

// add adds a line to the last block, if that is of the same kind and the line goes on with it.
func (d *document) add(k kind, line string, number int, anew bool) {
	if n := len(d.blocks); n > 0 && d.blocks[n-1].kind == k && !anew {
		d.blocks[n-1].text += "\n" + line
		return
	}
	d.blocks = append(d.blocks, block{k, line, number})
}

// markdown takes Markdown apart: fenced code in futhark is the program, and in script directives.
func (d *document) markdown(text string) error {
	var program strings.Builder
	fence, opened, in := "", 0, prose
	fresh := false // the next line begins a block
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		switch {
		case fence == "":
			word := ""
			if fence, word = opening(line); fence != "" && (word == "futhark" || word == "script") {
				in, opened, fresh = code, i+1, true
				if word == "script" {
					in = directive
				}
				break
			}
			if fence != "" {
				opened = i + 1
			}
			d.add(prose, line, i+1, false)
		case strings.HasPrefix(strings.TrimSpace(line), fence) && strings.Trim(line, " `~") == "":
			if in == prose {
				d.add(prose, line, i+1, false)
			}
			fence, in = "", prose
		default:
			d.add(in, line, i+1, fresh)
			fresh = false
			if in == code {
				program.WriteString(line)
			}
		}
		program.WriteString("\n")
	}
	if fence != "" {
		return source.Errorf(source.Pos{File: d.file, Line: opened, Col: 1}, "The code that begins here does not end").WithHint("end it with a line %s", fence)
	}
	d.program = program.String()
	return nil
}

// opening is the fence that a line opens code with, or "", and the word that says what code it is.
func opening(line string) (fence, word string) {
	text := strings.TrimLeft(line, " ")
	if len(line)-len(text) > 3 {
		return "", ""
	}
	for _, mark := range []string{"`", "~"} {
		rest := strings.TrimLeft(text, mark)
		if n := len(text) - len(rest); n >= 3 && !strings.Contains(rest, "`") {
			word, _, _ = strings.Cut(strings.TrimSpace(rest), " ")
			return strings.Repeat(mark, n), word
		}
	}
	return "", ""
}

// futhark takes a program apart: comments are prose, but for test blocks, and those that begin with > are
// directives, which go on in the lines of the comment up to an empty one.
func (d *document) futhark(text string) {
	inTest, inDirective := false, false
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		comment, isComment := strings.CutPrefix(line, "--")
		comment = strings.TrimPrefix(comment, " ")
		rest, isDirective := strings.CutPrefix(comment, "> ")
		empty := strings.TrimSpace(comment) == ""
		switch {
		case !isComment:
			inTest, inDirective = false, false
			if n := len(d.blocks); strings.TrimSpace(line) != "" || n > 0 && d.blocks[n-1].kind == code {
				d.add(code, line, i+1, false)
			}
		case inTest:
		case strings.TrimSpace(comment) == "==":
			inTest = true
		case isDirective:
			d.add(directive, rest, i+1, true)
			inDirective = true
		case inDirective && !empty:
			d.add(directive, comment, i+1, false)
		default:
			inDirective = false
			d.add(prose, strings.TrimPrefix(comment, "| "), i+1, false)
		}
	}
}

// at is an error of a directive, at its place in the document.
func (d *document) at(b block, err error) error {
	return fmt.Errorf("%w", source.Errorf(source.Pos{File: d.file, Line: b.line, Col: 1}, "%s", strings.TrimPrefix(err.Error(), "script: ")))
}
