package cli

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// signalled are command lines of verbs that take time, start processes or write files; PLUGIN
// stands for a plugin.
var signalled = []string{
	"bench --runs 2 a.fut --json out",
	"bench --runs 2 -b c a.fut",
	"bisect a.fut -i in PLUGIN",
	"check a.fut",
	"conformance --backend interp --suite errors --filter index --launcher env --shards 1 --work work",
	"dataset -g [3000000]i64 -o out",
	"dump a.fut --stage mem PLUGIN",
	"equal a.fut a.fut --inputs in PLUGIN",
	"explain a.fut PLUGIN",
	"fmt a.fut",
	"fuzz -n 50 PLUGIN",
	"library --target c -o out a.fut",
	"library --target server -o out a.fut",
	"library --target js -o out a.fut",
	"opt a.fut PLUGIN --pipeline inline,stay,fuse",
	"opt a.fut --plugins process",
	"passes PLUGIN",
	"plugin install test-plugin --sha256 SUM",
	"plugin list PLUGIN",
	"reduce a.fut --interesting true -o out",
	"repl",
	"lsp",
	"run a.fut -i in -b c",
	"run a.fut -i in PLUGIN --pipeline default,stay\x00after\x00fuse",
	"run a.fut -i big",
	"run a.fut",
	"test a.fut -b wasm",
	"test a.fut -b c PLUGIN",
}

// signals are those that end a command.
var signals = []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGKILL}

// leftBehind is a part of what a command says that ends before all of it has stopped.
const leftBehind = "left what did not stop"

// TestSignals sends signals at random times to all verbs, with a plugin and with one that hangs.
// Each ends in time, leaves no process, no folder and no temporary file, and no file that is not
// whole; what SIGKILL leaves, and what did not stop in time, the next run removes. LAMINA_SIGNALS is how many, and
// LAMINA_SIGNALS_SEED the first seed.
func TestSignals(t *testing.T) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // it reaches the commands even under nohup
	t.Cleanup(func() { signal.Reset(syscall.SIGHUP) })
	n, seed := 60, uint64(1)
	if testing.Short() {
		n = 12
	}
	if s := os.Getenv("LAMINA_SIGNALS"); s != "" {
		n, _ = strconv.Atoi(s)
		seed = uint64(time.Now().UnixNano())
	}
	if s := os.Getenv("LAMINA_SIGNALS_SEED"); s != "" {
		seed, _ = strconv.ParseUint(s, 10, 64)
	}
	wholes := wholeOutputs{cases: map[string]map[string]string{}}
	numbers := make(chan uint64)
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			for each := range numbers {
				signalOnce(t, each, &wholes)
			}
		})
	}
	for i := range n {
		numbers <- seed + uint64(i)
	}
	close(numbers)
	group.Wait()
}

// signalledRun is a folder with what the commands of the test use.
type signalledRun struct {
	dir, tmp string
	env      []string
}

// newSignalledRun makes the folder. The temporary one is in /tmp, for sockets' names are short.
func newSignalledRun() (*signalledRun, error) {
	dir, err := os.MkdirTemp("/tmp", "l")
	if err != nil {
		return nil, err
	}
	r := &signalledRun{dir: filepath.Join(dir, "work"), tmp: filepath.Join(dir, "t")}
	r.env = append(os.Environ(), "TMPDIR="+r.tmp, "HOME="+filepath.Join(dir, "home"),
		"XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "XDG_CONFIG_HOME="+filepath.Join(dir, "config"))
	for _, each := range []string{r.dir, r.tmp, filepath.Join(dir, "home")} {
		if err := os.Mkdir(each, 0o700); err != nil {
			return nil, err
		}
	}
	plugin, err := exec.LookPath("test-plugin")
	if err != nil {
		return nil, err
	}
	for name, content := range map[string]string{
		"a.fut": "-- ==\n-- input { [1i64] } output { 1i64 }\n" + sum,
		"in":    "[1i64]",
		"big":   "[" + strings.Repeat("123456789i64, ", 100_000) + "1i64]",
		"works": "#!/bin/sh\nexec " + plugin + "\n",
		"hangs": "#!/bin/sh\nsetsid sleep 300 &\nexec sleep 300\n",
		"deaf":  "#!/bin/sh\ntrap '' HUP INT TERM QUIT\n(trap '' HUP INT TERM; sleep 300) &\nwhile :; do sleep 300; done\n",
	} {
		if err := os.WriteFile(filepath.Join(r.dir, name), []byte(content), 0o755); err != nil {
			return nil, err
		}
	}
	return r, os.Link(plugin, filepath.Join(r.dir, "test-plugin"))
}

func (r *signalledRun) command(args string) *exec.Cmd {
	c := exec.Command("lamina-process", attack{args: args}.words()...)
	c.Dir, c.Env = r.dir, r.env
	return c
}

// files returns the contents of the files that the command has written.
func (r *signalledRun) files() map[string]string {
	out := map[string]string{}
	given := []string{"a.fut", "in", "big", "works", "hangs", "deaf", "test-plugin"}
	_ = filepath.Walk(r.dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() || slices.Contains(given, info.Name()) && filepath.Dir(path) == r.dir {
			return nil
		}
		text, _ := os.ReadFile(path)
		name, _ := filepath.Rel(r.dir, path)
		out[name] = string(text)
		return nil
	})
	return out
}

