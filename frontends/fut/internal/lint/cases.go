package lint

import (
	"github.com/lamina-lang/lamina/frontends/fut/internal/match"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// shadowed reports cases that are a name which a variable has already: who writes
// match x case y may mean the value of y. Other names that shadow are common on purpose, as in
// loop x = x.
func (l *linter) shadowed(d *syntax.ValDecl) {
	var cases []*syntax.NamePat
	wanted := map[string]bool{}
	syntax.Inspect(d.Body, func(n syntax.Node) bool {
		if m, ok := n.(*syntax.Match); ok {
			on, _ := m.Exp.(*syntax.Var)
			for _, c := range m.Cases {
				name, ok := bare(c.Pat).(*syntax.NamePat)
				if ok && mustBeUsed(name.Name) && (on == nil || on.Name != name.Name) {
					cases = append(cases, name)
					wanted[name.Name] = true
				}
			}
		}
		return true
	})
	if len(cases) == 0 {
		return
	}
	scopes := scopesOf(d, wanted)
	for _, c := range cases {
		for _, s := range scopes[c.Name] {
			if within(c.Span().Begin, s.in) {
				l.report(c, "this case matches everything: it binds %q anew, and does not compare with it", c.Name).
					WithNote(s.name.Position, "%q is bound here", c.Name).
					WithHint("compare with if … == %s, or choose another name", c.Name)
				break
			}
		}
	}
}

// scope is a name that is bound, and where it is known.
type scope struct {
	name *syntax.NamePat
	in   syntax.Span
}

// scopesOf lists the scopes in a definition of the wanted names.
func scopesOf(d *syntax.ValDecl, wanted map[string]bool) map[string][]scope {
	out := map[string][]scope{}
	bind := func(in syntax.Span, ps ...syntax.Pat) {
		for _, p := range ps {
			syntax.Inspect(p, func(n syntax.Node) bool {
				if name, ok := n.(*syntax.NamePat); ok && wanted[name.Name] {
					out[name.Name] = append(out[name.Name], scope{name, in})
				}
				_, isType := n.(syntax.TypeExp)
				return !isType
			})
		}
	}
	bind(d.Body.Span(), d.Params...)
	syntax.Inspect(d.Body, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Let:
			bind(n.Body.Span(), n.Pat)
		case *syntax.Lambda:
			bind(n.Body.Span(), n.Params...)
		case *syntax.LetFun:
			bind(n.Exp.Span(), n.Params...)
		case *syntax.Loop:
			bind(n.Body.Span(), n.Pat)
			switch form := n.Form.(type) {
			case *syntax.ForLess:
				bind(n.Body.Span(), form.Var)
			case *syntax.ForIn:
				bind(n.Body.Span(), form.Pat)
			}
		case *syntax.Match:
			for _, c := range n.Cases {
				bind(c.Body.Span(), c.Pat)
			}
		}
		return true
	})
	return out
}

func within(p syntax.Place, s syntax.Span) bool { return !before(p, s.Begin) && before(p, s.End) }

// bare is a pattern without its type.
func bare(p syntax.Pat) syntax.Pat {
	for {
		t, ok := p.(*syntax.TypedPat)
		if !ok {
			return p
		}
		p = t.Pat
	}
}

// unreachable reports cases that match nothing.
func (l *linter) unreachable(d *syntax.ValDecl) {
	syntax.Inspect(d.Body, func(n syntax.Node) bool {
		if m, ok := n.(*syntax.Match); ok {
			for _, i := range match.Useless(l.info, m) {
				l.report(m.Cases[i].Pat, "nothing gets to this case: those before it match all that it does").
					WithHint("remove it, or put it before them")
			}
		}
		return true
	})
}
