//go:build opencl

package opencl

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
)

// Kernels from the cache are the compiled ones, and a damaged entry is compiled again. PoCL
// caches kernels itself, so this test gives it another name.
func TestKeptKernels(t *testing.T) {
	cache := gpu.Cache{Dir: t.TempDir()}
	opened, err := open("", false, cache)
	var unavailable *backend.UnavailableError
	if errors.As(err, &unavailable) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	d := opened.(*device)
	d.platform = "a platform that keeps nothing"
	source := hardware.Text{Kernels: []hardware.KernelText{{Name: "nothing", Body: "__kernel void nothing(void) {}\n"}}}
	build := func(what string) {
		t.Helper()
		if kernels, err := d.Build(t.Context(), source); err != nil || len(kernels) != 1 {
			t.Fatalf("%s: Build = %v, %v", what, kernels, err)
		}
	}
	build("compiled")
	files, err := os.ReadDir(cache.Dir)
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files are kept, want 1: %v", len(files), err)
	}
	key := files[0].Name()
	program, ok := d.cached(key, d.options())
	if !ok {
		t.Fatal("what was kept is refused")
	}
	d.programs = append(d.programs, program)
	build("kept")
	for what, data := range map[string][]byte{"cut short": []byte("sum"), "empty": nil} {
		if err := os.WriteFile(filepath.Join(cache.Dir, key), data, 0o600); err != nil {
			t.Fatal(err)
		}
		build(what)
		if _, ok := cache.Get(key); !ok {
			t.Errorf("%s: it was not kept anew", what)
		}
	}
	cache.Put(key, []byte("no program of this device"))
	build("refused")
}
