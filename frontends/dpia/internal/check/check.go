// Package check judges phrases by the typing rules of DPIA (figure 3 of the paper), of which each
// has a function here that is named for it. A judgement Δ | Π; Γ ⊢ P : θ comes out as P's type θ
// and its uses of variables: Π, those that it uses passively, and Γ, those that it uses actively.
//
// The rules say where a variable may move between Π and Γ, not when. It is best to stay with the
// fewest active uses: a variable is used actively where it stands (Var); a phrase of passive type
// uses all its variables passively (Passify); functions are promoted where a passive one is
// wanted, and only there. Active uses by a function and by its argument are disjoint (App), so
// distinct names never interfere, and the iterations of a parfor cannot race.
package check

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/phrase"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// Phrase checks that p has type want in the context. The error is a *source.Error.
func Phrase(context phrase.Context, p phrase.Phrase, want types.Phrase) error {
	c := &checker{types: phrase.Context{}}
	for v, t := range context {
		c.types[v] = t
	}
	_, err := c.against(p, want, "the program")
	return err
}

type checker struct{ types phrase.Context }

// uses are the variables that a phrase uses: active ones are Γ, passive ones Π. A variable in both
// counts as active.
type uses struct{ active, passive map[name.Name]source.Pos }

func none() uses { return uses{map[name.Name]source.Pos{}, map[name.Name]source.Pos{}} }

// without takes a bound variable out.
func (u uses) without(v name.Name) uses {
	delete(u.active, v)
	delete(u.passive, v)
	return u
}

// and is the union of two phrases' uses.
func (u uses) and(w uses) uses {
	for v, at := range w.active {
		u.active[v] = at
	}
	for v, at := range w.passive {
		u.passive[v] = at
	}
	return u
}

// passify is the rule Passify: a phrase of passive type uses variables passively.
func (u uses) passify(t types.Phrase) uses {
	if !types.Passive(t) {
		return u
	}
	for v, at := range u.active {
		u.passive[v] = at
	}
	u.active = map[name.Name]source.Pos{}
	return u
}

// phrase finds the type of p and its uses.
func (c *checker) phrase(p phrase.Phrase) (types.Phrase, uses, error) {
	var t types.Phrase
	var u uses
	var err error
	switch p := p.(type) {
	case *phrase.Var:
		t, u, err = c.variable(p)
	case *phrase.Lit:
		t, u = types.Exp{Data: p.Data}, none()
	case *phrase.Prim:
		t, u = p.Type(), none() // Prim
	case *phrase.Lam:
		t, u, err = c.lam(p)
	case *phrase.App:
		t, u, err = c.app(p)
	case *phrase.Pair:
		t, u, err = c.pair(p)
	case *phrase.Proj:
		t, u, err = c.proj(p)
	}
	if err != nil {
		return nil, uses{}, err
	}
	return t, u.passify(t), nil
}

// variable is the rule Var.
func (c *checker) variable(p *phrase.Var) (types.Phrase, uses, error) {
	t, ok := c.types[p.Name]
	if !ok {
		return nil, uses{}, source.Errorf(p.At, "%s is not bound here", p.Name.Base)
	}
	u := none()
	u.active[p.Name] = p.At
	return t, u, nil
}

// lam is the rule Lam.
func (c *checker) lam(p *phrase.Lam) (types.Phrase, uses, error) {
	c.types[p.Param] = p.Type
	t, u, err := c.phrase(p.Body)
	if err != nil {
		return nil, uses{}, err
	}
	return types.Fun{Param: p.Type, Result: t}, u.without(p.Param), nil
}

// app is the rule App: the function's active uses and the argument's uses are disjoint, and the
// other way round.
func (c *checker) app(p *phrase.App) (types.Phrase, uses, error) {
	t, u, err := c.phrase(p.Fun)
	if err != nil {
		return nil, uses{}, err
	}
	f, ok := t.(types.Fun)
	if !ok {
		return nil, uses{}, source.Errorf(p.At, "this is applied, but of type %s, which is no function's", types.String(t))
	}
	w, err := c.against(p.Arg, f.Param, callee(p.Fun))
	if err != nil {
		return nil, uses{}, err
	}
	if err := disjoint(u, w); err != nil {
		return nil, uses{}, err
	}
	return f.Result, u.and(w), nil
}

