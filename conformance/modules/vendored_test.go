package modules

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/conformance/internal/repository"
)

// vendoredBackend describes a backend that a module vendors alone.
type vendoredBackend struct {
	backend string
	tag     string   // build tag
	lamina  []string // packages of this module that come with it, besides core
	modules []string // other modules that come with it
	env     []string // build environment; VENDOR is the folder of this module's copy
	needs   string   // a header that the C compiler must find, "" for none
}

var vendored = []vendoredBackend{
	{backend: "wasm", lamina: []string{"backends/backend", "backends/wasm"},
		modules: []string{"github.com/tetratelabs/wazero", "golang.org/x/sys"}, env: []string{"CGO_ENABLED=0"}},
	{backend: "c", lamina: []string{"backends/backend", "backends/c"}, env: []string{"CGO_ENABLED=0"}},
	{backend: "opencl", tag: "opencl", lamina: []string{"backends/backend", "backends/gpu", "backends/opencl"},
		modules: []string{"github.com/go-gl/cl"}, needs: "CL/cl.h",
		env: []string{"CGO_ENABLED=1", "CGO_CFLAGS=-O2 -DCL_TARGET_OPENCL_VERSION=120 -DCL_DEVICE_IMAGE_PITCH_ALIGNMENT=0x104A -DCL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT=0x104B"}},
	{backend: "cuda", tag: "cuda", lamina: []string{"backends/backend", "backends/gpu", "backends/cuda"},
		modules: []string{"github.com/google/uuid", "github.com/pkg/errors", "gorgonia.org/cu"}, needs: "stddef.h",
		env: []string{"CGO_ENABLED=1", "CGO_CFLAGS=-O2 -IVENDOR/backends/cuda/shim", "CGO_LDFLAGS=-LVENDOR/backends/cuda/shim"}},
}

// TestVendoringOneBackend builds, for each backend, a module that imports only it, vendors
// that, and compiles it as the backend's documentation says. Nothing of the other backends,
// passes, front ends, plugins or the tool comes along.
func TestVendoringOneBackend(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	module := repository.Root(t)
	sums, err := os.ReadFile(filepath.Join(module, "go.sum"))
	if err != nil {
		t.Skipf("the module's own files are not here (Bazel's sandbox): %v", err)
	}
	for _, v := range vendored {
		t.Run(v.backend, func(t *testing.T) {
			// Download what is missing now: the following steps run without a proxy.
			goCommand(t, module, nil, "list", "-deps", "-tags", v.tag, "./backends/"+v.backend)
			dir := t.TempDir()
			for name, text := range map[string]string{
				"go.mod":  fmt.Sprintf("module example.org/embeds\n\ngo 1.26\n\nrequire github.com/lamina-lang/lamina v0.0.0\n\nreplace github.com/lamina-lang/lamina => %s\n", module),
				"go.sum":  string(sums),
				"main.go": fmt.Sprintf("package main\n\nimport (\n\t\"fmt\"\n\n\t\"github.com/lamina-lang/lamina/backends/%[1]s\"\n)\n\nfunc main() { fmt.Println(%[1]s.New().Name()) }\n", v.backend),
			} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			offline := []string{"GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off"}
			goCommand(t, dir, offline, "mod", "tidy", "-e") // ignoring tests of tests that are not available
			goCommand(t, dir, offline, "mod", "vendor", "-e")
			copied := filepath.Join(dir, "vendor", "github.com", "lamina-lang", "lamina")
			v.check(t, filepath.Join(dir, "vendor", "modules.txt"), copied)
			if v.needs != "" && !compiles(v.needs) {
				t.Skipf("a C compiler that finds %s is not here: what was vendored is not built", v.needs)
			}
			env := append(slices.Clone(offline), "GOFLAGS=-mod=vendor")
			for _, e := range v.env {
				env = append(env, strings.ReplaceAll(e, "VENDOR", copied))
			}
			goCommand(t, dir, env, "build", "-tags", v.tag, "-o", "embeds", ".")
			out, err := exec.Command(filepath.Join(dir, "embeds")).CombinedOutput()
			if err != nil || string(out) != v.backend+"\n" {
				t.Errorf("what was built prints %q (%v)", out, err)
			}
		})
	}
}

// check compares the vendored packages with the allowed ones.
func (v *vendoredBackend) check(t *testing.T, list, copied string) {
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	var modules []string
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "#" {
			modules = append(modules, fields[1])
		}
		own, ok := strings.CutPrefix(strings.TrimSpace(line), "github.com/lamina-lang/lamina/")
		if ok && !v.mayHave(own) {
			t.Errorf("package %s is vendored", own)
		}
	}
	slices.Sort(modules)
	if !slices.Equal(modules, v.modules) {
		t.Errorf("the modules %v are vendored, and %v are needed", modules, v.modules)
	}
	packages := 0
	err = filepath.WalkDir(copied, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		packages++
		folder, err := filepath.Rel(copied, filepath.Dir(path))
		if err == nil && !v.mayHave(folder) && folder != "." {
			t.Errorf("%s is vendored", path)
		}
		return err
	})
	if err != nil || packages == 0 {
		t.Errorf("%d files in %s (%v)", packages, copied, err)
	}
}

// mayHave reports whether a folder of this module belongs to core or the backend.
func (v *vendoredBackend) mayHave(folder string) bool {
	return slices.ContainsFunc(append([]string{"core"}, v.lamina...), func(of string) bool {
		return folder == of || strings.HasPrefix(folder, of+"/")
	})
}

// goCommand runs the go command.
func goCommand(t *testing.T, dir string, env []string, args ...string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), "go", args...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// compiles reports whether there is a C compiler that finds a header.
func compiles(header string) bool {
	c := exec.Command("cc", "-fsyntax-only", "-xc", "-")
	c.Stdin = strings.NewReader("#include <" + header + ">\n")
	return c.Run() == nil
}
