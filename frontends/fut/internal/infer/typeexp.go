package infer

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// typeName is what the name of a type denotes: a type parameter, or an
// abbreviation with its parameters.
type typeName struct {
	pos    source.Pos
	params []typeParam
	typ    types.Type
	broken bool             // its definition has an error
	anon   []*types.Binding // stand for the [] in typ, which are new at each use
}

// typeParam is a parameter of an abbreviation: one of the two.
type typeParam struct {
	typ  *types.Param
	size *types.Binding
}

// anonymous makes the sizes of the [] in a type: size that of a [] outside of functions, and param
// that of a [] in a parameter of a function, however deep in results the function stands. What is
// left are those of the results of functions, which each application makes.
type anonymous struct {
	size, param func(pos source.Pos) types.Size
}

// anySize makes each [] a size to be inferred.
func (c *checker) anySize() anonymous {
	size := func(pos source.Pos) types.Size {
		s := c.sizeToFind(types.SizeOrigin{Pos: pos})
		s.Written = true
		return s
	}
	return anonymous{size, size}
}

// written is the meaning of a type in the program, where [] is as anon says.
func (c *checker) written(t syntax.TypeExp, anon anonymous) types.Type {
	r := c.typ(t, anon)
	c.info.Written[t] = r
	c.writtens = append(c.writtens, t)
	return r
}

func (c *checker) typ(t syntax.TypeExp, anon anonymous) types.Type {
	return c.bounded(t, c.typeOf(t, anon))
}

func (c *checker) typeOf(t syntax.TypeExp, anon anonymous) types.Type {
	switch t := t.(type) {
	case *syntax.NamedType:
		return c.namedType(t, anon)
	case *syntax.ArrayType:
		dim := c.dim(t.Dim, anon)
		if _, exists := t.Elem.(*syntax.ExistsType); exists {
			panic(c.errorf(t.Elem, "Elements of an array have the same sizes: none of their own may be in their type").WithHint("write the sizes before the array's type: ?[n].[][n]t"))
		}
		elem := c.typ(t.Elem, anon)
		c.arrayable(t)
		return &types.Array{Dim: dim, Elem: types.Strip(elem)}
	case *syntax.TupleType:
		elems := make([]types.Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = c.typ(e, anon)
		}
		return types.Tuple(elems...)
	case *syntax.RecordType:
		r := &types.Record{}
		for _, f := range t.Fields {
			r.Fields = append(r.Fields, types.Field{Name: f.Name, Type: c.typ(f.Type, anon)})
		}
		c.sortFields(t.Position, r)
		return r
	case *syntax.SumType:
		return c.sumType(t, anon)
	case *syntax.UniqueType:
		return &types.Unique{Type: c.typ(t.Type, anon)}
	case *syntax.FuncType:
		return c.funcType(t, anon)
	case *syntax.ExistsType:
		m := c.push()
		defer c.pop(m)
		for i := range t.Sizes {
			b := &types.Binding{Name: t.Sizes[i].Name, Pos: t.Sizes[i].Position, Kind: types.SizeParam, Type: types.I64}
			c.bind(b, &t.Sizes[i])
			c.info.Sizes[&t.Sizes[i]] = b
			b.Alias = anon.size(b.Pos)
			if v, ok := b.Alias.(*types.SizeVar); ok {
				v.Binding.Name = b.Name
			}
		}
		typ := c.typ(t.Type, anon)
		for _, id := range t.Sizes {
			if !written(t.Type, id.Name) {
				panic(source.Errorf(id.Position, "Existential size %q not used as array size", id.Name).WithHint("write [%s] in the type, or leave it out", id.Name))
			}
		}
		return typ
	}
	panic(c.errorf(t, "Type %s is not supported", syntax.TypeString(t)))
}

// written reports whether a type, or one in a pattern, has a dimension of the size that name is
// in the type of a value: those in the type of a function tell nothing.
func written(in syntax.Node, name string) bool {
	found := false
	syntax.Inspect(in, func(n syntax.Node) bool {
		dims := []*syntax.Dim{}
		switch n := n.(type) {
		case *syntax.ArrayType:
			dims = append(dims, n.Dim)
		case *syntax.NamedType:
			for _, a := range n.Args {
				dims = append(dims, a.Size)
			}
		case *syntax.FuncType:
			return false
		}
		found = found || slices.ContainsFunc(dims, func(d *syntax.Dim) bool { return d != nil && isNamed(d.Exp, name) })
		return !found
	})
	return found
}

func isNamed(e syntax.Exp, name string) bool {
	v, ok := e.(*syntax.Var)
	return ok && v.Module == "" && v.Name == name
}

