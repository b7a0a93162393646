package passtest_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/passtest"
)

// inside is set in the process whose test is to fail.
const inside = "LAMINA_PASSTEST_PANICS"

// An archive whose pass panics fails with the message, and with the stack of the pass.
func TestPanicHasItsTrace(t *testing.T) {
	if os.Getenv(inside) != "" {
		pass.Default.Register(&pass.Pass{
			Name: "panics", Summary: "panic", From: pass.At(pass.Soac),
			Run: func(context.Context, *pass.Unit, pass.Options) error { return atTheFirst() },
		})
		dir := t.TempDir()
		const archive = "It panics.\n-- input.lir --\nlamina soac\n\nfun main(x: i64) -> (y: i64) {\n  in (x)\n}\n-- output.lir --\n"
		if err := os.WriteFile(filepath.Join(dir, "panics.txtar"), []byte(archive), 0o666); err != nil {
			t.Fatal(err)
		}
		passtest.Run(t, dir, "panics")
		return
	}
	c := exec.Command(os.Args[0], "-test.run=^TestPanicHasItsTrace$")
	c.Env = append(os.Environ(), inside+"=1")
	out, err := c.CombinedOutput()
	if err == nil {
		t.Fatalf("the test of a pass that panics passed:\n%s", out)
	}
	for _, want := range []string{"pass panics: ", "the seventh seal", "passtest_test.atTheFirst(", "trace_test.go:"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the failure does not show %q:\n%s", want, out)
		}
	}
}

//go:noinline
func atTheFirst() error { panic("the seventh seal") }
