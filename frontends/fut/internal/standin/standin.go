// Package standin infers types, without sizes and without uniqueness, for as
// long as package types does not check programs. It goes when types is there.
package standin

import (
	"fmt"
	"sort"
	"strconv"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

type ty interface{}
type scal struct{ t scalar.Type }
type meta struct {
	ref ty
	lit int // 1 numeric default i32, 2 float
}
type arr struct {
	dim  types.Size
	elem ty
}
type rec struct {
	names []string
	elems []ty
}
type fun struct{ a, b ty }

type checker struct {
	info  *types.Info
	env   map[string]*bind
	tys   map[syntax.Exp]ty
	pats  map[syntax.Pat]ty
	wr    map[syntax.TypeExp]ty
	abbr  map[string]*syntax.TypeDecl
	uses  []pending
	binds []*bind
	later []func()
}
type pending struct {
	use *types.Use
	ts  []ty
}
type bind struct {
	b      *types.Binding
	t      ty
	params []*types.Param
	ops    bool
}

func prune(t ty) ty {
	for {
		m, ok := t.(*meta)
		if !ok || m.ref == nil {
			return t
		}
		t = m.ref
	}
}

func (c *checker) unify(at syntax.Node, a, b ty) {
	a, b = prune(a), prune(b)
	if a == b {
		return
	}
	if m, ok := a.(*meta); ok {
		if n, ok := b.(*meta); ok && m.lit > n.lit {
			n.lit = m.lit
		}
		m.ref = b
		return
	}
	if _, ok := b.(*meta); ok {
		c.unify(at, b, a)
		return
	}
	switch x := a.(type) {
	case scal:
		if y, ok := b.(scal); ok && x == y {
			return
		}
	case *arr:
		if y, ok := b.(*arr); ok {
			c.unify(at, x.elem, y.elem)
			return
		}
	case *rec:
		if y, ok := b.(*rec); ok && len(x.elems) == len(y.elems) {
			for i := range x.elems {
				c.unify(at, x.elems[i], y.elems[i])
			}
			return
		}
	case *fun:
		if y, ok := b.(*fun); ok {
			c.unify(at, x.a, y.a)
			c.unify(at, x.b, y.b)
			return
		}
	}
	panic(fmt.Errorf("%v: cannot unify %s and %s", at.Pos(), show(a), show(b)))
}

func show(t ty) string {
	switch t := prune(t).(type) {
	case scal:
		return t.t.String()
	case *arr:
		return "[]" + show(t.elem)
	case *rec:
		s := "("
		for i := range t.elems {
			s += t.names[i] + ":" + show(t.elems[i]) + ","
		}
		return s + ")"
	case *fun:
		return "(" + show(t.a) + "->" + show(t.b) + ")"
	case *types.Param:
		return t.Name
	}
	return "?"
}

func unknownDim() types.Size { return &types.SizeVar{Binding: &types.Binding{Kind: types.Unknown}} }
func array(e ty) ty          { return &arr{unknownDim(), e} }

var bools = scal{scalar.Bool}

func (c *checker) zonk(t ty) types.Type {
	switch t := prune(t).(type) {
	case scal:
		return types.Scalar{Type: t.t}
	case *types.Param:
		return t
	case *arr:
		return &types.Array{Dim: t.dim, Elem: c.zonk(t.elem)}
	case *rec:
		r := &types.Record{}
		for i := range t.elems {
			r.Fields = append(r.Fields, types.Field{Name: t.names[i], Type: c.zonk(t.elems[i])})
		}
		return r
	case *fun:
		return &types.Func{From: c.zonk(t.a), Result: c.zonk(t.b)}
	case *meta:
		switch t.lit {
		case 1:
			t.ref = scal{scalar.I32}
		case 2:
			t.ref = scal{scalar.F64}
		default:
			t.ref = &types.Param{Name: "g"}
		}
		return c.zonk(t)
	}
	panic("zonk")
}

func tuple(ts ...ty) *rec {
	r := &rec{}
	for i, t := range ts {
		r.names = append(r.names, strconv.Itoa(i))
		r.elems = append(r.elems, t)
	}
	return r
}

func (c *checker) inst(t ty, m map[*types.Param]ty) ty {
	switch t := prune(t).(type) {
	case *types.Param:
		if x, ok := m[t]; ok {
			return x
		}
		return t
	case *arr:
		return &arr{unknownDim(), c.inst(t.elem, m)}
	case *rec:
		r := &rec{names: t.names}
		for _, e := range t.elems {
			r.elems = append(r.elems, c.inst(e, m))
		}
		return r
	case *fun:
		return &fun{c.inst(t.a, m), c.inst(t.b, m)}
	default:
		return t
	}
}

// Check is a stand-in for types.Check.
func Check(files ...*syntax.File) (p *types.Program, err error) {
	c := &checker{info: &types.Info{Types: map[syntax.Exp]types.Type{}, Pats: map[syntax.Pat]types.Type{}, Names: map[*syntax.NamePat]*types.Binding{}, Funs: map[*syntax.LetFun]*types.Binding{}, Sizes: map[syntax.Node]*types.Binding{}, Uses: map[*syntax.Var]*types.Use{}, Written: map[syntax.TypeExp]types.Type{}, Unknown: map[syntax.Exp][]*types.Binding{}, LoopSizes: map[*syntax.Loop][]*types.Binding{}},
		env: map[string]*bind{}, tys: map[syntax.Exp]ty{}, pats: map[syntax.Pat]ty{}, wr: map[syntax.TypeExp]ty{}, abbr: map[string]*syntax.TypeDecl{}}
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(error); ok {
				err = e
				return
			}
			panic(r)
		}
	}()
	for n, op := range map[string]scalar.Op{"+": scalar.Add, "-": scalar.Sub, "*": scalar.Mul, "/": scalar.Div, "%": scalar.Mod, "//": scalar.Quot, "%%": scalar.Rem, "**": scalar.Pow, "&": scalar.And, "|": scalar.Or, "^": scalar.Xor, "<<": scalar.Shl, ">>": scalar.Shr, "<": scalar.Lt, "<=": scalar.Le, ">": scalar.Gt, ">=": scalar.Ge} {
		c.env[n] = &bind{b: &types.Binding{Name: n, Kind: types.Operator, Op: op}, ops: true}
	}
	for _, n := range []string{"&&", "||"} {
		c.env[n] = &bind{b: &types.Binding{Name: n, Kind: types.Operator}, t: &fun{bools, &fun{bools, bools}}}
	}
	p = &types.Program{Info: c.info}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *syntax.TypeDecl:
				c.abbr[d.Name.Name] = d
			case *syntax.ValSpec:
				s := c.scope()
				ps := c.tparams(d.TypeParams)
				b := &bind{b: &types.Binding{Name: d.Name.Name, Kind: types.Intrinsic, Params: ps}, params: ps}
				for _, tp := range d.TypeParams {
					if tp.Size {
						b.b.Sizes = append(b.b.Sizes, c.info.Sizes[tp])
					}
				}
				b.t = c.typ(d.Type)
				b.b.Type = c.zonk(b.t)
				c.env = s
				c.env[d.Name.Name] = b
			case *syntax.ValDecl:
				b := c.def(d)
				def := &types.Def{Binding: b.b, Decl: d}
				p.Defs = append(p.Defs, def)
				if d.Entry {
					p.Entries = append(p.Entries, def)
				}
				c.env[d.Name.Name] = b
			}
		}
	}
	return p, nil
}

