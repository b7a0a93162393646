package code

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
)

// adder returns a module with a function that adds its parameters and a constant.
func adder() *Module {
	return &Module{
		Imports: []Import{{"host", "tick", FuncType{}}},
		Funcs: []*Func{{
			Name: "add", Exported: true,
			Params:  []Local{{"a", I32}, {"b", I32}},
			Results: []ValType{I32},
			Locals:  []Local{{"c", I64}, {"d", I64}, {"e", F32}},
			Body: []Instr{
				{Op: Call, Imm: 0},
				{Op: LocalGet, Imm: 0}, {Op: LocalGet, Imm: 1}, {Op: I32Add},
				{Op: If, Imm: uint64(I32)}, {Op: I32Const, Imm: uint64(uint32(0x80000000))},
				{Op: Else}, {Op: I32Const, Imm: 8}, {Op: I32Load, Imm: 300}, {Op: End},
			},
		}},
		MinPages: 1, MaxPages: 200,
	}
}

// The bytes are derived by hand from the grammar of the binary format (WebAssembly
// specification, chapter 5).
func TestEncode(t *testing.T) {
	want := slices.Concat(
		[]byte("\x00asm\x01\x00\x00\x00"),
		[]byte{1, 10, 2, 0x60, 0, 0, 0x60, 2, 0x7f, 0x7f, 1, 0x7f},                   // types
		[]byte{2, 13, 1, 4}, []byte("host"), []byte{4}, []byte("tick"), []byte{0, 0}, // import
		[]byte{3, 2, 1, 1},            // function: type 1
		[]byte{5, 5, 1, 1, 1, 200, 1}, // memory: 1 to 200 pages
		[]byte{7, 20, 2, 10}, []byte("the memory"), []byte{2, 0, 3}, []byte("add"), []byte{0, 1},
		[]byte{10, 31, 1, 29,
			2, 2, 0x7e, 1, 0x7d, // two i64 and an f32
			0x10, 0, 0x20, 0, 0x20, 1, 0x6a,
			0x04, 0x7f, 0x41, 0x80, 0x80, 0x80, 0x80, 0x78,
			0x05, 0x41, 8, 0x28, 2, 0xac, 0x02, 0x0b, 0x0b},
		[]byte{0, 13, 4}, []byte("name"), []byte{1, 6, 1, 1, 3}, []byte("add"),
	)
	if got := adder().Encode(); !bytes.Equal(got, want) {
		t.Errorf("encoded\n%x, want\n%x", got, want)
	}
}

func TestSignedLEB128(t *testing.T) {
	for _, c := range []struct {
		x    int64
		want []byte
	}{
		{0, []byte{0}}, {63, []byte{63}}, {64, []byte{0xc0, 0}}, {-64, []byte{0x40}}, {-65, []byte{0xbf, 0x7f}},
		{-123456, []byte{0xc0, 0xbb, 0x78}}, // the example in the DWARF standard
		{math.MaxInt64, []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0}},
		{math.MinInt64, []byte{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f}},
	} {
		if got := appendInt(nil, c.x); !bytes.Equal(got, c.want) {
			t.Errorf("%d is %x, want %x", c.x, got, c.want)
		}
	}
}

// The bytes and words are derived by hand from the instruction appendix of the
// specification.
func TestVectorImmediates(t *testing.T) {
	m := &Module{}
	for _, c := range []struct {
		in   Instr
		want []byte
		text string
	}{
		{Instr{Op: V128Const, Imm: 1, Hi: 2}, []byte{0xfd, 12, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0}, "v128.const i64x2 0x1 0x2"},
		{Instr{Op: I8x16Shuffle, Imm: 0x0706050403020100, Hi: 0x1716151413121110},
			[]byte{0xfd, 13, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23}, "i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23"},
		{Instr{Op: F32x4ExtractLane, Imm: 3}, []byte{0xfd, 31, 3}, "f32x4.extract_lane 3"},
		{Instr{Op: V128Load32Lane, Imm: LaneAt(300, 2)}, []byte{0xfd, 0x56, 2, 0xac, 2, 2}, "v128.load32_lane offset=300 2"},
		{Instr{Op: V128Store64Lane, Imm: LaneAt(0, 1)}, []byte{0xfd, 0x5b, 3, 0, 1}, "v128.store64_lane 1"},
		{Instr{Op: F32x4Mul}, []byte{0xfd, 0xe6, 1}, "f32x4.mul"},
	} {
		if got := c.in.append(nil); !bytes.Equal(got, c.want) {
			t.Errorf("%s is encoded as % x, want % x", c.text, got, c.want)
		}
		if got := m.text(c.in, nil); got != c.text {
			t.Errorf("listed as %q, want %q", got, c.text)
		}
	}
}

func TestList(t *testing.T) {
	var b strings.Builder
	if err := adder().List(&b); err != nil {
		t.Fatal(err)
	}
	const want = `(module
  (import "host" "tick" (func $host.tick))
  (memory (export "the memory") 1 200)

  (func $add (export "add") (param $a i32) (param $b i32) (result i32)
    (local $c i64)
    (local $d i64)
    (local $e f32)
    call $host.tick
    local.get $a
    local.get $b
    i32.add
    if (result i32)
      i32.const -2147483648
    else
      i32.const 8
      i32.load offset=300
    end
  )
)
`
	if b.String() != want {
		t.Errorf("listed\n%s", b.String())
	}
}

// Opcode names are unique.
func TestNames(t *testing.T) {
	seen := map[string]Op{}
	for o := range Op(0xffff) {
		name := o.String()
		if other, ok := seen[name]; ok && name != "" {
			t.Errorf("%#x and %#x are both called %s", o, other, name)
		}
		seen[name] = o
	}
	for name, want := range map[string]Op{"i64x2.ge_s": 0xfddb, "f64x2.convert_low_i32x4_u": 0xfdff, "i8x16.sub_sat_u": 0xfd73, "f64.copysign": 0xa6, "i64.extend32_s": 0xc4, "i32.wrap_i64": 0xa7, "i64.trunc_sat_f64_u": 0xfc07} {
		if got := seen[name]; got != want {
			t.Errorf("%s is %#x, want %#x", name, got, want)
		}
	}
}
