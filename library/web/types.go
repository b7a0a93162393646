package web

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/entry"
)

// Types of several parts in JavaScript. A record is an object of its fields, a tuple an array, a sum
// an object of a tag and values. An array of records is an object of arrays, as the program has
// it; an array of sums is one of tags and of the parts that payloads share.

// shape is how the run time takes a value apart: Fields of records, and of arrays of these; Variants
// of sums; Parts of arrays of sums. It is nil for scalars and arrays of scalars.
type shape struct {
	Count    int // of parts
	Tuple    bool
	Fields   []member
	Variants []constructor
	Parts    bool
}

type constructor struct {
	Name    string
	Members []member
}

// member is a part of a value, with its own parts among those of the whole.
type member struct {
	Name  string
	Shape *shape
	Slots []int
}

func shapeOf(t *entry.Type) *shape {
	if !t.Opaque() {
		return nil
	}
	s := &shape{Count: len(t.Leaves)}
	for _, f := range fields(t) {
		s.Tuple = isTuple(t)
		slots := make([]int, len(f.Type.Leaves))
		for k := range slots {
			slots[k] = f.First + k
		}
		s.Fields = append(s.Fields, member{f.Name, shapeOf(f.Type), slots})
	}
	for _, v := range t.Variants {
		c := constructor{Name: v.Name}
		for i, p := range v.Payload {
			c.Members = append(c.Members, member{strconv.Itoa(i), shapeOf(p.Type), p.Slots})
		}
		s.Variants = append(s.Variants, c)
	}
	s.Parts = isSumArray(t)
	return s
}

// recordOf is the record that a record, or an array of records, is made of.
func recordOf(t *entry.Type) *entry.Type {
	if t.Kind == entry.Array {
		return t.Elem
	}
	return t
}

func isTuple(t *entry.Type) bool    { return recordOf(t).Kind == entry.Record && recordOf(t).IsTuple() }
func isSumArray(t *entry.Type) bool { return t.Kind == entry.Array && t.Elem.Kind == entry.Sum }

// fields are the fields of a record; those of an array of records are arrays.
func fields(t *entry.Type) []entry.Field {
	if t.Kind != entry.Array {
		return t.Fields
	}
	var out []entry.Field
	for _, f := range t.Elem.Fields {
		out = append(out, entry.Field{Name: f.Name, Type: entry.ArrayType(t.Rank, f.Type), First: f.First})
	}
	return out
}

// typeOf returns a type of TypeScript, of what is given or returned.
func typeOf(t *entry.Type, given bool) string {
	list := func(n int, part func(int) string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = part(i)
		}
		return strings.Join(parts, ", ")
	}
	of := fields(t)
	switch {
	case !t.Opaque():
		return plainType(t.Leaves[0], given)
	case isSumArray(t):
		return fmt.Sprintf("{ tags: %s; parts: [%s] }", plainType(t.Leaves[0], given), list(len(t.Leaves)-1, func(i int) string { return plainType(t.Leaves[i+1], given) }))
	case t.Kind == entry.Sum:
		var out []string
		for _, v := range t.Variants {
			out = append(out, fmt.Sprintf("{ tag: %s; values: [%s] }", strconv.Quote(v.Name), list(len(v.Payload), func(i int) string { return typeOf(v.Payload[i].Type, given) })))
		}
		return strings.Join(out, " | ")
	case isTuple(t):
		return "[" + list(len(of), func(i int) string { return typeOf(of[i].Type, given) }) + "]"
	}
	return "{ " + list(len(of), func(i int) string { return property(of[i].Name) + ": " + typeOf(of[i].Type, given) }) + " }"
}

// property is the name of a field in a type of TypeScript.
func property(name string) string {
	if identifier.MatchString(name) {
		return name
	}
	return strconv.Quote(name)
}

func plainType(l entry.Leaf, given bool) string {
	t := elements[l.Elem]
	switch {
	case l.Rank == 1:
		return t.array
	case l.Rank > 1:
		return "NDArray<" + t.array + ">"
	case given && t.scalar == "bigint":
		return "bigint | number"
	}
	return t.scalar
}
