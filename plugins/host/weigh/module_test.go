package weigh

import (
	"bytes"
	"testing"
)

const magic = "\x00asm\x01\x00\x00\x00"

// A table without a maximum gets its minimum as the maximum. The rest of the section, and
// all other sections except the custom ones, are unchanged.
func TestTablesGetAMaximum(t *testing.T) {
	in := magic + "\x00\x05\x04name" + "\x04\x0c\x03" + "\x70\x00\x05" + "\x6f\x01\x01\x80\x01" + "\x70\x00\x07" + "\x06\x01\x00"
	want := magic + "\x04\x0e\x03" + "\x70\x01\x05\x05" + "\x6f\x01\x01\x80\x01" + "\x70\x01\x07\x07" + "\x06\x01\x00"
	m, err := Weigh([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(m.Code, []byte(want)) {
		t.Errorf("got  %q\nwant %q", m.Code, want)
	}
	if want := int64(3*perTable + (5+128+7)*perEntry + len(want)); m.Held != want {
		t.Errorf("it weighs %d, want %d", m.Held, want)
	}
}

// Bytes that are not a module give an error or are left to the runtime, but never cause a
// panic.
func FuzzWeigh(f *testing.F) {
	for _, s := range []string{"", magic, magic + "\x04", magic + "\x04\x02\x01\x70", magic + "\x0a\x04\x01\x02\x00\x0b", magic + "\x0a\x08\x01\x06\x01\xff\xff\xff\xff\x0f"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := Weigh(b)
		if err == nil && (m.Held < 0 || m.Compiling < 0) {
			t.Errorf("it weighs %d and %d", m.Held, m.Compiling)
		}
	})
}
