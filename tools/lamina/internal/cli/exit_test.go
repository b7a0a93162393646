package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// TestExitCodes: every verb exits with 2 for an invalid command line, and every verb that takes a program
// with 1 for one that is not there or has an error.
func TestExitCodes(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.fut")
	if err := os.WriteFile(broken, []byte("entry main = (1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	working := filepath.Join(dir, "working.fut")
	if err := os.WriteFile(working, []byte("entry main : i32 = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	// what verbs need besides a program
	flags := map[string][]string{
		"run": {"-i", broken}, "test": {}, "bench": {}, "check": {}, "dump": {"--stage", "mem"}, "opt": {}, "explain": {}, "fmt": {},
		"bisect": {"-i", broken}, "reduce": {"--interesting", "false"}, "profile": {}, "library": {"--target", "c", "-o", dir},
		"autotune": {}, "equal": {working}, "doc": {}, "literate": {}, "repl": {},
	}
	// those that take none: one that is well-formed and fails, or nil
	// where none can
	others := map[string][]string{
		"backends": nil, "clean": nil, "completion": nil, "help": nil, "lsp": nil, "passes": nil, "version": nil,
		"conformance": {"--backend", "wasm", "--suite", "device", "--json", filepath.Join(dir, "missing", "report")},
		"dataset":     {"-g", "i32", "-o", filepath.Join(dir, "missing", "data")},
		"fuzz":        {"--plugin", filepath.Join(dir, "missing")},
		"go":          {"extract", filepath.Join(dir, "missing")},
		"lmad":        {"disjoint", "0", "0"},
		"pkg":         {"check", "--folder", dir},
		"plugin":      {"check", filepath.Join(dir, "missing")},
	}
	root := rootCommand(&tool{&verb.Tool{Driver: d}})
	taken := 0
	var visit func(c *cobra.Command, path []string)
	visit = func(c *cobra.Command, path []string) {
		if c != root && !c.Hidden && !c.DisableFlagParsing {
			demand(t, verb.ExitUsage, append(path, "--no-such-flag")...)
		}
		if c != root && len(c.Commands()) > 0 {
			demand(t, verb.ExitUsage, path...)
			demand(t, verb.ExitUsage, append(path[:len(path):len(path)], "no-such-command")...)
		}
		if more, ok := flags[strings.Join(path, " ")]; ok {
			taken++
			demand(t, verb.ExitError, append(append(path, filepath.Join(dir, "missing.fut")), more...)...)
			demand(t, verb.ExitError, append(append(path, broken), more...)...)
		}
		if more := others[strings.Join(path, " ")]; more != nil {
			demand(t, verb.ExitError, append(path[:len(path):len(path)], more...)...)
		}
		if len(path) == 1 && !c.Hidden {
			_, program := flags[path[0]]
			if _, other := others[path[0]]; !program && !other {
				t.Errorf("say which exit codes %s has", path[0])
			}
		}
		for _, below := range c.Commands() {
			visit(below, append(path[:len(path):len(path)], below.Name()))
		}
	}
	visit(root, nil)
	for _, wrong := range [][]string{{"--backend", "no-such-backend"}, {"--pipeline", "no-such-pass"}, {"--pipeline", "simplify{no-such-option=1}"}} {
		for _, name := range []string{"run", "test", "bench", "opt", "profile"} {
			demand(t, verb.ExitUsage, append(append([]string{name}, wrong...), append(flags[name], working)...)...)
		}
	}
	if taken != len(flags) {
		t.Errorf("%d verbs that take programs, of %d", taken, len(flags))
	}
}

// demand runs a command line and compares its exit code.
func demand(t *testing.T, want int, args ...string) {
	t.Helper()
	var out, errs strings.Builder
	got := Main(context.Background(), args, verb.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
	if got != want || errs.Len()+out.Len() == 0 {
		t.Errorf("lamina %s: exit code %d, want %d and a message; it printed\n%s%s", strings.Join(args, " "), got, want, out.String(), errs.String())
	}
}
