package tune_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/pass/passtest"
	"github.com/lamina-lang/lamina/passes/tune"
)

func TestGolden(t *testing.T) { passtest.Run(t, "testdata", "tune") }

func TestSetRefusesWhatSetsNoThreshold(t *testing.T) {
	for _, pair := range []string{"", "a", "a=", "=1", "a=x", "a:b=1", "a;b=1", "a=-1"} {
		if text, err := tune.Set([]string{pair}); err == nil {
			t.Errorf("Set(%q) = %q, want an error", pair, text)
		}
	}
	if text, err := tune.Set([]string{"a=1", "b=0"}); err != nil || text != "a:1;b:0" {
		t.Errorf("Set = %q, %v", text, err)
	}
}
