package infer

import (
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// pattern binds the names of p, which matches values of type t, and returns
// its type: t with the uniqueness that p writes, if that is wanted. The names
// are not in scope within p.
func (c *checker) pattern(p syntax.Pat, t types.Type, unique bool) types.Type {
	c.orElse(func() {
		c.distinct(p)
		t = c.bindPattern(p, t, unique)
	}, func() {
		t = c.anything()
		c.bindAnyway(p)
	})
	syntax.Inspect(p, func(n syntax.Node) bool {
		if name, ok := n.(*syntax.NamePat); ok {
			c.bind(c.info.Names[name], name)
		}
		return true
	})
	return t
}

// bindAnyway gives the names of a pattern that has an error a type.
func (c *checker) bindAnyway(p syntax.Pat) {
	syntax.Inspect(p, func(n syntax.Node) bool {
		if name, ok := n.(*syntax.NamePat); ok {
			c.info.Names[name] = &types.Binding{Name: name.Name, Pos: name.Position, Kind: types.Local, Node: name, Type: c.anything()}
		}
		return true
	})
}

func (c *checker) bindPattern(p syntax.Pat, t types.Type, unique bool) types.Type {
	switch p := p.(type) {
	case *syntax.NamePat:
		b := &types.Binding{Name: p.Name, Pos: p.Position, Kind: types.Local, Node: p, Type: types.Strip(t)}
		c.bound = append(c.bound, b)
		c.info.Names[p] = b
	case *syntax.TuplePat:
		t = c.tuplePattern(p, t, unique)
	case *syntax.RecordPat:
		t = c.recordPattern(p, t, unique)
	case *syntax.ConstructPat:
		t = c.constructPattern(p, t, unique)
	case *syntax.LitPat:
		if err := c.unify(c.infer(p.Exp), t); err != nil {
			panic(c.mismatch(p, err, "Pattern %s cannot match value of type %s", syntax.PatString(p), t))
		}
	case *syntax.TypedPat:
		written := c.written(p.Type, c.anySize())
		matched := written
		if len(c.binders) > 0 {
			matched = types.Subst(written, nil, c.binders)
		}
		if err := c.unify(matched, t); err != nil {
			panic(remedy(c.mismatch(p, err, "Pattern %s cannot match value of type %s", syntax.PatString(p), t), err, t, written))
		}
		t = c.bindPattern(p.Pat, written, unique)
		if unique {
			t = written
		}
	}
	c.info.Pats[p] = t
	c.pats = append(c.pats, p)
	return t
}

func (c *checker) tuplePattern(p *syntax.TuplePat, t types.Type, unique bool) types.Type {
	r, ok := types.Find(types.StripOuter(t)).(*types.Record)
	if !ok {
		metas := make([]types.Type, len(p.Elems))
		for i := range metas {
			metas[i] = c.fresh()
		}
		r = types.Tuple(metas...)
		if err := c.unify(r, t); err != nil {
			panic(c.mismatch(p, err, "Pattern %s cannot match value of type %s", syntax.PatString(p), t))
		}
	}
	if !r.IsTuple() || len(r.Fields) != len(p.Elems) {
		panic(c.errorf(p, "Pattern %s cannot match value of type %s", syntax.PatString(p), c.shown(t)))
	}
	elems := make([]types.Type, len(p.Elems))
	for i, e := range p.Elems {
		elems[i] = c.bindPattern(e, r.Fields[i].Type, unique)
	}
	return types.Tuple(elems...)
}

func (c *checker) constructPattern(p *syntax.ConstructPat, t types.Type, unique bool) types.Type {
	s, ok := types.Find(types.StripOuter(t)).(*types.Sum)
	if !ok {
		payload := make([]types.Type, len(p.Payload))
		for i := range payload {
			payload[i] = c.fresh()
		}
		m := c.freshSum(p.Position, p.Name, payload)
		if err := c.unify(m, t); err != nil {
			panic(c.mismatch(p, err, "Pattern %s cannot match value of type %s", syntax.PatString(p), t))
		}
		for i, e := range p.Payload {
			c.bindPattern(e, payload[i], unique)
		}
		return m
	}
	k, ok := s.Constructor(p.Name)
	if !ok {
		panic(c.errorf(p, "Pattern %s cannot match value of type %s. Unshared constructors: it has no #%s", syntax.PatString(p), c.shown(t), p.Name))
	}
	payload := k.Type.(*types.Record)
	if len(payload.Fields) != len(p.Payload) {
		panic(c.errorf(p, "Pattern #%s expects %d constructor arguments, but type provides %d arguments", p.Name, len(p.Payload), len(payload.Fields)))
	}
	for i, e := range p.Payload {
		c.bindPattern(e, payload.Fields[i].Type, unique)
	}
	return s
}

// fieldsOf is a record, or the constructors of a sum.
func fieldsOf(t types.Type) (*types.Record, bool) {
	switch t := types.Find(t).(type) {
	case *types.Record:
		return t, true
	case *types.Sum:
		return t.Constructors, true
	}
	return nil, false
}

func (c *checker) recordPattern(p *syntax.RecordPat, t types.Type, unique bool) types.Type {
	r, ok := types.Find(types.StripOuter(t)).(*types.Record)
	if !ok {
		r = &types.Record{}
		for _, f := range p.Fields {
			r.Fields = append(r.Fields, types.Field{Name: f.Name, Type: c.fresh()})
		}
		c.sortFields(p.Position, r)
		if err := c.unify(r, t); err != nil {
			panic(c.mismatch(p, err, "Pattern %s cannot match value of type %s", syntax.PatString(p), t))
		}
	}
	if len(r.Fields) != len(p.Fields) {
		panic(c.errorf(p, "Pattern %s cannot match value of type %s", syntax.PatString(p), c.shown(t)))
	}
	out := &types.Record{Fields: append([]types.Field(nil), r.Fields...)}
	for _, f := range p.Fields {
		ft, ok := r.Named(f.Name)
		if !ok {
			panic(c.errorf(f.Pat, "Pattern %s cannot match value of type %s, which has no field %q", syntax.PatString(p), c.shown(t), f.Name))
		}
		ft = c.bindPattern(f.Pat, ft, unique)
		for i := range out.Fields {
			if out.Fields[i].Name == f.Name {
				out.Fields[i].Type = ft
			}
		}
	}
	return out
}

// distinct checks that no name is bound twice by patterns in one place.
func (c *checker) distinct(ps ...syntax.Pat) {
	c.distinctFrom(map[string]source.Pos{}, ps...)
}

// distinctFrom is distinct where the names in seen are bound already.
func (c *checker) distinctFrom(seen map[string]source.Pos, ps ...syntax.Pat) {
	for _, p := range ps {
		syntax.Inspect(p, func(n syntax.Node) bool {
			name, ok := n.(*syntax.NamePat)
			if !ok {
				return true
			}
			if old, twice := seen[name.Name]; twice {
				panic(c.errorf(name, "Name %q also bound at %d:%d", name.Name, old.Line, old.Col).WithNote(old, "first here"))
			}
			seen[name.Name] = name.Position
			return true
		})
	}
}
