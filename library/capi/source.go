package capi

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/backends/c"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

//go:embed runtime
var runtime embed.FS

// runtimeFiles are the parts of the library's run time, in the order of the file.
var runtimeFiles = []string{"text.c", "library.c", "failure.c", "array.c", "call.c", "report.c"}

// source is the text of NAME.c: the program, the library's run time, tables, and the functions
// of the interface.
func (a *api) source(p *imp.Program, unit *c.Unit, sections []section) (string, error) {
	var b strings.Builder
	b.WriteString("#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n\n")
	b.WriteString(unit.Program)
	fmt.Fprintf(&b, "// The library.\n\n#include %q\n#include <stdarg.h>\n\n", a.Name+".h")
	b.WriteString("_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, \"scalars are passed by their first bytes\");\n\n")
	for _, file := range runtimeFiles {
		text, err := runtime.ReadFile("runtime/" + file)
		if err != nil {
			return "", err
		}
		b.Write(text)
		b.WriteByte('\n')
	}
	a.failureTables(&b, p, unit)
	a.signatureTables(&b, p, unit)
	for _, s := range sections {
		if strings.TrimSpace(s.Text) != "" {
			fmt.Fprintf(&b, "// %s\n\n%s", s.Title, s.Text)
		}
	}
	return b.String(), nil
}

// failureTables prints the places that can fail, and the call sites that lead there.
func (a *api) failureTables(b *strings.Builder, p *imp.Program, unit *c.Unit) {
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
		for _, c := range callers {
			fmt.Fprintf(b, "  {%du, %d, %s},\n", c.Offset, index[c.Fun], quoted(c.Pos.String()))
		}
		b.WriteString("};\n")
		rows = append(rows, fmt.Sprintf("{%d, lamina_callers_%d}", len(callers), i))
	}
	fmt.Fprintf(b, "static const lamina_callers_of lamina_functions[] = {%s};\n\n", strings.Join(rows, ", "))
	b.WriteString("static const lamina_site lamina_sites[] = {\n")
	for _, s := range unit.Sites {
		trace := "NULL"
		for _, pos := range slices.Backward(s.Trace) {
			trace = quoted(pos.String()) + ", " + trace
		}
		fmt.Fprintf(b, "  {%t, %s, %d, (const char *const[]){%s}},\n", s.Alloc, siteText(s), index[s.Fun], trace)
	}
	b.WriteString("  {false, NULL, 0, NULL},\n};\n\n")
	b.WriteString("static const char *const lamina_kernel_names[] = {")
	for _, k := range unit.Kernels {
		b.WriteString(quoted(k) + ", ")
	}
	b.WriteString("NULL};\n\n")
}

// siteText is the message of an assertion, or what an allocation is for, as failure.c reads it.
func siteText(s c.Site) string {
	if s.Alloc {
		if s.What == "" {
			return quoted("an intermediate array")
		}
		return quoted(s.What)
	}
	var b strings.Builder
	for _, p := range s.Message {
		b.WriteString(strings.ReplaceAll(p.Text, "\x01", "\x01\x01"))
		if p.Arg.IsValid() {
			b.WriteString("\x01" + string(rune('a'+slices.Index(elements, p.Arg))))
		}
	}
	return quoted(b.String())
}

// signatureTables prints the entry points as call.c takes them.
func (a *api) signatureTables(b *strings.Builder, p *imp.Program, unit *c.Unit) {
	counted := imp.Counted(p)
	var rows []string
	for i, e := range a.Entries {
		words := map[name.Name]int{}
		for w, param := range slices.Concat(e.Fun.Params, e.Fun.Results) {
			words[param.Name] = w
		}
		externals := slices.Concat(e.Inputs, e.Outputs)
		list := "NULL"
		if len(externals) > 0 {
			list = fmt.Sprintf("lamina_externals_%d", i)
			fmt.Fprintf(b, "static const lamina_external lamina_externals_%d[] = {\n", i)
			for _, x := range externals {
				fmt.Fprintf(b, "  {%s, %s, %d, %t, %t, %d, %s},\n", quoted(x.Name), element(x.Elem), x.Type.Rank, x.Unique, counted[x.Var], words[x.Var], sizes(x.Shape, words))
			}
			b.WriteString("};\n")
		}
		rows = append(rows, fmt.Sprintf("  {%s, %d, %d, %d, %s},\n", quoted(e.Name), unit.Entries[e.Name], len(e.Inputs), len(e.Outputs), list))
	}
	fmt.Fprintf(b, "static const lamina_signature lamina_signatures[] = {\n%s};\n\n", strings.Join(rows, ""))
}

// sizes is the shape of an array as a list of lamina_size.
func sizes(shape []imp.Expr, words map[name.Name]int) string {
	if len(shape) == 0 {
		return "NULL"
	}
	var list []string
	for _, d := range shape {
		if v, ok := d.(*imp.Var); ok {
			list = append(list, fmt.Sprintf("{%d, 0}", words[v.Name]))
		} else {
			n, _ := imp.ConstOf(d)
			list = append(list, fmt.Sprintf("{-1, %d}", n.Int()))
		}
	}
	return "(const lamina_size[]){" + strings.Join(list, ", ") + "}"
}

// quoted is s as a string literal of C.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(s) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?' {
			fmt.Fprintf(&b, "\\%03o", c)
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
