package weigh

import (
	"errors"
	"strings"
	"testing"
)

const magic = "\x00asm\x01\x00\x00\x00"

// Bound gives a table without a maximum its minimum as one. The rest of the section, and all other
// sections, are unchanged.
func TestTablesGetAMaximum(t *testing.T) {
	const before, after = magic + "\x00\x05\x04name", "\x06\x01\x00"
	in := before + "\x04\x0c\x03" + "\x70\x00\x05" + "\x6f\x01\x01\x80\x01" + "\x70\x00\x07" + after
	want := before + "\x04\x0e\x03" + "\x70\x01\x05\x05" + "\x6f\x01\x01\x80\x01" + "\x70\x01\x07\x07" + after
	if _, err := Weigh([]byte(in)); !errors.Is(err, ErrUnbounded) {
		t.Errorf("before: %v, want %v", err, ErrUnbounded)
	}
	got, n, err := Bound([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want || n != 2 {
		t.Errorf("got  %q, %d tables bounded\nwant %q, 2", got, n, want)
	}
	m, err := Weigh(got)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(want, "\x00\x05\x04name", "", 1); string(m.Code) != want {
		t.Errorf("got  %q\nwant %q", m.Code, want)
	}
	if want := int64(3*perTable + (5+128+7)*perEntry + len(m.Code)); m.Held != want {
		t.Errorf("it weighs %d, want %d", m.Held, want)
	}
	if again, n, err := Bound(got); err != nil || n != 0 || string(again) != want {
		t.Errorf("a second time: %q, %d tables bounded, %v", again, n, err)
	}
}

// Modules import functions only. Whatever else one asks for is not there, and a table would have
// a maximum of its own.
func TestOnlyFunctionsAreImported(t *testing.T) {
	function := magic + "\x02\x07\x01" + "\x01m\x01f" + "\x00\x00"
	if _, err := Weigh([]byte(function)); err != nil {
		t.Error(err)
	}
	table := magic + "\x02\x09\x01" + "\x01m\x01t" + "\x01\x70\x00\x00"
	if _, err := Weigh([]byte(table)); err == nil || !strings.Contains(err.Error(), `it imports "t", which is no function`) {
		t.Errorf("an imported table: %v", err)
	}
}

// Bytes that are not a module give an error or are left to the runtime, but never cause a
// panic.
func FuzzWeigh(f *testing.F) {
	for _, s := range []string{"", magic, magic + "\x04", magic + "\x04\x02\x01\x70", magic + "\x04\x04\x01\x70\x00\x05", magic + "\x0a\x04\x01\x02\x00\x0b", magic + "\x0a\x08\x01\x06\x01\xff\xff\xff\xff\x0f"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if bound, _, err := Bound(b); err == nil {
			if _, err := Weigh(bound); errors.Is(err, ErrUnbounded) {
				t.Error("it is bound and has an unbounded table")
			}
		}
		m, err := Weigh(b)
		if err == nil && (m.Held < 0 || m.Compiling < 0) {
			t.Errorf("it weighs %d and %d", m.Held, m.Compiling)
		}
	})
}
