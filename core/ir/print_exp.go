package ir

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// exp writes an expression: its name with its types, then its parts in parentheses, as
// Visit shows them, then its bodies.
//
//	add.i32(x_1, 2i32)
//	reduce(n, [xs_4], op = \(a: i32, b: i32) -> (i32) {…}, neutral = [0i32])
//	if(c_3) then {…} else {…}
func (w *printer) exp(e Exp) {
	v := &expPrinter{printer: w, enter: true}
	v.exp(e)
}

// brief prints statements on one line.
type brief struct{ *printer }

func (w brief) stm(s *Stm) {
	w.pattern(s.Pat)
	v := &expPrinter{printer: w.printer}
	v.exp(s.Exp)
}

// expPrinter is the Visitor that writes the parts of one expression.
type expPrinter struct {
	*printer
	enter bool // whether bodies are shown
	opens bool // whether the parenthesis is open
	parts int  // written within it
	bare  bool // whether unlabelled atoms have no brackets: operands proper
}

func (v *expPrinter) exp(e Exp) {
	if e == nil {
		v.Put("?")
		return
	}
	if _, ok := e.(*Prim); !ok {
		v.Put(e.Op())
	}
	e.Visit(v)
	v.close()
}

// part begins the next part in the parentheses.
func (v *expPrinter) part(label string) {
	if !v.opens {
		v.opens = true
		v.Put("(")
	}
	if v.parts > 0 {
		v.Put(", ")
	}
	v.parts++
	if label != "" {
		v.Put(label, " = ")
	}
}

func (v *expPrinter) close() {
	if v.opens {
		v.opens = false
		v.Put(")")
	}
}

func (v *expPrinter) Fn(op *scalar.Op) {
	v.Put(op.String())
	v.bare = true
}

func (v *expPrinter) Elem(t *scalar.Type) { v.Put(".", t.String()) }

func (v *expPrinter) FunName(f *string) {
	v.Put(" ")
	v.Ident(*f)
	v.Put("(")
	v.opens, v.bare = true, true
}

func (v *expPrinter) Atom(label string, a *Atom) {
	v.part(label)
	v.atom(*a)
}

func (v *expPrinter) Atoms(label string, as *[]Atom) {
	if v.bare && label == "" {
		if !v.opens {
			v.opens = true
			v.Put("(")
		}
		for i := range *as {
			v.Atom("", &(*as)[i])
		}
		return
	}
	v.part(label)
	v.List("[", "]", len(*as), func(i int) { v.atom((*as)[i]) })
}

func (v *expPrinter) Var(label string, n *name.Name) {
	v.part(label)
	v.Name(*n)
}

func (v *expPrinter) Vars(label string, ns *[]name.Name) {
	v.part(label)
	v.names(*ns)
}

func (v *expPrinter) names(ns []name.Name) {
	v.List("[", "]", len(ns), func(i int) { v.Name(ns[i]) })
}

func (v *expPrinter) Int(label string, i *int) {
	v.part(label)
	v.printer.Int(*i)
}

func (v *expPrinter) Ints(label string, is *[]int) {
	v.part(label)
	v.List("[", "]", len(*is), func(i int) { v.printer.Int((*is)[i]) })
}

// A flag is printed by its name if set.
func (v *expPrinter) Flag(label string, b *bool) {
	if *b {
		v.part("")
		v.Put(label)
	}
}

func (v *expPrinter) Type(label string, t *Type) {
	v.part(label)
	v.typ(*t)
}

func (v *expPrinter) Message(m *[]MessagePart) {
	v.part("")
	v.List("[", "]", len(*m), func(i int) {
		if part := (*m)[i]; part.Arg != nil {
			v.atom(*part.Arg)
		} else {
			v.Str(part.Text)
		}
	})
}

func (v *expPrinter) Trace(t *[]source.Pos) {
	if len(*t) == 0 || v.OmitPlaces {
		return
	}
	v.part("at")
	v.List("[", "]", len(*t), func(i int) { v.Place((*t)[i]) })
}

// A single index is i; a range is start :+ size, and by step unless that is 1.
func (v *expPrinter) Slice(label string, ds *[]SliceDim) {
	v.part(label)
	v.List("[", "]", len(*ds), func(i int) {
		d := (*ds)[i]
		v.atom(d.Start)
		if d.Fix {
			return
		}
		v.Put(" :+ ")
		v.atom(d.Size)
		if d.Step != Size(1) {
			v.Put(" by ")
			v.atom(d.Step)
		}
	})
}

func (v *expPrinter) FlatDims(label string, ds *[]FlatDim) {
	v.part(label)
	v.List("{", "}", len(*ds), func(i int) {
		v.Put("(")
		v.atom((*ds)[i].Size)
		v.Put(" : ")
		v.atom((*ds)[i].Stride)
		v.Put(")")
	})
}

func (v *expPrinter) Dests(label string, ds *[]Dest) {
	if len(*ds) == 0 {
		return
	}
	v.part(label)
	v.List("[", "]", len(*ds), func(i int) {
		v.Name((*ds)[i].Array)
		v.rank((*ds)[i].Rank)
	})
}

func (v *expPrinter) rank(r int) {
	v.Put(" rank ")
	v.printer.Int(r)
}

func (v *expPrinter) HistOps(label string, hs *[]HistOp) {
	v.part(label)
	v.List("[", "]", len(*hs), func(i int) { v.histOp(&(*hs)[i]) })
}

func (v *expPrinter) histOp(h *HistOp) {
	v.names(h.Dests)
	v.rank(h.Rank)
	v.Put(" op = ")
	v.function(h.Operator)
	v.Put(" neutral = ")
	v.List("[", "]", len(h.Neutral), func(i int) { v.atom(h.Neutral[i]) })
}

func (v *expPrinter) MemSpace(label string, s *Space) {
	if *s != "" {
		v.part(label)
		v.Ident(string(*s))
	}
}

// Threads, the common level, is not printed.
func (v *expPrinter) Parallel(label string, p *Parallel) {
	if *p != Threads {
		v.part(label)
		v.Put(p.String())
	}
}

func (v *expPrinter) LoopHeader(l *Loop) {
	if !l.Index.IsZero() {
		v.below(l.Index, l.Bound)
	}
	if !l.While.IsZero() {
		v.part("")
		v.Put("while ")
		v.Name(l.While)
	}
	for i, p := range l.Params {
		v.part("")
		v.param(p)
		v.Put(" = ")
		if i < len(l.Inits) {
			v.atom(l.Inits[i])
		} else {
			v.Put("?")
		}
	}
}

func (v *expPrinter) below(index name.Name, bound Atom) {
	v.part("")
	v.Name(index)
	v.Put(" < ")
	v.atom(bound)
}

func (v *expPrinter) IndexSpace(s *[]SpaceDim) {
	for _, d := range *s {
		v.below(d.Index, d.Size)
	}
}

func (v *expPrinter) Lambda(label string, l **Lambda) {
	if *l != nil {
		v.part(label)
		v.function(*l)
	}
}

func (v *expPrinter) function(l *Lambda) {
	switch {
	case l == nil:
		v.Put("?")
	case v.enter:
		v.lambda(l)
	default:
		v.lambdaHead(l)
		v.Put("{…}")
	}
}

func (v *expPrinter) Body(label string, b **Body) {
	v.close()
	v.Put(" ")
	if label != "" {
		v.Put(label, " ")
	}
	if v.enter {
		v.body(*b)
	} else {
		v.Put("{…}")
	}
}
