package librarycmd

import (
	"os/exec"
	"testing"
)

// debianPython is Debian's interpreter, which has Debian's packages.
const debianPython = "/usr/bin/python3"

// The Python package gives what checks.py checks, and the example's caller runs.
func TestPython(t *testing.T) {
	need(t, "cc")
	need(t, debianPython)
	if out, err := exec.CommandContext(t.Context(), debianPython, "-c", "import numpy, cffi, setuptools").CombinedOutput(); err != nil {
		t.Skipf("install Debian's packages python3-numpy, python3-cffi and python3-setuptools: %s", out)
	}
	for _, test := range []struct{ program, caller, want string }{
		{"testdata/caller.fut", "testdata/checks.py", "all is well\n"},
		{"../../../../examples/matmul.fut", "../../../../examples/callers/python/main.py", "[[19. 22.]\n [43. 50.]]\n"},
	} {
		dir := writeTo(t, test.program, Flags{Target: "multicore", Prefix: "futhark", Python: true})
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
	}
}
