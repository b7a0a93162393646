package decide

import (
	"maps"
	"slices"
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// Variables are followed if a comparison, a condition or a size depends on them, through others too;
// a sum that a loop gathers, and the places of elements, are not.
func TestDemanded(t *testing.T) {
	p, err := imp.ParseSource("test.imp", `lamina imp
fun main(n: i64, xs: mem) -> (sum: i64)
  entry (n: "i64" = i64 in n, xs: "[n]i64" = [n]i64 in xs) -> ("i64" = i64 in sum) {
  var step: i64 = 1
  var place: i64 = 0
  var twice: i64 = n * 2
  for i: i64 < n {
    place <- i * 8
    var x: i64 = xs.i64[place in 0 + {(n : 1)}]
    sum <- sum + x
    step <- step + 1
  }
  var late: bool = gt.i64(step, twice)
}
`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range slices.SortedFunc(maps.Keys(demanded(p.Funs[0].Body)), name.Compare) {
		got = append(got, n.Base)
	}
	if want := []string{"late", "n", "step", "twice"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
