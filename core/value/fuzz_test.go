package value

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// FuzzRead feeds arbitrary bytes to the reader: it must return values that are
// well-formed and survive being written and read, or one *SyntaxError.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"", "[[1, 2], [3, 4]] -- x\n true", "empty([0][3]f16)", `["a\n", "bc"]`, "-f32.inf 0x1.8p3 1_0u8 1e-400f32",
		"b\x02\x01 i32\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00",
		"\x1f\x8b\x08\x00", "[[],[1]]", "[1,", "b\x02\xff f64",
	} {
		f.Add([]byte(seed))
	}
	files, err := filepath.Glob("testdata/npy/*.npy")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		values, err := Read(bytes.NewReader(data), "in")
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) && !bytes.HasPrefix(data, []byte("\x1f\x8b")) {
				t.Fatalf("an error without a position: %v", err)
			}
			return
		}
		for _, v := range values {
			if size, err := Size(v.Elem, v.Shape); err != nil || size != int64(len(v.Data)) {
				t.Fatalf("%s with %d bytes (%v)", v.Type(), len(v.Data), err)
			}
			for _, format := range []Format{Text, Binary, Npy} {
				checkRoundTrip(t, format, v)
			}
		}
	})
}

func checkRoundTrip(t *testing.T, format Format, v Value) {
	var b bytes.Buffer
	if err := Write(&b, format, v); err != nil {
		t.Fatal(err)
	}
	back, err := Read(&b, "back")
	if err != nil || len(back) != 1 || !Equal(back[0], v) {
		t.Fatalf("%s %s as %s is read as %v (%v)", v.Type(), v, format, back, err)
	}
}

// FuzzGzip feeds arbitrary bytes to the reader as what a compressed file holds, and as the
// compressed file: what is in the one must be as it is without compression, and neither may
// take more than the limit.
func FuzzGzip(f *testing.F) {
	for _, seed := range []string{"", "[1, 2] true", "b\x02\x01 i32\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00", "\x1f\x8b\x08\x00\x00\x00\x00\x00"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.HasPrefix(data, []byte("\x1f\x8b")) {
			r, err := NewReader(bytes.NewReader(data), "in")
			if err == nil {
				r.Limit(1 << 20)
				_, _ = r.All()
			}
			return
		}
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		if _, err := w.Write(data); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		want, wantErr := Read(bytes.NewReader(data), "in")
		got, err := Read(&z, "in")
		if fmt.Sprint(wantErr) != fmt.Sprint(err) || len(got) != len(want) {
			t.Fatalf("compressed: %v, %v; else %v, %v", got, err, want, wantErr)
		}
		for i := range got {
			if !Equal(got[i], want[i]) {
				t.Fatalf("compressed: value %d is %v, else %v", i, got[i], want[i])
			}
		}
	})
}

// FuzzNpy feeds arbitrary headers and elements of .npy to the reader.
func FuzzNpy(f *testing.F) {
	f.Add("{'descr': '<i4', 'fortran_order': False, 'shape': (2, 1), }", []byte("\x01\x00\x00\x00\x02\x00\x00\x00"))
	f.Add("{'descr': '>f8', 'fortran_order': True, 'shape': (), }", []byte("\x01\x00\x00\x00\x02\x00\x00\x00"))
	f.Add("{'descr': '|b1', 'fortran_order': True, 'shape': (0, 9223372036854775807), }", []byte{})
	f.Fuzz(func(t *testing.T, header string, data []byte) {
		if len(header) > 1<<15 {
			t.Skip()
		}
		values, err := Read(bytes.NewReader(npyFile(header, data...)), "in")
		if err != nil {
			return
		}
		for _, v := range values {
			if size, err := Size(v.Elem, v.Shape); err != nil || size != int64(len(v.Data)) {
				t.Fatalf("%s with %d bytes (%v)", v.Type(), len(v.Data), err)
			}
		}
		checkRoundTrip(t, Npy, values[0])
	})
}
