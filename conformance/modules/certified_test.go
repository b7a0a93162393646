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
	if err := os.Mkdir(filepath.Join(dir, "lamina-mine"), 0o777); err != nil {
		t.Fatal(err)
	}
	vendor := filepath.Join(module, "conformance/testdata/vendor")
	for _, name := range []string{"go.mod", "mine.go", "mine_test.go", "lamina-mine/main.go"} {
		file := filepath.Join(vendor, name)
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
		if err := os.WriteFile(filepath.Join(dir, name), []byte(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o666); err != nil {
		t.Fatal(err)
	}
	// A part of the cases is enough: the test is about the mechanism.
	env := append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off")
	run := func(more []string, name string, args ...string) string {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir, cmd.Env = dir, append(env, more...)
		text, err := cmd.CombinedOutput()
		t.Logf("%s %s\n%s", name, strings.Join(args, " "), text)
		if err != nil {
			t.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
		}
		return string(text)
	}
	demand := func(what, text string, wanted ...string) {
		for _, want := range wanted {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q", what, want)
			}
		}
	}
	text := run([]string{"TEST_TOTAL_SHARDS=8", "TEST_SHARD_INDEX=3"}, "go", "test", "-mod=mod", "-v", ".")
	demand("go test", text, "passed", "--- PASS: TestConformance/numerics/")

	// One case alone, with reports.
	text = run(nil, "go", "test", "-mod=mod", "-v", "-run", "TestConformance/numerics/add.i8$", ".", "-args", "-junit", "out.xml", "-html", "out.html")
	demand("go test of one case", text, "1 passed, 0 failed", "--- PASS: TestConformance/numerics/add.i8")
	for file, want := range map[string]string{"out.xml": `classname="mine.numerics" name="add.i8"`, "out.html": "numerics/add.i8"} {
		report, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		demand(file, string(report), want)
	}

	// The command line with this backend, found by lamina.
	run(nil, "go", "build", "-mod=mod", "-o", "bin/lamina-mine", "./lamina-mine")
	run(nil, "go", "build", "-mod=mod", "-o", "bin/lamina", "github.com/lamina-lang/lamina/tools/lamina")
	if err := os.WriteFile(filepath.Join(dir, "sum.fut"), []byte("entry main (x: i64): i64 = x + 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "in"), []byte("41i64\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	demand("lamina run", run(nil, "bin/lamina", "run", "--backend", "mine", "sum.fut", "-i", "in"), "42i64")
	demand("lamina conformance", run(nil, "bin/lamina", "conformance", "--backend", "mine", "--filter", "numerics/add.i8"), "mine", "1 passed, 0 failed")
	demand("lamina backends", run([]string{"LAMINA_BACKENDS=" + filepath.Join(dir, "bin")}, "bin/lamina", "backends"), "mine")
}
