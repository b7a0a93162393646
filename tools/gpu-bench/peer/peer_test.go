package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/gpu-bench/pairs"
)

// TestMain makes this test stand for the peer's executables, by their names.
func TestMain(m *testing.M) {
	switch name := filepath.Base(os.Args[0]); name {
	case "double", "wrong", "crash", "slow":
		os.Exit(fakePeer(name))
	}
	code := m.Run()
	if built.file != "" {
		os.RemoveAll(filepath.Dir(built.file))
	}
	os.Exit(code)
}

// fakePeer behaves as an executable whose entry point doubles the sum of 0 … n - 1.
func fakePeer(name string) int {
	args := strings.Join(os.Args[1:], " ")
	if name == "crash" {
		fmt.Fprintln(os.Stderr, "out of memory")
		return 1
	}
	if name == "slow" {
		time.Sleep(time.Minute)
	}
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return 2
	}
	vs, err := value.Parse(string(text))
	if err != nil || len(vs) != 1 || !strings.HasPrefix(args, "-e main -b") {
		fmt.Fprintln(os.Stderr, "unexpected call", args, err)
		return 2
	}
	var n int64
	if _, err := fmt.Sscanf(vs[0].String(), "%d", &n); err != nil {
		return 2
	}
	if strings.Contains(args, "-D") {
		fmt.Fprintln(os.Stderr, "Received block of 80 bytes; now allocated: 180 bytes (new peak).\nReceived block of 8 bytes; now allocated: 8 bytes.")
	}
	for i, a := range os.Args {
		if a == "-t" {
			if err := os.WriteFile(os.Args[i+1], []byte("3000000\n2000000\n2500000\n"), 0o600); err != nil {
				return 2
			}
		}
	}
	result := n * (n - 1)
	if name == "wrong" {
		result++
	}
	if err := value.Write(os.Stdout, value.Binary, value.FromSlice([]int64{result})); err != nil {
		return 2
	}
	return 0
}

var built struct {
	sync.Once
	file string
	err  error
}

// lamina builds the command, once, or takes the file that LAMINA_COMMAND names, where there
// is no Go.
func lamina(t *testing.T) string {
	t.Helper()
	if file := os.Getenv("LAMINA_COMMAND"); file != "" {
		return filepath.Join(os.Getenv("TEST_SRCDIR"), os.Getenv("TEST_WORKSPACE"), file)
	}
	built.Do(func() {
		dir, err := os.MkdirTemp("", "lamina-peer-test-")
		if built.err = err; err != nil {
			return
		}
		built.file = filepath.Join(dir, "lamina")
		if said, err := exec.Command("go", "build", "-o", built.file, "github.com/lamina-lang/lamina/tools/lamina").CombinedOutput(); err != nil {
			built.err = fmt.Errorf("%w: %s", err, said)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.file
}

const program = `-- A program.
-- ==
-- input { 3i64 } output { [6i64] }
-- notest input { 10i64 }
-- notest input { 100i64 }
entry main (n: i64): [1]i64 = [2 * i64.sum (iota n)]
`

// measured runs the command on the program under each of the names.
func measured(t *testing.T, limit time.Duration, names ...string) (*pairs.Results, string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	args := []string{"-peers", filepath.Join(dir, "peers"), "-lamina", filepath.Join(dir, "lamina"), "-backend", driver.Interpreter,
		"-limit", limit.String(), "-memory", "-runs", "3", "-name", "a peer", "-json", filepath.Join(dir, "pairs.json")}
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "peers"), 0o700), os.Symlink(lamina(t), filepath.Join(dir, "lamina"))); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		file := filepath.Join(dir, name+".fut")
		if err := errors.Join(os.Symlink(self, filepath.Join(dir, "peers", name)), os.WriteFile(file, []byte(program), 0o600)); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	out, err := os.Create(filepath.Join(dir, "table"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	c := &config{progress: os.Stderr, printed: out}
	if err := c.command(t.Context(), args); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "pairs.json"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := pairs.Parse(data)
	if err != nil || r == nil {
		t.Fatal(r, err)
	}
	table, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return r, string(table)
}

func TestBothSidesAreMeasured(t *testing.T) {
	r, table := measured(t, time.Minute, "double")
	if len(r.Pairs) != 2 {
		t.Fatalf("%d pairs; the two inputs that are marked notest count", len(r.Pairs))
	}
	for _, p := range r.Pairs {
		if p.Peer.Micros != 2e6 || p.Peer.Bytes != 180 || p.Peer.Error != "" {
			t.Errorf("the peer: %+v, expected the least of its times and its peak", p.Peer)
		}
		if p.Ours.Micros <= 0 || p.Ours.Micros >= 2e6 || p.Ours.Error != "" {
			t.Errorf("ours: %+v", p.Ours)
		}
	}
	if !strings.Contains(table, "## Beside a peer: interp") || !strings.Contains(table, "| double | {100i64} |") {
		t.Error(table)
	}
}

func TestResultsAreCompared(t *testing.T) {
	r, _ := measured(t, time.Minute, "wrong")
	for _, p := range r.Pairs {
		if !strings.Contains(p.Ours.Error, "expected") {
			t.Errorf("results differ, and ours is %+v", p.Ours)
		}
	}
}

func TestAPeerThatFails(t *testing.T) {
	r, table := measured(t, time.Minute, "crash")
	for _, p := range r.Pairs {
		if !strings.Contains(p.Peer.Error, "out of memory") || p.Ours.Error != "" {
			t.Errorf("%+v", p)
		}
	}
	if !strings.Contains(table, "the peer in 2") {
		t.Error(table)
	}
}

func TestAPeerThatIsNotDone(t *testing.T) {
	r, _ := measured(t, 3*time.Second, "slow")
	for _, p := range r.Pairs {
		if !strings.Contains(p.Peer.Error, "not done within 3s") {
			t.Errorf("%+v", p)
		}
	}
}

func TestWithoutBlocks(t *testing.T) {
	if got, want := withoutBlocks(program), "-- A program.\n"+"entry main (n: i64): [1]i64 = [2 * i64.sum (iota n)]\n"; got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestWrongCommandLines(t *testing.T) {
	for _, args := range [][]string{{}, {"-peers", "x"}, {"-peers", "x", "no-such-file.fut"}} {
		c := &config{progress: os.Stderr, printed: os.Stdout}
		if err := c.command(t.Context(), args); err == nil || bytes.ContainsRune([]byte(err.Error()), '\n') {
			t.Errorf("%q: %v", args, err)
		}
	}
}
