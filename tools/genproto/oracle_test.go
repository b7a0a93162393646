package main

import (
	"bytes"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/imp/imptest"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ir/irtest"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/wire"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
)

// schema compiles one of the repository's schemas.
func schema(t *testing.T, i int) protoreflect.FileDescriptor {
	t.Helper()
	t.Chdir("../..")
	f, err := compile(t.Context(), schemas[i].folder, schemas[i].file)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

type fataler interface{ Fatalf(string, ...any) }

// official decodes b with protobuf's own runtime, which must know every field, and encodes
// it again.
func official(t fataler, m protoreflect.MessageDescriptor, b []byte) []byte {
	x := dynamicpb.NewMessage(m)
	if err := proto.Unmarshal(b, x); err != nil {
		t.Fatalf("protobuf does not read what was written: %v", err)
	}
	out, err := proto.MarshalOptions{Deterministic: true}.Marshal(x)
	if err != nil {
		t.Fatalf("protobuf cannot write it: %v", err)
	}
	return out
}

// The generated code encodes the same bytes as protobuf's own runtime, and decodes them.
func TestGeneratedCodeAgreesWithProtobuf(t *testing.T) {
	program := schema(t, 0).Messages().ByName("Program")
	rapid.Check(t, func(t *rapid.T) {
		b, err := wire.Marshal(irtest.Program(t))
		if err != nil {
			t.Fatal(err)
		}
		if got := official(t, program, b); !bytes.Equal(got, b) {
			t.Fatalf("protobuf writes the program otherwise:\n%x\n%x", b, got)
		}
		if b, err = wire.MarshalImp(imptest.Program(t)); err != nil {
			t.Fatal(err)
		}
		if got := official(t, program, b); !bytes.Equal(got, b) {
			t.Fatalf("protobuf writes the imp program otherwise:\n%x\n%x", b, got)
		}
	})
}

func TestGeneratedServiceMessagesAgreeWithProtobuf(t *testing.T) {
	m := &passpb.DescribeResponse{
		Name: "α", Version: "1", Protocol: 300, IrOldest: 1, IrNewest: 2, Complete: true,
		Passes: []*passpb.Pass{{
			Name: "p", Summary: "s", From: []string{"soac", ""}, To: "mem",
			Options: []*passpb.Option{
				{Name: "b", Default: &passpb.Option_Bool{}},
				{Name: "i", Default: &passpb.Option_Int{Int: -1}},
				{Name: "t", Default: &passpb.Option_Text{Text: "x"}, Choices: []string{"x", "y"}},
			},
			Constraints: []*passpb.Constraint{{Order: passpb.Order_NEEDS, Pass: "q", Reason: "r"}, {}},
		}},
	}
	b := m.Marshal()
	again := new(passpb.DescribeResponse)
	if err := again.Unmarshal(official(t, schema(t, 1).Messages().ByName("DescribeResponse"), b)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Marshal(), b) {
		t.Errorf("by way of protobuf it is another message:\n%x\n%x", b, again.Marshal())
	}
}

// The wire uses the compiler's own numbers for types and levels: they must equal the
// schema's.
func TestNumbersOnTheWire(t *testing.T) {
	f := schema(t, 0)
	name := func(enum protoreflect.Name, n int) string {
		v := f.Enums().ByName(enum).Values().ByNumber(protoreflect.EnumNumber(n))
		if v == nil {
			return "missing"
		}
		return strings.ToLower(string(v.Name()))
	}
	for _, s := range scalar.Types() {
		if got := name("ScalarType", int(s)); got != s.String() {
			t.Errorf("type %s is %s on the wire", s, got)
		}
	}
	for l := ir.Soac; l <= ir.Mem; l++ {
		if got := name("Level", int(l)); got != "level_"+l.String() {
			t.Errorf("level %s is %s on the wire", l, got)
		}
	}
	for p := ir.Threads; p <= ir.InGroup; p++ {
		if got := strings.ReplaceAll(name("Parallel", int(p)), "_", ""); got != p.String() {
			t.Errorf("parallelism %s is %s on the wire", p, got)
		}
	}
}
