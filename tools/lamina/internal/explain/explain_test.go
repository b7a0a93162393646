package explain_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/conformance/programs"
	"github.com/lamina-lang/lamina/conformance/regressions"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/explain"
)

// refusal matches short-circuit's remark on a copy that remains: the source and the
// destination, each with block and index function, the condition that fails, and why.
var refusal = regexp.MustCompile(`^(\S+) at \S+ -> .+ \+ \{.*\} is (copied to|not made in place of \S+ at) \S+ -> .+ \+ \{.*\}( \([a-z ]+\))?: condition [0-7] fails: .+$`)

// Every copy and allocation that remains in any program has a source position, a size and a
// reason; and each refusal names the destination, the condition and both index functions.
func TestEveryCopyHasAReason(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Backends.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	pipeline := d.Until(b.Pipeline(), pass.Soac, pass.Mem)
	copies, allocations, refusals := 0, 0, 0
	for name, text := range sources(t) {
		ctx := context.Background()
		u, err := d.LoadText(ctx, name, text)
		if err != nil {
			t.Fatal(err)
		}
		u.Target = b.Target()
		if _, err := d.Optimise(ctx, u, pipeline, driver.Config{}); err != nil {
			t.Fatal(err)
		}
		for _, i := range explain.Items(u.IR, u.Remarks) {
			if i.Copy {
				copies++
			} else {
				allocations++
			}
			if !i.Pos.IsValid() || i.What == "" || i.Size == "" || i.Why == "" || i.Why == explain.Unexplained {
				t.Errorf("%v: something is missing of %+v", i.Pos, i)
			}
		}
		for _, r := range u.Remarks {
			if r.Pass != "short-circuit" || strings.Contains(r.Text, "is made in its place") || strings.HasPrefix(r.Text, "the program allocates") {
				continue
			}
			refusals++
			if !r.Pos.IsValid() || !refusal.MatchString(r.Text) {
				t.Errorf("something is missing of the remark\n%v", r)
			}
		}
	}
	t.Logf("%d copies, %d allocations, %d refusals", copies, allocations, refusals)
	if copies == 0 || allocations == 0 || refusals == 0 {
		t.Error("nothing was looked at")
	}
}

// sources returns the programs of the examples and of the conformance suite.
func sources(t *testing.T) map[string][]byte {
	out := map[string][]byte{}
	for _, dir := range []fs.FS{programs.Files, regressions.Files, os.DirFS(filepath.Join("..", "..", "..", "..", "examples"))} {
		err := fs.WalkDir(dir, ".", func(path string, e fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".fut" {
				return err
			}
			out[path], err = fs.ReadFile(dir, path)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(out) < 40 {
		t.Fatalf("only %d programs were found", len(out))
	}
	return out
}
