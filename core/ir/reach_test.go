package ir_test

import (
	"slices"
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
)

func TestKeepLeavesWhatIsCalled(t *testing.T) {
	const text = `lamina soac

fun leaf(x: i64) -> (r: i64) { in (x) }

fun middle(x_1: i64) -> (r_1: i64) {
  let (y_1: i64) = call leaf(x_1)
  in (y_1)
}

fun first(x_2: i64) -> (r_2: i64) {
  let (y_2: i64) = call middle(x_2)
  in (y_2)
}

fun second(x_3: i64) -> (r_3: i64) {
  let (y_3: i64) = call leaf(x_3)
  in (y_3)
}
`
	for entry, want := range map[string][]string{
		"first":  {"leaf", "middle", "first"},
		"second": {"leaf", "second"},
		"none":   nil,
	} {
		p, err := ir.ParseSource("keep.lir", text)
		if err != nil {
			t.Fatal(err)
		}
		p.Keep(entry)
		var got []string
		for _, f := range p.Funs {
			got = append(got, f.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("Keep(%q) leaves %v, want %v", entry, got, want)
		}
	}
}
