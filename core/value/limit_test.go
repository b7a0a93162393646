package value

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lamina-lang/lamina/core/scalar"
)

// endless repeats a text for ever.
type endless string

func (e endless) Read(b []byte) (int, error) {
	n := 0
	for n+len(e) <= len(b) {
		n += copy(b[n:], e)
	}
	if n == 0 {
		n = copy(b, e)
	}
	return n, nil
}

// bomb is n bytes, compressed: the first text, and then the second over and over.
func bomb(t *testing.T, size int64, first, then string) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, err := io.Copy(z, io.MultiReader(strings.NewReader(first), io.LimitReader(endless(then), size)))
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// binaryHeader is that of a binary array.
func binaryHeader(elem string, shape ...uint64) string {
	b := append([]byte("b\x02"), byte(len(shape)))
	b = append(b, elem...)
	for _, n := range shape {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	return string(b)
}

// TestInputBombs reads inputs that are small and become large: they end with an error, and
// memory is never taken for more than the limit says.
func TestInputBombs(t *testing.T) {
	const size, limit = 16 << 20, 4 << 20
	npy := func(shape string) string {
		return string(npyFile("{'descr': '<i8', 'fortran_order': False, 'shape': " + shape + "}"))
	}
	for name, c := range map[string]struct {
		first, then string
		most        []int64
		want        string
	}{
		"zero bytes":      {"", "\x00", nil, "in:1:1: unexpected '\\x00'"},
		"garbage":         {"[1, 2]", "]", nil, "in:1:7: unexpected ']'"},
		"spaces":          {"", " ", nil, "in: more than 4194304 bytes of values"},
		"lines":           {"[1", "\n", nil, "in: more than 4194304 bytes of values"},
		"a comment":       {"-- ", "x", nil, "in: more than 4194304 bytes of values"},
		"digits":          {"", "1", nil, "in:1:1: "},
		"a string":        {"\"", "x", nil, "in: more than 4194304 bytes of values"},
		"elements":        {"[0", ",0", nil, "in: more than 4194304 bytes of values"},
		"rows":            {"[[]", ",[]", nil, "in: more than 4194304 bytes of values"},
		"brackets":        {"", "[", nil, "in:1:256: more than 255 dimensions"},
		"scalars":         {"0", " 0", nil, "more than 1001 values where 1 are expected"},
		"declared, text":  {"[0", ",0", []int64{24}, "a value of more than 1048600 bytes where one of 24 is expected"},
		"declared":        {binaryHeader(" i64", 10<<20), "\x00", []int64{24}, "a value of more than 1048600 bytes where one of 24 is expected"},
		"binary":          {binaryHeader(" i64", 3<<20), "\x00", nil, "in: more than 4194304 bytes of values"},
		"binary, beyond":  {binaryHeader(" i64", 1<<40), "\x00", nil, "in: more than 4194304 bytes of values"},
		"binary, claimed": {binaryHeader("  i8", 3<<20), "", nil, ": needs 3145728 bytes, but 0 are left"},
		"npy":             {npy("(3145728,)"), "\x00", nil, "in: more than 4194304 bytes of values"},
		"npy, header":     {npyMagic + "\x02\x00\xff\xff\xff\x7f", " ", nil, "in: byte 12: the .npy header: has 2147483647 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			n := int64(size)
			if c.then == "" {
				n, c.then = 0, "\x00"
			}
			z := bomb(t, n, c.first, c.then)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			r, err := NewReader(bytes.NewReader(z), "in")
			if err != nil {
				t.Fatal(err)
			}
			r.Limit(limit)
			r.Expect(c.most)
			_, err = r.AllAs([]scalar.Type{scalar.I64})
			runtime.ReadMemStats(&after)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %.300v, want %q", err, c.want)
			} else if len(err.Error()) > 1000 {
				t.Errorf("the message has %d bytes", len(err.Error()))
			}
			// A buffer that grows is allocated several times over.
			if took := after.TotalAlloc - before.TotalAlloc; took > 20*limit {
				t.Errorf("%d bytes were allocated, the limit is %d", took, limit)
			}
		})
	}
}

// Values are the same however the input comes in pieces.
func TestInputInPieces(t *testing.T) {
	const text = "-- a comment\n[[1i32, -2i32],\n [3i32, 4i32]] -- - \n \"a\\\"b\\\\\" \"π\" empty([0][3]f32) 1.5e3f32 true"
	want, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []Format{Text, Binary, Npy} {
		var b bytes.Buffer
		if err := Write(&b, format, want...); err != nil {
			t.Fatal(err)
		}
		if format == Text {
			b.Reset()
			b.WriteString(text)
		}
		for name, r := range map[string]io.Reader{
			"bytes":     iotest.OneByteReader(bytes.NewReader(b.Bytes())),
			"halves":    iotest.HalfReader(bytes.NewReader(b.Bytes())),
			"the error": iotest.DataErrReader(bytes.NewReader(b.Bytes())),
		} {
			got, err := Read(r, "in")
			if err != nil || len(got) != len(want) {
				t.Errorf("format %v by %s: %v, %v", format, name, got, err)
				continue
			}
			for i := range got {
				if !Equal(got[i], want[i]) {
					t.Errorf("format %v by %s: value %d is %v, want %v", format, name, i, got[i], want[i])
				}
			}
		}
	}
	// Places are those of the whole, too.
	for text, want := range map[string]string{
		"1\n\n [2,\n  x]":            `in:4:3: `,
		"[[1, 2],\n [3]\n]":          `in:2:2: a row of 1 elements`,
		"\n [1,\n 2":                 `in:2:2: this array does not end`,
		"\n [1,\n \"a\n":             `in:3:2: this string does not end`,
		" b\x02\x01 i32\x02\x00\x00": `in: byte 8: the 1 dimensions`,
	} {
		_, err := Read(iotest.OneByteReader(strings.NewReader(text)), "in")
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	broken := errors.New("broken")
	_, err = Read(io.MultiReader(strings.NewReader("[1, 2"), iotest.ErrReader(broken)), "in")
	if !errors.Is(err, broken) {
		t.Errorf("input that breaks off: %v", err)
	}
}
