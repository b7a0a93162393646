package ops

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
)

// Page returns the reference page docs/ops.md: every operation of r, then every scalar
// operator.
func (r *Registry) Page() string {
	var b strings.Builder
	b.WriteString(`# Operations

The operations of the IR at its levels soac, kernel and mem. This page is generated
from the registry in core/ops and the table in core/scalar: edit those, then
run ` + "`LAMINA_UPDATE=1 go test ./core/ops`" + `.

In the type rules a, b, c and t stand for types, n, m and k for sizes; [n]t is
an array of n elements of type t, an array again if t is one. Sizes that must
agree must be the same constant or the same variable.

In parentheses stands how a part travels to plugins: the field of the message
lamina.ir.v1.Part that holds it, and its label, if it has one. Parts that are false,
empty text or an absent function are left out; all others are there, in this order.

The effect of an
operation on memory is one of:

| class | meaning |
|---|---|
`)
	for _, e := range effects {
		fmt.Fprintf(&b, "| %s | %s |\n", e.Effect, e.doc)
	}
	for _, d := range r.defs {
		d.section(&b)
	}
	scalarTables(&b)
	return b.String()
}

var effects = []struct {
	Effect
	doc string
}{
	{Scalar, "computes scalars; at most reads memory"},
	{Control, "has the effects of the bodies that it runs"},
	{View, "the results lie in the operand's memory, laid out differently"},
	{Fresh, "the results are new arrays"},
	{Update, "the results lie in the memory of the consumed operands"},
	{SegOp, "runs in parallel; plain results are new arrays, written destinations are consumed"},
	{Alloc, "allocates a memory block"},
	{Assert, "stops the program unless its condition holds"},
}

func (d *Def) section(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n```\n%s\n```\n\n", d.Name, d.Doc, d.Rule)
	fields := d.Fields()
	for i, p := range d.Parts {
		travels := ""
		if i < len(fields) {
			travels = fmt.Sprintf(" (`%s`)", fields[i].Name)
			if fields[i].Label != "" {
				travels = fmt.Sprintf(" (`%s`, label `%s`)", fields[i].Name, fields[i].Label)
			}
		}
		fmt.Fprintf(b, "- `%s`%s: %s\n", p.Name, travels, p.Doc)
	}
	fmt.Fprintf(b, "\nLevels: %s. Memory: %s.", d.Levels, d.Effect)
	if d.Undefined != "" {
		fmt.Fprintf(b, " Undefined %s.", d.Undefined)
	}
	b.WriteString("\n")
}

func scalarTables(b *strings.Builder) {
	b.WriteString(`
## Scalar operators

x, y and z are the operands; t is the type that the operator is applied at.

| operator | operands | result | at | |
|---|---|---|---|---|
`)
	for _, op := range scalar.Ops() {
		info := op.Info()
		var params []string
		for _, p := range info.Params {
			params = append(params, kindNames[p])
		}
		doc := info.Doc
		if info.Partial != scalar.NoTypes {
			doc += "; partial at " + info.Partial.String()
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s |\n", info.Name, strings.Join(params, ", "), kindNames[info.Result], typeSet(info.On), escapePipes(doc))
	}
}

var kindNames = map[scalar.Kind]string{
	scalar.Same: "t", scalar.ABool: "bool", scalar.AnI32: "i32", scalar.TBits: "bits of t",
}

// typeSet names the common sets, and lists the members of the others.
func typeSet(s scalar.TypeSet) string {
	switch s {
	case scalar.AllTypes:
		return "all types"
	case scalar.NumericTypes:
		return "numbers"
	case scalar.IntTypes:
		return "integers"
	case scalar.SignedTypes:
		return "signed integers"
	case scalar.UnsignedTypes:
		return "unsigned integers"
	case scalar.FloatTypes:
		return "floats"
	case scalar.BitTypes:
		return "integers, bool"
	}
	return s.String()
}

func escapePipes(s string) string { return strings.ReplaceAll(s, "|", "\\|") }
