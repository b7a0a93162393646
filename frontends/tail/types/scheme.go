package types

import (
	"sync"

	"github.com/lamina-lang/lamina/frontends/tail/syntax"
)

// names are the type variables in scope, by name.
type names struct {
	bases  map[string]*BaseVar
	shapes map[string]*ShapeVar
	rigid  bool // whether new ones are
}

func newNames(rigid bool) *names {
	return &names{map[string]*BaseVar{}, map[string]*ShapeVar{}, rigid}
}

func (n *names) base(name string) Base {
	if name[0] != '\'' {
		return Named(name)
	}
	v, ok := n.bases[name]
	if !ok {
		v = &BaseVar{Name: name, Rigid: n.rigid}
		n.bases[name] = v
	}
	return v
}

func (n *names) shape(s syntax.Shape) Shape {
	out := Shape{Const: s.Const}
	for _, name := range s.Vars {
		v, ok := n.shapes[name]
		if !ok {
			v = &ShapeVar{Name: name, Rigid: n.rigid}
			n.shapes[name] = v
		}
		out.Vars = append(out.Vars, v)
	}
	return out
}

// typ is the meaning of a written type.
func (n *names) typ(t syntax.Type) Type {
	switch t := t.(type) {
	case *syntax.ArrayType:
		return Array{n.base(t.Base), n.shape(t.Rank)}
	case *syntax.VectorType:
		return Vector{n.base(t.Base), n.shape(t.Length)}
	case *syntax.SingleType:
		return Single{n.base(t.Base), n.shape(t.Value)}
	case *syntax.SingleVecType:
		return SingleVec{n.base(t.Base), n.shape(t.Value)}
	case *syntax.FuncType:
		return &Func{n.typ(t.From), n.typ(t.To)}
	}
	panic("unknown type")
}

// written are the parsed types of operations.
var written = sync.OnceValue(func() map[string]syntax.Type {
	m := map[string]syntax.Type{}
	for _, o := range syntax.Ops() {
		m[o.Name] = syntax.ParseType(o.Type)
	}
	return m
})

// instance is the type of an operation, with new variables.
func instance(op string) Type { return newNames(false).typ(written()[op]) }

// Written is a type as programs write it.
func Written(t Type) syntax.Type {
	switch t := t.(type) {
	case Array:
		return &syntax.ArrayType{Base: t.Base.String(), Rank: writtenShape(t.Rank)}
	case Vector:
		return &syntax.VectorType{Base: t.Base.String(), Length: writtenShape(t.Length)}
	case Single:
		return &syntax.SingleType{Base: t.Base.String(), Value: writtenShape(t.Value)}
	case SingleVec:
		return &syntax.SingleVecType{Base: t.Base.String(), Value: writtenShape(t.Value)}
	case *Func:
		return &syntax.FuncType{From: Written(t.From), To: Written(t.To)}
	}
	panic("unknown type")
}

func writtenShape(s Shape) syntax.Shape {
	s = s.pruned()
	out := syntax.Shape{Const: s.Const}
	for _, v := range s.Vars {
		out.Vars = append(out.Vars, v.Name)
	}
	return out
}

// generic is a type scheme: variables that are not in the environment stand for any type.
type scheme struct {
	typ    Type
	bases  []*BaseVar
	shapes []*ShapeVar
}

// instance is the scheme's type with new variables in place of those that it generalises.
func (s scheme) instance() Type {
	if len(s.bases)+len(s.shapes) == 0 {
		return s.typ
	}
	r := renaming{map[*BaseVar]*BaseVar{}, map[*ShapeVar]*ShapeVar{}}
	for _, v := range s.bases {
		r.bases[v] = &BaseVar{Name: v.Name}
	}
	for _, v := range s.shapes {
		r.shapes[v] = &ShapeVar{Name: v.Name}
	}
	return r.typ(s.typ)
}

type renaming struct {
	bases  map[*BaseVar]*BaseVar
	shapes map[*ShapeVar]*ShapeVar
}

func (r renaming) base(b Base) Base {
	b = pruned(b)
	if v, ok := b.(*BaseVar); ok && r.bases[v] != nil {
		return r.bases[v]
	}
	return b
}

func (r renaming) shape(s Shape) Shape {
	s = s.pruned()
	out := Shape{Const: s.Const}
	for _, v := range s.Vars {
		if n := r.shapes[v]; n != nil {
			v = n
		}
		out.Vars = append(out.Vars, v)
	}
	return out
}

func (r renaming) typ(t Type) Type {
	switch t := t.(type) {
	case Array:
		return Array{r.base(t.Base), r.shape(t.Rank)}
	case Vector:
		return Vector{r.base(t.Base), r.shape(t.Length)}
	case Single:
		return Single{r.base(t.Base), r.shape(t.Value)}
	case SingleVec:
		return SingleVec{r.base(t.Base), r.shape(t.Value)}
	case *Func:
		return &Func{r.typ(t.From), r.typ(t.To)}
	}
	panic("unknown type")
}

// free calls base and shape for the variables in t.
func free(t Type, base func(*BaseVar), shape func(*ShapeVar)) {
	visit := func(b Base, s Shape) {
		if v, ok := pruned(b).(*BaseVar); ok {
			base(v)
		}
		for _, v := range s.pruned().Vars {
			shape(v)
		}
	}
	switch t := t.(type) {
	case Array:
		visit(t.Base, t.Rank)
	case Vector:
		visit(t.Base, t.Length)
	case Single:
		visit(t.Base, t.Value)
	case SingleVec:
		visit(t.Base, t.Value)
	case *Func:
		free(t.From, base, shape)
		free(t.To, base, shape)
	}
}
