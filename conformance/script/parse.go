package script

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Parse parses a script.
func Parse(text string) (Exp, error) {
	p := &parser{tokens: tokens(text)}
	e, err := p.exp()
	if err == nil && p.peek() != "" {
		err = fmt.Errorf("unexpected %q in a script; expected a call: f 1 [2, 3] (g 4)", p.peek())
	}
	return e, err
}

// token matches one token: a comment, a string, a literal or a name with its module or its sign, or a
// mark. Names and numbers take what follows them without a space, so that 1f32 and 2.5e-3 are one
// token, and a.b is told apart by the parser.
var token = regexp.MustCompile(`--[^\n]*|"(?:[^"\\]|\\.)*"?|[-+]?[0-9](?:[eE][-+][0-9]|[pP][-+][0-9]|[A-Za-z0-9_.])*|-(?:f16|f32|f64)\.[a-z]+|\$?[A-Za-z_][A-Za-z0-9_']*|\S`)

func tokens(text string) []string {
	return slices.DeleteFunc(token.FindAllString(text, -1), func(t string) bool { return strings.HasPrefix(t, "--") })
}

type parser struct{ tokens []string }

// peek is the next token, "" at the end.
func (p *parser) peek() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return p.tokens[0]
}

func (p *parser) next() string {
	t := p.peek()
	if t != "" {
		p.tokens = p.tokens[1:]
	}
	return t
}

func (p *parser) accept(t string) bool {
	if p.peek() != t {
		return false
	}
	p.tokens = p.tokens[1:]
	return true
}

func (p *parser) expect(t, where string) error {
	if !p.accept(t) {
		return fmt.Errorf("unexpected %q in a script; expected %s %s", p.peek(), t, where)
	}
	return nil
}

// exp parses a let, or an application.
func (p *parser) exp() (Exp, error) {
	if p.accept("let") {
		return p.let()
	}
	e, err := p.atom()
	c, isCall := e.(*Call)
	for err == nil && isCall && p.startsAtom() {
		var a Exp
		a, err = p.atom()
		c.Args = append(c.Args, a)
	}
	return e, err
}

func (p *parser) let() (Exp, error) {
	l := &Let{}
	if p.accept("(") {
		for !p.accept(")") {
			t := p.next()
			if !isName(t) {
				return nil, fmt.Errorf("unexpected %q in a script; expected names, as in let (a, b) = f 1 in a", t)
			}
			l.Names = append(l.Names, t)
			p.accept(",")
		}
	} else if t := p.next(); isName(t) {
		l.Names = []string{t}
	} else {
		return nil, fmt.Errorf("unexpected %q in a script; expected a name after let", t)
	}
	if err := p.expect("=", "after the names of a let"); err != nil {
		return nil, err
	}
	var err error
	if l.Bound, err = p.exp(); err != nil {
		return nil, err
	}
	if p.peek() != "let" {
		if err := p.expect("in", "after a let"); err != nil {
			return nil, err
		}
	}
	l.Body, err = p.exp()
	return l, err
}

func isName(t string) bool {
	return t != "" && t != "let" && t != "in" && (t[0] == '_' || 'a' <= t[0]|0x20 && t[0]|0x20 <= 'z')
}

// isPlain reports whether a token is a literal by itself.
func isPlain(t string) bool {
	return t == "true" || t == "false" || strings.IndexByte(`0123456789"`, t[0]) >= 0 || t[0] == '-' && len(t) > 1
}

func (p *parser) startsAtom() bool {
	t := p.peek()
	return t != "" && (strings.Contains("([{", t) || isPlain(t) || isName(t) || t[0] == '$')
}

// atom parses an expression that needs no parentheses, with the fields that are taken of it.
func (p *parser) atom() (Exp, error) {
	e, err := p.simple()
	for err == nil && p.peek() == "." {
		p.next()
		field := p.next()
		if !isName(field) && (field == "" || field[0] < '0' || '9' < field[0]) {
			return nil, fmt.Errorf("unexpected %q in a script; expected the name of a field", field)
		}
		if c, ok := e.(*Call); ok && slices.Contains([]string{"f16", "f32", "f64"}, c.Name) {
			e = &Literal{c.Name + "." + field}
			continue
		}
		for _, f := range strings.Split(field, ".") { // .0.1 is read as a number
			e = &Project{e, f}
		}
	}
	return e, err
}

func (p *parser) simple() (Exp, error) {
	t := p.next()
	switch {
	case t == "":
		return nil, fmt.Errorf("the script ends where a value is expected")
	case t == "(":
		elems, err := p.list(")")
		if len(elems) == 1 {
			return elems[0], err
		}
		return &Tuple{elems}, err
	case t == "[":
		elems, err := p.list("]")
		return listOf(elems), err
	case t == "{":
		return p.record()
	case t == "empty" && p.peek() == "(":
		return p.empty()
	case isPlain(t):
		return &Literal{t}, nil
	case isName(t):
		return &Call{Name: t}, nil
	case t[0] == '$' && len(t) > 1:
		if builtins[t] == nil {
			return nil, fmt.Errorf("there is no %s in scripts", t)
		}
		return &Call{Name: t}, nil
	}
	return nil, fmt.Errorf("%q is not supported in a script", t)
}

// list parses expressions with commas between them, up to an end.
func (p *parser) list(end string) ([]Exp, error) {
	var out []Exp
	for !p.accept(end) {
		if p.peek() == "" {
			return nil, fmt.Errorf("a bracket of the script is not closed: %s is missing", end)
		}
		e, err := p.exp()
		if err != nil {
			return nil, err
		}
		out = append(out, e)
		if p.peek() != end {
			if err := p.expect(",", "or "+end); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// listOf is a literal if the elements are.
func listOf(elems []Exp) Exp {
	texts := make([]string, len(elems))
	for i, e := range elems {
		l, ok := e.(*Literal)
		if !ok {
			return &List{elems}
		}
		texts[i] = l.Text
	}
	return &Literal{"[" + strings.Join(texts, ", ") + "]"}
}

func (p *parser) record() (Exp, error) {
	r := &Record{}
	for !p.accept("}") {
		name := p.next()
		if !isName(name) {
			return nil, fmt.Errorf("unexpected %q in a script; expected a field, as in {a = 1, b = 2}", name)
		}
		if err := p.expect("=", "after the name of a field"); err != nil {
			return nil, err
		}
		e, err := p.exp()
		if err != nil {
			return nil, err
		}
		r.Names, r.Elems = append(r.Names, name), append(r.Elems, e)
		if p.peek() != "}" {
			if err := p.expect(",", "or }"); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// empty parses the type in empty([0]i32).
func (p *parser) empty() (Exp, error) {
	text := "empty"
	for {
		t := p.next()
		text += t
		switch t {
		case ")":
			return &Literal{text}, nil
		case "":
			return nil, fmt.Errorf("a bracket of the script is not closed: ) is missing")
		}
	}
}
