package guests

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/passtest"
	"github.com/lamina-lang/lamina/plugins/host"
)

// TestExampleInC builds the plugin written in C and runs the test cases of the one in Go:
// its results must be the same.
func TestExampleInC(t *testing.T) {
	for _, tool := range []string{"clang", "wasm-ld"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not here; on Debian: apt install clang lld", tool)
		}
	}
	dir := t.TempDir()
	if out, err := exec.Command("../examples/c/build.sh", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	p, err := newHost(t, nil).Open(t.Context(), host.Source{Path: filepath.Join(dir, "double-c.wasm"), Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	c, err := passtest.Load("../examples/double/testdata/double.txtar", "")
	if err != nil {
		t.Fatal(err)
	}
	program, err := ir.Parse("input.lir", c.Files["input.lir"])
	if err != nil {
		t.Fatal(err)
	}
	u := &pass.Unit{IR: program}
	if err := run(t.Context(), pass.Manager{Twice: true}, u, p, "double-c"); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	if err := ir.Print(&got, u.IR, ir.OmitPositions); err != nil {
		t.Fatal(err)
	}
	if got.String() != c.Files["output.lir"] {
		t.Errorf("got\n%s\nand the pass in Go makes\n%s", got.String(), c.Files["output.lir"])
	}
	if u.RewritesMade() != 2 {
		t.Errorf("%d rewrites, and there are 2 products with 2", u.RewritesMade())
	}
}
