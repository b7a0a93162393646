package interp

import (
	"context"
	"errors"
	"fmt"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/value"
)

// Validate runs an entry point of a mem program with both semantics. The program is valid
// on these arguments if both compute the same, bit for bit (all NaNs count as the same),
// or fail with the same error (IFL'22 §3.3.1). The error describes the difference, or why
// a run ended otherwise.
func Validate(ctx context.Context, prog *ir.Program, entry string, args []value.Value, opts Options) error {
	want, meantErr := Value(ctx, prog, entry, args, opts)
	got, _, gotErr := Heap(ctx, prog, entry, args, opts)
	return agree(want, meantErr, got, gotErr)
}

// agree compares the outcome of a run with value semantics with one on the heap.
func agree(want []value.Value, meantErr error, got []value.Value, gotErr error) error {
	var meant, failed *fault.Failure
	switch {
	case errors.As(meantErr, &meant) && errors.As(gotErr, &failed):
		if meant.Message != failed.Message {
			return invalidf("on the heap the program fails with %q, but with value semantics with %q", failed.Message, meant.Message)
		}
		return nil
	case meantErr != nil && gotErr == nil:
		return fmt.Errorf("value semantics only: %w", meantErr)
	case gotErr != nil && meantErr == nil:
		return fmt.Errorf("heap semantics only: %w", gotErr)
	case gotErr != nil:
		return gotErr
	}
	for i := range want {
		if value.Equal(want[i], got[i]) {
			continue
		}
		return invalidf("result %d differs on the heap from what it is with value semantics: %s", i, difference(want[i], got[i]))
	}
	return nil
}

func invalidf(format string, args ...any) error {
	return &fault.Invalid{Message: fmt.Sprintf(format, args...)}
}

// difference says where two values with different bits differ.
func difference(want, got value.Value) string {
	if err := value.Compare(want, got, 0); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("expected %s, got %s (the sign of a zero)", want, got)
}
