// Package types holds FCL's types, kinds and levels, and their unification.
//
// Kinds form a chain with a fork at its end (section 5.3.1 of the thesis has the first three):
//
//	TYP ⊃ GT ⊃ BT ⊃ SCALAR ⊃ NUM ⊃ INT, FLOAT
//
// TYP are all types, GT all but functions, BT scalars and pairs of them: what push arrays hold.
// SCALAR types can be compared, NUM types added.
package types

import (
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
)

// Kind is a kind, smaller kinds being larger numbers, except that no type is both INT and FLOAT.
type Kind uint8

// The kinds.
const (
	TYP Kind = iota
	GT
	BT
	SCALAR
	NUM
	INT
	FLOAT
)

var kindNames = [...]string{"TYP", "GT", "BT", "SCALAR", "NUM", "INT", "FLOAT"}

func (k Kind) String() string { return kindNames[k] }

// ParseKind finds a kind by its name.
func ParseKind(name string) (Kind, bool) {
	for k, n := range kindNames {
		if n == name {
			return Kind(k), true
		}
	}
	return 0, false
}

// what says what the types of a kind are, for messages.
func (k Kind) what() string {
	return [...]string{"a type", "no function", "a number, a truth value, or a pair of these", "a number or a truth value", "a number",
		"an integer", "a floating-point number"}[k]
}

// meet is the largest kind that is part of both.
func meet(a, b Kind) (Kind, bool) {
	if a+b == INT+FLOAT && a != b && min(a, b) == INT {
		return 0, false
	}
	return max(a, b), true
}

// Type is a type. The set is closed.
type Type interface{ isType() }

type (
	// Var is a type variable: of inference, until Is is set; of a signature if it is Rigid; or
	// quantified in a scheme. The kind of one that is Fixed stays.
	Var struct {
		Name         string
		Kind         Kind
		Rigid, Fixed bool
		Is           Type
	}
	// Base is the type of a scalar.
	Base struct{ Of scalar.Type }
	// Unit is the type of ().
	Unit struct{}
	// Pair is the type of pairs.
	Pair struct{ First, Second Type }
	// Fun is the type of functions.
	Fun struct{ Arg, Result Type }
	// Pull is the type of pull arrays.
	Pull struct{ Elem Type }
	// Push is the type of push arrays at a level.
	Push struct {
		Elem  Type
		Level Level
	}
	// Program is the type of programs at a level.
	Program struct {
		Level Level
		Of    Type
	}
)

func (*Var) isType()    {}
func (Base) isType()    {}
func (Unit) isType()    {}
func (Pair) isType()    {}
func (Fun) isType()     {}
func (Pull) isType()    {}
func (Push) isType()    {}
func (Program) isType() {}

// Level is Succ levels above Base, which is Z if it is nil.
type Level struct {
	Base *LevelVar
	Succ int
}

// LevelVar is a level variable, as Var is one of types.
type LevelVar struct {
	Name  string
	Rigid bool
	Is    *Level
}

// Scheme is a type with quantified variables.
type Scheme struct {
	Levels []*LevelVar
	Vars   []*Var
	Type   Type
}

// The base types that have names of their own.
var (
	Int    = Base{scalar.I64}
	Double = Base{scalar.F64}
	Bool   = Base{scalar.Bool}
)

// named are the base types by name.
var named = map[string]scalar.Type{"int": scalar.I64, "double": scalar.F64, "float": scalar.F32, "bool": scalar.Bool}

// ByName finds a base type, or unit.
func ByName(name string) (Type, bool) {
	if name == "unit" {
		return Unit{}, true
	}
	if t, ok := named[name]; ok {
		return Base{t}, true
	}
	t, ok := scalar.ParseType(name)
	return Base{t}, ok && t != scalar.F16
}

// Prune follows the links of variables at the top of a type.
func Prune(t Type) Type {
	for {
		v, ok := t.(*Var)
		if !ok || v.Is == nil {
			return t
		}
		t = v.Is
	}
}

// PruneLevel follows the links of a level.
func PruneLevel(l Level) Level {
	for l.Base != nil && l.Base.Is != nil {
		l = Level{l.Base.Is.Base, l.Base.Is.Succ + l.Succ}
	}
	return l
}

// Machine names the levels of a machine, from the innermost one.
type Machine []string

// Default is the machine of the thesis: threads, blocks and a grid.
var Default = Machine{"thread", "block", "grid"}

// Grid is the number of the outermost level.
func (m Machine) Grid() int { return len(m) - 1 }

// Level finds a level by its name.
func (m Machine) Level(name string) (int, bool) {
	for i, n := range m {
		if n == name {
			return i, true
		}
	}
	return 0, false
}

// LevelText prints a level.
func (m Machine) LevelText(l Level) string {
	l = PruneLevel(l)
	if l.Base == nil {
		if l.Succ < len(m) {
			return m[l.Succ]
		}
		return strings.Repeat("1+", l.Succ-len(m)+1) + m[len(m)-1]
	}
	name := l.Base.Name
	if name == "" {
		name = "_"
	}
	return strings.Repeat("1+", l.Succ) + name
}

// Text prints a type.
func (m Machine) Text(t Type) string { return m.text(t, false) }

func (m Machine) text(t Type, atom bool) string {
	switch t := Prune(t).(type) {
	case *Var:
		if t.Name == "" {
			return "_"
		}
		return t.Name
	case Base:
		for name, of := range named {
			if of == t.Of && name != "float" {
				return name
			}
		}
		return t.Of.String()
	case Unit:
		return "unit"
	case Pair:
		return "(" + m.text(t.First, false) + ", " + m.text(t.Second, false) + ")"
	case Fun:
		s := m.text(t.Arg, true) + " -> " + m.text(t.Result, false)
		if _, arg := Prune(t.Arg).(Fun); arg {
			s = "(" + m.text(t.Arg, false) + ") -> " + m.text(t.Result, false)
		}
		if atom {
			return "(" + s + ")"
		}
		return s
	case Pull:
		return "[" + m.text(t.Elem, false) + "]"
	case Push:
		return "[" + m.text(t.Elem, false) + "]<" + m.LevelText(t.Level) + ">"
	case Program:
		return "Program<" + m.LevelText(t.Level) + "> " + m.text(t.Of, true)
	}
	return "?"
}

// SchemeText prints a scheme as a signature has it.
func (m Machine) SchemeText(s *Scheme) string {
	var b strings.Builder
	if len(s.Levels)+len(s.Vars) > 0 {
		b.WriteString("forall")
		for i, l := range s.Levels {
			b.WriteString([]string{" <", ", "}[min(i, 1)] + l.Name)
			if i == len(s.Levels)-1 {
				b.WriteString(">")
			}
		}
		for _, v := range s.Vars {
			b.WriteString(" " + v.Name)
			if v.Kind != TYP {
				b.WriteString(":" + v.Kind.String())
			}
		}
		b.WriteString(". ")
	}
	return b.String() + m.Text(s.Type)
}
