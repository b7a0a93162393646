package capi

import (
	"crypto/md5"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// valueType is a type of the interface: scalars, arrays, or opaque values.
type valueType struct {
	*entry.Type
	Word   string // within names of C: f32, f32_2d, opaque_point
	Number int    // in the table of types

	Members  []member   // of records, and of arrays of records
	Variants []variant  // of sums
	Element  *valueType // of opaque arrays
}

// member is a part of an opaque value.
type member struct {
	Name  string
	Type  *valueType
	Slots []int // its leaves among those of the value
}

// variant is a constructor of a sum. The members are its payload.
type variant struct {
	Name    string
	Members []member
}

// Leaf is the only leaf of a type that is not opaque.
func (t *valueType) Leaf() entry.Leaf { return t.Leaves[0] }

// IsScalar and IsArray tell types that are not opaque apart.
func (t *valueType) IsScalar() bool { return !t.Opaque() && t.Leaf().Rank == 0 }

// IsArray reports whether values are arrays of scalars.
func (t *valueType) IsArray() bool { return !t.Opaque() && t.Leaf().Rank > 0 }

// IsRecordArray reports whether values are arrays of records.
func (t *valueType) IsRecordArray() bool { return t.Kind == entry.Array && t.Elem.Kind == entry.Record }

// typeOf returns the type, and adds it and its parts to the table.
func (a *api) typeOf(t *entry.Type) (*valueType, error) {
	if known, ok := a.byName[spelling(t)]; ok {
		if !reflect.DeepEqual(known.Inferred(), t.Inferred()) {
			return nil, fmt.Errorf("two different types are called %s, which callers could not tell apart; give one of them another name", t.Name)
		}
		return known, nil
	}
	v := &valueType{Type: t, Word: typeWord(t)}
	for _, other := range a.Types {
		if other.Word == v.Word {
			v.Word = "opaque_" + hash(t)
		}
	}
	a.byName[spelling(t)] = v
	a.Types = append(a.Types, v)
	if err := a.addParts(v); err != nil {
		return nil, err
	}
	return v, nil
}

// addParts finds the types of the parts of an opaque value.
func (a *api) addParts(v *valueType) (err error) {
	member := func(name string, t *entry.Type, slots []int) member {
		part, partErr := a.typeOf(t)
		if partErr != nil {
			err = partErr
		}
		return member{name, part, slots}
	}
	fields, over := v.Fields, func(t *entry.Type) *entry.Type { return t }
	if v.Kind == entry.Array {
		if v.Element, err = a.typeOf(v.Elem); err != nil {
			return err
		}
		fields, over = v.Elem.Fields, func(t *entry.Type) *entry.Type { return entry.ArrayType(v.Rank, t).Inferred() }
	}
	for _, f := range fields {
		slots := make([]int, len(f.Type.Leaves))
		for i := range slots {
			slots[i] = f.First + i
		}
		v.Members = append(v.Members, member(f.Name, over(f.Type), slots))
	}
	for _, c := range v.Type.Variants {
		out := variant{Name: c.Name}
		for i, p := range c.Payload {
			out.Members = append(out.Members, member(fmt.Sprint(i), p.Type, p.Slots))
		}
		v.Variants = append(v.Variants, out)
	}
	return err
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?$`)

// typeWord is a type within names of C, as Futhark forms it where it does so by a rule.
func typeWord(t *entry.Type) string {
	switch {
	case t.Kind == entry.Plain && t.Leaves[0].Rank == 0:
		return t.Name
	case t.Kind == entry.Plain:
		return fmt.Sprintf("%s_%dd", t.Leaves[0].Elem, t.Leaves[0].Rank)
	}
	return "opaque_" + opaqueWord(t)
}

// opaqueWord is the type within names of C: by its parts, if these have names there; else a hash.
func opaqueWord(t *entry.Type) string {
	if word := wordOfParts(t); word != "" {
		return word
	}
	return hash(t)
}

func wordOfParts(t *entry.Type) string {
	switch {
	case t.Kind == entry.Plain:
		rank, element := writtenElement(t)
		if rank > 0 && element != "" {
			return fmt.Sprintf("arr%dd_%s", rank, name.Word(element))
		}
		return name.Word(element)
	case identifier.MatchString(t.Name):
		return name.Word(t.Name)
	case t.Name == "()":
		return "unit"
	case t.IsTuple() && strings.HasPrefix(t.Name, "("):
		parts := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			if parts[i] = wordOfParts(f.Type); parts[i] == "" {
				return ""
			}
		}
		return fmt.Sprintf("tup%d_%s", len(parts), strings.Join(parts, "_"))
	case t.Kind == entry.Array && strings.HasPrefix(t.Name, "["):
		rank, element := writtenElement(t)
		if element = name.Word(element); element == "" {
			element = wordOfParts(t.Elem)
		}
		if element != "" {
			return fmt.Sprintf("arr%dd_%s", rank, element)
		}
	}
	return ""
}

// writtenElement is the rank of an array and the name of its elements, as they are written: 1 and rows
// for []rows, where rows are arrays, too. The name is "" if it is no identifier.
func writtenElement(t *entry.Type) (rank int, element string) {
	written := t.Name
	if t.Alias != "" {
		written = t.Alias
	}
	element = strings.TrimLeft(written, "[]")
	if !identifier.MatchString(element) {
		return t.Rank, ""
	}
	return (len(written) - len(element)) / len("[]"), element
}

// hash is a name for types that have none in C: the one that Futhark gives them.
func hash(t *entry.Type) string { return fmt.Sprintf("%x", md5.Sum([]byte(spelling(t)))) }

// spelling is a type's name. A structure that the source writes is spelled in Futhark's way.
func spelling(t *entry.Type) string {
	list := func(between string, n int, part func(int) *entry.Type, label func(int) string) string {
		parts := make([]string, n)
		for i := range parts {
			if parts[i] = part(i).Alias; parts[i] == "" {
				parts[i] = spelling(part(i))
			}
			parts[i] = label(i) + parts[i]
		}
		return strings.Join(parts, between)
	}
	field := func(i int) *entry.Type { return t.Fields[i].Type }
	none := func(int) string { return "" }
	switch {
	case !t.Written:
	case t.Kind == entry.Record && strings.HasPrefix(t.Name, "{"):
		return "{" + list(", ", len(t.Fields), field, func(i int) string { return t.Fields[i].Name + ":" }) + "}"
	case t.Kind == entry.Record && strings.HasPrefix(t.Name, "("):
		return "(" + list(", ", len(t.Fields), field, none) + ")"
	case t.Kind == entry.Sum && strings.HasPrefix(t.Name, "#"):
		constructors := make([]string, len(t.Variants))
		for i, v := range t.Variants {
			constructors[i] = v.Name + ":" + list(" ", len(v.Payload), func(k int) *entry.Type { return v.Payload[k].Type }, none)
		}
		return strings.Join(constructors, " | ")
	case t.Kind == entry.Array && strings.ContainsAny(t.Name, "({#"):
		return strings.Repeat("[]", t.Rank) + spelling(t.Elem)
	}
	return t.Name
}

// cTypes are the types of C for scalars. Those of f16 are its bits.
var cTypes = map[scalar.Type]string{
	scalar.I8: "int8_t", scalar.I16: "int16_t", scalar.I32: "int32_t", scalar.I64: "int64_t",
	scalar.U8: "uint8_t", scalar.U16: "uint16_t", scalar.U32: "uint32_t", scalar.U64: "uint64_t",
	scalar.F16: "uint16_t", scalar.F32: "float", scalar.F64: "double", scalar.Bool: "bool",
}

// elements are the scalar types in the order of text.c.
var elements = []scalar.Type{
	scalar.I8, scalar.I16, scalar.I32, scalar.I64,
	scalar.U8, scalar.U16, scalar.U32, scalar.U64,
	scalar.F16, scalar.F32, scalar.F64, scalar.Bool,
}

// element is a scalar type's constant in text.c.
func element(t scalar.Type) string { return "LAMINA_" + strings.ToUpper(t.String()) }
