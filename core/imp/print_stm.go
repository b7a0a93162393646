package imp

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

func (w *printer) stm(s Stm) {
	switch s := s.(type) {
	case *Declare:
		w.Put("var ")
		w.Name(s.Name)
		w.Put(": ")
		w.lanes(s.Type, s.Lanes)
		w.Put(" = ")
		w.expr(s.Init, 0)
		w.types[s.Name] = Type{Elem: s.Type, Lanes: s.Lanes}
	case *DeclareBlock:
		w.Put("var ")
		w.Name(s.Name)
		w.Put(": ")
		w.typ(Type{Space: s.Space})
	case *Assign:
		w.assign(s.Name)
		w.expr(s.X, 0)
	case *AssignBlock:
		w.assign(s.Dst)
		w.Put("hold(")
		if !s.Src.IsZero() {
			w.Name(s.Src)
		}
		w.Put(")")
	case *Alloc:
		w.alloc(s)
	case *Store:
		w.element(s.Block, s.Elem, s.Lanes, s.Index)
		w.Put(" <- ")
		w.expr(s.X, 0)
	case *Copy:
		w.copy(s)
	case *Call:
		w.call(s)
	case *Foreign:
		w.foreign(s)
	case *Assert:
		w.assert(s)
	case *Barrier:
		w.Put("barrier")
	case *Atomic:
		w.atomic(s)
	default:
		w.nest(s)
	}
}

// nest writes the statements that hold statements.
func (w *printer) nest(s Stm) {
	switch s := s.(type) {
	case *If:
		w.Put("if ")
		w.expr(s.Cond, 0)
		w.Put(" ")
		w.body(s.Then)
		switch {
		case s.General:
			w.Put(" general ")
			w.body(s.Else)
		case len(s.Else) > 0:
			w.Put(" else ")
			w.body(s.Else)
		}
	case *For:
		w.Put("for ")
		w.Name(s.Index)
		w.Put(": ", s.Type.String(), " < ")
		w.expr(s.Bound, 0)
		w.types[s.Index] = Type{Elem: s.Type}
		w.EndPlace(s.Pos)
		w.Put(" ")
		w.body(s.Body)
	case *While:
		w.Put("while ")
		w.expr(s.Cond, 0)
		w.EndPlace(s.Pos)
		w.Put(" ")
		w.body(s.Body)
	case *Parallel:
		w.parallel(s)
	case *Launch:
		w.launch(s)
	default:
		w.Put("?")
	}
}

func (w *printer) assign(n name.Name) {
	w.Name(n)
	w.Put(" <- ")
}

func (w *printer) alloc(s *Alloc) {
	w.assign(s.Block)
	w.Put("alloc(")
	w.expr(s.Bytes, 0)
	if s.Space != "" {
		w.Put(", space = ")
		w.Ident(string(s.Space))
	}
	if s.IsPart() {
		w.Put(", in = ")
		w.Name(s.Pool)
		w.Put(", at = ")
		w.expr(s.Offset, 0)
	}
	if s.What != "" {
		w.Put(", for = ")
		w.Str(s.What)
	}
	w.Put(")")
	w.EndPlace(s.Pos)
}

// element writes b.f32[i], or b.f32[i, j in o + {(n : m), (m : 1)}]; for a vector
// b.f32x4[i].
func (w *printer) element(block name.Name, elem scalar.Type, lanes int, index Expr) {
	w.Name(block)
	w.Put(".")
	w.lanes(elem, lanes)
	if at, ok := index.(*At); ok {
		w.expr(at, 0)
		return
	}
	w.Put("[")
	w.expr(index, 0)
	w.Put("]")
}

func (w *printer) copy(s *Copy) {
	w.Put("copy.", s.Elem.String(), "(")
	w.exprs(s.Shape)
	w.Put(", ")
	w.view(s.Dst)
	w.Put(", ")
	w.view(s.Src)
	w.Put(")")
}

func (w *printer) view(v View) {
	w.Name(v.Block)
	w.Put(" from ")
	w.expr(v.Offset, 0)
	w.Put(" by ")
	w.exprs(v.Strides)
}

func (w *printer) exprs(es []Expr) {
	w.List("[", "]", len(es), func(i int) { w.expr(es[i], 0) })
}

