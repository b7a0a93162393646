package names

import "github.com/lamina-lang/lamina/frontends/fut/internal/syntax"

// exp resolves the names in e, and returns what stands for it.
func (r *resolver) exp(e syntax.Exp) syntax.Exp {
	switch e := e.(type) {
	case nil:
	case *syntax.Var:
		r.variable(e)
	case *syntax.Project:
		return r.path(e)
	case *syntax.Open:
		r.open(e)
	case *syntax.Tuple:
		r.exps(e.Elems)
	case *syntax.Record:
		for _, f := range e.Fields {
			f.Exp = r.exp(f.Exp)
		}
	case *syntax.Construct:
		r.exps(e.Payload)
	case *syntax.Array:
		r.exps(e.Elems)
	case *syntax.Range:
		r.in(&e.First, &e.Second, &e.Last)
	case *syntax.Index:
		r.in(&e.Exp)
		r.slice(e.Slice)
	case *syntax.Update:
		r.in(&e.Exp)
		r.steps(e.Path)
		r.in(&e.Value)
	case *syntax.Apply:
		r.in(&e.Fun)
		r.exps(e.Args)
	case *syntax.BinOp:
		r.variable(e.Op)
		r.in(&e.Left, &e.Right)
	case *syntax.Neg:
		r.in(&e.Exp)
	case *syntax.Not:
		r.in(&e.Exp)
	case *syntax.LeftSection:
		r.in(&e.Left)
		r.variable(e.Op)
	case *syntax.RightSection:
		r.variable(e.Op)
		r.in(&e.Right)
	case *syntax.PathSection:
		r.steps(e.Path)
	case *syntax.Assert:
		r.in(&e.Cond, &e.Exp)
	case *syntax.Ascript:
		r.in(&e.Exp)
		r.typ(e.Type)
	case *syntax.Coerce:
		r.typ(e.Type)
		r.in(&e.Exp)
	case *syntax.Attributed:
		r.in(&e.Exp)
	default:
		r.binding(e)
	}
	return e
}

// binding resolves the names in an expression that binds or branches.
func (r *resolver) binding(e syntax.Exp) {
	switch e := e.(type) {
	case *syntax.If:
		r.in(&e.Cond, &e.Then, &e.Else)
	case *syntax.Match:
		r.in(&e.Exp)
		for _, c := range e.Cases {
			r.scoped(func() {
				r.pat(c.Pat)
				r.in(&c.Body)
			})
		}
	case *syntax.Lambda:
		r.scoped(func() {
			r.pats(e.Params)
			r.typ(e.Ret)
			r.in(&e.Body)
		})
	case *syntax.Let:
		r.in(&e.Exp)
		r.scoped(func() {
			r.sizes(e.Sizes)
			r.pat(e.Pat)
			r.in(&e.Body)
		})
	case *syntax.LetFun:
		r.scoped(func() {
			if callsItself(e.Name.Name, e.Params, e.Exp, r.lookup(key{terms, e.Name.Name}) != nil) {
				r.bind(e.Name.Name, e)
			}
			r.function(e.TypeParams, e.Params, e.Ret, &e.Exp)
		})
		r.scoped(func() {
			r.bind(e.Name.Name, e)
			r.in(&e.Body)
		})
	case *syntax.Loop:
		r.loop(e)
	}
}

func (r *resolver) loop(e *syntax.Loop) {
	r.in(&e.Init)
	switch f := e.Form.(type) {
	case *syntax.ForLess:
		r.in(&f.Bound)
	case *syntax.ForIn:
		r.in(&f.Exp)
	}
	r.scoped(func() {
		r.pat(e.Pat)
		switch f := e.Form.(type) {
		case *syntax.ForLess:
			r.pat(f.Var)
		case *syntax.ForIn:
			r.pat(f.Pat)
		case *syntax.While:
			r.in(&f.Cond)
		}
		r.in(&e.Body)
	})
}

