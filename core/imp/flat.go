package imp

// Flat returns a copy of p in which each access has an index in elements from the start
// of its block, an i64: the form in which backends print code. All passes before that see
// whole index functions, as narrow as passes made them.
func Flat(p *Program) *Program {
	out := &Program{Names: p.Names}
	r := &renamer{flat: true}
	for _, f := range p.Funs {
		flat := *f
		flat.Body = r.body(f.Body)
		out.Funs = append(out.Funs, &flat)
	}
	return out
}

// Sum returns the value of e as sums and products of i64s. Each subscript is multiplied by its
// stride, without expanding the product, so that strides can be hoisted or
// strength-reduced.
func (e *At) Sum() Expr {
	sum := widened(e.Offset)
	for _, d := range e.Dims {
		sum = Add(sum, Mul(widened(d.Index), widened(d.Stride)))
	}
	return sum
}

// index is where an access lies. With flat that is an i64.
func (r *renamer) index(e Expr) Expr {
	at, ok := e.(*At)
	switch {
	case !r.flat:
		return r.expr(e)
	case ok:
		return r.dims(at).Sum()
	}
	return widened(r.expr(e))
}
