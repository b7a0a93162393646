package reroll

import (
	"slices"
	"strconv"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// alike returns a text that is the same for statements that are alike up to the names of variables, and
// the variables that they read from outside, in the order of their first uses. It is false of statements
// that do anything but compute scalars. The outputs are variables that they assign.
func alike(list []imp.Stm, outputs []*imp.Declare) (text string, inputs []*imp.Var, ok bool) {
	a := &aligner{number: map[name.Name]int{}}
	for _, d := range outputs {
		a.bind(d)
		a.expr(d.Init)
	}
	if !a.list(list) {
		return "", nil, false
	}
	return string(a.text), a.inputs, true
}

// aligner writes the text.
type aligner struct {
	text   []byte
	number map[name.Name]int
	inputs []*imp.Var
}

// put appends a mark and a variable's number.
func (a *aligner) put(mark byte, n name.Name) {
	if _, known := a.number[n]; !known {
		a.number[n] = len(a.number)
	}
	a.text = strconv.AppendInt(append(a.text, mark), int64(a.number[n]), 10)
}

func (a *aligner) bind(d *imp.Declare) {
	a.put('d', d.Name)
	a.text = append(append(a.text, ':'), d.Type.String()...)
}

func (a *aligner) list(list []imp.Stm) bool {
	a.text = append(a.text, '{')
	for _, s := range list {
		if !a.stm(s) {
			return false
		}
	}
	a.text = append(a.text, '}')
	return true
}

func (a *aligner) stm(s imp.Stm) bool {
	switch s := s.(type) {
	case *imp.Declare:
		if s.Lanes != 0 || !a.expr(s.Init) {
			return false
		}
		a.bind(s)
		return true
	case *imp.Assign:
		a.put('a', s.Name)
		return a.expr(s.X)
	case *imp.If:
		a.text = append(a.text, '?')
		return !s.General && a.expr(s.Cond) && a.list(s.Then) && a.list(s.Else)
	case *imp.For:
		if !a.expr(s.Bound) {
			return false
		}
		a.put('f', s.Index)
		return a.list(s.Body)
	}
	return false
}

// expr appends an expression, if it reads no memory.
func (a *aligner) expr(e imp.Expr) bool {
	plain := true
	imp.WalkExpr(e, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Var:
			plain = plain && e.Lanes == 0
		case *imp.Const, *imp.Prim, *imp.Convert:
		default:
			plain = false
		}
	})
	if !plain {
		return false
	}
	numbered := imp.ReplaceExpr(e, func(e imp.Expr) imp.Expr {
		v, ok := e.(*imp.Var)
		if !ok {
			return e
		}
		k, known := a.number[v.Name]
		if !known {
			k = len(a.number)
			a.number[v.Name] = k
			a.inputs = append(a.inputs, v)
		}
		return &imp.Var{Name: name.Name{Base: v.Type.String(), ID: k + 1}, Type: v.Type}
	})
	a.text = append(append(a.text, ' '), imp.Key(numbered)...)
	return true
}

// same reports whether all repetitions read the same variable as their k-th input.
func same(class []*repetition, k int) bool {
	return !slices.ContainsFunc(class, func(c *repetition) bool { return c.inputs[k].Name != class[0].inputs[k].Name })
}
