package fut

import (
	"slices"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/flow"
	"github.com/lamina-lang/lamina/frontends/fut/internal/infer"
	"github.com/lamina-lang/lamina/frontends/fut/internal/lint"
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/query"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// Analysis is a program that is parsed and checked, but not lowered. Of a program with errors
// it holds what could be found.
type Analysis struct {
	// Err is nil, a *source.Error, or source.Errors.
	Err error

	file  *syntax.File
	names *names.Program
	types *types.Program
}

// Analyse parses and checks a program, which may import the files that read knows.
func Analyse(name string, text []byte, read Read) *Analysis {
	a := &Analysis{}
	f := &source.File{Name: name, Text: string(text)}
	if a.file, a.Err = syntax.Parse(f); a.file == nil {
		return a
	}
	parseErr := a.Err
	if a.names, a.Err = resolve(a.file, read); a.Err == nil {
		a.types, a.Err = infer.Check(a.names, flow.New)
		a.Err = inFiles(a.Err, a.names.Files...)
	} else {
		a.Err = inFiles(a.Err, f)
	}
	if parseErr != nil { // what follows from unreadable text is no error of its own
		a.Err = parseErr
	}
	return a
}

// definition is the last top-level definition of a name in the program's first file, or nil.
func (a *Analysis) definition(name string) *types.Def {
	if a.types == nil {
		return nil
	}
	for _, d := range slices.Backward(a.types.Defs) {
		if d.Binding.Name == name && d.Decl.Pos().File == a.file.Source.Name {
			return d
		}
	}
	return nil
}

// Index describes a program's first file to editors.
type Index = query.Index

// Occurrence is a name in the text of a program.
type Occurrence = query.Occurrence

// ScopeName is a name that is in scope at a place.
type ScopeName = query.Name

// NameKind says what a ScopeName names.
type NameKind = names.NameKind

// What the names in scope name.
const (
	ValueName      = names.ValueName
	ModuleName     = names.ModuleName
	TypeName       = names.TypeName
	ModuleTypeName = names.ModuleTypeName
)

// Index indexes the program's first file. It is nil if the text is not UTF-8.
func (a *Analysis) Index() *Index {
	if a.file == nil {
		return nil
	}
	prelude := preludeFiles()
	return query.New(a.file, a.names, a.types, func(file string) bool { return slices.Contains(prelude, file) })
}

// Signature is the type of a definition.
type Signature struct {
	Type       string // as it is written in programs, after the parameters over which it is general
	IsFunction bool
	IsGeneral  bool // it has type parameters
}

// TypeOf returns the type of a definition. It fails if the program defines no such name, or has
// an error in the definition.
func (a *Analysis) TypeOf(name string) (s Signature, ok bool) {
	d := a.definition(name)
	if d == nil || d.Binding.Type == nil {
		return s, false
	}
	return Signature{types.Signature(d.Binding), types.IsFunc(d.Binding.Type), len(d.Binding.Params) > 0}, true
}

// Names lists the names of values that are in scope at the end of the program's first file: its
// own, those that it imports, and the prelude's.
func (a *Analysis) Names() []string {
	if a.names == nil {
		return nil
	}
	return a.names.InScope()
}

// Warning is a likely mistake in a program without errors, of a kind that has a name.
type Warning = lint.Warning

// WarningKinds are the names of the kinds of warning, and what each is about.
func WarningKinds() (names, summaries []string) {
	for _, k := range lint.Kinds {
		names, summaries = append(names, k.Name), append(summaries, k.Summary)
	}
	return names, summaries
}

// Warnings returns the likely mistakes in the program's first file, in the order of the text.
// Of a program with errors there are none.
func (a *Analysis) Warnings() []Warning {
	if a.Err != nil {
		return nil
	}
	found := lint.Check(a.file, a.names, a.types)
	for _, w := range found {
		w.In(a.file.Source)
	}
	return found
}

// Imports names the files that the program imports, directly or not.
func (a *Analysis) Imports() (names []string) {
	if a.names == nil {
		return nil
	}
	prelude := preludeFiles()
	for _, f := range a.names.Files {
		if f.Name != a.file.Source.Name && !slices.Contains(prelude, f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}

// Entity is a declaration, as documentation shows it.
type Entity = query.Entity

// Prelude indexes the files of what every program has in scope: their declarations, and
// no uses. The last one lists the members of the modules of scalar types.
func Prelude() ([]*Index, error) {
	lib, err := parsePrelude()
	if err != nil {
		return nil, err
	}
	files := []*syntax.File{lib.Base}
	for _, m := range members {
		f, err := syntax.ParsePrelude(&source.File{Name: m.name, Text: m.text})
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	var out []*Index
	for _, f := range append(files, lib.Modules) {
		out = append(out, query.New(f, nil, nil, func(string) bool { return true }))
	}
	modules, err := scalars()
	return append(out, modules), err
}
