package ir

import (
	"fmt"
	"io"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/text"
)

// A PrintOption changes what Print shows.
type PrintOption uint8

// OmitPositions omits source positions: those of statements and functions, and the traces
// of assertions.
const OmitPositions PrintOption = 1

// OmitMemory omits locations: the block and the index function of binders. At mem, Parse
// does not read that back.
const OmitMemory PrintOption = 2

// Print writes p as .lir text, which Parse reads back to an equal program (without
// positions, if they are omitted).
func Print(w io.Writer, p *Program, options ...PrintOption) error {
	out := newPrinter(options)
	out.program(p)
	if _, err := io.WriteString(w, out.String()); err != nil {
		return fmt.Errorf("writing .lir text: %w", err)
	}
	return nil
}

func newPrinter(options []PrintOption) *printer {
	out := &printer{Writer: &text.Writer{}}
	for _, o := range options {
		out.OmitPlaces = out.OmitPlaces || o == OmitPositions
		out.omitMemory = out.omitMemory || o == OmitMemory
	}
	return out
}

// String returns the program's .lir text, with positions.
func (p *Program) String() string {
	return show(func(w *printer) { w.program(p) })
}

// String returns the function's text, without positions.
func (f *Fun) String() string { return showBare(func(w *printer) { w.fun(f) }) }

// Text returns the function's text, without what the options omit.
func (f *Fun) Text(options ...PrintOption) string {
	w := newPrinter(options)
	w.fun(f)
	return w.String()
}

// String returns the statement's text, without positions.
func (s *Stm) String() string { return showBare(func(w *printer) { w.stm(s) }) }

// Brief returns the statement on one line, for messages: bodies are shown as {…}.
func (s *Stm) Brief() string {
	return showBare(func(w *printer) { brief{w}.stm(s) })
}

// String returns the body's text, without positions.
func (b *Body) String() string { return showBare(func(w *printer) { w.body(b) }) }

// String returns the lambda's text, without positions.
func (l *Lambda) String() string { return showBare(func(w *printer) { w.lambda(l) }) }

// String returns the binder as in patterns and parameter lists.
func (p Param) String() string { return showBare(func(w *printer) { w.param(p) }) }

// String returns the type as in patterns: [n][m]f32, i64, mem.
func (t Type) String() string { return showBare(func(w *printer) { w.typ(t) }) }

// String returns the location as in patterns: @ b -> 0 + {(n : 1)}.
func (l *Loc) String() string { return showBare(func(w *printer) { w.loc(l) }) }

func show(write func(*printer)) string {
	w := newPrinter(nil)
	write(w)
	return w.String()
}

func showBare(write func(*printer)) string {
	return show(func(w *printer) { w.OmitPlaces = true; write(w) })
}

// printer lays out programs, bodies and statements; expPrinter, in print_exp.go, lays out
// expressions.
type printer struct {
	*text.Writer
	omitMemory bool
}

func (w *printer) program(p *Program) {
	w.File = firstFile(p)
	w.Header(p.Level.String(), p.Names, largestID(p))
	for _, f := range p.Funs {
		w.Put("\n")
		w.fun(f)
		w.Put("\n")
	}
}

// largestID returns the largest ID of a name in p.
func largestID(p *Program) int {
	var seen name.Supply
	see := func(n *name.Name) { seen.Seen(*n) }
	w := Walker{Var: see, Bind: see, Atom: func(a *Atom) { seen.Seen(a.Name) }}
	w.Program(p)
	return seen.Last()
}

// firstFile returns the file of the first position in p.
func firstFile(p *Program) string {
	file := ""
	see := func(pos source.Pos) {
		if file == "" && pos.IsValid() {
			file = pos.File
		}
	}
	for _, f := range p.Funs {
		see(f.Pos)
		w := Walker{Stm: func(s *Stm) { see(s.Pos) }}
		w.Fun(f)
	}
	return file
}

func (w *printer) fun(f *Fun) {
	if f.Entry != nil {
		w.entry(f.Entry)
		w.Line()
	}
	w.Put("fun ")
	w.Ident(f.Name)
	w.params(f.Params)
	w.Put(" -> ")
	w.params(f.Results)
	w.EndPlace(f.Pos)
	w.Put(" ")
	w.body(f.Body)
}

func (w *printer) entry(e *Entry) {
	w.Put("entry ")
	if e.Implicit != 0 {
		w.Put("implicit ")
		w.Int(e.Implicit)
		w.Put(" ")
	}
	w.externals(e.Params)
	w.Put(" -> ")
	w.externals(e.Results)
}

func (w *printer) externals(es []External) {
	w.List("(", ")", len(es), func(i int) {
		if es[i].Name != "" {
			w.Ident(es[i].Name)
			w.Put(": ")
		}
		w.Str(es[i].Type)
	})
}

func (w *printer) body(b *Body) {
	if b == nil {
		w.Put("{ ? }")
		return
	}
	w.Put("{")
	w.In()
	for _, s := range b.Stms {
		w.Line()
		w.stm(s)
	}
	if len(b.Stms) == 0 {
		w.Put(" ")
		w.result(b.Result)
		w.Put(" }")
		w.Out()
		return
	}
	w.Line()
	w.result(b.Result)
	w.Out()
	w.Line()
	w.Put("}")
}

func (w *printer) result(as []Atom) {
	w.Put("in ")
	w.List("(", ")", len(as), func(i int) { w.atom(as[i]) })
}

func (w *printer) stm(s *Stm) {
	w.pattern(s.Pat)
	w.exp(s.Exp)
	for i, a := range s.Attrs {
		w.Put([]string{" with ", ", "}[min(i, 1)])
		w.Str(a.Name)
		w.Put(" = ")
		w.Str(a.Value)
	}
	w.EndPlace(s.Pos)
}

func (w *printer) pattern(pat []Param) {
	if len(pat) > 0 {
		w.Put("let ")
		w.params(pat)
		w.Put(" = ")
	}
}

func (w *printer) lambda(l *Lambda) {
	w.lambdaHead(l)
	w.body(l.Body)
}

func (w *printer) lambdaHead(l *Lambda) {
	w.Put("\\")
	w.params(l.Params)
	w.Put(" -> ")
	w.List("(", ")", len(l.Results), func(i int) { w.typ(l.Results[i]) })
	w.Put(" ")
}

func (w *printer) params(ps []Param) {
	w.List("(", ")", len(ps), func(i int) { w.param(ps[i]) })
}

func (w *printer) param(p Param) {
	w.Name(p.Name)
	w.Put(": ")
	if p.Unique {
		w.Put("*")
	}
	w.typ(p.Type)
	if p.At != nil && !w.omitMemory {
		w.Put(" ")
		w.loc(p.At)
	}
}

func (w *printer) typ(t Type) {
	for _, d := range t.Dims {
		w.Put("[")
		w.size(d)
		w.Put("]")
	}
	if !t.IsBlock() {
		w.Put(t.Elem.String())
		return
	}
	w.Put("mem")
	if t.Space != "" {
		w.Put(".")
		w.Ident(string(t.Space))
	}
}

// size writes an atom of type i64, which constants need not state.
func (w *printer) size(a Atom) {
	if n, ok := a.AsSize(); ok {
		w.Put(fmt.Sprint(n))
		return
	}
	w.atom(a)
}

func (w *printer) loc(l *Loc) {
	w.Put("@ ")
	w.Name(l.Block)
	w.Put(" -> ", l.Index.Format(text.Name))
}

func (w *printer) atom(a Atom) {
	if a.IsVar() {
		w.Name(a.Name)
		return
	}
	w.Const(a.Const)
}
