package librarycmd

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/driver"
)

// writeTo writes the library of a program into a new folder.
func writeTo(t testing.TB, file string, flags Flags) (folder string) {
	t.Helper()
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	u, err := d.Load(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	files, err := Files(t.Context(), d, file, u, driver.Config{}, &flags)
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	for _, f := range files {
		path := filepath.Join(folder, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// command runs a command and returns what it prints; an error ends the test.
func command(t testing.TB, words ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), words[0], words[1:]...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, out)
	}
	return string(out)
}

// need skips the test if a tool is not there.
func need(t testing.TB, tool string) {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		t.Skipf("%s is not installed", tool)
	}
}

// compiles skips the test, with the remedy, unless a compiler makes an executable by some flags: a sanitizer's run
// time or a library may not be installed.
func compiles(t testing.TB, remedy, compiler string, flags ...string) {
	t.Helper()
	need(t, compiler)
	c := exec.CommandContext(t.Context(), compiler, append([]string{"-x", "c", "-", "-o", filepath.Join(t.TempDir(), "probe")}, flags...)...)
	c.Stdin = strings.NewReader("int main(void) { return 0; }")
	if out, err := c.CombinedOutput(); err != nil {
		t.Skipf("%s: %s", remedy, out)
	}
}

// clangRuntime names what sanitizers of Debian's clang need.
const clangRuntime = "install Debian's package libclang-rt-14-dev, or that of your clang"

// A way to compile and run the caller.
type way struct {
	target          string
	library, caller []string // the compilers of the two with their flags
	run             []string // what runs the program
}

const warnings = "-Wall -Wextra -Werror"

var ways = []way{
	{"c", words("gcc -std=c11 -g -O1 %s"), words("gcc -std=c11 -g %s"), nil},
	{"c", words("clang -std=c11 -g -O1 %s"), words("clang -std=c11 -g %s"), nil},
	{"c", words("gcc -std=c11 -O1 %s"), words("g++ -x c++ -std=c++17 %s"), nil},
	{"c", words("clang -std=c11 -O1 %s"), words("clang++ -x c++ -std=c++17 %s"), nil},
	{"multicore", words("gcc -std=c11 -g -O1 %s -fsanitize=address,undefined -fno-sanitize-recover=all"), words("gcc -std=c11 -g %s -fsanitize=address,undefined"), nil},
	{"multicore", words("clang -std=c11 -g -O1 %s -fsanitize=address,undefined -fno-sanitize-recover=all"), words("clang -std=c11 -g %s -fsanitize=address,undefined"), nil},
	{"c", words("gcc -std=c11 -g -O1 %s"), words("gcc -std=c11 -g %s"), words("valgrind -q --leak-check=full --show-leak-kinds=all --error-exitcode=9%.0s")},
	{"multicore", words("gcc -std=c11 -g -O1 %s"), words("gcc -std=c11 -g %s"), words("valgrind -q --leak-check=full --show-leak-kinds=all --error-exitcode=9%.0s")},
}

func words(format string) []string { return strings.Fields(fmt.Sprintf(format, warnings)) }

// A caller of every function gets what it must, by each compiler, in C and C++, and without a
// report of sanitizers and valgrind.
func TestCaller(t *testing.T) {
	for i, w := range ways {
		t.Run(strings.ReplaceAll(fmt.Sprint(w.target, w.caller, w.run), " ", "_"), func(t *testing.T) {
			if testing.Short() && i > 0 {
				t.Skip("it takes seconds")
			}
			for _, tool := range []string{w.library[0], w.caller[0]} {
				need(t, tool)
			}
			if flags := flagsOf(w.caller, "-fsanitize"); flags != nil && w.caller[0] == "clang" {
				compiles(t, clangRuntime, "clang", flags...)
			}
			if w.run != nil {
				need(t, w.run[0])
			}
			dir := writeTo(t, "testdata/caller.fut", Flags{Target: w.target, Prefix: "futhark"})
			object, caller, program := filepath.Join(dir, "caller.o"), filepath.Join(dir, "main.o"), filepath.Join(dir, "main")
			command(t, append(w.library, "-c", filepath.Join(dir, "caller.c"), "-o", object)...)
			command(t, append(w.caller, "-I", dir, "-c", "testdata/caller.c", "-o", caller)...)
			link := append([]string{w.caller[0]}, flagsOf(w.caller, "-fsanitize")...)
			command(t, append(link, caller, object, "-lm", "-pthread", "-o", program)...)
			if got := command(t, append(w.run, program)...); got != "all is well\n" {
				t.Error(got)
			}
			if w.target == "multicore" {
				everyFunction(t, filepath.Join(dir, "caller.h"), caller)
			}
		})
	}
}

