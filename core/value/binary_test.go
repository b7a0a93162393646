package value

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"strings"
	"testing"
)

// What programs compiled by Futhark 0.25.32 wrote with their option -b.
func TestBinaryAsFuthark(t *testing.T) {
	for _, c := range []struct{ hex, want string }{
		{"62020020206938fd", "-3i8"},
		{"62020020693634feffffffffffffff", "-2i64"},
		{"6202012075313602000000000000000100ffff", "[1u16, 65535u16]"},
		{"62020220663332020000000000000002000000000000000000c03f000000c00000807fcdcccc3d", "[[1.5f32, -2.0f32], [f32.inf, 0.1f32]]"},
		{"620201626f6f6c02000000000000000100", "[true, false]"},
		{"6202012066313602000000000000" + "00" + "003e00c0", "[1.5f16, -2.0f16]"},
		{"6202022066333200000000000000000300000000000000", "empty([0][3]f32)"},
	} {
		data, err := hex.DecodeString(c.hex)
		if err != nil {
			t.Fatal(err)
		}
		vs, err := Read(bytes.NewReader(append(data, '\n')), "in")
		if err != nil || len(vs) != 1 || vs[0].String() != c.want {
			t.Errorf("%s is %v (%v), want %s", c.hex, vs, err, c.want)
			continue
		}
		var out bytes.Buffer
		if err := Write(&out, Binary, vs[0]); err != nil {
			t.Fatal(err)
		}
		if got := hex.EncodeToString(out.Bytes()); got != c.hex {
			t.Errorf("%s is written as %s, Futhark writes %s", c.want, got, c.hex)
		}
	}
}

func TestBinaryErrors(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{"b\x02", "in: byte 0: the header of a binary value ('b', version, rank, type): needs 7 bytes, but 2 are left; the file is cut short or damaged"},
		{"b\x01\x00 i32\x00\x00\x00\x00", "in: byte 1: version 1 of the binary format; only version 2 can be read (text must not start with 'b')"},
		{"b\x02\x00 q32\x00\x00\x00\x00", `in: byte 3: unknown element type " q32"; expected one of "  i8", " i16", …, " f64", "bool"`},
		{"1 b\x02\x01 i32\x03\x00", "in: byte 9: the 1 dimensions of a binary value: needs 8 bytes, but 2 are left; the file is cut short or damaged"},
		{"b\x02\x00 i32\x00\x00\x00", "in: byte 7: the elements of i32: needs 4 bytes, but 3 are left; the file is cut short or damaged"},
		{"b\x02\x01  i8" + "\x00\x00\x00\x00\x00\x00\x00\x40", "in: byte 15: the elements of [4611686018427387904]i8: needs 4611686018427387904 bytes, but 0 are left; the file is cut short or damaged"},
		{"b\x02\x02  i8" + "\x00\x00\x00\x00\x00\x00\x00\x40" + "\x00\x00\x00\x00\x00\x00\x00\x40", "in: byte 23: [4611686018427387904][4611686018427387904]i8 takes more than 9223372036854775807 bytes; the file is damaged"},
		{"b\x02\x01  i8" + "\xff\xff\xff\xff\xff\xff\xff\xff", "in: byte 7: dimension 0 is 18446744073709551615; the file is damaged"},
		{"b\x02\x00bool\x07", "in: byte 7: 0x07 is no bool; a bool is a byte 0 or 1"},
	} {
		_, err := Read(strings.NewReader(c.data), "in")
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n%v\nwant\n%s", c.data, err, c.want)
		}
	}
}

// One input may hold values of every format, and be gzipped as a whole.
func TestMixedFormats(t *testing.T) {
	var plain bytes.Buffer
	plain.WriteString("1 -- text\n")
	x := FromSlice([]uint16{10, 98, 0x9393}) // looks like a line break, 'b' and npy's first byte
	for _, f := range []Format{Binary, Text, Npy, Binary, Npy} {
		if err := Write(&plain, f, x); err != nil {
			t.Fatal(err)
		}
	}
	plain.WriteString(" [true]")
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write(plain.Bytes())
	z.Close()
	for _, in := range [][]byte{plain.Bytes(), zipped.Bytes()} {
		vs, err := Read(bytes.NewReader(in), "in")
		if err != nil || len(vs) != 7 {
			t.Fatalf("%d values, %v", len(vs), err)
		}
		for _, v := range vs[1:6] {
			if !Equal(v, x) {
				t.Errorf("read %s, wrote %s", v, x)
			}
		}
		if vs[0].String() != "1i32" || vs[6].String() != "[true]" {
			t.Errorf("text was read as %s and %s", vs[0], vs[6])
		}
	}
	cut := zipped.Bytes()[:zipped.Len()-5]
	if _, err := Read(bytes.NewReader(cut), "in"); err == nil || err.Error() != "in: damaged gzip data: unexpected EOF" {
		t.Errorf("a cut gzip file: %v", err)
	}
}
