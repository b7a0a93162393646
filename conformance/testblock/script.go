package testblock

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
)

// Call is the contents of a script input: FutharkScript's applications of entry points to
// literals and to each other's results, tuples of these, the values of a file, and names
// for any of these.
type Call struct {
	// Fun is the entry point that is applied to Args, or a let-bound name. If it is empty,
	// Text is a literal, or Path a file relative to the program, or, if these are empty
	// too, Args are the components of a tuple.
	Fun  string
	Text string
	Path string
	Args []Call
	// Let, if not nil, is the whole script.
	Let *Let
}

// Let is let NAMES = Bound in Body.
type Let struct {
	Names       []string
	Bound, Body Call
}

// ParseScript parses a script.
func ParseScript(text string) (Call, error) {
	p := &scriptParser{tokens: scriptTokens(text)}
	c, err := p.exp()
	if err == nil && len(p.tokens) > 0 {
		err = fmt.Errorf("unexpected %q in a script; expected a call: f 1 [2, 3] (g 4)", p.tokens[0])
	}
	return c, err
}

type scriptParser struct{ tokens []string }

// scriptTokens splits a script into names, literals (arrays as a whole), parentheses and
// commas.
func scriptTokens(text string) []string {
	var out []string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		n := 1
		switch {
		case text[0] == '[':
			for depth := 1; n < len(text) && depth > 0; n++ {
				depth += strings.Count(text[n:n+1], "[") - strings.Count(text[n:n+1], "]")
			}
		case strings.HasPrefix(text, "empty("):
			n = strings.IndexByte(text, ')') + 1
		case text[0] == '"':
			n = strings.IndexByte(text[1:], '"') + 2
		case strings.IndexByte("(),=", text[0]) < 0:
			for n < len(text) && strings.IndexByte(" \t\r\n(),=[", text[n]) < 0 {
				n++
			}
		}
		n = min(max(n, 1), len(text))
		out = append(out, text[:n])
		text = text[n:]
	}
	return out
}

// next consumes a token, "" if there is none.
func (p *scriptParser) next() string {
	if len(p.tokens) == 0 {
		return ""
	}
	t := p.tokens[0]
	p.tokens = p.tokens[1:]
	return t
}

// let parses what follows let.
func (p *scriptParser) let() (Call, error) {
	l := &Let{}
	t := p.next()
	if t == "(" {
		for t = p.next(); t != ")" && t != ""; t = p.next() {
			if t != "," {
				l.Names = append(l.Names, t)
			}
		}
	} else {
		l.Names = []string{t}
	}
	if t := p.next(); t != "=" {
		return Call{}, fmt.Errorf("unexpected %q in a script; expected let NAME = VALUE in VALUE", t)
	}
	var err error
	if l.Bound, err = p.exp(); err != nil {
		return Call{}, err
	}
	if len(p.tokens) == 0 || p.tokens[0] != "let" {
		if t := p.next(); t != "in" {
			return Call{}, fmt.Errorf("unexpected %q in a script; expected in, after a let", t)
		}
	}
	l.Body, err = p.exp()
	return Call{Let: l}, err
}

// exp parses a let, an application, a literal or a tuple.
func (p *scriptParser) exp() (Call, error) {
	if len(p.tokens) > 0 && p.tokens[0] == "let" {
		p.next()
		return p.let()
	}
	c, err := p.atom()
	for err == nil && c.Fun != "" && len(p.tokens) > 0 && !slices.Contains([]string{")", ",", "in", "let"}, p.tokens[0]) {
		var a Call
		a, err = p.atom()
		c.Args = append(c.Args, a)
	}
	return c, err
}

func (p *scriptParser) atom() (Call, error) {
	if len(p.tokens) == 0 {
		return Call{}, fmt.Errorf("the script ends where a value is expected")
	}
	t := p.tokens[0]
	p.tokens = p.tokens[1:]
	switch {
	case t == "(":
		return p.tuple()
	case t == "true", t == "false", strings.HasPrefix(t, "empty("), strings.IndexByte(`[0123456789-"`, t[0]) >= 0,
		strings.HasPrefix(t, "f16."), strings.HasPrefix(t, "f32."), strings.HasPrefix(t, "f64."):
		return Call{Text: t}, nil
	case t == "$loaddata" && len(p.tokens) > 0 && len(p.tokens[0]) > 2 && p.tokens[0][0] == '"':
		return Call{Path: strings.Trim(p.next(), `"`)}, nil
	case isWordByte(t[0]) && t != "let" && t != "in":
		return Call{Fun: t}, nil
	}
	return Call{}, fmt.Errorf("%q is not supported in a script", t)
}

// tuple parses the contents of parentheses.
func (p *scriptParser) tuple() (Call, error) {
	var c Call
	for len(p.tokens) > 0 && p.tokens[0] != ")" {
		e, err := p.exp()
		if err != nil {
			return c, err
		}
		c.Args = append(c.Args, e)
		if len(p.tokens) > 0 && p.tokens[0] == "," {
			p.tokens = p.tokens[1:]
		}
	}
	if len(p.tokens) == 0 {
		return c, fmt.Errorf("a parenthesis of the script is not closed")
	}
	p.tokens = p.tokens[1:]
	return c, nil
}

// script parses a script input. One that ParseScript does not support has no call.
func (p *parser) script(d *Data) *source.Error {
	text, pos, err := p.braces()
	if err != nil {
		return err
	}
	d.From, d.Pos, d.Text = Script, pos, text
	c, problem := ParseScript(text)
	if problem == nil {
		d.Script = &c
	}
	return nil
}
