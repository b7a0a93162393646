package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/docs"
)

// editor is an editor that a script in testdata drives, with the settings that docs/editing.md gives.
type editor struct {
	name     string
	needs    []string // a command that succeeds where the editor and its client are there
	packages string   // Debian's
	settings string   // how the settings begin on the page
	in       string   // the file with settings
	run      []string
}

var editors = []editor{
	{
		name: "Neovim", needs: []string{"nvim", "--version"}, packages: "neovim",
		settings: "vim.cmd(\"autocmd BufNewFile", in: "init.lua",
		run: []string{"nvim", "--headless", "-u", "init.lua", "-i", "NONE", "-n", "-c", "luafile drive.lua"},
	},
	{
		name: "Emacs", needs: []string{"emacs", "--batch", "-f", "package-initialize", "--eval", "(require 'eglot)"}, packages: "emacs-nox elpa-eglot",
		settings: "(with-eval-after-load 'eglot", in: "init.el",
		run: []string{"emacs", "--batch", "-f", "package-initialize", "-l", "drive.el"},
	},
}

// answers are what an editor got from the server, by its own functions where it has them.
type answers struct {
	Diagnostics [][]any // line, column, column of the end, message
	Hover       string
	Completion  []string
	Hints       []string
	Definition  []any // file, line from 1
	Main, Lib   string
	Late        string // what did not come
}

// TestEditors drives real editors: an error while typing, hover, completion, hints, a definition in another
// file, renaming in both files, and formatting.
func TestEditors(t *testing.T) {
	for _, e := range editors {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			if out, err := exec.CommandContext(t.Context(), e.needs[0], e.needs[1:]...).CombinedOutput(); err != nil {
				t.Skipf("on Debian: apt install %s\n%v\n%s", e.packages, err, out)
			}
			got := e.drive(t)
			const message = `Cannot apply "+" to "true" (invalid type)`
			if len(got.Diagnostics) != 1 || !cmp.Equal(got.Diagnostics[0][:3], []any{0., 26., 30.}) || !strings.Contains(fmt.Sprint(got.Diagnostics[0][3]), message) {
				t.Errorf("the diagnostics are %v", got.Diagnostics)
			}
			if len(got.Definition) < 2 || !cmp.Equal(got.Definition[:2], []any{"lib.fut", 2.}) {
				t.Errorf("the definition is at %v", got.Definition)
			}
			got.Diagnostics, got.Definition = nil, nil
			got.Lib = strings.TrimSuffix(got.Lib, "\n")
			want := answers{
				Hover:      "```futhark\ntwice : (x: i64) -> i64\n```\n\nTwice its argument.",
				Completion: []string{"twice"},
				Hints:      []string{": [n]i64"},
				Main:       strings.NewReplacer("map  twice", "map double", "twice", "double").Replace(edited["main.fut"]),
				Lib:        "-- | Twice its argument.\ndef double (x: i64) : i64 = 2 * x",
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// edited are the programs that editors open.
var edited = map[string]string{
	"lib.fut":  "-- | Twice its argument.\ndef twice (x: i64) : i64 = 2 * x\n",
	"main.fut": "import \"lib\"\n\ndef total [n] (xs: [n]i64) = reduce (+) 0 xs\n\nentry main [n] (xs: [n]i64) =\n  let ys = map  twice xs\n  in total ys + twice 3\n",
	"bad.fut":  "entry main (x: i64) = x + true\n",
}

func (e editor) drive(t *testing.T) (got answers) {
	dir := t.TempDir()
	script := "drive" + filepath.Ext(e.in)
	text, err := os.ReadFile(filepath.Join("testdata", script))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		script: string(text), e.in: e.documented(t),
		"bin/lamina": fmt.Sprintf("#!/bin/sh\n[ \"$*\" = lsp ] || exit 2\n%s=1 exec '%s'\n", serve, os.Args[0]),
	}
	for name, text := range edited {
		files[name] = text
	}
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, e.run[0], e.run[1:]...)
	c.Dir = dir
	c.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_STATE_HOME="+dir, "XDG_DATA_HOME="+dir,
		"PATH="+filepath.Join(dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	written, err := os.ReadFile(filepath.Join(dir, "answers.json"))
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := json.Unmarshal(written, &got); err != nil {
		t.Fatalf("%v\n%s", err, written)
	}
	return got
}

// documented returns the settings for the editor that the page has.
func (e editor) documented(t *testing.T) string {
	page, err := docs.Pages.ReadFile("editing.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(page), "\n"+e.settings)
	text, _, ended := strings.Cut(rest, "\n```")
	if !ok || !ended {
		t.Fatalf("docs/editing.md has no code that begins with %s", e.settings)
	}
	return e.settings + text + "\n"
}
