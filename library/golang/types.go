package golang

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/entry"
)

// Types of several parts in Go. A record is a struct. A sum is an interface, and each of its
// constructors a struct that implements it. An array of records is a struct of arrays, as the
// program has it; an array of sums is one of the parts: the tags, and what payloads share.

// compound is a type of several parts.
type compound struct {
	Name, Source string // in Go, and in the program
	Fields       []field
	Variants     []variant // of a sum
	Parts        []variable
	typ          *entry.Type
	// Element is the type of an array's elements, and Of the function that makes an array of them;
	// nil if elements are not values of their own.
	Element *compound
	Of      string
}

// field is a field of a struct.
type field struct {
	Name, Type string
	Pass       string // the function that makes an argument of it; "" if it has several parts
	Compound   *compound
	Slots      []int // its parts, among those of the whole
}

// variant is a constructor of a sum.
type variant struct {
	Name, Source string
	Tag          int
	Fields       []field
}

// compounds are the types of several parts that a program's entry points pass.
type compounds struct {
	list  []*compound
	taken map[string]bool
}

func newCompounds() *compounds {
	return &compounds{taken: map[string]bool{"Program": true, "New": true}}
}

// fresh returns a name for a type that is none of those taken.
func (ts *compounds) fresh(name string) string {
	out := name
	for i := 2; ts.taken[out]; i++ {
		out = name + strconv.Itoa(i)
	}
	ts.taken[out] = true
	return out
}

// compound returns the Go type for a type of the program that is not plain.
func (ts *compounds) compound(t *entry.Type) (*compound, error) {
	for _, c := range ts.list {
		if c.typ.Name == t.Name && reflect.DeepEqual(c.typ.Inferred(), t.Inferred()) {
			return c, nil
		}
	}
	c := &compound{Name: ts.fresh(typeName(t)), Source: t.Name, typ: t}
	for i, l := range t.Leaves {
		name, pass, err := plainType(l, "ToScalar", "ToSlice", "To")
		if err != nil {
			return nil, err
		}
		c.Parts = append(c.Parts, variable{Name: fmt.Sprintf("x%d", i), Type: name, Pass: pass})
	}
	if err := ts.members(c); err != nil {
		return nil, err
	}
	ts.list = append(ts.list, c)
	return c, nil
}

// members describes the fields of a type, or its constructors.
func (ts *compounds) members(c *compound) (err error) {
	t := c.typ
	switch {
	case t.Kind == entry.Record:
		c.Fields, err = ts.fields(t.Fields, func(t *entry.Type) *entry.Type { return t })
	case t.Kind == entry.Array && t.Elem.Kind == entry.Record:
		c.Fields, err = ts.fields(t.Elem.Fields, func(f *entry.Type) *entry.Type { return entry.ArrayType(t.Rank, f) })
	case t.Kind == entry.Array:
		for i, l := range t.Leaves {
			f, err := ts.field("Tags", entry.PlainType(l.Elem, l.Rank), []int{i})
			if err != nil {
				return err
			}
			if i > 0 {
				f.Name = fmt.Sprintf("Part%d", i)
			}
			c.Fields = append(c.Fields, f)
		}
		if t.Rank == 1 && scalarPayloads(t.Elem) {
			c.Of = ts.fresh(c.Name + "Of")
			c.Element, err = ts.compound(t.Elem)
		}
	case t.Kind == entry.Sum:
		for i, v := range t.Variants {
			out := variant{Name: ts.fresh(c.Name + exportedOr(v.Name, fmt.Sprint(i))), Source: v.Name, Tag: i}
			for k, p := range v.Payload {
				f, err := ts.field(fmt.Sprintf("V%d", k), p.Type, p.Slots)
				if err != nil {
					return err
				}
				out.Fields = append(out.Fields, f)
			}
			c.Variants = append(c.Variants, out)
		}
	}
	return err
}

// scalarPayloads reports whether t is a sum whose constructors are applied to scalars alone, so that
// an element of an array of them has an element of each part.
func scalarPayloads(t *entry.Type) bool {
	for _, v := range t.Variants {
		for _, p := range v.Payload {
			if p.Type.Opaque() || p.Type.Leaves[0].Rank > 0 {
				return false
			}
		}
	}
	return t.Kind == entry.Sum
}

func (ts *compounds) fields(list []entry.Field, over func(*entry.Type) *entry.Type) (out []field, err error) {
	taken := map[string]bool{}
	for _, f := range list {
		slots := make([]int, len(f.Type.Leaves))
		for i := range slots {
			slots[i] = f.First + i
		}
		name := exportedOr(f.Name, "F"+f.Name)
		for taken[name] {
			name += "_"
		}
		taken[name] = true
		member, err := ts.field(name, over(f.Type), slots)
		if err != nil {
			return nil, err
		}
		out = append(out, member)
	}
	return out, nil
}

func (ts *compounds) field(name string, t *entry.Type, slots []int) (field, error) {
	out := field{Name: name, Slots: slots}
	if t.Opaque() {
		c, err := ts.compound(t)
		if err != nil {
			return out, err
		}
		out.Type, out.Compound = c.Name, c
		return out, nil
	}
	var err error
	out.Type, out.Pass, err = plainType(t.Leaves[0], "Scalar", "Slice", "Of")
	return out, err
}

// variable returns a variable for a value of the type, and by which of three functions it is
// passed if it is plain.
func (ts *compounds) variable(names scope, t *entry.Type, name, fallback, scalar, slice, array string) (v variable, err error) {
	v.Name = names.fresh(name, fallback)
	if !t.Opaque() {
		v.Type, v.Pass, err = plainType(t.Leaves[0], scalar, slice, array)
		return v, err
	}
	c, err := ts.compound(t)
	if err != nil {
		return v, err
	}
	v.Type, v.Make = c.Name, c.Name
	for i, p := range c.Parts {
		v.Parts = append(v.Parts, variable{names.fresh(fmt.Sprintf("%s%d", v.Name, i), "x"), p.Type, p.Pass, nil, ""})
	}
	return v, nil
}

// exportedOr is the Go name of a name of the source, or the fallback if there is none.
func exportedOr(name, fallback string) string {
	if out := exported(name); out != "" {
		return out
	}
	return exportedOrPlain(fallback)
}

func exportedOrPlain(name string) string {
	if out := exported(name); out != "" {
		return out
	}
	return "X"
}

// typeName is the Go name of a type: its own, or one by its structure.
func typeName(t *entry.Type) string {
	if name := exported(strings.ReplaceAll(t.Name, ".", "_")); name != "" {
		return name
	}
	var b strings.Builder
	switch {
	case t.Kind == entry.Plain:
		for range t.Leaves[0].Rank {
			b.WriteString("Array")
		}
		b.WriteString(exported(t.Leaves[0].Elem.String()))
	case t.Kind == entry.Array:
		b.WriteString(typeName(t.Elem) + "Array")
		if t.Rank > 1 {
			fmt.Fprintf(&b, "%dD", t.Rank)
		}
	case t.IsTuple():
		b.WriteString("Tuple")
		for _, f := range t.Fields {
			b.WriteString(typeName(f.Type))
		}
	case t.Kind == entry.Record:
		b.WriteString("Record")
		for _, f := range t.Fields {
			b.WriteString(exportedOr(f.Name, "F"+f.Name))
		}
	default:
		b.WriteString("Sum")
		for i, v := range t.Variants {
			b.WriteString(exportedOr(v.Name, fmt.Sprint("F", i)))
		}
	}
	return b.String()
}
