package libraries

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/opencl"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/library/golang"
)

//go:embed testdata/caller.go.txt
var goCaller string

// Go returns the backend of Go packages. Root is the folder of this module.
func Go(root string) backend.Backend {
	return &library{wasm.NewWithCache(""), "go-library", goPackage(root, golang.Options{Name: "prog"}, "", nil)}
}

// GoOpenCL returns the backend of Go packages for OpenCL, which run on the first device.
func GoOpenCL(root string) backend.Backend {
	cgo := []string{
		"CGO_ENABLED=1",
		"CGO_CFLAGS=-O2 -DCL_TARGET_OPENCL_VERSION=120 -DCL_DEVICE_IMAGE_PITCH_ALIGNMENT=0x104A -DCL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT=0x104B",
	}
	return &library{present{opencl.New()}, "go-opencl-library", goPackage(root, golang.Options{Name: "prog", Backend: golang.OpenCL}, golang.OpenCL, cgo)}
}

// present is a backend that is linked into packages, not into this process.
type present struct{ backend.Backend }

// Probe lists a device, so that programs are compiled.
func (present) Probe(context.Context) ([]backend.Device, error) {
	return []backend.Device{{Name: "a device"}}, nil
}

// goPackage writes a package and its caller. For a device, runtime is the Go package below embedded
// and the build tag.
func goPackage(root string, o golang.Options, runtime string, env []string) func(context.Context, *imp.Program, string) (*exec.Cmd, error) {
	return func(ctx context.Context, p *imp.Program, dir string) (*exec.Cmd, error) {
		files, err := golang.Files(p, o)
		if err != nil {
			return nil, err
		}
		if err := os.Mkdir(filepath.Join(dir, "prog"), 0o777); err != nil {
			return nil, err
		}
		caller := strings.Replace(goCaller, "/*methods*/", methods(files[0].Text), 1)
		if runtime != "" {
			caller = strings.Replace(caller, "embedded.Options{}", runtime+".Options{}", 1)
			caller = strings.Replace(caller, "/embedded\"\n", "/embedded\"\n\t\"github.com/lamina-lang/lamina/embedded/"+runtime+"\"\n", 1)
		}
		texts := map[string]string{"main.go": caller}
		for _, f := range files {
			texts["prog/"+f.Name] = string(f.Text)
		}
		if err := WriteModule(root, dir, texts); err != nil {
			return nil, err
		}
		if err := goCommand(ctx, dir, env, "build", "-tags", runtime, "-o", "caller", "."); err != nil {
			return nil, err
		}
		return exec.Command(filepath.Join(dir, "caller")), nil
	}
}

var (
	declared = regexp.MustCompile(`func \(p \*Program\) (\w+)\(ctx `)
	called   = regexp.MustCompile(`p\.program\.Call\(ctx, ("[^"]*")`)
)

// methods returns a Go literal's elements: the entry points and their methods.
func methods(source []byte) string {
	var b strings.Builder
	entries := called.FindAllSubmatch(source, -1)
	for i, m := range declared.FindAllSubmatch(source, -1) {
		fmt.Fprintf(&b, "%s: %q, ", entries[i][1], m[1])
	}
	return b.String()
}

// WriteModule writes a Go module that uses the Lamina in root, with the dependencies of that.
func WriteModule(root, dir string, files map[string]string) error {
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	_, requirements, _ := strings.Cut(string(mod), "\ngo ")
	files["go.sum"] = string(sum)
	files["go.mod"] = fmt.Sprintf("module example.com/caller\n\ngo %s\nrequire github.com/lamina-lang/lamina v0.0.0\n\nreplace github.com/lamina-lang/lamina => %s\n", requirements, root)
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// GoCommand runs the go command without cgo and without network.
func GoCommand(ctx context.Context, dir string, args ...string) error {
	return goCommand(ctx, dir, nil, args...)
}

func goCommand(ctx context.Context, dir string, env []string, args ...string) error {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=mod -trimpath", "GOPROXY=off", "GOWORK=off")
	cmd.Env = append(cmd.Env, env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}
