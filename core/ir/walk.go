package ir

import (
	"slices"

	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
)

// Walker walks names, atoms and bodies, the parts that most passes need. Nil callbacks
// are skipped. A callback gets an address: it may replace the value there, but must not
// retain the address. Bodies and lambdas are entered unless Body is set and returns
// false.
type Walker struct {
	Atom  func(*Atom)      // operands that may be constants, including sizes in types
	Var   func(*name.Name) // operands that are variables: arrays, blocks, the variables of index functions
	Bind  func(*name.Name) // binders
	Index func(*lmad.LMAD) // index functions; when set, Var is not called for their variables
	Body  func(*Body) bool // before a body is entered; if false, it is not
	Stm   func(*Stm)       // before the parts of a statement

	// Binders is called for binders with their types, before their parts. The indices of
	// loops and index spaces are not included.
	Binders func([]Param)

	atAtom Atom // the element of a list that Atom is called for
	atVar  name.Name
}

// Program walks every function.
func (w *Walker) Program(p *Program) {
	for _, f := range p.Funs {
		w.Fun(f)
	}
}

// Fun walks parameters, results and body.
func (w *Walker) Fun(f *Fun) {
	w.Params(f.Params)
	w.Params(f.Results)
	w.InBody(f.Body)
}

// InBody walks a body's statements and result.
func (w *Walker) InBody(b *Body) {
	if w.Body != nil && !w.Body(b) {
		return
	}
	for _, s := range b.Stms {
		w.InStm(s)
	}
	w.atoms(&b.Result)
}

// InStm walks a statement: the expression, then the pattern.
func (w *Walker) InStm(s *Stm) {
	if w.Stm != nil {
		w.Stm(s)
	}
	w.Exp(s.Exp)
	w.Params(s.Pat)
}

// Exp walks an expression.
func (w *Walker) Exp(e Exp) { e.Visit(walkVisitor{w}) }

// EachBody calls visit for the bodies of e, those of its lambdas too, and not for bodies within these.
func EachBody(e Exp, visit func(*Body)) {
	w := &Walker{Body: func(b *Body) bool {
		visit(b)
		return false
	}}
	w.Exp(e)
}

// Params walks binders with their types and locations.
func (w *Walker) Params(ps []Param) {
	if w.Binders != nil {
		w.Binders(ps)
	}
	for i := range ps {
		p := &ps[i]
		w.Type(&p.Type)
		if p.At != nil {
			w.Loc(p.At)
		}
		w.bind(&p.Name)
	}
}

// Type walks the sizes of a type.
func (w *Walker) Type(t *Type) { w.atoms(&t.Dims) }

// Loc walks the block and the index function.
func (w *Walker) Loc(l *Loc) {
	w.use(&l.Block)
	switch {
	case w.Index != nil:
		w.Index(&l.Index)
	case w.Var != nil:
		l.Index.Vars(func(n name.Name) { w.Var(&n) })
	}
}

// Lambda walks parameters, result types and body.
func (w *Walker) Lambda(l *Lambda) {
	w.Params(l.Params)
	for i := range l.Results {
		w.Type(&l.Results[i])
	}
	w.InBody(l.Body)
}

func (w *Walker) atom(a *Atom) {
	if w.Atom != nil {
		w.Atom(a)
	}
}

func (w *Walker) atoms(as *[]Atom) {
	if w.Atom != nil {
		each(as, &w.atAtom, w.Atom)
	}
}

func (w *Walker) uses(ns *[]name.Name) {
	if w.Var != nil {
		each(ns, &w.atVar, w.Var)
	}
}

// each calls visit for the elements of a list. If visit replaces one, the list becomes a
// fresh one, because lists may be shared: the sizes of a type with other types and with
// operations. at holds the element that visit may replace.
func each[T comparable](list *[]T, at *T, visit func(*T)) {
	var fresh []T
	for i, x := range *list {
		*at = x
		if visit(at); *at == x {
			continue
		}
		if fresh == nil {
			fresh = slices.Clone(*list)
		}
		fresh[i] = *at
	}
	if fresh != nil {
		*list = fresh
	}
}