func (c *checker) flush() {
	for e, t := range c.tys {
		c.zonk(t)
		c.info.Types[e] = c.zonk(c.inst(t, nil))
	}
	for e, t := range c.pats {
		c.zonk(t)
		c.info.Pats[e] = c.zonk(t)
		if _, ok := e.(*syntax.TypedPat); !ok {
			c.info.Pats[e] = c.zonk(c.inst(t, nil))
		}
	}
	for e, t := range c.wr {
		c.info.Written[e] = c.zonk(t)
	}
	for _, u := range c.uses {
		for _, t := range u.ts {
			u.use.Types = append(u.use.Types, c.zonk(t))
		}
	}
	for _, b := range c.binds {
		b.b.Type = c.zonk(b.t)
	}
	c.uses, c.binds = nil, nil
	c.tys, c.pats, c.wr = map[syntax.Exp]ty{}, map[syntax.Pat]ty{}, map[syntax.TypeExp]ty{}
}

func (c *checker) scope() map[string]*bind {
	old := c.env
	c.env = map[string]*bind{}
	for k, v := range old {
		c.env[k] = v
	}
	return old
}

func (c *checker) tparams(tps []*syntax.TypeParam) []*types.Param {
	var ps []*types.Param
	for _, tp := range tps {
		if tp.Size {
			b := &types.Binding{Name: tp.Name, Kind: types.SizeParam}
			c.info.Sizes[tp] = b
			c.env[tp.Name] = &bind{b: b, t: scal{scalar.I64}}
		} else {
			p := &types.Param{Name: tp.Name}
			ps = append(ps, p)
			c.env["'"+tp.Name] = &bind{t: p}
		}
	}
	return ps
}

