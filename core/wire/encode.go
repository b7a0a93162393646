package wire

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/core/wire/irpb"
	"github.com/lamina-lang/lamina/core/wire/wirefmt"
)

// encoder builds a message; names and files enter its tables at first use.
type encoder struct {
	out   *irpb.Program
	names map[name.Name]uint32
	files map[string]uint32

	new   irpb.Slabs // memory for the parts of out, except on level imp
	texts []byte     // room for texts
}

func newEncoder(last int) *encoder {
	return &encoder{
		out: &irpb.Program{
			Version: Oldest, LastName: int64(last), Complete: true,
			Names: []*irpb.Name{{}}, Files: [][]byte{{}},
		},
		names: map[name.Name]uint32{{}: 0},
		files: map[string]uint32{"": 0},
	}
}

// needs records that the program requires at least that version of a reader.
func (e *encoder) needs(version uint32) { e.out.Version = max(e.out.Version, version) }

func (e *encoder) name(n name.Name) uint32 {
	if i, ok := e.names[n]; ok {
		return i
	}
	i := uint32(len(e.out.Names))
	e.names[n] = i
	e.out.Names = append(e.out.Names, e.new.Name.Put(irpb.Name{Base: e.text(n.Base), Id: int64(n.ID)}))
	return i
}

func (e *encoder) nameList(ns []name.Name) []uint32 { return each(ns, e.name) }

func (e *encoder) pos(p source.Pos) *irpb.Position {
	if p == (source.Pos{}) {
		return nil
	}
	i, ok := e.files[p.File]
	if !ok {
		i = uint32(len(e.out.Files))
		e.files[p.File] = i
		e.out.Files = append(e.out.Files, []byte(p.File))
	}
	return e.new.Position.Put(irpb.Position{File: i, Line: uint32(p.Line), Column: uint32(p.Col)})
}

// positions keeps unknown positions: the length of a list is part of the program.
func (e *encoder) positions(ps []source.Pos) []*irpb.Position {
	return list(&e.new.Position, ps, func(p source.Pos) *irpb.Position {
		if out := e.pos(p); out != nil {
			return out
		}
		return e.new.Position.New()
	})
}

func (e *encoder) elem(t scalar.Type) irpb.ScalarType { return irpb.ScalarType(t) }

func (e *encoder) atom(a ir.Atom) *irpb.Atom {
	if a.IsVar() {
		return e.new.Atom.Put(irpb.Atom{Var: e.name(a.Name)})
	}
	return e.new.Atom.Put(irpb.Atom{Type: e.elem(a.Const.Type), Bits: a.Const.Bits})
}

func (e *encoder) atoms(as []ir.Atom) []*irpb.Atom { return list(&e.new.Atom, as, e.atom) }

func (e *encoder) typ(t ir.Type) *irpb.Type {
	return e.new.Type.Put(irpb.Type{Elem: e.elem(t.Elem), Dims: e.atoms(t.Dims), Space: e.text(string(t.Space))})
}

func (e *encoder) poly(p sym.Poly) *irpb.Poly {
	return e.new.Poly.Put(irpb.Poly{
		Terms: list(&e.new.Term, p.Terms(), func(t sym.Term) *irpb.Term {
			return e.new.Term.Put(irpb.Term{Coef: t.Coef, Vars: e.nameList(t.Vars)})
		}),
		Wrapped: !p.Exact(),
	})
}

func (e *encoder) loc(l *ir.Loc) *irpb.Location {
	if l == nil {
		return nil
	}
	return e.new.Location.Put(irpb.Location{Block: e.name(l.Block), Index: e.new.Lmad.Put(irpb.Lmad{
		Offset: e.poly(l.Index.Offset),
		Dims: list(&e.new.LmadDim, l.Index.Dims, func(d lmad.Dim) *irpb.LmadDim {
			return e.new.LmadDim.Put(irpb.LmadDim{Size: e.poly(d.Size), Stride: e.poly(d.Stride)})
		}),
	})})
}

func (e *encoder) binder(p ir.Param) *irpb.Binder {
	return e.new.Binder.Put(irpb.Binder{Name: e.name(p.Name), Type: e.typ(p.Type), At: e.loc(p.At), Unique: p.Unique})
}

func (e *encoder) binders(ps []ir.Param) []*irpb.Binder { return list(&e.new.Binder, ps, e.binder) }

func (e *encoder) fun(f *ir.Fun) *irpb.Function {
	return e.new.Function.Put(irpb.Function{
		Name: e.text(f.Name), Entry: e.entry(f.Entry),
		Params: e.binders(f.Params), Results: e.binders(f.Results),
		Body: e.body(f.Body), Position: e.pos(f.Pos),
	})
}

func (e *encoder) entry(x *ir.Entry) *irpb.Entry {
	if x == nil {
		return nil
	}
	external := func(x ir.External) *irpb.External {
		return e.new.External.Put(irpb.External{Name: e.text(x.Name), Type: e.text(x.Type)})
	}
	return e.new.Entry.Put(irpb.Entry{Implicit: int64(x.Implicit), Params: list(&e.new.External, x.Params, external), Results: list(&e.new.External, x.Results, external)})
}

func (e *encoder) body(b *ir.Body) *irpb.Body {
	if b == nil {
		return nil
	}
	return e.new.Body.Put(irpb.Body{Statements: list(&e.new.Statement, b.Stms, e.stm), Result: e.atoms(b.Result)})
}

func (e *encoder) stm(s *ir.Stm) *irpb.Statement {
	op := e.new.Operation.Put(irpb.Operation{Name: s.Exp.Op()})
	foreign, all := s.Exp.(*ir.Foreign)
	s.Exp.Visit(&partEncoder{e, op, all})
	if all { // Visit does not tell all labels
		for i, p := range foreign.Parts {
			op.Parts[i].Label = p.Label()
		}
	}
	return e.new.Statement.Put(irpb.Statement{
		Pattern: e.binders(s.Pat), Operation: op, Position: e.pos(s.Pos),
		Attributes: list(&e.new.Attribute, s.Attrs, func(a ir.Attr) *irpb.Attribute {
			return e.new.Attribute.Put(irpb.Attribute{Name: e.text(a.Name), Value: e.text(a.Value)})
		}),
	})
}

func (e *encoder) lambda(l *ir.Lambda) *irpb.Lambda {
	if l == nil {
		return nil
	}
	return e.new.Lambda.Put(irpb.Lambda{Params: e.binders(l.Params), Body: e.body(l.Body), Results: list(&e.new.Type, l.Results, e.typ)})
}

// text returns s in memory shared by many texts.
func (e *encoder) text(s string) []byte {
	if len(s) > cap(e.texts)-len(e.texts) {
		e.texts = make([]byte, 0, max(4096, len(s)))
	}
	at := len(e.texts)
	e.texts = append(e.texts, s...)
	return e.texts[at:len(e.texts):len(e.texts)]
}

// list maps f over as, in a slab; nil for an empty list.
func list[A, B any](slab *wirefmt.Slab[B], as []A, f func(A) *B) []*B {
	if len(as) == 0 {
		return nil
	}
	out := slab.List(len(as))
	for _, a := range as {
		out = append(out, f(a))
	}
	return out
}

// each maps f over as; nil for an empty list.
func each[A, B any](as []A, f func(A) B) []B {
	if len(as) == 0 {
		return nil
	}
	out := make([]B, len(as))
	for i, a := range as {
		out[i] = f(a)
	}
	return out
}
