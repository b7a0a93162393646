package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// buildOpenCL builds bin/lamina-opencl, or returns why it cannot.
func (r *runner) buildOpenCL() (missing string, err error) {
	if !found("gcc") || !exists("/usr/include/CL/opencl.h") {
		return fmt.Sprintf("there is no C compiler or there are no headers of OpenCL (Debian packages %s)",
			strings.Join(openclPackages, " ")), nil
	}
	if err := r.command(nil, "tools/build-opencl"); err != nil {
		return "", err
	}
	devices, err := r.output("bin/lamina-opencl", "backends", "--only", "opencl")
	if err != nil {
		return "", err
	}
	if strings.Contains(devices, "unavailable:") {
		return strings.TrimSpace(devices), nil
	}
	return "", nil
}

// examples runs the test blocks of the examples on the embedded backend, the interpreter,
// and, if there is a device, OpenCL.
func examples(r *runner) error {
	if err := build(r); err != nil {
		return err
	}
	ran := []string{"wasm", "interp"}
	for _, b := range ran {
		fmt.Fprintf(r.out, "on %s:\n", b)
		if err := r.command(nil, "bin/lamina", "test", "--backend", b, "examples"); err != nil {
			return err
		}
	}
	missing, err := r.buildOpenCL()
	switch {
	case err != nil:
		return err
	case missing != "":
		fmt.Fprintf(r.out, "on opencl: SKIPPED: %s\n", missing)
	default:
		ran = append(ran, "opencl")
		fmt.Fprint(r.out, "on opencl:\n")
		if err := r.command(nil, "bin/lamina", "test", "--backend", "opencl", "examples"); err != nil {
			return err
		}
	}
	r.result = "on " + strings.Join(ran, ", ")
	return nil
}

// pocl is PoCL's device, treated as a GPU.
const pocl = "opencl:Portable:0:gpu"

// asGPU lists test runs on PoCL's device with GPU kernels, in the variants that
// LAMINA_GPU_TUNE selects.
var asGPU = []struct{ tune, programs string }{
	{"", "tools/gpu-bench/sum.fut tools/gpu-bench/row_sums.fut tools/gpu-bench/histogram.fut examples/stencil.fut " +
		"conformance/programs/hotspot_edges.fut conformance/programs/life.fut conformance/programs/histogram_operators.fut"},
	{"turn=2,strip=4", "tools/gpu-bench/stencil.fut tools/gpu-bench/hotspot.fut tools/gpu-bench/sum.fut " +
		"tools/gpu-bench/row_sums.fut tools/gpu-bench/matmul.fut conformance/programs/hotspot_edges.fut"},
	{"rows=4,columns=2", "conformance/programs/products.fut"},
}

func opencl(r *runner) error {
	missing, err := r.buildOpenCL()
	if err != nil {
		return err
	}
	if missing != "" {
		return r.skip("%s", missing)
	}
	if err := r.shell(`. tools/opencl.env
		go vet -tags opencl ./backends/opencl/... ./tools/lamina/lamina-opencl
		go test -tags opencl ./backends/opencl/...`); err != nil {
		return err
	}
	test := func(paths ...string) func() error {
		return func() error {
			return r.command(nil, "bin/lamina", append([]string{"test", "--backend", "opencl"}, paths...)...)
		}
	}
	if err := together(test("conformance/programs"), test("examples", "conformance/regressions", "conformance/zoo")); err != nil {
		return err
	}
	if there, err := r.hasPoCL(); err != nil || !there {
		return err
	}
	self, err := filepath.Abs("bin/lamina-opencl")
	if err != nil {
		return err
	}
	if err := r.goTest([]string{"LAMINA_OPENCL=" + self}, "-run", "TestScript/opencl", "./tools/lamina/internal/cli"); err != nil {
		return err
	}
	for _, g := range asGPU {
		var env []string
		if g.tune != "" {
			env = []string{"LAMINA_GPU_TUNE=" + g.tune}
		}
		args := append([]string{"test", "--device", pocl}, strings.Fields(g.programs)...)
		if err := r.command(env, "bin/lamina", args...); err != nil {
			return err
		}
	}
	return nil
}

// hasPoCL reports whether PoCL is among the devices; the step is skipped if not.
func (r *runner) hasPoCL() (bool, error) {
	devices, err := r.output("bin/lamina-opencl", "backends", "--only", "opencl")
	if err != nil || strings.Contains(devices, "Portable Computing Language") {
		return err == nil, err
	}
	return false, r.skip("kernels of GPUs on the processor need PoCL (Debian package pocl-opencl-icd)")
}

// zoo runs programs that no pass was written for by kernels of GPUs.
func zoo(r *runner) error {
	missing, err := r.buildOpenCL()
	switch {
	case err != nil:
		return err
	case missing != "":
		return r.skip("%s", missing)
	}
	if there, err := r.hasPoCL(); err != nil || !there {
		return err
	}
	return r.command(nil, "bin/lamina", "test", "--device", pocl, "conformance/zoo")
}
