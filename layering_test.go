// Package lamina_test holds what is true of the module as a whole: who may
// import whom.
package lamina_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

const module = "github.com/lamina-lang/lamina"

// coreOrder lists core from the bottom of the house up: a package may import
// those before it.
var coreOrder = []struct{ name, why string }{
	{"source", "positions and errors know nothing of what they point at"},
	{"elementary", "what exp computes is told in operations that all machines have"},
	{"scalar", "what a scalar operator computes is one table for everybody"},
	{"name", "names are identities, whatever they name"},
	{"sym", "polynomials are over names"},
	{"lmad", "index functions are made of polynomials"},
	{"fault", "how a run fails is told alike by all that run programs"},
	{"text", "tokens are the ground of every text form, of none in particular"},
	{"target", "what a machine offers is told in numbers"},
	{"value", "arrays as data exist without a program"},
	{"ir", "the types of soac, kernel and mem hold all the above"},
	{"imp", "the imperative IR shares scalars, names and positions with ir"},
	{"interval", "ranges of values are read off the expressions of imp"},
	{"guards", "what of a loop goes one way nearly always is read off imp"},
	{"entry", "the calling convention is one for every level and backend"},
	{"ops", "the registry says what each operation of ir is"},
	{"liveness", "where a block is in use is read off a program"},
	{"check", "the rules of a level are read off the registry"},
	{"interp", "the reference meaning needs the types, never the passes"},
	{"pass", "the manager checks and runs programs between passes"},
	{"wire", "programs cross processes as passes leave them"},
}

// A rule says what the packages of one unit may import besides the standard
// library and each other.
type rule struct {
	unit    string   // folder; a last element * makes each folder there a unit
	folders []string // folders of this module
	modules []string // other modules
	why     string
}

// anything, among the folders or the modules of a rule, allows all of them.
const anything = "*"

// rules has a row for every package; the first that matches counts.
var rules = slices.Concat([]rule{
	{"core/pass/passtest", []string{"core"}, []string{"golang.org/x/tools"},
		"the tests of passes need archives, and the interpreters to compare with"},
	{"core/ir/irtest", []string{"core"}, []string{"pgregory.net/rapid"},
		"tests of the text and of the wire form need random programs"},
	{"core/imp/imptest", []string{"core"}, []string{"pgregory.net/rapid"},
		"tests of the text and of the wire form need random programs"},
}, coreRules(), []rule{
	{"frontends/lower", []string{"core"}, nil,
		"what front ends share knows none of them"},
	{"frontends/*", []string{"core", "frontends/lower"}, nil,
		"a frontend ends where the IR begins"},
	{"analysis", []string{"core"}, nil,
		"what is known of a program serves every pass and depends on none"},
	{"passes/imp/*", []string{"core", "analysis"}, nil,
		"a pass is usable in any compiler, process or plugin"},
	{"passes/*", []string{"core", "analysis"}, nil,
		"a pass is usable in any compiler, process or plugin"},
	{"backends/backend", []string{"core"}, nil,
		"the interface is all that a backend's user must know"},
	{"backends/gpu", []string{"core", "backends/backend"}, nil,
		"what the GPU backends share is pure Go"},
	{"backends/wasm", []string{"core", "backends/backend"}, []string{"github.com/tetratelabs/wazero"},
		"a product that vendors one backend gets nothing else"},
	{"backends/opencl", []string{"core", "backends/backend", "backends/gpu"}, []string{"C", "github.com/go-gl/cl"},
		"a product that vendors one backend gets nothing else"},
	{"backends/cuda", []string{"core", "backends/backend", "backends/gpu"}, []string{"C", "gorgonia.org/cu"},
		"a product that vendors one backend gets nothing else"},
	{"plugins/sdk", []string{"core", "plugins/proto"}, []string{"google.golang.org/grpc", "google.golang.org/protobuf", "github.com/hashicorp/go-plugin", "github.com/hashicorp/go-hclog"},
		"a plugin's author gets the IR and the transport, no compiler"},
	{"plugins/host", []string{"core", "plugins/proto"}, []string{"google.golang.org/grpc", "google.golang.org/protobuf", "github.com/hashicorp/go-plugin", "github.com/hashicorp/go-hclog", "github.com/tetratelabs/wazero", "golang.org/x/sys", "golang.org/x/net", "github.com/elastic/go-seccomp-bpf", "github.com/BurntSushi/toml"},
		"a host runs passes that it does not know"},
	{"plugins/trust", []string{"plugins/host", "plugins/proto"}, nil,
		"who trusts plugins is the user of a host, and no matter of the host"},
	{"plugins/install", []string{"plugins/host"}, []string{"github.com/jedisct1/go-minisign"},
		"what is installed is checked as bytes, before anything of it is a plugin"},
	{"plugins/memory", []string{"core", "passes", "plugins/sdk"}, nil,
		"Lamina's own plugin is made of its passes"},
	{"plugins/examples", []string{"core", "plugins/sdk"}, nil,
		"an example has what every author has"},
	{"plugins/guests", []string{"core", "plugins"}, []string{"google.golang.org/protobuf"},
		"what hosts must bear is tested with guests of all kinds"},
	{"plugins/proto", []string{"core/wire/wirefmt", "core/target"}, []string{"google.golang.org/grpc", "google.golang.org/protobuf"},
		"the service is code that its schema gives"},
	{"driver", []string{"core", "frontends", "passes", "backends"}, nil,
		"the parts are tied together once, for tools, suites and embedders"},
	{"conformance", []string{anything}, []string{anything},
		"suites run everything"},
	{"tools/*", []string{anything}, []string{anything},
		"executables put the parts together"},
	{".", nil, nil,
		"the root holds no code"},
})

