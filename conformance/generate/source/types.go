package source

import (
	"fmt"
	"slices"
	"strings"
)

// size is the extent of a dimension: an expression over names of sizes and constants. Two
// sizes are equal if their texts are.
type size struct {
	text string
	// value is its value when the program runs on its arguments, or unknown. It is known
	// only for sizes of main and of code that main executes once.
	value int64
	// factors are set for a product.
	factors []size
}

const unknown = -1

func constant(n int64) size { return size{text: fmt.Sprint(n), value: n} }

// atLeast reports whether the size's value is known and at least n.
func (s size) atLeast(n int64) bool { return s.value >= n }

// bound returns the size as text that is an i64 even without context.
func (s size) bound() string {
	if s.value != unknown && s.text == fmt.Sprint(s.value) {
		return s.text + "i64"
	}
	return s.atom()
}

// atom returns the text, parenthesised unless it is a name or a constant.
func (s size) atom() string {
	if strings.Contains(s.text, " ") {
		return "(" + s.text + ")"
	}
	return s.text
}

// times returns the size of a flattened array.
func (s size) times(t size) size {
	p := size{text: s.atom() + " * " + t.atom(), value: unknown, factors: []size{s, t}}
	if s.value != unknown && t.value != unknown {
		p.value = s.value * t.value
	}
	return p
}

// plus returns the size of a concatenation.
func (s size) plus(t size) size {
	p := size{text: s.atom() + " + " + t.atom(), value: unknown}
	if s.value != unknown && t.value != unknown {
		p.value = s.value + t.value
	}
	return p
}

// typ is a scalar, a record or tuple, a sum, or an array of one of these.
type typ struct {
	elem   string  // element type; "" if there are fields or constructors
	fields []field // components of a record or tuple
	sum    []constructor
	dims   []size
}

// field is a component of a record or, without a name, of a tuple.
type field struct {
	name string
	t    typ
}

func scalarOf(elem string) typ              { return typ{elem: elem} }
func arrayOf(elem string, dims ...size) typ { return typ{elem: elem, dims: dims} }
func tupleOf(ts ...typ) typ {
	t := typ{}
	for _, u := range ts {
		t.fields = append(t.fields, field{t: u})
	}
	return t
}

func (t typ) isScalar() bool { return t.elem != "" && len(t.dims) == 0 }
func (t typ) isArray() bool  { return len(t.dims) > 0 }

// plain reports whether t is an array of scalars.
func (t typ) plain() bool { return t.isArray() && t.elem != "" }

// row returns the type of an array's elements.
func (t typ) row() typ {
	t.dims = t.dims[1:]
	return t
}

// under returns the type of an array of n elements of type t.
func (t typ) under(n size) typ {
	t.dims = append([]size{n}, t.dims...)
	return t
}

// holdsArray reports whether a value of the type contains an array.
func (t typ) holdsArray() bool {
	return t.isArray() || slices.ContainsFunc(t.fields, func(f field) bool { return f.t.holdsArray() }) ||
		slices.ContainsFunc(t.sum, func(c constructor) bool { return slices.ContainsFunc(c.payload, typ.holdsArray) })
}

// String returns the type in the language's syntax.
func (t typ) String() string {
	var b strings.Builder
	for _, d := range t.dims {
		b.WriteString("[" + d.text + "]")
	}
	b.WriteString(t.elem)
	switch {
	case len(t.sum) > 0:
		b.WriteString(sumText(t.sum))
	case t.elem == "":
		var parts []string
		named := false
		for _, f := range t.fields {
			part := f.t.String()
			if f.name != "" {
				part, named = f.name+": "+part, true
			}
			parts = append(parts, part)
		}
		list := strings.Join(parts, ", ")
		if named {
			b.WriteString("{" + list + "}")
		} else {
			b.WriteString("(" + list + ")")
		}
	}
	return b.String()
}

// unique returns the type of a value that may be consumed.
func (t typ) unique() string {
	if !t.holdsArray() {
		return t.String()
	}
	return "*" + t.String()
}

func (t typ) equal(u typ) bool { return t.String() == u.String() }

// sizeNames returns the names that the type's sizes mention.
func (t typ) sizeNames() []string {
	var out []string
	for _, d := range t.dims {
		for _, word := range strings.FieldsFunc(d.text, func(r rune) bool { return strings.ContainsRune("()+-*/ ", r) }) {
			if word[0] >= 'a' && word[0] <= 'z' {
				out = append(out, word)
			}
		}
	}
	for _, f := range t.fields {
		out = append(out, f.t.sizeNames()...)
	}
	for _, c := range t.sum {
		for _, p := range c.payload {
			out = append(out, p.sizeNames()...)
		}
	}
	return out
}

// element is an element type with its arithmetic.
type element struct {
	name string
	kind kind
	// lowest and highest are the neutral elements of max and min.
	lowest, highest string
}

type kind int

const (
	integer kind = iota
	float
	boolean
)

var elements = []element{
	{"i64", integer, "i64.lowest", "i64.highest"},
	{"i32", integer, "i32.lowest", "i32.highest"},
	{"bool", boolean, "", ""},
	{"u8", integer, "u8.lowest", "u8.highest"},
	{"f64", float, "(-f64.inf)", "f64.inf"},
	{"i16", integer, "i16.lowest", "i16.highest"},
	{"f32", float, "(-f32.inf)", "f32.inf"},
}

// elementOf returns the row of an element type.
func elementOf(name string) element {
	for _, e := range elements {
		if e.name == name {
			return e
		}
	}
	panic("no element type is called " + name)
}

func (g *generator) elem() string { return pick(g, elements).name }
