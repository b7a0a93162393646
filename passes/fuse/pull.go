package fuse

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A pull computes single elements of what a map makes, by their indices: the functions of the map and
// of maps within it are applied at an index, views become other indices. What costs more than that, as
// the result of a reduction, the map keeps as a further result, in which the element is looked up, if
// it has fewer dimensions than what is pulled.
type pull struct {
	*fuser
	made   *ir.Stm // the map
	full   int     // the number of dimensions of what is pulled
	out    *ir.Builder
	frames map[place]*frame
	lifts  []lift
	kept   map[name.Name]name.Name // results of maps by what their functions return, lifts too
	steps  int                     // that may still be made
	failed bool
}

// maxPulled bounds the code that computes an element.
const maxPulled = 200

// frame is a run of a map's function at an index.
type frame struct {
	up     *frame // the one in which the map stands, if not around all of them
	stm    *ir.Stm
	fn     *ir.Map
	path   []ir.Atom // its index, after those of the frames around it
	params map[name.Name]int
	defs   map[name.Name]*ir.Stm
	done   map[name.Name]ir.Atom
}

// place is a map at an index.
type place struct {
	stm *ir.Stm
	up  *frame
	at  ir.Atom
}

// lift makes a name that the function of a map binds a result of the map.
type lift struct {
	stm    *ir.Stm
	inside ir.Atom
	row    ir.Type
	as     ir.Param
}

func newPull(f *fuser, made *ir.Stm, full int) *pull {
	return &pull{fuser: f, made: made, full: full, frames: map[place]*frame{}, kept: map[name.Name]name.Name{}, steps: maxPulled}
}

// give gives up, and returns anything.
func (p *pull) give() ir.Atom {
	p.failed = true
	return ir.Size(0)
}

// enter returns the frame of a map at an index.
func (p *pull) enter(up *frame, s *ir.Stm, at ir.Atom) *frame {
	here := place{s, up, at}
	if fr := p.frames[here]; fr != nil {
		return fr
	}
	m := s.Exp.(*ir.Map)
	fr := &frame{up: up, stm: s, fn: m, params: map[name.Name]int{}, defs: map[name.Name]*ir.Stm{}, done: map[name.Name]ir.Atom{}}
	if up != nil {
		fr.path = slices.Clone(up.path)
	}
	fr.path = append(fr.path, at)
	for k, q := range m.Fn.Params {
		fr.params[q.Name] = k
	}
	for _, s := range m.Fn.Body.Stms {
		for _, q := range s.Pat {
			fr.defs[q.Name] = s
		}
	}
	p.steps -= len(m.Fn.Body.Stms)
	p.frames[here] = fr
	return fr
}

// binder returns the frame that binds n: as a parameter, or by a statement. It is nil if n comes from
// around the map.
func (p *pull) binder(fr *frame, n name.Name) (at *frame, s *ir.Stm, param int) {
	for ; fr != nil; fr = fr.up {
		if k, ok := fr.params[n]; ok {
			return fr, nil, k
		}
		if s, ok := fr.defs[n]; ok {
			return fr, s, 0
		}
	}
	return nil, nil, 0
}

// element computes an element of an array that is in scope in a frame.
func (p *pull) element(fr *frame, a name.Name, elem scalar.Type, at []ir.Atom) ir.Atom {
	if p.steps--; p.failed || p.steps < 0 {
		return p.give()
	}
	f, s, k := p.binder(fr, a)
	if f == nil {
		if k := slices.IndexFunc(p.made.Pat, func(q ir.Param) bool { return q.Name == a }); k >= 0 {
			return p.result(nil, p.made, k, elem, at)
		}
		return p.out.Index("x", elem, a, at...)
	}
	if s == nil {
		return p.element(f.up, f.fn.Arrays[k], elem, slices.Concat(f.path[len(f.path)-1:], at))
	}
	switch e := s.Exp.(type) {
	case *ir.Map:
		k := slices.IndexFunc(s.Pat, func(q ir.Param) bool { return q.Name == a })
		return p.result(f, s, k, elem, at)
	case *ir.Rearrange:
		of := make([]ir.Atom, len(at))
		for i, k := range e.Perm {
			of[k] = at[i]
		}
		return p.element(f, e.Array, elem, of)
	case *ir.Slice:
		return p.element(f, e.Array, elem, p.sliced(f, e.Dims, at))
	case *ir.Copy:
		return p.element(f, e.Array, elem, at)
	case *ir.Use:
		return p.element(f, e.X.Name, elem, at)
	case *ir.Replicate:
		if len(e.Shape) == len(at) {
			return p.value(f, e.Value)
		}
		return p.element(f, e.Value.Name, elem, at[len(e.Shape):])
	case *ir.Reshape:
		if t, ok := p.typeOf(f, e.Array); ok && t.Rank() == len(at) { // sizes that go by other names
			return p.element(f, e.Array, elem, at)
		}
	}
	return p.lifted(f, ir.Param{Name: a, Type: typeOfResult(s, a)}, at)
}

// result computes an element of a result of a map.
func (p *pull) result(up *frame, s *ir.Stm, k int, elem scalar.Type, at []ir.Atom) ir.Atom {
	fr := p.enter(up, s, at[0])
	r := fr.fn.Fn.Body.Result[k]
	if len(at) == 1 {
		return p.value(fr, r)
	}
	return p.element(fr, r.Name, elem, at[1:])
}

