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

// SpaceOf is the index space of e, a segmented operator; nil when e is none.
func SpaceOf(e Exp) []SpaceDim {
	switch e := e.(type) {
	case *SegMap:
		return e.Space
	case *SegRed:
		return e.Space
	case *SegScan:
		return e.Space
	case *SegHist:
		return e.Space
	}
	return nil
}

// KernelBody is what e, a segmented operator, runs for each point; nil when e is
// none.
func KernelBody(e Exp) *Body {
	switch e := e.(type) {
	case *SegMap:
		return e.Body
	case *SegRed:
		return e.Body
	case *SegScan:
		return e.Body
	case *SegHist:
		return e.Body
	}
	return nil
}