func (w *printer) call(s *Call) {
	w.Put("call ")
	w.Ident(s.Fun)
	w.argsAndResults(s.Args, s.Results)
	w.EndPlace(s.Pos)
}

func (w *printer) argsAndResults(args []Arg, results []name.Name) {
	w.List("(", ")", len(args), func(i int) {
		if a := args[i]; a.X != nil {
			w.expr(a.X, 0)
		} else {
			w.Put("mem ")
			w.Name(a.Block)
		}
	})
	w.Put(" -> ")
	w.List("(", ")", len(results), func(i int) { w.Name(results[i]) })
}

// foreign writes foreign "acme.blend"(x, mem b) -> (y) "text" { … } { … }.
func (w *printer) foreign(s *Foreign) {
	w.Put("foreign ")
	w.Str(s.Name)
	w.argsAndResults(s.Args, s.Results)
	if s.Text != "" {
		w.Put(" ")
		w.Str(s.Text)
	}
	w.EndPlace(s.Pos)
	for _, b := range s.Bodies {
		w.Put(" ")
		w.body(b)
	}
}

func (w *printer) assert(s *Assert) {
	w.Put("assert(")
	w.expr(s.Cond, 0)
	w.Put(", ")
	w.List("[", "]", len(s.Message), func(i int) {
		if part := s.Message[i]; part.Arg != nil {
			w.expr(part.Arg, 0)
		} else {
			w.Str(part.Text)
		}
	})
	if len(s.Trace) > 0 && !w.OmitPlaces {
		w.Put(", at = ")
		w.List("[", "]", len(s.Trace), func(i int) { w.Place(s.Trace[i]) })
	}
	w.Put(")")
}

func (w *printer) parallel(s *Parallel) {
	w.Put("parallel ")
	w.Str(s.Label)
	w.Put(" ")
	w.List("(", ")", len(s.Space), func(i int) {
		d := s.Space[i]
		w.Name(d.Index)
		w.Put(" < ")
		w.expr(d.Count, 0)
		w.types[d.Index] = Type{Elem: s.IndexType()}
	})
	w.flag(s.Narrow, "narrow")
	w.flag(s.Apart, "apart")
	w.flag(s.Prescribed, "prescribed")
	w.EndPlace(s.Pos)
	w.Put(" ")
	w.body(s.Body)
}

func (w *printer) launch(s *Launch) {
	w.Put("launch ")
	w.Str(s.Label)
	w.Put(" (")
	w.expr(s.Groups, 0)
	w.Put(", ")
	w.expr(s.GroupSize, 0)
	w.Put(")")
	if len(s.Shared) > 0 {
		w.Put(" shared ")
		w.List("(", ")", len(s.Shared), func(i int) {
			w.Name(s.Shared[i].Name)
			w.Put(": ")
			w.expr(s.Shared[i].Bytes, 0)
			if s.Shared[i].Space != "" {
				w.Put(" in ")
				w.Ident(string(s.Shared[i].Space))
			}
		})
	}
	w.flag(s.Apart, "apart")
	w.EndPlace(s.Pos)
	w.Put(" ")
	w.body(s.Body)
}

// flag writes a word after the head of a statement.
func (w *printer) flag(set bool, word string) {
	if set {
		w.Put(" ", word)
	}
}

// atomicNames are the kinds of atomic operation that no scalar operator names.
var atomicNames = map[AtomicKind]string{
	AtomicExchange:        "exchange",
	AtomicCompareExchange: "compare",
}

func (w *printer) atomic(s *Atomic) {
	w.Put("atomic(")
	w.element(s.Block, s.Elem, 0, s.Index)
	w.Put(", ")
	if s.Kind == AtomicUpdate {
		w.Put(s.Fn.String())
	} else {
		w.Put(atomicNames[s.Kind])
	}
	if s.Kind == AtomicCompareExchange {
		w.Put(", ")
		w.expr(s.Expected, 0)
	}
	w.Put(", ")
	w.expr(s.X, 0)
	w.Put(")")
	if !s.Old.IsZero() {
		w.Put(" -> ")
		w.Name(s.Old)
		w.types[s.Old] = Type{Elem: s.Elem}
	}
}
