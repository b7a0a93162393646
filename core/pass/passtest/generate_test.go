package passtest

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/interp"
)

// Generated programs are valid: the reference interpreter, which checks
// consumption and the contracts of partial operations, finds no fault but the
// program's own failures.
func TestGeneratedProgramsAreValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, args := Program(t)
		_, err := interp.Value(context.Background(), p, "main", args, limits)
		var failure *fault.Failure
		if err != nil && !errors.As(err, &failure) {
			t.Fatalf("%v\n%s", err, Describe(p, args))
		}
	})
}
