package imp

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/text"
)

// A PrintOption changes what Print shows.
type PrintOption uint8

// OmitPositions omits source positions: those of statements and functions, and the traces
// of assertions.
const OmitPositions PrintOption = 1

// Print writes p as text, which Parse reads back to an equal program (without positions,
// if they are omitted).
func Print(w io.Writer, p *Program, options ...PrintOption) error {
	omit := false
	for _, o := range options {
		omit = omit || o == OmitPositions
	}
	if _, err := io.WriteString(w, programText(p, omit)); err != nil {
		return fmt.Errorf("writing imp text: %w", err)
	}
	return nil
}

// String returns the program's text, with positions.
func (p *Program) String() string { return programText(p, false) }

// programText prints the functions first, because the header says how far the supply of
// names is beyond them.
func programText(p *Program, omit bool) string {
	w := newPrinter(omit)
	for _, f := range p.Funs {
		if f.Pos.IsValid() && w.File == "" {
			w.File = f.Pos.File
		}
	}
	for _, f := range p.Funs {
		w.Put("\n")
		w.fun(f)
		w.Put("\n")
	}
	head := &text.Writer{OmitPlaces: omit, File: w.File}
	head.Header("imp", p.Names, w.LargestID())
	return head.String() + w.String()
}

// String returns the function's text, without positions.
func (f *Fun) String() string {
	w := newPrinter(true)
	w.fun(f)
	return w.String()
}

// StmString returns the text of a statement, without positions. Variables declared
// outside it are shown with their types: (x: i64).
func StmString(s Stm) string {
	w := newPrinter(true)
	w.stm(s)
	return w.String()
}

// Brief returns the first line of a statement's text, for messages. types holds the
// variables that are shown without their types.
func Brief(s Stm, types map[name.Name]Type) string {
	w := &printer{&text.Writer{OmitPlaces: true}, types}
	w.stm(s)
	line, rest, _ := strings.Cut(w.String(), "\n")
	if rest != "" {
		line += "…}"
	}
	return line
}

// printer lays out programs and statements; print_expr.go has the expressions.
type printer struct {
	*text.Writer
	// types holds the variables declared so far: uses show them without their types.
	types map[name.Name]Type
}

func newPrinter(omit bool) *printer {
	return &printer{&text.Writer{OmitPlaces: omit}, map[name.Name]Type{}}
}

func (w *printer) fun(f *Fun) {
	if f.InKernel {
		w.Put("inkernel ")
	}
	w.Put("fun ")
	w.Ident(f.Name)
	w.params(f.Params)
	w.Put(" -> ")
	w.params(f.Results)
	w.EndPlace(f.Pos)
	if f.Entry != nil {
		w.entry(f.Entry)
	}
	w.Put(" ")
	w.body(f.Body)
}

func (w *printer) params(ps []Param) {
	w.List("(", ")", len(ps), func(i int) {
		w.Name(ps[i].Name)
		w.Put(": ")
		w.typ(ps[i].Type)
		w.types[ps[i].Name] = ps[i].Type
	})
}

func (w *printer) typ(t Type) {
	if !t.IsBlock() {
		w.lanes(t.Elem, t.Lanes)
		return
	}
	w.Put("mem")
	if t.Space != "" {
		w.Put(".")
		w.Ident(string(t.Space))
	}
}

// lanes writes the type of a scalar, f32, or of a vector, f32x4.
func (w *printer) lanes(elem scalar.Type, lanes int) {
	w.Put(elem.String())
	if lanes > 0 {
		w.Put("x", strconv.Itoa(lanes))
	}
}

func (w *printer) entry(e *Entry) {
	w.In()
	w.Line()
	w.Put("entry ")
	w.externals(e.Params)
	w.Put(" -> ")
	w.externals(e.Results)
	w.Out()
}

// externals writes name: "type" = [n]f32 in b, with * if it may be overwritten.
func (w *printer) externals(es []External) {
	w.List("(", ")", len(es), func(i int) {
		e := es[i]
		if e.Name != "" {
			w.Ident(e.Name)
			w.Put(": ")
		}
		if e.Unique {
			w.Put("*")
		}
		w.Str(e.Type)
		w.Put(" = ")
		for _, size := range e.Shape {
			w.Put("[")
			w.expr(size, 0)
			w.Put("]")
		}
		w.Put(e.Elem.String(), " in ")
		w.Name(e.Var)
	})
}

func (w *printer) body(ss []Stm) {
	if len(ss) == 0 {
		w.Put("{ }")
		return
	}
	w.Put("{")
	w.In()
	for _, s := range ss {
		w.Line()
		w.stm(s)
	}
	w.Out()
	w.Line()
	w.Put("}")
}
