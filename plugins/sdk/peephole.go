package sdk

import (
	"context"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Rule inspects a statement and returns an expression to replace the statement's, with
// results of the same types; nil leaves it unchanged.
type Rule func(*Site) ir.Exp

// Peephole returns the function of a pass that applies rules to every statement, inner
// bodies first, until none applies. Each replacement is a rewrite, which `lamina bisect`
// can count and omit.
func Peephole(rules ...Rule) func(context.Context, *pass.Unit, pass.Options) error {
	return func(ctx context.Context, u *pass.Unit, o pass.Options) error {
		p := &peephole{unit: u, options: o, rules: rules, defs: map[name.Name]ir.Exp{}}
		return u.EachFun(ctx, func(f *ir.Fun) error {
			p.body(f.Body)
			return nil
		})
	}
}

type peephole struct {
	unit    *pass.Unit
	options pass.Options
	rules   []Rule
	defs    map[name.Name]ir.Exp // the expression bound to each name
}

func (p *peephole) body(b *ir.Body) {
	var out []*ir.Stm
	for _, s := range b.Stms {
		ir.EachBody(s.Exp, p.body)
		out = append(out, p.statement(s)...)
		out = append(out, s)
		if len(s.Pat) == 1 {
			p.defs[s.Pat[0].Name] = s.Exp
		}
	}
	b.Stms = out
}

// mostRewrites bounds how often a statement is replaced, so that rules that undo each other
// terminate.
const mostRewrites = 100

// statement rewrites s and returns the statements to insert before it.
func (p *peephole) statement(s *ir.Stm) []*ir.Stm {
	var before []*ir.Stm
	for range mostRewrites {
		changed := false
		for _, rule := range p.rules {
			site := &Site{Stm: s, Options: p.options, unit: p.unit, defs: p.defs, builder: ir.NewBuilder(p.unit.IR.Names)}
			site.builder.Pos = s.Pos
			e := rule(site)
			if e == nil {
				continue
			}
			if !p.unit.Rewrite() {
				return before
			}
			before = append(before, site.builder.Stms()...)
			for _, r := range site.remarks {
				p.unit.Remark(s.Pos, "%s", r)
			}
			s.Exp, changed = e, true
		}
		if !changed {
			break
		}
	}
	return before
}

// Site is a statement to which a rule may apply.
type Site struct {
	Stm     *ir.Stm
	Options pass.Options

	unit    *pass.Unit
	defs    map[name.Name]ir.Exp
	builder *ir.Builder
	remarks []string
}

// Match reports whether the statement's expression matches p; if so, it fills the holes of
// p.
func (s *Site) Match(p Pattern) bool { return p.fits(s, s.Stm.Exp, func() bool { return true }) }

// Def returns the expression to which an operand is bound; nil if that is not a statement
// visited so far.
func (s *Site) Def(a ir.Atom) ir.Exp { return s.defs[a.Name] }

// Elem returns the scalar type of the statement's operator; it is invalid if the statement
// has none.
func (s *Site) Elem() scalar.Type {
	if p, ok := s.Stm.Exp.(*ir.Prim); ok {
		return p.Type
	}
	return scalar.Invalid
}

// Let inserts a statement before this one, if the rule applies in the end, and returns its
// result.
func (s *Site) Let(base string, t ir.Type, e ir.Exp) ir.Atom { return s.builder.Let(base, t, e) }

// Remark tells users what the rule did, if it applies in the end.
func (s *Site) Remark(text string) { s.remarks = append(s.remarks, text) }

// Apply returns a scalar operator applied at a type.
func Apply(fn scalar.Op, t scalar.Type, args ...ir.Atom) ir.Exp {
	return &ir.Prim{Fn: fn, Type: t, Args: args}
}

// Same returns an expression whose value is the operand.
func Same(a ir.Atom) ir.Exp { return &ir.Use{X: a} }
