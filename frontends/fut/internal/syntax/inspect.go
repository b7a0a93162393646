package syntax

// Inspect calls f for e and every expression, pattern and written type within
// it, each before its parts; when f returns false its parts are left out.
func Inspect(n Node, f func(Node) bool) {
	if n == nil || !f(n) {
		return
	}
	in := inspector(f)
	switch n := n.(type) {
	case Exp:
		in.exp(n)
	case Pat:
		in.pat(n)
	case TypeExp:
		in.typeExp(n)
	}
}

type inspector func(Node) bool

func (in inspector) exp(e Exp) {
	switch e := e.(type) {
	case *Open:
		Inspect(e.Exp, in)
	case *Tuple:
		in.exps(e.Elems...)
	case *Record:
		for _, f := range e.Fields {
			in.exps(f.Exp)
		}
	case *Construct:
		in.exps(e.Payload...)
	case *Array:
		in.exps(e.Elems...)
	case *Range:
		in.exps(e.First, e.Second, e.Last)
	case *Project:
		in.exps(e.Exp)
	case *Index:
		in.exps(e.Exp)
		in.slice(e.Slice)
	case *Update:
		in.exps(e.Exp)
		in.steps(e.Path)
		in.exps(e.Value)
	case *Apply:
		in.exps(e.Fun)
		in.exps(e.Args...)
	case *BinOp:
		in.exps(e.Op, e.Left, e.Right)
	case *Neg:
		in.exps(e.Exp)
	case *Not:
		in.exps(e.Exp)
	case *Lambda:
		in.pats(e.Params)
		in.types(e.Ret)
		in.exps(e.Body)
	case *LeftSection:
		in.exps(e.Left, e.Op)
	case *RightSection:
		in.exps(e.Op, e.Right)
	case *PathSection:
		in.steps(e.Path)
	case *Assert:
		in.exps(e.Cond, e.Exp)
	case *Ascript:
		in.exps(e.Exp)
		in.types(e.Type)
	case *Coerce:
		in.exps(e.Exp)
		in.types(e.Type)
	case *Attributed:
		in.exps(e.Exp)
	default:
		in.control(e)
	}
}

func (in inspector) control(e Exp) {
	switch e := e.(type) {
	case *Let:
		in.exps(e.Exp)
		in.pats([]Pat{e.Pat})
		in.exps(e.Body)
	case *LetFun:
		in.pats(e.Params)
		in.types(e.Ret)
		in.exps(e.Exp, e.Body)
	case *Match:
		in.exps(e.Exp)
		for _, c := range e.Cases {
			in.pats([]Pat{c.Pat})
			in.exps(c.Body)
		}
	case *If:
		in.exps(e.Cond, e.Then, e.Else)
	case *Loop:
		in.exps(e.Init)
		in.pats([]Pat{e.Pat})
		switch form := e.Form.(type) {
		case *ForLess:
			in.exps(form.Bound)
		case *ForIn:
			in.exps(form.Exp)
			in.pats([]Pat{form.Pat})
		case *While:
			in.exps(form.Cond)
		}
		in.exps(e.Body)
	}
}

func (in inspector) exps(es ...Exp) {
	for _, e := range es {
		if e != nil {
			Inspect(e, in)
		}
	}
}

func (in inspector) slice(ds []*DimIndex) {
	for _, d := range ds {
		in.exps(d.Index, d.First, d.Last, d.Step)
	}
}

func (in inspector) steps(path Path) {
	for _, s := range path {
		in.slice(s.Slice)
	}
}

func (in inspector) pats(ps []Pat) {
	for _, p := range ps {
		Inspect(p, in)
	}
}

func (in inspector) types(ts ...TypeExp) {
	for _, t := range ts {
		if t != nil {
			Inspect(t, in)
		}
	}
}

func (in inspector) pat(p Pat) {
	switch p := p.(type) {
	case *TuplePat:
		in.pats(p.Elems)
	case *RecordPat:
		for _, f := range p.Fields {
			in.pats([]Pat{f.Pat})
		}
	case *ConstructPat:
		in.pats(p.Payload)
	case *TypedPat:
		in.pats([]Pat{p.Pat})
		in.types(p.Type)
	}
}

func (in inspector) typeExp(t TypeExp) {
	switch t := t.(type) {
	case *NamedType:
		for _, a := range t.Args {
			if a.Size != nil {
				in.exps(a.Size.Exp)
			}
			in.types(a.Type)
		}
	case *ArrayType:
		if t.Dim != nil {
			in.exps(t.Dim.Exp)
		}
		in.types(t.Elem)
	case *TupleType:
		in.types(t.Elems...)
	case *RecordType:
		for _, f := range t.Fields {
			in.types(f.Type)
		}
	case *SumType:
		for _, c := range t.Constructors {
			in.types(c.Payload...)
		}
	case *FuncType:
		in.types(t.From, t.Result)
	case *UniqueType:
		in.types(t.Type)
	case *ExistsType:
		in.types(t.Type)
	}
}
