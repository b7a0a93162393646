package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// An interrupt, a terminal that is closed, and SIGTERM end a command at once that waits
// for input or for a plugin: it does not run out of patience, which it would say.
func TestInterruptWhileWaiting(t *testing.T) {
	// A hangup reaches the commands even if nohup started this test.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	t.Cleanup(func() { signal.Reset(syscall.SIGHUP) })
	dir := t.TempDir()
	program, pipe, hangs := filepath.Join(dir, "sum.fut"), filepath.Join(dir, "pipe"), filepath.Join(dir, "hangs")
	started := filepath.Join(dir, "started")
	if err := os.WriteFile(hangs, []byte("#!/bin/sh\nmkfifo "+started+".$$ && mv "+started+".$$ "+started+"\necho >"+started+"\nexec sleep 60\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, []byte("entry main (xs: []i64): i64 = reduce (+) 0 xs\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args []string
		wait func(t *testing.T, in io.Writer) // until it reads
	}{
		"standard input": {[]string{"run", program}, func(t *testing.T, in io.Writer) {
			if _, err := in.Write(bytes.Repeat([]byte(" "), 1<<20)); err != nil {
				t.Fatal(err)
			}
		}},
		"a named pipe": {[]string{"run", program, "-i", pipe}, func(t *testing.T, _ io.Writer) {
			f, err := os.OpenFile(pipe, os.O_WRONLY, 0) // waits for the reader
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { f.Close() })
		}},
		"a plugin": {[]string{"opt", program, "--plugin", hangs}, func(t *testing.T, _ io.Writer) {
			for {
				if f, err := os.Open(started); err == nil { // waits for the plugin
					_, err = io.Copy(io.Discard, f) // until it has written
					f.Close()
					if err := errors.Join(err, os.Remove(started)); err != nil {
						t.Fatal(err)
					}
					return
				}
				time.Sleep(time.Millisecond)
			}
		}},
	} {
		for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGHUP, syscall.SIGTERM} {
			t.Run(name+"/"+s.String(), func(t *testing.T) {
				cmd := exec.Command("lamina-process", c.args...)
				var stderr strings.Builder
				cmd.Stderr = &stderr
				in, err := cmd.StdinPipe()
				if err == nil {
					err = cmd.Start()
				}
				if err != nil {
					t.Fatal(err)
				}
				c.wait(t, in)
				if err := cmd.Process.Signal(s); err != nil {
					t.Fatal(err)
				}
				err = cmd.Wait()
				if stderr.String() != "lamina: interrupted\n" || cmd.ProcessState.ExitCode() != verb.ExitError {
					t.Errorf("ended with %v, saying %q", err, stderr.String())
				}
			})
		}
	}
}

func TestAwaitedInputIsWhole(t *testing.T) {
	want := bytes.Repeat([]byte("0123456789abcde"), 100_000)
	for name, in := range map[string]io.Reader{
		"whole":       bytes.NewReader(want),
		"halves":      iotest.HalfReader(bytes.NewReader(want)),
		"end at once": iotest.DataErrReader(bytes.NewReader(want)),
	} {
		got, err := io.ReadAll(verb.Awaiting(context.Background(), in))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
}
