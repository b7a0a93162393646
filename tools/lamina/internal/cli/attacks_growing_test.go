package cli

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
)

// each is n lines, with their numbers for THIS and the numbers after those for NEXT.
func each(n int, line string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("NEXT", fmt.Sprint(i+1), "THIS", fmt.Sprint(i)).Replace(line) + "\n")
	}
	return b.String()
}

// gzipped returns text, compressed.
func gzipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return b.String()
}

// number is n in LEB128.
func number(n int) string {
	var b []byte
	for ; n >= 0x80; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return string(append(b, byte(n)))
}

// module is a wasm module whose _start does nothing, with further sections at its end.
func module(further string) string {
	return "\x00asm\x01\x00\x00\x00" + "\x01\x04\x01\x60\x00\x00" + "\x03\x02\x01\x00" + "\x07\x0a\x01\x06_start\x00\x00" + "\x0a\x04\x01\x02\x00\x0b" + further
}

const manyParts = "more than 10000 parts"

// growing are attacks on small inputs that grow: types that double with each line, and what is packed.
func growing() []attack {
	return []attack{
		{name: "growing: types that double", files: map[string]string{"a.fut": "type t0 = (i64, i64)\n" + each(60, "type tNEXT = (tTHIS, tTHIS)") + "entry main (x: t60): i64 = 1\n"}, args: "check a.fut", code: 1, want: manyParts},
		{name: "growing: types of types that double", files: map[string]string{"a.fut": "type t0 'a = (a, a)\n" + each(60, "type tNEXT 'a = tTHIS (tTHIS a)") + constant}, args: "check a.fut", code: 1, want: manyParts},
		{name: "growing: functions' types that double", files: map[string]string{"a.fut": "type^ t0 = i64 -> i64\n" + each(60, "type^ tNEXT = tTHIS -> tTHIS") + "def g (f: t60) = f\n" + constant}, args: "check a.fut", code: 1, want: manyParts},
		{name: "growing: modules' types that double", files: map[string]string{"a.fut": "module type S = { type t }\nmodule D (M: S) = { type t = (M.t, M.t) }\nmodule m0 = { type t = i64 }\n" + each(60, "module mNEXT = D mTHIS") + constant}, args: "check a.fut", code: 1, want: manyParts},
		{name: "growing: functors that double", files: map[string]string{"a.fut": "module type S = { type t val x: t }\nmodule F0 (M: S): S = { type t = M.t def x = M.x }\n" + each(60, "module FNEXT (M: S): S = { module A = FTHIS M module B = FTHIS A open B }") + "module I = F60 { type t = i64 def x = 3i64 }\n" + constant}, args: "check a.fut", code: 1, want: "more than 20000 modules"},
		{name: "growing: pairs of pairs", files: map[string]string{"a.fut": "entry main (x: i64) =\n  let p0 = (x, x)\n" + each(60, "  let pNEXT = (pTHIS, pTHIS)") + "  in 1i64\n"}, args: "check a.fut", code: 1, want: manyParts},
		{name: "growing: polymorphic functions that square their types", files: map[string]string{"a.fut": "def f0 x = (x, x)\n" + each(12, "def fNEXT x = fTHIS (fTHIS x)") + constant}, args: "check a.fut", code: 1, want: manyParts},
		{name: "growing: polymorphic functions within one", files: map[string]string{"a.fut": "entry main (x: i64) =\n  let f0 'a (x: a) = (x, x)\n" + each(12, "  let fNEXT 'a (x: a) = fTHIS (fTHIS x)") + "  in 1i64\n"}, args: "run a.fut", input: "1", code: 1, want: manyParts},
		{name: "growing: calls that double", files: map[string]string{"a.fut": "def f0 (x: i64) = x + 1\n" + each(60, "def fNEXT (x: i64) = fTHIS (fTHIS x)") + "entry main (x: i64) = f60 x\n"}, args: "opt a.fut", code: 0},
		{name: "growing: gzip of gzip", files: map[string]string{"a.fut": sum, "in": gzipped(gzipped("[1, 2]"))}, args: "run a.fut -i in", code: 1, want: "where a value is expected"},
		{name: "growing: gzip of 10^6 empty parts", files: map[string]string{"a.fut": sum, "in": strings.Repeat(gzipped(""), 1_000_000) + gzipped("[1, 2]")}, args: "run a.fut -i in", want: "3i64"},
		{name: "growing: a name of 50 MB in the header of gzip", files: map[string]string{"a.fut": sum, "in": "\x1f\x8b\x08\x18\x00\x00\x00\x00\x00\xff" + strings.Repeat("A", 50_000_000)}, args: "run a.fut -i in", code: 1, want: "damaged gzip"},
		{name: "growing: an npy whose header says two types", files: map[string]string{"a.fut": sum, "in": "\x93NUMPY\x01\x00\x46\x00{'descr': '<i8', 'descr': '<i4', 'fortran_order': False, 'shape': (2,)}  " + strings.Repeat("\x00", 16)}, args: "run a.fut -i in", code: 1, want: "header"},
		{name: "growing: an npy whose shape is code", files: map[string]string{"a.fut": sum, "in": "\x93NUMPY\x01\x00\x46\x00{'descr': '<i8', 'fortran_order': False, 'shape': (__import__('os'),)}  "}, args: "run a.fut -i in", code: 1, want: "header"},
		{name: "growing: an npy whose header claims 4 GB", files: map[string]string{"a.fut": sum, "in": "\x93NUMPY\x03\x00\xff\xff\xff\xff{"}, args: "run a.fut -i in", code: 1, want: "needs 4294967295 bytes"},
		{name: "growing: a module of 3 million pieces of data", files: map[string]string{"p.wasm": module("\x0b" + number(len(number(3_000_000))+6_000_000) + number(3_000_000) + strings.Repeat("\x01\x00", 3_000_000))}, args: "passes --plugin p.wasm", code: 1, want: "p.wasm"},
		{name: "growing: a module of 5 million sections", files: map[string]string{"p.wasm": module(strings.Repeat("\x00\x02\x01a", 5_000_000))}, args: "passes --plugin p.wasm", code: 1, want: "p.wasm"},
		{name: "growing: a configuration through a link to standard input", files: map[string]string{"lamina.toml": "-> /proc/self/fd/0"}, input: "[[plugin]]\npath = \"/bin/sh\"\n", args: "passes", code: 1, want: "lamina.toml is"},
		{name: "growing: a configuration of 10^6 keys", files: map[string]string{"lamina.toml": each(1_000_000, "kTHIS = 1")}, args: "passes", code: 1, want: "a configuration has 65536 at most"},
		{name: "growing: an archive with paths out of itself to install", files: map[string]string{"p.tar": "../../evil" + strings.Repeat("\x00", 1014)}, args: "plugin install p.tar --sha256 " + strings.Repeat("00", 32), code: 1, want: "SHA-256|sha256"},
	}
}
