package accelerate

import (
	"errors"
	"strings"
	"testing"
)

func TestFutharkInPlainGo(t *testing.T) {
	double := Futhark("(* 2)", func(x int) int { return 2 * x })
	if got := double(3); got != 6 {
		t.Errorf("the function of Go's is not called: %d", got)
	}
	_, err := Try(func() int { return Futhark[func(int) int]("(* 2)")(3) })
	var e *Error
	if !errors.As(err, &e) || !strings.Contains(e.Message, "lamina go") {
		t.Errorf("without a function of Go's the error is %v", err)
	}
}
