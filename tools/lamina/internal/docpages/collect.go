package docpages

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
)

// set is the source of documentation.
type set struct {
	files   []*file // the given ones and those that they import, then the prelude's
	anchors map[source.Pos]place
	// members are those of scalars' modules, as in f32.sqrt: the compiler has these built in, so that names
	// of them have no place where they are declared.
	members map[string]place
	// mistakes are those in files that are left out.
	mistakes error
}

// place is a place in a page.
type place struct{ page, id string }

// file is a documented file.
type file struct {
	name    string // as pages show it: relative to the folder that has all files
	index   *fut.Index
	outline []fut.Entity
	prelude bool
}

// page and code are the files that a file's pages are written to, below the folder of all pages.
func (f *file) page() string { return f.name + ".html" }
func (f *file) code() string { return f.name + ".source.html" }

// own are the files that are not the prelude's.
func (s *set) own() (files []*file) {
	for _, f := range s.files {
		if !f.prelude {
			files = append(files, f)
		}
	}
	return files
}

// collect analyses programs, and the files that they import. Files with mistakes are left out.
func collect(ctx context.Context, in io.Reader, args []string) (*set, error) {
	queue, err := programs.Files(args, "file that ends in .fut", func(file string) bool { return filepath.Ext(file) == ".fut" })
	if err != nil {
		return nil, err
	}
	s := &set{anchors: map[source.Pos]place{}, members: map[string]place{}}
	seen := map[string]bool{}
	var wrong []error
	for len(queue) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		name := queue[0]
		queue = queue[1:]
		if seen[filepath.Clean(name)] {
			continue
		}
		seen[filepath.Clean(name)] = true
		f, imported, err := analyse(ctx, in, name)
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		s.files = append(s.files, f)
		queue = append(queue, imported...)
	}
	s.mistakes = errors.Join(wrong...)
	s.nameFiles()
	prelude, err := fut.Prelude()
	if err != nil {
		return nil, err
	}
	for _, x := range prelude {
		s.files = append(s.files, &file{name: "prelude/" + x.File(), index: x, outline: x.Outline(), prelude: true})
	}
	for _, f := range s.files {
		s.anchor(f, f.outline, "", map[string]int{})
	}
	return s, nil
}

// analyse analyses one file, and names those that it imports.
func analyse(ctx context.Context, in io.Reader, name string) (*file, []string, error) {
	if name != programs.Stdin && filepath.Ext(name) != ".fut" {
		return nil, nil, fmt.Errorf("%s: `lamina doc` documents Futhark programs, which end in .fut", name)
	}
	text, err := programs.Read(ctx, in, name)
	if err != nil {
		return nil, nil, err
	}
	if name == programs.Stdin {
		name = "stdin.fut"
	}
	a := fut.Analyse(name, text, driver.Imports(name))
	if a.Err != nil {
		return nil, nil, a.Err
	}
	x := a.Index()
	return &file{name: name, index: x, outline: x.Outline()}, a.Imports(), nil
}

// nameFiles names files relative to the folder that has all of them.
func (s *set) nameFiles() {
	common := []string(nil)
	paths := make([][]string, len(s.files))
	for i, f := range s.files {
		full, err := filepath.Abs(f.name)
		if err != nil {
			full = f.name
		}
		paths[i] = strings.Split(filepath.ToSlash(full), "/")
		folder := paths[i][:len(paths[i])-1]
		if i == 0 {
			common = folder
		}
		n := 0
		for n < len(common) && n < len(folder) && common[n] == folder[n] {
			n++
		}
		common = common[:n]
	}
	for i, f := range s.files {
		f.name = strings.Join(paths[i][len(common):], "/")
	}
}

// scalars is the prelude's file that declares the members of scalars' modules.
const scalars = "scalars.fut"

// at is a position under which a declaration is known, however its file is written.
func at(p source.Pos) source.Pos {
	p.File = filepath.Clean(p.File)
	return p
}

// anchor finds an anchor for each declaration: its name, after those of the modules around it. Types and
// modules have names of their own kind, and a name that is declared anew has a number.
func (s *set) anchor(f *file, es []fut.Entity, path string, taken map[string]int) {
	for _, e := range es {
		if e.Name == "" || e.Kind == "import" || e.Kind == "open" {
			s.anchor(f, e.Members, path, taken)
			continue
		}
		id := path + e.Name
		switch e.Kind {
		case "type", "module", "module type":
			id = strings.ReplaceAll(e.Kind, " ", "-") + ":" + id
		}
		taken[id]++
		if n := taken[id]; n > 1 {
			id = fmt.Sprintf("%s-%d", id, n)
		}
		s.anchors[at(e.At)] = place{f.page(), id}
		if f.prelude && f.index.File() == scalars {
			s.members[id] = place{f.page(), id}
		}
		s.anchor(f, e.Members, path+e.Name+".", taken)
	}
}
