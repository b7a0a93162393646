// Package plugintemplate creates new plugins from the examples in plugins/examples, under
// another name.
package plugintemplate

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/plugins/examples"
	"github.com/lamina-lang/lamina/plugins/sdk/python"
)

const module = "github.com/lamina-lang/lamina"

// languages holds the examples by language.
var languages = map[string]struct {
	folder  string // in plugins/examples
	name    string // of its pass
	readme  string
	module  bool  // it is a separate Go module
	library fs.FS // what is copied with it, to the folder in
	in      string
}{
	"go":     {folder: "double", name: "double", readme: goReadme, module: true},
	"c":      {folder: "c", name: "double-c", readme: cReadme},
	"python": {folder: "python", name: "double-python", readme: pythonReadme, library: python.Sources, in: "src"},
	"rust":   {folder: "rust", name: "double-rust", readme: rustReadme},
}

// Languages names the languages in which there are examples.
func Languages() []string { return slices.Sorted(maps.Keys(languages)) }

// Choice lists them in a sentence.
func Choice() string {
	names := Languages()
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// archive is the test of all examples, as they are of one pass.
const archive = "double/testdata/double.txtar"

var validName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// Write creates a new plugin in a folder called name, and returns its files. lamina is the
// folder of Lamina's sources, "" for the one that contains the working folder.
func Write(name, language, lamina string) ([]string, error) {
	l, ok := languages[language]
	if !ok {
		return nil, fmt.Errorf("plugins are written in %s here, not in %q; docs/writing-a-pass.md says what others have to do", Choice(), language)
	}
	if !validName.MatchString(name) {
		return nil, fmt.Errorf("%q is no name of a pass: take lower-case words joined by hyphens", name)
	}
	files := map[string][]byte{"README.md": []byte(strings.ReplaceAll(l.readme, "NAME", name))}
	test, err := examples.Sources.ReadFile(archive)
	if err != nil {
		return nil, err
	}
	files["testdata/"+name+".txtar"] = test
	err = fs.WalkDir(examples.Sources, l.folder, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Base(file) == "BUILD.bazel" {
			return err
		}
		b, err := examples.Sources.ReadFile(file)
		renamed := strings.ReplaceAll(strings.TrimPrefix(file, l.folder+"/"), l.name, name)
		files[renamed] = bytes.ReplaceAll(b, []byte(l.name), []byte(name))
		return err
	})
	if err != nil {
		return nil, err
	}
	if l.library != nil {
		if err := addFiles(files, l.in, l.library); err != nil {
			return nil, err
		}
	}
	if l.module {
		if err := addModule(files, name, lamina); err != nil {
			return nil, err
		}
	}
	if err := os.Mkdir(name, 0o777); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("%s exists already; take another name, or another folder", name)
		}
		return nil, err
	}
	var written []string
	for file, content := range files {
		to := filepath.Join(name, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return nil, err
		}
		mode := os.FileMode(0o666)
		if bytes.HasPrefix(content, []byte("#!")) {
			mode = 0o777
		}
		if err := os.WriteFile(to, content, mode); err != nil {
			return nil, err
		}
		written = append(written, to)
	}
	slices.Sort(written)
	return written, nil
}

// addFiles adds the files of a library to a folder.
func addFiles(files map[string][]byte, folder string, library fs.FS) error {
	return fs.WalkDir(library, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[path.Join(folder, file)], err = fs.ReadFile(library, file)
		return err
	})
}

// addModule makes the files a Go module that uses Lamina, and its dependencies, from their
// current location.
func addModule(files map[string][]byte, name, lamina string) error {
	lamina, err := sources(lamina)
	if err != nil {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(lamina, "go.mod"))
	if err != nil {
		return err
	}
	files["go.mod"] = fmt.Appendf(nil, "module %s\n\n%s\nreplace %s => %s\n", name, required(string(mod)), module, lamina)
	files["go.sum"], err = os.ReadFile(filepath.Join(lamina, "go.sum"))
	return err
}

// sources finds the folder of Lamina's sources.
func sources(dir string) (string, error) {
	given := dir != ""
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(mod), "module "+module+"\n") {
			return dir, nil
		}
		if above := filepath.Dir(dir); !given && above != dir {
			dir = above
			continue
		}
		return "", fmt.Errorf("a plugin in Go is built with lamina's sources, and they are not here: name their folder with --lamina DIR")
	}
}
