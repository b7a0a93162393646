package guests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/plugins/host"
)

// tree creates a working tree with a lamina.toml.
func tree(t *testing.T, config string) string {
	dir := t.TempDir()
	for _, d := range []string{".git", "sub/folder"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, host.ConfigFile), []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// readTree reads the configuration of the working tree that contains dir.
func readTree(dir string) ([]host.Source, error) {
	file, err := host.FindTree(dir)
	if err != nil {
		return nil, err
	}
	got, err := host.ReadTree(file)
	if err != nil {
		return nil, err
	}
	return got.Plugins, nil
}

// A configuration is searched for within the repository or, outside of repositories, in the
// folder itself: folders above may belong to somebody else.
func TestConfigurationsAboveAreNotLookedAt(t *testing.T) {
	above := t.TempDir()
	dir := filepath.Join(above, "a", "b")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(above, host.ConfigFile)
	if err := os.WriteFile(config, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	find := func(want string) {
		t.Helper()
		if got, err := host.FindTree(dir); err != nil || got != want {
			t.Errorf("found %q (%v), want %q", got, err, want)
		}
	}
	find("")
	for _, git := range []string{filepath.Join(dir, ".git"), filepath.Join(above, "a", ".git")} {
		if err := os.Mkdir(git, 0o777); err != nil {
			t.Fatal(err)
		}
		find("")
		if err := os.Remove(git); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(above, ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	find(config)
}

func TestPluginsOfAWorkingTree(t *testing.T) {
	dir := tree(t, `
[[plugin]]
path = "bin/one.wasm"
sha256 = "ab"
sandbox = "strict"
reads = ["lib"]
time = "90s"
memory = "512MiB"
options.halve.rounds = 2
options.halve.loud = true

[[plugin]]
path = "/two"
args = ["serve"]
`)
	want := []host.Source{
		{Path: filepath.Join(dir, "bin/one.wasm"), SHA256: "ab", Dir: dir, Sandbox: host.Strict, Reads: []string{filepath.Join(dir, "lib")},
			Limits:  host.Limits{Run: 90 * time.Second, Memory: 512 << 20},
			Options: map[string]map[string]string{"halve": {"rounds": "2", "loud": "true"}}},
		{Path: "/two", Args: []string{"serve"}, Dir: dir, Sandbox: host.Strict, Options: map[string]map[string]string{}},
	}
	for _, from := range []string{dir, filepath.Join(dir, "sub/folder")} {
		got, err := readTree(from)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("from %s: %s", from, d)
		}
	}
	if got := host.FromList("/a" + string(filepath.ListSeparator) + "b.wasm"); len(got) != 2 || got[0].Path != "/a" || got[0].Sandbox != host.Strict || got[1].Path != "b.wasm" {
		t.Errorf("from a list: %v", got)
	}
}

func TestMistakesInTheConfiguration(t *testing.T) {
	for config, want := range map[string]string{
		"[[plugin]]\npath = 3":                         "plugin.path",
		"[[plugin]]\n":                                 "plugin 1 has no path",
		"[[plugin]]\npath = \"x\"\ncolour = 1":         `there is no setting "plugin.colour"; a [[plugin]] has path, sha256`,
		"[[plugin]]\npath = \"x\"\ntime = \"long\"":    `time is a duration as in 90s or 5m, not "long"`,
		"[[plugin]]\npath = \"x\"\nmemory = \"2\"":     `memory is a size as in 512MiB or 2GiB, not "2"`,
		"[[plugin]]\npath = \"x\"\nsandbox = \"off\"":  `sandbox is "strict" or left out, not "off"; only its user can switch it off, with --sandbox=off`,
		"[[plugin]\n":                                  "lamina.toml:2: expected end of table array",
		"[[plugin]]\npath = \"x\"\nmemory = \"-1GiB\"": "not \"-1GiB\"",
		"\xff\xfe":           "lamina.toml:1: is not UTF-8 text",
		"[[plugin]]\n\n\xff": "lamina.toml:3: is not UTF-8 text",
		"[[plugin]]\npath = \"x\"\n" + strings.Repeat("a", 60_000) + " = 1":        "… (60007 bytes)",
		"[[plugin]]\npath = \"x\"\ntime = \"" + strings.Repeat("a", 60_000) + "\"": "… (60000 bytes)",
		strings.Repeat("a", 1<<15) + "\n" + strings.Repeat("b", 1<<15):             "a configuration has 65536 at most",
	} {
		_, err := readTree(tree(t, config))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.50q: got error %v, want one with %q", config, err, want)
		}
		if err != nil && len(err.Error()) > 1000 {
			t.Errorf("%.50q: the message has %d bytes", config, len(err.Error()))
		}
	}
}

// The host knows what a plugin declares, with the user's defaults; and the plugin receives
// these.
func TestDeclarationsAndOptions(t *testing.T) {
	p, err := newHost(t, nil).Open(t.Context(), host.Source{Serve: good,
		Options: map[string]map[string]string{"stay": {"rounds": "3", "loud": "true"}}})
	if err != nil {
		t.Fatal(err)
	}
	want := *good.Passes[0]
	want.Options = append([]pass.Option(nil), want.Options...)
	want.Options[0].Default, want.Options[1].Default = 3, true
	if d := cmp.Diff(want, *p.Passes[0], cmpopts.IgnoreFields(pass.Pass{}, "Run", "Home")); d != "" {
		t.Error(d)
	}
	for pipeline, remark := range map[string]string{"stay": "stayed 3 times, one", "stay{rounds=5,kind=two}": "stayed 5 times, two", "stay{loud=false}": ""} {
		u := parsed(t)
		if err := run(t.Context(), pass.Manager{}, u, p, pipeline); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, r := range u.Remarks {
			got += r.Text
		}
		if got != remark {
			t.Errorf("%s remarks %q, want %q", pipeline, got, remark)
		}
	}
	for options, want := range map[string]string{"none": `has no pass "none" to set options of`, "stay": `has no option "x"`} {
		_, err := newHost(t, nil).Open(t.Context(), host.Source{Serve: good, Options: map[string]map[string]string{options: {"x": "1"}}})
		oneLine(t, err, want)
	}
}

// A description is requested once as long as the plugin's file does not change.
func TestDescriptionsAreCached(t *testing.T) {
	counted := filepath.Join(t.TempDir(), "starts")
	s := script(t, "echo x >> "+counted+"; exec "+this(t)+" \"$@\"")
	cache := t.TempDir()
	for range 3 {
		h := host.New(host.Config{Cache: cache})
		p, err := h.Open(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if p.Name != "bad" {
			t.Errorf("the plugin is called %q", p.Name)
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}
	starts, err := os.ReadFile(counted)
	if err != nil {
		t.Fatal(err)
	}
	if string(starts) != "x\n" {
		t.Errorf("it was started %d times", strings.Count(string(starts), "x"))
	}
}
