package capi

import (
	"cmp"
	"embed"
	"fmt"
	"strings"
	"sync"
	"text/template"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/name"
)

//go:embed interface
var interfaceFiles embed.FS

var interfaceTemplates = parsedOnce(interfaceFiles, "interface/*.tmpl")

// parsedOnce parses templates when they are first asked for.
func parsedOnce(files embed.FS, pattern string) func() *template.Template {
	return sync.OnceValue(func() *template.Template { return template.Must(template.ParseFS(files, pattern)) })
}

// section is a group of functions of the interface.
type section struct {
	Title string
	Types []string // structs that it declares
	Text  string   // the functions, as C
}

// add executes a template.
func (s *section) add(name string, data any) error {
	var out strings.Builder
	if err := interfaceTemplates().ExecuteTemplate(&out, name+".c.tmpl", data); err != nil {
		return fmt.Errorf("writing the C interface: %w", err)
	}
	s.Text += out.String() + "\n"
	return nil
}

// functions returns the functions of the interface.
func (a *api) functions() ([]section, error) {
	common := map[string]any{"P": a.Prefix, "Parallel": a.Parallel, "Device": a.Device, "Fixed": fixedSizes}
	start := section{Title: "Initialisation", Types: []string{a.Prefix + "_context_config", a.Prefix + "_context"}}
	if err := start.add("context", common); err != nil {
		return nil, err
	}
	arrays, opaques, entries := section{Title: "Arrays"}, section{Title: "Opaque values"}, section{Title: "Entry points"}
	for _, t := range a.Types {
		to, name := &arrays, "array"
		switch {
		case t.IsScalar():
			continue
		case t.Opaque():
			to, name = &opaques, "opaque"
		}
		view := a.typeView(t)
		view.Documented = len(to.Types) == 0
		to.Types = append(to.Types, a.structName(t))
		if err := to.add(name, view); err != nil {
			return nil, err
		}
	}
	for i, e := range a.Entries {
		if err := entries.add("entry", a.entryView(i, e)); err != nil {
			return nil, err
		}
	}
	rest := section{Title: "Miscellaneous"}
	return []section{start, arrays, opaques, entries, rest}, rest.add("misc", common)
}

func (a *api) structName(t *valueType) string { return a.Prefix + "_" + t.Word }

// in is the type of t's values as inputs of a function in C, and out as outputs, up to the name.
func (a *api) in(t *valueType) string {
	if t.IsScalar() {
		return "const " + cTypes[t.Leaf().Elem] + " "
	}
	return "const struct " + a.structName(t) + " *"
}

func (a *api) out(t *valueType) string {
	if t.IsScalar() {
		return cTypes[t.Leaf().Elem] + " *"
	}
	return "struct " + a.structName(t) + " **"
}

// typeView is the data of the templates of types.
type typeView struct {
	P, S, N                  string // prefix, struct, the type within names
	Documented               bool
	Number                   int
	Dims                     []int  // numbers of the dimensions of an array
	C, E                     string // type of C and constant of its elements
	Raw                      string // type of C of raw arrays, up to the name
	Element                  string // struct of the elements of an opaque array
	ElementNumber            int
	Fields, Zipped           []paramView // of a record; of an array of records
	Variants                 []variantView
	IsRecord, IsArray, IsSum bool
}

// variantView is a constructor of a sum.
type variantView struct {
	Name, Word string
	Number     int
	Members    []paramView
}

// paramView is a parameter of a function in C: its type as an input or an output, up to its name.
type paramView struct {
	Name, Word, In, Out string
	Scalar              bool
	Number              int
}

func (a *api) typeView(t *valueType) typeView {
	v := typeView{P: a.Prefix, S: a.structName(t), N: t.Word, Number: t.Number, IsArray: t.Kind == entry.Array, IsSum: t.Kind == entry.Sum, Raw: a.raw()}
	rank := t.Rank
	if t.IsArray() {
		rank = t.Leaf().Rank
		v.C, v.E = cTypes[t.Leaf().Elem], element(t.Leaf().Elem)
	}
	for i := range rank {
		v.Dims = append(v.Dims, i)
	}
	if t.Element != nil {
		v.Element, v.ElementNumber = a.structName(t.Element), t.Element.Number
	}
	v.IsRecord = t.Kind == entry.Record && len(t.Members) > 0
	v.Fields = a.memberViews(t.Members, "f_")
	if t.IsRecordArray() {
		v.Zipped = v.Fields
	}
	for i, c := range t.Variants {
		v.Variants = append(v.Variants, variantView{c.Name, name.Encoded(c.Name), i, a.memberViews(c.Members, "v")})
	}
	return v
}

func (a *api) memberViews(list []member, prefix string) (out []paramView) {
	for i, m := range list {
		out = append(out, paramView{prefix + name.Encoded(m.Name), name.Encoded(m.Name), a.in(m.Type), a.out(m.Type), m.Type.IsScalar(), i})
	}
	return out
}

// entryView is the data of the template of entry points.
func (a *api) entryView(number int, e entryPoint) map[string]any {
	view := func(kind string, list []argument) (out []paramView) {
		for i, x := range list {
			out = append(out, paramView{fmt.Sprintf("%s%d", kind, i), "", a.in(x.Type), a.out(x.Type), x.Type.IsScalar(), i})
		}
		return out
	}
	return map[string]any{
		"P": a.Prefix, "N": e.Word, "Number": number, "Doc": e.doc(),
		"Inputs": view("in", e.Inputs), "Outputs": view("out", e.Outputs),
	}
}

// doc is the entry point's type, as in the source, and its documentation, as lines.
func (e entryPoint) doc() []string {
	var b strings.Builder
	b.WriteString(e.Entry)
	for _, x := range e.Inputs {
		fmt.Fprintf(&b, " (%s: %s)", cmp.Or(x.Name, unnamed), typeText(x))
	}
	var results []string
	for _, x := range e.Outputs {
		results = append(results, typeText(x))
	}
	if len(results) == 1 {
		b.WriteString(" : " + results[0])
	} else {
		b.WriteString(" : (" + strings.Join(results, ", ") + ")")
	}
	lines := []string{commentText(b.String())}
	for line := range strings.Lines(e.Doc) {
		lines = append(lines, commentText(strings.TrimSpace(line)))
	}
	return lines
}

func typeText(x argument) string {
	if x.Unique {
		return "*" + x.Type.Name
	}
	return x.Type.Name
}

// commentText is s without characters that would end a comment, or continue it.
func commentText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == '\\' {
			return ' '
		}
		return r
	}, s)
}
