package wire_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/imp/imptest"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ir/irtest"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/core/wire"
	"github.com/lamina-lang/lamina/core/wire/irpb"
)

// same compares programs to the last bit: supplies by what they give out next,
// polynomials by their exactness too.
var same = cmp.Options{
	cmp.Comparer(func(a, b *name.Supply) bool { return a.Last() == b.Last() }),
	cmp.Comparer(func(a, b sym.Poly) bool { return a.Equal(b) && a.Exact() == b.Exact() }),
}

type fataler interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// again is p encoded and decoded.
func again(t fataler, p *ir.Program) *ir.Program {
	t.Helper()
	b, err := wire.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	q, _, err := wire.Unmarshal(b)
	if err != nil {
		t.Fatalf("%v\n%v", err, p)
	}
	return q
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := irtest.Program(t)
		if d := cmp.Diff(p, again(t, p), same); d != "" {
			t.Fatalf("decoding what was encoded differs (-program +decoded):\n%s", d)
		}
	})
}

func TestRoundTripOfImp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := imptest.Program(t)
		b, err := wire.MarshalImp(p)
		if err != nil {
			t.Fatal(err)
		}
		_, q, err := wire.Unmarshal(b)
		if err != nil {
			t.Fatalf("%v\n%v", err, p)
		}
		if d := cmp.Diff(p, q, same); d != "" {
			t.Fatalf("decoding what was encoded differs (-program +decoded):\n%s", d)
		}
	})
}

// A program has one encoding.
func TestEncodingIsAFunction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := irtest.Program(t)
		one, err := wire.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		two, err := wire.Marshal(p.Clone())
		if err != nil {
			t.Fatal(err)
		}
		if string(one) != string(two) {
			t.Fatalf("two encodings of\n%v", p)
		}
	})
}

func sum(x ir.Atom) *ir.Program {
	names := name.NewSupply(0)
	in := ir.Param{Name: names.Fresh("x"), Type: ir.I64}
	b := ir.NewBuilder(names)
	b.Pos = source.Pos{File: "sum.fut", Line: 3, Col: 7}
	y := b.Prim("y", scalar.Add, scalar.I64, ir.Var(in.Name), x)
	return &ir.Program{Level: ir.Soac, Names: names, Funs: []*ir.Fun{{
		Name: "f", Params: []ir.Param{in}, Results: []ir.Param{{Name: names.Fresh("r"), Type: ir.I64}}, Body: b.Body(y),
	}}}
}

// change decodes the message of a program, changes it and encodes it again.
func change(t *testing.T, p *ir.Program, f func(*irpb.Program)) []byte {
	b, err := wire.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	m := new(irpb.Program)
	if err := m.Unmarshal(b); err != nil {
		t.Fatal(err)
	}
	f(m)
	return m.Marshal()
}

func firstStatement(m *irpb.Program) *irpb.Statement { return m.Functions[0].Body.Statements[0] }

func TestUnknownOperationsAndPartsSurvive(t *testing.T) {
	for name, alter := range map[string]func(*irpb.Operation){
		"an operation": func(o *irpb.Operation) { o.Name = "acme.blend" },
		"an operator":  func(o *irpb.Operation) { o.Parts[0].Value = &irpb.Part_Symbol{Symbol: []byte("quux")} },
		"another part": func(o *irpb.Operation) { o.Parts = append(o.Parts, o.Parts[2]) },
		"a part less":  func(o *irpb.Operation) { o.Parts = o.Parts[:2] },
		"a label":      func(o *irpb.Operation) { o.Parts[1].Label = "at" },
		"a false flag": func(o *irpb.Operation) {
			o.Parts = append(o.Parts, &irpb.Part{Label: "fast", Value: &irpb.Part_Flag{}})
		},
		"a memory part": func(o *irpb.Operation) { o.Parts = append(o.Parts, &irpb.Part{Label: "in", Value: &irpb.Part_Space{}}) },
	} {
		t.Run(name, func(t *testing.T) {
			before := change(t, sum(ir.Size(1)), func(m *irpb.Program) { alter(firstStatement(m).Operation) })
			p, _, err := wire.Unmarshal(before)
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := p.Funs[0].Body.Stms[0].Exp.(*ir.Foreign); !ok {
				t.Errorf("it was taken for %T", p.Funs[0].Body.Stms[0].Exp)
			}
			after, err := wire.Marshal(p.Clone())
			if err != nil {
				t.Fatal(err)
			}
			if string(before) != string(after) {
				t.Errorf("it does not leave as it came:\n%v", p)
			}
		})
	}
}

// A statement that only a plugin knows leaves as it came, and is no part of a
// correct program.
func TestUnknownStatementsSurvive(t *testing.T) {
	before, err := os.ReadFile("testdata/v1/foreign-imp.pb")
	if err != nil {
		t.Fatal(err)
	}
	_, p, err := wire.Unmarshal(before)
	if err != nil {
		t.Fatal(err)
	}
	u := &pass.Unit{Imp: p}
	if got := u.Foreign(); got != "acme.blend" {
		t.Errorf("the statement is called %q", got)
	}
	if err := u.Check(); err == nil || !strings.Contains(err.Error(), "acme.blend is not known to this version") {
		t.Errorf("checked: %v", err)
	}
	after, err := wire.MarshalImp(u.Clone().Imp)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, after) {
		t.Errorf("it does not leave as it came:\n%s", p)
	}
}