// callee names what an argument is given to.
func callee(fun phrase.Phrase) string {
	if prim, _ := phrase.Call(fun); prim != nil {
		return prim.Of.Name
	}
	return "this function"
}

// disjoint checks that neither phrase writes what the other one uses.
func disjoint(u, w uses) error {
	for _, pair := range [][2]uses{{u, w}, {w, u}} {
		for _, v := range sorted(pair[0].active) {
			at, used := pair[1].active[v]
			if !used {
				at, used = pair[1].passive[v]
			}
			if used {
				first, second := pair[0].active[v], at
				if second.Line < first.Line || second.Line == first.Line && second.Col < first.Col {
					first, second = second, first
				}
				return source.Errorf(second, "a function and its argument both use %s, and one of them may write it", v.Base).
					WithNote(first, "the other use").
					WithHint("give each a variable of its own")
			}
		}
	}
	return nil
}

// pair is the rule Pair: both phrases use the same Γ.
func (c *checker) pair(p *phrase.Pair) (types.Phrase, uses, error) {
	a, u, err := c.phrase(p.First)
	if err != nil {
		return nil, uses{}, err
	}
	b, w, err := c.phrase(p.Second)
	if err != nil {
		return nil, uses{}, err
	}
	return types.Prod{First: a, Second: b}, u.and(w), nil
}

// proj is the rule Proj.
func (c *checker) proj(p *phrase.Proj) (types.Phrase, uses, error) {
	t, u, err := c.phrase(p.Of)
	if err != nil {
		return nil, uses{}, err
	}
	prod, ok := t.(types.Prod)
	if !ok {
		return nil, uses{}, source.Errorf(p.At, ".%d of a phrase of type %s, which is no pair", p.N, types.String(t))
	}
	if p.N == 1 {
		return prod.First, u, nil
	}
	return prod.Second, u, nil
}

// against checks that p has type want: by Conv, where they are equal; by Derelict, where p is
// passive and need not be; by Promote, where p has to be passive. to names what p is given to.
func (c *checker) against(p phrase.Phrase, want types.Phrase, to string) (uses, error) {
	if l, ok := p.(*phrase.Lam); ok {
		if f, ok := want.(types.Fun); ok && types.Equal(l.Type, f.Param) {
			c.types[l.Param] = l.Type
			u, err := c.against(l.Body, f.Result, to)
			if err != nil {
				return uses{}, err
			}
			u = u.without(l.Param)
			if f.Passive {
				if err := promote(u, l.Param, to); err != nil {
					return uses{}, err
				}
			}
			return u.passify(want), nil
		}
	}
	have, u, err := c.phrase(p)
	if err != nil {
		return uses{}, err
	}
	if h, ok := have.(types.Fun); ok {
		if w, ok := want.(types.Fun); ok && h.Passive != w.Passive {
			if w.Passive {
				if err := promote(u, name.Name{}, to); err != nil {
					return uses{}, err
				}
			}
			h.Passive = w.Passive
			have = h
		}
	}
	if !types.Equal(have, want) {
		err := source.Errorf(p.Pos(), "this is of type %s, but %s is wanted here", types.String(have), types.String(want))
		if types.Equal(passive(have), passive(want)) {
			err = err.WithHint("functions of type ->p write nothing but what they are given, as iterations that run at once must")
		}
		return uses{}, err
	}
	return u.passify(want), nil
}

// passive is t with passive functions only.
func passive(t types.Phrase) types.Phrase {
	if f, ok := t.(types.Fun); ok {
		return types.Fun{Param: passive(f.Param), Result: passive(f.Result), Passive: true}
	}
	return t
}

// promote is the rule Promote: a passive function uses nothing actively but its parameter.
func promote(u uses, param name.Name, to string) error {
	if len(u.active) == 0 {
		return nil
	}
	v, own := sorted(u.active)[0], "what it is given"
	if !param.IsZero() {
		own = param.Base
	}
	return source.Errorf(u.active[v], "the function that %s takes may write %s, which its iterations share: they would race", to, v.Base).
		WithHint("write through %s, which is another place in each iteration, or use for, whose iterations run one after the other", own)
}

// sorted are the variables of a set, in the order of their creation.
func sorted(set map[name.Name]source.Pos) []name.Name {
	return slices.SortedFunc(maps.Keys(set), name.Compare)
}
