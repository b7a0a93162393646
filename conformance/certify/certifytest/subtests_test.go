package certifytest

import (
	"flag"
	"slices"
	"testing"

	"github.com/lamina-lang/lamina/conformance/suite"
)

// TestSelected: patterns with alternatives and groups select the cases that testing selects as
// subtests, and no others.
func TestSelected(t *testing.T) {
	cases := []*suite.Case{{Suite: "numerics", Name: "add.i64"}, {Suite: "numerics", Name: "sub.i64"}, {Suite: "numerics", Name: "add.f32"}, {Suite: "sizes", Name: "map-0"}}
	for _, c := range []struct {
		run, skip string
		want      []string
	}{
		{"", "", []string{"numerics/add.i64", "numerics/sub.i64", "numerics/add.f32", "sizes/map-0"}},
		{"TestAll/numerics/(add|sub).i64", "", []string{"numerics/add.i64", "numerics/sub.i64"}},
		{"TestAll/numerics/sub|TestAll/sizes", "", []string{"numerics/sub.i64", "sizes/map-0"}},
		{"TestAll/(numerics/nothing|sizes)", "", []string{"sizes/map-0"}}, // one level
		{"TestAll/numerics/[as][du][db].i", "", []string{"numerics/add.i64", "numerics/sub.i64"}},
		{"", "TestAll/numerics/add|TestAll/sizes", []string{"numerics/sub.i64"}},
		{"TestOther", "", nil},
	} {
		for name, value := range map[string]string{"test.run": c.run, "test.skip": c.skip} {
			before := flag.Lookup(name).Value.String()
			if err := flag.Set(name, value); err != nil {
				t.Fatal(err)
			}
			defer flag.Set(name, before)
		}
		var got []string
		for _, s := range selected("TestAll", cases) {
			got = append(got, s.ID())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("-run %q -skip %q selects %q, want %q", c.run, c.skip, got, c.want)
		}
	}
}
