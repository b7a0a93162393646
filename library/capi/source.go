package capi

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/backends/c"
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

//go:embed runtime
var runtime embed.FS

// runtimeFiles are the parts of the library's run time, in the order of the file.
var runtimeFiles = []string{"parameters.c", "library.c", "failure.c", "array.c", "object.c", "store.c", "call.c", "report.c"}

// accepted are warnings that printed programs give, which say nothing about them.
const accepted = `#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wparentheses-equality"
#pragma clang diagnostic ignored "-Wpass-failed"
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wbitwise-instead-of-logical"
#endif

`

// source is the text of NAME.c: the program, the library's run time, tables, and the functions
// of the interface.
func (a *api) source(unit *printed, sections []section) (string, error) {
	var b strings.Builder
	err := a.writeLibrary(&b, unit, sections, fmt.Sprintf("#include %q\n", a.Name+".h"))
	return b.String(), err
}

// writeLibrary writes the same, with the given text for its header.
func (a *api) writeLibrary(b *strings.Builder, unit *printed, sections []section, header string) error {
	b.WriteString(accepted)
	b.WriteString(unit.Program)
	fmt.Fprintf(b, "// The library.\n\n%s#include <stdarg.h>\n\n", header)
	b.WriteString("_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, \"scalars are passed by their first bytes\");\n\n")
	fmt.Fprintf(b, "#define LAMINA_RESULTS %d // of an entry point, at most\n\n", a.mostResults())
	fmt.Fprintf(b, "#define LAMINA_PARALLEL %t // calls may run on several threads\n\n", a.Parallel)
	if a.Device == "" {
		parameterTable(b, nil)
	}
	if err := writeRuntime(b, slices.Concat([]string{"text.c"}, unit.access, runtimeFiles)); err != nil {
		return err
	}
	unit.failureTables(b)
	a.typeTable(b)
	a.signatureTables(b, unit.Unit)
	for _, s := range sections {
		if strings.TrimSpace(s.Text) != "" {
			fmt.Fprintf(b, "// %s\n\n%s", s.Title, s.Text)
		}
	}
	return nil
}

func writeRuntime(b *strings.Builder, files []string) error {
	for _, file := range files {
		text, err := runtime.ReadFile("runtime/" + file)
		if err != nil {
			return err
		}
		b.Write(text)
		b.WriteByte('\n')
	}
	return nil
}

// mostResults is the largest number of results of an entry point, at least 1.
func (a *api) mostResults() int {
	most := 1
	for _, e := range a.Entries {
		most = max(most, len(e.Outputs))
	}
	return most
}

// failureTables prints the places that can fail, and the call sites that lead there.
func (unit *printed) failureTables(b *strings.Builder) {
	p := unit.program
	index := map[string]int{}
	for i, f := range p.Funs {
		index[f.Name] = i
	}
	var rows []string
	for i, f := range p.Funs {
		callers := unit.Paths[f.Name]
		if len(callers) == 0 {
			rows = append(rows, "{0, NULL}")
			continue
		}
		fmt.Fprintf(b, "static const lamina_caller lamina_callers_%d[] = {\n", i)
		for _, site := range callers {
			fmt.Fprintf(b, "  {%du, %d, %s},\n", site.Offset, index[site.Fun], c.Quoted(site.Pos.String()))
		}
		b.WriteString("};\n")
		rows = append(rows, fmt.Sprintf("{%d, lamina_callers_%d}", len(callers), i))
	}
	fmt.Fprintf(b, "static const lamina_callers_of lamina_functions[] = {%s};\n\n", strings.Join(rows, ", "))
	b.WriteString("static const lamina_site lamina_sites[] = {\n")
	for i, s := range unit.Sites {
		trace := "NULL"
		for _, pos := range slices.Backward(s.Trace) {
			trace = c.Quoted(pos.String()) + ", " + trace
		}
		kind := 'a'
		switch {
		case s.Alloc && i >= unit.hostSites:
			kind = 't'
		case s.Alloc:
			kind = 'm'
		}
		fmt.Fprintf(b, "  {'%c', %s, %d, (const char *const[]){%s}},\n", kind, siteText(s), index[s.Fun], trace)
	}
	b.WriteString("  {0, NULL, 0, NULL},\n};\n\n")
	if len(unit.access) > 0 {
		kernelNames(b, unit.Kernels)
	}
}

// kernelNames prints the names of kernels in profiles, by their numbers.
func kernelNames(b *strings.Builder, names []string) {
	b.WriteString("static const char *const lamina_kernel_names[] = {")
	for _, k := range names {
		b.WriteString(c.Quoted(k) + ", ")
	}
	b.WriteString("NULL};\n\n")
}

// siteText is the message of an assertion, or what an allocation is for, as failure.c reads it.
func siteText(s c.Site) string {
	if s.Alloc {
		if s.What == "" {
			return c.Quoted("an intermediate array")
		}
		return c.Quoted(s.What)
	}
	var b strings.Builder
	for _, p := range s.Message {
		b.WriteString(strings.ReplaceAll(p.Text, "\x01", "\x01\x01"))
		if p.Arg.IsValid() {
			b.WriteString("\x01" + string(rune('a'+slices.Index(elements, p.Arg))))
		}
	}
	return c.Quoted(b.String())
}

