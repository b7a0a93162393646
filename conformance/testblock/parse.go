package testblock

import (
	"cmp"
	"path"
	"regexp"
	"strings"

	"github.com/lamina-lang/lamina/conformance/dataset"
	"github.com/lamina-lang/lamina/conformance/script"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/target"
)

// Parse parses the test blocks of a program. The error is a *source.Error.
func Parse(file string, text string) ([]Block, error) {
	var blocks []Block
	f := &source.File{Name: file, Text: text}
	for _, c := range comments(text, marker(file)) {
		p := &parser{file: file, text: c.block, line: c.line}
		if p.text == "" {
			continue
		}
		b, err := p.block()
		if err != nil {
			return nil, err.In(f)
		}
		b.Description = c.description
		b.Pos = source.Pos{File: file, Line: c.line, Col: 1}
		blocks = append(blocks, b)
	}
	return blocks, nil
}

// comment is a run of comment lines.
type comment struct {
	description string
	block       string // after the `-- ==`, with every marker blanked, so that columns are preserved
	line        int    // of the first line of block
}

// markers begin a comment in languages where -- does not.
var markers = map[string]string{".apl": "⍝"}

// marker returns what begins a comment in a file.
func marker(file string) string { return cmp.Or(markers[path.Ext(file)], "--") }

// comments splits a program's text into its runs of comment lines. A `-- ==` line starts a
// new block even within a run.
func comments(text, marker string) []comment {
	var out []comment
	var now comment
	inBlock := false
	flush := func() {
		if now.block != "" {
			out = append(out, now)
		}
		now, inBlock = comment{}, false
	}
	line := 0
	for l := range strings.Lines(text) {
		line++
		rest, isComment := strings.CutPrefix(strings.TrimRight(l, "\r\n"), marker)
		switch {
		case !isComment:
			flush()
		case strings.TrimSpace(rest) == "==":
			description := now.description
			flush()
			now, inBlock = comment{description: description, line: line + 1}, true
		case inBlock:
			now.block += strings.Repeat(" ", len(marker)) + rest + "\n"
		default:
			now.description += strings.TrimPrefix(strings.TrimPrefix(rest, " "), "| ") + "\n"
		}
	}
	flush()
	return out
}

// parser parses one block.
type parser struct {
	file string
	text string
	at   int
	line int // of the first line of text
}

func (p *parser) pos() source.Pos { return p.posAt(p.at) }

func (p *parser) posAt(at int) source.Pos {
	before := p.text[:at]
	nl := strings.LastIndexByte(before, '\n')
	return source.Pos{File: p.file, Line: p.line + strings.Count(before, "\n"), Col: at - nl}
}

func (p *parser) errorf(format string, args ...any) *source.Error {
	return source.Errorf(p.pos(), format, args...)
}

