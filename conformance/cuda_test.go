package conformance

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/cuda"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
)

// clangs are the compilers that know the newest architecture asked for.
var clangs = []string{"clang-16", "clang-17", "clang-18", "clang-19", "clang"}

var architectures = []string{"sm_70", "sm_90"}

// anyGPU is a description of a GPU; programs are printed for its kind.
var anyGPU = gpu.Info{Name: "any", Dialect: gpu.CUDA, Units: 132, MaxGroup: 1024, SharedBytes: 48 << 10, MemoryBytes: 64 << 30, MaxAlloc: 64 << 30}

// clangFor finds a clang that compiles for all of the architectures, or skips.
func clangFor(t *testing.T) string {
	t.Helper()
	for _, name := range clangs {
		path, err := exec.LookPath(name)
		if err == nil && compileCUDA(t.Context(), path, "", architectures[len(architectures)-1]) == "" {
			return path
		}
	}
	t.Skip("no clang here knows CUDA's " + architectures[len(architectures)-1] + "; install Debian's package clang-16")
	return ""
}

// compileCUDA compiles a program text and returns what clang says against it.
func compileCUDA(ctx context.Context, clang, text, architecture string) string {
	c := exec.CommandContext(ctx, clang, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch="+architecture,
		"-nocudainc", "-nocudalib", "-include", "testdata/cuda.h", "-std=c++17", "-O1", "-w", "-S", "-o", os.DevNull, "-")
	c.Stdin = strings.NewReader(text)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := c.Run(); err != nil {
		return err.Error() + "\n" + out.String()
	}
	return ""
}

// Every kernel of the repository's programs compiles as CUDA C, on a machine without
// CUDA.
func TestClangCompilesEveryKernel(t *testing.T) {
	clang := clangFor(t)
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	b := cuda.New()
	for _, file := range sources(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			u, err := d.Load(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			u.Target = b.Target()
			if _, err := d.Optimise(t.Context(), u, d.From(b.Pipeline(), pass.Soac), driver.Config{}); err != nil {
				t.Fatal(err)
			}
			text, err := gpu.Source(u.Imp, anyGPU)
			if err != nil {
				t.Fatal(err)
			}
			for _, architecture := range architectures {
				if said := compileCUDA(t.Context(), clang, text, architecture); said != "" {
					t.Errorf("for %s: %s", architecture, said)
				}
			}
		})
	}
}
