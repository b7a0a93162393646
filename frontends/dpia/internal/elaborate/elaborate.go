// Package elaborate makes phrases of trees: it binds names, and infers the types that programs
// leave out, which are the type arguments of primitives and definitions, the types of parameters
// of functions, and those of literals.
//
// It finds the one phrase that a program can mean; that the phrase obeys the typing rules is for
// package check to say.
package elaborate

import (
	"errors"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/phrase"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// Def is a definition with all types written out.
type Def struct {
	Tree *syntax.Def
	// TypeParams are the naturals and data types that it takes, Params the phrases.
	TypeParams []types.All
	Params     []Param
	Result     types.Phrase
	Body       phrase.Phrase
}

// Param is a parameter.
type Param struct {
	Name name.Name
	Type types.Phrase
	Pos  source.Pos
}

// phrase is the definition as a function of its parameters.
func (d *Def) phrase() phrase.Phrase {
	out := d.Body
	for i := len(d.Params) - 1; i >= 0; i-- {
		p := d.Params[i]
		out = &phrase.Lam{Param: p.Name, Type: p.Type, Body: out, At: p.Pos}
	}
	return out
}

// typ is the definition's type.
func (d *Def) typ() types.Phrase {
	out := d.Result
	for i := len(d.Params) - 1; i >= 0; i-- {
		out = types.Fun{Param: d.Params[i].Type, Result: out}
	}
	for i := len(d.TypeParams) - 1; i >= 0; i-- {
		all := d.TypeParams[i]
		all.Result = out
		out = all
	}
	return out
}

// Program elaborates all definitions of a file, in order.
func Program(names *name.Supply, tree *syntax.Program) ([]*Def, error) {
	var out []*Def
	known := map[string]*Def{}
	for _, t := range tree.Defs {
		e := &elaborator{names: names, defs: known, unknowns: newUnknowns(names)}
		var d *Def
		if err := protect(func() { d = e.def(t) }); err != nil {
			return nil, err
		}
		known[t.Name] = d
		out = append(out, d)
	}
	return out, nil
}

// failed carries an error up to protect.
type failed struct{ err error }

func protect(do func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(failed)
			if !ok {
				panic(r)
			}
			err = f.err
		}
	}()
	do()
	return nil
}

func fail(err error) { panic(failed{err}) }

// must returns a value, or fails.
func must[T any](x T, err error) T {
	if err != nil {
		fail(err)
	}
	return x
}

// elaborator works on one definition.
type elaborator struct {
	names *name.Supply
	defs  map[string]*Def
	*unknowns
	literals []literal
	defining string // the name of the definition
}

// env maps names to their meanings at a place of the program.
type env struct {
	types  *types.Scope
	locals *local
}

// local is a variable in scope, the innermost first.
type local struct {
	text  string
	v     name.Name
	typ   types.Phrase
	outer *local
}

func (e env) with(text string, v name.Name, t types.Phrase) env {
	return env{e.types, &local{text, v, t, e.locals}}
}

func (e env) lookup(text string) *local {
	for l := e.locals; l != nil; l = l.outer {
		if l.text == text {
			return l
		}
	}
	return nil
}

func (e *elaborator) def(t *syntax.Def) *Def {
	switch {
	case e.defs[t.Name] != nil:
		fail(source.Errorf(t.Pos, "%s is defined twice", t.Name).WithNote(e.defs[t.Name].Tree.Pos, "the first definition"))
	case phrase.Lookup(t.Name) != nil:
		fail(source.Errorf(t.Pos, "%s is a primitive", t.Name).WithHint("give the definition another name"))
	}
	d := &Def{Tree: t}
	e.defining = t.Name
	at := env{types: types.NewScope(e.names).Inner()}
	seen := map[string]bool{}
	for _, b := range t.Binders {
		kind, isKind := types.KindOf(b.Type)
		for _, n := range b.Names {
			if seen[n.Text] {
				fail(source.Errorf(n.Pos, "there are two parameters %s", n.Text))
			}
			seen[n.Text] = true
			v := e.names.Fresh(n.Text)
			if isKind {
				kind.Var, kind.Hidden = v, b.Hidden
				at.types.Bind(n.Text, kind)
				e.rigid[v] = kind.Class
				d.TypeParams = append(d.TypeParams, kind)
				continue
			}
			if b.Hidden {
				fail(source.Errorf(n.Pos, "a parameter in braces is a natural number or a data type").
					WithHint("write ({%s} : …) in parentheses", n.Text))
			}
			p := Param{v, must(at.types.Phrase(b.Type)), n.Pos}
			d.Params = append(d.Params, p)
			at = at.with(n.Text, v, p.Type)
		}
	}
	if t.Result != nil {
		d.Result = must(at.types.Phrase(t.Result))
		d.Body = e.check(at, t.Body, d.Result)
	} else {
		d.Body, d.Result = e.infer(at, t.Body)
	}
	e.finish(d)
	return d
}

// finish puts what was inferred into a definition.
func (e *elaborator) finish(d *Def) {
	e.settle()
	for _, l := range e.literals {
		e.value(l)
	}
	s := &phrase.Subst{Names: e.names, Vars: map[name.Name]phrase.Phrase{}, Types: e.solution()}
	d.Body = s.Phrase(d.Body)
	d.Result = s.Types.Phrase(d.Result)
}

// InText gives errors the text that they point at.
func InText(err error, f *source.File) error {
	var one *source.Error
	if errors.As(err, &one) {
		return one.In(f)
	}
	return err
}
