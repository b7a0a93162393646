package wire

import (
	"fmt"
	"math"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/core/wire/irpb"
)

// decoder rebuilds a program. After an error it continues with a harmless substitute; the
// first error is reported. Generated getters treat a missing message as an empty one.
type decoder struct {
	names []name.Name
	files []string
	last  int
	err   error
}

func newDecoder(in *irpb.Program) *decoder {
	d := new(decoder)
	if in.LastName < 0 || in.LastName > math.MaxInt32*1024 {
		d.fail("the supply of names stands at %d", in.LastName)
	}
	d.last = int(in.LastName)
	d.names = make([]name.Name, 0, len(in.Names))
	bases := map[string]string{} // bases of names, which many share
	for i, n := range in.Names {
		if i > 0 && len(n.GetBase()) == 0 || n.GetId() < 0 || n.GetId() != int64(int(n.GetId())) {
			d.fail("entry %d in its table of names is %q, number %d", i, n.GetBase(), n.GetId())
		}
		base, known := bases[string(n.GetBase())]
		if !known {
			base = string(n.GetBase())
			bases[base] = base
		}
		d.names = append(d.names, name.Name{Base: base, ID: int(n.GetId())})
	}
	for _, f := range in.Files {
		d.files = append(d.files, string(f))
	}
	return d
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = &Error{fmt.Sprintf(format, args...)}
	}
}

func (d *decoder) failed() error { return d.err }

func (d *decoder) name(i uint32) name.Name {
	if i == 0 {
		return name.Name{}
	}
	if uint64(i) >= uint64(len(d.names)) {
		d.fail("it refers to name %d of %d", i, len(d.names))
		return name.Name{}
	}
	return d.names[i]
}

// bound decodes a required name.
func (d *decoder) bound(i uint32) name.Name {
	if i == 0 {
		d.fail("a variable is missing")
	}
	return d.name(i)
}

func (d *decoder) nameList(is []uint32) []name.Name { return each(is, d.bound) }

func (d *decoder) pos(p *irpb.Position) source.Pos {
	if p == nil {
		return source.Pos{}
	}
	out := source.Pos{Line: int(p.Line), Col: int(p.Column)}
	switch i := uint64(p.File); {
	case i == 0:
	case i >= uint64(len(d.files)):
		d.fail("it refers to file %d of %d", i, len(d.files))
	default:
		out.File = d.files[i]
	}
	return out
}

// int decodes a number, which must fit an int.
func (d *decoder) int(i int64) int {
	if int64(int(i)) != i {
		d.fail("the number %d is too large", i)
	}
	return int(i)
}

// elem decodes a scalar type, which must be valid.
func (d *decoder) elem(t irpb.ScalarType) scalar.Type {
	if t < 0 || t > math.MaxUint8 || !scalar.Type(t).IsValid() {
		d.fail("there is no scalar type %d", t)
		return scalar.I64
	}
	return scalar.Type(t)
}

func (d *decoder) constant(t irpb.ScalarType, bits uint64) scalar.Value {
	v := scalar.Value{Type: d.elem(t), Bits: bits}
	if n := v.Type.Bits(); n < 64 && bits>>n != 0 {
		d.fail("a constant of type %s has the bits %#x", v.Type, bits)
	}
	return v
}

// atom decodes an operand. One without variable and type is the zero Atom, which means
// that there is none, as for the bound of a loop without index.
func (d *decoder) atom(a *irpb.Atom) ir.Atom {
	switch {
	case a.GetVar() != 0:
		return ir.Var(d.name(a.Var))
	case a.GetType() == 0 && a.GetBits() == 0:
		return ir.Atom{}
	}
	return ir.Const(d.constant(a.Type, a.Bits))
}

// operand decodes a required atom.
func (d *decoder) operand(a *irpb.Atom) ir.Atom {
	out := d.atom(a)
	if out == (ir.Atom{}) {
		d.fail("an operand is missing")
	}
	return out
}

func (d *decoder) operands(as []*irpb.Atom) []ir.Atom { return each(as, d.operand) }

