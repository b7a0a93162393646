package lamina_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
)

var update = flag.Bool("update", false, "write the tables of docs/architecture.md")

// tables are those of docs/architecture.md that are written from code. Each stands
// between a line <!-- table NAME --> and the next <!-- end -->.
var tables = map[string]func() string{
	"folders":   folderTable,
	"core":      coreTable,
	"pipelines": pipelineTable,
}

// folderTable is who may import whom, in the order of the rules, without the packages of
// core, which have a table of their own.
func folderTable() string {
	var b strings.Builder
	b.WriteString("| folder | holds | may import | because |\n|---|---|---|---|\n")
	for _, r := range rules {
		if strings.HasPrefix(r.unit, "core/") && !strings.HasSuffix(r.unit, "test") {
			continue
		}
		unit := "`" + r.unit + "`"
		if r.unit == "." {
			unit = "the root"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", unit, r.holds, importsOf(r), r.why)
	}
	return b.String()
}

func importsOf(r rule) string {
	var parts []string
	for _, f := range append(append([]string{}, r.folders...), r.modules...) {
		if f == anything {
			return "everything"
		}
		parts = append(parts, "`"+f+"`")
	}
	if parts == nil {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

func coreTable() string {
	var b strings.Builder
	b.WriteString("| package | holds | because |\n|---|---|---|\n")
	for _, p := range coreOrder {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", p.name, p.holds, p.why)
	}
	return b.String()
}

func pipelineTable() string {
	var b strings.Builder
	b.WriteString("| pass |")
	for k := range len(backend.Choices{}) {
		fmt.Fprintf(&b, " %v |", backend.Kind(k))
	}
	b.WriteString("\n|---" + strings.Repeat("|:-:", len(backend.Choices{})) + "|\n")
	for _, s := range backend.Stages {
		fmt.Fprintf(&b, "| `%s` |", s.Pass)
		for _, options := range s.For {
			switch options {
			case backend.Yes:
				b.WriteString(" ✓ |")
			case backend.No:
				b.WriteString(" |")
			default:
				fmt.Fprintf(&b, " `%s` |", options)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// filled returns text with the named table written anew.
func filled(text, name, table string) (string, error) {
	begin, end := "<!-- table "+name+" -->\n", "<!-- end -->"
	head, rest, ok := strings.Cut(text, begin)
	if !ok {
		return "", fmt.Errorf("no line %q", strings.TrimSpace(begin))
	}
	_, tail, ok := strings.Cut(rest, end)
	if !ok {
		return "", fmt.Errorf("no line %q after %q", end, strings.TrimSpace(begin))
	}
	return head + begin + "\n" + table + "\n" + end + tail, nil
}

// The tables of docs/architecture.md say what the code does.
func TestArchitectureIsTrue(t *testing.T) {
	const file = "docs/architecture.md"
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		t.Skip("the documents are not here: under Bazel a test sees only its own files; go test checks this")
	}
	if err != nil {
		t.Fatal(err)
	}
	want := string(text)
	for name, table := range tables {
		if want, err = filled(want, name, table()); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	switch {
	case want == string(text):
	case *update:
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is stale: write its tables with: go test . -run ArchitectureIsTrue -update", file)
	}
}

func TestTablesAreFilled(t *testing.T) {
	got, err := filled("a\n<!-- table x -->\nold\n<!-- end -->\nb\n", "x", "new\n")
	if want := "a\n<!-- table x -->\n\nnew\n\n<!-- end -->\nb\n"; err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	for _, text := range []string{"", "<!-- table y -->\n<!-- end -->\n", "<!-- table x -->\n"} {
		if _, err := filled(text, "x", ""); err == nil {
			t.Errorf("%q has no table x, and there is no error", text)
		}
	}
}
