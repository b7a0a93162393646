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
	if known, ok := a.byName[t.Name]; ok {
		if !reflect.DeepEqual(known.Type, t) {
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
	a.byName[t.Name] = v
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
		fields, over = v.Elem.Fields, func(t *entry.Type) *entry.Type { return entry.ArrayType(v.Rank, t) }
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

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$`)

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
	case t.Kind == entry.Plain && t.Leaves[0].Rank > 0:
		return fmt.Sprintf("arr%dd_%s", t.Leaves[0].Rank, t.Leaves[0].Elem)
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
		if element := wordOfParts(t.Elem); element != "" {
			return fmt.Sprintf("arr%dd_%s", t.Rank, element)
		}
	}
	return ""
}

// hash is a name for types that have none in C: the one that Futhark gives them.
func hash(t *entry.Type) string { return fmt.Sprintf("%x", md5.Sum([]byte(spelling(t)))) }

// spelling is a type's name, where its structure is spelled in Futhark's way.
func spelling(t *entry.Type) string {
	list := func(between string, n int, part func(int) string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = part(i)
		}
		return strings.Join(parts, between)
	}
	switch {
	case t.Kind == entry.Record && strings.HasPrefix(t.Name, "{"):
		return "{" + list(", ", len(t.Fields), func(i int) string { return t.Fields[i].Name + ":" + spelling(t.Fields[i].Type) }) + "}"
	case t.Kind == entry.Record && strings.HasPrefix(t.Name, "("):
		return "(" + list(", ", len(t.Fields), func(i int) string { return spelling(t.Fields[i].Type) }) + ")"
	case t.Kind == entry.Sum && strings.HasPrefix(t.Name, "#"):
		return list(" | ", len(t.Variants), func(i int) string {
			payload := t.Variants[i].Payload
			return t.Variants[i].Name + ":" + list(" ", len(payload), func(k int) string { return spelling(payload[k].Type) })
		})
	case t.Kind == entry.Array && strings.HasPrefix(t.Name, "["):
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