// function resolves the names of a function's definition.
func (r *resolver) function(tparams []*syntax.TypeParam, params []syntax.Pat, ret syntax.TypeExp, body *syntax.Exp) {
	r.scoped(func() {
		r.typeParams(tparams)
		r.pats(params)
		r.typ(ret)
		r.in(body)
	})
}

func (r *resolver) open(e *syntax.Open) {
	m := r.module(e.Module, e.Position)
	if m == nil {
		m = &Module{broken: true}
	}
	r.scoped(func() {
		r.opens = append(r.opens, opened{m, r.depth - 1})
		r.in(&e.Exp)
		r.opens = r.opens[:len(r.opens)-1]
	})
}

// in resolves the names in expressions, each where it stands.
func (r *resolver) in(places ...*syntax.Exp) {
	for _, at := range places {
		if *at == nil {
			continue
		}
		if e := r.exp(*at); e != *at {
			*at = e
		}
	}
}

func (r *resolver) exps(es []syntax.Exp) {
	for i := range es {
		r.in(&es[i])
	}
}

func (r *resolver) slice(ds []*syntax.DimIndex) {
	for _, d := range ds {
		r.in(&d.Index, &d.First, &d.Last, &d.Step)
	}
}

func (r *resolver) steps(path syntax.Path) {
	for _, s := range path {
		r.slice(s.Slice)
	}
}

func (r *resolver) sizes(ids []syntax.Ident) {
	for i := range ids {
		r.bind(ids[i].Name, &ids[i])
	}
}

func (r *resolver) typeParams(ps []*syntax.TypeParam) {
	for _, p := range ps {
		if p.Size {
			r.bind(p.Name, p)
		} else {
			r.bindIn(typeNames, p.Name, p)
		}
	}
}

func (r *resolver) pats(ps []syntax.Pat) {
	for _, p := range ps {
		r.pat(p)
	}
}

// pat resolves the types in a pattern, and then binds its names.
func (r *resolver) pat(p syntax.Pat) {
	r.typesIn(p)
	syntax.Inspect(p, func(n syntax.Node) bool {
		if name, ok := n.(*syntax.NamePat); ok {
			r.mayBind(name.Name, name)
			r.bind(name.Name, name)
		}
		return true
	})
}

func (r *resolver) typesIn(p syntax.Pat) {
	switch p := p.(type) {
	case *syntax.TuplePat:
		for _, e := range p.Elems {
			r.typesIn(e)
		}
	case *syntax.RecordPat:
		for _, f := range p.Fields {
			r.typesIn(f.Pat)
		}
	case *syntax.ConstructPat:
		for _, e := range p.Payload {
			r.typesIn(e)
		}
	case *syntax.TypedPat:
		r.typ(p.Type)
		r.typesIn(p.Pat)
	}
}

// typ resolves the names in a type, which may be nil.
func (r *resolver) typ(t syntax.TypeExp) {
	switch t := t.(type) {
	case *syntax.NamedType:
		r.namedType(t)
	case *syntax.ArrayType:
		r.dim(t.Dim)
		r.typ(t.Elem)
	case *syntax.TupleType:
		for _, e := range t.Elems {
			r.typ(e)
		}
	case *syntax.RecordType:
		for _, f := range t.Fields {
			r.typ(f.Type)
		}
	case *syntax.SumType:
		for _, c := range t.Constructors {
			for _, e := range c.Payload {
				r.typ(e)
			}
		}
	case *syntax.UniqueType:
		r.typ(t.Type)
	case *syntax.FuncType:
		r.typ(t.From)
		r.scoped(func() {
			if t.Param != "" {
				r.bind(t.Param, t)
			}
			r.typ(t.Result)
		})
	case *syntax.ExistsType:
		r.scoped(func() {
			r.sizes(t.Sizes)
			r.typ(t.Type)
		})
	}
}

func (r *resolver) dim(d *syntax.Dim) {
	if d.Exp != nil {
		r.size, _ = d.Exp.(*syntax.Var)
		r.in(&d.Exp)
		r.size = nil
	}
}
