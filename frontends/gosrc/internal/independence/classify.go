package independence

import (
	"go/ast"
	"slices"
)

// classify decides what part of an array belongs to an iteration.
func (f *finder) classify(a *Array) {
	all := slices.Concat(a.Writes, a.Reads)
	if len(a.Writes) == 0 {
		return // copy or clear: a mention as a whole
	}
	for _, m := range all {
		a.Rank = max(a.Rank, len(m.Indices))
	}
	for k := range a.Rank {
		if f.rows(all, k, a.Rank) {
			a.Kind, a.Dimension, a.Offset = Rows, k, all[0].forms[k].rest()
			return
		}
	}
	if m, found := first(all, func(m *Mention) bool { return m.pointer || len(m.Indices) < a.Rank || f.isRow(m) && !m.part }); found {
		what := "of which a pointer is taken"
		if !m.pointer {
			what = "a row of which is mentioned"
		}
		f.badMention(m, "iterations may race: "+a.Text+" is written, "+what+", and the first index of it is not "+f.name()+", the number of the iteration, everywhere")
		return
	}
	_, often := first(all, func(m *Mention) bool { return m.often })
	same := !slices.ContainsFunc(all, func(m *Mention) bool { return !slices.EqualFunc(m.forms, all[0].forms, Sum.equal) })
	if !often && same && f.distinct(all[0]) {
		a.Kind, a.Distinct = Sites, true
		return
	}
	b, found := f.blocks(all)
	if found && (often || b.inside(all)) {
		a.Kind, a.Size, a.Period, a.Offset = Blocks, b.size, b.period, b.offset
		return
	}
	a.Kind = Sites
	if m, found := first(all, func(m *Mention) bool { return m.often }); found {
		if m.part {
			f.badMention(m, "iterations may race: "+a.Text+" is written, and it is not known that iterations have parts of their own of it: these are "+
				a.Text+"["+f.name()+"*m : ("+f.name()+"+1)*m], or within, where m does not change, and all mentions are of them")
			return
		}
		f.badMention(m, "iterations may race: "+a.Text+" is written, and it is not known which elements of it this means: in a loop or closure "+
			"an index is "+f.name()+", or "+f.name()+"*m + j where m does not change and j is less than m, or j*m + "+f.name()+"; or use a tensor with "+f.name()+" as an index")
		return
	}
	if m, found := first(a.Reads, func(m *Mention) bool { return m.hidden }); found {
		f.badMention(m, "iterations may race: "+a.Text+" is written, and this element is read in a part of an expression that may not be evaluated; read it before, into a variable")
	}
}

func first(ms []*Mention, is func(*Mention) bool) (*Mention, bool) {
	i := slices.IndexFunc(ms, is)
	if i < 0 {
		return nil, false
	}
	return ms[i], true
}

func (f *finder) name() string {
	if f.index == nil {
		return "i"
	}
	return f.index.Name()
}

// rows reports whether all mentions have the number of the iteration as index k, plus something that is the
// same in all iterations and mentions. Rows of slices of slices may be mentioned as such where that is the
// first index.
func (f *finder) rows(all []*Mention, k, rank int) bool {
	if k >= len(all[0].forms) || !all[0].forms[k].counts() {
		return false
	}
	return !slices.ContainsFunc(all, func(m *Mention) bool {
		return k >= len(m.forms) || m.part || !m.forms[k].equal(all[0].forms[k]) || k > 0 && (len(m.forms) != rank || f.isRow(m))
	})
}

// counts reports whether the sum is the number of the iteration, plus what is known before the loop and can
// be computed there without failing.
func (s Sum) counts() bool {
	q, ok := s.factor()
	n, constant := q.constant()
	if !ok || !constant || n != 1 {
		return false
	}
	return s.rest().computable()
}

// computable reports whether the sum is the same in all iterations, and can be computed before the loop without
// failing.
func (s Sum) computable() bool {
	return !slices.ContainsFunc(s, func(p Product) bool {
		return slices.ContainsFunc(p.Factors, func(x *Factor) bool { return x.kind != steady || !simple(x.Expr) })
	})
}

// simple reports whether an expression is a variable, a field of one or its length.
func simple(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return simple(e.X)
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		return ok && id.Name == "len" && len(e.Args) == 1 && simple(e.Args[0])
	}
	return false
}

// distinct reports whether no two iterations have the same indices in a mention.
func (f *finder) distinct(m *Mention) bool {
	for _, s := range m.forms {
		if q, ok := s.factor(); ok {
			n, constant := q.constant()
			if constant && n != 0 && n > -largest && n < largest && s.rest().steady() {
				return true
			}
		}
	}
	for _, q := range m.forms {
		for _, r := range m.forms {
			if q.splits(r, f.iteration()) {
				return true
			}
		}
	}
	return false
}

// largest is beyond the factors of which a number of iterations that ever ends does not
// overflow.
const largest = 1 << 20
