package lsp

import (
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// mostFiles is how many files of the workspace are searched for uses of a name.
const mostFiles = 2000

// used is where a name is used in a file.
type used struct {
	file string
	uri  string
	text text
	at   []fut.Occurrence
}

// uses finds the occurrences of the name at a place, in all files of the workspace if it is
// not local.
func (s *server) uses(d *document, p *params) (fut.Occurrence, []used, bool) {
	o, ok := d.index.At(d.text.place(p.Position))
	if !ok || !o.Target.IsValid() || o.InPrelude {
		return o, nil, false
	}
	here := indexed{used{d.file, d.uri, d.text, nil}, d.index}
	if at := d.index.References(o.Target); slices.ContainsFunc(at, func(r fut.Occurrence) bool { return r.IsDef && r.IsLocal }) {
		here.at = at
		return o, []used{here.used}, true
	}
	return o, linked(append(s.naming(o.Name, d.file), here), o.Target), true
}

// indexed is a file that may use a name.
type indexed struct {
	used
	index *fut.Index
}

// naming are the programs of the workspace, but for one, in which a name is written, or a module may get a
// type that demands it.
func (s *server) naming(name, except string) (all []indexed) {
	for _, file := range s.workspace() {
		if filepath.Clean(file) == filepath.Clean(except) {
			continue
		}
		t, ok := s.textOf(file)
		content := strings.Join(t, "\n")
		if !ok || !slices.ContainsFunc([]string{name, "module", "open"}, func(word string) bool { return strings.Contains(content, word) }) {
			continue
		}
		if index := fut.Analyse(file, []byte(content), s.read(file)).Index(); index != nil {
			all = append(all, indexed{used{file, uriOf(file), t, nil}, index})
		}
	}
	return all
}

// linked are the uses of what is declared at a place, and of all that has to have the same name because
// a module type demands it, perhaps one in another file.
func linked(files []indexed, at source.Pos) (all []used) {
	targets := map[source.Pos]bool{at: true}
	for before := 0; before < len(targets); {
		before = len(targets)
		for _, f := range files {
			for _, t := range slices.Collect(maps.Keys(targets)) {
				for _, other := range f.index.Linked(t) {
					targets[other] = true
				}
			}
		}
	}
	for _, f := range files {
		f.at = f.index.References(slices.Collect(maps.Keys(targets))...)
		links := slices.ContainsFunc(slices.Collect(maps.Keys(targets)), func(t source.Pos) bool { return len(f.index.Linked(t)) > 1 })
		if len(f.at) > 0 || links {
			all = append(all, f.used)
		}
	}
	return all
}

// workspace lists the programs in the folders of the workspace.
func (s *server) workspace() (files []string) {
	for _, root := range s.roots {
		if root == "" {
			continue
		}
		_ = filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return nil // what cannot be read has no programs for us
			case e.IsDir() && name != root && strings.HasPrefix(e.Name(), "."):
				return fs.SkipDir
			case filepath.Ext(name) == ".fut" && !e.IsDir():
				files = append(files, name)
			}
			if len(files) == mostFiles {
				return fs.SkipAll
			}
			return nil
		})
	}
	return files
}

func (s *server) references(d *document, p *params) (any, error) {
	found := []location{}
	_, all, _ := s.uses(d, p)
	for _, u := range all {
		for _, r := range u.at {
			if !r.IsDef || p.Context.IncludeDeclaration {
				found = append(found, location{u.uri, textRange{u.text.position(r.Start), u.text.position(r.End)}})
			}
		}
	}
	return found, nil
}

// refuse is the answer to a request that cannot be fulfilled, which editors show.
func refuse(format string, args ...any) error {
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: fmt.Sprintf(format, args...)}
}

func (s *server) prepareRename(d *document, p *params) (any, error) {
	o, ok := d.index.At(d.text.place(p.Position))
	if !ok || !o.Target.IsValid() || o.InPrelude || !isName(o.Name) {
		return nil, nil
	}
	return d.rangeOf(o.Start, o.End), nil
}

