package phrase

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// Context is the types of variables.
type Context map[name.Name]types.Phrase

// TypeOf is the type of a phrase that is known to have one. It needs the types of the variables
// that are free in the phrase, and notes those of the functions that it looks into.
func TypeOf(p Phrase, c Context) types.Phrase {
	switch p := p.(type) {
	case *Var:
		return c[p.Name]
	case *Lit:
		return types.Exp{Data: p.Data}
	case *Prim:
		return p.Type()
	case *Lam:
		c[p.Param] = p.Type
		return types.Fun{Param: p.Type, Result: TypeOf(p.Body, c)}
	case *App:
		return TypeOf(p.Fun, c).(types.Fun).Result
	case *Pair:
		return types.Prod{First: TypeOf(p.First, c), Second: TypeOf(p.Second, c)}
	case *Proj:
		prod := TypeOf(p.Of, c).(types.Prod)
		if p.N == 1 {
			return prod.First
		}
		return prod.Second
	}
	return nil
}

// DataOf is the data type of an expression or an acceptor.
func DataOf(p Phrase, c Context) types.Data {
	switch t := TypeOf(p, c).(type) {
	case types.Exp:
		return t.Data
	case types.Acc:
		return t.Data
	}
	return nil
}

// OfData and OfNat make type arguments.
func OfData(d types.Data) TypeArg { return TypeArg{Data: d} }
func OfNat(n types.Nat) TypeArg   { return TypeArg{Nat: n} }

// Make applies a primitive, given by its name, to type arguments and phrases.
func Make(at source.Pos, name string, targs []TypeArg, args ...Phrase) Phrase {
	return Apply(&Prim{Of: Lookup(name), Args: targs, At: at}, args...)
}
