package libraries_test

import (
	"os"
	"os/exec"
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

// packageOf returns the Go package of small.
func packageOf(t testing.TB) map[string]string {
	t.Helper()
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	u, err := d.LoadText(t.Context(), "small.fut", []byte(small))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Optimise(t.Context(), u, d.From(backend.Embedded.Pipeline(), pass.Soac), driver.Config{}); err != nil {
		t.Fatal(err)
	}
	files, err := golang.Files(u.Imp, golang.Options{Name: "small"})
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{"small/small.go": string(files[0].Text), "small/small.wasm": string(files[1].Text)}
}

// goTest runs go test on a test file beside the package of small.
func goTest(t testing.TB, file string, args ...string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	files := packageOf(t)
	files["small/small_test.go"] = string(text)
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
func TestUserOfGoPackage(t *testing.T) { t.Log(goTest(t, "testdata/user_test.go.txt")) }

// BenchmarkGoCalls prints what calls of small entry points cost.
func BenchmarkGoCalls(b *testing.B) {
	for b.Loop() {
		b.Log("\n" + goTest(b, "testdata/user_test.go.txt", "-run=^$", "-bench=."))
	}
}
