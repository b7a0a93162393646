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
var coreOrder = []struct{ name, holds, why string }{
	{"source", "positions and errors that point at text",
		"a position does not depend on what it points at"},
	{"private", "which files only their user can change; the folders of caches",
		"whom a file belongs to does not depend on what is in it"},
	{"starved", "which processes take long because a machine has other work",
		"what a process waits for does not depend on what it does"},
	{"elementary", "exp, log and their kind as small programs over the operations that all machines share",
		"every machine runs the same few operations for exp"},
	{"scalar", "scalar types and values, and what each operator computes: one table for the type rules, the interpreters and constant folding",
		"one table defines every scalar operator for everybody"},
	{"name", "variables and the supply of fresh ones",
		"a name is an identity, whatever it names"},
	{"sym", "integer polynomials over names, and a prover for inequalities between them",
		"polynomials are over names"},
	{"lmad", "index functions (LMADs)",
		"index functions are made of polynomials"},
	{"fault", "the errors that a run ends with",
		"all that run programs report failures alike"},
	{"text", "tokens and layout of `.lir` text, for the grammars of `ir` and `imp`",
		"tokens are common to all text forms"},
	{"target", "what passes must know of a machine",
		"passes know a machine by numbers alone"},
	{"value", "arrays as data; Futhark's text and binary formats, `.npy`; comparison with tolerance",
		"data exists without a program"},
	{"entry", "how a caller's values meet an entry point's parameters",
		"the calling convention is one for every level and backend, and who runs compiled code knows no program"},
	{"ir", "`soac`, `kernel` and `mem`: types, traversal, text",
		"its types are made of all the above"},
	{"imp", "the imperative representation",
		"it shares scalars, names, types and positions with ir"},
	{"interval", "ranges of the integers of `imp`",
		"ranges are computed from expressions of imp"},
	{"guards", "conditions on the index of a loop, and the part of its range in which they hold",
		"conditions of loops are conditions of imp"},
	{"lanes", "loops of which several iterations run at once, in the lanes of vectors: what differs between them, and whether it pays",
		"a pass and a backend plan the same loops"},
	{"ops", "the registry of operations: all that is known of each, once",
		"it describes the operations of ir"},
	{"schedule", "what is prescribed of parallel operations: as attributes, and as a file",
		"prescriptions are of operations"},
	{"check", "the static rules of each level",
		"it asks the registry what an operation may do"},
	{"interp", "the reference interpreters",
		"the reference semantics depends on no pass"},
	{"pass", "passes, pipelines as text, and the manager that runs them",
		"the manager checks and runs programs between passes"},
	{"wire", "programs between processes",
		"programs cross processes as passes leave them"},
}

// A rule says what the packages of one unit may import besides the standard
// library and each other.
type rule struct {
	unit    string   // folder; a last element * makes each folder there a unit
	holds   string   // what is in it, for docs/architecture.md
	folders []string // folders of this module
	modules []string // other modules
	why     string
}

// anything, among the folders or the modules of a rule, allows all of them.
const anything = "*"

