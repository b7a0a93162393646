package cli

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/core/imp"
)

// Peak memory is listed for each space; it used to be called "default", whatever the spaces
// were.
func TestTimesHaveThePeakOfEachSpace(t *testing.T) {
	var text bytes.Buffer
	m := runner.Measurement{File: "a.fut", Target: "gpu", Entry: "main", Case: "1", Spaces: map[imp.Space]int64{"": 5, "device": 7}}
	if err := timesAsJSON(&text, []runner.Measurement{m}); err != nil {
		t.Fatal(err)
	}
	var got map[string]struct {
		Datasets map[string]struct{ Bytes map[string]int64 }
	}
	if err := json.Unmarshal(text.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]int64{"default": 5, "device": 7}
	if diff := cmp.Diff(want, got["a.fut:main gpu"].Datasets["1"].Bytes); diff != "" {
		t.Errorf("bytes (-want +got):\n%s", diff)
	}
}

// Of two inputs with the same text, only the times of the last one used to be kept.
func TestTimesOfInputsWrittenAlike(t *testing.T) {
	var text bytes.Buffer
	m := runner.Measurement{File: "a.fut", Target: "wasm", Entry: "main", Case: "{1}"}
	if err := timesAsJSON(&text, []runner.Measurement{m, m, m}); err != nil {
		t.Fatal(err)
	}
	var got map[string]struct{ Datasets map[string]any }
	if err := json.Unmarshal(text.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	names := slices.Sorted(maps.Keys(got["a.fut:main"].Datasets))
	if diff := cmp.Diff([]string{"{1}", "{1} (2)", "{1} (3)"}, names); diff != "" {
		t.Errorf("inputs (-want +got):\n%s", diff)
	}
}
