package syntax

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/source"
)

// matchExp reads a match. Its cases must cover all values.
func (p *parser) matchExp(at At) Exp {
	e := &Match{At: at, Exp: p.exp()}
	if !p.is("case") {
		panic(p.unexpected("case, and a pattern"))
	}
	var patterns [][]Pat
	for p.accept("case") {
		from, c := p.i-1, &Case{At: p.at()}
		p.mayFail = true
		c.Pat = p.pat()
		p.mayFail = false
		p.expect("->", "a case")
		c.Body = p.exp()
		p.cover(from, c)
		e.Cases = append(e.Cases, c)
		patterns = append(patterns, []Pat{c.Pat})
		if len(e.Cases) > maxBranches {
			panic(source.Errorf(p.tok().pos, "More than %d cases in a row", maxBranches).WithHint("look the value up in an array"))
		}
	}
	if missed := uncovered(patterns, 1); missed != nil {
		panic(source.Errorf(at.Position, "Inexhaustive patterns: nothing matches %s", PatString(missed[0])).
			WithHint("add a case for it, or one for all that is left: case _ -> …"))
	}
	e.lower()
	return e
}

// literalPat reads a literal as a pattern, which only a case may have.
func (p *parser) literalPat() Pat {
	if !p.mayFail {
		panic(source.Errorf(p.tok().pos, "A literal in a pattern outside of match, which other values do not match").
			WithHint("bind a name and compare it with if, or use match"))
	}
	at := p.at()
	negative := p.accept("-")
	from := p.i
	lit := p.covered(from, p.bareAtom())
	switch lit := lit.(type) {
	case *IntLit:
		lit.Cut = true
	case *FloatLit:
		lit.Cut = true
	case *CharLit:
		lit.Cut = true
	}
	if negative {
		lit = &Neg{At: at, Exp: lit}
		p.cover(from-1, lit)
	}
	return &LitPat{At: at, Exp: lit}
}

// loweredMark is in names that lowering makes, and in no others; what stands before it
// is what they show.
const loweredMark = "$"

// matched is what a match looks at.
const matched = "matched" + loweredMark

// lower writes the match with lets and ifs:
//
//	let matched$ = e
//	in let (1$0, _) = matched$
//	in if 1$0 == 1 then let (_, x) = matched$ in …
//	   else …
//
// for the case (1, x). Cases are tested in turn, and the last not at all.
func (e *Match) lower() {
	at := e.At
	value := func() Exp { return &Var{At: at, Name: matched} }
	last := len(e.Cases) - 1
	out := e.Cases[last].bind(value())
	for _, c := range slices.Backward(e.Cases[:last]) {
		var tests []Exp
		looked := look(c.Pat, &tests)
		var cond Exp = &BoolLit{At: c.At, Value: true} // what comes behind it is never reached
		for i, t := range tests {
			if i == 0 {
				cond = t
				continue
			}
			cond = &BinOp{At: c.At, Op: &Var{At: c.At, Name: "&&"}, Left: cond, Right: t}
		}
		out = &Let{At: c.At, Pat: looked, Exp: value(),
			Body: &If{At: at, Cond: cond, Then: c.bind(value()), Else: out}}
	}
	e.Lowered = &Let{At: at, Pat: &NamePat{At: At{Position: e.Exp.Pos()}, Name: matched}, Exp: e.Exp, Body: out}
}

// bind is the case's body with the names of its pattern, which value matches.
func (c *Case) bind(value Exp) Exp {
	return &Let{At: c.At, Pat: withoutLiterals(c.Pat), Exp: value, Body: c.Body}
}

// look is pat with names for its literals only, and adds the tests of those to tests.
func look(pat Pat, tests *[]Exp) Pat {
	return mapLeaves(pat, func(leaf Pat) Pat {
		lit, ok := leaf.(*LitPat)
		if !ok {
			return &WildPat{At: At{Position: leaf.Pos()}}
		}
		name := fmt.Sprint(ExpString(lit.Exp), loweredMark, len(*tests))
		*tests = append(*tests, &BinOp{At: lit.At, Op: &Var{At: lit.At, Name: "=="}, Left: &Var{At: lit.At, Name: name}, Right: lit.Exp})
		return &NamePat{At: lit.At, Name: name}
	})
}

// withoutLiterals is pat with wildcards for its literals.
func withoutLiterals(pat Pat) Pat {
	return mapLeaves(pat, func(leaf Pat) Pat {
		if _, ok := leaf.(*LitPat); ok {
			return &WildPat{At: At{Position: leaf.Pos()}}
		}
		return leaf
	})
}

// mapLeaves is a copy of pat with f of its names, wildcards and literals.
func mapLeaves(pat Pat, f func(Pat) Pat) Pat {
	switch pat := pat.(type) {
	case *TuplePat:
		out := &TuplePat{At: pat.At}
		for _, e := range pat.Elems {
			out.Elems = append(out.Elems, mapLeaves(e, f))
		}
		return out
	case *RecordPat:
		out := &RecordPat{At: pat.At}
		for _, field := range pat.Fields {
			out.Fields = append(out.Fields, &FieldPat{At: field.At, Name: field.Name, Pat: mapLeaves(field.Pat, f)})
		}
		return out
	case *TypedPat:
		return &TypedPat{At: pat.At, Pat: mapLeaves(pat.Pat, f), Type: pat.Type}
	}
	return f(pat)
}
