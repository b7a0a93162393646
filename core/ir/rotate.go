package ir

import "github.com/lamina-lang/lamina/core/name"

// Rotate is Array with dimension Dim shifted in a cycle: element i along it is Array's
// element i + Amount, or i + Amount - n where the dimension of size n has no such one.
type Rotate struct {
	Dim    int
	Amount Atom
	Array  name.Name
}

func (*Rotate) Op() string { return "rotate" }

// Visit shows every part to v, in the order of the text form.
func (e *Rotate) Visit(v Visitor) {
	v.Int("dim", &e.Dim)
	v.Atom("", &e.Amount)
	v.Var("", &e.Array)
}
