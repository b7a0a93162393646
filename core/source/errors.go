package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Errors are one or more errors in a program, ordered by position. errors.As finds the
// first.
type Errors []*Error

// maxShown is the number of errors that Error shows.
const maxShown = 20

// Join returns es as one error, sorted and without duplicates: nil, the only error, or
// Errors.
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

// Error renders the messages one after the other; after the first twenty it only counts
// the rest.
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