func (w *Walker) use(n *name.Name) {
	if w.Var != nil {
		w.Var(n)
	}
}

func (w *Walker) bind(n *name.Name) {
	if w.Bind != nil && !n.IsZero() {
		w.Bind(n)
	}
}

// walkVisitor drives a Walker.
type walkVisitor struct{ w *Walker }

func (v walkVisitor) Atom(_ string, a *Atom)         { v.w.atom(a) }
func (v walkVisitor) Atoms(_ string, as *[]Atom)     { v.w.atoms(as) }
func (v walkVisitor) Var(_ string, n *name.Name)     { v.w.use(n) }
func (v walkVisitor) Int(string, *int)               {}
func (v walkVisitor) Ints(string, *[]int)            {}
func (v walkVisitor) Flag(string, *bool)             {}
func (v walkVisitor) Fn(*scalar.Op)                  {}
func (v walkVisitor) Elem(*scalar.Type)              {}
func (v walkVisitor) FunName(*string)                {}
func (v walkVisitor) Trace(*[]source.Pos)            {}
func (v walkVisitor) MemSpace(string, *Space)        {}
func (v walkVisitor) Parallel(string, *Parallel)     {}
func (v walkVisitor) Type(_ string, t *Type)         { v.w.Type(t) }
func (v walkVisitor) Body(_ string, b **Body)        { v.w.InBody(*b) }
func (v walkVisitor) Vars(_ string, ns *[]name.Name) { v.w.uses(ns) }

func (v walkVisitor) Message(m *[]MessagePart) {
	for _, part := range *m {
		if part.Arg != nil {
			v.w.atom(part.Arg)
		}
	}
}

func (v walkVisitor) Slice(_ string, ds *[]SliceDim) {
	for i := range *ds {
		d := &(*ds)[i]
		v.w.atom(&d.Start)
		if !d.Fix {
			v.w.atom(&d.Size)
			v.w.atom(&d.Step)
		}
	}
}

func (v walkVisitor) FlatDims(_ string, ds *[]FlatDim) {
	for i := range *ds {
		v.w.atom(&(*ds)[i].Size)
		v.w.atom(&(*ds)[i].Stride)
	}
}

func (v walkVisitor) Dests(_ string, ds *[]Dest) {
	for i := range *ds {
		v.w.use(&(*ds)[i].Array)
	}
}

func (v walkVisitor) HistOps(_ string, hs *[]HistOp) {
	for i := range *hs {
		h := &(*hs)[i]
		v.w.uses(&h.Dests)
		v.Lambda("", &h.Operator)
		v.w.atoms(&h.Neutral)
	}
}

func (v walkVisitor) LoopHeader(l *Loop) {
	v.w.atoms(&l.Inits)
	if !l.Index.IsZero() {
		v.w.atom(&l.Bound)
		v.w.bind(&l.Index)
	}
	v.w.Params(l.Params)
	if !l.While.IsZero() {
		v.w.use(&l.While)
	}
}

func (v walkVisitor) IndexSpace(s *[]SpaceDim) {
	for i := range *s {
		v.w.atom(&(*s)[i].Size)
		v.w.bind(&(*s)[i].Index)
	}
}

func (v walkVisitor) Lambda(_ string, l **Lambda) {
	if *l != nil {
		v.w.Lambda(*l)
	}
}

// Subst maps variables to the atoms that replace them.
type Subst map[name.Name]Atom

// walker returns a Walker that replaces uses, not binders. A variable in a position that
// requires a variable (an array, a block) must be mapped to one.
func (s Subst) walker() *Walker {
	return &Walker{
		Atom: func(a *Atom) {
			if a.IsVar() {
				if b, ok := s[a.Name]; ok {
					*a = b
				}
			}
		},
		Var: func(n *name.Name) {
			if b, ok := s[*n]; ok && b.IsVar() {
				*n = b.Name
			}
		},
		Index: func(l *lmad.LMAD) { *l = l.Subst(s.poly) },
	}
}

