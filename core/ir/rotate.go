package ir

import "github.com/lamina-lang/lamina/core/name"

// Rotate is Array with dimension Dim, of size n, rotated: element i along it is Array's
// element i + Amount, or i + Amount - n if that is out of bounds.
type Rotate struct {
	Dim    int
	Amount Atom
	Array  name.Name
}

func (*Rotate) Op() string { return "rotate" }

// Visit calls v for every part, in the order of the text form.
func (e *Rotate) Visit(v Visitor) {
	v.Int("dim", &e.Dim)
	v.Atom("", &e.Amount)
	v.Var("", &e.Array)
}
