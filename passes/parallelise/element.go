package parallelise

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// elements rewrites an iteration's body into one on elements: an array that the loop carries becomes
// its element at the loop's index, of the same name.
type elements struct {
	index   ir.Names          // the loop's index, and conversions of it to i64
	of      map[name.Name]int // arrays that have become their elements: which of what the loop carries each was
	updates int
	at      source.Pos // of the first statement that cannot be rewritten
}

func elementsOf(l *ir.Loop) *elements {
	e := &elements{index: ir.Names{}, of: map[name.Name]int{}}
	e.index.Add(l.Index)
	for k, q := range l.Params {
		e.of[q.Name] = k
	}
	return e
}

// iteration rewrites b, a copy of the loop's body. It reports whether it could, and each array is followed by
// itself with another element: if two changed places, all their elements would.
func (e *elements) iteration(b *ir.Body) bool {
	if !e.body(b) || e.updates == 0 {
		return false
	}
	for k, r := range b.Result {
		if e.origin(r) != k {
			return false
		}
	}
	return true
}

// dependence says how the iterations of l depend on each other; or nothing.
func dependence(l *ir.Loop) string {
	switch e := elementsOf(l); {
	case e.iteration(l.Body.Clone()):
		return ""
	case e.at != source.Pos{}:
		return fmt.Sprintf("its iterations may depend on each other: at %s one uses another element of what it changes than that of its index", e.at)
	}
	return "its iterations may depend on each other: they hand on other arrays than those that they got, with elements of their own"
}

// here reports whether an operand is the index.
func (e *elements) here(a ir.Atom) bool { return a.IsVar() && e.index.Has(a.Name) }

// own reports whether dims select of an array's outermost dimension the index alone.
func (e *elements) own(dims []ir.SliceDim) bool { return dims[0].Fix && e.here(dims[0].Start) }

// body rewrites b in place. It reports whether it could.
func (e *elements) body(b *ir.Body) bool {
	for _, s := range b.Stms {
		if !e.stm(s) {
			if e.at == (source.Pos{}) {
				e.at = s.Pos
			}
			return false
		}
	}
	return true
}

func (e *elements) stm(s *ir.Stm) bool {
	switch x := s.Exp.(type) {
	case *ir.Update:
		if e.has(x.Array) {
			return e.update(s, x)
		}
	case *ir.Index:
		if e.has(x.Array) {
			return e.read(s, x)
		}
	case *ir.Slice:
		if e.has(x.Array) {
			return e.view(s, x)
		}
	case *ir.Convert:
		if x.To == scalar.I64 && e.here(x.X) {
			e.index.Add(s.Pat[0].Name)
		}
	case *ir.If:
		return e.branch(s, x)
	case *ir.Loop:
		return e.inner(s, x)
	}
	return !e.mentioned(ir.FreeInStm(s))
}

func (e *elements) mentioned(free ir.Names) bool {
	for n := range e.of {
		if free.Has(n) {
			return true
		}
	}
	return false
}

// has reports whether an array has become its element.
func (e *elements) has(n name.Name) bool {
	_, ok := e.of[n]
	return ok
}

// none is the origin of what is no element.
const none = -1

// origin is which of what the loop carries an operand was, if it has become its element.
func (e *elements) origin(a ir.Atom) int {
	if k, ok := e.of[a.Name]; a.IsVar() && ok {
		return k
	}
	return none
}

// becomes makes the binder an element of what the loop carries at position k.
func (e *elements) becomes(p *ir.Param, k int) {
	p.Type = p.Type.Peel(1)
	e.of[p.Name] = k
}

// update rewrites the update of an element, or of a part of it.
func (e *elements) update(s *ir.Stm, u *ir.Update) bool {
	if !e.own(u.Dims) || e.origin(u.Value) != none {
		return false
	}
	e.updates++
	e.becomes(&s.Pat[0], e.of[u.Array])
	row := s.Pat[0].Type
	switch rest := u.Dims[1:]; {
	case row.IsScalar():
		s.Exp = &ir.Use{X: u.Value}
	case whole(rest, row):
		s.Exp = &ir.Copy{Array: u.Value.Name} // a part of it may be updated
	default:
		s.Exp = &ir.Update{Array: u.Array, Dims: rest, Value: u.Value}
	}
	return true
}

// whole reports whether dims select all of an array of type t.
func whole(dims []ir.SliceDim, t ir.Type) bool {
	for k, d := range dims {
		if d != ir.Whole(t.Dims[k]) {
			return false
		}
	}
	return true
}

func (e *elements) read(s *ir.Stm, x *ir.Index) bool {
	if !e.here(x.Indices[0]) {
		return false
	}
	if len(x.Indices) == 1 {
		s.Exp = &ir.Use{X: ir.Var(x.Array)}
	} else {
		s.Exp = &ir.Index{Array: x.Array, Indices: x.Indices[1:]}
	}
	return true
}

func (e *elements) view(s *ir.Stm, x *ir.Slice) bool {
	if !e.own(x.Dims) {
		return false
	}
	s.Exp = &ir.Slice{Array: x.Array, Dims: x.Dims[1:]}
	return true
}

// branch rewrites both arms; what one returns as an element the other does, too.
func (e *elements) branch(s *ir.Stm, x *ir.If) bool {
	if !e.body(x.Then) || !e.body(x.Else) {
		return false
	}
	for k := range s.Pat {
		origin := e.origin(x.Then.Result[k])
		if e.origin(x.Else.Result[k]) != origin {
			return false
		}
		if origin != none {
			e.becomes(&s.Pat[k], origin)
		}
	}
	return true
}

// inner rewrites a loop in the iteration, which carries elements where it carried arrays.
func (e *elements) inner(s *ir.Stm, l *ir.Loop) bool {
	origins := make([]int, len(l.Params))
	for k := range l.Params {
		if origins[k] = e.origin(l.Inits[k]); origins[k] != none {
			e.becomes(&l.Params[k], origins[k])
			e.becomes(&s.Pat[k], origins[k])
		}
	}
	if !e.body(l.Body) {
		return false
	}
	for k, r := range l.Body.Result {
		if e.origin(r) != origins[k] {
			return false
		}
	}
	return true
}
