package shortcircuit

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
)

// refusal is why a short-circuit is not made.
type refusal struct {
	condition int // as the package comment numbers them
	why       string
}

func refuse(condition int, format string, args ...any) *refusal {
	return &refusal{condition, fmt.Sprintf(format, args...)}
}

// attempted is a short-circuit that is being tried.
type attempted struct {
	*shortcircuiter
	*point
	body     *ir.Body
	view     *view
	block    name.Name // the source's block
	alloc    int       // where it is allocated
	creation int       // the statement that creates what lies in it
	end      int       // the point's statement, or the end of the body
	root     name.Name // what the creation binds
	moved    map[name.Name]lmad.LMAD
	early    []int // scalar statements to go before the creation
}

// attempt makes the short-circuit, or remarks why not.
func (s *shortcircuiter) attempt(b *ir.Body, p *point, sizes ir.Names) {
	x := s.arrays[p.source]
	if x.At.Block == p.block && x.At.Index.Equal(p.place) {
		return
	}
	a := &attempted{shortcircuiter: s, point: p, body: b, block: x.At.Block, moved: map[name.Name]lmad.LMAD{}}
	r := a.find()
	if r == nil {
		known := ir.Names{}
		for n := range sizes {
			known.Add(n)
		}
		for _, st := range b.Stms[:a.creation+1] {
			addSizes(known, st.Pat)
		}
		a.view = &view{&s.knowledge, known, map[name.Name]bool{}}
		r = a.check()
	}
	if r != nil {
		s.unit.Remark(p.pos, "%s is copied into %s (%s): condition %d fails: %s", p.source.Base, p.block.Base, p.what, r.condition, r.why)
		return
	}
	if !s.unit.Rewrite() {
		return
	}
	a.commit()
	s.unit.Remark(p.pos, "%s is made in its place in %s (%s)", p.source.Base, p.block.Base, p.what)
}

// find looks for the source's allocation and creation (condition 0).
func (a *attempted) find() *refusal {
	x := a.source.Base
	if a.class(a.block) == a.class(a.point.block) {
		return refuse(0, "%s may lie in the same memory already", x)
	}
	a.alloc, a.creation, a.end = -1, -1, len(a.body.Stms)
	for i, st := range a.body.Stms {
		if _, ok := st.Exp.(*ir.Alloc); ok && st.Pat[0].Name == a.block {
			a.alloc = i
		}
		if a.creation < 0 && a.liesIn(st) {
			a.creation = i
		}
		if st == a.at {
			a.end = i
		}
	}
	if a.alloc < 0 {
		return refuse(0, "the memory of %s is not allocated in the body that copies it", x)
	}
	if a.creation < 0 || a.creation >= a.end {
		return refuse(0, "%s is not created before", x)
	}
	if a.class(a.block) != a.block || a.named() {
		return refuse(0, "the block of %s is passed on as such", x)
	}
	if a.usedLater() {
		return refuse(0, "%s, or what shares its memory, is used later", x)
	}
	return a.created()
}

// liesIn reports whether st binds, itself or within, an array of the source's
// block.
func (a *attempted) liesIn(st *ir.Stm) bool {
	found := false
	w := &ir.Walker{Binders: func(ps []ir.Param) {
		for _, p := range ps {
			found = found || p.At != nil && p.At.Block == a.block
		}
	}}
	w.InStm(st)
	return found
}

// named reports whether the source's block is an operand or a result.
func (a *attempted) named() bool {
	found := false
	w := &ir.Walker{Atom: func(x *ir.Atom) { found = found || x.Name == a.block }}
	for _, st := range a.body.Stms {
		w.InStm(st)
	}
	return found || slices.Contains(a.body.Result, ir.Var(a.block))
}

// usedLater reports whether an array of the source's block is used behind the
// point.
func (a *attempted) usedLater() bool {
	lies := func(n name.Name) bool { return a.arrays[n] != nil && a.arrays[n].At.Block == a.block }
	for _, st := range a.body.Stms[min(a.end+1, len(a.body.Stms)):] {
		for n := range ir.FreeInStm(st) {
			if lies(n) || n == a.block {
				return true
			}
		}
	}
	for _, r := range a.body.Result {
		if a.kernel == nil && lies(r.Name) {
			return true
		}
	}
	return false
}

