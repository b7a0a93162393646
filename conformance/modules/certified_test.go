package modules

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/conformance/internal/repository"
)

// TestBackendOfAnotherModule runs the tests of the module in testdata/vendor, which defines
// a backend, as its author would: from a folder outside this module.
func TestBackendOfAnotherModule(t *testing.T) {
	module := repository.Root(t)
	sums, err := os.ReadFile(filepath.Join(module, "go.sum"))
	if err != nil {
		t.Skipf("the module's own files are not here (Bazel's sandbox): %v", err)
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	files, err := filepath.Glob(filepath.Join(module, "conformance/testdata/vendor/*"))
	if err != nil || len(files) != 3 {
		t.Fatalf("testdata/vendor has the files %v: %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(file) == "mine.go" {
			if lines := strings.Count(string(text), "\n"); lines > 100 {
				t.Errorf("%s has %d lines; it is to show that a backend needs no more than 100", file, lines)
			}
		}
		out := strings.ReplaceAll(string(text), "../../..", module)
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(file)), []byte(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o666); err != nil {
		t.Fatal(err)
	}
	// A part of the cases is enough: the test is about the mechanism.
	cmd := exec.CommandContext(t.Context(), "go", "test", "-mod=mod", "-v", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off", "TEST_TOTAL_SHARDS=8", "TEST_SHARD_INDEX=3")
	text, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(text), "passed") || !strings.Contains(string(text), "--- PASS: TestConformance") {
		t.Errorf("go test in the module: %v\n%s", err, text)
	}
	t.Logf("%s", text)
}
