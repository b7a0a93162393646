package value

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// The files of testdata/npy were written by NumPy 1.24.2.
func TestReadNpy(t *testing.T) {
	for _, c := range []struct {
		file, want string
		standard   bool // version 1, little-endian, C order: as we write
	}{
		{"i32", "[2][3]i32 [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]]", true},
		{"i32-fortran", "[2][3]i32 [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]]", false},
		{"f64-big-endian", "[2]f64 [1.5f64, -f64.inf]", false},
		{"f16", "[2]f16 [1.5f16, f16.nan]", true},
		{"bool-scalar", "bool true", true},
		{"u8", "[1]u8 [255u8]", true},
		{"f32-empty", "[0][3]f32 empty([0][3]f32)", true},
		{"i64-version2", "[1]i64 [7i64]", false},
		{"i16-version3", "[1]i16 [-7i16]", false},
		{"u16-fortran-3d", "[2][3][4]u16 [[[0u16, 1u16, 2u16, 3u16], [4u16, 5u16, 6u16, 7u16], [8u16, 9u16, 10u16, 11u16]], " +
			"[[12u16, 13u16, 14u16, 15u16], [16u16, 17u16, 18u16, 19u16], [20u16, 21u16, 22u16, 23u16]]]", false},
	} {
		data, err := os.ReadFile(filepath.Join("testdata/npy", c.file+".npy"))
		if err != nil {
			t.Fatal(err)
		}
		vs, err := Read(bytes.NewReader(data), c.file)
		if err != nil || len(vs) != 1 {
			t.Errorf("%s: %d values, error %v", c.file, len(vs), err)
			continue
		}
		if got := vs[0].Type() + " " + vs[0].String(); got != c.want {
			t.Errorf("%s is %s, want %s", c.file, got, c.want)
		}
		var out bytes.Buffer
		if err := Write(&out, Npy, vs[0]); err != nil {
			t.Fatal(err)
		}
		if c.standard && !bytes.Equal(out.Bytes(), data) {
			t.Errorf("%s is written as\n%q, NumPy writes\n%q", c.file, out.Bytes(), data)
		}
	}
}

func npyFile(header string, data ...byte) []byte {
	return append(fmt.Appendf(nil, npyMagic+"\x01\x00%c%c%s", len(header)%256, len(header)/256, header), data...)
}

func TestNpyErrors(t *testing.T) {
	file := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join("testdata/npy", name+".npy"))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	cutOff := file("i32")
	cutOff = cutOff[:len(cutOff)-1]
	future := file("u8")
	future[6] = 9
	for _, c := range []struct {
		data []byte
		want string
	}{
		{file("complex"), `in: byte 10: elements of NumPy's type "<c16"; save it as integers, floats or bools: numpy.save(f, a.astype(…))`},
		{file("records"), `in: byte 10: the .npy header gives no single element type; save it as integers, floats or bools: numpy.save(f, a.astype(…))`},
		{cutOff, "in: byte 128: the elements of [2][3]i32: needs 24 bytes, but 23 are left; the file is cut short or damaged"},
		{cutOff[:50], "in: byte 10: the .npy header: needs 118 bytes, but 40 are left; the file is cut short or damaged"},
		{future, "in: byte 6: version 9 of .npy; versions 1, 2 and 3 can be read"},
		{[]byte("\x93NUMQY\x01\x00"), `in: byte 0: "\x93NUMQY" starts no known format; .npy starts with "\x93NUMPY", a binary value with 'b'`},
		{npyFile("{'descr': '<i4', 'fortran_order': False, 'shape': (4611686018427387904, 2), }"),
			"in: byte 87: [4611686018427387904][2]i32 takes more than 9223372036854775807 bytes; the file is damaged"},
		{npyFile("{'descr': '<i4', 'fortran_order': False, 'shape': (4611686018427387904,), }"),
			"in: byte 85: [4611686018427387904]i32 takes more than 9223372036854775807 bytes; the file is damaged"},
		{npyFile("{'descr': '|i1', 'fortran_order': False, 'shape': (4611686018427387904,), }"),
			"in: byte 85: the elements of [4611686018427387904]i8: needs 4611686018427387904 bytes, but 0 are left; the file is cut short or damaged"},
		{npyFile("{'descr': '<i4', 'fortran_order': False, 'shape': (-1,), }"), "in: byte 10: the .npy header has shape (-1,); the file is damaged"},
		{npyFile("{'descr': '<i4', 'fortran_order': False}"), "in: byte 10: the .npy header has no shape; the file is damaged"},
		{npyFile("{'descr': '|i1', 'shape': ()}", 1), "in: byte 10: the .npy header has no fortran_order; the file is damaged"},
		{npyFile("{'descr': '|b1', 'fortran_order': False, 'shape': (2,)}", 1, 2), "in: byte 66: 0x02 is no bool; a bool is a byte 0 or 1"},
	} {
		_, err := Read(bytes.NewReader(c.data), "in")
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n%v\nwant\n%s", c.data, err, c.want)
		}
	}
}
