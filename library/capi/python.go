package capi

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/library"
)

//go:embed python
var pythonFiles embed.FS

var pythonTemplates = parsedOnce(pythonFiles, "python/*.tmpl")

// pyModule is the data of the templates of the Python package.
type pyModule struct {
	Name, Module, Prefix, First string
	Parallel                    bool
	Device                      string // "" for the processor
	Platforms                   bool   // a device belongs to a platform, which callers may name
	Types                       string // declarations of the types that the device's headers declare
	Linked                      []string
	Declarations                string
	Arrays                      []pyArray
	Entries                     []pyEntry
	Opaques                     []pyOpaque
	News                        []pyNew // types of outputs
}

type pyArray struct {
	Word, Dtype, C string
	Rank           int
}

// pyTypes declare for cffi what the headers of devices do.
var pyTypes = map[string]string{
	OpenCL: "typedef struct _cl_mem *cl_mem;\ntypedef struct _cl_command_queue *cl_command_queue;\n",
	CUDA:   "typedef unsigned long long CUdeviceptr;\n",
}

type pyNew struct{ Word, Type string }

type pyEntry struct {
	Name, C, Doc, Return, Hint string
	Inputs, Outputs            []pyValue
}

// pyValue is a value that goes in or comes out: the Python that converts it, passes it to C and
// makes a result of it.
type pyValue struct {
	Name, Word, Field, Project       string
	Convert, ConvertIn, Pass, Return string
	Hint, ResultHint                 string
}

type pyOpaque struct {
	Class, Type, Word, Struct   string
	Spelled                     string // the type, as a literal
	Parts                       int    // of a stored value
	New, Make                   string
	Fields                      []pyValue
	Variant                     string
	Variants                    []pyVariant
	Index, Shape                string
	ElementStruct, ElementClass string
	Rank                        int
}

type pyVariant struct {
	Name, Constructor, Construct, Destruct string
	Payload                                []pyValue
}

// python returns the files of the Python package over the library.
func (a *api) python(sections []section) ([]library.File, error) {
	m := a.pyModule(sections)
	var files []library.File
	for _, f := range []struct{ template, name string }{
		{"init.py.tmpl", m.Module + "/__init__.py"},
		{"init.pyi.tmpl", m.Module + "/__init__.pyi"},
		{"pyproject.toml.tmpl", "pyproject.toml"},
		{"setup.py.tmpl", "setup.py"},
	} {
		var out strings.Builder
		if err := pythonTemplates().ExecuteTemplate(&out, f.template, m); err != nil {
			return nil, fmt.Errorf("writing the Python package: %w", err)
		}
		files = append(files, library.File{Name: f.name, Text: []byte(out.String())})
	}
	return append(files,
		library.File{Name: m.Module + "/py.typed"},
		library.File{Name: "MANIFEST.in", Text: []byte("include " + m.Name + ".h\n")}), nil
}

func (a *api) pyModule(sections []section) *pyModule {
	m := &pyModule{Name: a.Name, Module: pyName(a.Name, nil), Prefix: a.Prefix, Parallel: a.Parallel, Device: a.Device, Platforms: a.Device == OpenCL, Types: pyTypes[a.Device], First: pyName(a.Entries[0].Entry, contextNames)}
	for _, flag := range Linked[a.Device] {
		m.Linked = append(m.Linked, strings.TrimPrefix(flag, "-l"))
	}
	var declarations strings.Builder
	for _, s := range sections {
		for _, t := range s.Types {
			fmt.Fprintf(&declarations, "struct %s;\n", t)
		}
	}
	for _, s := range sections {
		declarations.WriteString(heads(s.Text, false))
	}
	m.Declarations = strings.TrimSpace(declarations.String())
	for _, t := range a.Types {
		m.News = append(m.News, pyNew{t.Word, strings.TrimSpace(a.out(t))})
		switch {
		case t.IsArray():
			m.Arrays = append(m.Arrays, pyArray{t.Word, dtypes[t.Leaf().Elem], cTypes[t.Leaf().Elem], t.Leaf().Rank})
		case t.Opaque():
			m.Opaques = append(m.Opaques, a.pyOpaque(t))
		}
	}
	for _, e := range a.Entries {
		m.Entries = append(m.Entries, a.pyEntry(e))
	}
	return m
}

func (a *api) pyEntry(e entryPoint) pyEntry {
	out := pyEntry{Name: pyName(e.Entry, contextNames), C: a.Prefix + "_entry_" + e.Word, Doc: pyString(strings.Join(e.doc(), "\n"))}
	var taken []string
	for i, x := range e.Inputs {
		name := pyName(name.Word(x.Name), slices.Concat(taken, localNames))
		if x.Name == "" {
			name = fmt.Sprintf("in%d", i)
		}
		taken = append(taken, name)
		out.Inputs = append(out.Inputs, a.pyValue(name, x.Name, x.Type, "self", x.Unique))
	}
	var returns, hints []string
	for i, x := range e.Outputs {
		v := a.pyValue(fmt.Sprintf("_out%d", i), "", x.Type, "self", false)
		out.Outputs = append(out.Outputs, v)
		returns, hints = append(returns, v.Return), append(hints, v.ResultHint)
	}
	out.Return, out.Hint = strings.Join(returns, ", "), "tuple["+strings.Join(hints, ", ")+"]"
	switch len(returns) {
	case 0:
		out.Return, out.Hint = "None", "None"
	case 1:
		out.Hint = hints[0]
	}
	return out
}

