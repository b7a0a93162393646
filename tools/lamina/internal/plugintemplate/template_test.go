package plugintemplate

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/passtest"
	"github.com/lamina-lang/lamina/docs"
	"github.com/lamina-lang/lamina/plugins/host"
)

// toolchain builds and runs a template in another language than Go.
type toolchain struct {
	language string
	needs    []string // commands that succeed where all is there
	packages string   // Debian's
	tests    []string // commands of the template's README that test it alone
	file     string   // that build.sh writes
	// panics is a change that makes the pass panic at the first product with 2.
	panics struct{ file, old, new, place, says string }
}

func toolchains() []toolchain {
	c := toolchain{language: "c", needs: []string{"clang --version", "wasm-ld --version"}, packages: "clang lld", file: "twice.wasm"}
	python := toolchain{
		language: "python", needs: []string{"python3 -c 'import grpc, google.protobuf'"}, packages: "python3-grpcio python3-protobuf",
		tests: []string{"python3 test.py"}, file: "twice.pyz",
	}
	python.panics.file, python.panics.old, python.panics.new = "src/rules.py", `return apply("add", elem, x, x)`, "return 1 / 0"
	python.panics.place, python.panics.says = "rules.py:14", "division by zero"
	rust := toolchain{
		language: "rust", packages: "cargo libstd-rust-dev-wasm32 wasi-libc lld", tests: []string{"cargo test --offline"}, file: "twice.wasm",
		needs: []string{"cargo --version", // and the library for WASI, under either of its names
			`ls "$(rustc --print sysroot)"/lib/rustlib/wasm32-wasi*/lib/libstd-*.rlib`},
	}
	rust.panics.file, rust.panics.old, rust.panics.new = "src/main.rs", `Some(prim("add", product.elem, &[x, x]))`, `panic!("seven {}", x.0.len())`
	rust.panics.place, rust.panics.says = "src/main.rs:23", "seven 2"
	return []toolchain{c, python, rust}
}

// shell runs a command in a folder, by the Python and Rust of Debian's packages before others.
func shell(t *testing.T, folder, command string) error {
	c := exec.CommandContext(t.Context(), "sh", "-c", command)
	c.Dir = folder
	c.Env = append(os.Environ(), "PATH=/usr/bin:"+os.Getenv("PATH"))
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", command, err, out)
	}
	return nil
}

// TestTemplates writes a plugin in each language, follows its README, and runs the tests of the
// pass in Go: the result must be the same, and a panic must tell its place.
func TestTemplates(t *testing.T) {
	for _, c := range toolchains() {
		t.Run(c.language, func(t *testing.T) {
			for _, command := range c.needs {
				if err := shell(t, ".", command); err != nil {
					t.Skipf("on Debian: apt install %s\n%v", c.packages, err)
				}
			}
			t.Setenv("PATH", "/usr/bin:"+os.Getenv("PATH"))
			t.Chdir(t.TempDir())
			if _, err := Write("twice", c.language, ""); err != nil {
				t.Fatal(err)
			}
			for _, command := range append(c.tests, "./build.sh") {
				if err := shell(t, "twice", command); err != nil {
					t.Fatal(err)
				}
			}
			file := filepath.Join("twice", c.file)
			t.Run("same as in Go", func(t *testing.T) { sameAsInGo(t, file) })
			t.Run("limited", func(t *testing.T) { limited(t, file) })
			if c.language == "python" {
				t.Run("rule of the page", rulesOfThePage)
			}
			if c.panics.file != "" {
				t.Run("panic", func(t *testing.T) { panics(t, c) })
			}
		})
	}
}

