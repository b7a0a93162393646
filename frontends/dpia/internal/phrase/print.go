package phrase

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// Printer prints phrases as programs: what it prints reads back. Variables of one base get
// numbers.
type Printer struct {
	shown map[name.Name]string
	taken map[string]bool
}

// NewPrinter returns a printer that has shown nothing.
func NewPrinter() *Printer { return &Printer{map[name.Name]string{}, map[string]bool{}} }

// Name spells a variable.
func (w *Printer) Name(n name.Name) string {
	if text, ok := w.shown[n]; ok {
		return text
	}
	text := n.Base
	for i := 2; w.taken[text] || byName()[text] != nil || reserved[text]; i++ {
		text = fmt.Sprintf("%s%d", n.Base, i)
	}
	w.shown[n], w.taken[text] = text, true
	return text
}

// reserved are words that are no variables.
var reserved = map[string]bool{"let": true, "in": true, "def": true, "entry": true, "exp": true, "acc": true, "comm": true, "idx": true}

// Precedences of the grammar, those that bind loosest first.
const (
	atAssign = 1 + iota
	atPipe
	atSum
	atProduct
	atApply
	atAtom
)

// infix are the operators between two operands.
var infix = map[string]int{"+": atSum, "-": atSum, "*": atProduct, "/": atProduct}

// Phrase prints a phrase that begins in the given column.
func (w *Printer) Phrase(p Phrase, indent int) string { return w.at(p, 0, indent) }

func parens(need bool, text string) string {
	if need {
		return "(" + text + ")"
	}
	return text
}

func (w *Printer) at(p Phrase, level, indent int) string {
	switch p := p.(type) {
	case *Var:
		return w.Name(p.Name)
	case *Lit:
		text := p.Value.String()
		if _, isVec := p.Data.(types.Vec); isVec {
			text = strings.TrimSuffix(text, p.Value.Type.String())
		}
		return parens(strings.HasPrefix(text, "-") && level > atSum, text)
	case *Lam:
		return w.lambda(p, level, indent)
	case *Pair:
		return "(" + w.at(p.First, 0, indent) + ", " + w.at(p.Second, 0, indent) + ")"
	case *Proj:
		return fmt.Sprintf("%s.%d", w.at(p.Of, atAtom, indent), p.N)
	}
	head, args := Spine(p)
	prim, ok := head.(*Prim)
	if !ok {
		return w.apply(w.at(head, atApply, indent), args, level, indent)
	}
	switch {
	case prim.Of.Role == Seq:
		pair := args[0].(*Pair)
		return parens(level > 0, w.at(pair.First, 0, indent)+";"+newline(indent)+w.at(pair.Second, 0, indent))
	case prim.Of.Role == Assign:
		pair := args[0].(*Pair)
		return parens(level > atAssign, w.at(pair.First, atPipe, indent)+" := "+w.at(pair.Second, atPipe, indent))
	case prim.Of.Role == Let && len(args) == 2:
		if l, ok := args[1].(*Lam); ok {
			return parens(level > 0, "let "+w.Name(l.Param)+" = "+w.at(args[0], atPipe, indent)+" in"+newline(indent)+w.at(l.Body, 0, indent))
		}
	case infix[prim.Of.Name] > 0 && len(args) == 2:
		own := infix[prim.Of.Name]
		return parens(level > own, w.at(args[0], own, indent)+" "+prim.Of.Name+" "+w.at(args[1], own+1, indent))
	}
	return w.apply(w.primitive(prim), args, level, indent)
}

// primitive prints a primitive with the type arguments that a program writes.
func (w *Printer) primitive(p *Prim) string {
	text := p.Of.Name
	if infix[text] > 0 {
		return "(" + text + ")"
	}
	t := p.Of.Type
	for _, a := range p.Args {
		all := t.(types.All)
		t = all.Result
		switch {
		case all.Hidden:
		case a.Data != nil:
			text += " [" + types.DataText(a.Data, w.Name) + "]"
		default:
			text += " [" + types.NatText(a.Nat, w.Name) + "]"
		}
	}
	return text
}

func (w *Printer) apply(head string, args []Phrase, level, indent int) string {
	for _, a := range args {
		head += " " + w.at(a, atAtom, indent+2)
	}
	return parens(level > atApply && len(args) > 0 || level >= atAtom && strings.Contains(head, " "), head)
}

// lambda prints a function: a command on lines of its own.
func (w *Printer) lambda(l *Lam, level, indent int) string {
	text := "\\" + w.Name(l.Param)
	body := l.Body
	for {
		inner, ok := body.(*Lam)
		if !ok {
			break
		}
		text += " " + w.Name(inner.Param)
		body = inner.Body
	}
	text += "."
	if isCommand(body) {
		return parens(level > 0, text+newline(indent)+w.at(body, 0, indent))
	}
	return parens(level > 0, text+" "+w.at(body, 0, indent))
}

// isCommand reports whether a phrase begins with a primitive of commands.
func isCommand(p Phrase) bool {
	prim, _ := Call(p)
	return prim != nil && prim.Of.Role >= Skip && prim.Of.Role <= ReduceI
}

func newline(indent int) string { return "\n" + strings.Repeat(" ", indent) }
