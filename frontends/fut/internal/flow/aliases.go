package flow

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// aliases is the memory that a value may lie in, each piece named by the
// variable that was bound to it first: a variable that is bound to a view of
// another's value adds no piece, unless it is of a sum type: whoever consumes part of its
// payload consumes it. Tuples and records may know the memory of each field, and sums that
// of the payload of each constructor, as a field by its name.
// Sets are not changed once they are in use, and values share what they know of
// their parts.
type aliases struct {
	vars   map[*types.Binding]bool
	fields map[string]aliases
	// of is the type that fields are limited to, if that is known, and named says that
	// each part which lies in memory has a piece, so that what is bound to it adds none.
	of    *types.Record
	named bool
	// whole says that all parts share a piece, that of a variable which holds them all, and
	// wholes are such pieces of variables around a.
	whole  bool
	wholes *wholes
}

// all is the union over the fields.
func (a aliases) all() map[*types.Binding]bool {
	if len(a.fields) == 0 && a.wholes == nil {
		return a.vars
	}
	out := map[*types.Binding]bool{}
	a.addTo(out, map[*wholes]bool{})
	return out
}

func (a aliases) addTo(out map[*types.Binding]bool, seen map[*wholes]bool) {
	maps.Copy(out, a.vars)
	a.wholes.addTo(out, seen)
	for _, f := range a.fields {
		f.addTo(out, seen)
	}
}

func (a aliases) field(name string) aliases {
	f, ok := a.fields[name]
	if !ok {
		return aliases{vars: a.vars, wholes: a.wholes}
	}
	f.wholes = a.wholes.join(f.wholes)
	return f
}

// union is what a value may alias that is one of several. Where one of them is
// known field by field, so is the union.
func union(as ...aliases) aliases {
	out := aliases{vars: map[*types.Binding]bool{}}
	for _, a := range as {
		for name := range a.fields {
			if _, done := out.fields[name]; done {
				continue
			}
			if out.fields == nil {
				out.fields = map[string]aliases{}
			}
			parts := make([]aliases, len(as))
			for i, b := range as {
				parts[i] = b.field(name)
			}
			out.fields[name] = union(parts...)
		}
	}
	for _, a := range as {
		if len(out.fields) == 0 || len(a.fields) > 0 {
			maps.Copy(out.vars, a.vars)
		}
		if len(out.fields) == 0 {
			out.wholes = out.wholes.join(a.wholes)
		}
	}
	return out
}

// flat is all that several values may alias.
func flat(as ...aliases) aliases {
	if len(as) == 1 {
		return aliases{vars: as[0].all()}
	}
	out := map[*types.Binding]bool{}
	for _, a := range as {
		maps.Copy(out, a.all())
	}
	return aliases{vars: out}
}

// inOrder lists variables by their places, so that of several that an error
// could name it is always the same one.
func inOrder(bs map[*types.Binding]bool) []*types.Binding {
	return slices.SortedFunc(maps.Keys(bs), func(a, b *types.Binding) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col), cmp.Compare(a.Name, b.Name))
	})
}

// without is a without the pieces that are gone.
func (a aliases) without(gone func(*types.Binding) bool) aliases {
	out := aliases{vars: maps.Clone(a.vars), wholes: a.wholes.without(gone)}
	maps.DeleteFunc(out.vars, func(b *types.Binding, _ bool) bool { return gone(b) })
	for name, f := range a.fields {
		if out.fields == nil {
			out.fields = map[string]aliases{}
		}
		out.fields[name] = f.without(gone)
	}
	return out
}

// with is a with one more piece of memory in each part.
func (a aliases) with(b *types.Binding) aliases {
	out := aliases{vars: map[*types.Binding]bool{b: true}, of: a.of, named: a.named, whole: a.whole, wholes: a.wholes}
	maps.Copy(out.vars, a.vars)
	for name, f := range a.fields {
		if out.fields == nil {
			out.fields = map[string]aliases{}
		}
		out.fields[name] = f.with(b)
	}
	return out
}

