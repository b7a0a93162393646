package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// trial runs mutants.
type trial struct {
	programs int
	timeout  time.Duration
}

// fate is the outcome for a mutant.
type fate int

const (
	survived  fate = iota
	noticed        // by a test
	stillborn      // does not compile
)

// mutants runs all of them, and reports whether at most most percent survive.
func (t *trial) mutants(ctx context.Context, ms []mutant, most int) (bool, error) {
	ends := map[fate]int{}
	for _, m := range ms {
		start := time.Now()
		end, by, err := t.try(ctx, m)
		if err != nil {
			return false, err
		}
		ends[end]++
		seconds := time.Since(start).Seconds()
		switch end {
		case stillborn:
			fmt.Printf("%v: does not compile\n", m)
		case noticed:
			fmt.Printf("%v: noticed by %s (%.0f s)\n", m, by, seconds)
		case survived:
			if why := harmless(m); why != "" {
				ends[survived]--
				ends[stillborn]++
				fmt.Printf("%v: survived, as it may: %s (%.0f s)\n", m, why, seconds)
				continue
			}
			fmt.Printf("%v: SURVIVED (%.0f s)\n%s", m, seconds, m.diff())
		}
	}
	alive := ends[noticed] + ends[survived]
	fmt.Printf("%d mutants: %d noticed, %d survived, %d did not compile or are harmless\n", len(ms), ends[noticed], ends[survived], ends[stillborn])
	return 100*ends[survived] <= most*alive, nil
}

// check is a test run for a mutant.
type check struct {
	name string
	env  []string
	args []string // of the go command
}

func (t *trial) checks(m mutant) []check {
	own := []check{{m.folder, nil, []string{"test", "-short", "-count=1", "-failfast", "./" + m.folder}}}
	if t.programs == 0 {
		return own
	}
	return append(own, check{
		"generated programs", []string{fmt.Sprintf("LAMINA_PROGRAMS=%d", t.programs)},
		[]string{"test", "-short", "-count=1", "-failfast", "-run", "TestRandomProgramsKeepTheirMeaning$|InGroups|TestSourceProgramsKeepTheirMeaning", "./conformance/fuzz"},
	})
}

// try builds a mutant and runs tests until one fails.
func (t *trial) try(ctx context.Context, m mutant) (end fate, by string, err error) {
	folder, err := os.MkdirTemp("", "lamina-mutant-*")
	if err != nil {
		return 0, "", err
	}
	defer os.RemoveAll(folder)
	overlay, err := m.overlay(folder)
	if err != nil {
		return 0, "", err
	}
	if out, err := t.goCommand(ctx, overlay, nil, "build", "./"+m.folder); err != nil {
		if ctx.Err() != nil {
			return 0, "", ctx.Err()
		}
		if !bytes.Contains(out, []byte(".go:")) {
			return 0, "", fmt.Errorf("building %v: %w: %s", m, err, out)
		}
		return stillborn, "", nil
	}
	for _, c := range t.checks(m) {
		_, err := t.goCommand(ctx, overlay, c.env, c.args...)
		if ctx.Err() != nil {
			return 0, "", ctx.Err()
		}
		if err != nil {
			return noticed, c.name, nil
		}
	}
	return survived, "", nil
}

// overlay writes the changed file, and the go command's overlay for it.
func (m mutant) overlay(folder string) (string, error) {
	text, err := os.ReadFile(m.file)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(folder, "mutant.go")
	if err := os.WriteFile(changed, m.changed(text), 0o666); err != nil {
		return "", err
	}
	original, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(folder, "overlay.json")
	return overlay, os.WriteFile(overlay, list, 0o666)
}

// goCommand runs the go command with an overlay; exceeding the time limit is a failure.
func (t *trial) goCommand(ctx context.Context, overlay string, env []string, args ...string) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, t.timeout)
	defer cancel()
	args = append([]string{args[0], "-overlay", overlay}, args[1:]...)
	c := exec.CommandContext(limited, "go", args...)
	c.Env = append(os.Environ(), env...)
	// Processes that go starts end with it.
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = 5 * time.Second
	return c.CombinedOutput()
}

// diff returns the lines that the edit changes.
func (m mutant) diff() string {
	was, is := m.lines()
	mark := func(mark, text string) string {
		return mark + strings.ReplaceAll(text, "\n", "\n"+mark) + "\n"
	}
	return mark("  - ", was) + mark("  + ", is)
}

// lines returns the lines that the edit changes, before and after it.
func (m mutant) lines() (was, is string) {
	text, err := os.ReadFile(m.file)
	if err != nil {
		return "", ""
	}
	start := bytes.LastIndexByte(text[:m.start], '\n') + 1
	end := len(text)
	if k := bytes.IndexByte(text[m.end:], '\n'); k >= 0 {
		end = m.end + k
	}
	return string(text[start:end]), string(text[start:m.start]) + m.by + string(text[m.end:end])
}
