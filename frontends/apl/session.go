package apl

import (
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/apl/syntax"
)

// Statement is the effect of a statement of a program.
type Statement struct {
	Assigns    bool   // it is name←e or name[i]←e
	Name       string // what is assigned
	IsFunction bool   // the name, or the expression, stands for a function or an operator
}

// Last tells what the last statement of a program does. A program without statements has the
// zero Statement.
func Last(name string, text []byte) (Statement, error) {
	p, err := syntax.Parse(&source.File{Name: name, Text: string(text)})
	if err != nil || len(p.Body) == 0 {
		return Statement{}, err
	}
	switch e := p.Body[len(p.Body)-1].Exp.(type) {
	case *syntax.Assign:
		return Statement{Assigns: true, Name: e.Name, IsFunction: e.Class() != syntax.Array}, nil
	case *syntax.AssignIndex:
		return Statement{Assigns: true, Name: e.Name}, nil
	case *syntax.AssignStrand:
		return Statement{Assigns: true, Name: e.Names[0]}, nil
	default:
		return Statement{IsFunction: e.Class() != syntax.Array}, nil
	}
}

// Assigned lists the names that a program assigns, in the order of their first assignments.
func Assigned(name string, text []byte) ([]string, error) {
	p, err := syntax.Parse(&source.File{Name: name, Text: string(text)})
	if err != nil {
		return nil, err
	}
	var out []string
	seen := map[string]bool{}
	for _, s := range p.Body {
		var names []string
		switch a := s.Exp.(type) {
		case *syntax.Assign:
			names = []string{a.Name}
		case *syntax.AssignStrand:
			names = a.Names
		}
		for _, n := range names {
			if !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
		}
	}
	return out, nil
}

// OpenBraces is how many braces a text opens and does not close.
func OpenBraces(text string) int {
	open := 0
	for line := range strings.Lines(text) {
		code, _, _ := strings.Cut(line, "⍝")
		open += strings.Count(code, "{") - strings.Count(code, "}")
	}
	return open
}
