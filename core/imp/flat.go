package imp

// Flat returns a copy of p in which each access has an index in elements from the start
// of its block: the form in which backends print code. All passes before that see whole
// index functions.
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

// Sum returns the value of e as sums and products. Each subscript is multiplied by its
// stride, without expanding the product, so that strides can be hoisted or
// strength-reduced.
func (e *At) Sum() Expr {
	sum := e.Offset
	for _, d := range e.Dims {
		sum = Add(sum, Mul(d.Index, d.Stride))
	}
	return sum
}
