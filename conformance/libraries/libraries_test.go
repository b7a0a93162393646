package libraries_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/libraries"
	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/driver"
)

func rootOf(t testing.TB) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		t.Skip("the sources are not here: under Bazel a test sees only its own files; go test runs this")
	}
	return dir
}

// sample are programs with entry points of many types.
var sample = []string{
	"examples/lud.fut", "examples/histogram.fut",
	"conformance/programs/language/unique.fut",
	"conformance/programs/language/sums.fut",
	"conformance/programs/language/existential.fut",
	"conformance/programs/rows_without_elements.fut",
}

// programs runs test blocks on a backend: those of the sample, or with LAMINA_LIBRARIES=all,
// which the step libraries sets, all of the repository.
func programs(t *testing.T, b backend.Backend, sample ...string) {
	var paths []string
	for _, p := range sample {
		paths = append(paths, filepath.Join(rootOf(t), p))
	}
	if os.Getenv("LAMINA_LIBRARIES") == "all" {
		paths = []string{filepath.Join(rootOf(t), "examples"), filepath.Join(rootOf(t), "conformance/programs")}
	}
	files, err := runner.Find(paths)
	if err != nil {
		t.Fatal(err)
	}
	d, err := driver.New(b)
	if err != nil {
		t.Fatal(err)
	}
	count := map[runner.Status]int{}
	c := runner.Config{
		Driver: d, Timeout: 5 * time.Minute,
		Targets: []runner.Target{{Backend: b.Name(), Name: b.Name()}},
		Report: func(r runner.Result) {
			if strings.Contains(r.Message, libraries.Inexpressible) {
				t.Log(r)
				r.Status = runner.Skipped
			}
			count[r.Status]++
			if r.Status == runner.Failed {
				t.Error(r)
			}
		},
	}
	for _, f := range files {
		if err := c.File(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	if count[runner.Passed] < len(files) {
		t.Errorf("only %d test blocks ran", count[runner.Passed])
	}
	t.Logf("%s: %d passed, %d skipped, %d failed", b.Name(), count[runner.Passed], count[runner.Skipped], count[runner.Failed])
}

func TestGoPackages(t *testing.T) { programs(t, libraries.Go(rootOf(t)), sample...) }

// Go packages for OpenCL give the same results on a device, such as PoCL's.
func TestGoPackagesOnOpenCL(t *testing.T) {
	if testing.Short() {
		t.Skip("compiling kernels takes long")
	}
	if drivers, err := filepath.Glob("/etc/OpenCL/vendors/*.icd"); err != nil || len(drivers) == 0 {
		t.Skip("no OpenCL driver is installed (Debian package pocl-opencl-icd)")
	}
	if err := exec.CommandContext(t.Context(), "sh", "-c", "echo '#include <CL/cl.h>' | cc -fsyntax-only -xc -").Run(); err != nil {
		t.Skip("no C compiler finds OpenCL's headers (Debian package opencl-headers)")
	}
	programs(t, libraries.GoOpenCL(rootOf(t)), "examples/lud.fut", "examples/histogram.fut")
}

func TestJavaScriptModules(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node on PATH; on Debian: apt-get install nodejs")
	}
	programs(t, libraries.JS(), sample...)
}

func TestPythonPackages(t *testing.T) {
	const python = "/usr/bin/python3" // Debian's interpreter, which has Debian's packages
	if out, err := exec.CommandContext(t.Context(), python, "-c", "import numpy, cffi").CombinedOutput(); err != nil {
		t.Skipf("Python has not got NumPy and cffi (Debian packages python3-numpy and python3-cffi): %v %s", err, out)
	}
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("there is no C compiler (Debian packages gcc and libc6-dev)")
	}
	programs(t, libraries.Python(python), sample...)
}

// The run time of Go packages contains no compiler: of this module only what running programs
// takes, and no other module but wazero.
func TestGoPackagesContainNoCompiler(t *testing.T) {
	cmd := exec.CommandContext(context.Background(), "go", "list", "-deps", "./embedded")
	cmd.Dir = rootOf(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	allowed := []string{
		"backends/wasm/host", "backends/wasm/image", "core/elementary", "core/entry", "core/fault",
		"core/name", "core/private", "core/scalar", "core/source", "core/value", "embedded",
	}
	var found []string
	for p := range strings.FieldsSeq(string(out)) {
		own, ours := strings.CutPrefix(p, "github.com/lamina-lang/lamina/")
		switch first, _, _ := strings.Cut(p, "/"); {
		case ours:
			found = append(found, own)
		case strings.Contains(first, ".") && !strings.HasPrefix(p, "github.com/tetratelabs/wazero") && !strings.HasPrefix(p, "golang.org/x/sys"):
			t.Errorf("the run time imports %s", p)
		}
	}
	slices.Sort(found)
	if !slices.Equal(found, allowed) {
		t.Errorf("the run time consists of\n%v, want\n%v", found, allowed)
	}
}
