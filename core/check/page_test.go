package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
)

// The programs of docs/lir.md are as they are printed, and correct; its tables
// hold the rules.
func TestPage(t *testing.T) {
	page := readPage(t)
	programs := strings.Split(page, "```lir\n")[1:]
	if len(programs) < 4 {
		t.Errorf("%d programs, want one for each level", len(programs))
	}
	for _, text := range programs {
		text, _, _ = strings.Cut(text, "```")
		if err := parseAndCheck(text); err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		if d := cmp.Diff(text, reprint(t, text)); d != "" {
			t.Errorf("it is printed in another way (-page +printed):\n%s", d)
		}
	}
	for _, r := range append(append([]check.Rule{}, check.Rules...), check.ImpRules...) {
		if line := fmt.Sprintf("| `%s` | %s |\n", r.Name, r.Doc); !strings.Contains(page, line) {
			t.Errorf("a rule is missing: %s", line)
		}
	}
}

func reprint(t *testing.T, text string) string {
	if strings.Contains(text, "lamina imp\n") {
		p, err := imp.Parse("page", text)
		if err != nil {
			t.Fatal(err)
		}
		return p.String()
	}
	p, err := ir.Parse("page", text)
	if err != nil {
		t.Fatal(err)
	}
	return p.String()
}

func readPage(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for up := dir; ; up = filepath.Dir(up) {
		page, err := os.ReadFile(filepath.Join(up, "docs", "lir.md"))
		if err == nil {
			return string(page)
		}
		if up == filepath.Dir(up) {
			t.Fatalf("no docs/lir.md in %s or above", dir)
		}
	}
}
