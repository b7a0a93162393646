package lamina_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	testRule    = regexp.MustCompile(`(?ms)^go_test\(.*?^\)`)
	dataOf      = regexp.MustCompile(`(?s)\n    data = (.*?)(\n    \w+ = |\n\))`)
	taggedTests = regexp.MustCompile(`tags = \[[^\]]*"(data|long)"`)
)

// untagged returns whether a BUILD file has a test that reads files of other packages but is
// run by no step of tools/test that would miss them under Bazel.
func untagged(text string) bool {
	for _, rule := range testRule.FindAllString(text, -1) {
		if strings.Contains(dataOf.FindString(rule), `"//`) && !taggedTests.MatchString(rule) {
			return true
		}
	}
	return false
}

func TestTestsWithDataAreTagged(t *testing.T) {
	found := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "BUILD.bazel" {
			if d != nil && d.IsDir() && path != "." && strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			return err
		}
		text, err := os.ReadFile(path)
		found++
		if untagged(string(text)) {
			t.Errorf("%s: a test's data come from another package: tag it \"data\", or \"long\" if it takes more than seconds", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 50 {
		t.Errorf("only %d BUILD files were found", found)
	}
}

func TestUntaggedTestsAreFound(t *testing.T) {
	for text, want := range map[string]bool{
		"go_test(\n    name = \"a\",\n    data = [\"//docs\"],\n)\n":                                            true,
		"go_test(\n    name = \"a\",\n    data = glob([\"testdata/**\"]) + [\n        \"//docs\",\n    ],\n)\n": true,
		"go_test(\n    name = \"a\",\n    data = [\"//docs\"],\n    tags = [\"data\"],\n)\n":                    false,
		"go_test(\n    name = \"a\",\n    data = glob([\"testdata/**\"]),\n    deps = [\"//core/ir\"],\n)\n":    false,
	} {
		if got := untagged(text); got != want {
			t.Errorf("untagged(%q) = %v", text, got)
		}
	}
}
