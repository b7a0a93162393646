package gosrc

import (
	"context"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/intrinsics"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// Config says how packages are loaded.
type Config struct {
	Dir   string   // of the go command; "" for the current one
	Env   []string // of the go command; nil for the present one
	Flags []string // of go list: -tags, -mod and their kind
	Tests bool     // with the files of tests
	// Needs returns what packages that link backends need in the environment to be built; nil
	// is nothing.
	Needs func(backends map[string]string) []string
}

// Package is a package with marked expressions.
type Package struct {
	Path        string
	Name        string
	Dir         string
	Test        bool // it is a package of tests, or has files of tests
	Expressions []*Expression

	program *loaded
}

type loaded struct {
	fset  *token.FileSet
	funcs *program.Program
}

// Result is the result of Load.
type Result struct {
	Packages []*Package
	Problems []*Problem // errors in Go's sense
	// Downloaded lists packages of other modules with marked expressions, which stay Go.
	Downloaded []string
	// Unused lists the marks in generic functions that nothing in the program uses: their types are
	// not known.
	Unused []token.Position
	// Backends has the packages below accelerate that are imported, each of which links a
	// backend, c, cuda or opencl, and their folders.
	Backends map[string]string
	// Roots lists the folders of the modules that packages are of and that may change: the
	// main ones, and those that a replace directive names.
	Roots []string

	folders map[string]string // for each folder of a package, its name in paths that -trimpath shortens
}

// Trimmed is the name of a file as the go command shortens it with -trimpath: the package's
// path, and the file's name.
func (r *Result) Trimmed(file string) string {
	if path, ok := r.folders[filepath.Dir(file)]; ok {
		return path + "/" + filepath.Base(file)
	}
	return file
}

// folder notes the name that -trimpath gives to the folder of a package.
func (r *Result) folder(p *packages.Package) {
	if len(p.GoFiles) == 0 || p.PkgPath == ofFiles {
		return
	}
	path := p.PkgPath
	if p.ForTest != "" {
		path = p.ForTest
	}
	if m := p.Module; m != nil && !m.Main && m.Version != "" {
		path = m.Path + "@" + m.Version + strings.TrimPrefix(path, m.Path)
	}
	if r.folders == nil {
		r.folders = map[string]string{}
	}
	r.folders[filepath.Dir(p.GoFiles[0])] = path
}

// listMode suffices to find the packages that matter; syntaxMode, to lower them.
const (
	listMode   = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedForTest
	syntaxMode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedModule |
		packages.NeedTypes | packages.NeedTypesInfo | packages.NeedSyntax | packages.NeedTypesSizes | packages.NeedForTest
)

// Load type-checks the packages that match patterns and those that they import, except most
// of the standard library's, and finds the marked expressions of those in the main module or
// workspace. Marks in other modules are listed only.
func Load(ctx context.Context, c Config, patterns ...string) (*Result, error) {
	config := packages.Config{Context: ctx, Dir: c.Dir, Env: c.Env, BuildFlags: c.Flags, Tests: c.Tests}
	config.Mode = listMode
	roots, err := packages.Load(&config, patterns...)
	if err != nil {
		return nil, fmt.Errorf("listing packages: %w", err)
	}
	out := &Result{}
	names := out.relevant(roots, patterns)
	if len(out.Problems) > 0 || len(names) == 0 {
		return out, nil
	}
	config.Mode, config.Fset = syntaxMode, token.NewFileSet()
	if needs := c.needs(out.Backends); needs != nil {
		if config.Env == nil {
			config.Env = os.Environ()
		}
		config.Env = append(slices.Clip(config.Env), needs...)
	}
	all, err := packages.Load(&config, names...)
	if err != nil {
		return nil, fmt.Errorf("loading packages: %w", err)
	}
	for _, p := range all {
		out.problems(p)
	}
	all = withoutDuplicates(all)
	p := &loaded{config.Fset, program.New(config.Fset, all)}
	p.funcs.Replaced = intrinsics.Replaces
	for _, pkg := range all {
		out.folder(pkg)
		out.add(p, pkg)
	}
	return out, nil
}

func (c Config) needs(backends map[string]string) []string {
	if c.Needs == nil {
		return nil
	}
	return c.Needs(backends)
}

// relevant lists the packages to load with syntax: those among roots and what they import
// from which a package with marks can be reached, and what those import; of the
// standard library those that are readable. Without a mark there are none.
func (r *Result) relevant(roots []*packages.Package, patterns []string) []string {
	var names []string
	marks := false
	for _, p := range roots {
		if p.PkgPath == ofFiles {
			names = patterns // they are files
			marks = marks || p.Imports[program.Accelerate] != nil
		}
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		r.problems(p)
		r.root(p.Module)
		r.backend(p)
		if p.Module == nil || p.PkgPath == program.Accelerate || strings.HasSuffix(p.PkgPath, ".test") || isLamina(p) {
			return
		}
		if p.Imports[program.Accelerate] != nil {
			marks = true
		}
		for path := range p.Imports {
			if readable[path] && !slices.Contains(names, path) {
				names = append(names, path)
			}
		}
		if p.ForTest == "" && p.PkgPath != ofFiles && !slices.Contains(names, p.PkgPath) {
			names = append(names, p.PkgPath) // its tests come with it
		}
	})
	if !marks {
		return nil
	}
	if slices.Contains(names, "slices") && !slices.Contains(names, "cmp") {
		names = append(names, "cmp") // which its functions call
	}
	return names
}