// sliced returns the indices that a slice has in the array that it is of.
func (p *pull) sliced(f *frame, dims []ir.SliceDim, at []ir.Atom) (of []ir.Atom) {
	for _, d := range dims {
		i := p.value(f, d.Start)
		if !d.Fix {
			step := at[0]
			at = at[1:]
			if d.Step != ir.Size(1) {
				step = p.out.Prim("step", scalar.Mul, scalar.I64, step, p.value(f, d.Step))
			}
			if i == ir.Size(0) {
				i = step
			} else {
				i = p.out.Prim("at", scalar.Add, scalar.I64, i, step)
			}
		}
		of = append(of, i)
	}
	return of
}

// typeOf returns the type of an array that a frame or one around it binds.
func (p *pull) typeOf(fr *frame, a name.Name) (ir.Type, bool) {
	f, s, k := p.binder(fr, a)
	switch {
	case f == nil:
		return ir.Type{}, false
	case s == nil:
		return f.fn.Fn.Params[k].Type, true
	}
	return typeOfResult(s, a), true
}

func typeOfResult(s *ir.Stm, n name.Name) ir.Type {
	return s.Pat[slices.IndexFunc(s.Pat, func(q ir.Param) bool { return q.Name == n })].Type
}

// value computes a scalar that is in scope in a frame.
func (p *pull) value(fr *frame, a ir.Atom) ir.Atom {
	if p.failed || !a.IsVar() {
		return a
	}
	f, s, k := p.binder(fr, a.Name)
	if f == nil {
		return a
	}
	if v, ok := f.done[a.Name]; ok {
		return v
	}
	var v ir.Atom
	if s == nil {
		q := f.fn.Fn.Params[k]
		v = p.element(f.up, f.fn.Arrays[k], q.Type.Elem, f.path[len(f.path)-1:])
	} else {
		v = p.computed(f, s, a.Name)
	}
	f.done[a.Name] = v
	return v
}

// computed computes a scalar that a statement binds. Floats that fewer indices decide on than there are
// dimensions are kept instead, and so is what only the map may compute.
func (p *pull) computed(f *frame, s *ir.Stm, n name.Name) ir.Atom {
	if p.steps--; p.steps < 0 {
		return p.give()
	}
	t := typeOfResult(s, n)
	if e, ok := s.Exp.(*ir.Index); ok {
		at := make([]ir.Atom, len(e.Indices))
		for k, i := range e.Indices {
			at[k] = p.value(f, i)
		}
		return p.element(f, e.Array, t.Elem, at)
	}
	_, light := ops.Cost(s.Exp)
	total := ops.Total(s)
	if !total || len(f.path) < p.full && (!light || t.Elem.IsFloat()) {
		return p.lifted(f, ir.Param{Name: n, Type: t}, nil)
	}
	same := ir.Subst{}
	for _, m := range slices.SortedFunc(maps.Keys(ir.FreeInStm(s)), name.Compare) {
		same[m] = p.value(f, ir.Var(m))
	}
	if p.failed {
		return p.give()
	}
	fresh := ir.NewRenamer(p.names)
	c := fresh.Stm(s)
	c.Attrs = nil
	same.Stm(c)
	p.out.Append(c)
	for k, q := range s.Pat {
		f.done[q.Name] = ir.Var(c.Pat[k].Name)
	}
	return f.done[n]
}

// lifted looks up, in a further result of the map, what the function of f binds.
func (p *pull) lifted(f *frame, v ir.Param, at []ir.Atom) ir.Atom {
	if len(f.path)+v.Type.Rank() >= p.full || p.consumed(f, v.Name) {
		return p.give()
	}
	for _, d := range v.Type.Dims {
		if at, _, _ := p.binder(f, d.Name); at != nil {
			return p.give()
		}
	}
	for g := f; g != nil; g = g.up {
		if at, _, _ := p.binder(g.up, g.fn.Width.Name); at != nil {
			return p.give()
		}
		v = p.resultOf(g, v)
	}
	return p.out.Index("x", v.Type.Elem, v.Name, slices.Concat(f.path, at)...)
}

// resultOf returns the result of f's map that is v in its function.
func (p *pull) resultOf(f *frame, v ir.Param) ir.Param {
	t := v.Type.Under(f.fn.Width)
	if n, ok := p.kept[v.Name]; ok {
		return ir.Param{Name: n, Type: t}
	}
	as := ir.Param{Name: p.names.Like(v.Name), Type: t}
	if k := slices.Index(f.fn.Fn.Body.Result, ir.Var(v.Name)); k >= 0 {
		as = f.stm.Pat[k]
	} else {
		p.lifts = append(p.lifts, lift{f.stm, ir.Var(v.Name), v.Type, as})
	}
	p.kept[v.Name] = as.Name
	return as
}

// consumed reports whether the function of f overwrites what it calls n.
func (p *pull) consumed(f *frame, n name.Name) bool {
	class := p.aliases.Class(n)
	return slices.ContainsFunc(f.fn.Fn.Body.Stms, func(s *ir.Stm) bool { return p.aliases.Consumed(s).Has(class) })
}

// applyLifts gives maps their further results.
func (p *pull) applyLifts() {
	for _, l := range p.lifts {
		fn := l.stm.Exp.(*ir.Map).Fn
		fn.Results = append(slices.Clone(fn.Results), l.row)
		fn.Body.Result = append(slices.Clone(fn.Body.Result), l.inside)
		l.stm.Pat = append(slices.Clone(l.stm.Pat), l.as)
	}
}
