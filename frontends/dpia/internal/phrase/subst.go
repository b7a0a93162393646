package phrase

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// Subst replaces variables by phrases, and variables in types. Functions in the result bind
// new names.
type Subst struct {
	Names *name.Supply
	Vars  map[name.Name]Phrase
	Types types.Subst
}

// Phrase applies s.
func (s *Subst) Phrase(p Phrase) Phrase {
	switch p := p.(type) {
	case *Var:
		to, ok := s.Vars[p.Name]
		if !ok {
			return p
		}
		if v, isVar := to.(*Var); isVar {
			return &Var{v.Name, p.At}
		}
		return (&Subst{Names: s.Names, Vars: map[name.Name]Phrase{}}).Phrase(to)
	case *Lit:
		return &Lit{p.Value, s.Types.Data(p.Data), p.At}
	case *Prim:
		args := make([]TypeArg, len(p.Args))
		for i, a := range p.Args {
			if a.Data != nil {
				args[i].Data = s.Types.Data(a.Data)
			} else {
				args[i].Nat = s.Types.Nat(a.Nat)
			}
		}
		return &Prim{p.Of, args, p.At}
	case *Lam:
		fresh := s.Names.Like(p.Param)
		s.Vars[p.Param] = &Var{fresh, p.At}
		body := s.Phrase(p.Body)
		delete(s.Vars, p.Param)
		return &Lam{fresh, s.Types.Phrase(p.Type), body, p.At}
	case *App:
		return &App{s.Phrase(p.Fun), s.Phrase(p.Arg), p.At}
	case *Pair:
		return &Pair{s.Phrase(p.First), s.Phrase(p.Second), p.At}
	case *Proj:
		return &Proj{p.N, s.Phrase(p.Of), p.At}
	}
	return p
}

// Beta applies f to an argument; if f is a function that is written out, by substitution.
func Beta(names *name.Supply, f, arg Phrase) Phrase {
	if l, ok := f.(*Lam); ok {
		s := &Subst{Names: names, Vars: map[name.Name]Phrase{l.Param: arg}}
		return s.Phrase(l.Body)
	}
	return &App{f, arg, f.Pos()}
}

// Normalise applies every function that is written out to its argument, and takes projections
// of pairs: the whole program's functions disappear, but for those that primitives take. It
// reports false if the result has more than most phrases.
func Normalise(names *name.Supply, p Phrase, most int) (Phrase, bool) {
	n := &normaliser{names, most}
	out := n.phrase(p)
	return out, n.left > 0
}

type normaliser struct {
	names *name.Supply
	left  int // phrases that may still be made
}

func (n *normaliser) phrase(p Phrase) Phrase {
	if n.left--; n.left <= 0 {
		return p
	}
	switch p := p.(type) {
	case *Lam:
		return &Lam{p.Param, p.Type, n.phrase(p.Body), p.At}
	case *App:
		fun := n.phrase(p.Fun)
		if _, ok := fun.(*Lam); ok {
			return n.phrase(Beta(n.names, fun, p.Arg))
		}
		return &App{fun, n.phrase(p.Arg), p.At}
	case *Pair:
		return &Pair{n.phrase(p.First), n.phrase(p.Second), p.At}
	case *Proj:
		of := n.phrase(p.Of)
		if pair, ok := of.(*Pair); ok {
			if p.N == 1 {
				return pair.First
			}
			return pair.Second
		}
		return &Proj{p.N, of, p.At}
	}
	return p
}
