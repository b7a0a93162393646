package cli

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// served is a program with entry points of all kinds of arguments and results.
const served = `type~ rec = {a: []f32, b: i64}
type~ alt = #none | #some [](bool, i32)
entry add [n] (xs: [n]i64) (ys: [n]i64): [n]i64 = map2 (+) xs ys
entry mat [n][m] (x: [n][m]f32): [m][n]f32 = transpose x
entry mk (n: i64): rec = {a = map f32.i64 (iota n), b = n}
entry get (r: rec) (i: i64): f32 = r.a[i]
entry alt (xs: []bool) (i: i32): alt = if length xs == 0 then #none else #some (map (\x -> (x, i)) xs)
entry count (x: alt): i64 = match x case #none -> 0 case #some xs -> i64.sum (map (\x -> if x.0 then 1 else 0) xs)
entry idx (xs: []i32) (i: i64): i32 = xs[i]
entry bools (xs: []bool): bool = reduce (&&) true xs
entry two (x: i8) (y: f64): (i8, f64) = (x, y)
`

// stored is a value in the binary format.
func stored(elem, data string, shape ...int64) string {
	b := append([]byte("b\x02"), byte(len(shape)))
	b = fmt.Appendf(b, "%4s", elem)
	for _, n := range shape {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	return string(b) + data
}

// storedFiles are files for restore, most of which are none.
var storedFiles = map[string]string{
	"ints": stored("i64", strings.Repeat("\x01\x00\x00\x00\x00\x00\x00\x00", 4), 4), "more": stored("i64", strings.Repeat("\x02\x00\x00\x00\x00\x00\x00\x00", 5), 5),
	"int": stored("i64", "\x03\x00\x00\x00\x00\x00\x00\x00"), "least": stored("i64", "\x00\x00\x00\x00\x00\x00\x00\x80"), "large": stored("i64", "\x00\x00\x00\x00\x00\x00\x00\x40"),
	"byte": stored("i8", "\x80"), "float": stored("f64", "\x01\x00\x00\x00\x00\x00\xf8\x7f"), "mat": stored("f32", strings.Repeat("\x00\x00\x80\x3f", 6), 2, 3),
	"bools": stored("bool", "\x00\x01\x01", 3), "nobools": stored("bool", "\x00\x01\x02\xff\x7f\x80", 6), "nobool": stored("bool", "\x07"), "i32s": stored("i32", "\x01\x00\x00\x00\x02\x00\x00\x00", 2), "i32": stored("i32", "\x02\x00\x00\x00"), "none": stored("i32", "", 0),
	"rec": stored("f32", "\x00\x00\x80\x3f", 1) + stored("i64", "\x01\x00\x00\x00\x00\x00\x00\x00"), "variant": stored("u8", "\xff") + stored("bool", "", 0) + stored("i32", "", 0),
	"flat": stored("f32", "", 0, math.MaxInt64), "wide": stored("f32", "", 1<<32, 1<<32), "wider": stored("f32", strings.Repeat("x", 64), 1<<62, 4), "below": stored("f32", strings.Repeat("x", 64), -1, 3), "huge": stored("i64", strings.Repeat("x", 64), 1<<40),
	"cut": stored("i64", "abc", 4), "head": "b\x02\x01 i6", "letter": "b", "empty": "", "deep": "b\x02\xff i64" + strings.Repeat("\x01\x00\x00\x00\x00\x00\x00\x00", 256), "old": "b\x01\x01 i64" + strings.Repeat("\x01", 16), "type": "b\x02\x01\xff\xfe\x00\x1b" + strings.Repeat("\x01", 16),
	"text": "[1i64, 2i64]", "brackets": strings.Repeat("[", 100_000), "zeros": strings.Repeat("\x00", 4096), "spaces": strings.Repeat(" \n\t", 1000) + stored("i64", "\x03\x00\x00\x00\x00\x00\x00\x00"),
}

// request is a line for a server: most are nearly right.
func request(r *rand.Rand, files []string) string {
	of := func(words ...string) string { return words[r.IntN(len(words))] }
	name := func() string {
		if r.IntN(20) == 0 {
			return of(strings.Repeat("x", 5000), "%s%n", "", "a b", "\x1b")
		}
		return of("a", "b", "c", "d", "e", "f", "g", "h")
	}
	elem := func() string {
		return of("i64", "[]i64", "[][]i64", "f32", "[][]f32", "[]f32", "rec", "alt", "i8", "f64", "bool", "[]bool", "[]i32", "i32", "none", "", strings.Repeat("[]", 50)+"i64", "\x1b[2J")
	}
	entry := func() string { return of("add", "mat", "mk", "get", "alt", "count", "idx", "bools", "two", "none") }
	words := func(f func() string, n int) string {
		var out []string
		for range n {
			out = append(out, f())
		}
		return strings.Join(out, " ")
	}
	switch k := r.IntN(20); {
	case k < 5:
		return "restore " + of(append(files, "/", "/nowhere")...) + " " + words(func() string { return name() + " " + elem() }, 1+r.IntN(5)/4)
	case k < 10:
		return "call " + entry() + " " + words(name, 1+r.IntN(4))
	case k == 10:
		return of("free ", "clear ", "type ", "shape ", "fields ", "variants ", "variant ") + words(name, r.IntN(3))
	case k == 11:
		return "rename " + words(name, 2)
	case k < 14:
		return "store " + of(files[0]+".out", files[0]+".more", "/nowhere/x", "/") + " " + words(name, r.IntN(3))
	case k == 14:
		return of("new ", "construct ") + name() + " " + of("rec", "alt", "i64") + " " + words(name, r.IntN(4))
	case k == 15:
		return of("project ", "destruct ") + words(name, 2) + " " + of("a", "b", "0", "none", "some")
	case k == 16:
		return of(`"`, `"a`, `\`, `call add "a b" "`, strings.Repeat("x", 100_000), "\x00\x01", "%n%n%s", "call "+strings.Repeat("a ", 5000))
	}
	verb := of("inputs", "outputs", "attributes", "entry_points", "types", "type", "shape", "report", "pause_profiling", "tuning_params", "set_tuning_param", "kind", "rank", "index", "none")
	return verb + " " + words(func() string { return of(name(), elem(), entry(), "-1", "9223372036854775808") }, r.IntN(4))
}

// Requests that are none, or come at the wrong time, and files that are no values are errors of
// a server: nothing of it is undefined, by the sanitizers of its C.
func TestServersBearHostileRequests(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.fut"), []byte(served), 0o600); err != nil {
		t.Fatal(err)
	}
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("there is no C compiler")
	}
	write := exec.Command("lamina-process", "library", "--target", "server", "-o", "out", "p.fut")
	write.Dir = dir
	if out, err := write.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	server := filepath.Join(dir, "server")
	compile := exec.Command(cc, "-g", "-O1", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-o", server, filepath.Join(dir, "out", "p.c"), "-lm", "-lpthread")
	if out, err := compile.CombinedOutput(); err != nil {
		t.Skipf("the C compiler has no sanitizers: %v\n%s", err, out)
	}
	var files []string
	for _, name := range slices.Sorted(maps.Keys(storedFiles)) { // in an order, for the seeds
		files = append(files, filepath.Join(dir, name))
		if err := os.WriteFile(files[len(files)-1], []byte(storedFiles[name]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	first := []string{"restore DIR/ints a []i64", "restore DIR/more b []i64", "restore DIR/int c i64", "restore DIR/mat d [][]f32", "call mk e c", "restore DIR/i32s f []i32", "restore DIR/nobools h []bool", "call bools i h", "restore DIR/bools g []bool", "restore DIR/variant h alt", "restore DIR/i32 h i32", "call bools j g"}
	n := 40
	if testing.Short() {
		n = 10
	}
	answers, failures := 0, 0
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 24))
		lines := strings.Split(strings.ReplaceAll(strings.Join(first[:r.IntN(len(first)+1)], "\n"), "DIR", dir), "\n")
		for range 1 + r.IntN(120) {
			lines = append(lines, request(r, files))
		}
		c := exec.CommandContext(t.Context(), server)
		c.WaitDelay = time.Minute
		c.Env = append(os.Environ(), "ASAN_OPTIONS=allocator_may_return_null=1")
		c.Stdin = strings.NewReader(strings.Join(lines, "\n"))
		var out, stderr bytes.Buffer
		c.Stdout, c.Stderr = &out, &stderr
		err := c.Run()
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signaled()) || stderr.Len() > 0 {
			t.Errorf("seed %d: %v\n%.3000s", seed, err, stderr.String())
		}
		answers += strings.Count(out.String(), "%%% OK\n")
		failures += strings.Count(out.String(), "%%% FAILURE\n")
	}
	t.Logf("%d answers, %d of them failures", answers, failures)
	if failures < answers/10 || failures > answers*19/20 {
		t.Error("the requests are all right, or all wrong")
	}
}
