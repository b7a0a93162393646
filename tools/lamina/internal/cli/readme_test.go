package cli

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

var (
	fence = regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$")
	// shellLine matches a shell line of the README that runs the command, perhaps on echoed
	// input.
	shellLine = regexp.MustCompile(`^\$ (?:echo '(.*)' \| )?bin/lamina (.*)$`)
	// nameNumber matches the number of a name, which may change with the compiler.
	nameNumber = regexp.MustCompile(`_[0-9]+\b`)
)

// TestReadme runs the README: its program is the example's, and each command prints what is
// shown below it, where … stands for any lines.
func TestReadme(t *testing.T) {
	examples, err := examplesDir()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Dir(examples))
	readme := read(t, "README.md")
	ran := 0
	for _, block := range fence.FindAllStringSubmatch(readme, -1) {
		language, text := block[1], block[2]
		if language == "futhark" && text != read(t, "examples/center.fut") {
			t.Error("the README's program is not examples/center.fut")
		}
		for command := range strings.SplitSeq(text, "\n$ ") {
			line, want, _ := strings.Cut(strings.TrimPrefix(command, "$ "), "\n")
			m := shellLine.FindStringSubmatch("$ " + line)
			if m == nil {
				continue
			}
			ran++
			var out, errs strings.Builder
			code := Main(context.Background(), strings.Fields(m[2]), verb.Streams{In: strings.NewReader(m[1]), Out: &out, Err: &errs})
			if code != 0 || errs.Len() > 0 {
				t.Errorf("%s: exit code %d, %s", line, code, errs.String())
			}
			if !shows(out.String(), want) {
				t.Errorf("%s prints\n%s\nThe README says\n%s", line, out.String(), want)
			}
		}
	}
	if ran != 3 {
		t.Errorf("ran %d commands of the README, want 3", ran)
	}
}

// shows reports whether out consists of want's lines, ignoring numbers of names; a line …
// in want stands for any lines.
func shows(out, want string) bool {
	want = strings.TrimSuffix(want, "\n")
	var pattern strings.Builder
	pattern.WriteString(`\A`)
	for line := range strings.SplitSeq(want, "\n") {
		if line == "…" {
			pattern.WriteString(`(?s:.*)`)
			continue
		}
		pattern.WriteString(`(?m:^)` + regexp.QuoteMeta(nameNumber.ReplaceAllString(line, "")) + `\n`)
	}
	pattern.WriteString(`\z`)
	return regexp.MustCompile(pattern.String()).MatchString(nameNumber.ReplaceAllString(out, ""))
}

func read(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