// A caller that gives libraries pointers that are NULL, shapes that no memory holds, indices outside
// and stored values of changed bytes is refused each time, without a report of sanitizers.
func TestHostileCaller(t *testing.T) {
	for _, target := range []string{"c", "multicore"} {
		t.Run(target, func(t *testing.T) {
			need(t, "gcc")
			dir := writeTo(t, "testdata/hostile.fut", Flags{Target: target, Prefix: "futhark"})
			program := filepath.Join(dir, "main")
			command(t, append(words("gcc -std=c11 -g %s -fsanitize=address,undefined -fno-sanitize-recover=all"), "-I", dir,
				filepath.Join(dir, "hostile.c"), "testdata/hostile.c", "-lm", "-pthread", "-o", program)...)
			if got := command(t, program); got != "all is refused\n" {
				t.Error(got)
			}
		})
	}
}

func flagsOf(words []string, start string) (out []string) {
	for _, w := range words {
		if strings.HasPrefix(w, start) {
			out = append(out, w)
		}
	}
	return out
}

var declared = regexp.MustCompile(`(?m)^[a-z].*?\b(futhark_\w+)\(.*\);$`)

// everyFunction checks that an object file calls every function of a header.
func everyFunction(t *testing.T, header, object string) {
	need(t, "nm")
	called := command(t, "nm", "-u", object)
	text, err := os.ReadFile(header)
	if err != nil {
		t.Fatal(err)
	}
	functions := declared.FindAllSubmatch(text, -1)
	if len(functions) < 60 {
		t.Errorf("the header declares %d functions only", len(functions))
	}
	for _, f := range functions {
		if !regexp.MustCompile(`\b` + string(f[1]) + `\b`).MatchString(called) {
			t.Errorf("the caller does not call %s", f[1])
		}
	}
}

// The manifest names functions that the header declares.
func TestManifestNamesFunctions(t *testing.T) {
	dir := writeTo(t, "testdata/caller.fut", Flags{Target: "c", Prefix: "futhark"})
	manifest, err := os.ReadFile(filepath.Join(dir, "caller.json"))
	if err != nil {
		t.Fatal(err)
	}
	header, err := os.ReadFile(filepath.Join(dir, "caller.h"))
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`"(futhark_\w+)"`).FindAllSubmatch(manifest, -1)
	if len(named) < 50 {
		t.Errorf("the manifest names %d functions only", len(named))
	}
	for _, f := range named {
		if !bytes.Contains(header, append(f[1], '(')) {
			t.Errorf("the header does not declare %s", f[1])
		}
	}
}

// The example's caller multiplies two matrices.
func TestExample(t *testing.T) {
	need(t, "cc")
	dir := writeTo(t, "../../../../examples/matmul.fut", Flags{Target: "c", Prefix: "futhark"})
	program := filepath.Join(dir, "main")
	command(t, "cc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-I", dir, "../../../../examples/callers/c/main.c", filepath.Join(dir, "matmul.c"), "-lm", "-pthread", "-o", program)
	if got := command(t, program); got != "19 22\n43 50\n" {
		t.Error(got)
	}
}

// Contexts may be used from several threads, each its own or one together: clang's thread
// sanitizer finds nothing.
func TestThreads(t *testing.T) {
	compiles(t, clangRuntime, "clang", "-fsanitize=thread")
	for _, target := range []string{"c", "multicore"} {
		dir := writeTo(t, "testdata/caller.fut", Flags{Target: target, Prefix: "futhark"})
		program := filepath.Join(dir, "main")
		command(t, "clang", "-std=c11", "-g", "-O1", "-fsanitize=thread", "-I", dir, "testdata/threads.c", filepath.Join(dir, "caller.c"), "-lm", "-pthread", "-o", program)
		if got := command(t, program); got != "all is well\n" {
			t.Errorf("%s: %s", target, got)
		}
	}
}
