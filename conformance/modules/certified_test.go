package modules

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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

	wrongOperation(t, dir, env)
}

// wrong makes division round towards zero at one type.
const wrong = `package mine

import (
	"context"
	"strings"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/imp"
)

type Wrong struct{ Backend }

func (w Wrong) Compile(ctx context.Context, p *imp.Program, o backend.Options) (backend.Executable, error) {
	q, err := imp.Parse("wrong", strings.ReplaceAll(p.String(), " div.i16(", " quot.i16("))
	if err != nil {
		return nil, err
	}
	return w.Backend.Compile(ctx, q, o)
}
`

// wrongOperation gives the backend in dir a wrong operation: the failing case tells the operands, in the
// test's output and in the page, and the command that is printed repeats it.
func wrongOperation(t *testing.T, dir string, env []string) {
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("wrong.go", wrong)
	for _, name := range []string{"mine_test.go", "lamina-mine/main.go"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		write(name, strings.ReplaceAll(string(text), "mine.New()", "mine.Wrong{}"))
	}
	const says = "div.i16(1i16, -32768i16) is -1i16, and the backend gives 0i16\n" // −1/32768, rounded down and towards zero
	// fails runs a command by the shell, as a user would paste it.
	fails := func(line string) string {
		cmd := exec.CommandContext(t.Context(), "sh", "-c", line)
		cmd.Dir, cmd.Env = dir, append(slices.Clone(env), "GOFLAGS=-mod=mod", "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"))
		text, err := cmd.CombinedOutput()
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 1 {
			t.Fatalf("%s ends with %v:\n%s", line, err, text)
		}
		if !strings.Contains(string(text), says) {
			t.Errorf("%s does not say %q:\n%s", line, says, text)
		}
		return string(text)
	}
	again := func(text string) string {
		_, line, _ := strings.Cut(text, "Repeat it with: ")
		line, _, _ = strings.Cut(line, "\n")
		return line
	}
	fails(again(fails("go test -run 'TestConformance/numerics/(add|div).i16$' . -args -html wrong.html")))
	if page, err := os.ReadFile(filepath.Join(dir, "wrong.html")); err != nil || !strings.Contains(string(page), strings.TrimSpace(says)) {
		t.Errorf("the page does not say %q (%v)", says, err)
	}
	fails(again(fails("go build -o bin/lamina-mine ./lamina-mine && lamina conformance --backend mine --suite numerics --filter i16")))
}
