package source

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestErrorsAreInOrderAndCapped(t *testing.T) {
	at := func(line int) Pos { return Pos{File: "p.fut", Line: line, Col: 1} }
	if Join(nil) != nil {
		t.Error("no errors are an error")
	}
	one := Errorf(at(1), "one")
	if Join([]*Error{one, Errorf(at(1), "one")}) != error(one) {
		t.Error("an error that is there twice is not one")
	}
	two := Join([]*Error{Errorf(at(2), "later"), Errorf(at(1), "earlier").WithHint("a hint")})
	if want := "p.fut:1:1: earlier\nhint: a hint\np.fut:2:1: later"; two.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", two, want)
	}
	var first *Error
	if !errors.As(two, &first) || first.Msg != "earlier" {
		t.Errorf("the first error is %v", first)
	}
	var many []*Error
	for i := range 25 {
		many = append(many, Errorf(at(i+1), "wrong"))
	}
	text := Join(many).Error()
	if n := strings.Count(text, "wrong"); n != maxShown || !strings.HasSuffix(text, fmt.Sprintf("\nand %d more errors", 25-maxShown)) {
		t.Errorf("%d messages of 25:\n%s", n, text)
	}
}
