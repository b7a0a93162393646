package cli

import (
	"strconv"
	"strings"
)

// npyHead is the beginning of an .npy file with a header of that text.
func npyHead(version, header string) string {
	return "\x93NUMPY" + version + string([]byte{byte(len(header)), byte(len(header) >> 8)}) + header
}

// fileAttacks are those on values, test blocks, packages, and what files are besides their
// content.
func fileAttacks() []attack {
	return []attack{
		{name: "an npy of a version that is none", files: map[string]string{"a.fut": sum, "in": npyHead("\x09\x00", "{}\n")}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "an npy whose header is code", files: map[string]string{"a.fut": sum, "in": npyHead("\x01\x00", "__import__('os').system('id')\n")}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "an npy whose header nests", files: map[string]string{"a.fut": sum, "in": npyHead("\x01\x00", nest("{'a': ", "1", "}", 5000)+"\n")}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "an npy whose shape has 10^4 parts", files: map[string]string{"a.fut": sum, "in": npyHead("\x01\x00", "{'descr': '<i8', 'fortran_order': False, 'shape': ("+strings.Repeat("1,", 10_000)+"), }\n")}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "an npy of the other order of bytes", files: map[string]string{"a.fut": sum, "in": npyHead("\x01\x00", "{'descr': '>i8', 'fortran_order': False, 'shape': (1,), }\n") + "\x00\x00\x00\x00\x00\x00\x00\x01"}, args: "run a.fut -i in", code: 0, want: "1i64"},
		{name: "an npy of a shape without end", files: map[string]string{"a.fut": sum, "in": npyHead("\x01\x00", "{'descr': '<i8', 'fortran_order': False, 'shape': ("+strings.Repeat("9", 5000)+",), }\n")}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "an npy that is cut off in its magic number", files: map[string]string{"a.fut": sum, "in": "\x93NUM"}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "a binary value of a type that is none", files: map[string]string{"a.fut": sum, "in": "b\x02\x01 x99\x01\x00\x00\x00\x00\x00\x00\x00"}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "a binary value of a version that is none", files: map[string]string{"a.fut": sum, "in": "b\x7f\x01 i64\x01\x00\x00\x00\x00\x00\x00\x00"}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "a binary value of a length below zero", files: map[string]string{"a.fut": sum, "in": "b\x02\x01 i64\xff\xff\xff\xff\xff\xff\xff\xff"}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "a binary value without its elements", files: map[string]string{"a.fut": sum, "in": "b\x02\x01 i64\xff\xff\xff\x0f\x00\x00\x00\x00"}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "a gzip of a header without end", files: map[string]string{"a.fut": sum, "in": "\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff" + strings.Repeat("x", 1<<20)}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "a gzip of another method", files: map[string]string{"a.fut": sum, "in": "\x1f\x8b\x00\x00\x00\x00\x00\x00\x00\xff"}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "dimensions of an empty array by the megabyte", files: map[string]string{"a.fut": sum}, args: "run a.fut", input: "empty(" + strings.Repeat("[0]", 1<<18) + "i64)", code: 1, want: "."},
		{name: "an empty array of sizes beyond 64 bits", files: map[string]string{"a.fut": sum}, args: "run a.fut", input: "empty([" + strings.Repeat("9", 40) + "]i64)", code: 1, want: "."},
		{name: "rows of lengths that differ", files: map[string]string{"a.fut": "entry main (x: [][]i64): i64 = length x\n"}, args: "run a.fut", input: "[[1],[1,2]]", code: 1, want: "."},
		{name: "a number in hexadecimal by the megabyte", files: map[string]string{"a.fut": sum}, args: "run a.fut", input: "[0x" + strings.Repeat("f", 1<<20) + "]", code: 1, want: "."},
		{name: "a number with an exponent of a megabyte", files: map[string]string{"a.fut": "entry main (x: f64): f64 = x\n"}, args: "run a.fut", input: "1e" + strings.Repeat("9", 1<<20), code: 1, want: "."},

		{name: "a test block that does not end", files: map[string]string{"a.fut": "-- ==\n-- input { [1i64\n" + sum}, args: "test a.fut", code: 1, want: "."},
		{name: "a test block of an entry that is none", files: map[string]string{"a.fut": "-- ==\n-- entry: \x1b[2J\n-- input { [1i64] } output { 1i64 }\n" + sum}, args: "test a.fut", code: 1, want: "."},
		{name: "a benchmark of an entry that is none", files: map[string]string{"a.fut": "-- ==\n-- entry: \x1b[2J\n-- input { [1i64] } output { 1i64 }\n" + sum}, args: "bench --runs 1 a.fut", code: 1, want: "."},
		{name: "a test block whose error is a pattern that takes for ever", files: map[string]string{"a.fut": "-- ==\n-- input { [1i64] } error: (((a*)*)*)*b\n" + sum}, args: "test a.fut", code: 1, want: "."},
		{name: "a test block whose error is no pattern", files: map[string]string{"a.fut": "-- ==\n-- input { [1i64] } error: ((((\n" + sum}, args: "test a.fut", code: 1, want: "."},
		{name: "a test block with a file above its folder", files: map[string]string{"d/a.fut": "-- ==\n-- input @../../../../../../../../etc/shadow\n" + sum}, args: "test d/a.fut", code: 1, want: "."},
		{name: "a test block with a file that is a named pipe", files: map[string]string{"a.fut": "-- ==\n-- input @p output { 0i64 }\n" + sum, "p": "|"}, args: "check a.fut", code: 0},
		{name: "a test block with an input of types that differ", files: map[string]string{"a.fut": "-- ==\n-- input { true } output { 1i64 }\n" + sum}, args: "test a.fut", code: 1, want: "."},
		{name: "a script without end", files: map[string]string{"a.fut": "-- ==\n-- script input { main (main (" + strings.Repeat("x ", 1<<18) + " }\n" + sum}, args: "test a.fut", code: 1, want: "."},

		{name: "a document whose quotes nest", files: map[string]string{"a.md": nest("> ", "x", "", many)}, args: "literate a.md -o out.html", code: 1, want: "more than 400 columns"},
		{name: "a document of HTML", args: "literate - -o /dev/stdout", input: "# <script>alert(1)</script>\n\n[x](javascript:alert(4)) <script>\n", code: 0, want: `<h1>&lt;script&gt;alert\(1\)&lt;/script&gt;</h1></header>\n<main><p><a href="">x</a> <!-- raw HTML omitted --></p>`},
		{name: "a document that is a device", args: "literate /dev/zero", code: 1, want: "/dev/zero"},
		{name: "a comment whose quotes nest", files: map[string]string{"a.fut": "-- | " + nest("> ", "x", "", many) + "\n" + constant}, args: "doc a.fut -o out", code: 0, want: "out"},

		{name: "a package file that nests", files: map[string]string{"futhark.pkg": nest("require { ", "", " }", 10_000)}, args: "pkg check", code: 1, want: "futhark.pkg"},
		{name: "a package file without end", files: map[string]string{"futhark.pkg": "#100000000000"}, args: "pkg check", code: 1, want: "futhark.pkg"},
		{name: "a package file of other bytes than text", files: map[string]string{"futhark.pkg": "\xff\xfe\x00"}, args: "pkg check", code: 1, want: "futhark.pkg"},
		{name: "a package that leads out of lib", files: map[string]string{"futhark.pkg": "require {\n  ../../../etc 1.0.0\n}\n"}, args: "pkg check", code: 1, want: "."},
		{name: "a package that is an archive of nothing", files: map[string]string{"futhark.pkg": "require {}\n", "p-1.0.0.zip": "PK\x03\x04\xff\xff"}, args: "pkg add p-1.0.0.zip 1.0.0", code: 1, want: "."},

		{name: "imports in a circle of a thousand", files: circle(1000), args: "check a0.fut", code: 1, want: "."},
		{name: "a name of a file of 300 bytes", args: "check " + strings.Repeat("x", 300) + ".fut", code: 1, want: "."},
		{name: "a file through a file", files: map[string]string{"a.fut": sum}, args: "check a.fut/b.fut", code: 1, want: "."},
		{name: "a file with an ending that is none", files: map[string]string{"a.xyz": sum}, args: "check a.xyz", code: 1, want: "."},
		{name: "a program of other bytes than text", files: map[string]string{"a.fut": "\xff\xfe\x00\x00"}, args: "check a.fut", code: 1, want: "1:1"},
		{name: "a program with a NUL", files: map[string]string{"a.fut": "entry main = 1\x00"}, args: "check a.fut", code: 1, want: "."},
		{name: "a .lir of a level that is none", files: map[string]string{"a.lir": "lamina \x1b[2J\n"}, args: "check a.lir", code: 1, want: "."},
		{name: "an array by the terabyte", files: map[string]string{"a.fut": "entry main (n: i64): i64 = reduce (+) 0 (map (\\i -> i*i) (scan (+) 0 (iota n)))\n"}, args: "run a.fut -b interp", input: "1000000000000", code: 1, want: "."},
		{name: "a file that a link to itself names", files: map[string]string{"a.fut": `import "/proc/self/fd/0"` + "\n" + constant}, args: "check a.fut", code: 1, want: "."},
		{name: "memory of the kernel as a program", args: "check /proc/self/mem", code: 1, want: "."},
		{name: "an input from the memory of the process", files: map[string]string{"a.fut": sum}, args: "run a.fut -i /proc/self/mem", code: 1, want: "."},
	}
}

// circle returns n programs, each of which imports the next.
func circle(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		files["a"+strconv.Itoa(i)+".fut"] = `import "a` + strconv.Itoa((i+1)%n) + "\"\n" + constant
	}
	return files
}
