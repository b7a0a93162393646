package gocmd

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/gosrc"
)

// module makes a module of the given files that uses this one, in a new folder.
func module(t testing.TB, files ...txtar.File) string {
	t.Helper()
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Skip("the sources are not here: under Bazel a test sees only its own files; go test checks this")
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(mod), "module github.com/lamina-lang/lamina\n", "module example.com/m\n", 1)
	text += "\nrequire github.com/lamina-lang/lamina v0.0.0\n\nreplace github.com/lamina-lang/lamina => " + root + "\n"
	dir := t.TempDir()
	files = append(files, txtar.File{Name: "go.mod", Data: []byte(text)}, txtar.File{Name: "go.sum", Data: sums})
	for _, f := range files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// lamina runs lamina go and returns what it prints.
func lamina(t testing.TB, verb string, args ...string) (string, error) {
	t.Helper()
	return laminaChecking(t, false, verb, args...)
}

// laminaChecking is lamina that checks the programs of expressions after every pass if check is set.
func laminaChecking(t testing.TB, check bool, verb string, args ...string) (string, error) {
	t.Helper()
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	tool := &Tool{Driver: d, Check: check, In: strings.NewReader(""), Out: &out, Err: &out}
	err = tool.Run(t.Context(), verb, args)
	return out.String(), err
}

// output runs an executable whose expressions run on a backend.
func output(t testing.TB, file, backend string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), file)
	c.Env = append(os.Environ(), "LAMINA_BACKEND="+backend)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s on %s: %v\n%s", file, backend, err, out)
	}
	return string(out)
}

// archived returns the files of the archives in testdata/programs, each in a folder of its own, and by
// folder what the programs print and which notices.
func archived(t *testing.T) (files []txtar.File, want, notices map[string]string) {
	t.Helper()
	archives, err := filepath.Glob("testdata/programs/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("there are no programs: %v", err)
	}
	want, notices = map[string]string{}, map[string]string{}
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(filepath.Base(name), ".txtar")
		for _, f := range a.Files {
			switch f.Name {
			case "want":
				want[base] = string(f.Data)
				continue
			case "notices":
				notices[base] = string(f.Data)
				continue
			}
			files = append(files, txtar.File{Name: base + "/" + f.Name, Data: f.Data})
		}
	}
	return files, want, notices
}

// Each archive in testdata/programs is a program, and in the file "want" what it prints: as
// plain Go, and with its expressions on wasm. In the file "notices" is why expressions run as
// Go nevertheless.
func TestPrograms(t *testing.T) {
	files, want, notices := archived(t)
	dir := module(t, files...)
	if out, err := lamina(t, "build", "-C", dir, "-o", "bin/", "./..."); err != nil {
		t.Fatalf("lamina go build: %v\n%s", err, out)
	}
	checkLowered(t, dir)
	for base, text := range want {
		for _, backend := range []string{"go", "wasm"} {
			got, said := withoutNotices(output(t, filepath.Join(dir, "bin", base), backend))
			said = strings.ReplaceAll(said, dir, "example.com/m") // as with -trimpath
			if got != text {
				t.Errorf("%s on %s prints\n%swant\n%s", base, backend, got, text)
			}
			if backend == "wasm" && said != notices[base] || backend == "go" && said != "" {
				t.Errorf("%s on %s says\n%swant\n%s", base, backend, said, notices[base])
			}
		}
	}
}

// withoutNotices splits what a program prints into its own lines and those about expressions that
// run as Go.
func withoutNotices(text string) (own, notices string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "lamina: the expression at ") {
			notices += line
		} else {
			own += line
		}
	}
	return own, notices
}

// checkLowered checks the programs of the expressions below a folder before any pass: one that uses a
// variable out of its scope may by chance compute what it should.
func checkLowered(t *testing.T, dir string) {
	t.Helper()
	found, err := gosrc.Load(t.Context(), gosrc.Config{Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range found.Packages {
		for _, x := range p.Expressions {
			if problems := x.Check(t.Context()); len(problems) > 0 {
				t.Errorf("%v", problems[0])
				continue
			}
			program, _, err := x.Lower(t.Context())
			if err == nil {
				err = check.Program(program)
			}
			if err != nil {
				t.Errorf("%s: %v", x.Position(), err)
			}
		}
	}
}

// Each archive in testdata/errors is a program that is refused, and in the file "want" what
// lamina go vet prints. They are the packages of one module, which is loaded once.
func TestErrors(t *testing.T) {
	names, err := filepath.Glob("testdata/errors/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("there are no programs: %v", err)
	}
	var files []txtar.File
	archives := map[string]*txtar.Archive{}
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(filepath.Base(name), ".txtar")
		archives[base] = a
		at := len(a.Files) - 1
		if a.Files[at].Name != "want" {
			t.Fatalf("%s: the last file is not want", name)
		}
		for _, f := range a.Files[:at] {
			text := strings.ReplaceAll(string(f.Data), "example.com/m/", "example.com/m/"+base+"/")
			files = append(files, file(base+"/"+f.Name, text))
		}
	}
	dir := module(t, files...)
	all, err := lamina(t, "vet", "-C", dir, "./...")
	if err == nil {
		t.Error("the programs are accepted")
	}
	printed := map[string]string{} // by program
	base := ""
	for line := range strings.Lines(all) {
		if path, ok := strings.CutPrefix(line, "# example.com/m/"); ok {
			base, _, _ = strings.Cut(strings.TrimSuffix(path, "\n"), "/")
		}
		printed[base] += line
	}
	for base, a := range archives {
		got := strings.ReplaceAll(printed[base], filepath.Join(dir, base)+string(filepath.Separator), "")
		got = strings.ReplaceAll(got, "example.com/m/"+base, "example.com/m")
		at := len(a.Files) - 1
		if os.Getenv("LAMINA_UPDATE") != "" {
			a.Files[at].Data = []byte(got)
			if err := os.WriteFile(filepath.Join("testdata", "errors", base+".txtar"), txtar.Format(a), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := string(a.Files[at].Data); got != want {
			t.Errorf("of %s lamina go vet prints\n%swant\n%s", base, got, want)
		}
		delete(printed, base)
	}
	for base, text := range printed {
		t.Errorf("of %q lamina go vet prints\n%s", base, text)
	}
}

// A mistake that Go's own checker finds is told once, with its position, though the compiler tells of it, too.
func TestMistakesInGoAreToldOnce(t *testing.T) {
	dir := module(t, file("main.go", `package main

import "github.com/lamina-lang/lamina/accelerate"

var k int = "x"

func main() {
	println(k, accelerate.Run(func() int { return accelerate.Reduce(func(x, y int) int { return x + y }, 0, []int{1}) }))
}
`))
	got, err := lamina(t, "vet", "-C", dir, "./...")
	if err == nil || strings.Count(got, "cannot use \"x\"") != 1 || !strings.Contains(got, "main.go:5:13: cannot use") {
		t.Errorf("lamina go vet prints\n%sand ends with %v", got, err)
	}
}

// Positions are relative to the current folder, those in chains of calls too.
func TestPositionsOfProblemsAreRelative(t *testing.T) {
	t.Chdir(module(t, file("main.go", `package main

import "github.com/lamina-lang/lamina/accelerate"

func count(x int) int {
	return len(map[int]int{x: x})
}

func main() {
	println(accelerate.Run(func() []int { return accelerate.Map(func(x int) int { return count(x) }, []int{1}) })[0])
}
`)))
	got, _ := lamina(t, "vet", ".")
	for _, want := range []string{"./main.go:6:", "\n\tin count, called at ./main.go:10:"} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q in\n%s", want, got)
		}
	}
}