// rules has a row for every package; the first that matches counts.
var rules = slices.Concat([]rule{
	{"core/pass/passtest", "how passes are tested: golden archives, comparison by running",
		[]string{"core"}, []string{"golang.org/x/tools"},
		"tests of passes need archives and the interpreters"},
	{"core/ir/irtest", "random programs of `soac`, `kernel` and `mem`",
		[]string{"core"}, []string{"pgregory.net/rapid"},
		"tests of the text and of the wire form need random programs"},
	{"core/imp/imptest", "random programs of `imp`",
		[]string{"core"}, []string{"pgregory.net/rapid"},
		"tests of the text and of the wire form need random programs"},
}, coreRules(), []rule{
	{"frontends/frontendtest", "how front ends are tested whose programs go through stages: golden archives, archives of wrong programs",
		[]string{"core"}, []string{"github.com/google/go-cmp", "golang.org/x/tools"},
		"it serves every such front end and depends on none"},
	{"frontends/launch", "what front ends whose programs prescribe kernels make launches with: loops over groups and their work-items, derived barriers, subscripts as polynomials",
		[]string{"core"}, nil,
		"it serves every such front end and depends on none"},
	{"frontends/lower", "what front ends build `soac` with: typed values (scalars, arrays, records, sums, functions), checked operations, specialisation of functions",
		[]string{"core"}, nil,
		"it serves every front end and depends on none"},
	{"accelerate/opencl", "what links the OpenCL backend into a Go program that imports it",
		[]string{"accelerate", "backends/opencl"}, nil,
		"only programs that ask for a backend get its driver"},
	{"accelerate/cuda", "what links the CUDA backend into a Go program that imports it",
		[]string{"accelerate", "backends/cuda"}, nil,
		"only programs that ask for a backend get its driver"},
	{"accelerate/c", "what links the backend of C into a Go program that imports it",
		[]string{"accelerate", "backends/c"}, nil,
		"only programs that ask for a backend get its driver"},
	{"accelerate/interp", "what links the reference interpreter into a Go program that imports it",
		[]string{"accelerate", "core", "backends/backend"}, nil,
		"only programs that ask for a backend get it"},
	{"accelerate", "what Go programs import to mark expressions: functions over slices and tensors, with a sequential meaning in plain Go, and what runs expressions that were compiled",
		[]string{"core", "backends/backend", "backends/wasm"}, nil,
		"a caller's program gets the embedded backend and no compiler"},
	{"examples/callers/go", "a product in Go over a package that lamina wrote, a module of its own",
		[]string{"embedded"}, []string{"example.com/caller"},
		"a product has what every user of a library has"},
	{"examples/go", "Go programs with marked expressions",
		[]string{"accelerate"}, nil,
		"an example has what every user has"},
	{"frontends/gosrc", "marked expressions of Go programs, taken to `soac`: what they capture (`internal/program`), what they must not contain (`internal/wellformed`), what iterations of a `Loop` read and write (`internal/independence`), evaluation over the values of `lower` (`internal/lowering`)",
		[]string{"core", "frontends/lower", "frontends/fut"}, []string{"golang.org/x/tools"},
		"functions in Futhark's language are compiled by its front end; go/packages loads and type-checks Go"},
	{"frontends/fut/internal/syntax", "Futhark's syntax: tokens, the tree, its lossless form, parser and printer",
		[]string{"core"}, nil,
		"a formatter needs the tree alone"},
	{"frontends/fut/internal/format", "the layout of Futhark programs: spaces, indentation, line breaks",
		[]string{"core", "frontends/fut/internal/syntax"}, nil,
		"layout needs the tree alone"},
	{"frontends/fut/internal/names", "names of Futhark programs: modules, functors and imports taken apart, every use of a name bound to its declaration",
		[]string{"core", "frontends/fut/internal/syntax"}, nil,
		"what a name denotes is known before types are"},
	{"frontends/fut/internal/types", "what is found about Futhark programs: types, sizes, what names denote",
		[]string{"core", "frontends/fut/internal/syntax", "frontends/fut/internal/names"}, nil,
		"what is found does not depend on how it is inferred"},
	{"frontends/fut/internal/infer", "types and sizes of Futhark programs, inferred and checked",
		[]string{"core", "frontends/fut/internal/syntax", "frontends/fut/internal/names", "frontends/fut/internal/types"}, nil,
		"types do not depend on how programs are lowered"},
	{"frontends/fut/internal/match", "whether patterns match all that they are to match",
		[]string{"core", "frontends/fut/internal/syntax", "frontends/fut/internal/types"}, nil,
		"patterns are checked on typed programs"},
	{"frontends/fut/internal/lint", "warnings: what is allowed in a program and likely a mistake",
		[]string{"core", "frontends/fut/internal/syntax", "frontends/fut/internal/names", "frontends/fut/internal/types", "frontends/fut/internal/match"}, nil,
		"warnings are about checked programs"},
	{"frontends/fut/internal/query", "what editors ask about a program: names, their types, definitions and uses",
		[]string{"core", "frontends/fut/internal/syntax", "frontends/fut/internal/names", "frontends/fut/internal/types"}, nil,
		"editors ask about checked programs, and about such with errors"},
	{"frontends/fut/internal/flow", "what depends on the order of evaluation: uniqueness, causality",
		[]string{"core", "frontends/fut/internal/syntax", "frontends/fut/internal/types", "frontends/fut/internal/match"}, nil,
		"uniqueness and causality are checked on typed programs"},
	{"frontends/tail/syntax", "TAIL's syntax: the tree, the table of operations, parser and printer",
		[]string{"core"}, nil,
		"what makes TAIL needs the tree alone"},
	{"frontends/tail/types", "types of TAIL programs: ranks, lengths of vectors, values of scalars",
		[]string{"core", "frontends/tail/syntax"}, nil,
		"types do not depend on how programs are lowered"},
	{"frontends/tail/interp", "TAIL's own semantics, the oracle for its lowering",
		[]string{"core", "frontends/tail/syntax"}, nil,
		"an oracle shares nothing with what it judges"},
	{"frontends/apl/syntax", "APL's syntax: glyphs, the tree, parser",
		[]string{"core"}, nil,
		"what APL means depends on types, which the parser does not know"},
	{"frontends/apl/interp", "APL as the language's definition says, the oracle for its compiler",
		[]string{"core", "frontends/apl/syntax"}, nil,
		"an oracle shares nothing with what it judges"},
	{"frontends/apl", "APL: `elaborate` takes programs to TAIL for the types of their arguments",
		[]string{"core", "frontends/tail"}, nil,
		"everything below TAIL is TAIL's"},
	{"frontends/*", "a front end each; `fut` takes Futhark source to `soac`: parsing, type checking, and evaluation over the values of `lower`; `tail` takes TAIL; `dpia` takes DPIA to `imp`, and `fcl` FCL",
		[]string{"core", "frontends/lower", "frontends/launch", "frontends/frontendtest"}, nil,
		"a frontend ends where the IR begins"},
	{"analysis", "what passes ask about a program, computed when asked and kept with the unit until what it depends on changes: `alias` (which arrays and blocks may be the same memory), `lastuse` (where a body first and last uses the blocks that it allocates), `access` (what statements read and write, as sets of LMADs), `facts` (what holds of integers at a point), `elements` (bounds of the integers that arrays hold), `operator` (whether an operator associates, selects, works in place)",
		[]string{"core"}, nil,
		"an analysis serves every pass and depends on none"},
	{"passes/imp/*", "passes from `imp` to `imp`",
		[]string{"core", "analysis"}, nil,
		"a pass is usable in any compiler, process or plugin"},
	{"passes/*", "passes from `soac` to `imp`",
		[]string{"core", "analysis"}, nil,
		"a pass is usable in any compiler, process or plugin"},
	{"backends/backend", "what a backend is, and the default pipelines",
		[]string{"core"}, nil,
		"the interface is all that a backend's user must know"},
	{"backends/gpu/hardware", "what a GPU backend implements over its driver: queues, kernels, memory",
		[]string{"core"}, nil,
		"a driver is all that a GPU backend adds"},
	{"backends/gpu/codegen", "prints the parallel parts of a program as kernels in OpenCL C or CUDA C",
		[]string{"core", "backends/gpu/hardware"}, nil,
		"code for GPUs is printed without one"},
	{"backends/gpu", "what the GPU backends share: [gpu.md](gpu.md)",
		[]string{"core", "backends/backend"}, nil,
		"what GPU backends share is pure Go"},
	{"backends/wasm/image", "the form of programs compiled to WebAssembly: what a module and its host agree on",
		running, nil,
		"a product that contains compiled programs contains no compiler"},
	{"backends/wasm/host", "runs programs compiled to WebAssembly: memory, threads, failures",
		append([]string{"backends/wasm/image"}, running...), []string{"github.com/tetratelabs/wazero"},
		"a product that contains compiled programs contains no compiler"},
	{"backends/wasm", "the embedded backend: WebAssembly, compiled by wazero inside the process",
		[]string{"core", "backends/backend"}, []string{"github.com/tetratelabs/wazero"},
		"a product that vendors one backend gets nothing else"},
	{"backends/c", "the backend of C: prints one file of C, which the machine's compiler compiles and a process of its own runs",
		[]string{"core", "backends/backend"}, nil,
		"a product that vendors one backend gets nothing else"},
	{"backends/opencl", "OpenCL's driver",
		[]string{"core", "backends/backend", "backends/gpu"}, []string{"C", "github.com/go-gl/cl"},
		"a product that vendors one backend gets nothing else"},
	{"backends/cuda", "CUDA's driver",
		[]string{"core", "backends/backend", "backends/gpu"}, []string{"C", "gorgonia.org/cu"},
		"a product that vendors one backend gets nothing else"},
	{"plugins/sdk", "what a plugin is written with",
		[]string{"core", "plugins/proto"}, []string{"google.golang.org/grpc", "google.golang.org/protobuf", "github.com/hashicorp/go-plugin", "github.com/hashicorp/go-hclog"},
		"a plugin's author gets the IR and the transport, no compiler"},
	{"plugins/host", "what runs plugins: processes in a sandbox, wasm modules",
		[]string{"core", "plugins/proto"}, []string{"google.golang.org/grpc", "google.golang.org/protobuf", "github.com/hashicorp/go-plugin", "github.com/hashicorp/go-hclog", "github.com/tetratelabs/wazero", "golang.org/x/sys", "golang.org/x/net", "github.com/elastic/go-seccomp-bpf", "github.com/BurntSushi/toml"},
		"a host runs passes that it has never seen"},
	{"plugins/trust", "which plugins a user trusts, by content",
		[]string{"core/private", "core/source", "plugins/host", "plugins/proto"}, nil,
		"trust is the user's decision, not the host's"},
	{"plugins/install", "installing plugins from files, with checksum and signature",
		[]string{"core/private", "core/source", "plugins/host"}, []string{"github.com/jedisct1/go-minisign"},
		"it checks bytes before any of them run"},
	{"plugins/memory", "the plugin of the memory passes",
		[]string{"core", "passes", "plugins/sdk"}, nil,
		"Lamina's own plugin is made of its passes"},
	{"plugins/cluster", "a plugin that fuses by costs",
		[]string{"core", "passes", "plugins/sdk"}, nil,
		"it tries the orders of a pass of Lamina's"},
	{"plugins/examples", "plugins to learn from",
		[]string{"core", "plugins/sdk"}, nil,
		"an example has what every author has"},
	{"plugins/guests", "plugins that misbehave, and tests that hosts bear them",
		[]string{"core", "plugins"}, []string{"google.golang.org/protobuf", "github.com/elastic/go-seccomp-bpf", "golang.org/x/sys"},
		"tests need plugins of every kind of misbehaviour, and kernels that lack something"},
	{"plugins/proto", "what a host and its plugins say to each other: the schema, and code generated from it",
		[]string{"core/wire/wirefmt", "core/target"}, []string{"google.golang.org/grpc", "google.golang.org/protobuf"},
		"its code is generated from the schema"},
	{"docs", "the documentation, and package `docs` that builds it in", nil, nil,
		"pages are data"},
	{"driver", "front ends, pipelines and backends tied together: load a file at any level, take it through a pipeline, make it ready to run",
		[]string{"core", "frontends", "passes", "backends"}, nil,
		"tools, suites and embedders share one way to put the parts together"},
	{"embedded/opencl", "the run time of Go packages for OpenCL, with that backend",
		[]string{"core", "embedded", "backends/backend", "backends/opencl"}, nil,
		"a product for a GPU vendors one backend"},
	{"embedded/cuda", "the run time of Go packages for CUDA, with that backend",
		[]string{"core", "embedded", "backends/backend", "backends/cuda"}, nil,
		"a product for a GPU vendors one backend"},
	{"embedded/internal/device", "programs of `embedded` on a backend's devices",
		[]string{"core", "embedded", "backends/backend"}, nil,
		"it serves the backends of GPUs and depends on none"},
	{"embedded", "the run time of Go packages that `lamina library` writes",
		append([]string{"backends/wasm/image", "backends/wasm/host"}, running...), nil,
		"a product that contains compiled programs contains no compiler"},
	{"library/golang", "libraries in Go: a package of typed methods over the embedded backend's code",
		[]string{"core", "library", "backends/wasm", "embedded"}, nil,
		"a library is printed, not run"},
	{"library/web", "libraries in JavaScript: a module over the embedded backend's code, with a run time of its own",
		[]string{"core", "library", "backends/wasm"}, nil,
		"a library is printed, not run"},
	{"library/capi", "libraries in C: header, source and manifest, by the interface of Futhark's libraries",
		[]string{"core", "library", "backends/c", "backends/gpu", "backends/backend"}, nil,
		"a library is printed, not run"},
	{"library", "compiled programs as libraries for callers in other languages: a package for each target",
		[]string{"core"}, nil,
		"what targets have in common does not depend on any"},
	{"conformance/dataset", "data made by a rule from a seed",
		[]string{"core"}, nil,
		"data is made without a program"},
	{"conformance/script", "FutharkScript: expressions of test blocks that call entry points",
		[]string{"core"}, nil,
		"a script knows entry points by their signatures, and no compiler"},
	{"conformance/testblock", "test blocks: their text, what it means",
		[]string{"core", "conformance/dataset", "conformance/script"}, nil,
		"a test block is text before anything runs it"},
	{"conformance/runner", "the runner of test blocks: tests, benchmarks, servers of programs",
		[]string{"core", "backends", "driver", "conformance/dataset", "conformance/script", "conformance/testblock"}, nil,
		"test blocks are run in one place"},
	{"conformance/futhark", "Futhark's interpreter, where it is installed, as a judge of results",
		[]string{"core"}, nil,
		"an oracle is independent of the compiler"},
	{"conformance/programs", "programs with test blocks", nil, nil,
		"programs are data"},
	{"conformance/regressions", "every program that once gave a wrong result, with the method that finds it now", nil, nil,
		"programs are data"},
	{"conformance/zoo", "plain programs that no pass was written for, with test blocks and larger inputs for benchmarks", nil, nil,
		"programs are data"},
	{"conformance/generate/draw", "tapes of numbers from which random programs are made; making failing ones shorter",
		nil, nil,
		"numbers are drawn without knowing what of"},
	{"conformance/generate/source", "random source programs, valid and invalid",
		[]string{"core", "conformance/generate", "frontends"}, nil,
		"generating programs does not need a compiler"},
	{"conformance/generate/expressions", "random programs of TAIL and APL, beside their evaluators",
		[]string{"core", "frontends"}, nil,
		"generating programs does not need a compiler"},
	{"conformance/generate/strategies", "random programs of FCL and DPIA",
		[]string{"core", "frontends"}, nil,
		"generating programs does not need a compiler"},
	{"conformance/generate", "random programs of `soac`",
		[]string{"core"}, nil,
		"generating programs does not need a compiler"},
	{"conformance/fuzz", "random programs, taken through pipelines and compared",
		[]string{"core", "frontends", "backends", "driver", "conformance/generate"}, nil,
		"comparing programs needs a compiler and no suite"},
	{"conformance/suite", "the cases that every backend must pass",
		[]string{"core", "backends/backend", "backends/gpu", "driver", "conformance/dataset", "conformance/generate", "conformance/programs", "conformance/regressions", "conformance/testblock", "conformance/zoo"}, nil,
		"a case does not depend on the backend that it judges"},
	{"conformance/certify", "runs the suite against a backend, each device in a process of its own; reports",
		[]string{"core", "backends", "driver", "conformance/generate", "conformance/suite", "tools/browser"}, nil,
		"one runner certifies this module's backends and others'"},
	{"conformance/cluster", "runs the suite on many machines, by Slurm or any command that starts workers",
		[]string{"core", "conformance/certify", "conformance/suite"}, nil,
		"where a worker runs does not change what it tells"},
	{"conformance", "tests of the whole, and a backend that is vendored alone",
		[]string{anything}, []string{anything},
		"the whole is tested with everything"},
	{"tools/*", "executables; `tools/lamina` is the command",
		[]string{anything}, []string{anything},
		"executables put the parts together"},
	{".", "tests of the house as a whole", []string{"backends/backend"}, nil,
		"the root holds no code"},
})

