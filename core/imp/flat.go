package imp

import "github.com/lamina-lang/lamina/core/scalar"

// Flat returns a copy of p in which each access has an index in elements from the start
// of its block, in the type that it has in p: the form in which backends print code. All
// passes before that see whole index functions.
func Flat(p *Program) *Program { return flattened(p, &renamer{flat: true}) }

// Wide returns Flat(p) for machines that gain nothing from 32 bits: all indices are i64s,
// those of parallel statements, too; no operation is exact, and the answers to Apart and
// Bytes are those that a backend may always give.
func Wide(p *Program) *Program {
	r := &renamer{flat: true, wide: true, indices: p.Names.Fresh}
	r.replace = func(e Expr) Expr {
		switch e := e.(type) {
		case *Prim:
			if e.Exact {
				return &Prim{Fn: e.Fn, Type: e.Type, Args: e.Args}
			}
		case *Bytes:
			return &Const{scalar.Highest(scalar.I64)}
		case *Apart:
			return &Const{scalar.FromBool(false)}
		}
		return e
	}
	return flattened(p, r)
}

func flattened(p *Program, r *renamer) *Program {
	out := &Program{Names: p.Names}
	for _, f := range p.Funs {
		flat := *f
		flat.Body = r.body(f.Body)
		out.Funs = append(out.Funs, &flat)
	}
	return out
}

// Sum returns the value of e as sums and products of its type. Each subscript is multiplied
// by its stride, without expanding the product, so that strides can be hoisted or
// strength-reduced.
func (e *At) Sum() Expr {
	t, sum := TypeOf(e), e.Offset
	for _, d := range e.Dims {
		sum = add(t, sum, mul(t, d.Index, d.Stride))
	}
	return sum
}

// index is where an access lies, flat if the program becomes flat.
func (r *renamer) index(e Expr) Expr {
	at, ok := e.(*At)
	switch {
	case !r.flat:
		return r.expr(e)
	case !ok && r.wide:
		return widened(r.expr(e))
	case !ok:
		return r.expr(e)
	case r.wide:
		return r.wideSum(r.dims(at))
	}
	return r.dims(at).Sum()
}

// wideSum is the value of e as an i64. Sums of i32s do not overflow in either type; those of
// u32s wrap in theirs.
func (r *renamer) wideSum(e *At) Expr {
	if TypeOf(e) == scalar.U32 {
		return widened(e.Sum())
	}
	wide := &At{Offset: widened(e.Offset)}
	for _, d := range e.Dims {
		wide.Dims = append(wide.Dims, AtDim{Stride: widened(d.Stride), Index: widened(d.Index)})
	}
	return wide.Sum()
}

// widen makes the indices of a narrow parallel statement i64s.
func (r *renamer) widen(s *Parallel) {
	var narrow []Stm
	for i, d := range s.Space {
		s.Space[i].Index = r.indices(d.Index.Base)
		narrow = append(narrow, &Declare{Name: d.Index, Type: scalar.I32, Init: &Convert{scalar.I64, scalar.I32, IntVar(s.Space[i].Index)}})
	}
	s.Narrow, s.Body = false, append(narrow, s.Body...)
}
