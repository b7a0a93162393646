package runner

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/driver"
)

const broken = `-- ==
-- property: small drawn long partial plain number
#[prop] entry small (x: i32) (b: bool) = x < 10 && x > -10 || b

entry draw (n: i64) (seed: u64) : []i64 = map (\i -> i + i64.u64 (seed % 7)) (iota n)
entry drop_one [n] (xs: [n]i64) (seed: u64) : []i64 =
  if n == 0 then xs else let i = i64.u64 (seed % u64.i64 n) in take i xs ++ drop (i + 1) xs
-- The smallest counterexample has three elements.
#[prop(gen(draw), shrink(drop_one), size(12))] entry drawn (xs: []i64) = length xs < 3
#[prop(gen(drop_one))] entry long (xs: []i64) = length xs < 3
#[prop] entry partial (xs: []i64) = xs[0] == xs[0]
entry plain (x: i32) = x == x
#[prop] entry number (x: i32) = x
`

// A property that does not hold is told with its counterexample, made smaller; and one that cannot
// be tested, with what is wrong.
func TestBrokenProperties(t *testing.T) {
	file := filepath.Join(t.TempDir(), "broken.fut")
	if err := os.WriteFile(file, []byte(broken), 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	c := &Config{
		Driver:  d,
		Targets: []Target{{Backend: wasm.Name, Name: wasm.Name}},
		Report: func(r Result) {
			if r.Status != Failed {
				t.Errorf("%v, want a failure", r)
			}
			got[r.Entry] = r.Message
		},
	}
	if err := c.File(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"small":   "the property is false; counterexample: ",
		"drawn":   "the property is false; counterexample: [",
		"long":    "the property long: drop_one has not the type to make arguments for it",
		"partial": "the property fails: ",
		"plain":   "the entry point plain is no property: it lacks the attribute #[prop]",
		"number":  "the property number returns i32; a property returns a bool",
	} {
		if !strings.HasPrefix(got[name], want) {
			t.Errorf("%s: got %q, want %q", name, got[name], want)
		}
	}
	if n := strings.Count(got["drawn"], ","); n != 2 {
		t.Errorf("the counterexample of drawn is not the smallest: %s", got["drawn"])
	}
	if !strings.HasSuffix(got["partial"], "counterexample: []") && !strings.Contains(got["partial"], "empty([0]i64)") {
		t.Errorf("the counterexample of partial is not the smallest: %s", got["partial"])
	}
}
