package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestWritingAPass follows docs/writing-a-pass.md from top to bottom: it writes the files
// in blocks marked with a name, and runs the commands.
func TestWritingAPass(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the page builds a plugin with the go command, which is not on PATH here (under Bazel); go test runs it")
	}
	examples, err := examplesDir()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Dir(examples)
	var script strings.Builder
	// As a reader would: each command starts in the folder where the previous one ended.
	script.WriteString("set -euo pipefail\n")
	commands := 0
	for _, b := range blocks(read(t, filepath.Join(root, "docs", "writing-a-pass.md"))) {
		switch {
		case b.language == "console":
			for line := range strings.Lines(b.text) {
				command, ok := strings.CutPrefix(line, "$ ")
				if !ok {
					t.Errorf("%q is no command", line)
				}
				fmt.Fprintf(&script, "echo '--' %d\n%s", commands, command)
				commands++
			}
		case b.file != "":
			fmt.Fprintf(&script, "cat > %s <<'END-OF-FILE'\n%sEND-OF-FILE\n", b.file, b.text)
		case b.language == "python": // tested where the template in Python is
		default:
			t.Errorf("a block of %s that is neither a file nor commands:\n%s", b.language, b.text)
		}
	}
	if commands < 10 {
		t.Errorf("the page has %d commands", commands)
	}
	c := exec.Command("bash", "-c", script.String())
	c.Dir = t.TempDir()
	c.Env = append(os.Environ(), "LAMINA="+root, "CGO_ENABLED=0", "GOFLAGS=-mod=mod", "XDG_CACHE_HOME="+cacheHome(t), "XDG_CONFIG_HOME="+t.TempDir())
	out, err := c.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"let (a_1: i64) = shr.i64(x, 1i64)", // grep shr
		"0 failed",
		"mean.fut:1:", // the remark
		"shr.i64(",
		"5i64",
		"halve 0.1  ",
		"write x / 2 on integers as x >> 1",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the commands do not print %q", want)
		}
	}
}

// cacheHome returns the user's cache, which holds things that take long to build, such as
// Go's packages. The test only adds to it.
func cacheHome(t *testing.T) string {
	dir, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// block is a fenced block of a page: ```language file
type block struct{ language, file, text string }

func blocks(page string) []block {
	var out []block
	open := false
	for line := range strings.Lines(page) {
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && !open:
			language, file, _ := strings.Cut(strings.TrimSpace(info), " ")
			out = append(out, block{language: language, file: file})
			open = true
		case fence:
			open = false
		case open:
			out[len(out)-1].text += line
		}
	}
	return out
}
