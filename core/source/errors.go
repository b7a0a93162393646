package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Errors are several things wrong in one program, in order of their places. There is at
// least one. errors.As finds the first.
type Errors []*Error

// maxShown is how many errors are shown of those that there are.
const maxShown = 20

// Join is the error that all of es make together: nil, the one, or Errors, in order and each
// once.
func Join(es []*Error) error {
	es = slices.Clone(es)
	slices.SortStableFunc(es, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	es = slices.CompactFunc(es, func(a, b *Error) bool { return a.Pos == b.Pos && a.Msg == b.Msg })
	switch len(es) {
	case 0:
		return nil
	case 1:
		return es[0]
	}
	return Errors(es)
}

// Error renders the messages one after the other, those beyond the first twenty as their number.
func (es Errors) Error() string {
	var b strings.Builder
	for i, e := range es {
		if i == maxShown {
			fmt.Fprintf(&b, "\nand %d more errors", len(es)-maxShown)
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.Error())
	}
	return b.String()
}

// Unwrap returns the errors.
func (es Errors) Unwrap() []error {
	out := make([]error, len(es))
	for i, e := range es {
		out[i] = e
	}
	return out
}

// In gives all errors the text of f.
func (es Errors) In(f *File) Errors {
	for _, e := range es {
		e.In(f)
	}
	return es
}
