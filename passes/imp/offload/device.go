package offload

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
)

// device says what a kernel of one thread can run, and what the host saves by it.
type device struct {
	prog    *imp.Program
	weights map[string]int64 // of functions that kernels call
	makers  map[string]bool  // whether functions make blocks, themselves or through what they call
}

// Limits on what goes along into a kernel.
const (
	smallCopy  = 64      // elements that a thread copies one by one
	smallBlock = 1 << 20 // bytes of a block that a region makes
)

// launches is the obstacle of what is parallel.
const launches = "it launches kernels"

// obstacle says why a kernel cannot run s, or is "".
func (d *device) obstacle(s imp.Stm, private imp.Names) string {
	if asksHost(s) {
		return "it asks what the host alone knows"
	}
	switch s := s.(type) {
	case *imp.Declare, *imp.Assign, *imp.Store, *imp.Assert:
	case *imp.Copy:
		if n, ok := elements(s); !ok || n > smallCopy {
			return launches
		}
	case *imp.DeclareBlock:
		if !private[s.Name] {
			return fmt.Sprintf("it makes an array, or says in which block one lies (%s)", s.Name)
		}
	case *imp.Alloc:
		if !private[s.Block] {
			return fmt.Sprintf("it makes the array %s", s.What)
		}
	case *imp.AssignBlock:
		if !private[s.Dst] {
			return fmt.Sprintf("it makes an array, or says in which block one lies (%s)", s.Dst)
		}
	case *imp.Call:
		f := d.prog.Fun(s.Fun)
		if !f.InKernel || d.allocates(f) || !scalarResults(f) {
			return fmt.Sprintf("it calls %s", s.Fun)
		}
	case *imp.If, *imp.For, *imp.While:
		for _, body := range imp.Bodies(s) {
			for _, s := range body {
				if why := d.obstacle(s, private); why != "" {
					return why
				}
			}
		}
	default:
		return launches
	}
	return ""
}

// asksHost reports whether s itself reads an identity that host code alone reads, as in the condition between
// versions that may fail.
func asksHost(s imp.Stm) (found bool) {
	imp.Roots(s, func(e imp.Expr) {
		imp.WalkExpr(e, func(e imp.Expr) {
			id, ok := e.(*imp.ID)
			found = found || ok && id.Kind.OfHost()
		})
	})
	return found
}

// elements is how many elements are copied, if that is known.
func elements(s *imp.Copy) (n int64, ok bool) {
	n = 1
	for _, e := range s.Shape {
		v, ok := imp.ConstOf(e)
		if !ok || v.Int() > smallCopy {
			return 0, false
		}
		n *= max(0, v.Int())
	}
	return n, true
}

// allocates reports whether f makes blocks, itself or through what it calls.
func (d *device) allocates(f *imp.Fun) bool {
	yes, known := d.makers[f.Name]
	if known {
		return yes
	}
	imp.Walk(f.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Alloc:
			yes = true
		case *imp.Call:
			yes = yes || d.allocates(d.prog.Fun(s.Fun))
		}
		return !yes
	})
	d.makers[f.Name] = yes
	return yes
}

func scalarResults(f *imp.Fun) bool {
	for _, r := range f.Results {
		if r.Type.IsBlock() {
			return false
		}
	}
	return true
}

// whole reports whether kernels can run all of f, which the host calls, and the host
// waits for elements in it.
func (d *device) whole(f *imp.Fun) bool {
	if f.Entry != nil || !scalarResults(f) {
		return false
	}
	for _, s := range f.Body {
		if d.obstacle(s, nil) != "" {
			return false
		}
	}
	return d.weight(f.Body) > 0
}

// many stands for a number of accesses that is not known.
const many = 1 << 20

// weight is how many accesses to elements the host makes in list, at most many.
func (d *device) weight(list []imp.Stm) (n int64) {
	for _, s := range list {
		n = min(many, n+d.weightOf(s))
	}
	return n
}

func (d *device) weightOf(s imp.Stm) int64 {
	n := loads(s)
	switch s := s.(type) {
	case *imp.Store, *imp.Copy:
		n++
	case *imp.If:
		n += max(d.weight(s.Then), d.weight(s.Else))
	case *imp.For:
		times := int64(many)
		if bound, ok := imp.ConstOf(s.Bound); ok {
			times = min(many, max(0, bound.Int()))
		}
		n += times * d.weight(s.Body)
	case *imp.While:
		n = many * (n + d.weight(s.Body))
	case *imp.Call:
		w, known := d.weights[s.Fun]
		if !known {
			w = d.weight(d.prog.Fun(s.Fun).Body)
			d.weights[s.Fun] = w
		}
		n += w
	}
	return min(many, n)
}

// loads counts the elements that the expressions of s itself read.
func loads(s imp.Stm) (n int64) {
	imp.EachLoad(s, func(*imp.Load) { n++ })
	return n
}

// calleesFirst orders the functions so that a call goes to an earlier one.
func (d *device) calleesFirst() []*imp.Fun {
	var order []*imp.Fun
	seen := map[*imp.Fun]bool{}
	var visit func(f *imp.Fun)
	visit = func(f *imp.Fun) {
		if seen[f] {
			return
		}
		seen[f] = true
		imp.Walk(f.Body, func(s imp.Stm) bool {
			if call, ok := s.(*imp.Call); ok {
				visit(d.prog.Fun(call.Fun))
			}
			return true
		})
		order = append(order, f)
	}
	for _, f := range d.prog.Funs {
		visit(f)
	}
	return order
}