// pyValue describes a value of a type in a variable.
func (a *api) pyValue(name, label string, t *valueType, ctx string, consumed bool) pyValue {
	v := pyValue{Name: name, Word: t.Word, Field: label}
	where := pyString(label)
	if label == "" {
		where = pyString(name)
	}
	switch {
	case t.IsScalar():
		v.Convert = fmt.Sprintf("_as_scalar(%s, %q, %s)", name, dtypes[t.Leaf().Elem], where)
		v.Pass, v.Return = name, name+"[0]"
		v.Hint, v.ResultHint = pyHint(t.Leaf().Elem), pyHint(t.Leaf().Elem)
		if t.Leaf().Elem == scalar.F16 {
			v.Return = "_half(" + v.Return + ")"
		}
		v.ConvertIn = v.Convert
		return v
	case t.IsArray():
		boolean := "False"
		if consumed {
			boolean = "True"
		}
		v.Convert = fmt.Sprintf("_as_array(%%s, %s, %q, %s, %s)", name, t.Word, where, boolean)
		v.Return = fmt.Sprintf("Array(%s, %q, %s[0])", "%s", t.Word, name)
		v.Hint, v.ResultHint = "Union[ArrayLike, Array]", "Array"
	default:
		class := pyClass(t)
		v.Convert = fmt.Sprintf("_as_opaque(%%s, %s, %s, %s)", name, class, where)
		v.Return = fmt.Sprintf("%s(%s, %s[0])", class, "%s", name)
		v.Hint, v.ResultHint = class, class
	}
	v.ConvertIn = fmt.Sprintf(v.Convert, "ctx")
	v.Convert = fmt.Sprintf(v.Convert, ctx)
	v.Return = fmt.Sprintf(v.Return, ctx)
	v.Pass = name + "._pointer"
	return v
}

func (a *api) pyOpaque(t *valueType) pyOpaque {
	out := pyOpaque{Class: pyClass(t), Type: commentText(t.Name), Spelled: pyString(t.Name), Parts: len(t.Leaves), Word: t.Word, Struct: a.structName(t), Rank: t.Rank}
	switch {
	case t.Kind == entry.Record:
		out.New, out.Make = a.operation("new", t), "new"
	case t.IsRecordArray():
		out.New, out.Make = a.operation("zip", t), "zip"
	}
	for _, f := range t.Members {
		v := a.pyValue(pyField(f.Name, valueNames), f.Name, f.Type, "ctx", true)
		v.Project = a.operation("project", t) + "_" + name.Encoded(f.Name)
		v.Return = strings.Replace(v.Return, v.Name+"[0]", "out[0]", 1)
		out.Fields = append(out.Fields, v)
	}
	if t.Element != nil {
		out.Index, out.Shape = a.operation("index", t), a.operation("shape", t)
		out.ElementStruct, out.ElementClass = a.structName(t.Element), pyClass(t.Element)
	}
	if t.Kind == entry.Sum {
		out.Variant = a.operation("variant", t)
	}
	for _, c := range t.Variants {
		v := pyVariant{pyField(c.Name, valueNames), c.Name, a.operation("new", t) + "_" + name.Encoded(c.Name), a.operation("destruct", t) + "_" + name.Encoded(c.Name), nil}
		for i, p := range c.Members {
			v.Payload = append(v.Payload, a.pyValue(fmt.Sprintf("v%d", i), fmt.Sprintf("value %d of #%s", i, c.Name), p.Type, "ctx", true))
		}
		out.Variants = append(out.Variants, v)
	}
	return out
}

// pyClass is the class of an opaque type.
func pyClass(t *valueType) string { return "Value_" + strings.TrimPrefix(t.Word, "opaque_") }

// Names that a package uses for something else: the words of Python, and those of the template.
var (
	keywords = strings.Fields(`False None True and as assert async await break class continue def del elif else except finally for from
		global if import in is lambda nonlocal not or pass raise return try while with yield match case type`)
	contextNames = strings.Fields("array close report clear_caches")
	valueNames   = strings.Fields("store restore new zip variant payload shape ctx cls out self")
	localNames   = strings.Fields("self np Array Error")
)

// pyName is a word as a name in Python that is none of the taken ones. Names of the package's own
// begin with an underscore.
func pyName(w string, taken []string) string {
	w = name.Word(w)
	if w == "" || '0' <= w[0] && w[0] <= '9' || w[0] == '_' {
		w = "x" + w
	}
	for slices.Contains(keywords, w) || slices.Contains(taken, w) {
		w += "_"
	}
	return w
}

// pyField is the name of a field; those of tuples are numbers, f0 and so on.
func pyField(name string, taken []string) string {
	if '0' <= name[0] && name[0] <= '9' {
		return "f" + name
	}
	return pyName(name, taken)
}

// pyString is a string literal of Python.
func pyString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case r < ' ':
			fmt.Fprintf(&b, "\\x%02x", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func pyHint(t scalar.Type) string {
	switch {
	case t == scalar.Bool:
		return "bool"
	case t.IsFloat():
		return "float"
	}
	return "int"
}

// dtypes are NumPy's names of the element types.
var dtypes = map[scalar.Type]string{
	scalar.I8: "int8", scalar.I16: "int16", scalar.I32: "int32", scalar.I64: "int64",
	scalar.U8: "uint8", scalar.U16: "uint16", scalar.U32: "uint32", scalar.U64: "uint64",
	scalar.F16: "float16", scalar.F32: "float32", scalar.F64: "float64", scalar.Bool: "bool",
}