// running lists what running a compiled program takes of core: values, failures, and the
// calling convention, but no form of programs.
var running = []string{"core/source", "core/private", "core/elementary", "core/scalar", "core/name", "core/fault", "core/value", "core/entry"}

// testModules may be imported by any test.
var testModules = []string{
	"github.com/google/go-cmp",
	"github.com/rogpeppe/go-internal",
	"golang.org/x/net",
	"golang.org/x/tools",
	"pgregory.net/rapid",
}

// coreRules turns coreOrder into rules.
func coreRules() []rule {
	var core []rule
	var below []string
	for _, p := range coreOrder {
		unit := "core/" + p.name
		core = append(core, rule{unit: unit, holds: p.holds, folders: slices.Clone(below), why: p.why})
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
		if within(to, unit) || withinAny(to, r.folders) || k == blackBox && (within(to, "core") || within(unit, "backends") && within(to, "passes/imp") || within(unit, "passes") && within(to, "passes")) {
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
// which sees of its package what everybody sees, and may use all of core; that of a
// backend also the passes at imp, which make what the backend is given, and that of a pass the passes
// before it.
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
		{"conformance/testblock/parse.go", lamina + "driver", true},
		{"conformance/suite/case.go", lamina + "conformance/certify", true},
		{"conformance/generate/generate.go", lamina + "conformance/generate/source", false},
		{"conformance/plugins_test.go", lamina + "plugins/host", false},
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
