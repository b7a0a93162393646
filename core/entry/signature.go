package entry

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
)

// Signature is an entry point as the source program writes it. An Interface lists the scalars and
// arrays that are passed; a Signature says which of them make up the value of a parameter. Its
// leaves, in order, are those of the Interface. Passes never see it.
type Signature struct {
	Entry  string
	Doc    string // the documentation comment, if there is one
	Params []Argument
	Result Argument // a tuple where the source returns one

	// Outputs are the results of a call of a library in C: the parts of a tuple that the source
	// writes as one or leaves to inference, or else Result. One that has a name, such as
	// type r = (i32, bool), is *t, or has sizes of its own, ?[n].t, is not taken apart.
	Outputs []Argument

	// Attributes are those of the source, without #[ and ].
	Attributes []string

	Property *Property // nil unless the source says that it is one
}

// Results are the types of a call's results in languages with several: the parts of a tuple, or the
// only one.
func (s Signature) Results() []*Type {
	if !s.Result.Type.IsTuple() {
		return []*Type{s.Result.Type}
	}
	var out []*Type
	for _, f := range s.Result.Type.Fields {
		out = append(out, f.Type)
	}
	return out
}

// Property says how a test makes arguments for an entry point that must return true for all. The
// names are those of entry points, "" where the test has its own way.
type Property struct {
	Gen    string // from a size, an i64, and a seed, a u64, to an argument
	Shrink string // from an argument and a seed to a smaller argument
	Size   int64  // for Gen, and the sizes of arrays; 0 for the test's choice
}

// Argument is a parameter of the source program, or its result.
type Argument struct {
	Name   string // "" for results
	Type   *Type
	Unique bool
}

// Kind says how values of a type are built.
type Kind uint8

// The kinds of types.
const (
	Plain  Kind = iota // a scalar, or an array of scalars: one leaf
	Record             // Fields; a tuple has the fields "0", "1", …
	Sum                // Variants
	Array              // of Rank dimensions, of elements of type Elem, which is not plain
)

// Type is a type of the source program.
type Type struct {
	// Name is how the entry point writes the type, an abbreviation by its name; what it does not
	// write, such as the parts of an abbreviation, goes by its structure: "(i32, []f32)". Sizes are
	// left out.
	Name string
	Kind Kind
	// Leaves are the scalars and arrays that a value is passed as.
	Leaves []Leaf

	Fields   []Field   // of a Record, in the order of their leaves
	Variants []Variant // of a Sum; the tag numbers them
	Rank     int       // of an Array; its leaves are those of Elem with as many dimensions more
	Elem     *Type

	// Written says that the source writes the structure out, {x:i32}, and not an inferred
	// {x: i32}: libraries in C, which have different types for these, tell them apart.
	Written bool
	// Alias is how the source writes a Plain type, where it is not its Name: t, []t.
	Alias string
}

// Leaf is the type of a scalar (Rank is 0), or of an array of scalars.
type Leaf struct {
	Elem scalar.Type
	Rank int
}

// Field is a field of a Record. Its leaves are those of the record from First on.
type Field struct {
	Name  string
	Type  *Type
	First int
}

// Variant is a constructor of a Sum. A value's first leaf is the tag, the number of its variant.
// Leaves that the variant does not use hold zeros, or arrays of any sizes.
type Variant struct {
	Name    string
	Payload []Payload
}

// Payload is a value that a constructor is applied to.
type Payload struct {
	Type  *Type
	Slots []int // which of the sum's leaves its own are
}

// Opaque reports whether values of the type are not single scalars or arrays of scalars.
func (t *Type) Opaque() bool { return t.Kind != Plain }

// IsTuple reports whether the type is a tuple, () included.
func (t *Type) IsTuple() bool {
	return t.Kind == Record && !slices.ContainsFunc(t.Fields, func(f Field) bool { return f.Name[0] < '0' || '9' < f.Name[0] })
}

// PlainType is the type of scalars and, where rank is not 0, arrays of scalars.
func PlainType(elem scalar.Type, rank int) *Type {
	return &Type{Name: strings.Repeat("[]", rank) + elem.String(), Leaves: []Leaf{{elem, rank}}}
}

