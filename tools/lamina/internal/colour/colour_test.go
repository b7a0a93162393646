package colour

import (
	"bytes"
	"regexp"
	"testing"

	"github.com/lamina-lang/lamina/core/source"
)

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestPaint: colours come and go within lines, and without them the message is what it was.
func TestPaint(t *testing.T) {
	f := &source.File{Name: "p.fut", Text: "def f = maps (+1)\ndef g = 1"}
	err := source.Errorf(source.Pos{File: "p.fut", Line: 1, Col: 9}, "Unknown name %q", "maps").
		Until(source.Pos{File: "p.fut", Line: 1, Col: 13}).
		WithNote(source.Pos{File: "p.fut", Line: 2, Col: 5}, "not this one").WithHint("did you mean %q?", "map").In(f)
	for _, message := range []string{err.Error(), "p.fut:1:1: warning: nothing uses \"x\" [unused]", "lamina: something else\n\nwith lines\n", ""} {
		painted := Paint(message)
		if got := escapes.ReplaceAllString(painted, ""); got != message {
			t.Errorf("without its colours the message is\n%q\nwant\n%q", got, message)
		}
		for line := range bytes.Lines([]byte(painted)) {
			all := escapes.FindAll(line, -1)
			if n := len(all); n > 0 && string(all[n-1]) != reset {
				t.Errorf("the colour goes on after the line %q", line)
			}
		}
	}
	want := dim + "p.fut:1:9: " + reset + bold + `Unknown name "maps"` + reset
	if got := Paint(err.Error()); got[:len(want)] != want {
		t.Errorf("the headline is %q, want %q", got[:len(want)], want)
	}
	if want := red + "^^^^" + reset; !bytes.Contains([]byte(Paint(err.Error())), []byte(want)) {
		t.Errorf("the carets are not %q", want)
	}
}

// TestNotWanted: what is no terminal gets no colours.
func TestNotWanted(t *testing.T) {
	if Wanted(&bytes.Buffer{}) {
		t.Error("a buffer gets colours")
	}
}
