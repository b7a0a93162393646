package query

import (
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

func (x *Index) pos(p syntax.Place) source.Pos {
	return source.Pos{File: x.file.Source.Name, Line: int(p.Line), Col: int(p.Col)}
}

func (x *Index) rangeOf(s syntax.Span) Range { return Range{x.pos(s.Begin), x.pos(s.End)} }

// each visits the expressions of all definitions in the file.
func (x *Index) each(visit func(syntax.Node) bool) {
	var decls func([]syntax.Decl)
	module := func(m syntax.ModExp) {
		for {
			switch b := m.(type) {
			case *syntax.ModAscript:
				m = b.Module
				continue
			case *syntax.ModStruct:
				decls(b.Decls)
			}
			return
		}
	}
	decls = func(ds []syntax.Decl) {
		for _, d := range ds {
			switch d := d.(type) {
			case *syntax.ValDecl:
				for _, p := range d.Params {
					syntax.Inspect(p, visit)
				}
				syntax.Inspect(d.Body, visit)
			case *syntax.LocalDecl:
				decls([]syntax.Decl{d.Decl})
			case *syntax.ModDecl:
				module(d.Body)
			case *syntax.OpenDecl:
				module(d.Module)
			}
		}
	}
	decls(x.file.Decls)
}

// TypeAt is the smallest expression around a place, and its type.
func (x *Index) TypeAt(line, col int) (typ string, at Range, ok bool) {
	if x.info == nil {
		return "", at, false
	}
	p := syntax.Place{Line: int32(line), Col: int32(col)}
	x.each(func(n syntax.Node) bool {
		s := n.Span()
		if s == (syntax.Span{}) || before(p, s.Begin) || before(s.End, p) {
			return s == (syntax.Span{})
		}
		if e, isExp := n.(syntax.Exp); isExp && x.info.Types[e] != nil {
			typ, at, ok = types.Strip(x.info.Types[e]).String(), x.rangeOf(s), true
		}
		return true
	})
	return typ, at, ok
}

// Call is an application around a place.
type Call struct {
	Function string
	Type     string // the function's signature
	Params   []string
	Active   int // which argument the place is in, from 0
	Doc      string
}

// CallAt is the innermost application of a named function around a place, or right before it.
func (x *Index) CallAt(line, col int) (call Call, ok bool) {
	p := syntax.Place{Line: int32(line), Col: int32(col)}
	around := func(s syntax.Span) bool {
		if s == (syntax.Span{}) || before(p, s.Begin) {
			return false
		}
		if !before(s.End, p) {
			return true
		}
		if s.End.Line != p.Line {
			return false
		}
		text := x.lines[p.Line-1]
		return int(p.Col)-1 <= len(text) && strings.TrimSpace(text[s.End.Col-1:p.Col-1]) == ""
	}
	take := func(f *syntax.Var, args []syntax.Exp) {
		active := 0
		for _, a := range args {
			if before(a.Span().End, p) {
				active++
			}
		}
		if c, known := x.call(f, active); known {
			call, ok = c, true
		}
	}
	x.each(func(n syntax.Node) bool {
		if !around(n.Span()) {
			return n.Span() == (syntax.Span{})
		}
		switch n := n.(type) {
		case *syntax.Apply:
			if f, isVar := n.Fun.(*syntax.Var); isVar && before(f.Span().End, p) {
				take(f, n.Args)
			}
		case *syntax.Var:
			if before(n.Span().End, p) {
				take(n, nil)
			}
		}
		return true
	})
	return call, ok
}

// call describes a function, if it has that many parameters.
func (x *Index) call(f *syntax.Var, active int) (Call, bool) {
	if x.names == nil || x.info == nil {
		return Call{}, false
	}
	use := x.info.Uses[f]
	if use == nil || use.Binding.Type == nil {
		return Call{}, false
	}
	c := Call{Function: f.Name, Type: types.Signature(use.Binding), Active: active}
	if pos, _ := target(x.names.Uses[f]); pos.IsValid() {
		c.Doc = x.docs[pos]
	}
	t := types.Find(use.Binding.Type)
	for {
		fn, isFunc := t.(*types.Func)
		if !isFunc {
			break
		}
		param := fn.From.String()
		switch {
		case fn.Param != nil:
			param = "(" + fn.Param.Name + ": " + param + ")"
		case types.IsFunc(fn.From):
			param = "(" + param + ")"
		}
		c.Params = append(c.Params, param)
		t = types.Find(fn.Result)
	}
	return c, active < len(c.Params)
}

// Hint is a type that the program does not write.
type Hint struct {
	At   source.Pos
	Text string
}

// Hints are the types, with their sizes, of the arrays that let and loop bind without writing
// a type.
func (x *Index) Hints() (out []Hint) {
	if x.info == nil {
		return nil
	}
	var pattern func(p syntax.Pat)
	pattern = func(p syntax.Pat) {
		switch p := p.(type) {
		case *syntax.NamePat:
			b := x.info.Names[p]
			if b == nil || b.Type == nil || p.Span() == (syntax.Span{}) || !hasArray(b.Type) {
				return
			}
			out = append(out, Hint{x.pos(p.Span().End), ": " + types.Strip(b.Type).String()})
		case *syntax.TuplePat:
			for _, e := range p.Elems {
				pattern(e)
			}
		case *syntax.RecordPat:
			for _, f := range p.Fields {
				pattern(f.Pat)
			}
		}
	}
	x.each(func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Let:
			if u, ok := n.Exp.(*syntax.Update); !ok || u.Exp.Span() != (syntax.Span{}) { // not let a[i] = v
				pattern(n.Pat)
			}
		case *syntax.Loop:
			pattern(n.Pat)
		}
		return true
	})
	return out
}

// hasArray reports whether t is data with an array in it.
func hasArray(t types.Type) bool {
	switch t := types.Find(types.Strip(t)).(type) {
	case *types.Array:
		return true
	case *types.Record:
		for _, f := range t.Fields {
			if hasArray(f.Type) {
				return true
			}
		}
	}
	return false
}
