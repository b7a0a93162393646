package gocmd

import (
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// list prints a soac program in the manner of Futhark's language, for readers: sizes and assertions are as
// in the program, and operations that the language does not have go by their names.
func list(w io.Writer, p *ir.Program) {
	l := &listing{}
	for i := range p.Funs {
		l.fun(p.Funs[i])
	}
	io.WriteString(w, l.String())
}

type listing struct {
	strings.Builder
	depth int
}

func (l *listing) line(format string, args ...any) {
	fmt.Fprintf(l, "\n%s"+format, append([]any{strings.Repeat("  ", l.depth)}, args...)...)
}

// in prints what f does one level deeper.
func (l *listing) in(f func()) {
	l.depth++
	f()
	l.depth--
}

func (l *listing) fun(f *ir.Fun) {
	word, sizes := "def", 0
	if f.Entry != nil {
		word, sizes = "entry", f.Entry.Implicit
	}
	fmt.Fprintf(l, "%s %s", word, f.Name)
	for i, p := range f.Params {
		if i < sizes {
			fmt.Fprintf(l, " [%s]", p.Name)
			continue
		}
		unique := ""
		if p.Unique {
			unique = "*"
		}
		fmt.Fprintf(l, " (%s: %s%s)", p.Name, unique, p.Type)
	}
	fmt.Fprintf(l, " : %s =", tupled(len(f.Results), func(i int) string { return f.Results[i].Type.String() }))
	l.in(func() { l.body(f.Body) })
	l.WriteString("\n\n")
}

func (l *listing) body(b *ir.Body) {
	for _, s := range b.Stms {
		l.stm(s)
	}
	word := ""
	if len(b.Stms) > 0 {
		word = "in "
	}
	l.line("%s%s", word, tupled(len(b.Result), func(i int) string { return atom(b.Result[i]) }))
}

func (l *listing) stm(s *ir.Stm) {
	if len(s.Pat) == 0 {
		l.line("let () = ")
	} else {
		l.line("let %s = ", tupled(len(s.Pat), func(i int) string { return s.Pat[i].Name.String() }))
	}
	if print, ok := printers[s.Exp.Op()]; ok {
		print(l, s.Exp)
		return
	}
	l.WriteString(s.Exp.Op())
	(&ir.Walker{
		Atom: func(a *ir.Atom) { l.WriteString(" " + atom(*a)) },
		Var:  func(n *name.Name) { l.WriteString(" " + n.String()) },
		Body: func(*ir.Body) bool { return false },
	}).Exp(s.Exp)
}

// printers print the operations that Futhark's language has.
var printers map[string]func(*listing, ir.Exp)

func init() {
	printers = map[string]func(*listing, ir.Exp){
		"use":     printing(func(l *listing, e *ir.Use) { l.WriteString(atom(e.X)) }),
		"prim":    printing((*listing).prim),
		"convert": printing(func(l *listing, e *ir.Convert) { fmt.Fprintf(l, "%s.%s %s", e.To, e.From, atom(e.X)) }),
		"assert":  printing((*listing).assert),
		"call":    printing(func(l *listing, e *ir.Call) { l.WriteString(e.Fun + atoms(" ", e.Args)) }),
		"if":      printing((*listing).choice),
		"loop":    printing((*listing).loop),
		"index": printing(func(l *listing, e *ir.Index) {
			fmt.Fprintf(l, "%s[%s]", e.Array, strings.TrimPrefix(atoms(", ", e.Indices), ", "))
		}),
		"slice": printing(func(l *listing, e *ir.Slice) { fmt.Fprintf(l, "%s[%s]", e.Array, selected(e.Dims)) }),
		"update": printing(func(l *listing, e *ir.Update) {
			fmt.Fprintf(l, "%s with [%s] = %s", e.Array, selected(e.Dims), atom(e.Value))
		}),
		"copy": printing(func(l *listing, e *ir.Copy) { fmt.Fprintf(l, "copy %s", e.Array) }),
		"iota": printing((*listing).iota),
		"replicate": printing(func(l *listing, e *ir.Replicate) {
			fmt.Fprintf(l, "replicate%s %s", atoms(" ", e.Shape), atom(e.Value))
		}),
		"literal": printing(func(l *listing, e *ir.Literal) {
			fmt.Fprintf(l, "[%s]", strings.TrimPrefix(atoms(", ", e.Elems), ", "))
		}),
		"concat": printing(func(l *listing, e *ir.Concat) { l.WriteString("concat" + names(e.Arrays)) }),
		"map": printing(func(l *listing, e *ir.Map) {
			l.lambda("map", len(e.Arrays), e.Fn)
			l.line("  %s", strings.TrimPrefix(names(e.Arrays), " "))
		}),
		"reduce": printing(func(l *listing, e *ir.Reduce) { l.fold("reduce", e.Operator, e.Neutral, e.Fn, e.Arrays) }),
		"scan":   printing(func(l *listing, e *ir.Scan) { l.fold("scan", e.Operator, e.Neutral, e.Fn, e.Arrays) }),
		"scatter": printing(func(l *listing, e *ir.Scatter) {
			dests := tupled(len(e.Dests), func(i int) string { return e.Dests[i].Array.String() })
			l.lambda("scatter "+dests+" <| map", len(e.Arrays), e.Fn)
			l.line("  %s", strings.TrimPrefix(names(e.Arrays), " "))
		}),
		"hist": printing((*listing).hist),
	}
}

func printing[E ir.Exp](f func(*listing, E)) func(*listing, ir.Exp) {
	return func(l *listing, e ir.Exp) { f(l, e.(E)) }
}

// infix are the operators that stand between their operands.
var infix = map[string]string{
	"add": "+", "sub": "-", "mul": "*", "div": "/", "rem": "%", "and": "&", "or": "|", "xor": "^", "shl": "<<", "shr": ">>",
	"eq": "==", "ne": "!=", "lt": "<", "le": "<=",
}

func (l *listing) prim(e *ir.Prim) {
	op, between := infix[e.Fn.String()]
	switch {
	case between && e.Type == scalar.Bool && (op == "&" || op == "|"):
		fmt.Fprintf(l, "%s %s %s", atom(e.Args[0]), op+op, atom(e.Args[1]))
	case between && len(e.Args) == 2:
		fmt.Fprintf(l, "%s %s %s", atom(e.Args[0]), op, atom(e.Args[1]))
	case e.Fn.String() == "select":
		fmt.Fprintf(l, "if %s then %s else %s", atom(e.Args[0]), atom(e.Args[1]), atom(e.Args[2]))
	default:
		fmt.Fprintf(l, "%s.%s%s", e.Type, e.Fn, atoms(" ", e.Args))
	}
}

func (l *listing) assert(e *ir.Assert) {
	var b strings.Builder
	for _, part := range e.Message {
		b.WriteString(part.Text)
		if part.Arg != nil {
			b.WriteString("${" + atom(*part.Arg) + "}")
		}
	}
	fmt.Fprintf(l, "assert %s () -- %s", atom(e.Cond), b.String())
}

func (l *listing) choice(e *ir.If) {
	fmt.Fprintf(l, "if %s then", atom(e.Cond))
	l.in(func() { l.in(func() { l.body(e.Then) }) })
	l.line("  else")
	l.in(func() { l.in(func() { l.body(e.Else) }) })
}

func (l *listing) loop(e *ir.Loop) {
	params := tupled(len(e.Params), func(i int) string { return e.Params[i].Name.String() })
	inits := tupled(len(e.Inits), func(i int) string { return atom(e.Inits[i]) })
	fmt.Fprintf(l, "loop %s = %s ", params, inits)
	if e.Index.IsZero() {
		fmt.Fprintf(l, "while %s do", e.While)
	} else {
		fmt.Fprintf(l, "for %s < %s do", e.Index, atom(e.Bound))
	}
	l.in(func() { l.in(func() { l.body(e.Body) }) })
}

func (l *listing) iota(e *ir.Iota) {
	if reflect.DeepEqual(*e, *ir.IotaOf(e.Count)) {
		fmt.Fprintf(l, "iota %s", atom(e.Count))
		return
	}
	fmt.Fprintf(l, "map (\\i -> %s + %s.i64 i * %s) (iota %s)", atom(e.Start), e.Elem, atom(e.Step), atom(e.Count))
}

// lambda prints a function as the argument of word, with as many arrays as it takes.
func (l *listing) lambda(word string, arrays int, f *ir.Lambda) {
	if word == "map" && arrays > 1 {
		word = fmt.Sprintf("map%d", arrays)
	}
	fmt.Fprintf(l, "%s (\\", word)
	for _, p := range f.Params {
		fmt.Fprintf(l, "(%s: %s) ", p.Name, p.Type)
	}
	l.WriteString("->")
	l.in(func() { l.in(func() { l.body(f.Body) }) })
	l.WriteString(")")
}

func (l *listing) fold(word string, op *ir.Lambda, neutral []ir.Atom, fn *ir.Lambda, arrays []name.Name) {
	l.lambda(word, 0, op)
	l.line("  %s ", tupled(len(neutral), func(i int) string { return atom(neutral[i]) }))
	if fn == nil {
		l.WriteString(strings.TrimPrefix(names(arrays), " "))
		return
	}
	l.lambda("<| map", len(arrays), fn)
	l.WriteString(names(arrays))
}

func (l *listing) hist(e *ir.Hist) {
	for _, h := range e.Ops {
		l.lambda("reduce_by_index "+tupled(len(h.Dests), func(i int) string { return h.Dests[i].String() }), 0, h.Operator)
		l.line("  %s", tupled(len(h.Neutral), func(i int) string { return atom(h.Neutral[i]) }))
	}
	l.lambda(" <| map", len(e.Arrays), e.Fn)
	l.WriteString(names(e.Arrays))
}

// selected are the indices and ranges of a slice.
func selected(dims []ir.SliceDim) string {
	out := make([]string, len(dims))
	for i, d := range dims {
		switch one := ir.Size(1); {
		case d.Fix:
			out[i] = atom(d.Start)
		case d.Step == one:
			out[i] = fmt.Sprintf("%s :+ %s", atom(d.Start), atom(d.Size))
		default:
			out[i] = fmt.Sprintf("%s :+ %s by %s", atom(d.Start), atom(d.Size), atom(d.Step))
		}
	}
	return strings.Join(out, ", ")
}

func tupled(n int, part func(int) string) string {
	out := make([]string, n)
	for i := range out {
		out[i] = part(i)
	}
	if n == 1 {
		return out[0]
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// atom is an operand; negative constants stand in parentheses.
func atom(a ir.Atom) string {
	if text := a.String(); !strings.HasPrefix(text, "-") {
		return text
	}
	return "(" + a.String() + ")"
}

// atoms lists operands, each after a separator.
func atoms(before string, as []ir.Atom) string {
	var b strings.Builder
	for _, a := range as {
		b.WriteString(before + atom(a))
	}
	return b.String()
}

// names lists arrays, each after a space.
func names(ns []name.Name) string {
	var b strings.Builder
	for _, n := range ns {
		b.WriteString(" " + n.String())
	}
	return b.String()
}
