// Package script is FutharkScript as test blocks use it: small expressions that call the entry points
// of a program, and whose values become the arguments of the one under test.
//
//	let (xs, k) = mk 10i64 in ({points = xs, scale = 2.0}, k, $loaddata "data.in")
//
// A value is one of an entry point's types (entry.Type), and then known by its leaves; or a literal, a
// tuple or a record, whose type the parameter decides that it is given to.
package script

// Exp is *Literal, *Call, *Tuple, *Record, *List, *Project or *Let.
type Exp interface{ isExp() }

type (
	// Literal is a number, a truth value, a string, or an array of these, as text.
	Literal struct{ Text string }

	// Call applies an entry point, a variable of a let (without arguments), or a builtin, whose
	// name begins with $.
	Call struct {
		Name string
		Args []Exp
	}

	// Tuple is (e, …); () has no elements.
	Tuple struct{ Elems []Exp }

	// Record is {name = e, …}.
	Record struct {
		Names []string
		Elems []Exp
	}

	// List is an array [e, …] that is not made of literals alone.
	List struct{ Elems []Exp }

	// Project is e.field.
	Project struct {
		Of    Exp
		Field string
	}

	// Let is let name = e in e, or let (name, …) = e in e. The name _ binds nothing.
	Let struct {
		Names       []string
		Bound, Body Exp
	}
)

func (*Literal) isExp() {}
func (*Call) isExp()    {}
func (*Tuple) isExp()   {}
func (*Record) isExp()  {}
func (*List) isExp()    {}
func (*Project) isExp() {}
func (*Let) isExp()     {}
