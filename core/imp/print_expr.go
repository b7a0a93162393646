package imp

import (
	"fmt"
	"strconv"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// An infix operator is one that i64 operands are written around. Precedence
// counts from 1; operators of one precedence associate to the left.
type infix struct {
	symbol     string
	precedence int
}

var infixes = map[scalar.Op]infix{
	scalar.Add: {"+", 1},
	scalar.Sub: {"-", 1},
	scalar.Mul: {"*", 2},
}

// asInfix returns the infix form of e if it is i64 arithmetic.
func asInfix(e Expr) (*Prim, infix, bool) {
	p, ok := e.(*Prim)
	if !ok || p.Type != scalar.I64 || p.Exact || len(p.Args) != 2 {
		return nil, infix{}, false
	}
	op, ok := infixes[p.Fn]
	return p, op, ok
}

// idNames are the names of IDs, by kind.
var idNames = [...]string{
	GroupID: "group_id", LocalID: "local_id", NumGroups: "num_groups", GroupSize: "group_size", NumThreads: "num_threads",
	Repeats: "repeats", Threshold: "threshold",
}

// The words of vectors made of scalars: splat(x, 4), ramp(i, 1, 4), build(x, y); and of a
// scalar out of one: lane(v, 3).
const (
	splatWord = "splat"
	rampWord  = "ramp"
	buildWord = "build"
	laneWord  = "lane"
)

// vector writes a word, operands and a number.
func (w *printer) vector(word string, n int, operands ...Expr) {
	w.Put(word, "(")
	for _, e := range operands {
		w.expr(e, 0)
		w.Put(", ")
	}
	w.Put(strconv.Itoa(n), ")")
}

// expr writes an expression, in parentheses if it is an infix operation of lower
// precedence than least. i64 constants are written without their type.
func (w *printer) expr(e Expr, least int) {
	if p, op, ok := asInfix(e); ok {
		if op.precedence < least {
			w.Put("(")
			defer w.Put(")")
		}
		w.expr(p.Args[0], op.precedence)
		w.Put(" ", op.symbol, " ")
		w.expr(p.Args[1], op.precedence+1)
		return
	}
	switch e := e.(type) {
	case *Const:
		if e.Value.Type == scalar.I64 {
			w.Put(fmt.Sprint(e.Value.Int()))
		} else {
			w.Const(e.Value)
		}
	case *Var:
		w.variable(e)
	case *Load:
		w.element(e.Block, e.Elem, e.Lanes, e.Index)
	case *Prim:
		if e.Exact {
			w.Put("exact.")
		}
		w.Put(e.Fn.String(), ".", e.Type.String())
		w.List("(", ")", len(e.Args), func(i int) { w.expr(e.Args[i], 0) })
	case *Convert:
		w.Put("convert.", e.From.String(), ".", e.To.String(), "(")
		w.expr(e.X, 0)
		w.Put(")")
	case *At:
		w.Put("[")
		w.at(e)
		w.Put("]")
	case *Splat:
		w.vector(splatWord, e.Lanes, e.X)
	case *Ramp:
		w.vector(rampWord, e.Lanes, e.Base, e.Step)
	case *Build:
		w.Put(buildWord)
		w.List("(", ")", len(e.Elems), func(i int) { w.expr(e.Elems[i], 0) })
	case *Lane:
		w.vector(laneWord, e.K, e.X)
	case *ID:
		w.identity(e)
	case *Bytes:
		w.Put("bytes(")
		w.Name(e.Block)
		w.Put(")")
	case *Apart:
		w.Put("apart(")
		w.names(e.Written)
		w.Put(", ")
		w.names(e.Read)
		w.Put(")")
	default:
		w.Put("?")
	}
}

func (w *printer) identity(e *ID) {
	w.Put(idNames[e.Kind], "(")
	if e.Kind == Threshold {
		w.Ident(e.Threshold)
		w.Put(", ", strconv.FormatInt(e.Default, 10))
	}
	w.Put(")")
}

// at writes subscripts, then their index function: i, j in o + {(n : m), (m : 1)}.
func (w *printer) at(e *At) {
	for i, d := range e.Dims {
		if i > 0 {
			w.Put(", ")
		}
		w.expr(d.Index, 0)
	}
	w.Put(" in ")
	w.expr(e.Offset, 0)
	w.Put(" + ")
	w.List("{", "}", len(e.Dims), func(i int) {
		w.Put("(")
		w.expr(e.Dims[i].Size, 0)
		w.Put(" : ")
		w.expr(e.Dims[i].Stride, 0)
		w.Put(")")
	})
}

func (w *printer) names(ns []name.Name) {
	w.List("[", "]", len(ns), func(i int) { w.Name(ns[i]) })
}

// variable writes a variable, with its type unless it was declared with it.
func (w *printer) variable(v *Var) {
	if w.types[v.Name] == (Type{Elem: v.Type, Lanes: v.Lanes}) && v.Type.IsValid() {
		w.Name(v.Name)
		return
	}
	w.Put("(")
	w.Name(v.Name)
	w.Put(": ")
	w.lanes(v.Type, v.Lanes)
	w.Put(")")
}
