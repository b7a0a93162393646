package coalesce

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// If each thread of a kernel computes a row by a loop, element by element, adjacent threads
// write distant addresses. Such a result is laid out with the threads' index innermost, but
// only if nothing but kernels of the same body read it: other uses, such as updating part
// of another array or being carried to the next iteration of a loop, may need the original
// layout. They are worth a copy if loops within that loop access the row, as sorting does: then
// a thread accesses each element many times.

// rowsOf returns the indices of such results of s.
func (l *layouter) rowsOf(s *ir.Stm, e *ir.SegMap) (rows []int) {
	made, rank := definitions(e.Body), len(e.Space)
	for i, p := range s.Pat[:len(s.Pat)-len(e.Writes)] {
		if p.Type.Rank() <= rank || few(p.Type.Dims[rank-1]) || few(p.Type.Dims[rank:]...) {
			continue
		}
		if r := e.Body.Result[i]; l.uses.byKernels(p.Name) && inLoop(made, r) || len(l.scopes) == 1 && inNest(made, r) {
			rows = append(rows, i)
		}
	}
	return rows
}

// walked gives those results of s the new layout and returns the statements to insert after
// the kernel.
func (l *layouter) walked(s *ir.Stm, e *ir.SegMap, rows []int) []*ir.Stm {
	return l.turned(s, rows, len(e.Space)-1, "each thread makes a row of it, element by element")
}

// turned lays results of s out with dimension dim innermost, and returns the statements to insert
// after the kernel: a copy, which short-circuiting makes the kernel write directly.
func (l *layouter) turned(s *ir.Stm, results []int, dim int, why string) []*ir.Stm {
	b := ir.NewBuilder(l.names)
	b.Pos = s.Pos
	for _, i := range results {
		if !l.unit.Rewrite() {
			continue
		}
		old := s.Pat[i]
		t := turn{layouter: l, dim: dim, typ: old.Type}
		t.perm, t.back = innermost(old.Type.Rank(), t.dim)
		s.Pat[i].Name = l.names.Fresh(old.Name.Base)
		copied := t.copied(b, s.Pat[i].Name)
		if l.uses.otherwise.Has(old.Name) { // who may copy it to rows
			b.Stms()[len(b.Stms())-1].Attrs = []ir.Attr{{Name: ir.LayoutChosen}}
		}
		b.Append(t.view(old, copied.Name))
		l.laid[old.Name] = t.dim
		l.unit.Remark(s.Pos, "%s is laid out with dimension %d innermost: %s", old.Name, t.dim, why)
	}
	return b.Stms()
}

// alongColumns gives the results of a scan the layout of what it scans, if that has the elements
// of adjacent segments beside each other, and returns the statements to insert after the kernel.
func (l *layouter) alongColumns(s *ir.Stm, e *ir.SegScan) []*ir.Stm {
	last := len(e.Space) - 1
	if last == 0 || !adjacentSegments(e.Body, e.Space[last-1].Index, e.Space[last].Index) {
		return nil
	}
	var results []int
	for i, p := range s.Pat {
		if p.Type.Rank() == last+1 && !l.uses.otherwise.Has(p.Name) {
			results = append(results, i)
		}
	}
	return l.turned(s, results, last-1, "the scan reads adjacent segments' elements beside each other")
}

// adjacentSegments reports whether a fold reads an array whose last dimension its segments go
// along, and none whose last dimension its elements go along.
func adjacentSegments(body *ir.Body, segment, element name.Name) bool {
	bySegment, byElement := ir.Names{segment: {}}, ir.Names{element: {}}
	along, across := false, false
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		switch x := s.Exp.(type) {
		case *ir.Prim, *ir.Convert, *ir.Use:
			for n := range ir.FreeInExp(x) {
				for _, set := range []ir.Names{bySegment, byElement} {
					if set.Has(n) {
						set.Add(s.Pat[0].Name)
					}
				}
			}
		case *ir.Index:
			at := x.Indices[len(x.Indices)-1]
			across = across || at.IsVar() && byElement.Has(at.Name)
			along = along || len(x.Indices) > 1 && at.IsVar() && bySegment.Has(at.Name)
		}
	}}
	w.InBody(body)
	return along && !across
}

// maxFew is the number of threads, or of elements per row, up to which a new layout does
// not pay off.
const maxFew = 8

// few reports whether arrays of these sizes are known to be small.
func few(sizes ...ir.Atom) bool {
	product := int64(1)
	for _, size := range sizes {
		n, ok := size.AsSize()
		if product *= n; !ok || product > maxFew {
			return false
		}
	}
	return true
}

