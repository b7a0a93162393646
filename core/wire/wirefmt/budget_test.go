package wirefmt

import (
	"errors"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

// A list of numbers, and many fields, are charged before they are kept.
func TestBudget(t *testing.T) {
	numbers := protowire.AppendBytes(protowire.AppendTag(nil, 1, protowire.BytesType), make([]byte, 1000))
	for _, c := range []struct {
		most int64
		want error
	}{{0, nil}, {perMessage + perValue + 1000*perNumber, nil}, {perMessage + perValue + 999*perNumber, ErrBudget}} {
		r := NewReader(numbers, 0, &Budget{Most: c.most})
		for r.Next() {
			if b, n := r.Numbers(); r.Err() == nil && (len(b) != 1000 || n != 1000) {
				t.Errorf("%d bytes, %d numbers", len(b), n)
			}
		}
		if err := r.Err(); !errors.Is(err, c.want) {
			t.Errorf("within %d: %v, want %v", c.most, err, c.want)
		}
	}
	var fields []byte
	for range 10 {
		fields = protowire.AppendVarint(protowire.AppendTag(fields, 2, protowire.VarintType), 7)
	}
	r := NewReader(fields, 0, &Budget{Most: perMessage + 4*perValue})
	n := 0
	for r.Next() {
		r.Varint()
		n++
	}
	if n != 4 || !errors.Is(r.Err(), ErrBudget) {
		t.Errorf("%d fields of 10 are read, and 4 are paid: %v", n, r.Err())
	}
}