// sumType is the meaning of a sum type, whose constructors must differ.
func (c *checker) sumType(t *syntax.SumType, anon anonymous) types.Type {
	r := &types.Record{}
	seen := map[string]source.Pos{}
	for _, k := range t.Constructors {
		if first, twice := seen[k.Name]; twice {
			panic(c.errorf(k, "Duplicate constructors in %s: #%s", syntax.TypeString(t), k.Name).WithNote(first, "first here"))
		}
		seen[k.Name] = k.Position
		payload := make([]types.Type, len(k.Payload))
		for i, p := range k.Payload {
			payload[i] = types.Strip(c.typ(p, anon))
		}
		r.Fields = append(r.Fields, types.Field{Name: k.Name, Type: types.Tuple(payload...)})
	}
	slices.SortFunc(r.Fields, func(a, b types.Field) int { return strings.Compare(a.Name, b.Name) })
	return &types.Sum{Constructors: r}
}

func (c *checker) namedType(t *syntax.NamedType, anon anonymous) types.Type {
	denoted := c.names.Types[t]
	if denoted == nil {
		return c.unresolved()
	}
	if denoted.Kind == names.ParamType {
		if p := c.typeVars[denoted.Param]; p != nil {
			return p
		}
		return c.anything()
	}
	name := c.typeNamed(denoted)
	if name.broken {
		return c.anything()
	}
	if len(t.Args) != len(name.params) {
		plural := "s"
		if len(name.params) == 1 {
			plural = ""
		}
		e := c.errorf(t, "Type constructor %q requires %d argument%s, but is provided %d", t.Name, len(name.params), plural, len(t.Args))
		if denoted.Kind == names.ScalarType {
			e.WithHint("the type of an array has its brackets in front: []%s", t.Name)
		}
		panic(e)
	}
	if len(name.params) == 0 && len(name.anon) == 0 {
		return name.typ
	}
	s := &types.Substitution{Types: map[*types.Param]types.Type{}, Sizes: map[*types.Binding]types.Size{}}
	for i, p := range name.params {
		arg := t.Args[i]
		switch {
		case p.size != nil && arg.Size != nil:
			s.Sizes[p.size] = c.dim(arg.Size, anon)
		case p.typ != nil && arg.Type != nil:
			s.Types[p.typ] = c.typ(arg.Type, anon)
		case p.size != nil:
			panic(c.errorf(arg.Type, "Argument %d of type %q must be a size in brackets", i+1, t.Name))
		default:
			panic(c.errorf(arg.Size, "Argument %d of type %q must be a type", i+1, t.Name))
		}
	}
	for _, b := range name.anon {
		s.Sizes[b] = anon.size(t.Position)
	}
	return s.Apply(name.typ)
}

func (c *checker) dim(d *syntax.Dim, anon anonymous) types.Size {
	if d.Exp == nil {
		return anon.size(d.Position)
	}
	t := c.infer(d.Exp)
	if err := c.unify(types.I64, t); err != nil {
		panic(c.errorf(d.Exp, "Types %s and i64 do not match: sizes have type i64", c.shown(t)).WithHint("convert it before, with i64.%s", c.shown(t)))
	}
	s, ok := c.sizeOf(d.Exp)
	if !ok {
		panic(c.errorf(d.Exp, "This expression is too complex for a size").WithHint("name it with let before"))
	}
	if n, ok := s.(*types.SizeOp); ok && n.Op == "-" && n.Left == types.SizeConst(0) {
		panic(c.errorf(d.Exp, "A size cannot be negative"))
	}
	return s
}

func (c *checker) funcType(t *syntax.FuncType, anon anonymous) types.Type {
	c.distinctNames(t)
	f := &types.Func{From: c.typ(t.From, anonymous{anon.param, anon.param})}
	m := c.push()
	defer c.pop(m)
	param := func(pos source.Pos) types.Size {
		inner := c.level
		c.level = m
		defer c.pop(inner)
		return anon.param(pos)
	}
	if t.Param != "" {
		b := &types.Binding{Name: t.Param, Pos: t.Position, Kind: types.Local, Node: t, Type: types.Strip(f.From)}
		c.bind(b, t)
		f.Param = b
	}
	f.Result = c.typ(t.Result, anonymous{func(pos source.Pos) types.Size {
		u := c.unknown("", pos)
		f.Unknown = append(f.Unknown, u)
		return &types.SizeVar{Binding: u}
	}, param})
	return f
}

// distinctNames refuses a function's type in which two parameters have the name of t's first one.
func (c *checker) distinctNames(t *syntax.FuncType) {
	for next, ok := t.Result.(*syntax.FuncType); ok && t.Param != ""; next, ok = next.Result.(*syntax.FuncType) {
		if next.Param == t.Param {
			panic(c.errorf(next, "Name %q also bound at %d:%d", t.Param, t.Position.Line, t.Position.Col).WithNote(t.Position, "first here"))
		}
	}
}

