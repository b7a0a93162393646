package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// attack is a hostile file or set of files, and a command that meets it.
type attack struct {
	name  string
	files map[string]string // their contents; "|" makes a named pipe, "-> X" a link to X, "#N" N bytes that take no space on disk
	args  string            // of the command, separated by spaces; a NUL stands for a space within one
	input string            // standard input
	full  bool              // standard output is a disk that is full
	code  int
	want  string // a regular expression for standard error
}

// words returns the arguments of the command.
func (a attack) words() []string {
	words := strings.Split(a.args, " ")
	for i, w := range words {
		words[i] = strings.ReplaceAll(w, "\x00", " ")
	}
	return words
}

func nest(open, inner, closing string, n int) string {
	return strings.Repeat(open, n) + inner + strings.Repeat(closing, n)
}

const (
	many     = 300_000
	constant = "entry main (x: i64): i64 = x\n"
	sum      = "entry main (xs: []i64): i64 = reduce (+) 0 xs\n"
	tooDeep  = "nest(ed|s)? more than 1000"
)

// attacks are files that are to make a command crash, hang, take all memory, speak to the
// terminal, or repeat without end what they say. This and the other tables are functions, as
// the commands of scripts are this executable too and would build variables at each start.
func attacks() []attack {
	return []attack{
		// Text that nests.
		{name: "parentheses in a program", files: map[string]string{"a.fut": "entry main (x: i64): i64 = " + nest("(", "x", ")", many)}, args: "check a.fut", code: 1, want: tooDeep},
		{name: "brackets in a program", files: map[string]string{"a.fut": "entry main = " + nest("[", "1", "]", many)}, args: "check a.fut", code: 1, want: tooDeep},
		{name: "functions in a program", files: map[string]string{"a.fut": "entry main = " + nest(`\x -> `, "x", "", many)}, args: "check a.fut", code: 1, want: tooDeep},
		{name: "signs in a program", files: map[string]string{"a.fut": "entry main (x: i64): i64 = " + nest("- ", "x", "", many)}, args: "check a.fut", code: 1, want: tooDeep},
		{name: "lets in a program", files: map[string]string{"a.fut": "entry main (x: i64): i64 = " + nest("let y = ", "x", " in y", many)}, args: "check a.fut", code: 1, want: tooDeep},
		{name: "records in a program", files: map[string]string{"a.fut": "entry main (x: i64) = " + nest("{a = ", "x", "}", many)}, args: "check a.fut", code: 1, want: tooDeep},
		{name: "modules in a program", files: map[string]string{"a.fut": nest("module m = { ", "", " }", many)}, args: "check a.fut", code: 1, want: tooDeep},
		{name: "types in a program", files: map[string]string{"a.fut": "entry main (x: " + nest("(", "i64", ")", many) + "): i64 = 1"}, args: "check a.fut", code: 1, want: tooDeep},
		{name: "dimensions in a program", files: map[string]string{"a.fut": "entry main (x: " + nest("[]", "i64", "", many) + "): i64 = 1"}, args: "check a.fut", code: 1},
		{name: "patterns in a program", files: map[string]string{"a.fut": "entry main (x: i64): i64 = let " + nest("(", "y", ")", many) + " = x in y"}, args: "check a.fut", code: 1, want: tooDeep},
		{name: "parentheses to lay out", files: map[string]string{"a.fut": "entry main (x: i64): i64 = " + nest("(", "x", ")", many)}, args: "fmt a.fut", code: 1, want: tooDeep},
		{name: "bodies in .lir", files: map[string]string{"a.lir": "lamina soac\n\nfun main(x_1: bool) -> (y_2: bool) {\n" + nest("let (y_3: bool) = if(x_1) then { ", "in (x_1)", " } else { in (x_1) } in (y_3)", many/2) + "}\n"}, args: "check a.lir", code: 1, want: tooDeep},
		{name: "sizes in .lir", files: map[string]string{"a.lir": "lamina soac\n\nfun main(x_1: [" + nest("(", "1", ")", many) + "]i64) -> (y_2: i64) {\n in (1i64)\n}\n"}, args: "check a.lir", code: 1},
		{name: "parentheses in imp", files: map[string]string{"a.lir": "lamina imp\n\nfun main(x_1: i64) -> (y_2: i64) {\n  y_2 <- " + nest("(", "x_1", ")", many) + "\n}\n"}, args: "check a.lir", code: 1, want: tooDeep},
		{name: "loops in imp", files: map[string]string{"a.lir": "lamina imp\n\nfun main(x_1: i64) -> (y_2: i64) {\n" + nest("for i_3: i64 < x_1 {\n", "", "}\n", many) + "}\n"}, args: "check a.lir", code: 1, want: tooDeep},
		{name: "parentheses in APL", files: map[string]string{"a.apl": nest("(", "1", ")", many)}, args: "check a.apl", code: 1},
		{name: "functions in APL", files: map[string]string{"a.apl": nest("{", "1", "}", many)}, args: "check a.apl", code: 1},
		{name: "parentheses in TAIL", files: map[string]string{"a.tail": nest("(", "1", ")", many)}, args: "check a.tail", code: 1},
		{name: "parentheses in DPIA", files: map[string]string{"a.dpia": nest("(", "1", ")", many)}, args: "check a.dpia", code: 1},
		{name: "parentheses in an LMAD", args: "lmad disjoint 0+{(n:" + nest("(", "1", ")", 60_000) + ")} 0", code: 1, want: "."},
		{name: "an LMAD whose polynomial multiplies out", args: "lmad disjoint " + strings.Repeat("(a+b+c+d+e)*", 200) + "1+{(n:1)} 0+{(n:1)}", code: 2, want: "."},
		{name: "arrays in a configuration", files: map[string]string{"lamina.toml": "a = " + nest("[", "", "]", 32_000)}, args: "passes", code: 1, want: "lamina.toml"},
		{name: "tables in a configuration", files: map[string]string{"lamina.toml": "a = " + nest("{a = ", "1", "}", 10_000)}, args: "passes", code: 1, want: "lamina.toml"},
		{name: "a key of many parts in a configuration", files: map[string]string{"lamina.toml": "a" + strings.Repeat(".a", 30_000) + " = 1\n"}, args: "passes", code: 1, want: "nests too deep"},
		{name: "tables within arrays in a configuration", files: map[string]string{"lamina.toml": "a = " + nest("[\n{a = ", "1", "}]", 190)}, args: "passes", code: 1, want: "there is no setting"},
		{name: "keys in a configuration", files: map[string]string{"lamina.toml": nest("a"+strings.Repeat(".a", 190)+".x", " = 1\n[[plugin]]\n", "", 150)}, args: "passes", code: 1, want: "lamina.toml"},
		{name: "rows in a value", files: map[string]string{"a.fut": sum}, args: "run a.fut", input: nest("[", "1", "]", many), code: 1, want: "more than 255 dimensions"},

		// What takes memory or time.
		{name: "a configuration without end", files: map[string]string{"lamina.toml": "#100000000000"}, args: "passes", code: 1, want: "lamina.toml"},
		{name: "a module without end", files: map[string]string{"p.wasm": "\x00asm\x01\x00\x00\x00#100000000000"}, args: "passes --plugin p.wasm", code: 1, want: "p.wasm"},
		{name: "a program without end", files: map[string]string{"a.fut": "#100000000000"}, args: "check a.fut", code: 1, want: "a.fut"},
		{name: "a device as a program", args: "check /dev/zero", code: 1, want: "/dev/zero"},
		{name: "a device as an import", files: map[string]string{"a.fut": `import "/dev/zero"` + "\n" + constant}, args: "check a.fut", code: 1},
		{name: "a device as a test's input", files: map[string]string{"a.fut": "-- ==\n-- input @/dev/zero\n" + constant}, args: "test a.fut", code: 1},
		{name: "a device as an input", files: map[string]string{"a.fut": sum}, args: "run a.fut -i /dev/zero", code: 1, want: "unexpected"},
		{name: "a test's input of random values by the terabyte", files: map[string]string{"a.fut": "-- ==\n-- random input { [1000000000000]i64 }\n" + sum}, args: "test a.fut", code: 1, want: "memory|bytes|too large|limit"},
		{name: "a polynomial of many terms", files: map[string]string{"a.lir": "lamina mem\n\nfun main(a_1: i64, m_4: mem, x_5: [a_1]i64 @ m_4 -> 0" + strings.Repeat(" + a_1", many) + sumOf(many/10) + " + {(a_1 : 1)}) -> (y_6: i64) {\n  in (1i64)\n}\n"}, args: "check a.lir", code: 1, want: "more than 4096 terms"},
		{name: "a polynomial of a high degree", files: map[string]string{"a.lir": "lamina mem\n\nfun main(a_1: i64, b_2: i64, c_3: i64, m_4: mem, x_5: [a_1]i64 @ m_4 -> a_1" + strings.Repeat("*a_1", many) + " + {(a_1 : 1)}) -> (y_6: i64) {\n  in (1i64)\n}\n"}, args: "check a.lir", code: 1, want: "more than 1000 factors"},
		{name: "an import of itself", files: map[string]string{"a.fut": `import "a"` + "\n" + constant}, args: "check a.fut", code: 1},
		{name: "an npy of a negative size", files: map[string]string{"a.fut": sum, "in": "\x93NUMPY\x01\x00\x46\x00{'descr': '<i8', 'fortran_order': False, 'shape': (-1,), }          \n"}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "an npy of sizes that overflow", files: map[string]string{"a.fut": sum, "in": "\x93NUMPY\x01\x00\x66\x00{'descr': '<i8', 'fortran_order': False, 'shape': (9223372036854775807, 9223372036854775807, 2), }     \n"}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "an npy of Python objects", files: map[string]string{"a.fut": sum, "in": "\x93NUMPY\x01\x00\x46\x00{'descr': '|O', 'fortran_order': False, 'shape': (1,), }            \n"}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "a binary value of 255 dimensions", files: map[string]string{"a.fut": sum, "in": "b\x02\xff i64" + strings.Repeat("\xff\xff\xff\xff\xff\xff\xff\x7f", 255)}, args: "run a.fut -i in", code: 1, want: "in"},
		{name: "gzip within gzip that is cut short", files: map[string]string{"a.fut": sum, "in": "\x1f\x8b\x08\x00\x00"}, args: "run a.fut -i in", code: 1, want: "damaged gzip"},

		// Named pipes, which nobody writes.
		{name: "a named pipe as a module", files: map[string]string{"p.wasm": "|"}, args: "passes --plugin p.wasm", code: 1, want: "is a named pipe"},
		{name: "a folder as a plugin", args: "passes --plugin .", code: 1, want: "is a folder"},
		{name: "a folder as an input", files: map[string]string{"a.fut": sum}, args: "run a.fut -i .", code: 1, want: "is a directory|is a folder"},
		{name: "a folder as a configuration", files: map[string]string{"lamina.toml/x": ""}, args: "passes", code: 1, want: "is a folder"},

		// What speaks to the terminal.
		{name: "escape sequences in a program", files: map[string]string{"a.fut": "entry main = \x1b]0;owned\a\x1b[2J"}, args: "check a.fut", code: 1, want: `1:14`},
		{name: "escape sequences in a comment beside an error", files: map[string]string{"a.fut": "entry main = y -- \x1b[2J\u009b2J\u202e"}, args: "check a.fut", code: 1, want: `1:14`},
		{name: "escape sequences in a file's name", files: map[string]string{"\x1b[2J.fut": "entry main = y"}, args: "check \x1b[2J.fut", code: 1, want: "unknown|y"},
		{name: "escape sequences in a name that is missing", args: "check \x1b[2J.fut", code: 1, want: "no such file"},
		{name: "escape sequences in a value", files: map[string]string{"a.fut": sum}, args: "run a.fut", input: "[1, \x1b[2J]", code: 1, want: "unexpected"},
		{name: "escape sequences in a configuration", files: map[string]string{"lamina.toml": "\x1b[2J = 1\n"}, args: "passes", code: 1, want: "lamina.toml"},
		{name: "escape sequences in an import", files: map[string]string{"a.fut": "import \"\x1b[2J\"\n" + constant}, args: "check a.fut", code: 1},
		{name: "escape sequences in a verb", args: "\x1b[2J", code: 2},
		{name: "escape sequences in a pipeline", files: map[string]string{"a.fut": constant}, args: "opt a.fut --pipeline \x1b[2J", code: 2},
		{name: "escape sequences in a message of .lir", files: map[string]string{"a.lir": "lamina soac\nfile \"\x1b[2J.fut\"\n\nentry (x: \"bool\") -> (\"bool\")\nfun main(x_1: bool) -> (y_2: bool) {\n  assert(x_1, [\"\\x1b[2J\\u009b\"], at = [@1:1])\n  in (x_1)\n}\n"}, args: "run a.lir", input: "false", code: 1, want: "."},
		{name: "a device as the file of a position", files: map[string]string{"a.lir": "lamina soac\nfile \"/dev/zero\"\n\nentry (x: \"bool\") -> (\"bool\")\nfun main(x_1: bool) -> (y_2: bool) {\n  assert(x_1, [\"no\"], at = [@1:1])\n  in (x_1)\n}\n"}, args: "run a.lir", input: "false", code: 1, want: "no"},
		{name: "a control character of Latin 1", files: map[string]string{"a.fut": "entry main = \u009b2J"}, args: "check a.fut", code: 1},
		{name: "text that runs from right to left", files: map[string]string{"a.fut": "entry main = \u202e\u2066y"}, args: "check a.fut", code: 1},

		// What is repeated.
		{name: "a name of a megabyte", files: map[string]string{"a.fut": "entry main = " + strings.Repeat("x", 1<<20)}, args: "check a.fut", code: 1},
		{name: "a line of a megabyte", files: map[string]string{"a.fut": "entry main (x: i64): i64 = y + " + strings.Repeat("x + ", 200) + "x"}, args: "check a.fut", code: 1},
		{name: "a number of a megabyte", files: map[string]string{"a.fut": "entry main: i64 = " + strings.Repeat("9", 1<<20)}, args: "check a.fut", code: 1},
		{name: "a string of a megabyte as a value", files: map[string]string{"a.fut": sum}, args: "run a.fut", input: `"` + strings.Repeat("x", 1<<20) + `"`, code: 1},
		{name: "an operation of a megabyte in .lir", files: map[string]string{"a.lir": "lamina soac\n\nfun main(x: bool) -> (y: bool) {\n  let (y: bool) = " + strings.Repeat("o", 1<<20) + "(x)\n  in (y)\n}\n"}, args: "check a.lir", code: 1},
		{name: "a path of 60 kB in a configuration", files: map[string]string{"lamina.toml": "[[plugin]]\npath = \"" + strings.Repeat("x", 60_000) + "\"\n"}, args: "passes", code: 0, want: "not trusted|left out"},
		{name: "a module's import of a megabyte", files: map[string]string{"p.wasm": wasmImport(strings.Repeat("x", 1<<20))}, args: "passes --plugin p.wasm", code: 1, want: "imports more|no valid"},
		{name: "a module's import of escape sequences", files: map[string]string{"p.wasm": wasmImport("\x1b[2J")}, args: "passes --plugin p.wasm", code: 1, want: "imports more|no valid"},
	}
}

