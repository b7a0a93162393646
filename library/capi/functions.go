package capi

import (
	"embed"
	"fmt"
	"strings"
	"text/template"
)

//go:embed interface
var interfaceFiles embed.FS

var interfaceTemplates = template.Must(template.ParseFS(interfaceFiles, "interface/*.tmpl"))

// section is a group of functions of the interface.
type section struct {
	Title string
	Types []string // structs that it declares
	Text  string   // the functions, as C
}

// functions returns the functions of the interface.
func (a *api) functions() ([]section, error) {
	sections := []section{
		{Title: "Initialisation", Types: []string{a.Prefix + "_context_config", a.Prefix + "_context"}},
		{Title: "Arrays"},
		{Title: "Entry points"},
		{Title: "Miscellaneous"},
	}
	var err error
	add := func(s *section, name string, data any) {
		var out strings.Builder
		if e := interfaceTemplates.ExecuteTemplate(&out, name+".c.tmpl", data); e != nil && err == nil {
			err = fmt.Errorf("writing the C interface: %w", e)
		}
		s.Text += out.String() + "\n"
	}
	common := map[string]any{"P": a.Prefix, "Parallel": a.Parallel}
	add(&sections[0], "context", common)
	for i, t := range a.Arrays {
		sections[1].Types = append(sections[1].Types, a.structName(t))
		view := a.arrayView(t)
		view["Documented"] = i == 0
		add(&sections[1], "array", view)
	}
	for i, e := range a.Entries {
		add(&sections[2], "entry", a.entryView(i, e))
	}
	add(&sections[3], "misc", common)
	return sections, err
}

func (a *api) structName(t arrayType) string { return a.Prefix + "_" + t.Word() }

// arrayView is what the template of array types takes.
func (a *api) arrayView(t arrayType) map[string]any {
	dims := make([]int, t.Rank)
	for i := range dims {
		dims[i] = i
	}
	return map[string]any{
		"P": a.Prefix, "S": a.structName(t), "N": t.Word(), "C": cTypes[t.Elem], "E": element(t.Elem), "Rank": t.Rank, "Dims": dims,
	}
}

// paramView is a parameter of a function in C: its type as an input or an output, up to its name.
type paramView struct {
	Name, In, Out string
	Array         bool
}

// entryView is what the template of entry points takes.
func (a *api) entryView(number int, e entryPoint) map[string]any {
	view := func(kind string, list []external) (out []paramView) {
		for i, x := range list {
			p := paramView{Name: fmt.Sprintf("%s%d", kind, i), Array: x.IsArray()}
			if p.Array {
				p.In = "const struct " + a.structName(x.Type) + " *"
				p.Out = "struct " + a.structName(x.Type) + " **"
			} else {
				p.In = "const " + cTypes[x.Elem] + " "
				p.Out = cTypes[x.Elem] + " *"
			}
			out = append(out, p)
		}
		return out
	}
	return map[string]any{
		"P": a.Prefix, "N": e.Word, "Number": number, "Doc": []string{commentText(e.signature())},
		"Inputs": view("in", e.Inputs), "Outputs": view("out", e.Outputs),
	}
}

// signature is the entry point's type, as in the source.
func (e entryPoint) signature() string {
	var b strings.Builder
	b.WriteString(e.Name)
	for _, x := range e.Inputs {
		fmt.Fprintf(&b, " (%s: %s)", x.Name, typeText(x))
	}
	var results []string
	for _, x := range e.Outputs {
		results = append(results, typeText(x))
	}
	if len(results) == 1 {
		return b.String() + " : " + results[0]
	}
	return b.String() + " : (" + strings.Join(results, ", ") + ")"
}

func typeText(x external) string {
	switch {
	case x.External.Type != "" && x.Unique:
		return "*" + strings.TrimPrefix(x.External.Type, "*")
	case x.External.Type != "":
		return x.External.Type
	}
	return x.Type.Name()
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
