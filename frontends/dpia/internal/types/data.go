// Package types holds the types of DPIA: natural numbers as polynomials, data types, which
// classify values, and phrase types, which classify what a program may do with them (sections
// 3.1 and 3.1.2 of the paper).
//
// Naturals are sym.Poly, whose normal form makes equality for all assignments of the variables
// the equality of polynomials. Types are values: no operation changes its operands.
package types

import (
	"strings"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Nat is a natural number.
type Nat = sym.Poly

// Data is a data type. The set is closed.
type Data interface{ isData() }

type (
	// Num is a number: the paper's num, at each scalar type.
	Num struct{ Elem scalar.Type }

	// Vec is a vector of K numbers: num<k>.
	Vec struct {
		K    Nat
		Elem Data
	}

	// Idx is the type of indices below N: idx(n).
	Idx struct{ N Nat }

	// Array is an array of N values: n.δ.
	Array struct {
		N    Nat
		Elem Data
	}

	// Pair is a pair of values: δ1 × δ2.
	Pair struct{ First, Second Data }

	// DataVar is a variable of kind data; while types are inferred, an unknown.
	DataVar struct{ Name name.Name }
)

func (Num) isData()     {}
func (Vec) isData()     {}
func (Idx) isData()     {}
func (Array) isData()   {}
func (Pair) isData()    {}
func (DataVar) isData() {}

// EqualData reports whether two data types are equal, naturals as polynomials.
func EqualData(a, b Data) bool {
	switch a := a.(type) {
	case Num:
		return a == b
	case DataVar:
		return a == b
	case Vec:
		b, ok := b.(Vec)
		return ok && a.K.Equal(b.K) && EqualData(a.Elem, b.Elem)
	case Idx:
		b, ok := b.(Idx)
		return ok && a.N.Equal(b.N)
	case Array:
		b, ok := b.(Array)
		return ok && a.N.Equal(b.N) && EqualData(a.Elem, b.Elem)
	case Pair:
		b, ok := b.(Pair)
		return ok && EqualData(a.First, b.First) && EqualData(a.Second, b.Second)
	}
	return false
}

// IsScalar reports whether d is a number, of which one store writes all.
func IsScalar(d Data) bool {
	_, ok := d.(Num)
	return ok
}

// A Subst replaces variables of the kinds nat and data.
type Subst struct {
	Nats  map[name.Name]Nat
	Datas map[name.Name]Data
}

// Nat applies s to a natural.
func (s Subst) Nat(n Nat) Nat {
	return n.Subst(func(v name.Name) (Nat, bool) {
		p, ok := s.Nats[v]
		return p, ok
	})
}

// Data applies s to a data type.
func (s Subst) Data(d Data) Data {
	switch d := d.(type) {
	case Vec:
		return Vec{s.Nat(d.K), s.Data(d.Elem)}
	case Idx:
		return Idx{s.Nat(d.N)}
	case Array:
		return Array{s.Nat(d.N), s.Data(d.Elem)}
	case Pair:
		return Pair{s.Data(d.First), s.Data(d.Second)}
	case DataVar:
		if to, ok := s.Datas[d.Name]; ok {
			return to
		}
	}
	return d
}

// Show spells variables.
type Show func(name.Name) string

// Base spells a variable as in the source.
func Base(n name.Name) string { return n.Base }

// DataText spells a data type as in a program.
func DataText(d Data, show Show) string {
	switch d := d.(type) {
	case Num:
		return d.Elem.String()
	case Vec:
		return DataText(d.Elem, show) + "<" + NatText(d.K, show) + ">"
	case Idx:
		return "idx[" + NatText(d.N, show) + "]"
	case Array:
		return atomText(d.N, show) + "." + DataText(d.Elem, show)
	case Pair:
		return "(" + DataText(d.First, show) + " * " + DataText(d.Second, show) + ")"
	case DataVar:
		return show(d.Name)
	}
	return "?"
}

// NatText spells a natural.
func NatText(n Nat, show Show) string { return n.Format(show) }

// atomText spells a natural that something follows.
func atomText(n Nat, show Show) string {
	text := NatText(n, show)
	if strings.ContainsAny(text, " *+-·") {
		return "(" + text + ")"
	}
	return text
}
