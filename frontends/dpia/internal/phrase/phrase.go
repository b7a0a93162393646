// Package phrase holds the phrases of DPIA, the terms that all stages of the translation work
// on: variables, functions, pairs and primitives. A functional program, a command over mapI and
// reduceI, and a command over loops are phrases of one language, which differ in the primitives
// they use; so one checker judges them all, and one printer shows them.
//
// Invariants:
//   - Every Lam binds a name that nothing else in the program binds. Subst gives copies new
//     names.
//   - Type arguments stand with their primitive; no other phrase takes any.
package phrase

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// Phrase is a phrase. The set is closed.
type Phrase interface{ Pos() source.Pos }

type (
	// Var is a variable.
	Var struct {
		Name name.Name
		At   source.Pos
	}

	// Lit is a number, or a vector of equal ones.
	Lit struct {
		Value scalar.Value
		Data  types.Data // Num or Vec of it
		At    source.Pos
	}

	// Prim is a primitive with its type arguments, in the order of its type's variables.
	Prim struct {
		Of   *Primitive
		Args []TypeArg
		At   source.Pos
	}

	// Lam is a function.
	Lam struct {
		Param name.Name
		Type  types.Phrase
		Body  Phrase
		At    source.Pos
	}

	// App applies a function.
	App struct {
		Fun, Arg Phrase
		At       source.Pos
	}

	// Pair is a pair of phrases.
	Pair struct {
		First, Second Phrase
		At            source.Pos
	}

	// Proj is the first or second phrase of a pair.
	Proj struct {
		N  int // 1 or 2
		Of Phrase
		At source.Pos
	}
)

// TypeArg is an argument of kind nat, or of kind data if Data is set.
type TypeArg struct {
	Nat  types.Nat
	Data types.Data
}

// Pos is where the phrase stands in the program that it comes from.
func (p *Var) Pos() source.Pos  { return p.At }
func (p *Lit) Pos() source.Pos  { return p.At }
func (p *Prim) Pos() source.Pos { return p.At }
func (p *Lam) Pos() source.Pos  { return p.At }
func (p *App) Pos() source.Pos  { return p.At }
func (p *Pair) Pos() source.Pos { return p.At }
func (p *Proj) Pos() source.Pos { return p.At }

// Type is the primitive's type with its type arguments in it.
func (p *Prim) Type() types.Phrase {
	s := types.Subst{Nats: map[name.Name]types.Nat{}, Datas: map[name.Name]types.Data{}}
	t := p.Of.Type
	for _, a := range p.Args {
		all := t.(types.All)
		if all.Kind == types.KindNat {
			s.Nats[all.Var] = a.Nat
		} else {
			s.Datas[all.Var] = a.Data
		}
		t = all.Result
	}
	return s.Phrase(t)
}

// Apply applies f to arguments.
func Apply(f Phrase, args ...Phrase) Phrase {
	for _, a := range args {
		f = &App{f, a, f.Pos()}
	}
	return f
}

// Spine takes nested applications apart.
func Spine(p Phrase) (head Phrase, args []Phrase) {
	if a, ok := p.(*App); ok {
		head, args = Spine(a.Fun)
		return head, append(args, a.Arg)
	}
	return p, nil
}

// Call takes apart the application of a primitive; of is nil if p is none.
func Call(p Phrase) (of *Prim, args []Phrase) {
	head, args := Spine(p)
	if prim, ok := head.(*Prim); ok {
		return prim, args
	}
	return nil, nil
}
