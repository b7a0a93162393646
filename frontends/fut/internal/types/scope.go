package types

import (
	"sort"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// Names and names of types are looked up in maps that hold what is in scope; a
// trail remembers what each binding hid, for the end of its scope.

type undo struct {
	name string
	old  *Binding
	typ  *typeName // set instead of old when a type was bound
	kind undoKind
}

type undoKind uint8

const (
	undoName undoKind = iota
	undoType
)

// mark is a place in the trail.
type mark struct{ trail, level int }

// push opens a scope, one level deeper.
func (c *checker) push() mark {
	m := mark{len(c.trail), c.level}
	c.level++
	return m
}

// pop closes the scope that push opened, with all that it bound.
func (c *checker) pop(m mark) {
	for len(c.trail) > m.trail {
		u := c.trail[len(c.trail)-1]
		c.trail = c.trail[:len(c.trail)-1]
		if u.kind == undoType {
			c.types[u.name] = u.typ
		} else {
			c.env[u.name] = u.old
		}
	}
	c.level = m.level
}

// bind puts b into scope.
func (c *checker) bind(b *Binding) {
	c.ids++
	b.level, b.since = c.level, c.ids
	c.trail = append(c.trail, undo{name: b.Name, old: c.env[b.Name]})
	c.env[b.Name] = b
}

func (c *checker) bindType(name string, t *typeName) {
	c.trail = append(c.trail, undo{name: name, typ: c.types[name], kind: undoType})
	c.types[name] = t
}

func (b *Binding) displayName() string {
	if b.Name == "" {
		return "?"
	}
	return b.Name
}

// opened is a module whose names are in scope: m.(…).
type opened struct {
	module scalar.Type
	level  int // names bound deeper than this hide those of the module
}

// use finds what v denotes, instantiates it and records both.
func (c *checker) use(v *syntax.Var) Type {
	use, t := c.lookup(v)
	c.info.Uses[v] = use
	c.uses = append(c.uses, use)
	return c.record(v, t)
}

func (c *checker) lookup(v *syntax.Var) (*Use, Type) {
	if v.Module == syntax.Intrinsics {
		if !intrinsics[v.Name] {
			panic(c.errorf(v, "Unknown name %q", v.Module+"."+v.Name).WithHint("the functions of the prelude have no module: write %s", v.Name))
		}
		return c.instantiate(c.base.env[v.Name])
	}
	if v.Module != "" {
		module := c.scalarNamed(v.Module)
		if module == scalar.Invalid {
			panic(c.errorf(v, "Unknown module %q", v.Module).WithHint("the modules are those of the scalar types, such as f32"))
		}
		name := v.Name
		if from := c.scalarNamed(name); from != scalar.Invalid {
			name = from.String()
		}
		if use, t := c.member(module, name); use != nil {
			return use, t
		}
		panic(c.errorf(v, "Unknown name %q", v.Module+"."+v.Name).WithHint("%s", c.suggestMember(module, v.Name)))
	}
	b := c.env[v.Name]
	for i := len(c.opens) - 1; i >= 0; i-- {
		o := c.opens[i]
		if b != nil && b.level > o.level {
			break
		}
		if use, t := c.member(o.module, v.Name); use != nil {
			return use, t
		}
	}
	if b == nil {
		panic(c.unknownName(v.Position, v.Name).Until(syntax.EndOf(v)))
	}
	if c.collect != nil && c.collect.broken[b] {
		return &Use{Binding: b}, c.anything()
	}
	return c.instantiate(b)
}

// scalarNamed is the scalar type of that name; the members of the prelude's
// modules call theirs t.
func (c *checker) scalarNamed(name string) scalar.Type {
	if t, ok := scalar.ParseType(name); ok {
		return t
	}
	if n := c.types[name]; n != nil && c.inPrelude {
		if s, ok := n.typ.(Scalar); ok {
			return s.Type
		}
	}
	return scalar.Invalid
}

// instantiate makes a use of b, its parameters replaced by fresh metas.
func (c *checker) instantiate(b *Binding) (*Use, Type) {
	c.demand(b)
	use := &Use{Binding: b}
	if len(b.Params) == 0 && len(b.Sizes) == 0 {
		return use, b.Type
	}
	s := &subst{types: map[*Param]Type{}, sizes: map[*Binding]Size{}}
	for _, p := range b.Params {
		m := c.fresh()
		m.data = p.Lift != syntax.Lifted && p.On == 0
		if m.on = p.On; m.on != 0 {
			c.scalars = append(c.scalars, m)
			m.why.what = "operand of " + b.Name
		}
		s.types[p] = m
		use.Types = append(use.Types, m)
	}
	for _, z := range b.Sizes {
		m := c.freshSize()
		s.sizes[z] = m
		use.Sizes = append(use.Sizes, m)
	}
	return use, s.apply(b.Type)
}

// unknownName is the error for a name that is not in scope.
func (c *checker) unknownName(pos source.Pos, name string) *source.Error {
	e := source.Errorf(pos, "Unknown name %q", name)
	if d, ok := c.later[name]; ok {
		return e.WithNote(d, "it is defined here").WithHint("definitions come before their uses, and recursion is not allowed; use a loop")
	}
	for _, f := range c.around {
		if f.Name.Name == name {
			return e.WithNote(f.Name.Position, "it is being defined here").WithHint("a function cannot call itself; use a loop")
		}
	}
	if name == "unsafe" {
		return e.WithHint("write #[unsafe] in front of the expression")
	}
	for t := scalar.I8; t <= scalar.Bool; t++ {
		if use, _ := c.member(t, name); use != nil {
			return e.WithHint("did you mean %q? The functions of scalar types are members of their modules", "f32."+name)
		}
	}
	var names []string
	for n, b := range c.env {
		if b != nil {
			names = append(names, n)
		}
	}
	if near, ok := nearest(name, names); ok {
		return e.WithHint("did you mean %q?", near)
	}
	return e
}

func (c *checker) suggestMember(module scalar.Type, name string) string {
	names := []string{"highest", "lowest", "sum", "product", "minimum", "maximum"}
	for _, op := range scalar.Ops() {
		if op.Info().On.Has(module) && !hidden[op] {
			names = append(names, op.String())
		}
	}
	if near, ok := nearest(name, names); ok {
		return "did you mean " + module.String() + "." + near + "?"
	}
	return ""
}

// nearest finds the name closest to the one that was not found, unless none is
// similar.
func nearest(name string, names []string) (string, bool) {
	sort.Strings(names)
	best, distance := "", max(len(name)/3, 1)+1
	if len(name) == 1 {
		return "", false
	}
	for _, n := range names {
		if d := editDistance(name, n, distance); d < distance {
			best, distance = n, d
		}
	}
	return best, best != ""
}

// editDistance counts the letters to insert, drop, replace or swap with their
// neighbour to turn a into b; it gives up at limit.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}
