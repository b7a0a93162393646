package cli

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// shellWord matches a word of a command line: in either kind of quotes, or plain.
var shellWord = regexp.MustCompile(`'([^']*)'|"([^"]*)"|(\S+)`)

// TestMemoryPage runs the prover's commands in docs/memory.md. Proofs exit with 0,
// everything else with 1.
func TestMemoryPage(t *testing.T) {
	examples, err := examplesDir()
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, block := range fence.FindAllStringSubmatch(read(t, filepath.Join(examples, "../docs/memory.md")), -1) {
		if block[1] != "console" {
			continue
		}
		for command := range strings.SplitSeq("\n"+block[2], "\n$ lamina ") {
			line, want, _ := strings.Cut(command, "\n")
			if line == "" {
				continue
			}
			ran++
			var args []string
			for _, m := range shellWord.FindAllStringSubmatch(line, -1) {
				args = append(args, m[1]+m[2]+m[3])
			}
			var out, errs strings.Builder
			code := Main(context.Background(), args, verb.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
			if errs.Len() > 0 || (code == 0) != strings.Contains(out.String(), "are disjoint") {
				t.Errorf("%s: exit code %d, %s", line, code, errs.String())
			}
			if !shows(out.String(), want) {
				t.Errorf("%s prints\n%s\nThe page says\n%s", line, out.String(), want)
			}
		}
	}
	if ran != 9 {
		t.Errorf("ran %d commands of the page, want 9", ran)
	}
}
