package shortcircuit

import (
	"slices"
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
)

// Numbers between two numbers run out after some fifty insertions at one place; the order
// must not.
func TestInsertionsAtOnePlaceKeepTheOrder(t *testing.T) {
	q := &sequence{body: &ir.Body{}}
	first, last := q.append(&ir.Stm{}), q.append(&ir.Stm{})
	want := []*node{first}
	for range 200 {
		n := &node{stm: &ir.Stm{}}
		q.insert(n, last)
		want = append(want, n)
	}
	want = append(want, last)
	var got []*node
	for n := q.first; n != nil; n = n.next {
		got = append(got, n)
	}
	if !slices.Equal(got, want) {
		t.Fatal("the list is not in the order of insertion")
	}
	for i, n := range want {
		for j, m := range want {
			if q.isBefore(n, m) != (i < j) {
				t.Fatalf("isBefore of statements %d and %d is %v", i, j, i >= j)
			}
		}
	}
}