// skip skips white space. Comments within values' braces are left to the value reader.
func (p *parser) skip() {
	for p.at < len(p.text) && strings.IndexByte(" \t\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// word consumes w if it is the next word.
func (p *parser) word(w string) bool {
	p.skip()
	rest, ok := strings.CutPrefix(p.text[p.at:], w)
	if !ok || rest != "" && isWordByte(rest[0]) && isWordByte(w[len(w)-1]) {
		return false
	}
	p.at += len(w)
	return true
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// restOfLine consumes the rest of the line.
func (p *parser) restOfLine() string {
	line, _, _ := strings.Cut(p.text[p.at:], "\n")
	p.at += len(line)
	return strings.TrimSpace(line)
}

// braces consumes {…} and returns the contents and their position.
func (p *parser) braces() (string, source.Pos, *source.Error) {
	if !p.word("{") {
		return "", source.Pos{}, p.errorf("expected {").WithHint("put values between { and }, or name a file with @ FILE")
	}
	start, depth := p.at, 1
	for ; p.at < len(p.text); p.at++ {
		switch p.text[p.at] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			p.at++
			return p.text[start : p.at-1], p.posAt(start), nil
		}
	}
	p.at = start - 1
	return "", source.Pos{}, p.errorf("this { is not closed").WithHint("end the values with }")
}

func (p *parser) block() (Block, *source.Error) {
	var b Block
	if p.word("tags") {
		inside, _, err := p.braces()
		if err != nil {
			return b, err
		}
		b.Tags = strings.Fields(inside)
	}
	for p.word("entry:") {
		b.Entries = append(b.Entries, strings.Fields(p.restOfLine())...)
	}
	if p.word("math:") {
		p.skip()
		at := p.pos()
		mode, err := target.ParseMath(p.restOfLine())
		if err != nil || mode == "" {
			return b, source.Errorf(at, "expected a mode for floats after math:").WithHint("write math: %s or math: %s", target.Reproducible, target.Fast)
		}
		b.Math = mode
	}
	if p.word("error:") {
		r, err := p.regexp()
		b.CompileError = r
		if err != nil {
			return b, err
		}
	}
	for p.skip(); p.at < len(p.text); p.skip() {
		switch {
		case p.word("structure"):
			b.Structures = append(b.Structures, p.pos())
			p.skipStructure()
			continue
		case p.word("property:"):
			b.Properties = append(b.Properties, strings.Fields(p.restOfLine())...)
			continue
		case p.word("warning:"):
			r, err := p.regexp()
			if err != nil {
				return b, err
			}
			b.Warnings = append(b.Warnings, r)
			continue
		}
		c, err := p.testCase()
		if err != nil {
			return b, err
		}
		b.Cases = append(b.Cases, c)
	}
	return b, nil
}

// skipStructure skips a block that counts operations of another compiler's IR.
func (p *parser) skipStructure() {
	if open := strings.IndexByte(p.text[p.at:], '{'); open >= 0 {
		p.at += open
		_, _, _ = p.braces()
	}
}

// regexp parses the rest of the line as a regular expression; an empty one matches
// everything.
func (p *parser) regexp() (*regexp.Regexp, *source.Error) {
	start := p.pos()
	text := p.restOfLine()
	r, err := regexp.Compile(text)
	if err != nil {
		return nil, source.Errorf(start, "this is no regular expression: %v", err)
	}
	return r, nil
}

func (p *parser) testCase() (Case, *source.Error) {
	p.skip()
	c := Case{Pos: p.pos()}
	if p.word(`"`) {
		name, _, ok := strings.Cut(p.text[p.at:], `"`)
		if !ok {
			return c, p.errorf("the name is not closed").WithHint(`end it with a "`)
		}
		c.Name = name
		p.at += len(name) + 1
	}
	c.Flags = p.flags()
	random, script := p.word("random"), p.word("script")
	c.Flags = append(c.Flags, p.flags()...)
	if !p.word("input") {
		return c, p.errorf("expected a test case").WithHint("a case is: input { VALUES } output { VALUES }, or input @ FILE, or random input { TYPES }, then error: REGEX in the place of output if it must fail")
	}
	var err *source.Error
	switch {
	case random:
		err = p.random(&c.Input)
	case script:
		err = p.script(&c.Input)
	default:
		c.Input, err = p.data()
	}
	if err != nil {
		return c, err
	}
	if c.Name == "" {
		c.Name = c.Input.name()
	}
	c.Want, err = p.want()
	return c, err
}

// flags parses the words before random, script or input, if one of these follows. They may also stand
// after random or script.
func (p *parser) flags() []Flag {
	var out []Flag
	start := p.at
	for {
		p.skip()
		end := p.at
		for end < len(p.text) && (isWordByte(p.text[end]) || p.text[end] == '-') {
			end++
		}
		switch word := p.text[p.at:end]; word {
		case "input", "random", "script":
			return out
		case "":
			p.at = start
			return nil
		default:
			out = append(out, Flag(word))
			p.at = end
		}
	}
}

func (p *parser) data() (Data, *source.Error) {
	if p.word("@") {
		p.skip()
		pos := p.pos()
		end := strings.IndexAny(p.text[p.at:], " \t\n")
		if end <= 0 {
			return Data{}, p.errorf("expected the name of a file").WithHint("write @ FILE, relative to the program")
		}
		path := p.text[p.at : p.at+end]
		p.at += end
		return Data{From: File, Pos: pos, Path: path}, nil
	}
	text, pos, err := p.braces()
	return Data{From: Inline, Pos: pos, Text: text}, err
}

func (p *parser) want() (Want, *source.Error) {
	var w Want
	var err *source.Error
	switch {
	case p.word("auto"):
		if !p.word("output") {
			return w, p.errorf("expected output after auto")
		}
		w.Output.From = Auto
	case p.word("output"):
		w.Output, err = p.data()
	case p.word("error:"):
		w.Error, err = p.regexp()
	}
	if err == nil {
		w.Limits, err = p.limits()
	}
	return w, err
}

// random parses the types of generated values, and values that stand for themselves.
func (p *parser) random(d *Data) *source.Error {
	text, pos, err := p.braces()
	if err != nil {
		return err
	}
	d.From, d.Pos, d.Text = Random, pos, text
	for _, word := range strings.Fields(strings.ReplaceAll(text, ",", " ")) {
		t, err := dataset.Parse(word)
		if err != nil {
			return source.Errorf(pos, "%v", err)
		}
		d.Types = append(d.Types, t)
	}
	return nil
}

// name returns an abbreviation of the data.
func (d *Data) name() string {
	if d.From == File {
		return d.Path
	}
	text := strings.Join(strings.Fields(d.Text), " ")
	const most = 40
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return "{" + text + "}"
}

// script parses a script input.
func (p *parser) script(d *Data) *source.Error {
	text, pos, err := p.braces()
	if err != nil {
		return err
	}
	d.From, d.Pos, d.Text = Script, pos, text
	d.Script, d.Problem = script.Parse(text)
	return nil
}
