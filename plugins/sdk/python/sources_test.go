package python

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/wire"
)

// TestVersions requires the package to take the versions of the IR that its schema describes.
func TestVersions(t *testing.T) {
	text, err := Sources.ReadFile("lamina/plugin.py")
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("\nIR_OLDEST, IR_NEWEST = %d, %d ", wire.Oldest, wire.Newest)
	if !strings.Contains(string(text), want) {
		t.Errorf("plugin.py does not say %q", want)
	}
}
