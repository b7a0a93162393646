package syntax

// EachName calls f for the names that occur in an expression, and for those that are assigned to.
func EachName(e Expr, f func(name string)) {
	each := func(es ...Expr) {
		for _, x := range es {
			if x != nil {
				EachName(x, f)
			}
		}
	}
	switch e := e.(type) {
	case *Strand:
		each(e.Elems...)
	case *Name:
		f(e.Name)
	case *Apply1:
		each(e.Fun, e.Right)
	case *Apply2:
		each(e.Fun, e.Left, e.Right)
	case *Enclosed:
		each(e.Of)
	case *Select:
		each(e.Places, e.Of)
	case *Index:
		each(e.Of)
		each(e.Subs...)
	case *Assign:
		f(e.Name)
		each(e.Fun, e.Value)
	case *AssignIndex:
		f(e.Name)
		each(e.Subs...)
		each(e.Fun, e.Value)
	case *AssignStrand:
		for _, n := range e.Names {
			f(n)
		}
		each(e.Value)
	case *Output:
		each(e.Value)
	case *Axis:
		each(e.Fun, e.Axis)
	case *Operate1:
		each(e.Op, e.Left)
	case *Operate2:
		each(e.Op, e.Left, e.Right)
	case *Paren:
		each(e.Train)
	case *Train:
		each(e.Parts...)
	case *Dfn:
		for _, s := range e.Body {
			each(s.Guard, s.Exp)
		}
	}
}
