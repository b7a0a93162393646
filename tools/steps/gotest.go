package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

// event is a line of `go test -json`.
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64
}

// tests follows `go test -json`: it prints a line for each package that passed, the output of
// tests that failed and of their packages, and each skipped test with its reason.
type tests struct {
	out                     io.Writer
	mu                      sync.Mutex
	total                   int // number of packages
	done                    int
	passed, failed, skipped int
	running                 map[string]bool    // packages
	held                    map[string][]event // output by package, without that of tests that passed
	last                    map[string]string  // last line of output by package and test
	failures                []string           // packages and tests, in the order in which they failed
}

func newTests(out io.Writer) *tests {
	return &tests{out: out, running: map[string]bool{}, held: map[string][]event{}, last: map[string]string{}}
}

// goTest runs `go test` with the arguments and counts the results.
func (r *runner) goTest(env []string, args ...string) error {
	t := newTests(r.out)
	listed, err := r.output("go", append([]string{"list"}, patterns(args)...)...)
	if err != nil {
		return err
	}
	t.total = len(strings.Fields(listed))
	r.out.report(t.status)
	c := r.prepare(env, "go", append([]string{"test", "-json"}, args...)...)
	c.Stderr = r.out
	pipe, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	readErr := t.read(pipe)
	err = named(c, c.Wait())
	r.passed, r.failed, r.skipped = r.passed+t.passed, r.failed+t.failed, r.skipped+t.skipped
	r.result = fmt.Sprintf("%d passed, %d failed, %d skipped in %d packages", t.passed, t.failed, t.skipped, t.done)
	if err == nil && t.passed == 0 {
		err = errors.New("no test ran")
	}
	for _, failed := range t.failures {
		fmt.Fprintf(r.out, "FAIL %s\n", failed)
	}
	return errors.Join(err, readErr)
}

// patterns returns the arguments that name packages.
func patterns(args []string) []string {
	var out []string
	for _, a := range args {
		if strings.HasPrefix(a, "./") || a == "." {
			out = append(out, a)
		}
	}
	return out
}

func (t *tests) status() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var now []string
	for p := range t.running {
		now = append(now, short(p))
		if len(now) == 4 {
			break
		}
	}
	return fmt.Sprintf("%d of %d packages done, %d tests passed; now %s", t.done, t.total, t.passed, strings.Join(now, ", "))
}

func (t *tests) read(from io.Reader) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Fprintf(t.out, "%s\n", lines.Bytes()) // output of the build, not of a test
			continue
		}
		t.take(e)
	}
	return lines.Err()
}

func (t *tests) take(e event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	test := e.Package + " " + e.Test
	switch e.Action {
	case "build-output":
		fmt.Fprint(t.out, e.Output)
	case "start":
		t.running[e.Package] = true
	case "output":
		t.held[e.Package] = append(t.held[e.Package], e)
		if e.Test != "" && !strings.HasPrefix(strings.TrimSpace(e.Output), "--- SKIP") {
			t.last[test] = e.Output
		}
	case "pass", "fail", "skip":
		if e.Test == "" {
			t.end(e)
			return
		}
		t.count(e, strings.TrimSpace(t.last[test]))
		delete(t.last, test)
	}
}

// count counts a test that has ended.
func (t *tests) count(e event, last string) {
	switch e.Action {
	case "pass":
		t.passed++
		t.drop(e)
	case "fail":
		t.failed++
		t.failures = append(t.failures, short(e.Package)+" "+e.Test)
	case "skip":
		t.skipped++
		t.drop(e)
		fmt.Fprintf(t.out, "SKIPPED: %s %s: %s\n", short(e.Package), e.Test, last)
	}
}

// drop forgets the output of a test.
func (t *tests) drop(of event) {
	t.held[of.Package] = slices.DeleteFunc(t.held[of.Package], func(e event) bool { return e.Test == of.Test })
}

// end prints the outcome of a package whose tests have ended.
func (t *tests) end(e event) {
	t.done++
	delete(t.running, e.Package)
	switch e.Action {
	case "fail":
		t.failed++
		for _, held := range t.held[e.Package] {
			fmt.Fprint(t.out, held.Output)
		}
		t.failures = append(t.failures, short(e.Package))
	case "pass":
		took := time.Duration(e.Elapsed * float64(time.Second)).Round(10 * time.Millisecond)
		cached := ""
		for _, held := range t.held[e.Package] {
			if strings.HasPrefix(held.Output, "ok") && strings.Contains(held.Output, "(cached)") {
				cached = " (cached)"
			}
		}
		fmt.Fprintf(t.out, "ok   %s %s%s\n", short(e.Package), took, cached)
	}
	delete(t.held, e.Package)
}

// short returns a package's path within the module.
func short(path string) string {
	return strings.TrimPrefix(path, "github.com/lamina-lang/lamina/")
}
