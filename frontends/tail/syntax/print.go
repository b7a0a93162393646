package syntax

import (
	"fmt"
	"strconv"
	"strings"
)

// String prints a program: entry points with their lets on lines of their own.
func (p *Program) String() string {
	var w printer
	for i, e := range p.Entries {
		if i > 0 {
			w.WriteString("\n")
		}
		w.entry(e)
	}
	return w.String()
}

// Text prints an expression.
func Text(e Exp) string {
	var w printer
	w.exp(e, "")
	return w.String()
}

type printer struct{ strings.Builder }

func (w *printer) entry(e *Entry) {
	w.WriteString("entry " + e.Name + " (")
	for i, p := range e.Params {
		if i > 0 {
			w.WriteString(", ")
		}
		w.WriteString(p.Name + ": " + TypeText(p.Type))
	}
	w.WriteString(") =\n  ")
	w.exp(e.Body, "\n  ")
	w.WriteString("\n")
}

// exp prints an expression; newline is put after the "in" of its lets.
func (w *printer) exp(e Exp, newline string) {
	for {
		l, ok := e.(*Let)
		if !ok {
			break
		}
		w.WriteString("let " + l.Name)
		if l.Type != nil {
			w.WriteString(": " + TypeText(l.Type))
		}
		w.WriteString(" = ")
		w.exp(l.Value, " ")
		w.WriteString(" in")
		if newline == "" {
			newline = " "
		}
		w.WriteString(newline)
		e = l.Body
	}
	switch e := e.(type) {
	case *Fn:
		w.WriteString("fn " + e.Param.Name)
		if e.Param.Type != nil {
			w.WriteString(": " + TypeText(e.Param.Type))
		}
		w.WriteString(" => ")
		w.exp(e.Body, " ")
	case *App:
		w.fun(e.Fun)
		w.WriteString(" ")
		w.atom(e.Arg)
	default:
		w.atom(e)
	}
}

func (w *printer) fun(e Exp) {
	if a, ok := e.(*App); ok {
		w.exp(a, " ")
		return
	}
	w.atom(e)
}

func (w *printer) atom(e Exp) {
	switch e := e.(type) {
	case *Var:
		w.WriteString(e.Name)
	case *Int:
		w.WriteString(tilde(strconv.FormatInt(e.Value, 10)))
	case *Double:
		w.WriteString(doubleText(e.Value))
	case *Bool:
		if e.Value {
			w.WriteString("tt")
		} else {
			w.WriteString("ff")
		}
	case *Vector:
		w.list("[", e.Elems, "]")
	case *Op:
		w.WriteString(e.Name)
		w.list("(", e.Args, ")")
	case *If:
		w.WriteString("if")
		w.list("(", []Exp{e.Cond, e.Then, e.Else}, ")")
	case *Results:
		w.list("(", e.Elems, ")")
	default:
		w.WriteString("(")
		w.exp(e, " ")
		w.WriteString(")")
	}
}

func (w *printer) list(open string, es []Exp, end string) {
	w.WriteString(open)
	for i, e := range es {
		if i > 0 {
			w.WriteString(", ")
		}
		w.exp(e, " ")
	}
	w.WriteString(end)
}

func tilde(s string) string { return strings.ReplaceAll(s, "-", "~") }

// doubleText is a double as the parser reads it: with a point or an exponent.
func doubleText(x float64) string {
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return tilde(strings.Replace(s, "e+", "e", 1))
}

// TypeText prints a type.
func TypeText(t Type) string {
	switch t := t.(type) {
	case *ArrayType:
		return "[" + t.Base + "]" + t.Rank.String()
	case *VectorType:
		return "<" + t.Base + ">" + t.Length.String()
	case *SingleType:
		return "S(" + t.Base + "," + t.Value.String() + ")"
	case *SingleVecType:
		return "SV(" + t.Base + "," + t.Value.String() + ")"
	case *FuncType:
		from := TypeText(t.From)
		if _, ok := t.From.(*FuncType); ok {
			from = "(" + from + ")"
		}
		return from + " -> " + TypeText(t.To)
	}
	return fmt.Sprintf("%T", t)
}

// String prints a shape.
func (s Shape) String() string {
	var parts []string
	if s.Const != 0 || len(s.Vars) == 0 {
		parts = append(parts, tilde(strconv.FormatInt(s.Const, 10)))
	}
	return strings.Join(append(parts, s.Vars...), "+")
}
