package gocmd

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/gosrc"
)

// marked is a package with a marked expression.
const marked = `package PACKAGE

import "github.com/lamina-lang/lamina/accelerate"

func Sum(xs []int) int {
	return accelerate.Run(func() int {
		return accelerate.Reduce(func(x, y int) int { return x + y }, 0, xs)
	})
}
`

// caller is a program that calls Sum of a package.
const caller = `package main

import "PATH"

func main() { println(NAME.Sum([]int{1, 2, 3})) }
`

func file(name, text string, replacements ...string) txtar.File {
	return txtar.File{Name: name, Data: []byte(strings.NewReplacer(replacements...).Replace(text))}
}

// compiled reports what a program that was run with no such backend says of its
// expressions: that they run on wasm, if they were compiled, or nothing.
func compiled(t *testing.T, verb string, args ...string) (output string, compiled bool) {
	t.Helper()
	t.Setenv("LAMINA_BACKEND", "abacus")
	out, err := lamina(t, verb, args...)
	if err != nil {
		t.Fatalf("lamina go %s: %v\n%s", verb, err, out)
	}
	return out, strings.Contains(out, "LAMINA_BACKEND=abacus: there is no such backend")
}

func goCommand(t *testing.T, dir string, args ...string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), "go", args...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// A package whose tests are all of another package was once loaded with an error, and its
// tests ran as plain Go without a word.
func TestExternalTests(t *testing.T) {
	dir := module(t, file("sum/sum.go", marked, "PACKAGE", "sum"), file("sum/sum_test.go", `package sum_test

import (
	"testing"

	"example.com/m/sum"
	"github.com/lamina-lang/lamina/accelerate"
)

func TestSum(t *testing.T) {
	twice := accelerate.Run(func() []int { return accelerate.Map(func(x int) int { return 2 * x }, []int{1, 2}) })
	if got := sum.Sum(twice); got != 6 {
		t.Errorf("the sum is %d", got)
	}
}
`))
	if out, ok := compiled(t, "test", "-C", dir, "-v", "./..."); !ok || !strings.Contains(out, "--- PASS: TestSum") {
		t.Errorf("lamina go test prints\n%s", out)
	}
}

func TestVendoredModule(t *testing.T) {
	dir := module(t, file("sum/sum.go", marked, "PACKAGE", "sum"), file("main.go", caller, "PATH", "example.com/m/sum", "NAME", "sum"))
	goCommand(t, dir, "mod", "tidy")
	goCommand(t, dir, "mod", "vendor")
	if out, ok := compiled(t, "run", "-C", dir, "-mod=vendor", "."); !ok || !strings.Contains(out, "6\n") {
		t.Errorf("lamina go run prints\n%s", out)
	}
}

func TestWorkspace(t *testing.T) {
	dir := module(t, file("main.go", caller, "PATH", "example.com/lib", "NAME", "lib"),
		file("lib/lib.go", marked, "PACKAGE", "lib"))
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"lib/go.mod": strings.Replace(string(mod), "module example.com/m", "module example.com/lib", 1),
		"lib/go.sum": string(sum), "go.work": "go 1.26.0\n\nuse .\nuse ./lib\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, ok := compiled(t, "run", "-C", dir, "."); !ok || !strings.Contains(out, "6\n") {
		t.Errorf("lamina go run prints\n%s", out)
	}
}

// Marks in a module that is not the main one run as plain Go, with a notice.
func TestOtherModules(t *testing.T) {
	dir := module(t, file("main.go", caller, "PATH", "example.com/lib", "NAME", "lib"), file("lib/lib.go", marked, "PACKAGE", "lib"))
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"lib/go.mod": strings.Replace(string(mod), "module example.com/m", "module example.com/lib", 1),
		"go.mod":     string(mod) + "\nrequire example.com/lib v0.0.0\n\nreplace example.com/lib => ./lib\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, ok := compiled(t, "run", "-C", dir, ".")
	if ok || !strings.Contains(out, "package example.com/lib is of another module") || !strings.Contains(out, "6\n") {
		t.Errorf("lamina go run prints\n%s", out)
	}
}