// rename replaces all occurrences of a name. The programs are analysed with the new name: if it
// means something else somewhere, or would not be seen, nothing is changed.
func (s *server) rename(d *document, p *params) (any, error) {
	if !isName(p.NewName) || slices.Contains(keywords, p.NewName) {
		return nil, refuse("%q is no name", p.NewName)
	}
	o, all, ok := s.uses(d, p)
	switch {
	case !ok:
		return nil, refuse("there is no name of this program here")
	case o.IsModule && !isName(o.Name):
		return nil, refuse("%s is a file", o.Name)
	case !isName(o.Name):
		return nil, refuse("%s is an operator, which a name cannot replace", o.Name)
	case slices.ContainsFunc(d.index.Linked(o.Target), d.index.InPrelude):
		return nil, refuse("a module type of the prelude demands the name %s", o.Name)
	case d.analysis.Err != nil:
		return nil, refuse("the program has errors; rename when they are gone")
	}
	edits := map[string][]textEdit{}
	after := map[string]renamed{}
	for _, u := range all {
		changes, text := u.rename(p.NewName)
		after[filepath.Clean(u.file)] = text
		if len(changes) > 0 {
			edits[u.uri] = changes
		}
	}
	if err := s.keepsMeaning(all, after, p.NewName); err != nil {
		return nil, err
	}
	return workspaceEdit{edits}, nil
}

// renamed is a text in which a name has been replaced.
type renamed struct {
	text string
	at   []source.Pos // where the new name stands
}

// rename replaces the name in a file.
func (u used) rename(name string) (edits []textEdit, after renamed) {
	var content strings.Builder
	before, last, line, shift := strings.Join(u.text, "\n"), 0, 0, 0
	for _, r := range u.at {
		if r.Start.Line != line {
			line, shift = r.Start.Line, 0
		}
		field := ""
		if r.IsPun {
			field = r.Name + " = "
		}
		span := textRange{u.text.position(r.Start), u.text.position(r.End)}
		edits = append(edits, textEdit{span, field + name})
		content.WriteString(before[last:u.text.offset(span.Start)] + field + name)
		last = u.text.offset(span.End)
		at := r.Start
		at.Col += shift + len(field)
		after.at = append(after.at, at)
		shift += len(field) + len(name) - len(r.Name)
	}
	after.text = content.String() + before[last:]
	return edits, after
}

// keepsMeaning demands that the new texts have the name wherever it has been written, nowhere else, and
// no errors.
func (s *server) keepsMeaning(all []used, after map[string]renamed, name string) error {
	for _, u := range all {
		changed := after[filepath.Clean(u.file)]
		a := fut.Analyse(u.file, []byte(changed.text), s.readAfter(u.file, after))
		if a.Err != nil {
			first, _, _ := strings.Cut(a.Err.Error(), "\n")
			return refuse("the name %s does not fit: %s", name, first)
		}
		index := a.Index()
		var targets []source.Pos
		for _, p := range changed.at {
			o, ok := index.At(p.Line, p.Col)
			if !ok || o.Name != name || !o.Target.IsValid() {
				return refuse("the name %s is taken: some uses would mean something else", name)
			}
			targets = append(targets, o.Target)
		}
		if len(index.References(targets...)) != len(u.at) {
			return refuse("the name %s is taken: some uses would mean something else", name)
		}
	}
	return nil
}

// readAfter reads the files that a program imports as they are after a rename.
func (s *server) readAfter(program string, after map[string]renamed) fut.Read {
	folder, read := filepath.Dir(program), s.read(program)
	return func(name string) ([]byte, error) {
		if changed, ok := after[filepath.Join(folder, filepath.FromSlash(name))]; ok {
			return []byte(changed.text), nil
		}
		return read(name)
	}
}
