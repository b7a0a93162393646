package functional

import (
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
)

// Every operation of core/ir means something.
func TestEveryOperationHasAMeaning(t *testing.T) {
	for _, op := range ir.Operations() {
		if meanings[op] == nil {
			t.Errorf("the interpreter does not know %s", op)
		}
	}
}