// poly applies the substitution to a variable of a polynomial.
func (s Subst) poly(n name.Name) (sym.Poly, bool) {
	a, ok := s[n]
	if !ok {
		return sym.Poly{}, false
	}
	return a.Poly(), true
}

// Poly returns the i64 atom a as a polynomial.
func (a Atom) Poly() sym.Poly {
	if a.IsVar() {
		return sym.Var(a.Name)
	}
	return sym.Const(a.Const.Int())
}

// Stm replaces uses in a statement, in place.
func (s Subst) Stm(st *Stm) { s.walker().InStm(st) }

// Body replaces uses in a body, in place.
func (s Subst) Body(b *Body) { s.walker().InBody(b) }

// Params replaces uses in binders' types and locations, in place.
func (s Subst) Params(ps []Param) { s.walker().Params(ps) }

// Atom returns a after substitution.
func (s Subst) Atom(a Atom) Atom {
	s.walker().Atom(&a)
	return a
}

// Names is a set of names.
type Names map[name.Name]struct{}

// Has reports membership.
func (ns Names) Has(n name.Name) bool { _, ok := ns[n]; return ok }

// Add inserts n.
func (ns Names) Add(n name.Name) { ns[n] = struct{}{} }

// freeWalker collects uses into used and binders into bound.
func freeWalker(used, bound Names) *Walker {
	return &Walker{
		Atom: func(a *Atom) {
			if a.IsVar() {
				used.Add(a.Name)
			}
		},
		Var:  func(n *name.Name) { used.Add(*n) },
		Bind: func(n *name.Name) { bound.Add(*n) },
	}
}

func without(used, bound Names) Names {
	for n := range bound {
		delete(used, n)
	}
	return used
}

// FreeInBody returns the variables that b uses and does not bind.
func FreeInBody(b *Body) Names {
	used, bound := Names{}, Names{}
	freeWalker(used, bound).InBody(b)
	return without(used, bound)
}

// FreeInLambda returns the variables that l uses and does not bind.
func FreeInLambda(l *Lambda) Names {
	used, bound := Names{}, Names{}
	freeWalker(used, bound).Lambda(l)
	return without(used, bound)
}

// FreeInStm returns the variables that s uses, in its pattern's types too, and
// does not bind.
func FreeInStm(s *Stm) Names {
	used, bound := Names{}, Names{}
	freeWalker(used, bound).InStm(s)
	return without(used, bound)
}

// FreeInExp returns the variables that e uses and does not bind.
func FreeInExp(e Exp) Names {
	used, bound := Names{}, Names{}
	freeWalker(used, bound).Exp(e)
	return without(used, bound)
}

// Frees caches the free variables of bodies, so that asking for all nested statements
// takes linear time. The bodies may change while it is in use, but not their free
// variables.
type Frees map[*Body]Names

// Body returns FreeInBody(b).
func (f Frees) Body(b *Body) Names {
	free, ok := f[b]
	if !ok {
		used, bound := Names{}, Names{}
		w := freeWalker(used, bound)
		for _, s := range b.Stms {
			f.within(w, used).InStm(s)
		}
		w.atoms(&b.Result)
		free = without(used, bound)
		f[b] = free
	}
	return free
}

// Stm returns FreeInStm(s).
func (f Frees) Stm(s *Stm) Names {
	used, bound := Names{}, Names{}
	f.within(freeWalker(used, bound), used).InStm(s)
	return without(used, bound)
}

// within makes w use the cache for the bodies that it visits.
func (f Frees) within(w *Walker, used Names) *Walker {
	w.Body = func(b *Body) bool {
		for n := range f.Body(b) {
			used.Add(n)
		}
		return false
	}
	return w
}
