// Package fut reads programs in Futhark's source language and lowers them to
// the soac level of the IR.
//
// The way through: package syntax parses, package names takes modules apart and binds every name to
// its declaration, package types infers types and sizes, package flow checks what depends on
// the order of evaluation, package specialise lowers. The prelude is
// a program like any other, parsed once a process; what a program uses of it is
// checked and lowered with it.
package fut

import (
	"context"
	_ "embed"
	"errors"
	"path"
	"path/filepath"
	"sync"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/flow"
	"github.com/lamina-lang/lamina/frontends/fut/internal/infer"
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/specialise"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// preludeName is the prelude's file in positions.
const preludeName = "prelude.fut"

//go:embed prelude.fut
var preludeText string

// members are the files of what scalar modules offer, and the types that have it.
var members = []struct {
	name string
	text string
	on   scalar.TypeSet
}{
	{"prelude_numeric.fut", numericText, scalar.NumericTypes},
	{"prelude_integer.fut", integerText, scalar.IntTypes},
	{"prelude_unsigned.fut", unsignedText, scalar.UnsignedTypes},
	{"prelude_float.fut", floatText, scalar.FloatTypes},
}

//go:embed prelude_numeric.fut
var numericText string

//go:embed prelude_integer.fut
var integerText string

//go:embed prelude_unsigned.fut
var unsignedText string

//go:embed prelude_float.fut
var floatText string

// modulesName is the file of the prelude's module types.
const modulesName = "prelude_modules.fut"

//go:embed prelude_modules.fut
var modulesText string

// parsePrelude parses the prelude once. Nothing changes the tree.
var parsePrelude = sync.OnceValues(func() (names.Library, error) {
	base, err := syntax.ParsePrelude(&source.File{Name: preludeName, Text: preludeText})
	if err != nil {
		return names.Library{}, err
	}
	modules, err := syntax.ParsePrelude(&source.File{Name: modulesName, Text: modulesText})
	return names.Library{Base: base, Modules: modules, Members: parseMembers}, err
})

// Read returns the text of a file that is imported, whose name is relative to the folder of the
// program's first file.
type Read func(name string) ([]byte, error)

// Compile translates a program that imports nothing, which messages call name. An error in the
// program is a *source.Error that shows the line; several are source.Errors.
func Compile(ctx context.Context, name string, text []byte) (*ir.Program, error) {
	p, _, err := CompileFiles(ctx, name, text, nil)
	return p, err
}

// CompileFiles is Compile for a program that may import other files, and also returns the entry
// points' types as the source writes them. read is nil where there are no files.
func CompileFiles(ctx context.Context, name string, text []byte, read Read) (*ir.Program, []entry.Signature, error) {
	f := &source.File{Name: name, Text: string(text)}
	parsed, err := syntax.Parse(f)
	if err != nil {
		return nil, nil, err
	}
	resolved, err := resolve(parsed, read)
	if err != nil {
		return nil, nil, inFiles(err, f)
	}
	checked, err := infer.Check(resolved, flow.New)
	if err != nil {
		return nil, nil, inFiles(err, resolved.Files...)
	}
	lowered, signatures, err := specialise.Lower(ctx, checked, specialise.Options{Prelude: preludeFiles()})
	return lowered, signatures, inFiles(err, resolved.Files...)
}

// resolve resolves the names of a program.
func resolve(parsed *syntax.File, read Read) (*names.Program, error) {
	lib, err := parsePrelude()
	if err != nil {
		return nil, err
	}
	if read != nil {
		folder := path.Dir(filepath.ToSlash(parsed.Source.Name))
		lib.Import = func(name string) (*syntax.File, error) {
			text, err := read(name + ".fut")
			if err != nil {
				return nil, err
			}
			return syntax.Parse(&source.File{Name: path.Join(folder, name+".fut"), Text: string(text)})
		}
	}
	return names.Resolve(lib, parsed)
}

// preludeFiles names all files of the prelude.
func preludeFiles() []string {
	files := []string{preludeName, modulesName}
	for _, m := range members {
		files = append(files, m.name)
	}
	return files
}

// parseMembers parses what the module of t offers.
func parseMembers(t scalar.Type) ([]*syntax.File, error) {
	var files []*syntax.File
	for _, m := range members {
		if !m.on.Has(t) {
			continue
		}
		f, err := syntax.ParsePrelude(&source.File{Name: m.name, Text: m.text})
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// inFiles lets an error show the lines of the files that it is in.
func inFiles(err error, files ...*source.File) error {
	var es source.Errors
	var e *source.Error
	switch {
	case errors.As(err, &es):
		for _, f := range files {
			es.In(f)
		}
		return es
	case errors.As(err, &e):
		for _, f := range files {
			e.In(f)
		}
		return e
	}
	return err
}
