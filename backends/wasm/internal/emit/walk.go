package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// walkStms calls f for each statement in list and below, parents first; f says
// whether to go below the statement.
func walkStms(list []imp.Stm, f func(imp.Stm) bool) {
	for _, s := range list {
		if !f(s) {
			continue
		}
		for _, body := range bodies(s) {
			walkStms(body, f)
		}
	}
}

// bodies are the statement lists inside s.
func bodies(s imp.Stm) [][]imp.Stm {
	switch s := s.(type) {
	case *imp.If:
		return [][]imp.Stm{s.Then, s.Else}
	case *imp.For:
		return [][]imp.Stm{s.Body}
	case *imp.While:
		return [][]imp.Stm{s.Body}
	case *imp.Parallel:
		return [][]imp.Stm{s.Body}
	case *imp.Launch:
		return [][]imp.Stm{s.Body}
	}
	return nil
}

// roots calls f for each expression that stands in s itself.
func roots(s imp.Stm, f func(imp.Expr)) {
	each := func(list []imp.Expr) {
		for _, e := range list {
			f(e)
		}
	}
	switch s := s.(type) {
	case *imp.Declare:
		f(s.Init)
	case *imp.Assign:
		f(s.X)
	case *imp.Alloc:
		f(s.Bytes)
	case *imp.Store:
		f(s.Index)
		f(s.X)
	case *imp.Copy:
		each(s.Shape)
		for _, v := range []imp.View{s.Dst, s.Src} {
			f(v.Offset)
			each(v.Strides)
		}
	case *imp.If:
		f(s.Cond)
	case *imp.For:
		f(s.Bound)
	case *imp.While:
		f(s.Cond)
	case *imp.Call:
		for _, a := range s.Args {
			if a.X != nil {
				f(a.X)
			}
		}
	case *imp.Assert:
		f(s.Cond)
		for _, p := range s.Message {
			if p.Arg != nil {
				f(p.Arg)
			}
		}
	case *imp.Parallel:
		for _, d := range s.Space {
			f(d.Count)
		}
	case *imp.Atomic:
		f(s.Index)
		f(s.X)
		if s.Expected != nil {
			f(s.Expected)
		}
	}
}

// operands are the expressions directly below e.
func operands(e imp.Expr) []imp.Expr {
	switch e := e.(type) {
	case *imp.Load:
		return []imp.Expr{e.Index}
	case *imp.Prim:
		return e.Args
	case *imp.Convert:
		return []imp.Expr{e.X}
	}
	return nil
}

// walkExpr calls f for e and each expression below it.
func walkExpr(e imp.Expr, f func(imp.Expr)) {
	f(e)
	for _, x := range operands(e) {
		walkExpr(x, f)
	}
}

// blocksOf calls f for each block variable that s itself names.
func blocksOf(s imp.Stm, f func(name.Name)) {
	switch s := s.(type) {
	case *imp.Alloc:
		f(s.Block)
	case *imp.AssignBlock:
		f(s.Dst)
		if !s.Src.IsZero() {
			f(s.Src)
		}
	case *imp.Store:
		f(s.Block)
	case *imp.Copy:
		f(s.Dst.Block)
		f(s.Src.Block)
	case *imp.Call:
		for _, a := range s.Args {
			if a.X == nil {
				f(a.Block)
			}
		}
	case *imp.Atomic:
		f(s.Block)
	}
}

// names is a set of variables.
type names map[name.Name]bool

// changes are the variables that running list may give another value: those
// assigned or declared in it.
func changes(list []imp.Stm) names {
	out := names{}
	walkStms(list, func(s imp.Stm) bool {
		assigns(s, out)
		switch s := s.(type) {
		case *imp.Declare:
			out[s.Name] = true
		case *imp.DeclareBlock:
			out[s.Name] = true
		case *imp.For:
			out[s.Index] = true
		case *imp.Parallel:
			for _, d := range s.Space {
				out[d.Index] = true
			}
		case *imp.Atomic:
			out[s.Old] = true
		}
		return true
	})
	return out
}

// assigns adds the variables that s itself assigns.
func assigns(s imp.Stm, to names) {
	switch s := s.(type) {
	case *imp.Assign:
		to[s.Name] = true
	case *imp.Alloc:
		to[s.Block] = true
	case *imp.AssignBlock:
		to[s.Dst] = true
	case *imp.Call:
		for _, r := range s.Results {
			to[r] = true
		}
	}
}

// free lists the variables that list uses and does not declare, in the order of
// their first use.
func free(list []imp.Stm) []name.Name {
	declared := names{}
	seen := names{}
	var order []name.Name
	use := func(n name.Name) {
		if !seen[n] {
			seen[n] = true
			order = append(order, n)
		}
	}
	walkStms(list, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			declared[s.Name] = true
		case *imp.DeclareBlock:
			declared[s.Name] = true
		case *imp.For:
			declared[s.Index] = true
		case *imp.Parallel:
			for _, d := range s.Space {
				declared[d.Index] = true
			}
		case *imp.Atomic:
			declared[s.Old] = true
		}
		blocksOf(s, use)
		roots(s, func(e imp.Expr) {
			walkExpr(e, func(e imp.Expr) {
				switch e := e.(type) {
				case *imp.Var:
					use(e.Name)
				case *imp.Load:
					use(e.Block)
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
