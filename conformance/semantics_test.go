package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
)

// TestSemanticsPage runs the programs in docs/semantics.md and docs/testing.md, fenced blocks marked
// futhark, like any other program with test blocks.
func TestSemanticsPage(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"semantics", "testing"} {
		t.Run(name, func(t *testing.T) { runPage(t, d, name+".md") })
	}
}

func runPage(t *testing.T, d *driver.Driver, name string) {
	page, err := os.ReadFile(filepath.Join(repository.Root(t), "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	programs := fenced(string(page), "futhark")
	if len(programs) == 0 {
		t.Fatal("the page holds no programs")
	}
	dir := t.TempDir()
	for line, text := range programs {
		file := filepath.Join(dir, fmt.Sprintf("line-%d.fut", line))
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		stages := new(pass.Stages)
		for _, target := range targets(t, d) {
			t.Run(fmt.Sprintf("line %d/%s", line, target.Name), func(t *testing.T) { runFile(t, d, stages, target, file) })
		}
	}
}

// fenced returns the fenced blocks of a language in a page, by their first line.
func fenced(page, language string) map[int]string {
	out := map[int]string{}
	start := 0 // of the current block
	number := 0
	for line := range strings.Lines(page) {
		number++
		switch {
		case start == 0 && strings.TrimSpace(line) == "```"+language:
			start = number + 1
		case start > 0 && strings.TrimSpace(line) == "```":
			start = 0
		case start > 0:
			out[start] += line
		}
	}
	return out
}
