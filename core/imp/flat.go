package imp

// Flat is p with each access at an index in elements from the start of its block:
// the form in which backends print code. Everything before that finds the index
// functions whole. p stays as it is.
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

// Sum is the value of e as sums and products. A subscript is multiplied by its
// stride, rather than the whole expanded, so that strides stay apart for whoever
// hoists or strength-reduces them.
func (e *At) Sum() Expr {
	sum := e.Offset
	for _, d := range e.Dims {
		sum = Add(sum, Mul(d.Index, d.Stride))
	}
	return sum
}
