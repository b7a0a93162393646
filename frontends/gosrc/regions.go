package gosrc

import (
	"context"
	"fmt"
	"go/token"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
)

// Regions is the program of a package: its expressions as regions. For expression k there is an
// entry point aroundk, which runs the region expressionk. Functions that it calls are named after
// it, as they depend on what it captures: expressionk.f.
type Regions struct {
	Program *ir.Program
	places  [][]token.Position // of the expressions, in the order of their numbers
	numbers map[*Expression]int
}

// Regions lowers the expressions of a package, which are without problems.
func (p *Package) Regions(ctx context.Context) (*Regions, error) {
	r := &Regions{Program: &ir.Program{Level: ir.Soac, Names: &name.Supply{}}, numbers: map[*Expression]int{}}
	first := 0
	for k, x := range p.Expressions {
		l, err := x.lower(ctx)
		if err != nil {
			return nil, err
		}
		r.add(k, l.Program, first)
		first += len(l.Places)
		r.places = append(r.places, l.Places)
		r.numbers[x] = k
	}
	return r, nil
}

// Region is the name of the region of an expression.
func (r *Regions) Region(x *Expression) string { return regionName(r.numbers[x]) }

// regionName is the name of the region of expression k.
func regionName(k int) string { return fmt.Sprintf("expression%d", k) }

// add adds expression k, whose positions come after first others.
func (r *Regions) add(k int, p *ir.Program, first int) {
	for _, f := range p.Funs {
		f = ir.NewRenamer(r.Program.Names).Fun(f)
		renameFuns(f, func(name string) string { return regionName(k) + "." + name })
		movePlaces(f, first)
		if f.Entry != nil {
			f.Name = fmt.Sprintf("around%d", k)
			f.Body = region(r.Program.Names, regionName(k), f)
		}
		r.Program.Funs = append(r.Program.Funs, f)
	}
}

// region returns a body that runs f's body as a region.
func region(names *name.Supply, called string, f *ir.Fun) *ir.Body {
	e := &ir.Accelerate{Region: called, Body: f.Body}
	for _, p := range f.Params[f.Entry.Implicit:] {
		e.Captures = append(e.Captures, ir.Var(p.Name))
	}
	pat := ir.CloneParams(f.Results)
	own := ir.Subst{}
	out := &ir.Body{Stms: []*ir.Stm{{Pat: pat, Exp: e, Pos: f.Pos}}}
	for i, p := range pat {
		pat[i].Name, pat[i].Unique = names.Like(p.Name), false
		own[p.Name] = ir.Var(pat[i].Name)
		out.Result = append(out.Result, ir.Var(pat[i].Name))
	}
	own.Params(pat)
	return out
}

// Extracted returns the program of an expression, with the entry point Entry, out of the package's
// whose regions were extracted, and the positions in Go's source that the lines of its positions
// number, from 1. It does not depend on the package's other expressions.
func (r *Regions) Extracted(whole *ir.Program, x *Expression) (*ir.Program, []token.Position, error) {
	k, region := r.numbers[x], r.Region(x)
	if whole.Fun(region) == nil {
		return nil, nil, fmt.Errorf("%s: the expression was not extracted", x.Position())
	}
	p := &ir.Program{Level: whole.Level, Funs: whole.Funs}
	p.Keep(region)
	before := 0
	for _, places := range r.places[:k] {
		before += len(places)
	}
	p.Renumber() // which copies the functions
	for _, f := range p.Funs {
		renameFuns(f, func(name string) string { return strings.TrimPrefix(name, region+".") })
		movePlaces(f, -before)
		if f.Entry != nil {
			f.Name = Entry
		}
	}
	return p, r.places[k], nil
}

// renameFuns gives a function, and those that it calls, other names.
func renameFuns(f *ir.Fun, to func(string) string) {
	f.Name = to(f.Name)
	(&ir.Walker{Stm: func(s *ir.Stm) {
		if c, ok := s.Exp.(*ir.Call); ok {
			c.Fun = to(c.Fun)
		}
	}}).Fun(f)
}

// movePlaces adds n to the lines of a function's positions.
func movePlaces(f *ir.Fun, n int) {
	move := func(at *source.Pos) {
		if at.IsValid() {
			at.Line += n
		}
	}
	move(&f.Pos)
	(&ir.Walker{Stm: func(s *ir.Stm) {
		move(&s.Pos)
		if a, ok := s.Exp.(*ir.Assert); ok {
			for i := range a.Trace {
				move(&a.Trace[i])
			}
		}
	}}).Fun(f)
}