// testModules may be imported by any test.
var testModules = []string{
	"github.com/google/go-cmp",
	"github.com/rogpeppe/go-internal",
	"golang.org/x/tools",
	"pgregory.net/rapid",
}

// coreRules turns coreOrder into rules.
func coreRules() []rule {
	var core []rule
	var below []string
	for _, p := range coreOrder {
		unit := "core/" + p.name
		core = append(core, rule{unit: unit, folders: slices.Clone(below), why: p.why})
		below = append(below, unit)
	}
	core[len(core)-1].modules = []string{"google.golang.org/protobuf"}
	return core
}

// ruleOf returns the rule for the package in folder dir, and the unit that the
// package belongs to.
func ruleOf(dir string) (_ rule, unit string, ok bool) {
	for _, r := range rules {
		unit := r.unit
		if parent, each := strings.CutSuffix(unit, "/*"); each {
			rest, inside := strings.CutPrefix(dir, parent+"/")
			if !inside {
				continue
			}
			first, _, _ := strings.Cut(rest, "/")
			unit = parent + "/" + first
		}
		if within(dir, unit) {
			return r, unit, true
		}
	}
	return rule{}, "", false
}

// within reports whether p is tree or lies in it.
func within(p, tree string) bool {
	return p == tree || strings.HasPrefix(p, tree+"/")
}

func withinAny(p string, trees []string) bool {
	return slices.ContainsFunc(trees, func(t string) bool { return t == anything || within(p, t) })
}

// forbidden says why a file of unit, which r governs, must not import imp; it
// returns "" where it may.
func (r rule) forbidden(unit, imp string, k kind) string {
	to, own := strings.CutPrefix(imp, module+"/")
	if own {
		if within(to, unit) || withinAny(to, r.folders) || k == blackBox && within(to, "core") {
			return ""
		}
	} else {
		first, _, _ := strings.Cut(imp, "/")
		standard := imp != "C" && !strings.Contains(first, ".")
		if standard || withinAny(imp, r.modules) || k != code && withinAny(imp, testModules) {
			return ""
		}
	}
	return fmt.Sprintf("%s must not import %s: %s", unit, to, r.why)
}

// A kind of file: code, a test within its package, or a test of package x_test,
// which sees of its package what everybody sees, and may use all of core.
type kind int

const (
	code kind = iota
	whiteBox
	blackBox
)

func kindOf(file, pkg string) kind {
	switch {
	case !strings.HasSuffix(file, "_test.go"):
		return code
	case strings.HasSuffix(pkg, "_test"):
		return blackBox
	}
	return whiteBox
}

// violations returns a line for each import in tree that breaks a rule,
// whatever the build tags of its file, and the number of files read.
func violations(tree fs.FS) (found []string, files int, err error) {
	fset := token.NewFileSet()
	err = fs.WalkDir(tree, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if file != "." && (name == "testdata" || name[0] == '.' || name[0] == '_') {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		text, err := fs.ReadFile(tree, file)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(fset, file, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		files++
		r, unit, ok := ruleOf(path.Dir(file))
		if !ok {
			found = append(found, fmt.Sprintf("%s: its folder has no row in the table of layers: give it one", file))
			return nil
		}
		k := kindOf(name, parsed.Name.Name)
		for _, spec := range parsed.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if why := r.forbidden(unit, imp, k); why != "" {
				found = append(found, fmt.Sprintf("%v: %s", fset.Position(spec.Pos()), why))
			}
		}
		return nil
	})
	return found, files, err
}

