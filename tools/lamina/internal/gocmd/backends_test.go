package gocmd

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// linking is a program that links the backend of C, and OpenCL's without its tag, and prints
// what fails.
const linking = `package main

import (
	"fmt"

	"github.com/lamina-lang/lamina/accelerate"
	_ "github.com/lamina-lang/lamina/accelerate/c"
	_ "github.com/lamina-lang/lamina/accelerate/opencl"
)

func main() {
	if err := accelerate.Use("abacus"); err == nil {
		fmt.Println("there is an abacus")
	}
	xs := []int{3, 1, 4}
	fmt.Println(accelerate.Run(func() int {
		return accelerate.Reduce(func(x, y int) int { return x + y }, 0, xs)
	}))
	_, err := accelerate.Try(func() []int {
		return accelerate.Map(func(i int) int { return xs[i] }, []int{0, 3})
	})
	fmt.Println(err)
	fmt.Println(accelerate.Use("wasm"))
}
`

// lamina go gives cgo the header and the library that stand in for CUDA's, beside what the environment has.
func TestCUDANeedsNoFlags(t *testing.T) {
	t.Setenv("CGO_CFLAGS", "-O1")
	folder, err := filepath.Abs("../../../../accelerate/cuda")
	if err != nil {
		t.Fatal(err)
	}
	shim := filepath.Join(folder, "..", "..", "backends", "cuda", "shim")
	want := []string{"CGO_CFLAGS=-O1 -I" + shim, "CGO_LDFLAGS=-O2 -g -L" + shim}
	if got := needs(map[string]string{"c": "", "cuda": folder}); !slices.Equal(got, want) {
		t.Errorf("it gives %q, want %q", got, want)
	}
	for _, name := range []string{"cuda.h", "libcuda.so"} {
		if _, err := os.Stat(filepath.Join(shim, name)); errors.Is(err, fs.ErrNotExist) && os.Getenv("TEST_WORKSPACE") == "" {
			t.Errorf("there is no stand-in: %v", err) // under Bazel, a test does not see it
		}
	}
}

// A program runs its expressions on a backend that it links, and on the embedded one where
// there is no device, of which it tells. Errors have the paths that -trimpath gives.
func TestLinkedBackends(t *testing.T) {
	dir := module(t, file("main.go", linking))
	if out, err := lamina(t, "build", "-C", dir, "-trimpath", "-o", "bin/", "."); err != nil {
		t.Fatalf("lamina go build: %v\n%s", err, out)
	}
	const results = "8\nruntime error: index out of range [3] with length 3\n\texample.com/m/main.go:20:50\n" +
		"accelerate: choosing backend wasm: an expression has run on another one\n"
	binary := filepath.Join(dir, "bin", "m")
	if got := output(t, binary, "wasm"); got != results {
		t.Errorf("on wasm it prints\n%swant\n%s", got, results)
	}
	notice := "lamina: LAMINA_BACKEND=opencl: backend opencl is unavailable"
	if got := output(t, binary, "opencl"); !strings.HasPrefix(got, notice) || !strings.HasSuffix(got, "expressions run on wasm\n"+results) {
		t.Errorf("without OpenCL it prints\n%swant\n%s…\n%s", got, notice, results)
	}
	if _, err := exec.LookPath("cc"); err != nil && os.Getenv("CC") == "" {
		t.Log("there is no C compiler: the backend of C is not tried")
		return
	}
	if got := output(t, binary, "c"); got != results {
		t.Errorf("on c it prints\n%swant\n%s", got, results)
	}
}
