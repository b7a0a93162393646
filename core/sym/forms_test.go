package sym

import (
	"testing"

	"github.com/lamina-lang/lamina/core/name"
)

// A monomial keeps its number, however many follow it. With two numbers it would be in a
// sum twice, and its coefficients would not cancel.
func TestMonomialsKeepTheirNumbers(t *testing.T) {
	const n = 2000
	vars := func(k int) []name.Name {
		x := name.Name{Base: "x", ID: k % 50}
		return []name.Name{x, {Base: "y", ID: k / 50}}
	}
	var s monomials
	for k := range n {
		if number, known := s.number(vars(k)); known || number != k {
			t.Fatalf("new monomial %d has number %d (known: %v)", k, number, known)
		}
	}
	for k := range n {
		if number, known := s.number(vars(k)); !known || number != k {
			t.Errorf("monomial %d has number %d (known: %v)", k, number, known)
		}
	}
}
