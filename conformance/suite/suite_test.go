package suite_test

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/conformance/suite"
)

func TestCasesHaveNamesOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range suite.All() {
		if c.Run == nil || c.Name == "" || strings.ContainsAny(c.ID(), " \n") {
			t.Errorf("%q is not well formed", c.ID())
		}
		if seen[c.ID()] {
			t.Errorf("two cases are called %s", c.ID())
		}
		seen[c.ID()] = true
	}
	if len(seen) < 400 {
		t.Errorf("there are %d cases, fewer than 400", len(seen))
	}
	t.Logf("%d cases", len(seen))
}
