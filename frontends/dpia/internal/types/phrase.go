package types

import (
	"strings"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Phrase is a phrase type. The set is closed.
type Phrase interface{ isPhrase() }

type (
	// Exp is the type of phrases that can be read: exp[δ].
	Exp struct{ Data Data }

	// Acc is the type of places that can be written: acc[δ].
	Acc struct{ Data Data }

	// Comm is the type of commands.
	Comm struct{}

	// Prod offers two views of one thing: θ1 × θ2.
	Prod struct{ First, Second Phrase }

	// Fun is the type of functions, θ1 → θ2, or of passive ones, θ1 →p θ2.
	Fun struct {
		Param, Result Phrase
		Passive       bool
	}

	// All is the type of phrases that take a natural or a data type: (x : κ) → θ.
	All struct {
		Var    name.Name
		Kind   Kind
		Class  Class
		Hidden bool // the program does not write the argument
		Result Phrase
	}
)

func (Exp) isPhrase()  {}
func (Acc) isPhrase()  {}
func (Comm) isPhrase() {}
func (Prod) isPhrase() {}
func (Fun) isPhrase()  {}
func (All) isPhrase()  {}

// Kind is the kind of a variable in types.
type Kind uint8

// The kinds of type variables. Phrase types have kind phrase, over which nothing ranges.
const (
	KindNat Kind = iota
	KindData
)

func (k Kind) String() string { return [...]string{"nat", "data"}[k] }

// Class restricts a variable of kind data.
type Class uint8

// The classes of data.
const (
	AnyData Class = iota
	Scalars       // numbers
	Arith         // numbers and vectors of them
	Floats        // floats and vectors of them
)

// classes says what each class holds, as messages do.
var classes = [...]string{"a data type", "a number", "a number or a vector of numbers", "a float or a vector of floats"}

func (c Class) String() string { return classes[c] }

// Has reports whether a data type without variables belongs to the class.
func (c Class) Has(d Data) bool {
	switch d := d.(type) {
	case Num:
		return c != Floats || d.Elem.IsFloat()
	case Vec:
		return c != Scalars && c.Has(d.Elem)
	}
	return c == AnyData
}

// Var is the type of a variable in memory: it is written through .1 and read through .2.
func Var(d Data) Phrase { return Prod{Acc{d}, Exp{d}} }

// Passive reports whether phrases of type t only read (figure 2).
func Passive(t Phrase) bool {
	switch t := t.(type) {
	case Exp:
		return true
	case Prod:
		return Passive(t.First) && Passive(t.Second)
	case Fun:
		return t.Passive || Passive(t.Result)
	case All:
		return Passive(t.Result)
	}
	return false
}

// Equal reports whether two phrase types are equal.
func Equal(a, b Phrase) bool {
	switch a := a.(type) {
	case Exp:
		b, ok := b.(Exp)
		return ok && EqualData(a.Data, b.Data)
	case Acc:
		b, ok := b.(Acc)
		return ok && EqualData(a.Data, b.Data)
	case Comm:
		_, ok := b.(Comm)
		return ok
	case Prod:
		b, ok := b.(Prod)
		return ok && Equal(a.First, b.First) && Equal(a.Second, b.Second)
	case Fun:
		b, ok := b.(Fun)
		return ok && a.Passive == b.Passive && Equal(a.Param, b.Param) && Equal(a.Result, b.Result)
	}
	return false
}

// Phrase applies s to a phrase type.
func (s Subst) Phrase(t Phrase) Phrase {
	switch t := t.(type) {
	case Exp:
		return Exp{s.Data(t.Data)}
	case Acc:
		return Acc{s.Data(t.Data)}
	case Prod:
		return Prod{s.Phrase(t.First), s.Phrase(t.Second)}
	case Fun:
		return Fun{s.Phrase(t.Param), s.Phrase(t.Result), t.Passive}
	case All:
		t.Result = s.Phrase(t.Result)
		return t
	}
	return t
}

// Text spells a phrase type as in a program.
func Text(t Phrase, show Show) string {
	switch t := t.(type) {
	case Exp:
		return "exp[" + DataText(t.Data, show) + "]"
	case Acc:
		return "acc[" + DataText(t.Data, show) + "]"
	case Comm:
		return "comm"
	case Prod:
		return "(" + Text(t.First, show) + " * " + Text(t.Second, show) + ")"
	case Fun:
		arrow := " -> "
		if t.Passive {
			arrow = " ->p "
		}
		param := Text(t.Param, show)
		if _, isFun := t.Param.(Fun); isFun {
			param = "(" + param + ")"
		}
		return param + arrow + Text(t.Result, show)
	case All:
		open, shut := "(", ")"
		if t.Hidden {
			open, shut = "{", "}"
		}
		return open + show(t.Var) + " : " + t.Kind.String() + shut + " -> " + Text(t.Result, show)
	}
	return "?"
}

// String spells a phrase type with variables as in the source.
func String(t Phrase) string { return strings.TrimSpace(Text(t, Base)) }

// ScalarNames are the types of numbers that programs may name.
func ScalarNames() []scalar.Type {
	var out []scalar.Type
	for _, t := range scalar.Types() {
		if t.IsNumeric() && t != scalar.F16 {
			out = append(out, t)
		}
	}
	return out
}
