package source

import (
	"strings"
	"testing"
)

func TestCutWords(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	want := "no pass " + strings.Repeat("a", 200) + "… (1048576 bytes)\nat x"
	if got := CutWords("no pass " + long + "\nat x"); got != want {
		t.Errorf("got %.500q", got)
	}
	lines := strings.Repeat("a line of text\n", 1000)
	if got := CutWords(lines); got != lines {
		t.Errorf("lines are cut: %.200q", got)
	}
	if got := Cut(strings.Repeat("π", 1000)); got != strings.Repeat("π", 100)+"… (2000 bytes)" {
		t.Errorf("got %q", got)
	}
}

func TestPrintable(t *testing.T) {
	for s, want := range map[string]string{
		"a\tπ\n":          "a\tπ\n",
		"\x1b[31mred\x00": `\x1b[31mred\x00`,
		"a\u202eb\u200bc": `a\u202eb\u200bc`,
		"\xff\u009b\r":    `\xff\u009b\r`,
	} {
		if got := Printable(s); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
	}
}