// A program's expressions are in it: it needs neither the sources nor the overlay.
func TestProgramsHoldTheirExpressions(t *testing.T) {
	dir := module(t, file("main.go", caller, "PATH", "example.com/m/sum", "NAME", "sum"), file("sum/sum.go", marked, "PACKAGE", "sum"))
	binary := filepath.Join(t.TempDir(), "program")
	if out, err := lamina(t, "build", "-C", dir, "-o", binary, "."); err != nil {
		t.Fatalf("lamina go build: %v\n%s", err, out)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	out := output(t, binary, "abacus")
	if !strings.Contains(out, "there is no such backend") || !strings.Contains(out, "6\n") {
		t.Errorf("the program prints\n%s", out)
	}
}

// With -cover expressions run as plain Go, with a notice.
func TestCoverage(t *testing.T) {
	dir := module(t, file("main.go", marked+"\nfunc main() {}\n", "PACKAGE", "main"),
		file("main_test.go", "package main\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) { Sum([]int{1, 2}) }\n"))
	out, err := lamina(t, "test", "-C", dir, "-cover", ".")
	if err != nil || !strings.Contains(out, "marked expressions run as plain Go") || !strings.Contains(out, "coverage: 100.0% of statements") {
		t.Errorf("lamina go test -cover: %v\n%s", err, out)
	}
}

// What vet and the compiler say of a file with marks is at its places, also behind a mark in the same line; vet runs by
// itself, and in tests with the files of the overlay.
func TestVetKeepsPositions(t *testing.T) {
	const text = `package main

import (
	"fmt"
	"testing"

	"github.com/lamina-lang/lamina/accelerate"
)

func TestSum(t *testing.T) {
	xs := []int{1, 2}
	n := accelerate.Run(func() int { return accelerate.Reduce(func(x, y int) int { return x + y }, 0, xs) }); fmt.Printf("%s\n", n)
	accelerate.Loop(2, func(i int) {
		xs[i]++
	}); fmt.Printf("%d\n")
}
`
	dir := module(t, file("main.go", "package main\n\nfunc main() {}\n"), file("sum_test.go", text))
	for _, verb := range []string{"vet", "test"} {
		out, err := lamina(t, verb, "-C", dir, ".")
		if err == nil {
			t.Errorf("lamina go %s succeeds", verb)
		}
		for _, want := range []string{"sum_test.go:12:120: fmt.Printf format %s has arg n of wrong type int", "sum_test.go:15:18: fmt.Printf format %d reads arg #1, but call has 0 args"} {
			if !strings.Contains(out, want) {
				t.Errorf("lamina go %s does not say %s:\n%s", verb, want, out)
			}
		}
	}
}

// After the edits every identifier of the file is at the position that it had.
func TestEditsKeepPositions(t *testing.T) {
	text := `package main

import lam "github.com/lamina-lang/lamina/accelerate"

type m struct{ xs []int }

func f(a *m, n int) (int, int) {
	x, y := lam.Run[int](func() int { return lam.Reduce(add, n, a.xs) }), n; lam.Loop(n, func(i int) {
		a.xs[i] = n
	}); z, err := lam.Try(func() int {
		return lam.Reduce(add, n, a.xs)
	},
	); _ = err
	return x + y, z
}

func add(x, y int) int { return x + y }

func main() { println(f(&m{}, 0)) }
`
	dir := module(t, file("main.go", text))
	found, err := gosrc.Load(t.Context(), gosrc.Config{Dir: dir}, ".")
	if err != nil || len(found.Problems) > 0 || len(found.Packages) != 1 || len(found.Packages[0].Expressions) != 3 {
		t.Fatalf("loading: %v, %v", err, found)
	}
	p := found.Packages[0]
	o := &outcome{Files: map[string]string{}}
	var edits []edit
	for _, x := range p.Expressions {
		if problems := x.Check(t.Context()); len(problems) > 0 {
			t.Fatal(problems[0])
		}
		edits = append(edits, editsOf(x, "kernel")...)
	}
	if err := o.edit(p, p.Expressions[0].File, edits); err != nil {
		t.Fatal(err)
	}
	changed := o.Files[filepath.Join(dir, "main.go")]
	before, after := identifiers(t, text), identifiers(t, changed)
	for at, name := range before {
		for _, n := range name {
			if n == "Run" || n == "Try" || n == "Loop" {
				n += "Kernel"
			}
			if !slices.Contains(after[at], n) {
				t.Errorf("%s was at %s; now there is %q\n%s", n, at, after[at], changed)
			}
		}
	}
}

// identifiers returns those of a file by their positions, as line directives say them. Text
// that was put in shares the positions of what follows it.
func identifiers(t *testing.T, text string) map[string][]string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "main.go", text, 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	out := map[string][]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			pos := fset.Position(id.Pos())
			pos.Filename = filepath.Base(pos.Filename)
			at := pos.String()
			out[at] = append(out[at], id.Name)
		}
		return true
	})
	return out
}

