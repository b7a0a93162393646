package ir

import "github.com/lamina-lang/lamina/core/name"

// Aliases divides the arrays of a program into classes: two arrays of different
// classes never share elements. It is an approximation from above: a call's
// results may alias its arguments, and aliasing is taken to be transitive.
type Aliases struct {
	p      *Program
	parent map[name.Name]name.Name
}

// AliasesOf looks at every function of p.
func AliasesOf(p *Program) *Aliases {
	a := &Aliases{p, map[name.Name]name.Name{}}
	w := &Walker{Stm: a.stm}
	w.Program(p)
	return a
}

// Class is the name that stands for n's class.
func (a *Aliases) Class(n name.Name) name.Name {
	root := n
	for {
		up, ok := a.parent[root]
		if !ok {
			break
		}
		root = up
	}
	for n != root {
		n, a.parent[n] = a.parent[n], root
	}
	return root
}

// join puts m and n into one class.
func (a *Aliases) join(m, n name.Name) {
	if m, n = a.Class(m), a.Class(n); m != n {
		a.parent[m] = n
	}
}

func (a *Aliases) joinAtom(n name.Name, x Atom) {
	if x.IsVar() {
		a.join(n, x.Name)
	}
}

// joinResults puts each binder into the class of what it may be bound to.
func (a *Aliases) joinResults(pat []Param, results []Atom) {
	for k, p := range pat {
		if p.Type.IsArray() {
			a.joinAtom(p.Name, results[k])
		}
	}
}

// stm joins what s binds with what that may share elements with. Statements
// within are walked by the caller.
func (a *Aliases) stm(s *Stm) {
	switch e := s.Exp.(type) {
	case *If:
		a.joinResults(s.Pat, e.Then.Result)
		a.joinResults(s.Pat, e.Else.Result)
	case *Loop:
		a.joinResults(e.Params, e.Inits)
		a.joinResults(e.Params, e.Body.Result)
		for k, p := range e.Params {
			a.joinResults(s.Pat[k:k+1], []Atom{Var(p.Name)})
		}
	case *Call:
		for _, p := range s.Pat {
			for _, x := range e.Args {
				if p.Type.IsArray() {
					a.joinAtom(p.Name, x)
				}
			}
		}
	default:
		for k, source := range viewed(e) {
			a.join(s.Pat[len(s.Pat)-len(viewed(e))+k].Name, source)
		}
		a.rows(s.Exp)
	}
}

// viewed are the arrays that e's last results are views of, or written over.
func viewed(e Exp) []name.Name {
	switch e := e.(type) {
	case *Use:
		if e.X.IsVar() {
			return []name.Name{e.X.Name}
		}
	case *Slice:
		return []name.Name{e.Array}
	case *FlatSlice:
		return []name.Name{e.Array}
	case *Rearrange:
		return []name.Name{e.Array}
	case *Reshape:
		return []name.Name{e.Array}
	}
	return overwritten(e)
}

// overwritten are the arrays that e itself consumes, bodies within not counted.
func overwritten(e Exp) []name.Name {
	var out []name.Name
	dests := func(ds []Dest) {
		for _, d := range ds {
			out = append(out, d.Array)
		}
	}
	ops := func(ops []HistOp) {
		for _, op := range ops {
			out = append(out, op.Dests...)
		}
	}
	switch e := e.(type) {
	case *Update:
		return []name.Name{e.Array}
	case *FlatUpdate:
		return []name.Name{e.Array}
	case *Scatter:
		dests(e.Dests)
	case *Hist:
		ops(e.Ops)
	case *SegMap:
		dests(e.Writes)
	case *SegHist:
		ops(e.Ops)
	}
	return out
}

// rows joins the parameters of functions that are given rows of arrays with
// those.
func (a *Aliases) rows(e Exp) {
	fn, arrays := Inputs(e)
	if fn == nil {
		return
	}
	for k, p := range fn.Params {
		if p.Type.IsArray() {
			a.join(p.Name, arrays[k])
		}
	}
}

// Inputs are the function that e applies to the elements of arrays, and the
// arrays; nil when e does not.
func Inputs(e Exp) (*Lambda, []name.Name) {
	switch e := e.(type) {
	case *Map:
		return e.Fn, e.Arrays
	case *Reduce:
		return e.Fn, e.Arrays
	case *Scan:
		return e.Fn, e.Arrays
	case *Scatter:
		return e.Fn, e.Arrays
	case *Hist:
		return e.Fn, e.Arrays
	}
	return nil, nil
}

// Consumed returns the classes of the arrays that s overwrites, statements
// within it included.
func (a *Aliases) Consumed(s *Stm) Names {
	out := Names{}
	add := func(n name.Name) { out.Add(a.Class(n)) }
	w := &Walker{Stm: func(s *Stm) {
		for _, n := range overwritten(s.Exp) {
			add(n)
		}
		switch e := s.Exp.(type) {
		case *Loop:
			for k, p := range e.Params {
				if p.Unique && e.Inits[k].IsVar() {
					add(e.Inits[k].Name)
				}
			}
		case *Call:
			for k, x := range e.Args {
				if x.IsVar() && a.givesUp(e.Fun, k) {
					add(x.Name)
				}
			}
		}
	}}
	w.InStm(s)
	return out
}

// givesUp reports whether a call of fun consumes its argument k.
func (a *Aliases) givesUp(fun string, k int) bool {
	f := a.p.Fun(fun)
	return f == nil || k < len(f.Params) && f.Params[k].Unique
}
