// Package web makes libraries in JavaScript: an ES module with a method for each entry point, for
// browsers and Node, its types for TypeScript, and the program as WebAssembly. The module has
// the run time inside and imports nothing.
//
// Methods have the names of the entry points. Scalars are numbers, bigints (of 64 bits) and
// booleans; arrays of one dimension are typed arrays, and those of more are objects of a typed
// array and a shape.
package web

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"text/template"

	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/library"
)

// Options are a caller's choices.
type Options struct {
	Name string            // of the files, without an extension
	Docs map[string]string // documentation of entry points
	// Signatures are the entry points as the source writes them. Without one, records and sums are
	// passed in parts.
	Signatures []entry.Signature
}

//go:embed runtime.js
var runtime string

//go:embed module.js.tmpl
var sourceText string

//go:embed module.d.ts.tmpl
var typesText string

// Files returns the files of the module: NAME.js, NAME.d.ts and NAME.wasm.
func Files(p *imp.Program, o Options) ([]library.File, error) {
	methods, err := describe(p.Interfaces(), o)
	if err != nil {
		return nil, err
	}
	program, err := wasm.Image(p)
	if err != nil {
		return nil, err
	}
	code, err := program.Encode()
	if err != nil {
		return nil, err
	}
	shared, err := json.Marshal(layout)
	if err != nil {
		return nil, err
	}
	values := map[string]any{
		"Name": o.Name, "File": strconv.Quote("./" + o.Name + ".wasm"),
		"Layout": string(shared), "Runtime": runtime, "Methods": methods,
	}
	files := []library.File{{Name: o.Name + ".js"}, {Name: o.Name + ".d.ts"}, {Name: o.Name + ".wasm", Text: code}}
	for i, t := range []string{sourceText, typesText} {
		var text bytes.Buffer
		if err := template.Must(template.New(files[i].Name).Parse(t)).Execute(&text, values); err != nil {
			return nil, fmt.Errorf("printing the module: %w", err)
		}
		files[i].Text = text.Bytes()
	}
	return files, nil
}

// layout describes images to the run time.
var layout = map[string]any{
	"Section": image.Section, "Version": image.Version,
	"HostModule": image.HostModule, "MemoryExport": image.MemoryExport,
	"ThreadSize": image.ThreadSize, "ThreadBump": image.ThreadBump, "ThreadLimit": image.ThreadLimit,
	"ThreadPoll": image.ThreadPoll, "ThreadCount": image.ThreadCount, "ThreadArgs": image.ThreadArgs,
	"HeaderSize": image.HeaderSize, "HeaderCount": image.HeaderCount, "HeaderClass": image.HeaderClass, "HeaderBytes": image.HeaderBytes,
	"ArenaSize": image.ArenaSize, "PageSize": image.PageSize, "MaxPages": image.MaxPages,
}

// method is an entry point in JavaScript.
type method struct {
	Name      string // as a method is declared
	Quoted    string // as a string
	Arguments string // names, between commas
	Typed     string // the same, with types
	Result    string // type
	Shapes    string // of arguments and results, in JSON
	lines     []string
}

// Comment is the method's documentation for a comment that is indented.
func (m method) Comment(indent string) string {
	return strings.ReplaceAll(strings.Join(m.lines, "\n"+indent+" * "), "*/", "*\u200b/")
}

// reserved are the names of entry points that cannot be methods: of the constructor, and what
// makes the object a promise.
var reserved = map[string]string{
	"constructor": "the constructor of JavaScript's classes has that name",
	"then":        "JavaScript takes objects with that method for promises",
}

func describe(entries []entry.Interface, o Options) ([]method, error) {
	var out []method
	for _, in := range entries {
		if why, ok := reserved[in.Name]; ok {
			return nil, fmt.Errorf("entry point %s cannot be a method: %s; rename it", in.Name, why)
		}
		m := method{Name: in.Name, Quoted: strconv.Quote(in.Name)}
		if !identifier.MatchString(in.Name) {
			m.Name = m.Quoted
		}
		if doc := strings.TrimSpace(o.Docs[in.Name]); doc != "" {
			m.lines = append(strings.Split(doc, "\n"), "")
		}
		m.lines = append(m.lines, in.Spelled())
		var names, typed []string
		taken := map[string]bool{}
		s := o.signature(in)
		var shapes struct{ Params, Results []*shape }
		for i, p := range s.Params {
			n := variable(p.Name, i, taken)
			names, typed = append(names, n), append(typed, n+": "+typeOf(p.Type, true))
			shapes.Params = append(shapes.Params, shapeOf(p.Type))
		}
		m.Arguments, m.Typed = strings.Join(names, ", "), strings.Join(typed, ", ")
		var results []string
		for _, t := range s.Results() {
			results = append(results, typeOf(t, false))
			shapes.Results = append(shapes.Results, shapeOf(t))
		}
		encoded, err := json.Marshal(shapes)
		if err != nil {
			return nil, err
		}
		m.Shapes = string(encoded)
		m.Result = "[" + strings.Join(results, ", ") + "]"
		if len(results) == 1 {
			m.Result = results[0]
		}
		out = append(out, m)
	}
	return out, nil
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// keywords are words that cannot be variables in modules.
var keywords = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(`arguments await break case catch class const continue debugger default delete do else enum
		eval export extends false finally for function if implements import in instanceof interface let new null package private
		protected public return static super switch this throw true try typeof var void while with yield`) {
		out[w] = true
	}
	return out
}()

// variable returns a name for parameter i.
func variable(name string, i int, taken map[string]bool) string {
	name = strings.ReplaceAll(name, "'", "_prime")
	if !identifier.MatchString(name) {
		name = "x" + strconv.Itoa(i)
	}
	for keywords[name] || taken[name] {
		name += "_"
	}
	taken[name] = true
	return name
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

var elements = map[scalar.Type]struct{ scalar, array string }{
	scalar.I8: {"number", "Int8Array"}, scalar.I16: {"number", "Int16Array"}, scalar.I32: {"number", "Int32Array"}, scalar.I64: {"bigint", "BigInt64Array"},
	scalar.U8: {"number", "Uint8Array"}, scalar.U16: {"number", "Uint16Array"}, scalar.U32: {"number", "Uint32Array"}, scalar.U64: {"bigint", "BigUint64Array"},
	scalar.F16: {"number", "Uint16Array"}, scalar.F32: {"number", "Float32Array"}, scalar.F64: {"number", "Float64Array"}, scalar.Bool: {"boolean", "Uint8Array"},
}
