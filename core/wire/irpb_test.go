package wire_test

import (
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/lamina-lang/lamina/core/wire/irpb"
)

// typeOf is a lamina.ir.v1.Type whose dimensions are the given constants. An element
// type, or a field that is not known, stands before each n-th of them.
func typeOf(apart int, sizes []uint64) []byte {
	var b []byte
	for i, size := range sizes {
		if i%apart == 0 {
			b = protowire.AppendVarint(protowire.AppendTag(b, 1, protowire.VarintType), 4)
			b = protowire.AppendString(protowire.AppendTag(b, 99, protowire.BytesType), "later")
		}
		atom := protowire.AppendVarint(protowire.AppendTag(nil, 3, protowire.VarintType), size)
		b = protowire.AppendBytes(protowire.AppendTag(b, 2, protowire.BytesType), atom)
	}
	return b
}

// The records of a list may stand anywhere. (Were room made for them one by one, this
// would take minutes.)
func TestListsWhoseRecordsStandApart(t *testing.T) {
	sizes := make([]uint64, 200_000)
	for i := range sizes {
		sizes[i] = uint64(i)
	}
	for _, apart := range []int{1, 2, 7, len(sizes)} {
		m := new(irpb.Type)
		if err := m.Unmarshal(typeOf(apart, sizes)); err != nil {
			t.Fatal(err)
		}
		var got []uint64
		for _, d := range m.Dims {
			got = append(got, d.Bits)
		}
		if !slices.Equal(got, sizes) {
			t.Errorf("with %d together: %d dimensions, or others", apart, len(got))
		}
	}
}

// A list of numbers may be packed, in several records, or not.
func TestListsOfNumbers(t *testing.T) {
	var b []byte
	for i := range uint64(5) {
		b = protowire.AppendVarint(protowire.AppendTag(b, 2, protowire.VarintType), 100*i)
	}
	b = protowire.AppendBytes(protowire.AppendTag(b, 2, protowire.BytesType), protowire.AppendVarint(protowire.AppendVarint(nil, 500), 600))
	m := new(irpb.Term)
	if err := m.Unmarshal(b); err != nil {
		t.Fatal(err)
	}
	if want := []uint32{0, 100, 200, 300, 400, 500, 600}; !slices.Equal(m.Vars, want) {
		t.Errorf("got %v, want %v", m.Vars, want)
	}
	cut := protowire.AppendBytes(protowire.AppendTag(nil, 2, protowire.BytesType), []byte{0x80, 0x80})
	if err := new(irpb.Term).Unmarshal(cut); err == nil {
		t.Error("a number without an end is taken for one")
	}
}
