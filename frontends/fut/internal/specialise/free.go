package specialise

import (
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// bindings is an ordered set.
type bindings struct {
	list []*types.Binding
	has  map[*types.Binding]bool
}

func (s *bindings) add(bs ...*types.Binding) {
	for _, b := range bs {
		if s.has == nil {
			s.has = map[*types.Binding]bool{}
		}
		if !s.has[b] {
			s.has[b] = true
			s.list = append(s.list, b)
		}
	}
}

// free lists the variables, sizes and constants that a function's text
// mentions. Those bound within are among them; they have no value where the
// closure is made, so that they are not captured.
func (p *program) free(n syntax.Node) []*types.Binding {
	var out bindings
	p.mentions(n, &out)
	return out.list
}

func (p *program) mentions(n syntax.Node, out *bindings) {
	inType := func(t types.Type) { p.mentionsInType(t, out) }
	syntax.Inspect(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Var:
			use := p.Uses[n]
			if use == nil {
				break
			}
			if use.Binding.Kind == types.Global {
				out.add(p.constantsOf(use.Binding)...)
			} else {
				out.add(use.Binding)
			}
			for _, s := range use.Sizes {
				p.mentionsInSize(s, out)
			}
		case syntax.TypeExp:
			inType(p.Written[n])
		case syntax.Pat:
			inType(p.Pats[n])
		case *syntax.Apply, *syntax.If, *syntax.BinOp, *syntax.Array:
			inType(p.Types[n.(syntax.Exp)])
		}
		return true
	})
}

func (p *program) mentionsInType(t types.Type, out *bindings) {
	switch t := t.(type) {
	case *types.Array:
		p.mentionsInSize(t.Dim, out)
		p.mentionsInType(t.Elem, out)
	case *types.Record:
		for _, f := range t.Fields {
			p.mentionsInType(f.Type, out)
		}
	case *types.Func:
		p.mentionsInType(t.From, out)
		p.mentionsInType(t.Result, out)
	case *types.Unique:
		p.mentionsInType(t.Type, out)
	}
}

func (p *program) mentionsInSize(s types.Size, out *bindings) {
	switch s := s.(type) {
	case *types.SizeVar:
		out.add(s.Binding)
	case *types.SizeOp:
		p.mentionsInSize(s.Left, out)
		p.mentionsInSize(s.Right, out)
	case *types.SizeExp:
		p.mentions(s.Exp, out)
	}
}

// constant is a top-level definition without parameters.
type constant struct {
	static bool  // it needs no code: it has one value everywhere
	value  value // when static
}

// isConstant reports whether b is a monomorphic definition without parameters.
// A polymorphic one is lowered anew at each use.
func (p *program) isConstant(b *types.Binding) bool {
	d := p.defs[b]
	return d != nil && len(d.Decl.Params) == 0 && len(b.Params) == 0 && len(b.Sizes) == 0
}

// constantsOf lists the constants that a definition needs, itself included,
// each behind those that it needs.
func (p *program) constantsOf(b *types.Binding) []*types.Binding {
	if list, ok := p.uses[b]; ok {
		return list
	}
	d := p.defs[b]
	if d == nil {
		return nil
	}
	var out bindings
	visit := func(n syntax.Node) bool {
		if v, ok := n.(*syntax.Var); ok {
			if use := p.Uses[v]; use != nil && use.Binding.Kind == types.Global {
				out.add(p.constantsOf(use.Binding)...)
			}
		}
		return true
	}
	for _, pat := range d.Decl.Params {
		syntax.Inspect(pat, visit)
	}
	if d.Decl.Ret != nil {
		syntax.Inspect(d.Decl.Ret, visit)
	}
	syntax.Inspect(d.Decl.Body, visit)
	if p.isConstant(b) && !p.constantAt(b).static {
		out.add(b)
	}
	p.uses[b] = out.list
	return out.list
}

// constantAt tries whether a constant can be lowered to a value without code.
func (p *program) constantAt(b *types.Binding) *constant {
	c, ok := p.constants[b]
	if ok {
		return c
	}
	c = &constant{}
	p.constants[b] = c
	if len(p.constantsUsedBy(b)) > 0 {
		return c
	}
	trial := &builder{program: p}
	trial.scope = trial.newScope(nil)
	fr := p.constantFrame(trial, b)
	v := fr.constantValue(b)
	c.static = len(trial.scope.Stms()) == 0
	c.value = v
	return c
}

// constantsUsedBy lists the constants with code in the definition of b.
func (p *program) constantsUsedBy(b *types.Binding) []*types.Binding {
	var out bindings
	syntax.Inspect(p.defs[b].Decl.Body, func(n syntax.Node) bool {
		if v, ok := n.(*syntax.Var); ok {
			if use := p.Uses[v]; use != nil && use.Binding.Kind == types.Global {
				out.add(p.constantsOf(use.Binding)...)
			}
		}
		return true
	})
	return out.list
}

// constantFrame is the frame in which the constant b is lowered.
func (p *program) constantFrame(b *builder, c *types.Binding) *frame {
	d := p.defs[c].Decl
	return &frame{builder: b, vals: map[*types.Binding]value{}, prelude: p.inPrelude(d.Pos()), unsafe: hasUnsafe(d.Attrs)}
}

func (fr *frame) constantValue(b *types.Binding) value {
	return fr.ascribe(fr.exp(fr.defs[b].Decl.Body), b.Type)
}

// bindConstants computes the constants that an entry point needs.
func (fr *frame) bindConstants(entry *types.Binding) {
	for _, b := range fr.constantsOf(entry) {
		if b == entry {
			continue
		}
		inner := fr.constantFrame(fr.builder, b)
		for _, c := range fr.constantsUsedBy(b) {
			inner.vals[c] = fr.vals[c]
		}
		restore := fr.at(fr.defs[b].Decl.Pos())
		fr.vals[b] = inner.constantValue(b)
		restore()
	}
}
