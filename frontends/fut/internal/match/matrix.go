package match

import (
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// mostRows bounds how many rows a check may look at: the number of rows of a match on several
// values may grow with the product of their constructors.
const mostRows = 1_000_000

// matrix is patterns under each other: row by row what one case demands of the values in the
// columns. See Maranget, Warnings for pattern matching, 2007.
type matrix struct {
	rows   [][]syntax.Pat
	budget *int // of rows, for it and what is made of it
}

func newMatrix(pats []syntax.Pat) *matrix {
	budget := mostRows
	m := &matrix{budget: &budget}
	for _, p := range pats {
		m.rows = append(m.rows, []syntax.Pat{p})
	}
	return m
}

// uncovered is a row of patterns, one for each column, that no row of m matches, or nil. The columns
// have the given types.
func (m *matrix) uncovered(columns []types.Type) []syntax.Pat {
	if len(m.rows) == 0 {
		return wildcards(len(columns))
	}
	*m.budget -= len(m.rows)
	refutes := func(p syntax.Pat) bool { return !wild(p) }
	if *m.budget < 0 || slices.ContainsFunc(m.rows, func(row []syntax.Pat) bool { return !slices.ContainsFunc(row, refutes) }) {
		return nil
	}
	switch t := types.Find(types.StripOuter(columns[0])).(type) {
	case *types.Record:
		return m.uncoveredRecord(t, columns[1:])
	case *types.Sum:
		return m.uncoveredSum(t, columns[1:])
	case types.Scalar:
		if t.Type == scalar.Bool {
			return m.uncoveredBool(columns[1:])
		}
	}
	// Of numbers there is always one more.
	return put(&syntax.WildPat{}, m.under(m.others()).uncovered(columns[1:]))
}

// under is a matrix of other rows.
func (m *matrix) under(rows [][]syntax.Pat) *matrix { return &matrix{rows, m.budget} }

// others are the rows whose first pattern matches everything, without that.
func (m *matrix) others() [][]syntax.Pat {
	var rest [][]syntax.Pat
	for _, row := range m.rows {
		if wild(row[0]) {
			rest = append(rest, row[1:])
		}
	}
	return rest
}

// put puts a pattern in front of a row, unless that is nil.
func put(p syntax.Pat, row []syntax.Pat) []syntax.Pat {
	if row == nil {
		return nil
	}
	return append([]syntax.Pat{p}, row...)
}

func (m *matrix) uncoveredBool(columns []types.Type) []syntax.Pat {
	for _, value := range []bool{true, false} {
		var rest [][]syntax.Pat
		for _, row := range m.rows {
			if wild(row[0]) || isBool(row[0], value) {
				rest = append(rest, row[1:])
			}
		}
		if missed := m.under(rest).uncovered(columns); missed != nil {
			return put(&syntax.LitPat{Exp: &syntax.BoolLit{Value: value}}, missed)
		}
	}
	return nil
}

func isBool(p syntax.Pat, value bool) bool {
	lit, ok := bare(p).(*syntax.LitPat)
	if !ok {
		return false
	}
	b, ok := lit.Exp.(*syntax.BoolLit)
	return ok && b.Value == value
}

// uncoveredRecord puts the fields of the first column in its place.
func (m *matrix) uncoveredRecord(t *types.Record, columns []types.Type) []syntax.Pat {
	n := len(t.Fields)
	var rest [][]syntax.Pat
	for _, row := range m.rows {
		rest = append(rest, slices.Concat(fields(t, row[0]), row[1:]))
	}
	missed := m.under(rest).uncovered(append(fieldTypes(t), columns...))
	if missed == nil {
		return nil
	}
	if t.IsTuple() {
		return put(&syntax.TuplePat{Elems: missed[:n]}, missed[n:])
	}
	out := &syntax.RecordPat{}
	for i, f := range t.Fields {
		out.Fields = append(out.Fields, &syntax.FieldPat{Name: f.Name, Pat: missed[i]})
	}
	return put(out, missed[n:])
}

// fields are the patterns of the fields of t in p.
func fields(t *types.Record, p syntax.Pat) []syntax.Pat {
	out := wildcards(len(t.Fields))
	switch p := bare(p).(type) {
	case *syntax.TuplePat:
		copy(out, p.Elems)
	case *syntax.RecordPat:
		of := map[string]syntax.Pat{}
		for _, f := range p.Fields {
			of[f.Name] = f.Pat
		}
		for i, f := range t.Fields {
			if p := of[f.Name]; p != nil {
				out[i] = p
			}
		}
	}
	return out
}

func fieldTypes(t *types.Record) []types.Type {
	out := make([]types.Type, len(t.Fields))
	for i, f := range t.Fields {
		out[i] = f.Type
	}
	return out
}

// uncoveredSum looks at one constructor after the other, with its payload in the place of the first
// column. Those that no row has are alike.
func (m *matrix) uncoveredSum(t *types.Sum, columns []types.Type) []syntax.Pat {
	rows := map[string][][]syntax.Pat{} // of each constructor
	for _, row := range m.rows {
		if p, ok := bare(row[0]).(*syntax.ConstructPat); ok {
			rows[p.Name] = append(rows[p.Name], slices.Concat(p.Payload, row[1:]))
		}
	}
	others := m.others()
	asked := false // whether others cover what no row has
	for _, k := range t.Constructors.Fields {
		payload := k.Type.(*types.Record)
		n := len(payload.Fields)
		of := rows[k.Name]
		if len(of) == 0 {
			if asked {
				continue
			}
			asked = true
			if missed := m.under(others).uncovered(columns); missed != nil {
				return put(&syntax.ConstructPat{Name: k.Name, Payload: wildcards(n)}, missed)
			}
			continue
		}
		for _, row := range others {
			of = append(of, slices.Concat(wildcards(n), row))
		}
		if missed := m.under(of).uncovered(append(fieldTypes(payload), columns...)); missed != nil {
			return put(&syntax.ConstructPat{Name: k.Name, Payload: missed[:n]}, missed[n:])
		}
	}
	return nil
}
