package capi

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/backends/c"
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/imp"
)

// serverFiles are the parts of a server that follow the library.
var serverFiles = []string{"server.c", "server_text.c", "server_files.c", "server_commands.c", "server_options.c"}

// Server returns the source of a program that speaks, on its standard input and output, the
// protocol of Futhark's servers. It is one file, with the library in it.
func Server(p *imp.Program, signatures []entry.Signature, o Options) (string, error) {
	o.server = true
	a, err := describe(p, signatures, o)
	if err != nil {
		return "", err
	}
	unit, err := o.print(p)
	if err != nil {
		return "", err
	}
	functions, err := a.functions()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := a.writeLibrary(&b, unit, functions, strings.Replace(a.header(functions), "#pragma once\n", "", 1)); err != nil {
		return "", err
	}
	arguments, members := 1, 1
	for _, e := range a.Entries {
		arguments = max(arguments, len(e.Inputs))
	}
	for _, t := range a.Types {
		for _, v := range t.constructors() {
			members = max(members, len(v.Members))
		}
	}
	fmt.Fprintf(&b, "#define LAMINA_ON_DEVICE %d\n", map[bool]int{true: 1}[o.Device != ""])
	fmt.Fprintf(&b, "#define LAMINA_TYPES %d\n#define LAMINA_SIGNATURES %d\n#define LAMINA_ARGUMENTS %d\n#define LAMINA_MOST_MEMBERS %d\n\n",
		len(a.Types), len(a.Entries), arguments, members)
	a.calls(&b)
	a.attributes(&b)
	a.parameterLists(&b, unit.parameters)
	err = writeRuntime(&b, serverFiles)
	return b.String(), err
}

// calls prints, for each entry point, a function that calls it with pointers to its arguments and
// results.
func (a *api) calls(b *strings.Builder) {
	var names []string
	for i, e := range a.Entries {
		args := []string{fmt.Sprintf("(struct %s_context *)l", a.Prefix)}
		for k := range e.Outputs {
			args = append(args, fmt.Sprintf("out[%d]", k))
		}
		for k, x := range e.Inputs {
			if x.Type.IsScalar() {
				args = append(args, fmt.Sprintf("*(const %s *)in[%d]", cTypes[x.Type.Leaf().Elem], k))
			} else {
				args = append(args, fmt.Sprintf("in[%d]", k))
			}
		}
		name := fmt.Sprintf("lamina_call_%d", i)
		fmt.Fprintf(b, "static int %s(lamina_library *l, const void *const *in, void *const *out) { return %s_entry_%s(%s); }\n\n", name, a.Prefix, e.Word, strings.Join(args, ", "))
		names = append(names, name)
	}
	fmt.Fprintf(b, "static int (*const lamina_calls[])(lamina_library *, const void *const *, void *const *) = {%s};\n\n", strings.Join(names, ", "))
}

// parameterLists prints the numbers of the tuning parameters of each entry point.
func (a *api) parameterLists(b *strings.Builder, p parameters) {
	b.WriteString("static const i32 *const lamina_parameters_of[] = {\n")
	for _, e := range a.Entries {
		b.WriteString("  (const i32[]){")
		for _, name := range p.ofEntry[e.Entry] {
			fmt.Fprintf(b, "%d, ", p.number(name))
		}
		b.WriteString("-1},\n")
	}
	b.WriteString("};\n\n")
}

// attributes prints the attributes of each entry point, a line each.
func (a *api) attributes(b *strings.Builder) {
	b.WriteString("static const char *const lamina_attributes[] = {")
	for _, e := range a.Entries {
		text := ""
		for _, x := range e.Attributes {
			text += x + "\n"
		}
		b.WriteString(c.Quoted(text) + ", ")
	}
	b.WriteString("};\n\n")
}
