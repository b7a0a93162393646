package certify

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/conformance/suite"
)

// Several processes run the cases of a file together, large files first; one process runs
// all cases in order.
func TestCasesOfAFileGoTogether(t *testing.T) {
	var cases []*suite.Case
	for _, name := range []string{"a/x-1", "b/x-1", "b/x-2", "b/y-1"} {
		cases = append(cases, &suite.Case{Suite: "language", Name: name, OfFile: true})
	}
	cases = append(cases, &suite.Case{Suite: "sizes", Name: "map/1"}, &suite.Case{Suite: "sizes", Name: "map/2"})
	for jobs, want := range map[int][][]string{
		1: {{"language/a/x-1"}, {"language/b/x-1"}, {"language/b/x-2"}, {"language/b/y-1"}, {"sizes/map/1"}, {"sizes/map/2"}},
		8: {{"language/b/x-1", "language/b/x-2", "language/b/y-1"}, {"language/a/x-1"}, {"sizes/map/1"}, {"sizes/map/2"}},
	} {
		var got [][]string
		for _, g := range byFile(cases, jobs) {
			var ids []string
			for _, c := range g {
				ids = append(ids, c.ID())
			}
			got = append(got, ids)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d jobs (-want +got):\n%s", jobs, diff)
		}
	}
}