// RecordType is the type of records of the given fields.
func RecordType(names []string, types []*Type) *Type {
	t := &Type{Kind: Record}
	for i, f := range types {
		t.Fields = append(t.Fields, Field{names[i], f, len(t.Leaves)})
		t.Leaves = append(t.Leaves, f.Leaves...)
	}
	t.Rename("")
	return t
}

// ArrayType is the type of arrays, of rank dimensions, of elem.
func ArrayType(rank int, elem *Type) *Type {
	switch elem.Kind {
	case Plain:
		return PlainType(elem.Leaves[0].Elem, rank+elem.Leaves[0].Rank)
	case Array:
		return ArrayType(rank+elem.Rank, elem.Elem)
	}
	t := &Type{Kind: Array, Rank: rank, Elem: elem}
	for _, l := range elem.Leaves {
		t.Leaves = append(t.Leaves, Leaf{l.Elem, l.Rank + rank})
	}
	t.Rename("")
	return t
}

// Rename gives the type a name: its structure, spelled with the names of its parts, if name is "".
// Plain types keep theirs.
func (t *Type) Rename(name string) {
	switch {
	case t.Kind == Plain:
		return
	case name == "":
		name = t.structure()
	}
	t.Name = name
}

// Inferred is the type as it is where the source does not write it: its name and those of its parts
// spell their structure.
func (t *Type) Inferred() *Type {
	out := *t
	out.Written, out.Alias = false, ""
	out.Fields = slices.Clone(t.Fields)
	for i := range out.Fields {
		out.Fields[i].Type = t.Fields[i].Type.Inferred()
	}
	out.Variants = slices.Clone(t.Variants)
	for i, v := range out.Variants {
		out.Variants[i].Payload = slices.Clone(v.Payload)
		for k := range v.Payload {
			out.Variants[i].Payload[k].Type = v.Payload[k].Type.Inferred()
		}
	}
	if t.Elem != nil {
		out.Elem = t.Elem.Inferred()
	}
	out.Rename("")
	return &out
}

func (t *Type) structure() string {
	var parts []string
	switch t.Kind {
	case Record:
		for _, f := range t.Fields {
			text := f.Type.Name
			if !t.IsTuple() {
				text = f.Name + ": " + text
			}
			parts = append(parts, text)
		}
		if t.IsTuple() {
			return "(" + strings.Join(parts, ", ") + ")"
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case Sum:
		for _, v := range t.Variants {
			text := "#" + v.Name
			for _, p := range v.Payload {
				text += " " + p.Type.atom()
			}
			parts = append(parts, text)
		}
		return strings.Join(parts, " | ")
	case Array:
		return strings.Repeat("[]", t.Rank) + t.Elem.atom()
	}
	return t.Name
}

// atom spells the type as part of another.
func (t *Type) atom() string {
	if t.Kind == Sum && strings.HasPrefix(t.Name, "#") {
		return "(" + t.Name + ")"
	}
	return t.Name
}

// Signature is the signature of an entry point whose source has none: a parameter for each leaf, and
// the results, as a tuple if they are several.
func (in Interface) Signature() Signature {
	s := Signature{Entry: in.Name}
	for _, p := range in.Params {
		s.Params = append(s.Params, Argument{p.Name, PlainType(p.Elem, len(p.Dims)), p.Unique})
	}
	types := make([]*Type, len(in.Results))
	for i, r := range in.Results {
		types[i] = PlainType(r.Elem, len(r.Dims))
	}
	s.Result.Type = TupleType(types...)
	if len(types) == 1 {
		s.Result.Type = types[0]
	}
	for _, t := range types {
		s.Outputs = append(s.Outputs, Argument{Type: t})
	}
	return s
}

// TupleType is the type of tuples.
func TupleType(types ...*Type) *Type {
	names := make([]string, len(types))
	for i := range types {
		names[i] = strconv.Itoa(i)
	}
	return RecordType(names, types)
}
