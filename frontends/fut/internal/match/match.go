// Package match checks the patterns of programs whose types are known: the cases of a match cover
// all values, and patterns elsewhere match every value of their type.
package match

import (
	"slices"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// Check checks the patterns of a definition.
func Check(info *types.Info, d *syntax.ValDecl) (err *source.Error) {
	c := &checker{info: info}
	c.refutable(d.Params...)
	syntax.Inspect(d.Body, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Match:
			c.match(n)
		case *syntax.Let:
			c.refutable(n.Pat)
		case *syntax.LetFun:
			c.refutable(n.Params...)
		case *syntax.Lambda:
			c.refutable(n.Params...)
		case *syntax.Loop:
			c.refutable(n.Pat)
			if f, ok := n.Form.(*syntax.ForIn); ok {
				c.refutable(f.Pat)
			}
		}
		return c.err == nil
	})
	return c.err
}

type checker struct {
	info *types.Info
	err  *source.Error // the first
}

// match checks that the cases of a match cover all values.
func (c *checker) match(e *syntax.Match) {
	pats := make([]syntax.Pat, len(e.Cases))
	for i, k := range e.Cases {
		pats[i] = k.Pat
	}
	m := newMatrix(pats)
	missed := m.uncovered([]types.Type{c.info.Types[e.Exp]})
	switch {
	case c.err != nil:
	case *m.budget < 0:
		c.err = source.Errorf(e.Position, "The patterns of this match are too many to tell whether they cover all values").
			WithHint("end it with case _ -> …, or match one part after the other")
	case missed != nil:
		c.err = source.Errorf(e.Position, "Unmatched cases in match expression: nothing matches %s", syntax.PatString(missed[0])).
			WithHint("add a case for it, or one for all that is left: case _ -> …")
	}
}

// refutable refuses patterns that some values of their type do not match.
func (c *checker) refutable(pats ...syntax.Pat) {
	for _, p := range pats {
		if c.err != nil || !constructs(p) {
			continue
		}
		m := newMatrix([]syntax.Pat{p})
		if missed := m.uncovered([]types.Type{c.info.Pats[p]}); missed != nil {
			c.err = source.Errorf(p.Pos(), "Refutable pattern not allowed here: it does not match %s", syntax.PatString(missed[0])).
				Until(syntax.EndOf(p)).WithHint("use match, with a case for each constructor")
		}
	}
}

// constructs reports whether there is a constructor in p.
func constructs(p syntax.Pat) bool {
	found := false
	syntax.Inspect(p, func(n syntax.Node) bool {
		_, is := n.(*syntax.ConstructPat)
		found = found || is
		_, isType := n.(syntax.TypeExp)
		return !found && !isType
	})
	return found
}

// bare is a pattern less its type.
func bare(p syntax.Pat) syntax.Pat {
	for {
		t, ok := p.(*syntax.TypedPat)
		if !ok {
			return p
		}
		p = t.Pat
	}
}

// wild reports whether p matches everything.
func wild(p syntax.Pat) bool {
	switch bare(p).(type) {
	case *syntax.NamePat, *syntax.WildPat:
		return true
	}
	return false
}

func wildcards(n int) []syntax.Pat { return slices.Repeat([]syntax.Pat{&syntax.WildPat{}}, n) }
