package coalesce

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// Where each thread of a kernel makes a row by a loop, one element after the other,
// neighbours write far apart. Such a result is laid out with the threads' index
// innermost, if nothing but kernels reads it, in the same body or in the next round of a
// loop: what else may be done with it, as to update a part of another array, may want it
// where it would lie otherwise.

// walked lays out anew the rows that the threads of s make in loops, and returns what
// goes behind the kernel: a copy, which short-circuit has the kernel make itself.
func (l *layouter) walked(s *ir.Stm, e *ir.SegMap) []*ir.Stm {
	b := ir.NewBuilder(l.names)
	b.Pos = s.Pos
	made := definitions(e.Body)
	for i := range len(s.Pat) - len(e.Writes) {
		old := s.Pat[i]
		if old.Type.Rank() != len(e.Space)+1 || few(old.Type.Dims[len(e.Space)-1]) || few(old.Type.Dims[len(e.Space)]) || !l.uses.byKernels(old.Name) || !inLoop(made, e.Body.Result[i]) || !l.unit.Rewrite() {
			continue
		}
		t := turn{layouter: l, dim: len(e.Space) - 1, typ: old.Type}
		t.perm, t.back = innermost(old.Type.Rank(), t.dim)
		s.Pat[i].Name = l.names.Fresh(old.Name.Base)
		b.Append(t.view(old, t.copied(b, s.Pat[i].Name).Name))
		l.laid[old.Name] = t.dim
		l.unit.Remark(s.Pos, "%s is laid out with dimension %d innermost: each thread makes a row of it, element by element", old.Name, t.dim)
	}
	return b.Stms()
}

// mostFew is how many threads, or elements of a row, are too few to pay.
const mostFew = 8

// few reports whether a size is known to be small.
func few(size ir.Atom) bool {
	n, ok := size.AsSize()
	return ok && n <= mostFew
}

// inLoop reports whether a is an array that a counted loop makes.
func inLoop(made map[name.Name]*ir.Stm, a ir.Atom) bool {
	if s := made[a.Name]; a.IsVar() && s != nil {
		loop, ok := s.Exp.(*ir.Loop)
		return ok && loop.While.IsZero()
	}
	return false
}

// uses is what the host does with arrays.
type uses struct {
	made      ir.Names // by kernels
	kernels   ir.Names // that kernels read, or rounds of loops hand on
	otherwise ir.Names
}

func usesOf(b *ir.Body) *uses {
	u := &uses{made: ir.Names{}, kernels: ir.Names{}, otherwise: ir.Names{}}
	u.results(u.body(b))
	return u
}

// byKernels reports whether only kernels use an array.
func (u *uses) byKernels(n name.Name) bool { return u.kernels.Has(n) && !u.otherwise.Has(n) }

// body notes the uses in a body of the host, except as its results.
func (u *uses) body(b *ir.Body) (results []ir.Atom) {
	for _, s := range b.Stms {
		kind := u.otherwise
		switch e := s.Exp.(type) {
		case *ir.SegMap:
			kind = u.kernels
			for _, p := range s.Pat[:len(s.Pat)-len(e.Writes)] {
				u.made.Add(p.Name)
			}
		case *ir.SegRed, *ir.SegScan, *ir.SegHist:
			kind = u.kernels
		case *ir.If:
			u.results(u.body(e.Then))
			u.results(u.body(e.Else))
		case *ir.Loop:
			for i, r := range u.body(e.Body) {
				if kind := u.kernels; r.IsVar() {
					if e.Params[i].Unique {
						kind = u.otherwise
					}
					kind.Add(r.Name)
				}
			}
		}
		for n := range ir.FreeInExp(withoutBodies(s.Exp)) {
			kind.Add(n)
		}
	}
	return b.Result
}

// results notes what is handed on by other than a loop.
func (u *uses) results(as []ir.Atom) {
	for _, a := range as {
		if a.IsVar() {
			u.otherwise.Add(a.Name)
		}
	}
}