func (c *checker) fn(tps []*syntax.TypeParam, params []syntax.Pat, ret syntax.TypeExp, body syntax.Exp) (ty, []*types.Param) {
	ps := c.tparams(tps)
	var ts []ty
	for _, p := range params {
		t := c.pat(p)
		ts = append(ts, t)
	}
	r := c.exp(body)
	if ret != nil {
		t := c.typ(ret)
		c.unify(body, r, t)
		r = t
	}
	for i := len(ts) - 1; i >= 0; i-- {
		r = &fun{ts[i], r}
	}
	return r, ps
}

func freeMetas(t ty, out *[]*meta) {
	switch t := prune(t).(type) {
	case *meta:
		for _, m := range *out {
			if m == t {
				return
			}
		}
		*out = append(*out, t)
	case *arr:
		freeMetas(t.elem, out)
	case *rec:
		for _, e := range t.elems {
			freeMetas(e, out)
		}
	case *fun:
		freeMetas(t.a, out)
		freeMetas(t.b, out)
	}
}

func (c *checker) def(d *syntax.ValDecl) *bind {
	old := c.scope()
	t, ps := c.fn(d.TypeParams, d.Params, d.Ret, d.Body)
	b := &bind{b: &types.Binding{Name: d.Name.Name, Kind: types.Global, Node: d}, t: t}
	for _, tp := range d.TypeParams {
		if tp.Size {
			b.b.Sizes = append(b.b.Sizes, c.info.Sizes[tp])
		}
	}
	for _, f := range c.later {
		f()
	}
	c.later = nil
	var ms []*meta
	freeMetas(t, &ms)
	for _, m := range ms {
		if m.lit == 0 && len(d.Params) > 0 {
			p := &types.Param{Name: "g"}
			m.ref = p
			ps = append(ps, p)
		}
	}
	b.params, b.b.Params = ps, ps
	b.b.Type = c.zonk(t)
	c.flush()
	c.env = old
	return b
}

func (c *checker) typ(t syntax.TypeExp) ty {
	r := c.typ1(t)
	c.wr[t] = r
	return r
}

func (c *checker) typ1(t syntax.TypeExp) ty {
	switch t := t.(type) {
	case *syntax.NamedType:
		if s, ok := scalar.ParseType(t.Name); ok {
			return scal{s}
		}
		if b := c.env["'"+t.Name]; b != nil {
			return b.t
		}
		if d := c.abbr[t.Name]; d != nil {
			old := c.scope()
			var args []ty
			for _, a := range t.Args {
				if a.Type != nil {
					args = append(args, c.typ(a.Type))
				} else {
					args = append(args, nil)
				}
			}
			for i, p := range d.Params {
				if !p.Size {
					c.env["'"+p.Name] = &bind{t: args[i]}
				}
			}
			r := c.typ1(d.Type)
			c.env = old
			return r
		}
		panic(fmt.Errorf("%v: unknown type %s", t.Pos(), t.Name))
	case *syntax.ArrayType:
		return &arr{c.dim(t.Dim), c.typ(t.Elem)}
	case *syntax.TupleType:
		var ts []ty
		for _, e := range t.Elems {
			ts = append(ts, c.typ(e))
		}
		return tuple(ts...)
	case *syntax.RecordType:
		r := &rec{}
		fs := append([]*syntax.FieldType(nil), t.Fields...)
		sort.Slice(fs, func(i, j int) bool { return fs[i].Name < fs[j].Name })
		for _, f := range fs {
			r.names = append(r.names, f.Name)
			r.elems = append(r.elems, c.typ(f.Type))
		}
		return r
	case *syntax.FuncType:
		old := c.scope()
		defer func() { c.env = old }()
		return &fun{c.typ(t.From), c.typ(t.Result)}
	case *syntax.UniqueType:
		return c.typ(t.Type)
	case *syntax.ExistsType:
		return c.typ(t.Type)
	}
	panic("typ")
}

