package librarycmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/library/capi"
)

// debianPython is Debian's interpreter, which has Debian's packages.
const debianPython = "/usr/bin/python3"

// needModules skips the test if Python has not got the modules.
func needModules(t *testing.T, modules, packages string) {
	t.Helper()
	need(t, debianPython)
	if out, err := exec.CommandContext(t.Context(), debianPython, "-c", "import "+modules).CombinedOutput(); err != nil {
		t.Skipf("install Debian's packages %s: %s", packages, out)
	}
}

// The Python package gives what checks.py checks, and the example's caller runs.
func TestPython(t *testing.T) {
	need(t, "cc")
	needModules(t, "numpy, cffi, setuptools", "python3-numpy, python3-cffi and python3-setuptools")
	for _, test := range []struct{ target, program, caller, want string }{
		{"multicore", "testdata/caller.fut", "testdata/checks.py", "all is well\n"},
		{"multicore", "../../../../examples/matmul.fut", "../../../../examples/callers/python/main.py", "[[19. 22.]\n [43. 50.]]\n"},
		{"c", "testdata/elements.fut", "testdata/elements_checks.py", "all is well\n"},
		{capi.OpenCL, "testdata/caller.fut", "testdata/checks.py", "all is well\n"},
	} {
		t.Run(test.target+"_"+filepath.Base(test.caller), func(t *testing.T) {
			if test.target == capi.OpenCL {
				if testing.Short() {
					t.Skip("compiling kernels takes seconds")
				}
				linksOpenCL(t)
			}
			dir := writeTo(t, test.program, Flags{Target: test.target, Prefix: "futhark", Python: true, Processor: test.target == capi.OpenCL})
			build := exec.CommandContext(t.Context(), debianPython, "setup.py", "-q", "build_ext", "--inplace")
			build.Dir = dir
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("building: %v\n%s", err, out)
			}
			call := exec.CommandContext(t.Context(), debianPython, "-W", "error", test.caller)
			call.Env = append(call.Environ(), "PYTHONPATH="+dir)
			if out, err := call.CombinedOutput(); err != nil || string(out) != test.want {
				t.Errorf("%s: %v\n%s", test.caller, err, out)
			}
		})
	}
}

// typedCaller is a user of caller.fut's package. mypy finds the lines that expect an error, and no others.
const typedCaller = `import numpy as np
import caller

with caller.Context(threads=1) as ctx:
    total: int = ctx.total([1, 2])
    same = ctx.total(np.arange(3))
    ctx.totals([1])  # type: ignore[attr-defined]
    ctx.total()  # type: ignore[call-arg]
    wrong: str = ctx.total([1])  # type: ignore[assignment]
`

// The type stubs are what mypy takes, strictly, and tell wrong calls.
func TestPythonStubs(t *testing.T) {
	need(t, "mypy")
	needModules(t, "numpy", "python3-numpy")
	dir := writeTo(t, "testdata/stubs.fut", Flags{Target: "c", Prefix: "futhark", Python: true})
	for _, device := range []string{capi.OpenCL, capi.CUDA} {
		other := writeTo(t, "testdata/caller.fut", Flags{Target: device, Prefix: "futhark", Python: true})
		command(t, "mypy", "--strict", filepath.Join(other, "caller", "__init__.pyi"))
	}
	if err := os.WriteFile(filepath.Join(dir, "user.py"), []byte(strings.ReplaceAll(typedCaller, "caller", "stubs")), 0o666); err != nil {
		t.Fatal(err)
	}
	check := exec.CommandContext(t.Context(), "mypy", "--strict", "user.py")
	check.Dir = dir
	if out, err := check.CombinedOutput(); err != nil { // an expectation without an error is one, too
		t.Errorf("%v\n%s", err, out)
	}
}

// The standard front end builds a wheel with the library inside, which works where it is unpacked.
func TestPythonWheel(t *testing.T) {
	need(t, "cc")
	needModules(t, "build, wheel, numpy, cffi, setuptools", "python3-build, python3-wheel, python3-numpy and python3-cffi")
	dir := writeTo(t, "testdata/stubs.fut", Flags{Target: "c", Prefix: "futhark", Python: true})
	build := exec.CommandContext(t.Context(), debianPython, "-m", "build", "--wheel", "--no-isolation")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	wheels, err := filepath.Glob(filepath.Join(dir, "dist", "*.whl"))
	if err != nil || len(wheels) != 1 {
		t.Fatalf("wheels: %v, %v", wheels, err)
	}
	unpacked := t.TempDir()
	command(t, debianPython, "-m", "zipfile", "-e", wheels[0], unpacked)
	call := exec.CommandContext(t.Context(), debianPython, "-c", "import stubs; print(stubs.Context().total([1, 2, 3]))")
	call.Dir = unpacked
	if out, err := call.CombinedOutput(); err != nil || string(out) != "6\n" {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(unpacked, "stubs", "py.typed")); err != nil {
		t.Error(err)
	}
}