func open(t *testing.T, file string) *host.Plugin {
	h := host.New(host.Config{Stderr: t.Output(), Sandbox: host.Strict})
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	p, err := h.Open(t.Context(), host.Source{Path: file, Limits: host.Limits{Start: time.Minute}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// run runs the plugin's pass on the program of a test, of which it returns the files.
func run(t *testing.T, p *host.Plugin, archive, pipeline string) (*pass.Unit, map[string]string, error) {
	c, err := passtest.Load(filepath.Join("twice", "testdata", archive), "")
	if err != nil {
		t.Fatal(err)
	}
	program, err := ir.Parse("input.lir", c.Files["input.lir"])
	if err != nil {
		t.Fatal(err)
	}
	u := &pass.Unit{IR: program}
	steps, err := pass.NewRegistry(p.Passes...).Parse(pipeline, u.Level())
	if err != nil {
		t.Fatal(err)
	}
	m := pass.Manager{Twice: true, Check: (*pass.Unit).CheckStrictly}
	_, err = m.Run(t.Context(), steps, u)
	return u, c.Files, err
}

func sameAsInGo(t *testing.T, file string) {
	u, files, err := run(t, open(t, file), "twice.txtar", "twice")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	if err := ir.Print(&got, u.IR, ir.OmitPositions); err != nil {
		t.Fatal(err)
	}
	if got.String() != files["output.lir"] {
		t.Errorf("got\n%s\nand the pass in Go makes\n%s", got.String(), files["output.lir"])
	}
	if u.RewritesMade() != 2 {
		t.Errorf("%d rewrites, and there are 2 products with 2", u.RewritesMade())
	}
}

// limited requires the pass to make no more rewrites than it may, which bisection needs.
func limited(t *testing.T, file string) {
	p := open(t, file)
	for most := range 3 {
		u, _, err := run(t, p, "twice.txtar", fmt.Sprintf("twice{rewrites=%d}", most))
		if err != nil {
			t.Fatal(err)
		}
		if sums := strings.Count(u.String(), "add."); u.RewritesMade() != most || sums != most {
			t.Errorf("limited to %d rewrites, it made %d and says %d", most, sums, u.RewritesMade())
		}
	}
}

func panics(t *testing.T, c toolchain) {
	source := filepath.Join("twice", c.panics.file)
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), c.panics.old) {
		t.Fatalf("%s does not contain %s", source, c.panics.old)
	}
	if err := os.WriteFile(source, []byte(strings.Replace(string(text), c.panics.old, c.panics.new, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := shell(t, "twice", "./build.sh"); err != nil {
		t.Fatal(err)
	}
	_, _, err = run(t, open(t, filepath.Join("twice", c.file)), "twice.txtar", "twice")
	for _, want := range []string{"panicked, running twice", c.panics.says, c.panics.place} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not say %q: %v", want, err)
		}
	}
}

// rulesOfThePage runs the Python of docs/writing-a-pass.md: its rule instead of the template's, on
// the template's program with divisions instead of products.
func rulesOfThePage(t *testing.T) {
	page, err := docs.Pages.ReadFile("writing-a-pass.md")
	if err != nil {
		t.Fatal(err)
	}
	text := "from lamina.plugin import *\n"
	blocks := strings.Split(string(page), "```python\n")[1:]
	for _, b := range blocks {
		code, _, _ := strings.Cut(b, "```\n")
		text += code
	}
	if len(blocks) != 2 {
		t.Fatalf("the page has %d blocks of Python", len(blocks))
	}
	text += "PLUGIN = Plugin('halve', '1', [Pass('twice', 'of the page', ['soac'], peephole(halve))])\n"
	source := filepath.Join("twice", "src", "rules.py")
	before, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := shell(t, "twice", "sed 's/mul/div/; s/2i64, x/x, 2i64/' testdata/twice.txtar >testdata/halve.txtar && ./build.sh && mv twice.pyz halve.pyz"); err != nil {
		t.Fatal(err)
	}
	u, _, err := run(t, open(t, filepath.Join("twice", "halve.pyz")), "halve.txtar", "twice")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(u.String(), "shr.i64("); got != 2 || u.RewritesMade() != 2 || len(u.Remarks) != 2 {
		t.Errorf("%d shifts, %d rewrites and %d remarks, where 2 divisions are:\n%s", got, u.RewritesMade(), len(u.Remarks), u)
	}
	if err := os.WriteFile(source, before, 0o666); err != nil {
		t.Fatal(err)
	}
}
