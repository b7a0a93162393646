package extractkernels

import (
	"slices"

	"github.com/lamina-lang/lamina/analysis/alias"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// statements returns the distributed operations, in order; together they bind the map's
// pattern.
func (c *cutting) statements() []*ir.Stm {
	b := ir.NewBuilder(c.x.names)
	b.Pos = c.pos
	b.Append(c.before...)
	rest := c.nameResults()
	for k, p := range c.pieces {
		out := c.liveOut(k, p)
		pat := make([]ir.Param, len(out))
		for i, o := range out {
			pat[i] = ir.Param{Name: c.wholeOf(o), Type: o.Type.Under(c.width)}
		}
		switch {
		case p.parallel:
			c.overOperation(b, pat, p.stms[0])
		case len(out) == 0:
			// The piece is needed only because it may fail.
			c.mapOver(b, []ir.Param{{Name: c.x.names.Fresh("passed"), Type: ir.ArrayOf(scalar.Bool, c.width)}},
				&ir.Body{Stms: p.stms, Result: []ir.Atom{ir.Const(scalar.FromBool(true))}}, nil)
		default:
			c.mapOver(b, pat, &ir.Body{Stms: p.stms, Result: results(out)}, nil)
		}
		for _, o := range out {
			c.row[o.Name] = o
		}
	}
	if len(rest) > 0 {
		body := &ir.Body{}
		var pat []ir.Param
		for _, i := range rest {
			if e := c.rearranged(c.result[i]); e != nil {
				b.Bind(c.pat[i:i+1], e)
				continue
			}
			body.Result = append(body.Result, c.result[i])
			pat = append(pat, c.pat[i])
		}
		if len(pat) > 0 {
			c.mapOver(b, pat, body, nil)
		}
	}
	return b.Stms()
}

// rearranged returns the view of a whole array whose rows are r, if r is a rearranged or reshaped row that
// a piece stores for nothing else; otherwise nil. Views of other arrays must be copied, because
// what a map returns may be consumed.
func (c *cutting) rearranged(r ir.Atom) ir.Exp {
	l := c.light[r.Name]
	if !r.IsVar() || l == nil {
		return nil
	}
	e := l.stm.Exp
	switch v := e.(type) {
	case *ir.Rearrange:
		if !c.storedFor(v.Array, l.stm) {
			return nil
		}
	case *ir.Reshape:
		if !c.storedFor(v.Array, l.stm) || !c.invariant(ir.FreeInExp(&ir.Scratch{Shape: v.Shape})) {
			return nil
		}
	default:
		return nil
	}
	if !c.storedFor(r.Name, nil) {
		return nil
	}
	return lifted(e, c.width, func(n name.Name) name.Name { return c.whole[n] })
}

// storedFor reports whether n is a variable of the function that only s uses; s may be nil, for
// one of the results.
func (c *cutting) storedFor(n name.Name, s *ir.Stm) bool {
	bound, uses := false, 0
	for t := range c.order {
		bound = bound || slices.ContainsFunc(t.Pat, func(p ir.Param) bool { return p.Name == n })
		if t != s && ir.FreeInStm(t).Has(n) {
			return false
		}
	}
	for _, r := range c.result {
		if r == ir.Var(n) {
			uses++
		}
	}
	return bound && (s != nil && uses == 0 || s == nil && uses == 1)
}

// nameResults names the arrays that pieces store after the map's results where the two
// coincide. It returns the indices of the remaining results: those that are no such array,
// or one that is named already.
func (c *cutting) nameResults() (rest []int) {
	made := ir.Names{}
	for k, p := range c.pieces {
		for _, o := range c.liveOut(k, p) {
			made.Add(o.Name)
		}
	}
	for i, r := range c.result {
		if _, named := c.whole[r.Name]; r.IsVar() && made.Has(r.Name) && !named {
			c.whole[r.Name] = c.pat[i].Name
		} else {
			rest = append(rest, i)
		}
	}
	return rest
}

// wholeOf returns the name of the array that holds o at all points.
func (c *cutting) wholeOf(o ir.Param) name.Name {
	if _, ok := c.whole[o.Name]; !ok {
		c.whole[o.Name] = c.x.names.Like(o.Name)
	}
	return c.whole[o.Name]
}

// overOperation binds pat to s, a parallel statement, at all points.
func (c *cutting) overOperation(b *ir.Builder, pat []ir.Param, s *ir.Stm) {
	switch e := s.Exp.(type) {
	case *ir.Loop:
		c.overLoop(b, pat, e)
		return
	case *ir.If:
		c.overBranch(b, pat, e)
		return
	}
	if moves(s.Exp) {
		b.Bind(pat, lifted(s.Exp, c.width, func(n name.Name) name.Name { return c.whole[n] }))
		return
	}
	if len(ops.CombinatorOf(s.Exp).Writes) > 0 {
		c.overWrites(b, pat, s)
		return
	}
	c.mapOver(b, pat, &ir.Body{Stms: []*ir.Stm{s}, Result: results(s.Pat)}, nil)
}

// mapOver binds pat to a map of body. Variables of the function that body uses become
// parameters, light statements are recomputed. given overrides the arrays from which rows
// are taken.
func (c *cutting) mapOver(b *ir.Builder, pat []ir.Param, body *ir.Body, given map[name.Name]name.Name) {
	s := c.mapped(pat, c.mapping(pat, body, given), b.Pos)
	if moved := c.x.moved(s); moved != nil {
		b.Append(moved...)
		return
	}
	b.Append(s)
}

// mapped binds pat to m, a map over the same points.
func (c *cutting) mapped(pat []ir.Param, m *ir.Map, pos source.Pos) *ir.Stm {
	return &ir.Stm{Pat: pat, Exp: m, Pos: pos, Attrs: slices.Clone(c.attrs)}
}

// mapping returns a map of body, whose results are rows of the arrays of pat.
func (c *cutting) mapping(pat []ir.Param, body *ir.Body, given map[name.Name]name.Name) *ir.Map {
	used := ir.FreeInBody(body)
	stms, needed := c.with(body.Stms, used)
	m := &ir.Map{Width: c.width, Fn: &ir.Lambda{Body: &ir.Body{Stms: stms, Result: body.Result}}}
	for _, n := range c.rows(needed) {
		m.Fn.Params = append(m.Fn.Params, c.row[n])
		whole, ok := given[n]
		if !ok {
			whole = c.whole[n]
		}
		m.Arrays = append(m.Arrays, whole)
	}
	for _, p := range pat {
		m.Fn.Results = append(m.Fn.Results, p.Type.Peel(1))
	}
	c.x.own(m.Fn)
	m.Fn = ir.NewRenamer(c.x.names).Lambda(m.Fn)
	return m
}

// with returns stms merged with the light statements that they need, and all names that
// these together need.
func (c *cutting) with(stms []*ir.Stm, used ir.Names) ([]*ir.Stm, ir.Names) {
	needed := ir.Names{}
	c.need(needed, used)
	all := slices.Clone(stms)
	for n := range needed {
		if l := c.light[n]; l != nil {
			all = append(all, l.stm)
		}
	}
	slices.SortStableFunc(all, func(a, b *ir.Stm) int { return c.place(a) - c.place(b) })
	return all, needed
}

// place orders statements: those of the function by position, followed by those of a nested
// body.
func (c *cutting) place(s *ir.Stm) int {
	if i, ok := c.order[s]; ok {
		return i
	}
	return len(c.order)
}

// rows returns those of names that functions take as rows of arrays, sorted.
func (c *cutting) rows(names ir.Names) []name.Name {
	var out []name.Name
	for n := range names {
		if _, ok := c.row[n]; ok {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, name.Compare)
	return out
}

// own makes l copy the parameters that it consumes.
func (x *extractor) own(l *ir.Lambda) {
	aliases := alias.ClassesIn(x.unit.IR, l.Body)
	consumed := ir.Names{}
	for _, s := range l.Body.Stms {
		for n := range aliases.Consumed(s) {
			consumed.Add(n)
		}
	}
	var copies []*ir.Stm
	for i, p := range l.Params {
		if p.Type.IsArray() && consumed.Has(aliases.Class(p.Name)) {
			given := x.names.Like(p.Name)
			copies = append(copies, &ir.Stm{Pat: []ir.Param{p}, Exp: &ir.Copy{Array: given}})
			l.Params[i] = ir.Param{Name: given, Type: p.Type}
		}
	}
	l.Body.Stms = append(copies, l.Body.Stms...)
}