func (d *decoder) typ(t *irpb.Type) ir.Type {
	out := ir.Type{Dims: d.operands(t.GetDims()), Space: ir.Space(t.GetSpace())}
	if t.GetElem() != 0 {
		out.Elem = d.elem(t.Elem)
	} else if len(out.Dims) > 0 {
		d.fail("an array has no element type")
	}
	return out
}

func (d *decoder) poly(p *irpb.Poly) sym.Poly {
	if len(p.GetTerms()) > sym.MaxTerms {
		d.fail("a polynomial has %d terms, and %d are the most", len(p.Terms), sym.MaxTerms)
		return sym.Poly{}
	}
	for _, t := range p.GetTerms() {
		if len(t.GetVars()) > sym.MaxDegree {
			d.fail("a product has %d factors, and %d are the most", len(t.Vars), sym.MaxDegree)
			return sym.Poly{}
		}
	}
	return sym.FromTerms(each(p.GetTerms(), func(t *irpb.Term) sym.Term {
		return sym.Term{Coef: t.GetCoef(), Vars: d.nameList(t.GetVars())}
	}), !p.GetWrapped())
}

func (d *decoder) loc(l *irpb.Location) *ir.Loc {
	if l == nil {
		return nil
	}
	return &ir.Loc{Block: d.bound(l.Block), Index: lmad.LMAD{
		Offset: d.poly(l.GetIndex().GetOffset()),
		Dims: each(l.GetIndex().GetDims(), func(x *irpb.LmadDim) lmad.Dim {
			return lmad.Dim{Size: d.poly(x.GetSize()), Stride: d.poly(x.GetStride())}
		}),
	}}
}

func (d *decoder) binder(b *irpb.Binder) ir.Param {
	return ir.Param{Name: d.bound(b.GetName()), Type: d.typ(b.GetType()), At: d.loc(b.GetAt()), Unique: b.GetUnique()}
}

func (d *decoder) binders(bs []*irpb.Binder) []ir.Param { return each(bs, d.binder) }

func (d *decoder) program(in *irpb.Program) *ir.Program {
	if in.Level < irpb.Level_LEVEL_SOAC || in.Level > irpb.Level_LEVEL_MEM {
		d.fail("there is no level %d", in.Level)
		return nil
	}
	if len(in.ImpFunctions) > 0 {
		d.fail("it has functions of level imp, and is at level %s", ir.Level(in.Level))
	}
	return &ir.Program{Level: ir.Level(in.Level), Funs: each(in.Functions, d.fun), Names: name.NewSupply(d.last)}
}

func (d *decoder) fun(f *irpb.Function) *ir.Fun {
	return &ir.Fun{
		Name: string(f.GetName()), Entry: d.entry(f.GetEntry()),
		Params: d.binders(f.GetParams()), Results: d.binders(f.GetResults()),
		Body: d.body(f.GetBody()), Pos: d.pos(f.GetPosition()),
	}
}

func (d *decoder) entry(x *irpb.Entry) *ir.Entry {
	if x == nil {
		return nil
	}
	external := func(x *irpb.External) ir.External {
		return ir.External{Name: string(x.GetName()), Type: string(x.GetType())}
	}
	return &ir.Entry{Implicit: d.int(x.Implicit), Params: each(x.Params, external), Results: each(x.Results, external)}
}

// body decodes a required body.
func (d *decoder) body(b *irpb.Body) *ir.Body {
	if b == nil {
		d.fail("a body is missing")
	}
	return &ir.Body{Stms: each(b.GetStatements(), d.stm), Result: d.operands(b.GetResult())}
}

func (d *decoder) stm(s *irpb.Statement) *ir.Stm {
	return &ir.Stm{
		Pat: d.binders(s.GetPattern()), Exp: d.operation(s.GetOperation()), Pos: d.pos(s.GetPosition()),
		Attrs: each(s.GetAttributes(), func(a *irpb.Attribute) ir.Attr {
			return ir.Attr{Name: string(a.GetName()), Value: string(a.GetValue())}
		}),
	}
}

func (d *decoder) lambda(l *irpb.Lambda) *ir.Lambda {
	if l == nil {
		return nil
	}
	return &ir.Lambda{Params: d.binders(l.Params), Body: d.body(l.Body), Results: each(l.Results, d.typ)}
}
