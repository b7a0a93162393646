// Package capi makes libraries in C: a header, one file of C11 and a manifest. The interface is
// the one of Futhark's C libraries, so that a caller of one of these changes only what it links.
//
// The file of C is what backend c prints, with another end: in the place of a main it has the
// functions of the interface. What these have in common is run time of its own (runtime/*.c),
// which works on arrays without knowing their types and on entry points by tables; the functions
// themselves are thin (interface/*.tmpl). The header has their heads, with the comments.
package capi

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/library"
)

// Options are a caller's choices.
type Options struct {
	Name     string // of the files, without an extension
	Prefix   string // of all public names; see CheckPrefix
	Parallel bool   // calls may run on several threads
	Device   string // whose kernels are compiled when a context is made: "", opencl or cuda
	Python   bool   // add a Python package
	// Processor is set for an OpenCL device that is a processor, which gets other kernels.
	Processor bool
	// server is set for a program, which also has the types of scalars that no entry point has.
	server bool
}

// Backend is the name of the library's kind, in manifests and headers.
func (o Options) Backend() string {
	if o.Device != "" {
		return o.Device
	}
	if o.Parallel {
		return "multicore"
	}
	return "c"
}

// DefaultPrefix is the prefix that Futhark's libraries have.
const DefaultPrefix = "futhark"

var validPrefix = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// CheckPrefix fails if a prefix cannot begin names in C, or may meet names of the run time.
func CheckPrefix(prefix string) error {
	if !validPrefix.MatchString(prefix) {
		return fmt.Errorf("%q cannot be the prefix of names in C: a prefix has letters, digits and underscores, and begins with a letter", prefix)
	}
	if strings.HasPrefix(strings.ToLower(prefix), "lamina") {
		return fmt.Errorf("the prefix %q is taken: names inside the library begin with lamina", prefix)
	}
	return nil
}

// Files returns the files of the library of a program, whose entry points have the given
// signatures: NAME.h, NAME.c and NAME.json, and those of the Python package.
func Files(p *imp.Program, signatures []entry.Signature, o Options) ([]library.File, error) {
	if err := CheckPrefix(o.Prefix); err != nil {
		return nil, err
	}
	a, err := describe(p, signatures, o)
	if err != nil {
		return nil, err
	}
	unit, err := o.print(p)
	if err != nil {
		return nil, err
	}
	functions, err := a.functions()
	if err != nil {
		return nil, err
	}
	manifest, err := a.manifest(unit.parameters)
	if err != nil {
		return nil, err
	}
	source, err := a.source(unit, functions)
	if err != nil {
		return nil, err
	}
	files := []library.File{
		{Name: o.Name + ".h", Text: []byte(a.header(functions))},
		{Name: o.Name + ".c", Text: []byte(source)},
		{Name: o.Name + ".json", Text: manifest},
	}
	if o.Python {
		python, err := a.python(functions)
		return append(files, python...), err
	}
	return files, nil
}