// wholeOutputs holds what commands write if nothing stops them.
type wholeOutputs struct {
	sync.Mutex
	cases map[string]map[string]string
}

// of returns what a command writes; nil if it does not end by itself.
func (w *wholeOutputs) of(args string) (map[string]string, error) {
	w.Lock()
	defer w.Unlock()
	if files, known := w.cases[args]; known {
		return files, nil
	}
	r, err := newSignalledRun()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(filepath.Dir(r.dir))
	out, err := r.command(args).CombinedOutput() // without standard input
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == verb.ExitUsage {
		return nil, fmt.Errorf("lamina %s: %s", args, out)
	}
	w.cases[args] = r.files()
	return w.cases[args], nil
}

func signalOnce(t *testing.T, seed uint64, wholes *wholeOutputs) {
	random := rand.New(rand.NewPCG(seed, 24))
	line := signalled[random.IntN(len(signalled))]
	s := signals[random.IntN(len(signals))]
	plugin := []string{"works", "hangs", "deaf"}[random.IntN(3)]
	// From 5 ms to 2 s, on a logarithmic scale: within the start, the work, and the wait for a plugin.
	after := time.Duration(math.Pow(400, random.Float64()) * float64(5*time.Millisecond))
	r, err := newSignalledRun()
	if err != nil {
		t.Error(err)
		return
	}
	defer os.RemoveAll(filepath.Dir(r.dir))
	if strings.Contains(line, "SUM") {
		plugin, err := os.ReadFile(filepath.Join(r.dir, "test-plugin"))
		if err != nil {
			t.Error(err)
			return
		}
		line = strings.Replace(line, "SUM", fmt.Sprintf("%x", sha256.Sum256(plugin)), 1)
	}
	line = strings.Replace(line, "PLUGIN", "--plugin ./"+plugin, 1)
	complain := func(format string, args ...any) {
		t.Errorf("LAMINA_SIGNALS_SEED=%d: lamina %s, %v after %v: %s", seed, line, s, after, fmt.Sprintf(format, args...))
	}
	c := r.command(line)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	in, err := c.StdinPipe() // nothing comes, and it does not end
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Error(err)
		return
	}
	defer in.Close()
	time.Sleep(after)
	_ = c.Process.Signal(s)
	ended := make(chan struct{})
	go func() {
		_ = c.Wait()
		close(ended)
	}()
	// patience is what a command takes that does not stop; the rest is for a busy machine.
	select {
	case <-ended:
	case <-time.After(patience + 30*time.Second):
		complain("it runs on")
		_ = c.Process.Kill()
		<-ended
	}
	if strings.Contains(stderr.String(), "panic") || strings.Contains(stderr.String(), "goroutine ") || len(stderr.String()) > 4000 {
		complain("it says %.3000q", stderr.String())
	}
	if left := r.awaitEnd(); len(left) > 0 {
		complain("processes are left: %q", left)
	}
	if s == syscall.SIGKILL || strings.Contains(stderr.String(), leftBehind) {
		// The next run sweeps. On a very busy machine a command may not end by itself in time.
		if out, err := r.command("opt a.fut --plugin ./works --pipeline stay").CombinedOutput(); err != nil {
			complain("the next run: %v\n%s", err, out)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(r.tmp, "*")); len(left) > 0 {
		complain("it leaves %q", left)
	}
	whole, err := wholes.of(strings.Replace(line, "./"+plugin, "./works", 1))
	if err != nil {
		t.Error(err)
		return
	}
	if strings.Contains(line, "--work") {
		return // it may leave a part of its journal, which the next run continues
	}
	for name, text := range r.files() {
		want, known := whole[name]
		if !known && !strings.HasPrefix(name, "out"+string(filepath.Separator)) {
			complain("it leaves the file %s; otherwise there are %v", name, slices.Sorted(maps.Keys(whole)))
		} else if strings.HasPrefix(line, "reduce") && len(text) >= len(want) && (text == "" || strings.HasSuffix(text, "\n")) {
			continue // the best program so far
		} else if len(text) != len(want) && !strings.Contains(line, "bench") {
			complain("file %s has %d bytes of %d", name, len(text), len(want))
		}
	}
}

// awaitEnd waits for the end of the processes that the run has started, and returns those that
// stay: all that have its temporary folder in their environment, or its plugins in their
// command line.
func (r *signalledRun) awaitEnd() (left []string) {
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		left = nil
		places, _ := filepath.Glob("/proc/[0-9]*")
		for _, place := range places {
			env, _ := os.ReadFile(filepath.Join(place, "environ"))
			line, _ := os.ReadFile(filepath.Join(place, "cmdline"))
			if bytes.Contains(env, []byte(r.tmp)) || bytes.Contains(line, []byte(r.dir)) {
				left = append(left, filepath.Base(place)+": "+strings.ReplaceAll(string(line), "\x00", " "))
			}
		}
		if len(left) == 0 || time.Now().After(deadline) {
			return left
		}
	}
}