// What no build knows keeps its variables up to date.
func TestNamesInUnknownOperationsAreFollowed(t *testing.T) {
	b := change(t, sum(ir.Size(1)), func(m *irpb.Program) { firstStatement(m).Operation.Name = "acme.blend" })
	p, _, err := wire.Unmarshal(b)
	if err != nil {
		t.Fatal(err)
	}
	f := ir.NewRenamer(p.Names).Fun(p.Funs[0])
	want := f.Params[0].Name.String()
	if got := f.Body.Stms[0].String(); !strings.Contains(got, "acme.blend") || !strings.Contains(got, want) || want == p.Funs[0].Params[0].Name.String() {
		t.Errorf("after %s was renamed to %s: %s", p.Funs[0].Params[0].Name, want, got)
	}
}

func TestAttributesSurvive(t *testing.T) {
	p := sum(ir.Size(1))
	p.Funs[0].Body.Stms[0].Attrs = []ir.Attr{{Name: "acme.cost", Value: "3"}}
	if d := cmp.Diff(p, again(t, p), same); d != "" {
		t.Error(d)
	}
}

func TestWrongPrograms(t *testing.T) {
	for want, alter := range map[string]func(*irpb.Program){
		"version 9 of the IR, and versions 1 to 8 are read here": func(m *irpb.Program) { m.Version = 9 },
		"its end is missing":                       func(m *irpb.Program) { m.Complete = false },
		"there is no level 7":                      func(m *irpb.Program) { m.Level = 7 },
		"functions of level imp":                   func(m *irpb.Program) { m.ImpFunctions = []*irpb.ImpFunction{{}} },
		"the supply of names stands at -1":         func(m *irpb.Program) { m.LastName = -1 },
		"entry 1 in its table of names":            func(m *irpb.Program) { m.Names[1].Base = nil },
		"refers to name 99 of 4":                   func(m *irpb.Program) { m.Functions[0].Params[0].Name = 99 },
		"a variable is missing":                    func(m *irpb.Program) { m.Functions[0].Params[0].Name = 0 },
		"refers to file 8 of 2":                    func(m *irpb.Program) { firstStatement(m).Position.File = 8 },
		"there is no scalar type 77":               func(m *irpb.Program) { m.Functions[0].Params[0].Type.Elem = 77 },
		"a body is missing":                        func(m *irpb.Program) { m.Functions[0].Body = nil },
		"an operation has no name":                 func(m *irpb.Program) { firstStatement(m).Operation = nil },
		"an operand is missing":                    func(m *irpb.Program) { m.Functions[0].Body.Result[0] = nil },
		"a constant of type i8 has the bits 0x100": func(m *irpb.Program) { m.Functions[0].Body.Result[0] = &irpb.Atom{Type: 1, Bits: 256} },
		"of a kind that version 8 of the IR does not have": func(m *irpb.Program) {
			firstStatement(m).Operation = &irpb.Operation{Name: "x", Parts: []*irpb.Part{{}}}
		},
	} {
		_, _, err := wire.Unmarshal(change(t, sum(ir.Size(1)), alter))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want one with %q", err, want)
		}
	}
}

// Polynomials that others wrote in another order are the same ones here.
func TestPolynomialsBecomeCanonical(t *testing.T) {
	x := name.Name{Base: "x", ID: 1}
	terms := []sym.Term{{Coef: 3}, {Coef: 2, Vars: []name.Name{x}}, {Coef: -2, Vars: []name.Name{x}}, {Coef: 4}}
	if got := sym.FromTerms(terms, true); !got.Equal(sym.Const(7)) {
		t.Errorf("3 + 2x - 2x + 4 is %v", got)
	}
}

// FuzzUnmarshal looks for bytes on which decoding panics, and for programs that
// differ when they come again.
func FuzzUnmarshal(f *testing.F) {
	for i := range 20 {
		p := rapid.Custom(func(t *rapid.T) *ir.Program { return irtest.Program(t) }).Example(i)
		q := rapid.Custom(func(t *rapid.T) *imp.Program { return imptest.Program(t) }).Example(i)
		b, err := wire.Marshal(p)
		if err != nil {
			f.Fatal(err)
		}
		c, err := wire.MarshalImp(q)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		f.Add(c)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, q, err := wire.Unmarshal(b)
		if err != nil {
			return
		}
		one := bytesOf(t, p, q)
		p, q, err = wire.Unmarshal(one)
		if err != nil {
			t.Fatalf("what was decoded does not come again: %v", err)
		}
		if two := bytesOf(t, p, q); !bytes.Equal(one, two) {
			t.Errorf("what was decoded differs when it is encoded and decoded:\n%x\n%x", one, two)
		}
	})
}

// bytesOf is the encoding of the program that is there. Fuzzing compares encodings, for go-cmp takes
// twice as long for each level by which lists are nested, and bytes nest them deeply.
func bytesOf(t fataler, p *ir.Program, q *imp.Program) []byte {
	t.Helper()
	marshal := func() ([]byte, error) { return wire.Marshal(p) }
	if q != nil {
		marshal = func() ([]byte, error) { return wire.MarshalImp(q) }
	}
	b, err := marshal()
	if err != nil {
		t.Fatal(err)
	}
	return b
}