// sortFields puts the fields of a record in order; one name must not come
// twice.
func (c *checker) sortFields(pos source.Pos, r *types.Record) {
	sort.SliceStable(r.Fields, func(i, j int) bool { return fieldLess(r.Fields[i].Name, r.Fields[j].Name) })
	for i := 1; i < len(r.Fields); i++ {
		if r.Fields[i].Name == r.Fields[i-1].Name {
			panic(source.Errorf(pos, "Duplicate record fields: %q", r.Fields[i].Name))
		}
	}
}

// fieldLess orders fields: numbers by value and before names.
func fieldLess(a, b string) bool {
	na, erra := strconv.Atoi(a)
	nb, errb := strconv.Atoi(b)
	switch {
	case erra == nil && errb == nil:
		return na < nb
	case erra == nil || errb == nil:
		return erra == nil
	}
	return a < b
}

// typeDecl finds what a type abbreviation stands for.
func (c *checker) typeDecl(t *names.Type) {
	d := t.Def
	m := c.push()
	name := &typeName{pos: d.Position}
	c.distinctTypeParams(d.Params)
	name.params = c.typeNameParams(d.Params)
	open := func(pos source.Pos) types.Size {
		if d.Lift == syntax.Unlifted {
			panic(source.Errorf(pos, "Non-lifted type abbreviations may not use existential sizes in their definition: %q leaves one open", d.Name.Name).
				WithHint("give the type a size parameter, or define it with type~"))
		}
		b := &types.Binding{Pos: pos, Kind: types.Unknown, Type: types.I64}
		name.anon = append(name.anon, b)
		return &types.SizeVar{Binding: b}
	}
	name.typ = c.typ(d.Type, anonymous{open, open})
	if !t.Refines {
		c.abbreviates(d)
	}
	for i, p := range name.params {
		if p.size != nil && !c.mentions(name.typ, p.size) {
			panic(c.errorf(d.Params[i], "Size parameter \"[%s]\" unused", d.Params[i].Name).WithHint("leave it out, or write it in the type"))
		}
	}
	c.pop(m)
	c.typeNames[t] = name
}

// typeNamed is the denotation of a name that is no parameter.
func (c *checker) typeNamed(t *names.Type) *typeName {
	name := c.typeNames[t]
	if name != nil {
		return name
	}
	switch t.Kind {
	case names.ScalarType:
		name = &typeName{typ: types.Scalar{Type: t.Scalar}}
	case names.AbstractType:
		name = c.abstract(t)
	default:
		return &typeName{broken: true}
	}
	c.typeNames[t] = name
	return name
}

func (c *checker) typeNameParams(ps []*syntax.TypeParam) []typeParam {
	var out []typeParam
	for _, p := range ps {
		typ, size := c.bindTypeParam(p)
		out = append(out, typeParam{typ, size})
	}
	return out
}

// bindTypeParam puts a type or size parameter into scope.
func (c *checker) bindTypeParam(p *syntax.TypeParam) (*types.Param, *types.Binding) {
	if p.Size {
		b := &types.Binding{Name: p.Name, Pos: p.Position, Kind: types.SizeParam, Node: p, Type: types.I64}
		c.bind(b, p)
		c.info.Sizes[p] = b
		return nil, b
	}
	t := &types.Param{Name: p.Name, Pos: p.Position, Lift: p.Lift, Level: c.level}
	c.typeVars[p] = t
	return t, nil
}

// mostParts bounds the parts of a type: the types that one meets on a walk through it. Without a
// bound, a program of a few lines has types of more parts than memory has bytes, since a pair of
// pairs of pairs doubles with each line.
const mostParts = 10_000

// bounded returns t, the type of what stands at a node, if it does not have too many parts.
func (c *checker) bounded(at syntax.Node, t types.Type) types.Type {
	if partsWithin(t, mostParts) < 0 {
		panic(c.errorf(at, "The type of this has more than %d parts", mostParts).
			WithHint("keep values of one type in an array, not in tuples or records of tuples or records"))
	}
	return t
}

// partsWithin returns how many of n parts are left after those of t; less than 0 if t has more.
// It looks at n parts at most.
func partsWithin(t types.Type, n int) int {
	n--
	if n < 0 {
		return n
	}
	switch t := types.Find(t).(type) {
	case *types.Array:
		return partsWithin(t.Elem, n)
	case *types.Unique:
		return partsWithin(t.Type, n)
	case *types.Sum:
		return partsWithin(t.Constructors, n)
	case *types.Func:
		return partsWithin(t.Result, partsWithin(t.From, n))
	case *types.Abstract:
		for _, a := range t.Types {
			n = partsWithin(a, n)
		}
	case *types.Record:
		for _, f := range t.Fields {
			if n = partsWithin(f.Type, n); n < 0 {
				break
			}
		}
	}
	return n
}
