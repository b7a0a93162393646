package scoped_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/lamina-lang/lamina/frontends/lower/internal/scoped"
)

// TestTable: the innermost scope that knows a key answers, and what a scope knew goes with it.
func TestTable(t *testing.T) {
	table := scoped.Table[int, string, string]{}
	for _, f := range []struct {
		scope    int
		key, say string
	}{{0, "x", "outer"}, {1, "x", "first"}, {1, "x", "inner"}, {1, "y", "y"}} {
		table.Set(f.scope, f.key, f.say)
	}
	if v, ok := table.Innermost("x"); v != "inner" || !ok {
		t.Errorf("x is %q, %v", v, ok)
	}
	if all := slices.Collect(table.About("x")); !slices.Equal(all, []string{"inner", "outer"}) {
		t.Errorf("of x is known %q", all)
	}
	table.Drop(1, maps.Keys(map[string]bool{"x": true, "y": true}))
	if v, _ := table.Innermost("x"); v != "outer" {
		t.Errorf("outside, x is %q", v)
	}
	if _, ok := table.Innermost("y"); ok || len(table) != 1 {
		t.Errorf("outside, y is known: %v", table)
	}
}