func (c *checker) dim(d *syntax.Dim) types.Size {
	if d == nil || d.Exp == nil {
		return unknownDim()
	}
	return c.size(d.Exp)
}

func (c *checker) size(e syntax.Exp) types.Size {
	switch e := e.(type) {
	case *syntax.IntLit:
		return types.SizeConst(e.Value)
	case *syntax.Var:
		if b := c.env[e.Name]; b != nil {
			return &types.SizeVar{Binding: b.b}
		}
		return unknownDim()
	case *syntax.BinOp:
		return &types.SizeOp{Op: e.Op.Name, Left: c.size(e.Left), Right: c.size(e.Right)}
	}
	return &types.SizeExp{Exp: e}
}

func (c *checker) pat(p syntax.Pat) ty {
	t := c.pat1(p)
	c.pats[p] = t
	return t
}

func (c *checker) pat1(p syntax.Pat) ty {
	switch p := p.(type) {
	case *syntax.NamePat:
		t := &meta{}
		b := &types.Binding{Name: p.Name, Node: p}
		c.info.Names[p] = b
		c.env[p.Name] = &bind{b: b, t: t}
		return t
	case *syntax.WildPat:
		return &meta{}
	case *syntax.TuplePat:
		var ts []ty
		for _, e := range p.Elems {
			ts = append(ts, c.pat(e))
		}
		return tuple(ts...)
	case *syntax.RecordPat:
		r := &rec{}
		fs := append([]*syntax.FieldPat(nil), p.Fields...)
		sort.Slice(fs, func(i, j int) bool { return fs[i].Name < fs[j].Name })
		for _, f := range fs {
			r.names = append(r.names, f.Name)
			r.elems = append(r.elems, c.pat(f.Pat))
		}
		return r
	case *syntax.TypedPat:
		t := c.typ(p.Type)
		u := c.pat(p.Pat)
		c.unify(p, u, t)
		return t
	}
	panic("pat")
}

func (c *checker) exp(e syntax.Exp) ty {
	t := c.exp1(e)
	c.tys[e] = t
	return t
}

func (c *checker) opType(op scalar.Op) (ty, ty) {
	info := op.Info()
	a := ty(&meta{lit: 0})
	if info.On&scalar.BoolTypes == 0 {
		a = &meta{lit: 1}
	}
	at := func(k scalar.Kind) ty {
		switch k {
		case scalar.ABool:
			return bools
		case scalar.AnI32:
			return scal{scalar.I32}
		}
		return a
	}
	r := at(info.Result)
	for i := info.Arity() - 1; i >= 0; i-- {
		r = &fun{at(info.Params[i]), r}
	}
	return a, r
}

func (c *checker) variable(v *syntax.Var) ty {
	use := &types.Use{}
	c.info.Uses[v] = use
	if v.Module != "" {
		m, _ := scalar.ParseType(v.Module)
		if from, ok := scalar.ParseType(v.Name); ok {
			use.Binding = &types.Binding{Name: v.Module + "." + v.Name, Kind: types.Conversion, From: from, To: m}
			return &fun{scal{from}, scal{m}}
		}
		if k, ok := scalar.Constant(m, v.Name); ok {
			use.Binding = &types.Binding{Name: v.Name, Kind: types.Constant, Value: k}
			return scal{k.Type}
		}
		if op, ok := scalar.OpByName(v.Name); ok {
			use.Binding = &types.Binding{Name: v.Name, Kind: types.Operator, Op: op}
			a, t := c.opType(op)
			c.unify(v, a, scal{m})
			c.uses = append(c.uses, pending{use, []ty{a}})
			return t
		}
		switch v.Name {
		case "sum", "product", "maximum", "minimum":
			b := c.env["red_"+v.Name+"_"+v.Module]
			if b != nil {
				use.Binding = b.b
				return c.inst(b.t, nil)
			}
		}
		panic(fmt.Errorf("%v: unknown %s.%s", v.Pos(), v.Module, v.Name))
	}
	b := c.env[v.Name]
	if b == nil {
		panic(fmt.Errorf("%v: unknown %s", v.Pos(), v.Name))
	}
	use.Binding = b.b
	if b.ops {
		a, t := c.opType(b.b.Op)
		c.uses = append(c.uses, pending{use, []ty{a}})
		return t
	}
	for range b.b.Sizes {
		use.Sizes = append(use.Sizes, unknownDim())
	}
	if len(b.params) == 0 {
		return b.t
	}
	m := map[*types.Param]ty{}
	var ts []ty
	for _, p := range b.params {
		m[p] = &meta{}
		ts = append(ts, m[p])
	}
	c.uses = append(c.uses, pending{use, ts})
	return c.inst(b.t, m)
}

