package syntax

import "slices"

// uncovered is a row of n patterns that no row of rows matches, or nil. The first
// column decides: where its patterns have parts, those become columns of their own;
// where they are true and false, there are two cases; of numbers there is always one
// more. Patterns that cannot have one type are left to the type checker.
func uncovered(rows [][]Pat, n int) []Pat {
	if len(rows) == 0 {
		return slices.Repeat([]Pat{&WildPat{}}, n)
	}
	if n == 0 || slices.ContainsFunc(rows, irrefutable) {
		return nil
	}
	first := make([]Pat, len(rows))
	for i, row := range rows {
		first[i] = bare(row[0])
	}
	for _, p := range first {
		switch p := p.(type) {
		case *TuplePat:
			return uncoveredParts(rows, first, n, tupleParts(len(p.Elems)))
		case *RecordPat:
			return uncoveredParts(rows, first, n, recordParts(p))
		case *LitPat:
			if _, isBool := p.Exp.(*BoolLit); isBool {
				return uncoveredBool(rows, first, n)
			}
		}
	}
	return uncoveredUnder(&WildPat{}, rows, first, n, func(*LitPat) bool { return false })
}

// bare is a pattern less its type.
func bare(p Pat) Pat {
	for {
		t, ok := p.(*TypedPat)
		if !ok {
			return p
		}
		p = t.Pat
	}
}

// irrefutable reports whether a row of names and wildcards matches everything.
func irrefutable(row []Pat) bool {
	return !slices.ContainsFunc(row, func(p Pat) bool { return !matchesAll(bare(p)) })
}

func matchesAll(p Pat) bool {
	switch p.(type) {
	case *NamePat, *WildPat:
		return true
	}
	return false
}

func uncoveredBool(rows [][]Pat, first []Pat, n int) []Pat {
	for _, value := range []bool{true, false} {
		missed := uncoveredUnder(&LitPat{Exp: &BoolLit{Value: value}}, rows, first, n, func(p *LitPat) bool {
			b, ok := p.Exp.(*BoolLit)
			return ok && b.Value == value
		})
		if missed != nil {
			return missed
		}
	}
	return nil
}

// uncoveredUnder is what is uncovered where the first column is head, which literals
// match that are among.
func uncoveredUnder(head Pat, rows [][]Pat, first []Pat, n int, among func(*LitPat) bool) []Pat {
	var rest [][]Pat
	for i, row := range rows {
		lit, isLit := first[i].(*LitPat)
		if matchesAll(first[i]) || isLit && among(lit) {
			rest = append(rest, row[1:])
		}
	}
	if missed := uncovered(rest, n-1); missed != nil {
		return append([]Pat{head}, missed...)
	}
	return nil
}

// parts takes a pattern of a tuple or a record apart, and builds one; ok tells whether
// the pattern has these parts.
type parts struct {
	count int
	of    func(Pat) (list []Pat, ok bool)
	build func([]Pat) Pat
}

func tupleParts(n int) parts {
	return parts{n,
		func(p Pat) ([]Pat, bool) {
			t, ok := p.(*TuplePat)
			return elemsOf(t, ok), ok && len(t.Elems) == n
		},
		func(list []Pat) Pat { return &TuplePat{Elems: list} },
	}
}

func elemsOf(t *TuplePat, ok bool) []Pat {
	if !ok {
		return nil
	}
	return t.Elems
}

func recordParts(r *RecordPat) parts {
	var names []string
	for _, f := range r.Fields {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	of := func(p Pat) ([]Pat, bool) {
		r, ok := p.(*RecordPat)
		if !ok || len(r.Fields) != len(names) {
			return nil, false
		}
		list := make([]Pat, len(names))
		for _, f := range r.Fields {
			at, known := slices.BinarySearch(names, f.Name)
			if !known || list[at] != nil {
				return nil, false
			}
			list[at] = f.Pat
		}
		return list, true
	}
	build := func(list []Pat) Pat {
		out := &RecordPat{}
		for i, name := range names {
			out.Fields = append(out.Fields, &FieldPat{Name: name, Pat: list[i]})
		}
		return out
	}
	return parts{len(names), of, build}
}

// uncoveredParts puts the parts of the first column in its place.
func uncoveredParts(rows [][]Pat, first []Pat, n int, p parts) []Pat {
	var rest [][]Pat
	for i, row := range rows {
		list, ok := p.of(first[i])
		switch {
		case matchesAll(first[i]):
			list = slices.Repeat([]Pat{&WildPat{}}, p.count)
		case !ok:
			return nil
		}
		rest = append(rest, slices.Concat(list, row[1:]))
	}
	missed := uncovered(rest, p.count+n-1)
	if missed == nil {
		return nil
	}
	return append([]Pat{p.build(missed[:p.count])}, missed[p.count:]...)
}
