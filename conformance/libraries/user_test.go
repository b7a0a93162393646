package libraries_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/libraries"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/library/golang"
)

// small is a program whose calls cost little.
const small = `
entry scalars (x: i32) (y: i32) = x + y
entry sum (xs: []f32) = reduce (+) 0 xs
entry rows [n][m] (xss: [n][m]f32) = transpose xss
entry at (xs: []i32) (i: i64) = xs[i]
`

// packageOf returns the Go package of a program.
func packageOf(t testing.TB, name, program string) map[string]string {
	t.Helper()
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	u, err := d.LoadText(t.Context(), name+".fut", []byte(program))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Optimise(t.Context(), u, d.From(backend.Embedded.Pipeline(), pass.Soac), driver.Config{}); err != nil {
		t.Fatal(err)
	}
	files, err := golang.Files(u.Imp, golang.Options{Name: name, Signatures: u.Signatures})
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{name + "/" + name + ".go": string(files[0].Text), name + "/" + name + ".wasm": string(files[1].Text)}
}

// goTest runs go test on a test file beside the package of a program.
func goTest(t testing.TB, name, program, file string, args ...string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	files := packageOf(t, name, program)
	files[name+"/"+name+"_test.go"] = string(text)
	dir := t.TempDir()
	if err := libraries.WriteModule(rootOf(t), dir, files); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"test", "./..."}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=mod -trimpath", "GOPROXY=off", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go test: %v\n%s", err, out)
	}
	return string(out)
}

// A package works where a user has it: in another module, without cgo. Its tests call it.
func TestUserOfGoPackage(t *testing.T) { t.Log(goTest(t, "small", small, "testdata/user_test.go.txt")) }

// Records, sums and arrays of these are types of their own.
func TestOpaqueTypesInGo(t *testing.T) {
	program, err := os.ReadFile("testdata/opaque.fut")
	if err != nil {
		t.Fatal(err)
	}
	t.Log(goTest(t, "opaque", string(program), "testdata/opaque_test.go.txt"))
}

// The example of a product in Go builds without cgo, and runs.
func TestGoProduct(t *testing.T) {
	const folder = "examples/callers/go/"
	files := map[string]string{}
	for _, name := range []string{"hits.fut", "main.go"} {
		text, err := os.ReadFile(filepath.Join(rootOf(t), folder, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	maps.Copy(files, packageOf(t, "hits", files["hits.fut"]))
	dir := t.TempDir()
	if err := libraries.WriteModule(rootOf(t), dir, files); err != nil {
		t.Fatal(err)
	}
	if err := libraries.GoCommand(t.Context(), dir, "build", "-o", "product", "."); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), filepath.Join(dir, "product")).CombinedOutput()
	if want := "[4 4] is in circle 1\n[20 20] is in none\n"; err != nil || string(out) != want {
		t.Errorf("%v\n%s", err, out)
	}
}

// BenchmarkGoCalls prints what calls of small entry points cost.
func BenchmarkGoCalls(b *testing.B) {
	for b.Loop() {
		b.Log("\n" + goTest(b, "small", small, "testdata/user_test.go.txt", "-run=^$", "-bench=."))
	}
}
