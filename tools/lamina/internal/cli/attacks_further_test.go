package cli

import (
	"fmt"
	"strings"
)

// timed is a file of times, as lamina bench --json writes them.
func timed(program, input, runs string) string {
	return fmt.Sprintf(`{"%s":{"datasets":{"%s":{"runtimes":[%s]}}}}`, program, input, runs)
}

// tested is a program with a test block of this input.
func tested(input string) string { return "-- ==\n-- " + input + "\n" + sum }

// compared compares a hostile file of times with a good one.
func compared(name, content, want string) attack {
	code := 1
	if strings.HasPrefix(content, "{") && want == "geometric mean" {
		code = 0
	}
	return attack{name: "times: " + name, files: map[string]string{"t.json": content, "u.json": timed("a.fut", "d", "1, 2")},
		args: "bench --compare --html out.html u.json t.json", code: code, want: want}
}

// written are the command lines that print something or write files, for a disk that is full.
var written = map[string]string{
	"bench":      "bench --runs 1 a.fut",
	"completion": "completion bash",
	"data":       "dataset -g [10]i64",
	"documents":  "literate a.md -o -",
	"dump":       "dump a.fut --stage mem",
	"equal":      "equal a.fut a.fut --inputs in",
	"explain":    "explain a.fut",
	"fuzz":       "fuzz -n 1",
	"help":       "help run",
	"memory":     "bench --memory a.fut",
	"pages":      "help security",
	"passes":     "passes",
	"profile":    "profile a.fut -i in -r 1",
	"programs":   "opt a.fut",
	"results":    "run a.fut -i in",
	"npy":        "run a.fut -i in --format npy",
	"signatures": "doc a.fut",
	"suite":      "conformance -b interp --suite errors --filter index",
	"tests":      "test a.fut",
	"version":    "version",
	"layout":     "fmt -d a.fut",
	"laid out":   "fmt -l a.fut",
	"lists":      "conformance --list",
	"lmad":       "lmad disjoint 0+{(n:2)} 1+{(n:2)}",
}

// onFullDisks are the attacks of written.
func onFullDisks() (out []attack) {
	for name, line := range written {
		out = append(out, attack{name: "a full disk for " + name, args: line, full: true, code: 1, want: "no space left on device",
			files: map[string]string{"a.fut": tested("input { [1i64] } output { 1i64 }"), "in": "[1i64]", "a.md": "# x\n"}})
	}
	return out
}

// namedByFiles are files that a program or a folder names, and nobody on the command line, each as a
// named pipe, a device, and a link to itself.
func namedByFiles() (out []attack) {
	for _, kind := range []struct{ name, content, want string }{
		{"a named pipe", "|", "named pipe"},
		{"a device", "-> /dev/zero", "device"},
		{"a link to itself", "-> p.fut", "too many levels"},
	} {
		importing := map[string]string{"a.fut": "import \"p\"\n" + constant, "p.fut": kind.content}
		folder := map[string]string{"d/a.fut": constant, "d/p.fut": kind.content}
		if kind.name == "a link to itself" {
			kind.want = "." // some leave it out, or it is one failure of many
		}
		for _, verb := range []string{"check", "test", "bench --runs 1", "opt", "library --target c -o out"} {
			out = append(out, attack{name: kind.name + " to import: " + verb, files: importing, args: verb + " a.fut", code: 1, want: "."})
		}
		for _, verb := range []string{"check", "test", "bench --runs 1", "fmt -l"} {
			out = append(out, attack{name: kind.name + " in a folder: " + verb, files: folder, args: verb + " d", code: 1, want: kind.want})
		}
		for _, block := range []string{"input @p.fut", "input { [1i64] } output @p.fut", `script input { $loaddata "p.fut" }`, `script input { $loadbytes "p.fut" }`} {
			out = append(out, attack{name: kind.name + " in a test block: " + block, files: map[string]string{"a.fut": tested(block), "p.fut": kind.content}, args: "test a.fut", code: 1, want: kind.want})
		}
		for _, more := range []attack{
			{name: " as a package file", files: map[string]string{"futhark.pkg": kind.content, "p.fut": kind.content}, args: "pkg check"},
			{name: " as a package", files: map[string]string{"futhark.pkg": "require {\n}\n", "p-1.0.0.zip": kind.content, "p.fut": kind.content}, args: "pkg add p-1.0.0.zip 1.0.0"},
			{name: " among examples", files: map[string]string{"d/p.fut": kind.content}, args: "fuzz -n 1 --like d"},
			{name: " as an archive of examples", files: map[string]string{"d/p.txtar": kind.content, "d/p.fut": kind.content}, args: "fuzz -n 1 --like d"},
		} {
			more.name, more.code, more.want = kind.name+more.name, 1, "."
			out = append(out, more)
		}
	}
	return out
}