// typeTable prints the types as object.c takes them.
func (a *api) typeTable(b *strings.Builder) {
	fmt.Fprintf(b, "static const lamina_type lamina_types[%d];\n\n", len(a.Types))
	var rows strings.Builder
	for _, t := range a.Types {
		var leaves, constructors []string
		for _, l := range t.Leaves {
			leaves = append(leaves, fmt.Sprintf("{%s, %d}", element(l.Elem), l.Rank))
		}
		for _, v := range t.constructors() {
			constructors = append(constructors, fmt.Sprintf("{%s, %d, %s}", c.Quoted(v.Name), len(v.Members), list("lamina_member", memberRows(v.Members))))
		}
		fmt.Fprintf(&rows, "  {%s, %t, %t, %d, %s, %d, %s, %d, %s},\n", c.Quoted(spelling(t.Type)), t.Opaque(), t.Kind == entry.Sum, t.Rank, a.elementOf(t),
			len(leaves), list("lamina_leaf", leaves), len(constructors), list("lamina_constructor", constructors))
	}
	fmt.Fprintf(b, "static const lamina_type lamina_types[] = {\n%s};\n\n", rows.String())
}

// elementOf is the type of an array's elements in C, NULL if there is none.
func (a *api) elementOf(t *valueType) string {
	element := t.Element
	if t.IsArray() {
		element = a.byName[t.Leaf().Elem.String()]
	}
	if element == nil {
		return "NULL"
	}
	return fmt.Sprintf("&lamina_types[%d]", element.Number)
}

// constructors are the constructors of a sum, or one for the members of a type that is none.
func (t *valueType) constructors() []variant {
	if t.Kind == entry.Sum {
		return t.Variants
	}
	return []variant{{Members: t.Members}}
}

func memberRows(members []member) (rows []string) {
	for _, m := range members {
		slots := make([]string, len(m.Slots))
		for i, s := range m.Slots {
			slots[i] = fmt.Sprint(s)
		}
		rows = append(rows, fmt.Sprintf("{%s, &lamina_types[%d], %s}", c.Quoted(m.Name), m.Type.Number, list("i32", slots)))
	}
	return rows
}

// list is an array of C, NULL if it is empty.
func list(elem string, rows []string) string {
	if len(rows) == 0 {
		return "NULL"
	}
	return "(const " + elem + "[]){" + strings.Join(rows, ", ") + "}"
}

// signatureTables prints the entry points as call.c takes them.
func (a *api) signatureTables(b *strings.Builder, unit *c.Unit) {
	counted := imp.Counted(a.program)
	var rows strings.Builder
	for _, e := range a.Entries {
		words := map[name.Name]int{}
		for w, param := range slices.Concat(e.Fun.Params, e.Fun.Results) {
			words[param.Name] = w
		}
		var externals, types []string
		unique := e.uniqueResults()
		for i, x := range slices.Concat(e.Fun.Entry.Params, e.Fun.Entry.Results) {
			consumed := x.Unique
			if i >= len(e.Fun.Entry.Params) {
				consumed = unique[i-len(e.Fun.Entry.Params)]
			}
			externals = append(externals, fmt.Sprintf("\n    {%s, %s, %d, %t, %t, %d, %s}", c.Quoted(x.Name), element(x.Elem), len(x.Shape), consumed, counted[x.Var], words[x.Var], sizes(x.Shape, words)))
		}
		for _, x := range slices.Concat(e.Inputs, e.Outputs) {
			types = append(types, fmt.Sprintf("&lamina_types[%d]", x.Type.Number))
		}
		fmt.Fprintf(&rows, "  {%s, %d, %d, %d, %s, %d, %d, %s},\n", c.Quoted(e.Entry), unit.Entries[e.Entry], len(e.Fun.Entry.Params), len(e.Fun.Entry.Results), list("lamina_external", externals),
			len(e.Inputs), len(e.Outputs), list("lamina_type *const", types))
	}
	fmt.Fprintf(b, "static const lamina_signature lamina_signatures[] = {\n%s};\n\n", rows.String())
}

// uniqueResults tells which leaves of the results are unique.
func (e entryPoint) uniqueResults() (out []bool) {
	for _, x := range e.Outputs {
		for range x.Type.Leaves {
			out = append(out, x.Unique)
		}
	}
	return out
}

// sizes is the shape of an array as a list of lamina_size.
func sizes(shape []imp.Expr, words map[name.Name]int) string {
	var rows []string
	for _, d := range shape {
		if v, ok := d.(*imp.Var); ok {
			rows = append(rows, fmt.Sprintf("{%d, 0}", words[v.Name]))
		} else {
			n, _ := imp.ConstOf(d)
			rows = append(rows, fmt.Sprintf("{-1, %d}", n.Int()))
		}
	}
	return list("lamina_size", rows)
}
