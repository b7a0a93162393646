package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/core/value"
)

// compileC builds and starts b's C program. It runs once per line of input, and prints how
// many nanoseconds it took.
func (c *config) compileC(b benchmark, args []value.Value, dir string) (*contender, error) {
	program := filepath.Join(dir, "c")
	if err := compile(c.cc, "-O2", "-std=gnu11", "-o", program, filepath.Join(c.root, b.c), "-lm"); err != nil {
		return nil, err
	}
	words := b.sizeArgs()
	for i, v := range args {
		if len(v.Shape) == 0 {
			continue
		}
		file := filepath.Join(dir, fmt.Sprintf("input-%d", i))
		if err := os.WriteFile(file, v.Data, 0o644); err != nil {
			return nil, err
		}
		words = append(words, file)
	}
	output := filepath.Join(dir, "output")
	cmd := exec.Command(program, append(words, output)...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewReader(out)
	bar := cBar
	if b.bar > 0 {
		bar = b.bar
	}
	return &contender{
		label: "gcc -O2",
		bar:   bar,
		run: func(context.Context) (time.Duration, error) {
			clock := "wall\n"
			if c.cpu {
				clock = "cpu\n"
			}
			if _, err := io.WriteString(in, clock); err != nil {
				return 0, err
			}
			line, err := lines.ReadString('\n')
			if err != nil {
				return 0, err
			}
			ns, err := strconv.ParseInt(strings.TrimSpace(line), 10, 64)
			return time.Duration(ns), err
		},
		results: func(like []value.Value) ([]value.Value, error) { return readRaw(output, like) },
		close: func() error {
			_ = in.Close()
			return cmd.Wait()
		},
	}, nil
}

// compileFuthark builds b with one of Futhark's backends. Each run is a process that
// computes the result several times, after one warm-up.
func (c *config) compileFuthark(b benchmark, args []value.Value, dir, kind string) (*contender, error) {
	const runs = 3
	program := filepath.Join(dir, "futhark-"+kind)
	if err := compile(c.futhark, kind, "-o", program, filepath.Join(c.root, b.fut)); err != nil {
		return nil, err
	}
	var input bytes.Buffer
	if err := value.Write(&input, value.Binary, args...); err != nil {
		return nil, err
	}
	times, output := program+".times", program+".out"
	words := []string{"-b", "-r", strconv.Itoa(runs), "-t", times}
	x := &contender{label: "Futhark " + kind, bar: futharkBar, close: func() error { return nil }}
	if b.bar > 0 {
		x.bar = b.bar
	}
	if kind == "multicore" {
		x.bar, x.many = multicoreBar, true
		words = append(words, "--num-threads="+strconv.Itoa(c.threads))
	}
	start := func(ctx context.Context, words ...string) (cpu time.Duration, err error) {
		out, err := os.Create(output)
		if err != nil {
			return 0, err
		}
		defer out.Close()
		cmd := exec.CommandContext(ctx, program, words...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input.Bytes()), out, os.Stderr
		if err := cmd.Run(); err != nil {
			return 0, err
		}
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
	}
	var leastFew, leastMany time.Duration
	x.settles = c.cpu
	x.run = func(ctx context.Context) (time.Duration, error) {
		if c.cpu {
			// The program does not report CPU time. Subtract a process with few runs, which
			// includes reading the input, from one with many.
			few, err := start(ctx, "-b", "-r", "1")
			if err != nil {
				return 0, err
			}
			many, err := start(ctx, "-b", "-r", strconv.Itoa(1+10*runs))
			if err != nil {
				return 0, err
			}
			leastFew, leastMany = least(leastFew, few), least(leastMany, many)
			return max(leastMany-leastFew, time.Microsecond) / (10 * runs), nil
		}
		if _, err := start(ctx, words...); err != nil {
			return 0, err
		}
		return leastTime(times)
	}
	x.results = func([]value.Value) ([]value.Value, error) {
		f, err := os.Open(output)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return value.Read(f, output)
	}
	return x, nil
}

// readRaw reads a file with the elements of values like the given ones.
func readRaw(file string, like []value.Value) ([]value.Value, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var out []value.Value
	for _, v := range like {
		n := len(v.Data)
		if n > len(data) {
			return nil, fmt.Errorf("%s ends after %d results", file, len(out))
		}
		v.Data, data = data[:n], data[n:]
		out = append(out, v)
	}
	return out, nil
}

// least returns the lesser of two times, of which the first is 0 if there is none yet.
func least(best, d time.Duration) time.Duration {
	if best == 0 || d < best {
		return d
	}
	return best
}

// leastTime reads a file with a number of microseconds on each line, and returns the
// minimum.
func leastTime(file string) (time.Duration, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	var best time.Duration
	for _, word := range strings.Fields(string(text)) {
		us, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("the times of Futhark's program: %w", err)
		}
		best = least(best, time.Duration(us)*time.Microsecond)
	}
	return best, nil
}

func compile(compiler string, words ...string) error {
	out, err := exec.Command(compiler, words...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %s: %w\n%s", compiler, strings.Join(words, " "), err, out)
	}
	return nil
}
