package librarycmd

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/library/capi"
)

// onDevice is the lowering for a device, as if that were there.
type onDevice struct{ backend.Backend }

func (onDevice) Probe(context.Context) ([]backend.Device, error) {
	return []backend.Device{{Name: "a device"}}, nil
}

// headers are the folders of the headers of a device's driver, where its own are not installed.
var headers = map[string][]string{
	capi.CUDA: {"-I", "../../../../backends/cuda/shim", "-I", "testdata/cuda"},
}

// openCL skips the test unless there are OpenCL's headers, its library and a device: PoCL is one.
// It returns what links the library, whose development package need not be installed.
func openCL(t *testing.T) string {
	t.Helper()
	need(t, "gcc")
	const link = "-l:libOpenCL.so.1"
	program := filepath.Join(t.TempDir(), "probe")
	source := program + ".c"
	if err := os.WriteFile(source, []byte(`#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
int main(void) {
  cl_platform_id platforms[8];
  cl_uint number = 0, devices = 0;
  if (clGetPlatformIDs(8, platforms, &number) != CL_SUCCESS) return 1;
  for (cl_uint i = 0; i < number; i++) {
    cl_uint n = 0;
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 0, NULL, &n) == CL_SUCCESS) devices += n;
  }
  return devices == 0;
}
`), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "gcc", source, link, "-o", program).CombinedOutput(); err != nil {
		t.Skipf("OpenCL's headers or library are not installed (opencl-headers, ocl-icd-libopencl1): %s", out)
	}
	if err := exec.CommandContext(t.Context(), program).Run(); err != nil {
		t.Skip("there is no OpenCL device; pocl-opencl-icd makes one of the processor")
	}
	return link
}

// linksOpenCL skips the test unless -lOpenCL links, too, as servers and Python packages are.
func linksOpenCL(t *testing.T) {
	t.Helper()
	openCL(t)
	compiles(t, "install Debian's package ocl-icd-opencl-dev", "gcc", "-lOpenCL")
}

// Libraries for devices, and their callers in C and C++, compile without a warning; callers call
// every function.
func TestDeviceLibrariesCompile(t *testing.T) {
	for _, device := range []string{capi.OpenCL, capi.CUDA} {
		for i, compiler := range []string{"gcc", "clang"} {
			t.Run(device+"_"+compiler, func(t *testing.T) {
				if testing.Short() && i > 0 {
					t.Skip("it takes seconds")
				}
				need(t, compiler)
				if device == capi.OpenCL {
					openCL(t)
				}
				dir := writeTo(t, "testdata/caller.fut", Flags{Target: device, Prefix: "futhark"})
				compile := func(first string, words ...string) {
					command(t, append(append(strings.Fields(first+" "+warnings), headers[device]...), append(words, "-I", dir, "-c")...)...)
				}
				object := filepath.Join(dir, "main.o")
				compile(compiler+" -std=c11 -O1", filepath.Join(dir, "caller.c"), "-o", filepath.Join(dir, "caller.o"))
				compile(compiler+" -std=c11", "testdata/caller.c", "-o", object)
				everyFunction(t, filepath.Join(dir, "caller.h"), object)
				plus := map[string]string{"gcc": "g++", "clang": "clang++"}[compiler]
				need(t, plus)
				compile(plus+" -x c++ -std=c++17", "testdata/caller.c", "-o", object)
			})
		}
	}
}

