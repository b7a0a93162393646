package ir

import "github.com/lamina-lang/lamina/core/name"

// Inputs are where e keeps the function that it applies to the elements of
// arrays, which may be nil, and the arrays; nil when e is not a second-order
// array combinator.
func Inputs(e Exp) (fn **Lambda, arrays *[]name.Name) {
	switch e := e.(type) {
	case *Map:
		return &e.Fn, &e.Arrays
	case *Reduce:
		return &e.Fn, &e.Arrays
	case *Scan:
		return &e.Fn, &e.Arrays
	case *Scatter:
		return &e.Fn, &e.Arrays
	case *Hist:
		return &e.Fn, &e.Arrays
	}
	return nil, nil
}

// Width is the number of elements that e, a second-order array combinator,
// takes; the zero Atom when e is none.
func Width(e Exp) Atom {
	switch e := e.(type) {
	case *Map:
		return e.Width
	case *Reduce:
		return e.Width
	case *Scan:
		return e.Width
	case *Scatter:
		return e.Width
	case *Hist:
		return e.Width
	}
	return Atom{}
}
