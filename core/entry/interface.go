package entry

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Interface is an entry point as its callers see it. It is the same at every
// level, and no pass may change it.
type Interface struct {
	Name            string
	Params, Results []External
}

// External is a parameter or result of an entry point.
type External struct {
	Param
	Unique bool // the function may overwrite the parameter
}

// Preserves returns an error that names the first entry point that after lacks or has
// with another type; nil if there is none. Variables may be renamed, but not exchanged. Entry
// points of the names in made may be new.
func Preserves(before, after []Interface, made ...string) error {
	for _, b := range before {
		i := slices.IndexFunc(after, func(a Interface) bool { return a.Name == b.Name })
		if i < 0 {
			return fmt.Errorf("without the entry point %s", b.Name)
		}
		a := after[i]
		if was, is := b.String(), a.String(); was != is {
			return fmt.Errorf("with the entry point %s, which was %s", is, was)
		}
		if i, j, ok := exchanged(b.Params, a.Params); ok {
			return fmt.Errorf("with parameter %d of the entry point %s in place of parameter %d", i+1, b.Name, j+1)
		}
		if i, j, ok := exchanged(b.Results, a.Results); ok {
			return fmt.Errorf("with result %d of the entry point %s in place of result %d", i+1, b.Name, j+1)
		}
	}
	for _, a := range after {
		if !slices.ContainsFunc(before, func(b Interface) bool { return a.Name == b.Name }) && !slices.Contains(made, a.Name) {
			return fmt.Errorf("with the entry point %s, which was not there", a.Name)
		}
	}
	return nil
}

// exchanged finds a variable whose position in after differs from that in before.
func exchanged(before, after []External) (i, j int, found bool) {
	places := make(map[name.Name]int, len(before))
	for i, b := range before {
		places[b.Var] = i
	}
	for j, a := range after {
		if i, known := places[a.Var]; known && i != j {
			return i, j, true
		}
	}
	return 0, 0, false
}

// String spells the interface as a type. Sizes that are not parameters are numbered,
// whatever variables hold them.
func (in Interface) String() string {
	sizes := map[name.Name]string{}
	list := func(es []External, params bool) string {
		texts := make([]string, len(es))
		for i, e := range es {
			texts[i] = e.text(sizes)
			if params && len(e.Dims) == 0 && e.Elem == scalar.I64 {
				sizes[e.Var] = e.label(i)
			}
		}
		return "(" + strings.Join(texts, ", ") + ")"
	}
	params := list(in.Params, true)
	return in.Name + params + " -> " + list(in.Results, false)
}

// Spelled is the type of the entry point for readers: main (xs: [n]f32): [n]f32.
func (in Interface) Spelled() string {
	var params, results []string
	for _, p := range in.Params {
		text := p.TypeString()
		if p.Name != "" {
			text = p.Name + ": " + text
		}
		params = append(params, text)
	}
	for _, r := range in.Results {
		results = append(results, r.TypeString())
	}
	result := strings.Join(results, ", ")
	if len(results) != 1 {
		result = "(" + result + ")"
	}
	return in.Name + " (" + strings.Join(params, ", ") + "): " + result
}

// text spells a parameter or a result; sizes are the names of sizes.
func (e External) text(sizes map[name.Name]string) string {
	var b strings.Builder
	if e.Name != "" {
		b.WriteString(e.Name + ": ")
	}
	if e.Unique {
		b.WriteByte('*')
	}
	for _, d := range e.Dims {
		if d.Var.IsZero() {
			fmt.Fprintf(&b, "[%d]", d.Size)
			continue
		}
		if _, known := sizes[d.Var]; !known {
			sizes[d.Var] = fmt.Sprintf("?%d", len(sizes)+1)
		}
		fmt.Fprintf(&b, "[%s]", sizes[d.Var])
	}
	b.WriteString(e.Elem.String())
	if e.Type != "" {
		fmt.Fprintf(&b, " %q", e.Type)
	}
	return b.String()
}
