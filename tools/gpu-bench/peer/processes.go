package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/tools/gpu-bench/pairs"
)

// pair measures one input: the peer first, whose results are what ours are compared with.
func (c *config) pair(ctx context.Context, in input) pairs.Pair {
	p := pairs.Pair{Program: in.name, Entry: in.entry, Input: in.what}
	p.Peer = c.peer(ctx, in)
	p.Ours = c.ours(ctx, in, p.Peer.Error == "")
	return p
}

// peer runs the peer's executable. Its results lie in the file in.stem + ".out" then.
func (c *config) peer(ctx context.Context, in input) pairs.Side {
	executable, err := filepath.Abs(filepath.Join(c.peers, in.name))
	if err != nil {
		return pairs.Side{Error: err.Error()}
	}
	times := in.stem + ".times"
	args := []string{"-e", in.entry, "-b"}
	if _, err := c.process(ctx, in.data, in.stem+".out", executable, append(args, "-r", strconv.Itoa(c.runs), "-t", times)...); err != nil {
		return pairs.Side{Error: err.Error()}
	}
	text, err := os.ReadFile(times)
	if err != nil {
		return pairs.Side{Error: err.Error()}
	}
	var s pairs.Side
	for _, word := range strings.Fields(string(text)) {
		t, err := strconv.ParseFloat(word, 64)
		if err != nil || t <= 0 {
			return pairs.Side{Error: fmt.Sprintf("%q in its file of times is no time in microseconds", word)}
		}
		if s.Micros == 0 || t < s.Micros {
			s.Micros = t
		}
	}
	if s.Micros == 0 {
		return pairs.Side{Error: "its file of times is empty"}
	}
	if c.memory {
		said, err := c.process(ctx, in.data, os.DevNull, executable, append(args, "-D")...)
		if err == nil {
			s.Bytes = peakOf(said)
		}
	}
	return s
}

var held = regexp.MustCompile(`now allocated: ([0-9]+) bytes`)

// peakOf returns the most memory that the peer's log of allocations tells of; 0 if none.
func peakOf(log string) (peak int64) {
	for _, m := range held.FindAllStringSubmatch(log, -1) {
		if n, err := strconv.ParseInt(m[1], 10, 64); err == nil {
			peak = max(peak, n)
		}
	}
	return peak
}

// ours runs lamina bench on the program with one test block, which compares the results with
// the peer's if it has any.
func (c *config) ours(ctx context.Context, in input, compare bool) pairs.Side {
	file, measured := filepath.Join(c.folder, in.name+".fut"), in.stem+".json"
	block := fmt.Sprintf("\n-- ==\n-- entry: %s\n-- input @ %s\n", in.entry, filepath.Base(in.data))
	if compare {
		block += fmt.Sprintf("-- output @ %s\n", filepath.Base(in.stem+".out"))
	}
	if err := os.WriteFile(file, []byte(in.alone+block), 0o600); err != nil {
		return pairs.Side{Error: err.Error()}
	}
	args := []string{"bench", "--runs", strconv.Itoa(c.runs), "--max-time", c.maxTime.String(), "--json", measured}
	for _, flag := range []struct{ name, value string }{{"--device", c.device}, {"--backend", c.backend}, {"--math", c.math}} {
		if flag.value != "" {
			args = append(args, flag.name, flag.value)
		}
	}
	_, failed := c.process(ctx, os.DevNull, "", c.lamina, append(args, file)...)
	s, err := measurement(measured)
	switch {
	case s.Error != "":
	case failed != nil:
		s.Error = failed.Error()
	case err != nil:
		s.Error = err.Error()
	}
	return s
}

// measurement reads the only measurement in what lamina bench wrote.
func measurement(file string) (pairs.Side, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return pairs.Side{}, err
	}
	var programs map[string]struct {
		Datasets map[string]struct {
			Runtimes []float64
			Bytes    map[string]int64
			Error    string
		}
	}
	if err := json.Unmarshal(data, &programs); err != nil {
		return pairs.Side{}, err
	}
	for _, p := range programs {
		for _, d := range p.Datasets {
			if d.Error != "" {
				return pairs.Side{Error: d.Error}, nil
			}
			if len(d.Runtimes) == 0 {
				continue
			}
			s := pairs.Side{Micros: slices.Min(d.Runtimes)}
			for _, b := range d.Bytes {
				s.Bytes += b
			}
			return s, nil
		}
	}
	return pairs.Side{}, errors.New("lamina bench measured nothing")
}

// process runs an executable within the limit and returns what it says: standard error, and
// standard output unless that goes to a file. Its error tells that, too.
func (c *config) process(ctx context.Context, stdin, stdout, executable string, args ...string) (said string, err error) {
	in, err := os.Open(stdin)
	if err != nil {
		return "", err
	}
	defer in.Close()
	limited, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	var both bytes.Buffer
	p := exec.CommandContext(limited, executable, args...)
	p.Stdin, p.Stdout, p.Stderr = in, &both, &both
	p.WaitDelay = 5 * time.Second // for processes that it started
	if stdout != "" {
		out, err := os.Create(stdout)
		if err != nil {
			return "", err
		}
		defer out.Close()
		p.Stdout = out
	}
	err = p.Run()
	switch {
	case limited.Err() != nil && ctx.Err() == nil:
		return "", fmt.Errorf("not done within %v", c.limit)
	case err != nil:
		return "", fmt.Errorf("%w: %s", err, strings.TrimSpace(both.String()))
	}
	return both.String(), nil
}

// deviceName returns what lamina calls the device, or the backend.
func (c *config) deviceName(ctx context.Context) string {
	name := c.device
	if name == "" {
		return c.backend
	}
	said, err := c.process(ctx, os.DevNull, "", c.lamina, "backends")
	if err != nil {
		return name
	}
	backend, which, _ := strings.Cut(name, ":")
	for line := range strings.Lines(said) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, backend+":") && strings.Contains(strings.ToLower(line), strings.ToLower(which)) {
			return line
		}
	}
	return name
}
