package wirefmt

import "errors"

// Budget limits the memory that decoding takes. A message of two bytes becomes a
// struct of hundreds: the size of what is decoded says little of that. The zero Budget
// has no limit.
type Budget struct {
	Most int64 // in bytes; 0 is no limit
	used int64
}

// What decoding takes for each of these, in bytes, rounded up.
const (
	perMessage = 192 // the struct, and the pointer to it
	perValue   = 24  // a field: it may be an element of a list of strings
	perNumber  = 8
)

// ErrBudget is what decoding fails with that would take more than its budget.
var ErrBudget = errors.New("it takes more memory than it may, decoded")

// lacks reports whether so much more is not left.
func (b *Budget) lacks(n int64) bool { return b.Most > 0 && b.used+n > b.Most }

func (b *Budget) take(n int64) error {
	if b.used += n; b.used > b.Most && b.Most > 0 {
		return ErrBudget
	}
	return nil
}
