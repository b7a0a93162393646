package main

import (
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
)

// surveyMemory measures the peak memory of processes that compile and run the program once, and
// of Futhark's.
func (c *config) surveyMemory(ctx context.Context, s *subject, rival *theirs, command string, row *surveyRow) error {
	start := map[string]func() *exec.Cmd{"futhark": func() *exec.Cmd { return rival.command(ctx, 1+rival.runs) }}
	for _, name := range surveyed[1:] {
		start[name] = func() *exec.Cmd {
			cmd := exec.CommandContext(ctx, command, "run", "--threads", "1", "--backend", name, s.file)
			cmd.Stdin = bytes.NewReader(rival.input)
			return cmd
		}
	}
	for name, make := range start {
		peak, err := peakMemory(make())
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		f := row.Figures[name]
		f.Peak = float64(peak) / (1 << 20)
		row.Figures[name] = f
	}
	return nil
}

// command is the process that runs the program n times.
func (x *theirs) command(ctx context.Context, runs int, words ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, x.program, append([]string{"-b", "-r", strconv.Itoa(runs)}, words...)...)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(x.input), os.Stderr
	return cmd
}

// peakMemory runs a process and returns the peak memory of it and of those it starts, while they live, in
// bytes. Linux also tells when a process has ended, but then counts the memory of the one that
// started it; so it is asked every half millisecond.
func peakMemory(cmd *exec.Cmd) (int64, error) {
	cmd.Stdout, cmd.Stderr = io.Discard, os.Stderr
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	var peak int64
	for {
		peak = max(peak, memoryOf(strconv.Itoa(cmd.Process.Pid)))
		select {
		case err := <-done:
			return peak, err
		case <-time.After(500 * time.Microsecond):
		}
	}
}

// memoryOf returns the sum of the peak memory of a process and of those it has started that live.
func memoryOf(pid string) int64 {
	status, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return 0
	}
	sum := kibibytes(string(status), "VmHWM:") << 10
	tasks, _ := filepath.Glob("/proc/" + pid + "/task/*/children")
	for _, task := range tasks {
		text, _ := os.ReadFile(task)
		for _, child := range strings.Fields(string(text)) {
			sum += memoryOf(child)
		}
	}
	return sum
}

// kibibytes returns the number after a word of /proc/PID/status.
func kibibytes(status, word string) int64 {
	_, rest, _ := strings.Cut(status, word)
	var n int64
	_, _ = fmt.Sscan(rest, &n)
	return n
}