// readable are the packages of the standard library whose functions are lowered like those of
// any other package: they are plain Go on slices and numbers. Those of the others that
// expressions may call are operators.
var readable = map[string]bool{"cmp": true, "math/bits": true, "slices": true, "sort": true}

// backend notes a package that links a backend.
func (r *Result) backend(p *packages.Package) {
	name, ok := strings.CutPrefix(p.PkgPath, program.Accelerate+"/")
	if ok && !strings.Contains(name, "/") && len(p.GoFiles) > 0 {
		if r.Backends == nil {
			r.Backends = map[string]string{}
		}
		r.Backends[name] = filepath.Dir(p.GoFiles[0])
	}
}

// root notes the folder of a module, unless it is one of the module cache.
func (r *Result) root(m *packages.Module) {
	if m == nil || m.Dir == "" || !m.Main && (m.Replace == nil || m.Replace.Version != "") {
		return
	}
	if !slices.Contains(r.Roots, m.Dir) {
		r.Roots = append(r.Roots, m.Dir)
	}
}

// ofFiles is the path of a package that the command line lists the files of.
const ofFiles = "command-line-arguments"

// isLamina reports whether p is a package that package accelerate needs to run expressions.
func isLamina(p *packages.Package) bool {
	for _, prefix := range []string{"core", "backends", "accelerate"} {
		if path := "github.com/lamina-lang/lamina/" + prefix; p.PkgPath == path || strings.HasPrefix(p.PkgPath, path+"/") {
			return true
		}
	}
	return false
}

// withoutDuplicates drops packages that come again with their tests.
func withoutDuplicates(all []*packages.Package) []*packages.Package {
	tested := map[string]bool{}
	for _, p := range all {
		if p.ForTest == p.PkgPath && p.ID != p.PkgPath {
			tested[p.PkgPath] = true
		}
	}
	return slices.DeleteFunc(all, func(p *packages.Package) bool {
		return strings.HasSuffix(p.PkgPath, ".test") || tested[p.PkgPath] && p.ID == p.PkgPath
	})
}

// problems adds the errors of a package that Go reports. What its compiler prints of the whole package
// repeats errors that have positions, unless these follow from it: where cgo fails, C is unknown.
func (r *Result) problems(p *packages.Package) {
	whole := func(e packages.Error) bool { return e.Pos == "" || e.Pos == "-" }
	cgo := slices.ContainsFunc(p.Errors, func(e packages.Error) bool { return strings.HasPrefix(e.Msg, "could not import C ") }) &&
		slices.ContainsFunc(p.Errors, whole)
	repeated := slices.ContainsFunc(p.Errors, func(e packages.Error) bool { return !whole(e) })
	for _, e := range p.Errors {
		if repeated && whole(e) != cgo {
			continue
		}
		problem := &Problem{Msg: shortened(e.Msg)}
		pos := e.Pos
		if whole(e) {
			pos = ""
		}
		parts := strings.Split(pos, ":")
		if n := len(parts); n >= 2 {
			if last, err := strconv.Atoi(parts[n-1]); err == nil {
				problem.Pos.Line = last
				parts = parts[:n-1]
			}
			if line, err := strconv.Atoi(parts[len(parts)-1]); err == nil && len(parts) > 1 {
				problem.Pos.Line, problem.Pos.Column = line, problem.Pos.Line
				parts = parts[:len(parts)-1]
			}
			problem.Pos.Filename = strings.Join(parts, ":")
		}
		if !slices.ContainsFunc(r.Problems, func(q *Problem) bool { return q.Pos == problem.Pos && q.Msg == problem.Msg }) {
			r.Problems = append(r.Problems, problem)
		}
	}
}

// mostLines is how much of what a compiler prints is shown.
const mostLines = 6

// shortened is the beginning of a long message, as that of a C compiler.
func shortened(msg string) string {
	lines := strings.Split(strings.TrimSuffix(msg, "\n"), "\n")
	if left := len(lines) - mostLines; left > 1 {
		return fmt.Sprintf("%s\n… %d more lines, which go build prints", strings.Join(lines[:mostLines], "\n"), left)
	}
	return msg
}

// add finds the marks of a package.
func (r *Result) add(p *loaded, pkg *packages.Package) {
	marks := program.Marks(pkg)
	if len(marks) == 0 {
		return
	}
	if m := pkg.Module; m != nil && !m.Main {
		r.Downloaded = append(r.Downloaded, pkg.PkgPath)
		return
	}
	out := &Package{Path: pkg.PkgPath, Name: pkg.Name, Test: pkg.ForTest != "", program: p}
	for _, m := range marks {
		instances := p.funcs.Instances(m)
		if len(instances) == 0 {
			r.Unused = append(r.Unused, p.fset.Position(m.Call.Pos()))
		}
		for _, i := range instances {
			out.Expressions = append(out.Expressions, expression(out, i))
		}
	}
	r.Packages = append(r.Packages, out)
}

// expression is the marked expression of a package, in one instance of the function around it.
func expression(p *Package, m *program.Mark) *Expression {
	x := &Expression{Function: m.Name, Call: m.Call, File: m.File, Package: p, mark: m, Instance: m.Instance.Key, Types: m.InstanceText()}
	for t := range m.Params.TypeParams() {
		x.TypeParams = append(x.TypeParams, t.Obj().Name())
	}
	return x
}