// created looks at the creation: a statement that writes one array of the
// source's block and reads none.
func (a *attempted) created() *refusal {
	st := a.body.Stms[a.creation]
	binds := st.Pat
	switch e := st.Exp.(type) {
	case *ir.Iota, *ir.Replicate, *ir.Scratch, *ir.Copy, *ir.Concat, *ir.Literal:
	case *ir.SegMap:
		binds = st.Pat[:len(st.Pat)-len(e.Writes)]
	default:
		return refuse(2, "%s is created by %s", a.source.Base, st.Exp.Op())
	}
	count := 0
	w := &ir.Walker{Binders: func(ps []ir.Param) {
		for _, p := range ps {
			if p.At != nil && p.At.Block == a.block {
				count++
			}
		}
	}}
	w.InStm(st)
	for _, p := range binds {
		if p.At != nil && p.At.Block == a.block {
			a.root = p.Name
		}
	}
	if count != 1 || a.root.IsZero() {
		return refuse(2, "several arrays lie in the memory of %s when it is created", a.source.Base)
	}
	return nil
}

// check goes through conditions 1 to 6.
func (a *attempted) check() *refusal {
	to := a.point.block
	for _, st := range a.body.Stms[a.creation:] {
		for _, p := range st.Pat {
			if p.Name == to {
				return refuse(1, "%s is not allocated before %s is created", to.Base, a.source.Base)
			}
		}
	}
	if space := a.body.Stms[a.alloc].Exp.(*ir.Alloc).Space; a.spaces[to] != space {
		return refuse(5, "%s is in another memory space than %s", to.Base, a.source.Base)
	}
	if !a.mayBeWritten(to) {
		return refuse(5, "%s may be the memory of an argument, which the caller keeps", to.Base)
	}
	place, r := a.projected()
	if r == nil {
		r = a.relocate(place)
	}
	if r == nil {
		r = a.scope(place)
	}
	if r == nil {
		r = a.unguarded()
	}
	if r == nil {
		r = a.undisturbed(place)
	}
	return r
}

// commit moves the arrays of the source's block, and drops its allocation.
func (a *attempted) commit() {
	for n, index := range a.moved {
		a.arrays[n].At = &ir.Loc{Block: a.point.block, Index: index}
	}
	var out []*ir.Stm
	for i, st := range a.body.Stms {
		if i == a.creation {
			for _, k := range a.early {
				out = append(out, a.body.Stms[k])
			}
		}
		if i != a.alloc && !slices.Contains(a.early, i) {
			out = append(out, st)
		}
	}
	a.body.Stms = out
}

// scope lets the variables of the place be known before the creation: scalar
// statements that cannot fail move up (condition 3).
func (a *attempted) scope(place lmad.LMAD) *refusal {
	wanted := ir.Names{}
	place.Vars(wanted.Add)
	for i := len(a.body.Stms) - 1; i >= a.creation; i-- {
		st := a.body.Stms[i]
		for _, p := range st.Pat {
			if !wanted.Has(p.Name) {
				continue
			}
			if !total(st.Exp) {
				return refuse(3, "%s, which decides the place, is not known before %s is created", p.Name.Base, a.source.Base)
			}
			a.early = append(a.early, i)
			for n := range ir.FreeInExp(st.Exp) {
				wanted.Add(n)
			}
		}
	}
	slices.Sort(a.early)
	return nil
}

// total reports whether e computes a scalar from scalars and cannot fail.
func total(e ir.Exp) bool {
	switch e := e.(type) {
	case *ir.Prim:
		return !e.Fn.Info().Partial.Has(e.Type)
	case *ir.Convert:
		return true
	}
	return false
}

// unguarded refuses when an assertion between creation and point looks at what
// the place depends on (condition 6).
func (a *attempted) unguarded() *refusal {
	if len(a.guards) == 0 {
		return nil
	}
	guarded := a.closure(a.guards)
	var r *refusal
	w := &ir.Walker{Stm: func(st *ir.Stm) {
		e, ok := st.Exp.(*ir.Assert)
		if !ok || r != nil {
			return
		}
		for _, n := range sorted(a.closure(ir.FreeInExp(&ir.Use{X: e.Cond}))) {
			if r == nil && (guarded.Has(n) || a.conditions.Has(n)) {
				r = refuse(6, "the assertion at %v, which looks at %s too, comes after %s is created", st.Pos, n.Base, a.source.Base)
			}
		}
		if !e.Cond.IsVar() {
			r = refuse(6, "an assertion that fails comes after %s is created", a.source.Base)
		}
	}}
	for _, st := range a.body.Stms[a.creation:a.end] {
		w.InStm(st)
	}
	return r
}

// closure adds the variables that those given are computed from.
func (a *attempted) closure(ns ir.Names) ir.Names {
	out := ir.Names{}
	var visit func(n name.Name)
	visit = func(n name.Name) {
		if out.Has(n) {
			return
		}
		out.Add(n)
		if e := a.defs[n]; e != nil {
			for m := range ir.FreeInExp(e) {
				visit(m)
			}
		}
	}
	for n := range ns {
		visit(n)
	}
	return out
}
