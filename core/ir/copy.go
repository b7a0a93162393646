package ir

import (
	"slices"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Clone copies a body deeply, with the same names.
func (b *Body) Clone() *Body {
	out := &Body{Stms: make([]*Stm, len(b.Stms)), Result: slices.Clone(b.Result)}
	for i, s := range b.Stms {
		out.Stms[i] = s.Clone()
	}
	return out
}

// Clone copies a statement deeply, with the same names.
func (s *Stm) Clone() *Stm {
	return &Stm{Pat: CloneParams(s.Pat), Exp: CloneExp(s.Exp), Pos: s.Pos, Attrs: slices.Clone(s.Attrs)}
}

// Clone copies a lambda deeply, with the same names.
func (l *Lambda) Clone() *Lambda {
	if l == nil {
		return nil
	}
	return &Lambda{Params: CloneParams(l.Params), Body: l.Body.Clone(), Results: slices.Clone(l.Results)}
}

// Clone copies a function deeply, with the same names.
func (f *Fun) Clone() *Fun {
	out := *f
	out.Params, out.Results = CloneParams(f.Params), CloneParams(f.Results)
	out.Body = f.Body.Clone()
	if f.Entry != nil {
		e := *f.Entry
		out.Entry = &e
	}
	return &out
}

// Clone copies a program deeply, including its supply of names.
func (p *Program) Clone() *Program {
	out := &Program{Level: p.Level, Funs: make([]*Fun, len(p.Funs)), Names: name.NewSupply(p.Names.Last())}
	for i, f := range p.Funs {
		out.Funs[i] = f.Clone()
	}
	return out
}

// Clone copies a binder deeply. The slice of dimensions is shared, because nothing writes
// it in place.
func (p Param) Clone() Param {
	if p.At != nil {
		at := *p.At
		p.At = &at
	}
	return p
}

// CloneParams copies binders deeply.
func CloneParams(ps []Param) []Param {
	out := slices.Clone(ps)
	for i, p := range out {
		out[i] = p.Clone()
	}
	return out
}

// CloneExp copies an expression deeply, with the same names.
func CloneExp(e Exp) Exp {
	out := shallow(e)
	out.Visit(cloneVisitor{})
	return out
}

// CopyExp copies an expression and its lists of operands, so that each of its parts may
// be replaced. It shares lambdas and bodies with e.
func CopyExp(e Exp) Exp {
	out := shallow(e)
	out.Visit(copyVisitor{})
	return out
}

func shallow(e Exp) Exp {
	if f, ok := e.(*Foreign); ok {
		return f.clone()
	}
	return kinds[e.Op()].copy(e)
}

// copyVisitor is cloneVisitor without lambdas and bodies.
type copyVisitor struct{ cloneVisitor }

func (copyVisitor) Lambda(string, **Lambda) {}
func (copyVisitor) Body(string, **Body)     {}

func (copyVisitor) HistOps(_ string, hs *[]HistOp) {
	*hs = slices.Clone(*hs)
	for i := range *hs {
		h := &(*hs)[i]
		h.Dests, h.Neutral = slices.Clone(h.Dests), slices.Clone(h.Neutral)
	}
}

// cloneVisitor replaces every part that is held by reference with a copy.
type cloneVisitor struct{}

func (cloneVisitor) Atom(string, *Atom)               {}
func (cloneVisitor) Var(string, *name.Name)           {}
func (cloneVisitor) Int(string, *int)                 {}
func (cloneVisitor) Flag(string, *bool)               {}
func (cloneVisitor) Fn(*scalar.Op)                    {}
func (cloneVisitor) Elem(*scalar.Type)                {}
func (cloneVisitor) Type(string, *Type)               {}
func (cloneVisitor) FunName(*string)                  {}
func (cloneVisitor) MemSpace(string, *Space)          {}
func (cloneVisitor) Parallel(string, *Parallel)       {}
func (cloneVisitor) Atoms(_ string, as *[]Atom)       { *as = slices.Clone(*as) }
func (cloneVisitor) Vars(_ string, ns *[]name.Name)   { *ns = slices.Clone(*ns) }
func (cloneVisitor) Ints(_ string, is *[]int)         { *is = slices.Clone(*is) }
func (cloneVisitor) Trace(t *[]source.Pos)            { *t = slices.Clone(*t) }
func (cloneVisitor) Slice(_ string, ds *[]SliceDim)   { *ds = slices.Clone(*ds) }
func (cloneVisitor) FlatDims(_ string, ds *[]FlatDim) { *ds = slices.Clone(*ds) }
func (cloneVisitor) Dests(_ string, ds *[]Dest)       { *ds = slices.Clone(*ds) }
func (cloneVisitor) IndexSpace(s *[]SpaceDim)         { *s = slices.Clone(*s) }
func (cloneVisitor) Lambda(_ string, l **Lambda)      { *l = (*l).Clone() }
func (cloneVisitor) Body(_ string, b **Body)          { *b = (*b).Clone() }

func (cloneVisitor) Message(m *[]MessagePart) {
	*m = slices.Clone(*m)
	for i, part := range *m {
		if part.Arg != nil {
			(*m)[i].Arg = copyOf(part.Arg)
		}
	}
}

func (cloneVisitor) HistOps(_ string, hs *[]HistOp) {
	*hs = slices.Clone(*hs)
	for i := range *hs {
		h := &(*hs)[i]
		h.Dests, h.Neutral = slices.Clone(h.Dests), slices.Clone(h.Neutral)
		h.Operator = h.Operator.Clone()
	}
}

func (cloneVisitor) LoopHeader(l *Loop) {
	l.Params, l.Inits = CloneParams(l.Params), slices.Clone(l.Inits)
}

// Renamer gives fresh names to copied code: to every binder it visits, and to all uses of
// that binder. Uses of other names stay.
type Renamer struct {
	supply *name.Supply
	fresh  Subst
}

// NewRenamer returns a renamer that draws from supply.
func NewRenamer(supply *name.Supply) *Renamer {
	return &Renamer{supply, Subst{}}
}

// Body returns a copy of b in which every bound name is fresh.
func (r *Renamer) Body(b *Body) *Body {
	out := b.Clone()
	r.binders().InBody(out)
	r.fresh.Body(out)
	return out
}

// Lambda returns a copy of l in which every bound name is fresh.
func (r *Renamer) Lambda(l *Lambda) *Lambda {
	if l == nil {
		return nil
	}
	out := l.Clone()
	r.binders().Lambda(out)
	r.fresh.walker().Lambda(out)
	return out
}

// Fun returns a copy of f in which every bound name is fresh.
func (r *Renamer) Fun(f *Fun) *Fun {
	out := f.Clone()
	r.binders().Fun(out)
	r.fresh.walker().Fun(out)
	return out
}

// Stm returns a copy of s in which every bound name is fresh. Uses in it of names that
// this renamer renamed earlier are renamed too.
func (r *Renamer) Stm(s *Stm) *Stm {
	out := s.Clone()
	r.binders().InStm(out)
	r.fresh.Stm(out)
	return out
}

// Atom returns a under the renaming so far.
func (r *Renamer) Atom(a Atom) Atom { return r.fresh.Atom(a) }

// Renumber gives all names numbers in the order in which they are bound.
func (p *Program) Renumber() {
	p.Names = &name.Supply{}
	for i, f := range p.Funs {
		p.Funs[i] = NewRenamer(p.Names).Fun(f)
	}
}

func (r *Renamer) binders() *Walker {
	return &Walker{Bind: func(n *name.Name) {
		f := r.supply.Like(*n)
		r.fresh[*n] = Var(f)
		*n = f
	}}
}
