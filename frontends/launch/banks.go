package launch

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Banks. A group's memory has 32 banks, a word of four bytes wide. Work-items of a warp that access
// different words of one bank wait for each other: those that read a column of a tile of 32 by 32
// do so one after the other. Where that is so, a block gets another index function: rows of 32
// words that stand 33 apart. What is computed stays the same.

const (
	banks      = 32
	word       = 4
	mostPadded = 32 << 10 // bytes: a larger block could make a launch fail that would fit
)

// Padded gives blocks of the group's memory rows that stand apart, where that makes the work-items
// of a warp wait less. It changes the index functions in a launch's body in place.
func (k *Kernel) Padded(list []imp.Stm) []imp.Stm {
	found := k.accessesOf(list)
	for i := range k.Shared {
		b := &k.Shared[i]
		uses := found.of[b.Name]
		if uses == nil || uses.others {
			continue
		}
		bytes, known := b.Bytes.(*imp.Const)
		if !known || bytes.Value.Int() > mostPadded || !uses.divisible() {
			continue
		}
		straight, padded := 0, 0
		for _, at := range uses.at {
			if s, p, known := found.waits(at); known {
				straight, padded = straight+s, padded+p
			}
		}
		// The padded place takes a division and a remainder by 32: about as long as a turn each.
		if straight <= padded+2*len(uses.at) {
			continue
		}
		for _, at := range uses.at {
			pad(at)
		}
		b.Bytes = imp.Int(bytes.Value.Int() / banks * (banks + 1))
	}
	return list
}

// uses are the accesses to one block.
type uses struct {
	at     []*imp.At
	others bool // accesses of another form, too
}

// divisible reports whether all accesses have rows of whole words that 32 divides.
func (u *uses) divisible() bool {
	for _, at := range u.at {
		for _, d := range at.Dims[:len(at.Dims)-1] {
			if n, known := constant(d.Stride); !known || n%banks != 0 {
				return false
			}
		}
		last := at.Dims[len(at.Dims)-1]
		n, sized := constant(last.Size)
		stride, strided := constant(last.Stride)
		from, based := constant(at.Offset)
		if !sized || n%banks != 0 || !strided || stride != 1 || !based || from != 0 {
			return false
		}
	}
	return true
}

func constant(e imp.Expr) (int64, bool) {
	v, known := imp.ConstOf(e)
	if !known {
		return 0, false
	}
	return v.Int(), true
}

// pad splits the last dimension of an index function into rows of 32 elements that stand 33 apart.
func pad(at *imp.At) {
	for i := range at.Dims[:len(at.Dims)-1] {
		stride, _ := constant(at.Dims[i].Stride)
		at.Dims[i].Stride = imp.Int(stride / banks * (banks + 1))
	}
	last := at.Dims[len(at.Dims)-1]
	size, _ := constant(last.Size)
	part := func(op scalar.Op) imp.Expr {
		return &imp.Prim{Fn: op, Type: scalar.I64, Args: []imp.Expr{last.Index, imp.Int(banks)}}
	}
	at.Dims = append(at.Dims[:len(at.Dims)-1],
		imp.AtDim{Size: imp.Int(size / banks), Stride: imp.Int(banks + 1), Index: part(scalar.Quot)},
		imp.AtDim{Size: imp.Int(banks), Stride: imp.Int(1), Index: part(scalar.Rem)})
}

// found describes the blocks and variables of a body.
type found struct {
	of     map[name.Name]*uses
	values map[name.Name]imp.Expr // of variables that never change
}

func (k *Kernel) accessesOf(list []imp.Stm) *found {
	f := &found{map[name.Name]*uses{}, map[name.Name]imp.Expr{}}
	seen := map[*imp.At]bool{}
	use := func(b name.Name, elem scalar.Type, index imp.Expr) {
		u := f.of[b]
		if u == nil {
			u = &uses{}
			f.of[b] = u
		}
		at, ok := index.(*imp.At)
		if !ok || elem.Size() != word || len(at.Dims) == 0 {
			u.others = true
		} else if !seen[at] {
			seen[at] = true
			u.at = append(u.at, at)
		}
	}
	changed := map[name.Name]bool{}
	imp.Walk(list, func(s imp.Stm) bool {
		imp.EachLoad(s, func(l *imp.Load) { use(l.Block, l.Elem, l.Index) })
		switch s := s.(type) {
		case *imp.Store:
			use(s.Block, s.Elem, s.Index)
		case *imp.Declare:
			f.values[s.Name] = s.Init
		case *imp.Assign:
			changed[s.Name] = true
		case *imp.For:
			f.values[s.Index] = imp.Int(0)
		default:
			imp.BlocksOf(s, func(b name.Name) { use(b, scalar.I32, nil) })
		}
		return true
	})
	for v := range changed {
		delete(f.values, v)
	}
	return f
}

// waits is how many turns the first warp of a group takes for an access in the first iteration of
// the loops around it, straight and padded. It is not known where the place depends on data.
func (f *found) waits(at *imp.At) (straight, padded int, known bool) {
	var here, there turns
	for lane := range int64(banks) {
		flat, ok := f.value(at.Sum(), lane, map[name.Name]scalar.Value{})
		if !ok {
			return 0, 0, false
		}
		here.add(flat.Int())
		there.add(flat.Int() + flat.Int()/banks)
	}
	return here.count(), there.count(), true
}

// turns are the different words of each bank that a warp accesses.
type turns [banks]map[int64]bool

func (t *turns) add(place int64) {
	b := &t[uint64(place)%banks]
	if *b == nil {
		*b = map[int64]bool{}
	}
	(*b)[place] = true
}

func (t *turns) count() int {
	most := 0
	for _, places := range t {
		most = max(most, len(places))
	}
	return most
}

// value is the value of an expression for a work-item of the first warp of group 0. What the host
// computes counts as 0: it is the same for all work-items.
func (f *found) value(e imp.Expr, lane int64, known map[name.Name]scalar.Value) (scalar.Value, bool) {
	switch e := e.(type) {
	case *imp.Const:
		return e.Value, true
	case *imp.ID:
		if e.Kind == imp.LocalID {
			return scalar.Int(scalar.I64, lane), true
		}
		return scalar.Int(scalar.I64, 0), true
	case *imp.Var:
		if v, done := known[e.Name]; done {
			return v, true
		}
		x, local := f.values[e.Name]
		if !local {
			return scalar.Zero(e.Type), true
		}
		v, ok := f.value(x, lane, known)
		if ok {
			known[e.Name] = v
		}
		return v, ok
	case *imp.Convert:
		v, ok := f.value(e.X, lane, known)
		return scalar.Convert(e.To, v), ok
	case *imp.Prim:
		args := make([]scalar.Value, len(e.Args))
		for i, x := range e.Args {
			v, ok := f.value(x, lane, known)
			if !ok {
				return v, false
			}
			args[i] = v
		}
		if !e.Fn.Defined(e.Type, args...) {
			return scalar.Value{}, false
		}
		return e.Fn.Eval(e.Type, args...)
	}
	return scalar.Value{}, false
}
