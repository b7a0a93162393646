package fuse

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A rotation that only parallel operations read, by element, needs no array of its own: they
// read the rotated array at an index that wraps around. So nothing is copied, and nothing
// separates them from the operation that makes the rotated array.

// rotations are the rotations of a body that can go, by their names.
type rotations map[name.Name]*ir.Stm

// unrotate removes rotations from b and from the bodies within. It reports whether there were
// any to remove.
func (f *fuser) unrotate(b *ir.Body) bool {
	found := f.rotations(b)
	changed := len(found) > 0
	if changed {
		var rest []*ir.Stm
		for _, s := range b.Stms {
			if found.has(s) {
				continue
			}
			if ops.IsParallel(s.Exp) {
				rest = append(rest, f.readThrough(found, s)...)
			}
			rest = append(rest, s)
		}
		b.Stms = rest
	}
	eachWithin(b.Stms, func(b *ir.Body) { changed = f.unrotate(b) || changed })
	return changed
}

// rotations returns those of b that are used only as inputs of parallel operations, before
// anything consumes the rotated array.
func (f *fuser) rotations(b *ir.Body) rotations {
	found := rotations{}
	consumed := ir.Names{} // the classes of arrays that are gone
	for _, s := range b.Stms {
		if e, ok := s.Exp.(*ir.Rotate); ok {
			found[s.Pat[0].Name] = s
			delete(found, e.Array)
			continue
		}
		if len(found) == 0 {
			continue
		}
		consumed = union(consumed, f.aliases.Consumed(s))
		for n := range ir.FreeInStm(s) {
			if r := found[n]; r != nil && consumed.Has(f.aliases.Class(r.Exp.(*ir.Rotate).Array)) {
				delete(found, n)
			}
		}
		for n := range usedOtherwise(s) {
			delete(found, n)
		}
	}
	for _, r := range b.Result {
		delete(found, r.Name)
	}
	for _, s := range b.Stms {
		if found.has(s) && !f.unit.Rewrite() {
			delete(found, s.Pat[0].Name)
		}
	}
	return found
}

func (found rotations) has(s *ir.Stm) bool { return found[resultOf(s)] != nil }

// readThrough makes s, a parallel operation, read the arrays of which its inputs are
// rotations. It returns statements to run before s.
func (f *fuser) readThrough(found rotations, s *ir.Stm) []*ir.Stm {
	form := ops.CombinatorOf(s.Exp)
	if !slices.ContainsFunc(*form.Arrays, func(a name.Name) bool { return found[a] != nil }) {
		return nil
	}
	if *form.Fn == nil {
		*form.Fn = f.identity(form)
	}
	t := &through{place: ir.Param{Name: f.names.Fresh("i"), Type: ir.I64}, width: *form.Width, inside: ir.NewBuilder(f.names)}
	t.inside.Pos = s.Pos
	fn := *form.Fn
	for i, p := range fn.Params {
		a := (*form.Arrays)[i]
		if r := found[a]; r != nil {
			t.read(r.Exp.(*ir.Rotate), p)
		} else {
			t.input(p, a)
		}
	}
	var every []*ir.Stm
	if t.placed {
		iota := ir.Param{Name: f.names.Fresh("every"), Type: ir.ArrayOf(scalar.I64, t.width)}
		every = []*ir.Stm{{Pat: []ir.Param{iota}, Exp: ir.IotaOf(t.width), Pos: s.Pos}}
		t.input(t.place, iota.Name)
	}
	fn.Params, *form.Arrays = t.params, t.arrays
	fn.Body.Stms = append(t.inside.Stms(), fn.Body.Stms...)
	return every
}

// through collects the inputs and the first statements of a function that reads through
// rotations.
type through struct {
	place  ir.Param // the index of the element
	placed bool     // the function needs it
	width  ir.Atom
	params []ir.Param
	arrays []name.Name
	inside *ir.Builder
}

func (t *through) input(p ir.Param, a name.Name) {
	t.params, t.arrays = append(t.params, p), append(t.arrays, a)
}

// read binds p to an element of the rotation: one that wraps around, or a rotated row.
func (t *through) read(r *ir.Rotate, p ir.Param) {
	b := t.inside
	if r.Dim > 0 {
		row := ir.Param{Name: b.Names.Like(p.Name), Type: p.Type}
		t.input(row, r.Array)
		b.Bind([]ir.Param{p}, &ir.Rotate{Dim: r.Dim - 1, Amount: r.Amount, Array: row.Name})
		return
	}
	t.placed = true
	sum := b.Prim("sum", scalar.Add, scalar.I64, ir.Var(t.place.Name), r.Amount)
	past := b.Prim("past", scalar.Sub, scalar.I64, sum, t.width)
	within := b.Prim("within", scalar.Lt, scalar.I64, sum, t.width)
	at := b.Let("at", ir.I64, &ir.Prim{Fn: scalar.Select, Type: scalar.I64, Args: []ir.Atom{within, sum, past}})
	b.BindElement(p, r.Array, at)
}
