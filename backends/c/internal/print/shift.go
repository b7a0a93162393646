package print

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lanes"
	"github.com/lamina-lang/lamina/core/scalar"
)

// shiftVector shifts n lanes by a constant less than their width; false if e does something else.
func (f *fn) shiftVector(e *imp.Prim, n int) (string, bool) {
	by, ok := lanes.ShiftOf(e, n)
	if !ok {
		return "", false
	}
	x, t := parens(f.expr(e.Args[0])), e.Type
	symbol := ">>"
	switch e.Fn {
	case scalar.Shr: // copies of a signed lane's sign move in
		return fmt.Sprintf("(%s >> %d)", x, by), true
	case scalar.Shl:
		symbol = "<<"
	}
	return fmt.Sprintf("((%s)((%s)%s %s %d))", f.typ(t, n), f.typ(t.Unsigned(), n), x, symbol, by), true
}
