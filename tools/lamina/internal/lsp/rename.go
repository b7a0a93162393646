package lsp

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

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
	all := []used{{d.file, d.uri, d.text, d.index.References(o.Target)}}
	if slices.ContainsFunc(all[0].at, func(r fut.Occurrence) bool { return r.IsDef && r.IsLocal }) {
		return o, all, true
	}
	for _, file := range s.workspace() {
		if filepath.Clean(file) == filepath.Clean(d.file) {
			continue
		}
		t, ok := s.textOf(file)
		content := strings.Join(t, "\n")
		if !ok || !strings.Contains(content, o.Name) {
			continue
		}
		index := fut.Analyse(file, []byte(content), s.read(file)).Index()
		if index == nil {
			continue
		}
		if at := index.References(o.Target); len(at) > 0 {
			all = append(all, used{file, uriOf(file), t, at})
		}
	}
	return o, all, true
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
	case o.IsModule:
		return nil, refuse("the uses of modules are not known, so %s keeps its name", o.Name)
	case !isName(o.Name):
		return nil, refuse("%s is an operator, which a name cannot replace", o.Name)
	case d.analysis.Err != nil:
		return nil, refuse("the program has errors; rename when they are gone")
	}
	edits := map[string][]textEdit{}
	after := map[string]string{}
	for _, u := range all {
		var content strings.Builder
		before, last := strings.Join(u.text, "\n"), 0
		for _, r := range u.at {
			name := p.NewName
			if r.IsPun {
				name = r.Name + " = " + p.NewName
			}
			span := textRange{u.text.position(r.Start), u.text.position(r.End)}
			edits[u.uri] = append(edits[u.uri], textEdit{span, name})
			from := u.text.offset(span.Start)
			content.WriteString(before[last:from] + name)
			last = u.text.offset(span.End)
		}
		after[filepath.Clean(u.file)] = content.String() + before[last:]
	}
	if err := s.keepsMeaning(all, after, p.NewName); err != nil {
		return nil, err
	}
	return workspaceEdit{edits}, nil
}

// keepsMeaning demands that the new texts have as many occurrences of the name as the old ones,
// and no errors.
func (s *server) keepsMeaning(all []used, after map[string]string, name string) error {
	for _, u := range all {
		folder := filepath.Dir(u.file)
		read := s.read(u.file)
		a := fut.Analyse(u.file, []byte(after[filepath.Clean(u.file)]), func(imported string) ([]byte, error) {
			file := filepath.Join(folder, filepath.FromSlash(imported))
			if content, ok := after[file]; ok {
				return []byte(content), nil
			}
			if d := s.documentOf(file); d != nil {
				return []byte(d.content), nil
			}
			if content, err := os.ReadFile(file); err == nil {
				return content, nil
			}
			return read(imported)
		})
		if a.Err != nil {
			first, _, _ := strings.Cut(a.Err.Error(), "\n")
			return refuse("the name %s does not fit: %s", name, first)
		}
		index := a.Index()
		count := 0
		if first, ok := index.At(u.at[0].Start.Line, u.at[0].Start.Col); ok {
			count = len(index.References(first.Target))
			if u.at[0].IsPun {
				count = len(u.at) // the field's name is in front of it
			}
		}
		if count != len(u.at) {
			return refuse("the name %s is taken: some uses would mean something else", name)
		}
	}
	return nil
}