func (c *checker) apply(at syntax.Node, f ty, args ...ty) ty {
	for _, a := range args {
		r := &meta{}
		c.unify(at, f, &fun{a, r})
		f = r
	}
	return f
}

func (c *checker) slice(ds []*syntax.DimIndex) {
	for _, d := range ds {
		for _, e := range []syntax.Exp{d.Index, d.First, d.Last, d.Step} {
			if e != nil {
				t := c.exp(e)
				if m, ok := prune(t).(*meta); ok && m.lit == 1 {
					m.ref = scal{scalar.I64}
				}
				_ = t
			}
		}
	}
}

func (c *checker) indexed(at syntax.Node, t ty, ds []*syntax.DimIndex) (ty, ty) {
	elem := t
	var slices int
	for range ds {
		m := &meta{}
		c.unify(at, elem, array(m))
		elem = m
	}
	for _, d := range ds {
		if d.Slice {
			slices++
		}
	}
	r := elem
	for range slices {
		r = array(r)
	}
	return r, elem
}

func (c *checker) exp1(e syntax.Exp) ty {
	switch e := e.(type) {
	case *syntax.IntLit:
		if e.Suffix != "" {
			s, _ := scalar.ParseType(e.Suffix)
			return scal{s}
		}
		return &meta{lit: 1}
	case *syntax.FloatLit:
		if e.Suffix != "" {
			s, _ := scalar.ParseType(e.Suffix)
			return scal{s}
		}
		return &meta{lit: 2}
	case *syntax.BoolLit:
		return bools
	case *syntax.CharLit:
		return &meta{lit: 1}
	case *syntax.StringLit:
		return array(scal{scalar.U8})
	case *syntax.Var:
		return c.variable(e)
	case *syntax.Tuple:
		var ts []ty
		for _, x := range e.Elems {
			ts = append(ts, c.exp(x))
		}
		return tuple(ts...)
	case *syntax.Record:
		r := &rec{}
		fs := append([]*syntax.Field(nil), e.Fields...)
		sort.Slice(fs, func(i, j int) bool { return fs[i].Name < fs[j].Name })
		for _, f := range fs {
			r.names = append(r.names, f.Name)
			r.elems = append(r.elems, c.exp(f.Exp))
		}
		return r
	case *syntax.Array:
		m := ty(&meta{})
		for _, x := range e.Elems {
			c.unify(x, c.exp(x), m)
		}
		return array(m)
	case *syntax.Range:
		t := c.exp(e.First)
		if e.Second != nil {
			c.unify(e, t, c.exp(e.Second))
		}
		c.unify(e, t, c.exp(e.Last))
		return array(t)
	case *syntax.Project:
		t := prune(c.exp(e.Exp))
		if r, ok := t.(*rec); ok {
			for i, n := range r.names {
				if n == e.Field {
					return r.elems[i]
				}
			}
		}
		panic(fmt.Errorf("%v: project %s from %s", e.Pos(), e.Field, show(t)))
	case *syntax.Index:
		t := c.exp(e.Exp)
		c.slice(e.Slice)
		r, _ := c.indexed(e, t, e.Slice)
		return r
	case *syntax.Update:
		t := c.exp(e.Exp)
		c.slice(e.Slice)
		r, _ := c.indexed(e, t, e.Slice)
		c.unify(e, r, c.exp(e.Value))
		return t
	case *syntax.RecordUpdate:
		t := c.exp(e.Exp)
		cur := prune(t)
		for _, f := range e.Fields {
			r := cur.(*rec)
			for i, n := range r.names {
				if n == f {
					cur = prune(r.elems[i])
				}
			}
		}
		c.unify(e, cur, c.exp(e.Value))
		return t
	case *syntax.Apply:
		f := c.exp(e.Fun)
		for _, a := range e.Args {
			f = c.apply(a, f, c.exp(a))
		}
		return f
	case *syntax.BinOp:
		l := c.exp(e.Left)
		r := c.exp(e.Right)
		return c.apply(e, c.exp(e.Op), l, r)
	case *syntax.Neg:
		return c.exp(e.Exp)
	case *syntax.Not:
		return c.exp(e.Exp)
	case *syntax.Lambda:
		old := c.scope()
		t, _ := c.fn(nil, e.Params, e.Ret, e.Body)
		c.env = old
		return t
	case *syntax.LeftSection:
		return c.apply(e, c.exp(e.Op), c.exp(e.Left))
	case *syntax.RightSection:
		a := &meta{}
		return &fun{a, c.apply(e, c.exp(e.Op), a, c.exp(e.Right))}
	case *syntax.ProjectSection:
		a, r := &meta{}, &meta{}
		c.later = append(c.later, func() {
			t := prune(a)
			for _, f := range e.Fields {
				rc := t.(*rec)
				for i, n := range rc.names {
					if n == f {
						t = prune(rc.elems[i])
					}
				}
			}
			c.unify(e, r, t)
		})
		return &fun{a, r}
	case *syntax.IndexSection:
		a := &meta{}
		c.slice(e.Slice)
		r, _ := c.indexed(e, a, e.Slice)
		return &fun{a, r}
	case *syntax.Let:
		t := c.exp(e.Exp)
		old := c.scope()
		for i := range e.Sizes {
			b := &types.Binding{Name: e.Sizes[i].Name, Kind: types.SizeParam}
			c.info.Sizes[&e.Sizes[i]] = b
			c.env[b.Name] = &bind{b: b, t: scal{scalar.I64}}
		}
		c.unify(e, c.pat(e.Pat), t)
		r := c.exp(e.Body)
		c.env = old
		return r
	case *syntax.LetFun:
		old := c.scope()
		t, ps := c.fn(e.TypeParams, e.Params, e.Ret, e.Exp)
		c.env = old
		old = c.scope()
		b := &bind{b: &types.Binding{Name: e.Name.Name, Node: e, Params: ps}, t: t, params: ps}
		c.info.Funs[e] = b.b
		c.binds = append(c.binds, b)
		c.env[e.Name.Name] = b
		r := c.exp(e.Body)
		c.env = old
		return r
	case *syntax.If:
		c.unify(e, c.exp(e.Cond), bools)
		t := c.exp(e.Then)
		c.unify(e, t, c.exp(e.Else))
		return c.inst(t, nil)
	case *syntax.Loop:
		t := c.exp(e.Init)
		old := c.scope()
		pt := c.pat(e.Pat)
		c.unify(e, pt, t)
		switch f := e.Form.(type) {
		case *syntax.ForLess:
			b := c.exp(f.Bound)
			c.unify(f, c.pat(f.Var), b)
		case *syntax.ForIn:
			c.unify(f, array(c.pat(f.Pat)), c.exp(f.Exp))
		case *syntax.While:
			c.unify(f, c.exp(f.Cond), bools)
		}
		c.unify(e, c.exp(e.Body), pt)
		c.pats[e.Pat] = c.inst(pt, nil)
		c.env = old
		return c.inst(t, nil)
	case *syntax.Assert:
		c.exp(e.Cond)
		return c.exp(e.Exp)
	case *syntax.Ascript:
		t := c.exp(e.Exp)
		c.unify(e, t, c.typ(e.Type))
		return t
	case *syntax.Coerce:
		t := c.exp(e.Exp)
		u := c.typ(e.Type)
		c.unify(e, t, u)
		return u
	case *syntax.Attributed:
		return c.exp(e.Exp)
	}
	panic(fmt.Errorf("%v: exp %T", e.Pos(), e))
}

// Members stands in for the members of the scalar modules.
func Members() string {
	s := ""
	for _, t := range []string{"i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64"} {
		s += "\ndef red_sum_" + t + " [n] (xs: [n]" + t + ") : " + t + " = reduce_comm (\\x y -> x + y) 0 xs"
		s += "\ndef red_product_" + t + " [n] (xs: [n]" + t + ") : " + t + " = reduce_comm (\\x y -> x * y) 1 xs"
		s += "\ndef red_maximum_" + t + " [n] (xs: [n]" + t + ") : " + t + " = reduce_comm (\\x y -> " + t + ".max x y) " + t + ".lowest xs"
		s += "\ndef red_minimum_" + t + " [n] (xs: [n]" + t + ") : " + t + " = reduce_comm (\\x y -> " + t + ".min x y) " + t + ".highest xs"
	}
	return s
}