func TestImportsGoDown(t *testing.T) {
	if _, err := os.Stat("go.mod"); err != nil {
		t.Skip("the sources are not here: under Bazel a test sees only its own files; go test checks this")
	}
	found, files, err := violations(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	if files < 10 {
		t.Errorf("read only %d Go files: is this the module's root?", files)
	}
	for _, line := range found {
		t.Error(line)
	}
}

func TestBadImportsAreFound(t *testing.T) {
	const lamina = module + "/"
	for _, c := range []struct {
		file, imp string
		bad       bool
	}{
		{"core/ir/ir.go", lamina + "core/scalar", false},
		{"core/ir/ir.go", lamina + "core/check", true},
		{"core/ir/white_box_test.go", lamina + "core/check", true},
		{"core/ir/black_box_test.go", lamina + "core/check", false},
		{"core/ir/black_box_test.go", lamina + "passes/fuse", true},
		{"core/sym/internal/a/a.go", lamina + "core/sym/internal/b", false},
		{"core/ir/ir.go", lamina + "passes/fuse", true},
		{"core/ir/ir.go", "go/token", false},
		{"core/ir/ir.go", "C", true},
		{"core/ir/ir.go", "pgregory.net/rapid", true},
		{"core/ir/white_box_test.go", "pgregory.net/rapid", false},
		{"core/wire/wire.go", "google.golang.org/protobuf/proto", false},
		{"core/unknown/unknown.go", "fmt", true},
		{"frontends/fut/fut.go", lamina + "frontends/fut/internal/types", false},
		{"frontends/fut/fut.go", lamina + "frontends/apl", true},
		{"frontends/fut/fut.go", lamina + "passes/simplify", true},
		{"passes/fuse/fuse.go", lamina + "core/ir", false},
		{"passes/fuse/fuse.go", lamina + "passes/simplify", true},
		{"passes/fuse/fuse.go", lamina + "analysis/alias", false},
		{"analysis/alias/alias.go", lamina + "analysis", false},
		{"analysis/alias/alias.go", lamina + "passes/fuse", true},
		{"core/pass/pass.go", lamina + "analysis", true},
		{"passes/fuse/fuse.go", lamina + "frontends/fut", true},
		{"backends/backend/backend.go", lamina + "backends/wasm", true},
		{"backends/wasm/wasm.go", lamina + "backends/backend", false},
		{"backends/wasm/wasm.go", "github.com/tetratelabs/wazero/api", false},
		{"backends/wasm/wasm.go", "github.com/tetratelabs/wazerox", true},
		{"backends/wasm/wasm.go", lamina + "backends/gpu", true},
		{"backends/cuda/cuda.go", lamina + "backends/gpu/driver", false},
		{"backends/cuda/cuda.go", lamina + "backends/opencl", true},
		{"backends/cuda/cuda.go", lamina + "passes/toimp", true},
		{"backends/cuda/driver.go", "C", false},
		{"plugins/sdk/sdk.go", lamina + "plugins/host", true},
		{"driver/driver.go", lamina + "passes/fuse", false},
		{"driver/driver.go", lamina + "conformance/runner", true},
		{"conformance/runner/runner.go", lamina + "backends/cuda", false},
		{"tools/lamina/main.go", "github.com/spf13/cobra", false},
		{"lamina.go", lamina + "core/ir", true},
	} {
		pkg := "p"
		if strings.HasSuffix(c.file, "black_box_test.go") {
			pkg = "p_test"
		}
		text := fmt.Sprintf("//go:build never\n\npackage %s\n\nimport _ %q\n", pkg, c.imp)
		tree := fstest.MapFS{c.file: {Data: []byte(text)}}
		found, _, err := violations(tree)
		if err != nil {
			t.Fatal(err)
		}
		if (len(found) == 1) != c.bad || len(found) > 1 {
			t.Errorf("%s importing %s: found %q, want found: %v", c.file, c.imp, found, c.bad)
		}
	}
}

// A file whose imports cannot be read does not pass unseen.
func TestUnparsableFileIsAnError(t *testing.T) {
	tree := fstest.MapFS{"core/ir/ir.go": {Data: []byte("pack ir")}}
	if _, _, err := violations(tree); err == nil {
		t.Error("no error for a file that is not Go")
	}
}
