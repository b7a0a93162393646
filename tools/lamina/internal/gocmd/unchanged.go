package gocmd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/frontends/gosrc"
)

// outcome is the result of a command line before it called the go command.
type outcome struct {
	Files   map[string]string // of the overlay: the text that goes in the place of each file
	Notices []string          // lines for the user
	Env     []string          // of the go command, more than the present one
}

// record keeps an outcome with the state of all that it depends on: the files of the modules
// whose packages were loaded. Listing and type-checking packages takes a second, looking at
// the times of their files a hundredth of it.
type record struct {
	Roots   []string // folders whose Go files and module files matter, with all below them
	State   string   // a digest of these files' names, sizes and times
	Outcome outcome
}

// settled is when a file's time begins to tell whether the file changes again: two changes within a tick of
// the file system's clock have one time. Clocks tick a hundred times a second, or, where times are whole
// seconds, once in two seconds.
func settled(changed time.Time) time.Time {
	if changed.Nanosecond() == 0 {
		return changed.Add(2 * time.Second)
	}
	return changed.Add(20 * time.Millisecond)
}

// earlier is where the record of a command line is kept.
type earlier struct {
	cache
	started time.Time // before packages are loaded
	work    string    // the workspace's file, or ""
}

// earlier returns the place of the record of a command line, if it is one to keep.
func (t *Tool) earlier(ctx context.Context, verb string, line *arguments) earlier {
	var e earlier
	dir, err := filepath.Abs(line.dir)
	if err != nil || verb == "vet" || verb == "extract" {
		return e
	}
	// What the go command lists depends on its version and on its environment.
	c := exec.CommandContext(ctx, "go", "env", "GOWORK", "GOVERSION", "GOFLAGS", "GOOS", "GOARCH", "CGO_ENABLED", "CGO_CFLAGS", "GOEXPERIMENT", "GOMODCACHE", "GOROOT", "GO111MODULE", "GOMOD", "GOPATH")
	c.Dir = dir
	environment, err := c.Output()
	if err != nil {
		return e
	}
	if e.work, _, _ = strings.Cut(string(environment), "\n"); e.work == "off" {
		e.work = ""
	}
	e.cache = cacheOf("lines", fmt.Sprintf("%q %v %q %q\n%s", dir, verb == "test", line.list, line.patterns, environment))
	e.started = time.Now()
	return e
}

// recall returns the outcome that is recorded, if nothing that it depends on has changed.
func (e earlier) recall() *outcome {
	text := e.read()
	if text == "" {
		return nil
	}
	var r record
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return nil
	}
	if state, _, err := stateOf(r.Roots); err != nil || state != r.State {
		return nil
	}
	return &r.Outcome
}

// remember records an outcome, unless a file may have changed since the packages were loaded.
func (e earlier) remember(found *gosrc.Result, o *outcome) {
	if e.store.Dir == "" {
		return
	}
	roots := slices.Clone(found.Roots)
	if e.work != "" {
		roots = append(roots, e.work)
	}
	state, known, err := stateOf(roots)
	if err != nil || known.After(e.started) {
		return
	}
	text, err := json.Marshal(record{roots, state, *o})
	if err == nil {
		e.write(string(text))
	}
}

// stateOf digests the names, sizes and times of the Go and module files in folders and below. Of what
// changes after known, also in a folder, the times tell.
func stateOf(roots []string) (digest string, known time.Time, err error) {
	h := sha256.New()
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
				return fs.SkipDir
			case !d.IsDir() && !matters(d.Name()):
				return nil
			}
			info, err := os.Stat(path) // of what a link leads to
			if err != nil {
				return err
			}
			if !info.IsDir() {
				fmt.Fprintf(h, "%q %d %d\n", path, info.Size(), info.ModTime().UnixNano())
			}
			if from := settled(info.ModTime()); from.After(known) {
				known = from
			}
			return nil
		})
		if err != nil {
			return "", known, err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), known, nil
}

// matters reports whether a file may decide what packages are, and what is in them.
func matters(name string) bool {
	switch filepath.Ext(name) {
	case ".go", ".c", ".h", ".s", ".S", ".cc", ".cpp", ".cxx", ".m", ".syso", ".swig":
		return true // with others than .go, which files need cgo
	}
	return slices.Contains([]string{"go.mod", "go.sum", "go.work", "go.work.sum", "modules.txt"}, name)
}

// notices prints the lines for the user.
func (o *outcome) notices(w io.Writer) {
	for _, n := range o.Notices {
		fmt.Fprintln(w, n)
	}
}