// inLoop reports whether a is an array computed by a for-loop.
func inLoop(made map[name.Name]*ir.Stm, a ir.Atom) bool {
	if s := made[a.Name]; a.IsVar() && s != nil {
		loop, ok := s.Exp.(*ir.Loop)
		return ok && loop.While.IsZero()
	}
	return false
}

// inNest reports whether a is an array that a loop updates in place, of which a loop within it accesses elements.
func inNest(made map[name.Name]*ir.Stm, a ir.Atom) bool {
	s := made[a.Name]
	if !a.IsVar() || s == nil {
		return false
	}
	loop, ok := s.Exp.(*ir.Loop)
	if !ok {
		return false
	}
	k := slices.IndexFunc(s.Pat, func(p ir.Param) bool { return p.Name == a.Name })
	row := ir.Names{loop.Params[k].Name: {}}
	accessed := accessedInLoop(loop.Body, row, false)
	return accessed && loop.Body.Result[k].IsVar() && row.Has(loop.Body.Result[k].Name)
}

// accessedInLoop reports whether a loop in b accesses elements of an array with one of some names; it adds those that
// the array gets in place. Inside tells that b stands in such a loop itself.
func accessedInLoop(b *ir.Body, array ir.Names, inside bool) bool {
	found := false
	for _, s := range b.Stms {
		switch e := s.Exp.(type) {
		case *ir.Index:
			found = found || inside && array.Has(e.Array)
		case *ir.Update:
			if array.Has(e.Array) {
				found = found || inside
				array.Add(s.Pat[0].Name)
			}
		case *ir.If:
			found = accessedInLoop(e.Then, array, inside) || found
			found = accessedInLoop(e.Else, array, inside) || found
			for k, p := range s.Pat {
				if x, y := e.Then.Result[k], e.Else.Result[k]; array.Has(x.Name) && array.Has(y.Name) {
					array.Add(p.Name)
				}
			}
		case *ir.Loop:
			for k, init := range e.Inits {
				if array.Has(init.Name) {
					array.Add(e.Params[k].Name)
				}
			}
			found = accessedInLoop(e.Body, array, true) || found
			for k, p := range s.Pat {
				if array.Has(e.Params[k].Name) && array.Has(e.Body.Result[k].Name) {
					array.Add(p.Name)
				}
			}
		}
	}
	return found
}

// uses summarises what the host does with arrays.
type uses struct {
	made      ir.Names // results of kernels
	kernels   ir.Names // read by kernels
	otherwise ir.Names
	branches  []flow // those inside before those around them
}

// flow is a result of an arm of a branch, which the branch returns under another name.
type flow struct{ from, to name.Name }

func usesOf(b *ir.Body) *uses {
	u := &uses{made: ir.Names{}, kernels: ir.Names{}, otherwise: ir.Names{}}
	u.results(u.body(b))
	for _, f := range slices.Backward(u.branches) {
		if u.kernels.Has(f.to) {
			u.kernels.Add(f.from)
		}
		if u.otherwise.Has(f.to) {
			u.otherwise.Add(f.from)
		}
	}
	return u
}

// byKernels reports whether only kernels use an array.
func (u *uses) byKernels(n name.Name) bool { return u.kernels.Has(n) && !u.otherwise.Has(n) }

// body records the uses in a host body, except those as its results.
func (u *uses) body(b *ir.Body) (results []ir.Atom) {
	for _, s := range b.Stms {
		kind := u.otherwise
		switch e := s.Exp.(type) {
		case *ir.Index:
			continue // a single element, wherever it lies
		default:
			if ops.IsKernel(e) {
				kind = u.kernels
			}
		}
		if e, ok := s.Exp.(*ir.SegMap); ok {
			for _, p := range s.Pat[:len(s.Pat)-len(e.Writes)] {
				u.made.Add(p.Name)
			}
		}
		_, branch := s.Exp.(*ir.If)
		for _, within := range ops.Bodies(s.Exp) {
			results := u.body(within)
			if !branch {
				u.results(results)
				continue
			}
			for k, r := range results {
				if r.IsVar() {
					u.branches = append(u.branches, flow{r.Name, s.Pat[k].Name})
				}
			}
		}
		for n := range ir.FreeInExp(withoutBodies(s.Exp)) {
			kind.Add(n)
		}
	}
	return b.Result
}

// results records the results of a body.
func (u *uses) results(as []ir.Atom) {
	for _, a := range as {
		if a.IsVar() {
			u.otherwise.Add(a.Name)
		}
	}
}