// furtherAttacks are those on what files name, on times, on what is written, and on folders.
func furtherAttacks() []attack {
	return []attack{
		compared("nested", nest("[", "", "]", 1_000_000), "t.json"),
		compared("nested objects", nest(`{"a":`, "1", "}", 1_000_000), "t.json"),
		compared("no text", "\xff\xfe\x00\x80", "t.json"),
		compared("without end", "#100000000000", "more than 64 MiB"),
		compared("a device", "-> /dev/zero", "more than 64 MiB"),
		compared("a link to itself", "-> t.json", "too many levels"),
		compared("null", "null", "no input of a program in common"),
		compared("programs that are null", `{"a.fut":null}`, "in common"),
		compared("cut off", `{"a.fut":{"datasets":{"d":{"runtimes":[1`, "t.json"),
		compared("escape sequences", timed(`a.fut\u001b[2J\u202e`, `d\u001b]0;x\u0007`, "1"), "in common"),
		compared("escape sequences in a time that is none", timed(`\u001b[2J`, `\u009b`, "-1"), "has a time of -1"),
		compared("names of a megabyte", strings.Replace(timed(strings.Repeat("x", 1<<20), "d", "0"), "x", "y", 1), "has a time of 0"),
		compared("numbers beyond f64", timed("a.fut", "d", "1e999"), "t.json"),
		compared("a sum beyond f64", timed("a.fut", "d", "1e308, 1e308"), "geometric mean"),
		compared("3 000 000 runs", timed("a.fut", "d", strings.Repeat("1,", 3_000_000)+"1"), "more than 100000 runs"),
		compared("10^5 inputs", `{"a.fut":{"datasets":{`+strings.Repeat(`"x":{"runtimes":[1]},`, 100_000)+`"d":{"runtimes":[1]}}}}`, "geometric mean"),

		{name: "folders in a circle", files: map[string]string{"d/a.fut": constant, "d/e/f": "-> ..", "d/e/g": "-> ../.."}, args: "check d", code: 0},
		{name: "folders that nest 1000 deep", files: map[string]string{"d/" + strings.Repeat("e/", 1000) + "a.fut": constant}, args: "check d", code: 0},
		{name: "values kept through a link", files: map[string]string{"a.fut": storing("e/f.dat"), "e": "-> /tmp"}, args: "test a.fut", code: 1, want: "path escapes"},
		{name: "values kept over another file", files: map[string]string{"a.fut": storing("Makefile"), "Makefile": "all:\n"}, args: "test a.fut", code: 1, want: "holds no values"},
		{name: "values kept as a hook", files: map[string]string{"a.fut": storing(".git/hooks/pre-commit"), ".git/hooks/x": ""}, args: "test a.fut", code: 1, want: "begins with a dot"},
		{name: "values kept in a named pipe", files: map[string]string{"a.fut": storing("p"), "p": "|"}, args: "test a.fut", code: 1, want: "is no regular file"},
		{name: "values kept in a device", files: map[string]string{"a.fut": storing("p"), "p": "-> /dev/full"}, args: "test a.fut", code: 1, want: "."},
		{name: "bytes without end", files: map[string]string{"a.fut": tested(`script input { $loadbytes "p" }`), "p": "#100000000000"}, args: "test a.fut", code: 1, want: "has 100000000000 bytes"},
		{name: "a document in another encoding", files: map[string]string{"a.md": "# Text\n\nna\xefve\n"}, args: "literate a.md", code: 1, want: `^a\.md:3:3: Byte 0xef is not valid UTF-8 here`},
		{name: "a page of documentation over a link", files: map[string]string{"a.fut": constant, "out/a.html": "-> /dev/full", "out/index.html": "-> index.html"}, args: "doc a.fut -o out", code: 0},
		{name: "a document without end", files: map[string]string{"a.md": "#100000000000"}, args: "literate a.md", code: 1, want: "more than 64 MiB"},
		{name: "a reproducer without end", files: map[string]string{"r.lir": "#100000000000"}, args: "opt --reproduce r.lir", code: 1, want: "more than 64 MiB"},
		{name: "a reproducer that is no text", files: map[string]string{"r.lir": "\xff\xfe\x00"}, args: "opt --reproduce r.lir", code: 1, want: "."},
		{name: "a pipeline of 10^5 passes", files: map[string]string{"a.fut": constant}, args: "opt a.fut --pipeline " + strings.Repeat("x,", 50_000) + "x", code: 2, want: "."},
		{name: "parentheses of TAIL, a million", files: map[string]string{"a.tail": nest("(", "1", ")", 1_000_000)}, args: "check a.tail", code: 1, want: "."},
		{name: "parentheses of APL, a million", files: map[string]string{"a.apl": nest("(", "1", ")", 1_000_000)}, args: "run a.apl", code: 1, want: "."},
		{name: "parentheses of DPIA, a million", files: map[string]string{"a.dpia": nest("(", "1", ")", 1_000_000)}, args: "dump a.dpia --stage dpia-functional", code: 1, want: "."},
		{name: "parentheses of FCL, a million", files: map[string]string{"a.fcl": nest("(", "1", ")", 1_000_000)}, args: "dump a.fcl --stage fcl-types", code: 1, want: "."},
		{name: "what is neither APL nor text", files: map[string]string{"a.apl": "\xff\xfe\x00"}, args: "run a.apl", code: 1, want: "."},
		{name: "a link to itself as an input", files: map[string]string{"a.fut": sum, "in": "-> in"}, args: "run a.fut -i in", code: 1, want: "too many levels"},
		{name: "random bytes as an input", files: map[string]string{"a.fut": sum, "in": "-> /dev/urandom"}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "random bytes as a program", files: map[string]string{"a.fut": "-> /dev/urandom"}, args: "check a.fut", code: 1, want: "more than 64 MiB"},
		{name: "a disk that is full for a library", files: map[string]string{"a.fut": constant, "out/a.c": "-> /dev/full"}, args: "library --target c -o out/a.c a.fut", code: 1, want: "."},
	}
}

// storing is a program whose test block keeps a value in a file.
func storing(name string) string {
	return "-- ==\n-- script input { let _ = $store (kept 1i64) \"" + name + "\" in 1i64 }\nentry kept (x: i64): []i64 = [x]\n" + constant
}
