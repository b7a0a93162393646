package extractregions

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// extraction takes the regions out of a function.
type extraction struct {
	p     *ir.Program
	host  *ir.Fun
	types map[name.Name]ir.Type
}

// typesIn are the types of what a function binds.
func typesIn(f *ir.Fun) map[name.Name]ir.Type {
	types := map[name.Name]ir.Type{}
	(&ir.Walker{
		Binders: func(ps []ir.Param) {
			for _, p := range ps {
				types[p.Name] = p.Type
			}
		},
		Stm: func(s *ir.Stm) {
			if d, ok := ops.Index(s.Exp); ok {
				types[d.Index] = ir.ScalarOf(d.Size.Const.Type)
				if d.Size.IsVar() {
					types[d.Index] = types[d.Size.Name]
				}
			}
		},
	}).Fun(f)
	return types
}

// lift returns the entry point for the region r, and makes s call it.
func (x *extraction) lift(s *ir.Stm, r *ir.Accelerate) *ir.Fun {
	args, sizes := x.arguments(s, r)
	f := &ir.Fun{Name: r.Region, Body: r.Body, Pos: s.Pos, Entry: &ir.Entry{Implicit: sizes}}
	consumed := x.consumedIn(r.Body)
	fresh := ir.Subst{}
	for i, a := range args {
		p := ir.Param{Name: x.fresh(a), Type: x.typeOf(a)}
		if a.IsVar() && fresh[a.Name] == (ir.Atom{}) {
			fresh[a.Name] = ir.Var(p.Name)
			p.Unique = p.Type.IsArray() && (consumed.Has(a.Name) || x.given(a.Name, s))
		}
		f.Params = append(f.Params, p)
		if i >= sizes {
			f.Entry.Params = append(f.Entry.Params, x.external(a))
		}
	}
	fresh.Params(f.Params)
	fresh.Body(f.Body)
	f.Results = ir.CloneParams(s.Pat)
	for i, p := range f.Results {
		f.Results[i].Name = x.p.Names.Like(p.Name)
		fresh[p.Name] = ir.Var(f.Results[i].Name)
	}
	fresh.Params(f.Results)
	for _, i := range f.EntryResults() {
		f.Entry.Results = append(f.Entry.Results, x.result(s.Pat[i]))
	}
	s.Exp = &ir.Call{Fun: r.Region, Args: args}
	return f
}

// arguments are what a call of the entry point gives, of which the first are sizes.
func (x *extraction) arguments(s *ir.Stm, r *ir.Accelerate) (args []ir.Atom, sizes int) {
	free := ir.FreeInBody(r.Body)
	for n := range ir.FreeInStm(&ir.Stm{Pat: s.Pat, Exp: &ir.Use{X: ir.Size(0)}}) {
		free.Add(n)
	}
	rest := slices.SortedFunc(maps.Keys(free), name.Compare)
	rest = slices.DeleteFunc(rest, func(n name.Name) bool { return slices.Contains(r.Captures, ir.Var(n)) })
	given := slices.Clone(r.Captures)
	for _, n := range rest {
		if x.types[n].IsArray() {
			given = append(given, ir.Var(n))
		}
	}
	for _, a := range given {
		for _, d := range x.typeOf(a).Dims {
			if d.IsVar() && !slices.Contains(args, d) {
				args = append(args, d)
			}
		}
	}
	slices.SortFunc(args, func(a, b ir.Atom) int { return name.Compare(a.Name, b.Name) })
	sizes = len(args)
	args = append(args, given...)
	for _, n := range rest {
		if !slices.Contains(args, ir.Var(n)) {
			args = append(args, ir.Var(n))
		}
	}
	return args, sizes
}

func (x *extraction) typeOf(a ir.Atom) ir.Type {
	if a.IsVar() {
		return x.types[a.Name]
	}
	return ir.ScalarOf(a.Const.Type)
}

func (x *extraction) fresh(a ir.Atom) name.Name {
	if a.IsVar() {
		return x.p.Names.Like(a.Name)
	}
	return x.p.Names.Fresh("x")
}

// external describes an argument as the host's callers see it, if it is their argument.
func (x *extraction) external(a ir.Atom) ir.External {
	if e := x.host.Entry; e != nil {
		for i, p := range x.host.Params[e.Implicit:] {
			if a == ir.Var(p.Name) {
				return e.Params[i]
			}
		}
	}
	base := ""
	if a.IsVar() {
		base = a.Name.Base
	}
	return ir.External{Name: base, Type: x.typeOf(a).String()}
}

// result describes a result as the host's callers see it, if the host returns it.
func (x *extraction) result(p ir.Param) ir.External {
	if e := x.host.Entry; e != nil {
		for k, i := range x.host.EntryResults() {
			if x.host.Body.Result[i] == ir.Var(p.Name) {
				return e.Results[k]
			}
		}
	}
	return ir.External{Type: p.Type.String()}
}

// given reports whether n is an array that the host's caller gave away, and that the host only
// passes to the region of s.
func (x *extraction) given(n name.Name, s *ir.Stm) bool {
	if !slices.ContainsFunc(x.host.Params, func(p ir.Param) bool { return p.Name == n && p.Unique }) {
		return false
	}
	outside := false
	note := func(m name.Name) { outside = outside || m == n }
	inRegion := s.Exp.(*ir.Accelerate).Body
	(&ir.Walker{
		Atom: func(a *ir.Atom) { note(a.Name) },
		Var:  func(m *name.Name) { note(*m) },
		Stm:  func(t *ir.Stm) {},
		Body: func(b *ir.Body) bool { return b != inRegion },
	}).InBody(without(x.host.Body, s))
	return !outside
}

// without is b without the statement s, if it stands in b itself.
func without(b *ir.Body, s *ir.Stm) *ir.Body {
	return &ir.Body{Stms: slices.DeleteFunc(slices.Clone(b.Stms), func(t *ir.Stm) bool { return t == s }), Result: b.Result}
}

// consumedIn are the names that b consumes, and those that may share memory with them.
func (x *extraction) consumedIn(b *ir.Body) ir.Names {
	consumed := ir.Names{}
	for changed := true; changed; {
		changed = false
		add := func(n name.Name) {
			if !consumed.Has(n) {
				consumed.Add(n)
				changed = true
			}
		}
		(&ir.Walker{Stm: func(s *ir.Stm) {
			d := ops.Of(s.Exp)
			if d == nil {
				return
			}
			for _, n := range d.Consumes(s.Exp, x.p.Fun) {
				add(n)
			}
			ops.Joins(s, x.p.Fun, func(p ir.Param, a ir.Atom) {
				if a.IsVar() && consumed.Has(p.Name) {
					add(a.Name)
				}
			})
		}}).InBody(b)
	}
	return consumed
}