// What a program was compiled to is taken from the cache if nothing changed, and if only
// its place did.
func TestUnchangedExpressionsAreNotCompiledAgain(t *testing.T) {
	if goCache, err := exec.Command("go", "env", "GOCACHE").Output(); err == nil {
		t.Setenv("GOCACHE", strings.TrimSpace(string(goCache)))
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := module(t, file("main.go", strings.Replace(marked, "PACKAGE", "main", 1)+"\nfunc main() { println(Sum(nil)) }\n"))
	kept := func() int {
		cache, _ := os.UserCacheDir()
		files, _ := filepath.Glob(filepath.Join(cache, "lamina", "go", "kernels", "*"))
		return len(files)
	}
	change := func(old, new string) {
		name := filepath.Join(dir, "main.go")
		text, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(text), old) {
			t.Fatalf("%s: %v", text, err)
		}
		if err := os.WriteFile(name, []byte(strings.Replace(string(text), old, new, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i, step := range []struct {
		old, new string
		want     int
	}{{"", "", 1}, {"", "", 1}, {"package main\n", "package main\n\n// A comment.\n", 1}, {"x + y", "x * y", 2}} {
		change(step.old, step.new)
		if out, err := lamina(t, "build", "-C", dir, "-o", "m", "."); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if got := kept(); got != step.want {
			t.Errorf("after step %d the cache has %d programs, want %d", i, got, step.want)
		}
	}
}

// When nothing changed the packages are not loaded again, and whatever changed makes them be:
// files of any of the program's modules, new ones, the workspace, the flags.
func TestUnchangedPackagesAreNotLoadedAgain(t *testing.T) {
	if goCache, err := exec.Command("go", "env", "GOCACHE").Output(); err == nil {
		t.Setenv("GOCACHE", strings.TrimSpace(string(goCache)))
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := module(t,
		file("main.go", strings.Replace(marked, "PACKAGE", "main", 1)+"\nfunc main() { println(Sum([]int{1, 2, 3}), lib.Two()) }\n", `import "`, "import \"example.com/lib\"\n\nimport \""),
		file("lib/lib.go", "package lib\n\nfunc Two() int { return 2 }\n"))
	lib := module(t)
	for name, text := range map[string]string{"lib/go.mod": "go.mod", "lib/go.sum": "go.sum"} {
		content, err := os.ReadFile(filepath.Join(lib, text))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), strings.Replace(string(content), "module example.com/m", "module example.com/lib", 1))
	}
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.mod"), string(mod)+"\nrequire example.com/lib v0.0.0\n\nreplace example.com/lib => ./lib\n")
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	tool := &Tool{Driver: d, Out: t.Output(), Err: t.Output()}
	// recalled reports whether a build finds what an earlier one recorded. If not, it records.
	recalled := func(args ...string) bool {
		t.Helper()
		line, err := parseArguments("build", append([]string{"-C", dir}, args...))
		if err != nil {
			t.Fatal(err)
		}
		e := tool.earlier(t.Context(), "build", line)
		if e.recall() != nil {
			return true
		}
		if _, err := tool.prepare(t.Context(), "build", line, e); err != nil {
			t.Fatal(err)
		}
		return false
	}
	for _, step := range []struct {
		what   string
		do     func()
		args   []string
		expect bool
	}{
		{"the first build", func() {}, nil, false},
		{"nothing", func() {}, nil, true},
		{"a flag", func() {}, []string{"-tags", "x"}, false},
		{"the main module", func() { write(t, filepath.Join(dir, "more.go"), "package main\n") }, nil, false},
		{"nothing again", func() {}, nil, true},
		{"a file that is no source", func() { write(t, filepath.Join(dir, "README"), "read me\n") }, nil, true},
		{"a module beside it", func() { write(t, filepath.Join(dir, "lib/lib.go"), "package lib\n\nfunc Two() int { return 1 + 1 }\n") }, nil, false},
		{"a file less", func() {
			if err := os.Remove(filepath.Join(dir, "more.go")); err != nil {
				t.Fatal(err)
			}
		}, nil, false},
		{"a workspace", func() { write(t, filepath.Join(dir, "go.work"), "go 1.26.0\n\nuse .\n") }, nil, false},
		{"the workspace's file", func() { write(t, filepath.Join(dir, "go.work"), "go 1.26.0\n\nuse .\n\nuse ./lib\n") }, nil, false},
	} {
		step.do()
		age(t, dir)
		if got := recalled(step.args...); got != step.expect {
			t.Errorf("after a change of %s: recalled is %v, want %v", step.what, got, step.expect)
		}
	}
	// A program that was written just before, and built into its own folder, is one that did not change.
	write(t, filepath.Join(dir, "more.go"), "package main\n")
	built := filepath.Join(dir, "m")
	write(t, built, "the executable")
	for _, path := range []string{filepath.Join(dir, "more.go"), built, dir} {
		at := time.Now().Truncate(time.Second).Add(-time.Second + time.Millisecond)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	if recalled() || !recalled() {
		t.Error("the outcome of files that changed a second ago is not recorded")
	}
	soon := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "more.go"), soon, soon); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if recalled() {
			t.Error("the outcome of a file that may change again at the time that it has is recorded")
		}
	}
}

// Times in whole seconds tell of changes later than others.
func TestSettled(t *testing.T) {
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	if got := settled(at).Sub(at); got < 2*time.Second {
		t.Errorf("a time in whole seconds is relied on %v after it", got)
	}
	at = at.Add(time.Microsecond)
	if got := settled(at).Sub(at); got < 10*time.Millisecond || got > 100*time.Millisecond {
		t.Errorf("a finer time is relied on %v after it", got)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// age makes all files and folders below dir ten seconds older than they are.
func age(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err != nil || time.Since(info.ModTime()) > 5*time.Second {
			return err
		}
		at := info.ModTime().Add(-10 * time.Second)
		return os.Chtimes(path, at, at)
	})
	if err != nil {
		t.Fatal(err)
	}
}
