package cli

import (
	"fmt"
	"strings"
)

// message is a message to lamina lsp.
func message(json string) string {
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(json), json)
}

// session is a session with lamina lsp that opens a document, asks something, and ends.
func session(document, request string) string {
	escaped := strings.NewReplacer("\\", "\\\\", "\n", "\\n", `"`, `\"`, "\x1b", "\\u001b").Replace(document)
	return message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`) +
		message(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///nowhere/a.fut","version":1,"text":"`+escaped+`"}}}`) +
		message(`{"jsonrpc":"2.0","id":2,"method":"`+request+`}`) +
		message(`{"jsonrpc":"2.0","id":3,"method":"shutdown"}`) +
		message(`{"jsonrpc":"2.0","method":"exit"}`)
}

// at is the parameters of a request about a position of the document of session.
func at(line, character string) string {
	return `,"params":{"textDocument":{"uri":"file:///nowhere/a.fut"},"position":{"line":` + line + `,"character":` + character + `}}`
}

// The launchers of hostile nodes.
const onNode = "conformance --backend interp --suite errors --filter index --shards 1 --attempts 1 --launcher "

// newerAttacks are those on inputs that are not programs or values in Futhark's language.
func newerAttacks() []attack {
	return []attack{
		// The language server.
		{name: "lsp: a length below zero", args: "lsp", input: "Content-Length: -1\r\n\r\n{}", code: 1, want: "."},
		{name: "lsp: a length of 10^18", args: "lsp", input: "Content-Length: 1000000000000000000\r\n\r\n{}", code: 1, want: "."},
		{name: "lsp: a length of 2 GB that does not come", args: "lsp", input: "Content-Length: 2000000000\r\n\r\n{", code: 1, want: "."},
		{name: "lsp: a length that is no number", args: "lsp", input: "Content-Length: x\r\n\r\n{}", code: 1, want: "."},
		{name: "lsp: no length", args: "lsp", input: "X: y\r\n\r\n{}", code: 1, want: "."},
		{name: "lsp: a header without end", args: "lsp", input: strings.Repeat("a", 20<<20), code: 1, want: "."},
		{name: "lsp: headers without end", args: "lsp", input: strings.Repeat("a: b\r\n", 2<<20), code: 1, want: "."},
		{name: "lsp: a length that is too short", args: "lsp", input: "Content-Length: 3\r\n\r\n{\"jsonrpc\":\"2.0\"}", code: 1, want: "."},
		{name: "lsp: a message that is cut short", args: "lsp", input: "Content-Length: 300\r\n\r\n{\"jsonrpc\":", code: 1, want: "."},
		{name: "lsp: JSON that nests", args: "lsp", input: message(nest("[", "", "]", many)), code: 1, want: "."},
		{name: "lsp: parameters that nest", args: "lsp", input: message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":` + nest(`{"a":`, "1", "}", many) + `}`), code: 1, want: "."},
		{name: "lsp: a document that nests", args: "lsp", input: session("entry main = "+nest("(", "1", ")", many), "textDocument/hover\""+at("0", "20"))},
		{name: "lsp: a position below zero", args: "lsp", input: session(constant, "textDocument/hover\""+at("-1", "-7"))},
		{name: "lsp: a position beyond the end", args: "lsp", input: session(constant, "textDocument/completion\""+at("2147483647", "2147483647"))},
		{name: "lsp: a position beyond 64 bits", args: "lsp", input: session(constant, "textDocument/definition\""+at("1e30", "0"))},
		{name: "lsp: escape sequences in a document", args: "lsp", input: session("entry main = \x1b]0;owned\x1b[2J", "textDocument/formatting\""+at("0", "0"))},
		{name: "lsp: an import of a device", args: "lsp", input: session("import \"/dev/zero\"\n"+constant, "textDocument/hover\""+at("1", "8"))},
		{name: "lsp: a change backwards", args: "lsp", input: session(constant, `textDocument/didChange","params":{"textDocument":{"uri":"file:///nowhere/a.fut","version":2},"contentChanges":[{"range":{"start":{"line":5,"character":9},"end":{"line":-3,"character":0}},"text":"x"}]}`)},
		{name: "lsp: a new name of a megabyte", args: "lsp", input: session(constant, `textDocument/rename","params":{"newName":"`+strings.Repeat("x", 1<<20)+`","textDocument":{"uri":"file:///nowhere/a.fut"},"position":{"line":0,"character":6}}`)},
		{name: "lsp: a document that is none", args: "lsp", input: session(constant, `textDocument/hover","params":{"textDocument":{"uri":"http://%00/\u001b[2J"},"position":{"line":0,"character":6}}`)},
		{name: "lsp: a method of a megabyte", args: "lsp", input: session(constant, strings.Repeat("x", 1<<20)+`"`)},

		// Sessions.
		{name: "repl: an expression that nests", args: "repl", input: nest("(", "1", ")", many) + "\n", code: 1, want: tooDeep},
		{name: "repl: an expression that does not end", args: "repl", input: strings.Repeat("(\n", many/100), code: 1, want: "."},
		{name: "repl: definitions that do not end", args: "repl", input: "def x =\n" + strings.Repeat("let y = 1\n", many), code: 1, want: "more than 1000 lines"},
		{name: "repl: a line of a megabyte", args: "repl", input: strings.Repeat("1 + ", 1<<18-1) + "1\n", code: 1, want: "."},
		{name: "repl: a line of 20 MB", args: "repl", input: strings.Repeat("1 + ", 5<<20) + "1\n", code: 1, want: "."},
		{name: "repl: escape sequences", args: "repl", input: "\x1b]0;owned\x1b[2J\n\u202e\n", code: 1, want: "."},
		{name: "repl: a string with escape sequences", args: "repl", input: "\"\x1b[2J\"\n"},
		{name: "repl: an array of terabytes", args: "repl", input: "map (+1) (iota 1000000000000)\n", code: 1, want: "."},
		{name: "repl: a device as a file", args: "repl /dev/zero", code: 1, want: "/dev/zero"},
		{name: "repl: a device to load", args: "repl", input: ":load /dev/zero\n", code: 1, want: "."},
		{name: "repl: APL that nests", args: "repl --language apl", input: nest("(", "1", ")", many) + "\n", code: 1, want: "."},
		{name: "repl: an array of terabytes in APL", args: "repl --language apl", input: "1000000000000⍴1\n", code: 1, want: "."},

		// Programs in other languages.
		{name: "parentheses in FCL", files: map[string]string{"a.fcl": nest("(", "1", ")", many)}, args: "check a.fcl", code: 1, want: "."},
		{name: "functions in FCL", files: map[string]string{"a.fcl": "main = " + nest(`\x -> `, "x", "", many)}, args: "check a.fcl", code: 1, want: "."},
		{name: "escape sequences in FCL", files: map[string]string{"a.fcl": "main = \x1b[2J \u202e"}, args: "check a.fcl", code: 1, want: "."},
		{name: "a name of a megabyte in FCL", files: map[string]string{"a.fcl": "main = " + strings.Repeat("x", 1<<20)}, args: "check a.fcl", code: 1, want: "."},
		{name: "a number of a megabyte in FCL", files: map[string]string{"a.fcl": "main = " + strings.Repeat("9", 1<<20)}, args: "check a.fcl", code: 1, want: "."},
		{name: "a device as FCL", files: map[string]string{"a.fcl": "#100000000000"}, args: "check a.fcl", code: 1, want: "."},
		{name: "bytes that are no text as FCL", files: map[string]string{"a.fcl": "\xff\xfe\x00"}, args: "check a.fcl", code: 1, want: "."},
		{name: "sizes in DPIA", files: map[string]string{"a.dpia": "fun main (x : exp[" + strings.Repeat("(2 * ", many) + "1" + strings.Repeat(")", many) + ".num]) = x"}, args: "check a.dpia", code: 1, want: "."},
		{name: "a name of a megabyte in DPIA", files: map[string]string{"a.dpia": strings.Repeat("x", 1<<20)}, args: "check a.dpia", code: 1, want: "."},
		{name: "escape sequences in DPIA", files: map[string]string{"a.dpia": "\x1b[2J"}, args: "check a.dpia", code: 1, want: "."},
		{name: "bytes that are no text as DPIA", files: map[string]string{"a.dpia": "\xff\xfe\x00"}, args: "check a.dpia", code: 1, want: "."},
		{name: "escape sequences in APL", files: map[string]string{"a.apl": "'\x1b[2J' + \u202e"}, args: "check a.apl", code: 1, want: "."},
		{name: "a number of a megabyte in APL", files: map[string]string{"a.apl": strings.Repeat("9", 1<<20)}, args: "check a.apl", code: 1, want: "."},
		{name: "a vector of a megabyte in APL", files: map[string]string{"a.apl": strings.Repeat("x ", 1<<19)}, args: "check a.apl", code: 1, want: "."},
		{name: "strings in APL", files: map[string]string{"a.apl": strings.Repeat("'", many+1)}, args: "check a.apl", code: 1, want: "."},
		{name: "operators in APL", files: map[string]string{"a.apl": nest("+/¨", "1", "", many)}, args: "check a.apl", code: 1, want: "."},
		{name: "an array of terabytes in APL", files: map[string]string{"a.apl": "+/⍳1000000000000000000000"}, args: "run a.apl", code: 1, want: "."},
		{name: "functions in TAIL", files: map[string]string{"a.tail": nest("fn x : int => ", "x", "", many)}, args: "check a.tail", code: 1, want: "."},
		{name: "lets in TAIL", files: map[string]string{"a.tail": nest("let a:[int]0 = 1 in ", "a", "", many/10)}, args: "check a.tail", code: 0},
		{name: "a name of a megabyte in TAIL", files: map[string]string{"a.tail": strings.Repeat("x", 1<<20)}, args: "check a.tail", code: 1, want: "."},
		{name: "bytes that are no text as TAIL", files: map[string]string{"a.tail": "\xff\xfe\x00"}, args: "check a.tail", code: 1, want: "."},

		// Nodes of a cluster, and the folders of runs.
		{name: "a node that talks of something else", files: map[string]string{"n.sh": "echo hello; echo '\x1b[2J'"}, args: onNode + "sh\x00n.sh", code: 1, want: "."},
		{name: "a node whose line does not end", files: map[string]string{"n.sh": "head -c 200000000 /dev/zero | tr '\\0' x"}, args: onNode + "sh\x00n.sh", code: 1, want: "."},
		{name: "a node whose JSON nests", files: map[string]string{"n.sh": "head -c 300000 /dev/zero | tr '\\0' '['; echo"}, args: onNode + "sh\x00n.sh", code: 1, want: "."},
		{name: "a node that tells of a device that it has not", files: map[string]string{"n.sh": `echo '{"begin":"x","device":-7}'; echo '{"result":{"case":"x"},"device":99}'; echo '{"end":true}'`}, args: onNode + "sh\x00n.sh", code: 1, want: "."},
		{name: "a node that tells of other cases", files: map[string]string{"n.sh": `echo '{"devices":[{"backend":"interp"}]}'; echo '{"result":{"case":"none/such"},"device":0}'; echo '{"end":true}'`}, args: onNode + "sh\x00n.sh", code: 1, want: "."},
		{name: "a node whose devices are null", files: map[string]string{"n.sh": `echo '{"devices":[null,null]}'; echo '{"result":{"case":"none/such"},"device":1}'; echo '{"end":true}'`}, args: onNode + "sh\x00n.sh", code: 1, want: "."},
		{name: "a node that says escape sequences", files: map[string]string{"n.sh": `printf '{"error":"\\u001b[2J\\u202e"}\n'; printf '\033[2J' >&2; exit 1`}, args: onNode + "sh\x00n.sh", code: 1, want: "."},
		{name: "a node that prints without end", files: map[string]string{"n.sh": "yes all work and no play | head -c 100000000 >&2; exit 1"}, args: onNode + "sh\x00n.sh", code: 1, want: "."},
		{name: "a work folder whose journal is a named pipe", files: map[string]string{"w/journal.jsonl": "|"}, args: onNode + "true --work w", code: 1, want: "journal"},
		{name: "a work folder whose journal does not end", files: map[string]string{"w/journal.jsonl": "#100000000000"}, args: onNode + "true --work w", code: 1, want: "journal"},
		{name: "a work folder whose journal nests", files: map[string]string{"w/journal.jsonl": nest("[", "", "]", many) + "\n"}, args: onNode + "true --work w", code: 1, want: "journal"},
		{name: "a work folder of escape sequences", files: map[string]string{"w/journal.jsonl": `{"run":"x","command":"\u001b[2J` + strings.Repeat("x", 1<<20) + `"}` + "\n"}, args: onNode + "true --work w", code: 1, want: "belongs to another run"},
		{name: "a work folder that is a file", files: map[string]string{"w": "x"}, args: onNode + "true --work w", code: 1, want: "."},

		// What becomes part of other files.
		{name: "a library of a file whose name ends a comment", files: map[string]string{"*\u2215 int evil; \u2215*.fut": constant, "a*": ""}, args: "library --target c -o out *\u2215\x00int\x00evil;\x00\u2215*.fut", code: 0},
		{name: "a library of a file whose name has lines of code", files: map[string]string{"a\nint evil;.fut": constant}, args: "library --target js -o out a\nint\x00evil;.fut", code: 1, want: "has control characters"},
		{name: "a library of a file whose name reverses text", files: map[string]string{"a\u202e.fut": constant}, args: "library --target c -o out a\u202e.fut", code: 1, want: "has control characters"},
		{name: "a library of a package that is none", files: map[string]string{"a.fut": constant}, args: "library --target go --package ../x -o out a.fut", code: 1, want: "cannot be the name of a package"},
		{name: "a library with a prefix that is code", files: map[string]string{"a.fut": constant}, args: "library --target c --prefix x(){system(\"id\");} -o out a.fut", code: 2, want: "."},
		{name: "a library over a device", files: map[string]string{"a.fut": constant}, args: "library --target c -o /dev/null a.fut", code: 1, want: "."},
		{name: "a file without end as a library's program", files: map[string]string{"a.fut": "#100000000000"}, args: "library --target c -o out a.fut", code: 1, want: "."},
		{name: "data by the terabyte", args: "dataset -g [1000000000000]i64 -o /dev/full", code: 1, want: "."},
		{name: "data of types that nest", args: "dataset -g " + strings.Repeat("[2]", 10_000) + "i64", code: 1, want: "."},
		{name: "data of sizes beyond 64 bits", args: "dataset -g [99999999999999999999999]i64", code: 2, want: "."},
		{name: "programs that compare without end", files: map[string]string{"a.fut": sum, "b.fut": sum, "in": "#100000000000"}, args: "equal a.fut b.fut --inputs in", code: 1, want: "."},
		{name: "a threshold of a megabyte", files: map[string]string{"a.fut": sum}, args: "run a.fut --tune " + strings.Repeat("x", 100_000) + "=1", input: "[1]", code: 1, want: "."},
		{name: "a threshold beyond 64 bits", files: map[string]string{"a.fut": sum}, args: "run a.fut --tune x=99999999999999999999999", input: "[1]", code: 1, want: "."},
		{name: "a script that loads a device", files: map[string]string{"a.fut": "-- ==\n-- script input { $loaddata \"/dev/zero\" }\n" + sum}, args: "test a.fut", code: 1, want: "."},
		{name: "a script that nests", files: map[string]string{"a.fut": "-- ==\n-- script input { " + nest("(", "1", ")", many) + " }\n" + sum}, args: "test a.fut", code: 1, want: "."},
		{name: "an image of 2^31 pixels a side", files: map[string]string{"a.fut": "-- ==\n-- script input { $loadimg \"a.png\" }\n" + sum, "a.png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff\x08\x06\x00\x00\x00\x00\x00\x00\x00"}, args: "test a.fut", code: 1, want: "."},
		{name: "a topic of a megabyte", args: "help " + strings.Repeat("x", 100_000), code: 2, want: "."},
		{name: "a topic that is a path", args: "help ../../../../etc/passwd", code: 2, want: "."},
		{name: "manual pages over a file", files: map[string]string{"man1": ""}, args: "help --man man1", code: 1, want: "."},

		// Plugins to install.
		{name: "a plugin without end to install", files: map[string]string{"p.wasm": "\x00asm\x01\x00\x00\x00#100000000000"}, args: "plugin install p.wasm --sha256 " + strings.Repeat("00", 32), code: 1, want: "."},
		{name: "a plugin to install as a path", files: map[string]string{"p.wasm": "\x00asm\x01\x00\x00\x00"}, args: "plugin install p.wasm --name ../../x --sha256 " + strings.Repeat("00", 32), code: 1, want: "is no name"},
		{name: "a signature that is a named pipe", files: map[string]string{"p.wasm": "\x00asm\x01\x00\x00\x00", "p.wasm.minisig": "|"}, args: "plugin install p.wasm", code: 1, want: "."},
		{name: "a signature without end", files: map[string]string{"p.wasm": "\x00asm\x01\x00\x00\x00", "p.wasm.minisig": "#100000000000"}, args: "plugin install p.wasm", code: 1, want: "."},
		{name: "a key that is a device", files: map[string]string{"p.wasm": "\x00asm\x01\x00\x00\x00", "p.wasm.minisig": "untrusted comment: x\n"}, args: "plugin install p.wasm --key /dev/zero", code: 1, want: "."},
		{name: "a folder to install that leads out of itself", files: map[string]string{"d/lamina.toml": "[[plugin]]\npath = \"../../../bin/sh\"\n"}, args: "plugin install d --sha256 " + strings.Repeat("00", 32), code: 1, want: "."},
		{name: "a plugin to remove that is a path", args: "plugin remove ..", code: 1, want: "is no name"},
		{name: "a new plugin over a file", files: map[string]string{"x": ""}, args: "plugin new x", code: 1, want: "."},
	}
}