// withField is what a record may alias whose field has been replaced.
func withField(record aliases, fields []string, value aliases) aliases {
	if len(fields) == 0 {
		return value
	}
	if record.fields == nil {
		return union(record, value)
	}
	out := aliases{vars: record.vars, fields: maps.Clone(record.fields)}
	if record.wholes != nil {
		for name := range out.fields {
			out.fields[name] = record.field(name)
		}
	}
	out.fields[fields[0]] = withField(record.field(fields[0]), fields[1:], value)
	return out
}

func fieldNumber(i int) string { return strconv.Itoa(i) }

// eachPart calls f for the parts of a value: the fields of records, or the
// whole where t has no fields. A record that is unique as a whole is one part, unless
// it is known what each field may alias: then each of them is unique.
// Records that hold nothing but scalars are left out.
func (w *walk) eachPart(t types.Type, a aliases, f func(types.Type, aliases)) {
	u, unique := types.Find(t).(*types.Unique)
	whole := t
	if unique && len(a.fields) > 0 {
		whole = u.Type
	}
	r, ok := types.Find(whole).(*types.Record)
	if !ok {
		f(t, a)
		return
	}
	if w.holdsScalars(r) {
		return
	}
	for _, field := range r.Fields {
		part := field.Type
		if unique && !isUnique(part) {
			part = &types.Unique{Type: part}
		}
		w.eachPart(part, a.field(field.Name), f)
	}
}

// holdsScalars reports whether values of type t are scalars, or records of nothing
// but scalars, which alias nothing. Types share their parts, so the answer for each
// record is kept.
func (w *walk) holdsScalars(t types.Type) bool {
	switch t := types.Find(t).(type) {
	case types.Scalar:
		return true
	case *types.Record:
		all, known := w.plain[t]
		if !known {
			all = !slices.ContainsFunc(t.Fields, func(f types.Field) bool { return !w.holdsScalars(f.Type) })
			w.plain[t] = all
		}
		return all
	case *types.Sum:
		return w.holdsScalars(t.Constructors)
	}
	return false
}

// partType is the type of a field of t, or the payload of one of its constructors, unique if t is.
func partType(t types.Type, field string) types.Type {
	if u, ok := types.Find(t).(*types.Unique); ok {
		return &types.Unique{Type: partType(u.Type, field)}
	}
	r, ok := types.Find(t).(*types.Record)
	if s, isSum := types.Find(t).(*types.Sum); isSum {
		r, ok = s.Constructors, true
	}
	if ok {
		if ft, ok := r.Named(field); ok {
			return ft
		}
	}
	return t
}

// limit is what a value of type t may alias, given that its parts may alias no
// more than a: scalars and unique parts alias nothing.
func (w *walk) limit(t types.Type, a aliases) aliases {
	switch t := types.Find(t).(type) {
	case types.Scalar, *types.Unique:
		return aliases{}
	case *types.Sum:
		if w.holdsScalars(t) {
			return aliases{}
		}
	case *types.Record:
		switch {
		case a.of == t:
			return a
		case w.holdsScalars(t):
			return aliases{}
		}
		out := aliases{fields: map[string]aliases{}, of: t, named: true}
		if a.fields != nil {
			out.vars = a.vars
		}
		for _, f := range t.Fields {
			part := w.limit(f.Type, a.field(f.Name))
			out.fields[f.Name] = part
			out.named = out.named && (part.named || len(part.fields) == 0 && len(part.vars) > 0 || w.holdsScalars(f.Type))
		}
		return out
	}
	return a
}

func isUnique(t types.Type) bool {
	_, ok := types.Find(t).(*types.Unique)
	return ok
}

func isScalar(t types.Type) bool {
	_, ok := types.Find(types.StripOuter(t)).(types.Scalar)
	return ok
}