// sumOf is a sum of n different products.
func sumOf(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " + a_%d", i+100)
	}
	return b.String()
}

// wasmImport returns a module that imports a function of this name.
func wasmImport(name string) string {
	leb := func(n int) string {
		var b []byte
		for ; n >= 0x80; n >>= 7 {
			b = append(b, byte(n)|0x80)
		}
		return string(append(b, byte(n)))
	}
	imports := "\x01" + leb(len("evil")) + "evil" + leb(len(name)) + name + "\x00\x00"
	return "\x00asm\x01\x00\x00\x00" + "\x01\x04\x01\x60\x00\x00" + "\x02" + leb(len(imports)) + imports + "\x07\x0a\x01\x06_start\x00\x00"
}

// Each attack ends with its exit code within a time and memory that have nothing to do with
// what it claims, and with a short message in which nothing obeys.
func TestAttacks(t *testing.T) {
	for _, a := range slices.Concat(attacks(), newerAttacks(), fileAttacks(), furtherAttacks(), growing(), namedByFiles(), onFullDisks()) {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, content := range a.files {
				plant(t, filepath.Join(dir, name), content)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, "lamina-process", a.words()...)
			cmd.Dir = dir
			// tools/steps sets the collector for speed; what is measured is what users have.
			peak := filepath.Join(t.TempDir(), "peak")
			cmd.Env = append(os.Environ(), peakFile+"="+peak, "GOGC=100", "GOMEMLIMIT=off", "XDG_CACHE_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
			cmd.Stdin = strings.NewReader(a.input)
			var out, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &stderr
			if a.full {
				disk, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
				if err != nil {
					t.Fatal(err)
				}
				defer disk.Close()
				cmd.Stdout = disk
			}
			start := time.Now()
			err := cmd.Run()
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			said := stderr.String()
			most, err := readPeak(peak)
			if err != nil {
				t.Error("the process did not end by itself: ", err)
			}
			t.Logf("%d, %v, %d MiB: %.300s", cmd.ProcessState.ExitCode(), time.Since(start).Round(time.Millisecond), most, said+out.String())
			if code := cmd.ProcessState.ExitCode(); code != a.code {
				t.Errorf("exit code %d, want %d", code, a.code)
			}
			if most > 1024 {
				t.Errorf("it took %d MiB", most)
			}
			if len(said) > 5000 {
				t.Errorf("it says %d bytes", len(said))
			}
			for _, r := range strings.ReplaceAll(said+out.String(), "\r\n", "\n") { // as in the protocol of lsp
				if r != '\n' && r != '\t' && (r < ' ' || 0x7f <= r && r < 0xa0 || 0x200e <= r && r <= 0x200f || 0x202a <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069) {
					t.Errorf("a control character %U reaches the terminal", r)
					break
				}
			}
			if strings.Contains(said, "goroutine ") || strings.Contains(said, "panic") || a.code != 0 && strings.TrimSpace(said+out.String()) == "" {
				t.Errorf("it says %.2000s", said)
			}
			if ok, err := regexp.MatchString(a.want, said+out.String()); err != nil || !ok {
				t.Errorf("%v: it does not say %q", err, a.want)
			}
		})
	}
}

// plant makes a file.
func plant(t *testing.T, path, content string) {
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil && content == "|" {
		err = syscall.Mkfifo(path, 0o644)
	} else if to, link := strings.CutPrefix(content, "-> "); err == nil && link {
		err = os.Symlink(to, path)
	} else if err == nil {
		head, size, sparse := strings.Cut(content, "#")
		if sparse = sparse && size == "100000000000"; !sparse {
			head = content
		}
		if err = os.WriteFile(path, []byte(head), 0o644); err == nil && sparse {
			err = os.Truncate(path, 100_000_000_000)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}
