package extractkernels

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// foldRows reports whether pieces, which are perfect nests, fold rows and otherwise contain
// only flat parallelism, or build a histogram of each. The flattened version then suffices: work-groups read rows better
// than one thread per row, whatever the number of rows. If rows share what they read, as in
// a matrix product, or are computed, threads that work alone may be faster.
func (x *extractor) foldRows(pieces []*ir.Stm) bool {
	some := false
	made := ir.Names{}
	for _, s := range pieces {
		for _, p := range s.Pat {
			made.Add(p.Name)
		}
	}
	for _, s := range pieces {
		switch {
		case x.foldsRows(s, made), x.countsRows(s):
			some = true
		case !x.flatNest(s):
			return false
		}
	}
	return some
}

// storesRows reports whether pieces store rows of their points, element by element, in one nest of
// maps at the end, for which at most a few scalars of each point are stored before. Threads of the
// flattened version store neighbours of a row; one thread for each row stores far apart.
func (x *extractor) storesRows(pieces []*ir.Stm) bool {
	stored := 0
	for i, s := range pieces {
		switch {
		case !x.flatNest(s) || x.canFail(s):
			return false
		case i == len(pieces)-1:
			inner := innerWidth(s)
			return inner != nil && (inner.IsVar() || inner.Const.Int() >= manyColumns)
		case innerWidth(s) != nil:
			return false
		}
		if ops.IsParallel(s.Exp) {
			stored += len(s.Pat)
		}
		if stored > fewScalars {
			return false
		}
	}
	return false
}

const (
	manyColumns = 16 // rows that are shorter may stay in a thread's registers
	fewScalars  = 8
)

// innerWidth is the width of the innermost map of s, a nest of several maps; nil for others.
func innerWidth(s *ir.Stm) *ir.Atom {
	m, ok := s.Exp.(*ir.Map)
	if !ok || len(m.Fn.Body.Stms) == 0 {
		return nil
	}
	last := m.Fn.Body.Stms[len(m.Fn.Body.Stms)-1]
	if inner := innerWidth(last); inner != nil {
		return inner
	}
	if within, ok := last.Exp.(*ir.Map); ok {
		return &within.Width
	}
	return nil
}

// flatNest reports whether s contains no parallel operation other than a nest of maps.
func (x *extractor) flatNest(s *ir.Stm) bool {
	m, ok := s.Exp.(*ir.Map)
	if !ok {
		return !x.parallel(s)
	}
	stms := m.Fn.Body.Stms
	n := len(stms)
	return n == 0 || x.flatNest(stms[n-1]) && !x.anyParallel(&ir.Body{Stms: stms[:n-1]})
}

// sharesRows reports whether s is a nest that ends in a scalar reduction of elements that are not
// the segments' own, and that stores nothing else. Threads that fold alone may then share what
// they read in registers.
func (x *extractor) sharesRows(s *ir.Stm) bool {
	last := s
	for {
		m, ok := last.Exp.(*ir.Map)
		if !ok || len(m.Fn.Body.Stms) == 0 {
			break
		}
		last = m.Fn.Body.Stms[len(m.Fn.Body.Stms)-1]
	}
	f := ops.CombinatorOf(last.Exp)
	if last == s || f == nil || f.Folded() == 0 || f.Prefixes || len(last.Pat) > f.Folded() {
		return false
	}
	for _, p := range (*f.Folds[0].Operator).Params {
		if !p.Type.IsScalar() {
			return false
		}
	}
	return !x.bodyCanFail(*f.Fn) && !x.foldsRows(s, ir.Names{})
}

// foldsRows reports whether s, a perfect nest, is a scalar reduction or scan that cannot
// fail, where each segment reads its own elements from memory, from arrays not computed for
// it, or stores something for each element, so that memory dominates the work.
func (x *extractor) foldsRows(s *ir.Stm, made ir.Names) bool {
	own := varying{}
	depth := 0
	for {
		m, ok := s.Exp.(*ir.Map)
		if !ok || len(m.Fn.Body.Stms) == 0 {
			break
		}
		own.elements(m.Fn.Params, m.Arrays, depth, made)
		for _, s := range m.Fn.Body.Stms {
			own.stm(s)
		}
		s = m.Fn.Body.Stms[len(m.Fn.Body.Stms)-1]
		depth++
	}
	f := ops.CombinatorOf(s.Exp)
	if f == nil || f.Folded() == 0 {
		return false
	}
	operator := *f.Folds[0].Operator
	if x.bodyCanFail(operator) || x.bodyCanFail(*f.Fn) {
		return false
	}
	for _, p := range operator.Params {
		if !p.Type.IsScalar() {
			return false
		}
	}
	if f.Prefixes || *f.Fn != nil && len((*f.Fn).Results) > f.Folded() {
		return true
	}
	for _, a := range *f.Arrays {
		if own[a] == 1<<depth-1 {
			return true
		}
	}
	return false
}

func (x *extractor) bodyCanFail(l *ir.Lambda) bool {
	if l == nil {
		return false
	}
	for _, s := range l.Body.Stms {
		if ops.CanFail(s.Exp, x.failing) {
			return true
		}
	}
	return false
}

// varying holds, as a bit set, the dimensions of a nest along which each name varies.
type varying map[name.Name]uint64

// elements records the parameters of the map at the given depth, except rows of arrays
// computed for it.
func (v varying) elements(params []ir.Param, arrays []name.Name, depth int, made ir.Names) {
	for i, p := range params {
		if !made.Has(arrays[i]) {
			v[p.Name] = v[arrays[i]] | 1<<depth
		}
	}
}

// stm records what s binds. A row of an array varies with the array and with the indices.
func (v varying) stm(s *ir.Stm) {
	switch e := s.Exp.(type) {
	case *ir.Use, *ir.Convert, *ir.Prim, *ir.Rearrange, *ir.Index:
		for n := range ir.FreeInExp(e) {
			v[s.Pat[0].Name] |= v[n]
		}
	case *ir.Slice:
		dims := v[e.Array]
		for _, d := range e.Dims {
			switch {
			case d.Fix && d.Start.IsVar():
				dims |= v[d.Start.Name]
			case d.Start.IsVar() && v[d.Start.Name] != 0:
				return // windows, which may overlap
			}
		}
		v[s.Pat[0].Name] = dims
	}
}
