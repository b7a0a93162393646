// Package golang makes libraries in Go: a package with a typed method for each entry point, over
// the program compiled to WebAssembly, or lowered for a GPU. The package imports package embedded,
// which holds no compiler, and for a GPU the run time with the backend below that.
//
// A scalar is passed as the Go type of its name, an array of one dimension as a slice, and one
// of several dimensions as an embedded.Array: elements in one slice, and the shape beside it.
// Slices of slices would lose the sizes of empty arrays, could be irregular, and would cost an
// allocation for each row.
package golang

import (
	"bytes"
	_ "embed"
	"fmt"
	"go/format"
	"sync"
	"text/template"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/library"
)

// Options are a caller's choices.
type Options struct {
	Name    string // of the files, without an extension
	Package string // name of the package; "" makes one from Name
	Docs    map[string]string
	// Signatures are the entry points as the source writes them. Without one, records and sums are
	// passed in parts.
	Signatures []entry.Signature
	// Backend is opencl or cuda, for which the program was lowered; "" is the embedded one.
	Backend string
	// Processor is set for OpenCL if the program was lowered for a processor.
	Processor bool
}

// Files returns the files of the package: NAME.go, and NAME.wasm or, for a device, NAME.imp.
func Files(p *imp.Program, o Options) ([]library.File, error) {
	pkg, err := packageName(o)
	if err != nil {
		return nil, err
	}
	methods, types, err := describe(p.Interfaces(), o)
	if err != nil {
		return nil, err
	}
	f := o.form()
	module, err := f.encode(p)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := source().Execute(&text, map[string]any{"Name": o.Name, "File": o.Name + f.extension, "Form": f.name, "Runtime": f.runtime, "Load": f.load, "Package": pkg, "Methods": methods, "Types": types}); err != nil {
		return nil, fmt.Errorf("printing the package: %w", err)
	}
	printed, err := format.Source(text.Bytes())
	if err != nil {
		return nil, fmt.Errorf("the package is not Go, which is a fault of lamina: %w\n%s", err, text.Bytes())
	}
	return []library.File{{Name: o.Name + ".go", Text: printed}, {Name: o.Name + f.extension, Text: module}}, nil
}

//go:embed package.go.tmpl
var sourceText string

var source = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("package").Parse(sourceText))
})

// method is an entry point in Go.
type method struct {
	Name    string // of the method
	Entry   string
	Doc     []string // lines
	Type    string   // in the terms of the source
	Params  []variable
	Results []variable
	Spread  bool // some parameter is passed in parts
}

// variable is a parameter or result of a method.
type variable struct {
	Name, Type string
	Pass       string // the function of package embedded that passes it
	// Parts are the variables that a value of several parts is made of, by the function Make.
	Parts []variable
	Make  string
}

// describe returns the methods, and the types that they need.
func describe(entries []entry.Interface, o Options) ([]method, []*compound, error) {
	var out []method
	taken := map[string]string{"Close": ""}
	types := newCompounds()
	for _, in := range entries {
		m := method{Name: exported(in.Name), Entry: in.Name, Doc: lines(o.Docs[in.Name]), Type: in.Spelled()}
		if m.Name == "" {
			return nil, nil, fmt.Errorf("entry point %q has no name in Go; rename it", in.Name)
		}
		switch other, ok := taken[m.Name]; {
		case ok && other == "":
			return nil, nil, fmt.Errorf("entry point %s would become the method %s, which every program has; rename it", in.Name, m.Name)
		case ok:
			return nil, nil, fmt.Errorf("entry points %s and %s would both become the method %s; rename one", other, in.Name, m.Name)
		}
		taken[m.Name] = in.Name
		if err := types.method(&m, o.signature(in)); err != nil {
			return nil, nil, fmt.Errorf("entry point %s: %w", in.Name, err)
		}
		out = append(out, m)
	}
	return out, types.list, nil
}

// signature is the entry point as the source writes it, if that is known.
func (o Options) signature(in entry.Interface) entry.Signature {
	for _, s := range o.Signatures {
		if s.Entry == in.Name {
			return s
		}
	}
	return in.Signature()
}

// method describes the parameters and results of a method.
func (ts *compounds) method(m *method, s entry.Signature) error {
	names := newScope()
	for i, p := range s.Params {
		v, err := ts.variable(names, p.Type, p.Name, fmt.Sprintf("x%d", i), "Scalar", "Slice", "Of")
		if err != nil {
			return err
		}
		m.Spread = m.Spread || v.Make != ""
		m.Params = append(m.Params, v)
	}
	results := s.Results()
	for i, t := range results {
		fallback := "result"
		if len(results) > 1 {
			fallback = fmt.Sprintf("result%d", i)
		}
		v, err := ts.variable(names, t, "", fallback, "ToScalar", "ToSlice", "To")
		if err != nil {
			return err
		}
		m.Results = append(m.Results, v)
	}
	return nil
}
