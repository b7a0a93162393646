package imp

import "github.com/lamina-lang/lamina/core/name"

// Walk calls f for each statement in list and nested in it, in preorder; f reports
// whether to visit the statements nested in its argument.
func Walk(list []Stm, f func(Stm) bool) {
	for _, s := range list {
		if !f(s) {
			continue
		}
		for _, body := range Bodies(s) {
			Walk(body, f)
		}
	}
}

// Bodies returns the statement lists inside s.
func Bodies(s Stm) [][]Stm {
	switch s := s.(type) {
	case *If:
		return [][]Stm{s.Then, s.Else}
	case *For:
		return [][]Stm{s.Body}
	case *While:
		return [][]Stm{s.Body}
	case *Parallel:
		return [][]Stm{s.Body}
	case *Launch:
		return [][]Stm{s.Body}
	case *Foreign:
		return s.Bodies
	}
	return nil
}

// WithBodies returns a copy of s with f applied to each of its bodies; s itself if it has
// none.
func WithBodies(s Stm, f func([]Stm) []Stm) Stm {
	switch s := s.(type) {
	case *If:
		return &If{s.Cond, f(s.Then), f(s.Else), s.General}
	case *For:
		return &For{s.Index, s.Type, s.Bound, f(s.Body), s.Pos}
	case *While:
		return &While{s.Cond, f(s.Body), s.Pos}
	case *Parallel:
		out := *s
		out.Body = f(s.Body)
		return &out
	case *Launch:
		out := *s
		out.Body = f(s.Body)
		return &out
	case *Foreign:
		out := *s
		out.Bodies = each(s.Bodies, f)
		return &out
	}
	return s
}

// Roots calls f for each expression directly in s.
func Roots(s Stm, f func(Expr)) {
	each := func(list []Expr) {
		for _, e := range list {
			f(e)
		}
	}
	args := func(list []Arg) {
		for _, a := range list {
			if a.X != nil {
				f(a.X)
			}
		}
	}
	switch s := s.(type) {
	case *Declare:
		f(s.Init)
	case *Assign:
		f(s.X)
	case *Alloc:
		f(s.Bytes)
		if s.Offset != nil {
			f(s.Offset)
		}
	case *Store:
		f(s.Index)
		f(s.X)
	case *Copy:
		each(s.Shape)
		for _, v := range []View{s.Dst, s.Src} {
			f(v.Offset)
			each(v.Strides)
		}
	case *If:
		f(s.Cond)
	case *For:
		f(s.Bound)
	case *While:
		f(s.Cond)
	case *Call:
		args(s.Args)
	case *Foreign:
		args(s.Args)
	case *Assert:
		f(s.Cond)
		for _, p := range s.Message {
			if p.Arg != nil {
				f(p.Arg)
			}
		}
	case *Parallel:
		for _, d := range s.Space {
			f(d.Count)
		}
	case *Launch:
		f(s.Groups)
		f(s.GroupSize)
		for _, b := range s.Shared {
			f(b.Bytes)
		}
	case *Atomic:
		f(s.Index)
		f(s.X)
		if s.Expected != nil {
			f(s.Expected)
		}
	}
}

// Operands returns the expressions directly below e.
func Operands(e Expr) []Expr {
	switch e := e.(type) {
	case *Load:
		return []Expr{e.Index}
	case *Prim:
		return e.Args
	case *Convert:
		return []Expr{e.X}
	case *Splat:
		return []Expr{e.X}
	case *Ramp:
		return []Expr{e.Base, e.Step}
	case *Build:
		return e.Elems
	case *Lane:
		return []Expr{e.X}
	case *At:
		out := make([]Expr, 0, 1+3*len(e.Dims))
		out = append(out, e.Offset)
		for _, d := range e.Dims {
			out = append(out, d.Size, d.Stride, d.Index)
		}
		return out
	}
	return nil
}

// WalkExpr calls f for e and each expression below it.
func WalkExpr(e Expr, f func(Expr)) {
	f(e)
	for _, x := range Operands(e) {
		WalkExpr(x, f)
	}
}

// EachLoad calls f for each Load in the expressions of s itself.
func EachLoad(s Stm, f func(*Load)) {
	Roots(s, func(e Expr) {
		WalkExpr(e, func(e Expr) {
			if l, ok := e.(*Load); ok {
				f(l)
			}
		})
	})
}

// BlocksOf calls f for each block variable that s itself names.
func BlocksOf(s Stm, f func(name.Name)) {
	args := func(list []Arg) {
		for _, a := range list {
			if a.X == nil {
				f(a.Block)
			}
		}
	}
	switch s := s.(type) {
	case *Alloc:
		f(s.Block)
		if s.IsPart() {
			f(s.Pool)
		}
	case *AssignBlock:
		f(s.Dst)
		if !s.Src.IsZero() {
			f(s.Src)
		}
	case *Store:
		f(s.Block)
	case *Copy:
		f(s.Dst.Block)
		f(s.Src.Block)
	case *Call:
		args(s.Args)
	case *Foreign:
		args(s.Args)
	case *Atomic:
		f(s.Block)
	}
}

// Names is a set of variables.
type Names map[name.Name]bool

// Changes returns the variables that list may change: those assigned or declared in it.
func Changes(list []Stm) Names {
	out := Names{}
	Walk(list, func(s Stm) bool {
		Assigns(s, out)
		declares(s, out)
		return true
	})
	return out
}

// declares adds the variables that s itself declares.
func declares(s Stm, to Names) {
	switch s := s.(type) {
	case *Declare:
		to[s.Name] = true
	case *DeclareBlock:
		to[s.Name] = true
	case *For:
		to[s.Index] = true
	case *Parallel:
		for _, d := range s.Space {
			to[d.Index] = true
		}
	case *Launch:
		for _, b := range s.Shared {
			to[b.Name] = true
		}
	case *Atomic:
		to[s.Old] = true
	}
}

// Assigns adds the variables that s itself assigns.
func Assigns(s Stm, to Names) {
	switch s := s.(type) {
	case *Assign:
		to[s.Name] = true
	case *Alloc:
		to[s.Block] = true
	case *AssignBlock:
		to[s.Dst] = true
	case *Call:
		for _, r := range s.Results {
			to[r] = true
		}
	case *Foreign:
		for _, r := range s.Results {
			to[r] = true
		}
	}
}

// Free returns the variables that list uses and does not declare, in order of first use.
// Scalars that it only assigns are not included.
func Free(list []Stm) []name.Name {
	declared := Names{}
	seen := Names{}
	var order []name.Name
	use := func(n name.Name) {
		if !seen[n] {
			seen[n] = true
			order = append(order, n)
		}
	}
	Walk(list, func(s Stm) bool {
		declares(s, declared)
		BlocksOf(s, use)
		Roots(s, func(e Expr) {
			WalkExpr(e, func(e Expr) {
				switch e := e.(type) {
				case *Var:
					use(e.Name)
				case *Load:
					use(e.Block)
				case *Bytes:
					use(e.Block)
				case *Apart:
					for _, list := range [][]name.Name{e.Written, e.Read} {
						for _, b := range list {
							use(b)
						}
					}
				}
			})
		})
		return true
	})
	var out []name.Name
	for _, n := range order {
		if !declared[n] {
			out = append(out, n)
		}
	}
	return out
}

// OnePoint reports whether the space is known to have exactly one point: a single thread.
func (s *Parallel) OnePoint() bool {
	for _, d := range s.Space {
		if n, ok := ConstOf(d.Count); !ok || n.Int() != 1 {
			return false
		}
	}
	return true
}
