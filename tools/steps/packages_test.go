package main

import (
	"bytes"
	"strings"
	"testing"
)

// What steps need is printed before anything is installed or runs: packages, room on disk, minutes.
func TestNeedsArePrinted(t *testing.T) {
	optional := &step{name: "talk", packages: []string{"lamina-nowhere"}, minutes: 3}
	required := &step{name: "walk", packages: []string{"lamina-nowhere", "lamina-elsewhere"}, required: true, minutes: 4}
	var out bytes.Buffer
	if err := provide(t.Context(), &out, []*step{optional}, never); err != nil {
		t.Errorf("a step that can do without its packages: %v", err)
	}
	err := provide(t.Context(), &out, []*step{optional, required}, never)
	if want := "the steps walk need lamina-nowhere lamina-elsewhere"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a step without packages that it requires: %v, want %s", err, want)
	}
	for _, want := range []string{
		"about 3 minutes", "about 7 minutes", "1.5 GB on disk", "not installed (", "): lamina-nowhere\n", "): lamina-nowhere lamina-elsewhere\n",
		"apt-get install --no-install-recommends lamina-nowhere\n", "Tests that need one of them are skipped, and say so.\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the needs lack %q:\n%s", want, out.String())
		}
	}
	out.Reset()
	if err := provide(t.Context(), &out, members("quick"), ask); err != nil || out.Len() > 0 {
		t.Errorf("the quick group needs %q (%v), want nothing", out.String(), err)
	}
}
