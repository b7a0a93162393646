package fut

import (
	"slices"
	"strings"
	"testing"
)

// TestMembersOfScalarModules: operators, conversions, constants and definitions are listed with the types that
// Futhark documents for them.
func TestMembersOfScalarModules(t *testing.T) {
	all, err := Prelude()
	if err != nil {
		t.Fatal(err)
	}
	x := all[len(all)-1]
	found := map[string][]string{}
	for _, e := range x.Outline() {
		for _, m := range e.Members {
			found[e.Name] = append(found[e.Name], strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(x.Text()[m.At.Line-1]), "val")))
		}
	}
	for module, want := range map[string][]string{
		"f32":  {"sqrt : f32 -> f32", "pi : f32", "i64 : i64 -> f32", "(+) : f32 -> f32 -> f32", "fma : f32 -> f32 -> f32 -> f32", "isnan : f32 -> bool", "to_bits : f32 -> u32"},
		"i8":   {"abs : i8 -> i8", "highest : i8", "(>>>) : i8 -> i8 -> i8", "(%%) : i8 -> i8 -> i8", "popc : i8 -> i32", "num_bits : i32"},
		"bool": {"i32 : i32 -> bool"},
	} {
		for _, w := range want {
			if !slices.Contains(found[module], w) {
				t.Errorf("%s has no %s:\n%s", module, w, strings.Join(found[module], "\n"))
			}
		}
		if slices.ContainsFunc(found[module], func(m string) bool { return strings.HasPrefix(m, "sqrt") }) != (module == "f32") {
			t.Errorf("sqrt in %s", module)
		}
	}
}
