package cli

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// inStrangersFolder is a command line of each verb, and whether it says that it leaves plugins
// out. Verbs that know no passes, or run none, have nothing to say.
var inStrangersFolder = map[string]struct {
	args  string
	input string
	says  bool
}{
	"autotune":           {"a.fut", "", true},
	"backends":           {"", "", false},
	"bench":              {"--runs 1 a.fut", "", true},
	"bisect":             {"a.fut -i in", "", true},
	"check":              {"a.fut", "", false},
	"clean":              {"--dry-run", "", false},
	"completion":         {"bash", "", false},
	"conformance":        {"--list --filter index", "", false},
	"conformance-shard":  {"", "", false},
	"conformance-worker": {"interp -", "", true},
	"dataset":            {"-g i64", "", false},
	"doc":                {"a.fut", "", true},
	"dump":               {"a.fut --stage soac", "", true},
	"equal":              {"a.fut a.fut --inputs in", "", true},
	"explain":            {"a.fut", "", true},
	"fmt":                {"a.fut", "", false},
	"fuzz":               {"-n 1", "", true},
	"go":                 {"extract .", "", true},
	"help":               {"topics", "", false},
	"library":            {"--target c -o out a.fut", "", true},
	"literate":           {"a.fut -o out", "", true},
	"lmad":               {"disjoint 0 1", "", false},
	"lsp":                {"", "", false},
	"opt":                {"a.fut", "", true},
	"passes":             {"", "", true},
	"pkg":                {"--help", "", false},
	"plugin":             {"list", "", false},
	"profile":            {"a.fut -i in --runs 1", "", true},
	"reduce":             {"--interesting true a.fut", "", true},
	"repl":               {"", "1\n", true},
	"run":                {"a.fut", "[1]", true},
	"test":               {"a.fut", "", true},
	"version":            {"", "", false},
}

// In a stranger's folder no verb runs its plugins, and those that would run their passes say so,
// in one line.
func TestInAStrangersFolder(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	root := rootCommand(&tool{&verb.Tool{Driver: d}})
	root.InitDefaultCompletionCmd()
	verbs := root.Commands()
	if len(verbs) < 20 {
		t.Errorf("there are %d verbs", len(verbs))
	}
	for _, v := range verbs {
		t.Run(v.Name(), func(t *testing.T) {
			c, known := inStrangersFolder[v.Name()]
			if !known {
				t.Fatal("say in inStrangersFolder what this verb does, and in docs/security.md")
			}
			home, dir := t.TempDir(), t.TempDir()
			plugin, err := exec.LookPath("test-plugin")
			if err != nil {
				t.Fatal(err)
			}
			for name, content := range map[string]string{
				"a.fut": "-- ==\n-- input { [1i64] } output { 1i64 }\n" + sum, "in": "[1i64]",
				"lamina.toml": "[[plugin]]\npath = \"p\"\n",
				"p":           "#!/bin/sh\nHOME=" + home + " exec " + plugin + "\n",
			} {
				plant(t, filepath.Join(dir, name), content)
			}
			if err := os.Chmod(filepath.Join(dir, "p"), 0o755); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, "lamina-process", append([]string{v.Name()}, strings.Fields(c.args)...)...)
			cmd.Dir, cmd.Stdin = dir, strings.NewReader(c.input)
			cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			_ = cmd.Run()
			want := 0
			if c.says {
				want = 1
			}
			if n := strings.Count(stderr.String(), "lamina: plugins are left out: "); n != want || cmd.ProcessState.ExitCode() > 1 || cmd.ProcessState.ExitCode() < 0 {
				t.Errorf("it ends with %d and says %d times that plugins are left out, and %d are right:\n%s", cmd.ProcessState.ExitCode(), n, want, stderr.String())
			}
			if _, err := os.Stat(filepath.Join(home, "started")); !os.IsNotExist(err) {
				t.Errorf("the plugin was started: %v", err)
			}
		})
	}
}
