package types

import (
	"strconv"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/syntax"
)

// A Scope binds the variables of kinds nat and data that a type may use: the context Δ of the
// kinding rules (figure 1).
type Scope struct {
	Names *name.Supply
	vars  map[string]All
	outer *Scope
}

// NewScope returns an empty scope.
func NewScope(names *name.Supply) *Scope { return &Scope{Names: names} }

// Inner returns a scope inside s.
func (s *Scope) Inner() *Scope { return &Scope{s.Names, map[string]All{}, s} }

// Bind binds a variable; All holds its name, kind and class.
func (s *Scope) Bind(text string, v All) { s.vars[text] = v }

// Lookup finds a variable.
func (s *Scope) Lookup(text string) (All, bool) {
	for ; s != nil; s = s.outer {
		if v, ok := s.vars[text]; ok {
			return v, true
		}
	}
	return All{}, false
}

// kinds may stand in a binder instead of a phrase type.
var kinds = map[string]All{
	"nat":    {Kind: KindNat},
	"data":   {Kind: KindData},
	"scalar": {Kind: KindData, Class: Scalars},
	"arith":  {Kind: KindData, Class: Arith},
	"float":  {Kind: KindData, Class: Floats},
}

// KindOf is the kind that a tree names; false if it is a phrase type's.
func KindOf(t *syntax.Type) (All, bool) {
	k, ok := kinds[t.Text]
	return k, ok && t.Op == "name"
}

// Phrase resolves a phrase type.
func (s *Scope) Phrase(t *syntax.Type) (Phrase, error) {
	switch t.Op {
	case "exp", "acc":
		d, err := s.Data(t.Args[0])
		if t.Op == "exp" {
			return Exp{d}, err
		}
		return Acc{d}, err
	case "comm":
		return Comm{}, nil
	case "*", "->", "->p":
		a, err := s.Phrase(t.Args[0])
		if err != nil {
			return nil, err
		}
		b, err := s.Phrase(t.Args[1])
		if t.Op == "*" {
			return Prod{a, b}, err
		}
		return Fun{a, b, t.Op == "->p"}, err
	case "all":
		return s.all(t)
	}
	return nil, source.Errorf(t.Pos, "%s is no phrase type", describe(t)).
		WithHint("phrase types are exp[δ], acc[δ], comm, θ * θ, θ -> θ and θ ->p θ")
}

// all resolves {x y : κ} -> θ.
func (s *Scope) all(t *syntax.Type) (Phrase, error) {
	kind, ok := KindOf(t.Binder.Type)
	if !ok {
		return nil, source.Errorf(t.Binder.Type.Pos, "%s is no kind", describe(t.Binder.Type)).WithHint("kinds are nat and data")
	}
	inner := s.Inner()
	vars := make([]All, len(t.Binder.Names))
	for i, n := range t.Binder.Names {
		vars[i] = kind
		vars[i].Var, vars[i].Hidden = s.Names.Fresh(n.Text), t.Binder.Hidden
		inner.Bind(n.Text, vars[i])
	}
	out, err := inner.Phrase(t.Args[0])
	if err != nil {
		return nil, err
	}
	for i := len(vars) - 1; i >= 0; i-- {
		vars[i].Result = out
		out = vars[i]
	}
	return out, nil
}

// Data resolves a data type.
func (s *Scope) Data(t *syntax.Type) (Data, error) {
	switch t.Op {
	case "name":
		if v, ok := s.Lookup(t.Text); ok {
			if v.Kind != KindData {
				return nil, source.Errorf(t.Pos, "%s is a natural number, not a data type", t.Text).
					WithHint("an array of %s numbers is %s.f32", t.Text, t.Text)
			}
			return DataVar{v.Var}, nil
		}
		if e, ok := scalar.ParseType(t.Text); ok && e.IsNumeric() && e != scalar.F16 {
			return Num{e}, nil
		}
		return nil, source.Errorf(t.Pos, "there is no data type %s", source.Cut(t.Text)).
			WithHint("numbers are %s; declare a variable with {%s : data}", scalarNames(), source.Cut(t.Text))
	case ".", "<":
		return s.sized(t)
	case "*":
		a, err := s.Data(t.Args[0])
		if err != nil {
			return nil, err
		}
		b, err := s.Data(t.Args[1])
		return Pair{a, b}, err
	case "idx":
		n, err := s.Nat(t.Args[0])
		return Idx{n}, err
	}
	return nil, source.Errorf(t.Pos, "%s is no data type", describe(t)).
		WithHint("data types are numbers (f32, i32, …), n.δ, δ * δ, f32<4> and idx[n]")
}

func scalarNames() string {
	text := ""
	for i, t := range ScalarNames() {
		if i > 0 {
			text += ", "
		}
		text += t.String()
	}
	return text
}

// sized resolves an array or a vector type.
func (s *Scope) sized(t *syntax.Type) (Data, error) {
	size, elem := t.Args[0], t.Args[1]
	if t.Op == "<" {
		size, elem = elem, size
	}
	n, err := s.Nat(size)
	if err != nil {
		return nil, err
	}
	d, err := s.Data(elem)
	if err != nil || t.Op == "." {
		return Array{n, d}, err
	}
	if _, isVar := d.(DataVar); !IsScalar(d) && !isVar {
		return nil, source.Errorf(t.Pos, "a vector holds numbers, not %s", DataText(d, Base)).WithNote(elem.Pos, "the elements")
	}
	if k, known := n.AsConst(); known && !Lanes(k) {
		return nil, source.Errorf(size.Pos, "a vector has 2, 3, 4, 8 or 16 numbers, not %d", k)
	}
	return Vec{n, d}, nil
}

// Lanes reports whether vectors may have k numbers.
func Lanes(k int64) bool { return k == 2 || k == 3 || k == 4 || k == 8 || k == 16 }

// Nat resolves a natural number.
func (s *Scope) Nat(t *syntax.Type) (Nat, error) {
	switch t.Op {
	case "number":
		return Literal(t.Text, t.Pos)
	case "name":
		v, ok := s.Lookup(t.Text)
		if !ok {
			return Nat{}, source.Errorf(t.Pos, "there is no natural number %s", source.Cut(t.Text)).
				WithHint("declare it before it is used: {%s : nat}", source.Cut(t.Text))
		}
		if v.Kind != KindNat {
			return Nat{}, source.Errorf(t.Pos, "%s is a data type, not a natural number", t.Text)
		}
		return sym.Var(v.Var), nil
	case "+", "*":
		a, err := s.Nat(t.Args[0])
		if err != nil {
			return Nat{}, err
		}
		b, err := s.Nat(t.Args[1])
		if t.Op == "+" {
			return a.Add(b), err
		}
		return a.Mul(b), err
	}
	return Nat{}, source.Errorf(t.Pos, "%s is no natural number", describe(t)).
		WithHint("naturals are numbers, variables of kind nat, sums and products")
}

// Literal reads a natural number.
func Literal(text string, pos source.Pos) (Nat, error) {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return Nat{}, source.Errorf(pos, "%s is no natural number below 2^31", source.Cut(text))
	}
	return sym.Const(n), nil
}

// describe names a tree for messages.
func describe(t *syntax.Type) string {
	switch t.Op {
	case "name", "number":
		return source.Cut(t.Text)
	case "exp", "acc":
		return t.Op + "[…]"
	case "idx":
		return "idx[…]"
	case "comm":
		return "comm"
	case ".":
		return "an array type"
	case "<":
		return "a vector type"
	case "all":
		return "a type with parameters in braces"
	}
	return "a type with " + t.Op
}
