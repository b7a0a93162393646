package gpucode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/cuda"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/conformance/suite"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/driver"
)

// clangs lists compilers that may know the newest architecture.
var clangs = []string{"clang-16", "clang-17", "clang-18", "clang-19", "clang"}

// architectures lists the oldest and the newest that kernels are compiled for. Only a few
// lines of the prelude depend on the architecture, so the programs take turns.
var architectures = []string{"sm_70", "sm_90"}

// anyGPU describes a GPU for which programs are printed.
var anyGPU = hardware.Info{Name: "any", Dialect: hardware.CUDA, Units: 132, MaxGroup: 1024, SharedBytes: 48 << 10, MemoryBytes: 64 << 30, MaxAlloc: 64 << 30}

// clangFor finds a clang that compiles for all of the architectures, or skips the test.
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

// compileCUDA compiles a program text and returns clang's errors. It does not
// optimise: that takes three times as long, and clang reports every error no later than in
// instruction selection.
func compileCUDA(ctx context.Context, clang, text, architecture string) string {
	c := exec.CommandContext(ctx, clang, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch="+architecture,
		"-nocudainc", "-nocudalib", "-include", "testdata/cuda.h", "-std=c++17", "-O0", "-w", "-S", "-o", os.DevNull, "-")
	c.Stdin = strings.NewReader(text)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := c.Run(); err != nil {
		return err.Error() + "\n" + out.String()
	}
	return ""
}

// kernelsOf returns the text of a program's kernels in CUDA C for a GPU.
func kernelsOf(t *testing.T, d *driver.Driver, file string, on hardware.Info) string {
	t.Helper()
	u, err := d.Load(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	b := cuda.New()
	u.Target = b.Target()
	if _, err := d.Optimise(t.Context(), u, d.From(b.Pipeline(), u.Level()), driver.Config{}); err != nil {
		t.Fatal(err)
	}
	text, err := gpu.Source(u.Imp, on)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Every kernel of the repository's programs compiles as CUDA C on a machine without CUDA.
func TestClangCompilesEveryKernel(t *testing.T) {
	clang := clangFor(t)
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range repository.Programs(t, "conformance/zoo") {
		architecture := architectures[i%len(architectures)]
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text := kernelsOf(t, d, file, anyGPU)
			if said := compileCUDA(t.Context(), clang, text, architecture); said != "" {
				t.Errorf("for %s: %s", architecture, said)
			}
		})
	}
}

// keeper stands in for the CUDA backend on a machine without CUDA: it collects the distinct
// kernel texts of the programs that it compiles, and runs nothing.
type keeper struct {
	backend.Backend
	texts    []string
	seen     map[string]bool
	refusals error // errors of programs that could not be printed
}

func (k *keeper) Probe(context.Context) ([]backend.Device, error) {
	return []backend.Device{{Name: anyGPU.Name}}, nil
}

var errKept = errors.New("the kernels are kept, and not run")

func (k *keeper) Compile(_ context.Context, p *imp.Program, _ backend.Options) (backend.Executable, error) {
	text, err := gpu.Source(p, anyGPU)
	if err != nil {
		k.refusals = errors.Join(k.refusals, err)
		return nil, err
	}
	if !k.seen[text] {
		k.seen[text] = true
		k.texts = append(k.texts, text)
	}
	return nil, errKept
}

// Every kernel of every conformance case compiles as CUDA C. Kernels with the same prelude
// share one text, each in its own namespace.
func TestClangCompilesEveryCase(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles hundreds of programs")
	}
	clang := clangFor(t)
	k := &keeper{Backend: cuda.New(), seen: map[string]bool{}}
	d, err := driver.New(k)
	if err != nil {
		t.Fatal(err)
	}
	subject := &suite.Subject{Driver: d, Backend: cuda.Name}
	for _, c := range suite.All() {
		if c.OfFile { // covered by TestClangCompilesEveryKernel
			continue
		}
		_ = c.Run(t.Context(), subject) // fails, because nothing runs
	}
	if k.refusals != nil {
		t.Error(k.refusals)
	}
	const programMark = "// The program.\n"
	together := map[string][]string{}
	for _, text := range k.texts {
		head, program, ok := strings.Cut(text, programMark)
		if !ok {
			t.Fatalf("a text without %q", programMark)
		}
		together[head] = append(together[head], program)
	}
	const each = 40
	turn := 0
	for head, programs := range together {
		for part := range slices.Chunk(programs, each) {
			architecture := architectures[turn%len(architectures)]
			turn++
			var text strings.Builder
			text.WriteString(head + "#undef KERNEL\n#define KERNEL __global__ void __launch_bounds__(256)\n")
			for i, p := range part {
				fmt.Fprintf(&text, "namespace program_%d {\n%s\n}\n", i, p)
			}
			t.Run("", func(t *testing.T) {
				t.Parallel()
				if said := compileCUDA(t.Context(), clang, text.String(), architecture); said != "" {
					t.Errorf("for %s: %s", architecture, said)
				}
			})
		}
	}
	t.Logf("%d programs", len(k.texts))
	if len(k.texts) < 500 {
		t.Errorf("%d programs; the suite has more", len(k.texts))
	}
}
