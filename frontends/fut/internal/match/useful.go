package match

import (
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// Useless lists the cases of a match, by number, that no value gets to, as the cases before
// match all that they do. Where patterns are too many to tell, it lists none.
func Useless(info *types.Info, e *syntax.Match) (useless []int) {
	m := newMatrix(nil)
	columns := []types.Type{info.Types[e.Exp]}
	for i, c := range e.Cases {
		if !m.useful([]syntax.Pat{c.Pat}, columns) {
			if *m.budget < 0 {
				break
			}
			useless = append(useless, i)
		}
		m.rows = append(m.rows, []syntax.Pat{c.Pat})
	}
	return useless
}

// useful reports whether a row matches something that no row of m does. The columns have the
// given types. It is the algorithm of Maranget's paper, section 3.
func (m *matrix) useful(row []syntax.Pat, columns []types.Type) bool {
	if len(m.rows) == 0 {
		return true
	}
	if *m.budget -= len(m.rows); *m.budget < 0 || len(row) == 0 {
		return false
	}
	t := types.Find(types.StripOuter(columns[0]))
	if wild(row[0]) {
		return m.usefulWild(t, row, columns)
	}
	switch p := bare(row[0]).(type) {
	case *syntax.TuplePat, *syntax.RecordPat:
		return m.usefulRecord(t, row, columns)
	case *syntax.ConstructPat:
		payload, ok := constructor(t, p.Name)
		if !ok {
			return true
		}
		return m.under(m.ofConstructor(p.Name, len(payload))).useful(slices.Concat(p.Payload, row[1:]), slices.Concat(payload, columns[1:]))
	case *syntax.LitPat:
		var rest [][]syntax.Pat
		for _, r := range m.rows {
			if wild(r[0]) || sameLiteral(r[0], p) {
				rest = append(rest, r[1:])
			}
		}
		return m.under(rest).useful(row[1:], columns[1:])
	}
	return true
}

// usefulWild is useful for a row whose first pattern matches everything.
func (m *matrix) usefulWild(t types.Type, row []syntax.Pat, columns []types.Type) bool {
	switch t := t.(type) {
	case *types.Record:
		return m.usefulRecord(t, row, columns)
	case *types.Sum:
		for _, k := range t.Constructors.Fields {
			payload, _ := constructor(t, k.Name)
			specialised := slices.Concat(wildcards(len(payload)), row[1:])
			if m.under(m.ofConstructor(k.Name, len(payload))).useful(specialised, slices.Concat(payload, columns[1:])) {
				return true
			}
		}
		return false
	case types.Scalar:
		if t.Type == scalar.Bool {
			for _, value := range []bool{true, false} {
				if m.useful(slices.Concat([]syntax.Pat{&syntax.LitPat{Exp: &syntax.BoolLit{Value: value}}}, row[1:]), columns) {
					return true
				}
			}
			return false
		}
	}
	return m.under(m.others()).useful(row[1:], columns[1:])
}

// usefulRecord puts the fields of the first column in its place.
func (m *matrix) usefulRecord(t types.Type, row []syntax.Pat, columns []types.Type) bool {
	r, ok := t.(*types.Record)
	if !ok {
		return true
	}
	var rest [][]syntax.Pat
	for _, other := range m.rows {
		rest = append(rest, slices.Concat(fields(r, other[0]), other[1:]))
	}
	return m.under(rest).useful(slices.Concat(fields(r, row[0]), row[1:]), slices.Concat(fieldTypes(r), columns[1:]))
}

// constructor is the payload of a constructor of t.
func constructor(t types.Type, name string) (payload []types.Type, ok bool) {
	sum, ok := t.(*types.Sum)
	if !ok {
		return nil, false
	}
	k, ok := sum.Constructors.Named(name)
	if !ok {
		return nil, false
	}
	return fieldTypes(k.(*types.Record)), true
}

// ofConstructor are the rows that match values of a constructor, the payload, of n parts, in
// the place of the first column.
func (m *matrix) ofConstructor(name string, n int) (rest [][]syntax.Pat) {
	for _, row := range m.rows {
		if p, ok := bare(row[0]).(*syntax.ConstructPat); ok && p.Name == name {
			rest = append(rest, slices.Concat(p.Payload, row[1:]))
		} else if wild(row[0]) {
			rest = append(rest, slices.Concat(wildcards(n), row[1:]))
		}
	}
	return rest
}

// sameLiteral reports whether p is a literal that matches what q does.
func sameLiteral(p syntax.Pat, q *syntax.LitPat) bool {
	lit, ok := bare(p).(*syntax.LitPat)
	return ok && syntax.PatString(lit) == syntax.PatString(q)
}
