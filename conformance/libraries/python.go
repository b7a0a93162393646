package libraries

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/c"
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/library/capi"
)

//go:embed testdata/caller.py
var pythonCaller string

// Python returns the backend of Python packages over libraries in C. The interpreter has NumPy
// and cffi.
func Python(interpreter string) backend.Backend {
	return &library{c.New(), "python-library", func(ctx context.Context, p *imp.Program, dir string) (*exec.Cmd, error) {
		var signatures []entry.Signature
		for _, in := range p.Interfaces() {
			signatures = append(signatures, in.Signature())
		}
		files, err := capi.Files(p, signatures, capi.Options{Name: "prog", Prefix: capi.DefaultPrefix, Parallel: true, Python: true})
		if err != nil {
			return nil, err
		}
		if err := os.Mkdir(filepath.Join(dir, "prog"), 0o777); err != nil {
			return nil, err
		}
		texts := map[string]string{}
		for _, f := range files {
			texts[f.Name] = string(f.Text)
		}
		methods, err := json.Marshal(pythonMethods(p, texts["prog/__init__.py"]))
		if err != nil {
			return nil, err
		}
		texts["caller.py"] = strings.Replace(pythonCaller, "{}  # methods", string(methods), 1)
		for file, text := range texts {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
				return nil, err
			}
		}
		compile := exec.CommandContext(ctx, "cc", strings.Fields("-std=c11 -O1 -w -ffp-contract=off -fPIC -shared -pthread prog.c -o prog/_library.so -lm")...)
		compile.Dir = dir
		if out, err := compile.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("compiling the library: %w\n%s", err, out)
		}
		return exec.Command(interpreter, "-W", "error", filepath.Join(dir, "caller.py")), nil
	}}
}

var pythonMethod = regexp.MustCompile(`(?s)\n    def (\w+)\(self[^\n]*\n.*?self\._call\(_lib\.futhark_entry_(\w+)`)

// method describes an entry point to the caller.
type method struct {
	Name    string
	Results []string // types of elements
}

// pythonMethods tells, by the names of entry points, the methods that a package has for them.
func pythonMethods(p *imp.Program, source string) map[string]method {
	_, methods, _ := strings.Cut(source, "def clear_caches")
	called := map[string]string{}
	for _, m := range pythonMethod.FindAllStringSubmatch(methods, -1) {
		called[m[2]] = m[1]
	}
	out := map[string]method{}
	for _, in := range p.Interfaces() {
		m := method{Name: called[name.Encoded(in.Name)], Results: []string{}}
		for _, r := range in.Results {
			m.Results = append(m.Results, r.Elem.String())
		}
		out[in.Name] = m
	}
	return out
}
