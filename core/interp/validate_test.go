package interp

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// A program is valid if both semantics come to the same: the same values bit by bit, or
// the same failure.
func TestAgree(t *testing.T) {
	one, other := value.Scalar(scalar.Int(scalar.I32, 1)), value.Scalar(scalar.Int(scalar.I32, 7))
	zero, negative := value.Scalar(scalar.Float(scalar.F32, 0)), value.Scalar(scalar.Float(scalar.F32, math.Copysign(0, -1)))
	failed, failedElse := fault.Failf("x is 1"), fault.Failf("x is 2")
	stopped := errors.New("run stopped")
	type ending struct {
		v   value.Value
		err error
	}
	for _, c := range []struct {
		meant, got ending
		want       string
	}{
		{ending{v: one}, ending{v: one}, ""},
		{ending{v: one}, ending{v: other}, "result 0 differs on the heap from what it is with value semantics: expected 1i32, got 7i32"},
		{ending{v: zero}, ending{v: negative}, "(the sign of a zero)"},
		{ending{err: failed}, ending{err: failed}, ""},
		{ending{err: failed}, ending{err: failedElse}, `fails with "x is 2", but with value semantics with "x is 1"`},
		{ending{err: failed}, ending{v: one}, "value semantics only: x is 1"},
		{ending{v: one}, ending{err: failed}, "heap semantics only: x is 1"},
		{ending{err: stopped}, ending{err: stopped}, "run stopped"},
	} {
		err := agree([]value.Value{c.meant.v}, c.meant.err, []value.Value{c.got.v}, c.got.err)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: got %v, want %q", c, err, c.want)
		}
	}
}
