package imp

import (
	"github.com/lamina-lang/lamina/core/name"
)

// Rename copies list and renames the variables in to. If fresh is not nil, all variables
// that list declares get fresh names.
func Rename(list []Stm, to map[name.Name]name.Name, fresh *name.Supply) []Stm {
	r := &renamer{to: to, fresh: fresh}
	return r.body(list)
}

// Replace copies list. Each expression of the copy, operands first, is what f makes of
// it; f must keep its type and value.
func Replace(list []Stm, f func(Expr) Expr) []Stm {
	r := &renamer{replace: f}
	return r.body(list)
}

// ReplaceExpr is Replace for an expression.
func ReplaceExpr(e Expr, f func(Expr) Expr) Expr { return (&renamer{replace: f}).expr(e) }

// renamer copies statements and changes the copy.
type renamer struct {
	to      map[name.Name]name.Name
	fresh   *name.Supply
	flat    bool // index functions become sums
	wide    bool // of i64s; indices of parallel statements become i64s with names from indices
	indices func(base string) name.Name
	replace func(Expr) Expr // nil to leave expressions as they are
}

func (r *renamer) name(n name.Name) name.Name {
	if m, ok := r.to[n]; ok {
		return m
	}
	return n
}

func (r *renamer) names(list []name.Name) []name.Name { return each(list, r.name) }

// declare returns the new name of n, which is being declared.
func (r *renamer) declare(n name.Name) name.Name {
	if r.fresh != nil && !n.IsZero() {
		r.to[n] = r.fresh.Like(n)
	}
	return r.name(n)
}

func (r *renamer) body(list []Stm) []Stm { return each(list, r.stm) }

func (r *renamer) stm(s Stm) Stm {
	switch s := s.(type) {
	case *Declare:
		init := r.expr(s.Init)
		return &Declare{r.declare(s.Name), s.Type, init, s.Lanes}
	case *Assign:
		return &Assign{r.name(s.Name), r.expr(s.X)}
	case *DeclareBlock:
		return &DeclareBlock{r.declare(s.Name), s.Space}
	case *Alloc:
		out := *s
		out.Block, out.Bytes = r.name(s.Block), r.expr(s.Bytes)
		if s.IsPart() {
			out.Pool, out.Offset = r.name(s.Pool), r.expr(s.Offset)
		}
		return &out
	case *AssignBlock:
		return &AssignBlock{r.name(s.Dst), r.name(s.Src)}
	case *Store:
		return &Store{r.name(s.Block), s.Elem, r.index(s.Index), r.expr(s.X), s.Lanes}
	case *Copy:
		return &Copy{s.Elem, r.exprs(s.Shape), r.view(s.Dst), r.view(s.Src)}
	case *If:
		return &If{r.expr(s.Cond), r.body(s.Then), r.body(s.Else), s.General}
	case *For:
		bound := r.expr(s.Bound)
		return &For{r.declare(s.Index), s.Type, bound, r.body(s.Body), s.Pos}
	case *While:
		return &While{r.expr(s.Cond), r.body(s.Body), s.Pos}
	case *Call:
		return &Call{s.Fun, r.args(s.Args), r.names(s.Results), s.Pos}
	case *Assert:
		out := *s
		out.Cond, out.Message = r.expr(s.Cond), make([]MessagePart, len(s.Message))
		for i, m := range s.Message {
			if m.Arg != nil {
				m.Arg = r.expr(m.Arg)
			}
			out.Message[i] = m
		}
		return &out
	case *Parallel:
		out := *s
		out.Space = make([]SpaceDim, len(s.Space))
		for i, d := range s.Space {
			out.Space[i].Count = r.expr(d.Count)
		}
		for i, d := range s.Space {
			out.Space[i].Index = r.declare(d.Index)
		}
		out.Body = r.body(s.Body)
		if r.wide && s.Narrow {
			r.widen(&out)
		}
		return &out
	case *Launch:
		out := *s
		out.Groups, out.GroupSize = r.expr(s.Groups), r.expr(s.GroupSize)
		out.Shared = make([]Shared, len(s.Shared))
		for i, b := range s.Shared {
			out.Shared[i] = Shared{r.declare(b.Name), r.expr(b.Bytes), b.Space}
		}
		out.Body = r.body(s.Body)
		return &out
	case *Foreign:
		out := *s
		out.Args, out.Results, out.Bodies = r.args(s.Args), r.names(s.Results), each(s.Bodies, r.body)
		return &out
	case *Atomic:
		out := *s
		out.Block, out.Index, out.X = r.name(s.Block), r.index(s.Index), r.expr(s.X)
		if s.Expected != nil {
			out.Expected = r.expr(s.Expected)
		}
		out.Old = r.declare(s.Old)
		return &out
	}
	return s // a barrier
}

func (r *renamer) view(v View) View {
	return View{r.name(v.Block), r.expr(v.Offset), r.exprs(v.Strides)}
}

func (r *renamer) args(list []Arg) []Arg {
	return each(list, func(a Arg) Arg {
		if a.X != nil {
			return Arg{X: r.expr(a.X)}
		}
		return Arg{Block: r.name(a.Block)}
	})
}

func (r *renamer) exprs(list []Expr) []Expr { return each(list, r.expr) }

func (r *renamer) expr(e Expr) Expr {
	e = r.copied(e)
	if r.replace != nil {
		return r.replace(e)
	}
	return e
}

func (r *renamer) copied(e Expr) Expr {
	switch e := e.(type) {
	case *Var:
		return &Var{r.name(e.Name), e.Type, e.Lanes}
	case *Load:
		return &Load{r.name(e.Block), e.Elem, r.index(e.Index), e.Lanes}
	case *Prim:
		return &Prim{e.Fn, e.Type, r.exprs(e.Args), e.Exact}
	case *Convert:
		return &Convert{e.From, e.To, r.expr(e.X)}
	case *Splat:
		return &Splat{r.expr(e.X), e.Lanes}
	case *Ramp:
		return &Ramp{r.expr(e.Base), r.expr(e.Step), e.Lanes}
	case *Build:
		return &Build{r.exprs(e.Elems)}
	case *Lane:
		return &Lane{r.expr(e.X), e.K}
	case *At:
		return r.at(e)
	case *Bytes:
		return &Bytes{r.name(e.Block)}
	case *Apart:
		return &Apart{r.names(e.Written), r.names(e.Read)}
	}
	return e
}

func (r *renamer) at(e *At) Expr {
	out := r.dims(e)
	if !r.flat {
		return out
	}
	return r.expr(out.Sum())
}

// dims is a copy of e, with flat without the sizes.
func (r *renamer) dims(e *At) *At {
	dims := make([]AtDim, len(e.Dims))
	for i, d := range e.Dims {
		dims[i] = AtDim{Stride: r.expr(d.Stride), Index: r.expr(d.Index)}
		if !r.flat {
			dims[i].Size = r.expr(d.Size)
		}
	}
	return &At{r.expr(e.Offset), dims}
}

func each[T any](list []T, f func(T) T) []T {
	out := make([]T, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}