// The caller of every function gets what it must from an OpenCL device, by kernels for GPUs and
// for processors, and without a report of gcc's sanitizers; its own leaks are among them.
func TestOpenCLCaller(t *testing.T) {
	if testing.Short() {
		t.Skip("compiling the kernels takes a minute the first time")
	}
	link := openCL(t)
	// What PoCL and its compiler leak is not the library's.
	suppressions := filepath.Join(t.TempDir(), "suppressions")
	if err := os.WriteFile(suppressions, []byte("leak:libpocl\nleak:libLLVM\nleak:libclang\nleak:libOpenCL\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, processor := range []bool{false, true} {
		dir := writeTo(t, "testdata/caller.fut", Flags{Target: capi.OpenCL, Prefix: "futhark", Processor: processor})
		program := filepath.Join(dir, "main")
		command(t, append(strings.Fields("gcc -std=c11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all"),
			"-I", dir, "testdata/caller.c", filepath.Join(dir, "caller.c"), "-lm", "-pthread", link, "-o", program)...)
		run := exec.CommandContext(t.Context(), program)
		run.Dir = dir
		run.Env = append(os.Environ(), "LSAN_OPTIONS=print_suppressions=0:suppressions="+suppressions)
		if out, err := run.CombinedOutput(); err != nil || !strings.HasSuffix(string(out), "all is well\n") {
			t.Errorf("kernels for a processor: %t: %v\n%s", processor, err, out)
		}
	}
}

// Test blocks hold through the library for OpenCL: a sample, or those of the folders that the
// variable names.
func TestBlocksOnOpenCL(t *testing.T) {
	if testing.Short() {
		t.Skip("compiling kernels takes long")
	}
	link := openCL(t)
	build := func(ctx context.Context, source, program string, _ ...string) error {
		file := program + ".c"
		if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
			return err
		}
		flags := append([]string{"-std=c11", "-O1", "-w"}, strings.Fields(os.Getenv("CFLAGS"))...)
		if out, err := exec.CommandContext(ctx, "gcc", append(flags, file, "-lm", "-pthread", link, "-o", program)...).CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}
	options := capi.Options{Name: "program", Prefix: "futhark", Device: capi.OpenCL, Processor: true}
	runBlocks(t, served{onDevice{kernelsFor(capi.OpenCL, true)}, "served-opencl", options, build, t.TempDir(), t.Error})
}

// runDeviceCaller makes a library for OpenCL of testdata/NAME.fut in a folder, and runs its caller
// testdata/NAME.c there, which prints out.
func runDeviceCaller(t *testing.T, name string) (dir, out string, err error) {
	t.Helper()
	link := openCL(t)
	dir = writeTo(t, "testdata/"+name+".fut", Flags{Target: capi.OpenCL, Prefix: "futhark"})
	program := filepath.Join(dir, "main")
	command(t, append(strings.Fields("gcc -std=c11 -O1 "+warnings), "-I", dir, "testdata/"+name+".c", filepath.Join(dir, name+".c"), "-lm", "-pthread", link, "-o", program)...)
	run := exec.CommandContext(t.Context(), program)
	run.Dir = dir
	text, err := run.CombinedOutput()
	return dir, string(text), err
}

// Tuning parameters that are set at run time change which kernels run and by how many threads, and
// no result; the manifest and servers name them. Before, there were none.
func TestTuningParameters(t *testing.T) {
	if testing.Short() {
		t.Skip("compiling kernels takes seconds")
	}
	linksOpenCL(t)
	dir, out, err := runDeviceCaller(t, "tuning")
	if err != nil || out != "all is well\n" {
		t.Errorf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "tuning.json"))
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		EntryPoints map[string]struct {
			TuningParams []string `json:"tuning_params"`
		} `json:"entry_points"`
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	own := manifest.EntryPoints["products"].TuningParams
	if !slices.Contains(own, "products_outer_1") || slices.Contains(manifest.EntryPoints["squares"].TuningParams, "products_outer_1") {
		t.Errorf("the manifest has the parameters %v", manifest.EntryPoints)
	}
	x := serverOf(t, "testdata/tuning.fut", Flags{Target: "server-opencl"}, t.TempDir())
	for _, c := range []struct {
		command string
		want    []string // nil: a failure
	}{
		{"tuning_params products", own},
		{"tuning_param_class products_outer_1", []string{"threshold"}},
		{"set_tuning_param products_outer_1 0", []string{}},
		{"set_tuning_param products_outer_1 -1", nil},
		{"set_tuning_param products_outer_1 much", nil},
		{"set_tuning_param nosuch 1", nil},
		{"tuning_param_class nosuch", nil},
		{"tuning_params nosuch", nil},
	} {
		got, err := x.do("%s", c.command)
		if c.want == nil && err == nil || c.want != nil && (err != nil || !slices.Equal(got, c.want)) {
			t.Errorf("%s: %q, %v", c.command, got, err)
		}
	}
}

// A run that fails in the version that parallelises everything is repeated with the other one, which
// fails where the program does: in the first row, and not in the first sum. Before, libraries said
// what failed first.
func TestRunsAreRepeated(t *testing.T) {
	if testing.Short() {
		t.Skip("compiling kernels takes seconds")
	}
	_, out, err := runDeviceCaller(t, "repeat")
	const failure = "2 Assertion is false: (x != 2 || s < 0)\n\nBacktrace:\n-> #0"
	if err != nil || strings.Count(out, failure) != 2 || !strings.HasSuffix(out, "\n0 \n30 30\n") {
		t.Errorf("%v\n%s", err, out)
	}
}
