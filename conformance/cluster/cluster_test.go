package cluster_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/cluster"
	"github.com/lamina-lang/lamina/conformance/suite"
)

// nodes is a launcher whose workers are functions: they report what outcome says of each
// case, and behave as fate says.
type nodes struct {
	devices []*certify.DeviceReport
	outcome func(name string) certify.Result
	// fate returns the number of lines after which the n-th worker is lost; negative for never.
	fate func(n int, lines int) int

	mu      sync.Mutex
	workers int
	ran     map[string]int // how often a case was begun
}

func (l *nodes) Launch(ctx context.Context, a cluster.Array, e cluster.Events) error {
	var wg sync.WaitGroup
	for i, input := range a.Inputs {
		wg.Go(func() { e.Ended(i, l.work(ctx, input, func(text []byte) { e.Line(i, text) })) })
	}
	wg.Wait()
	return ctx.Err()
}

// work is a worker. It returns the reason for which it is lost, or nil.
func (l *nodes) work(ctx context.Context, input []byte, write func([]byte)) error {
	var cases []string
	in := bufio.NewScanner(bytes.NewReader(input))
	in.Scan() // the task
	for in.Scan() {
		var name string
		if err := json.Unmarshal(in.Bytes(), &name); err != nil {
			return err
		}
		cases = append(cases, name)
	}
	lines := []cluster.Line{{Devices: l.devices}, {Alive: true}}
	for _, c := range cases {
		for d := range l.devices {
			r := l.outcome(c)
			lines = append(lines, cluster.Line{Begin: c, Device: d}, cluster.Line{Result: &r, Device: d})
		}
	}
	lines = append(lines, cluster.Line{End: true})
	l.mu.Lock()
	n := l.fate(l.workers, len(lines))
	l.workers++
	l.mu.Unlock()
	for i, line := range lines {
		if i == n {
			return errors.New("the node is gone")
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if line.Begin != "" {
			l.mu.Lock()
			l.ran[line.Begin]++
			l.mu.Unlock()
		}
		text, err := json.Marshal(line)
		if err != nil {
			return err
		}
		write(text)
	}
	return nil
}

func device(id, name string) *certify.DeviceReport {
	return &certify.DeviceReport{Backend: "wasm", Device: id, Name: name}
}

func passed(name string) certify.Result { return certify.Result{Case: name, Status: certify.Passed} }

func newNodes(fate func(n, lines int) int) *nodes {
	return &nodes{devices: []*certify.DeviceReport{device("", "one")}, outcome: passed, fate: fate, ran: map[string]int{}}
}

func config(l cluster.Launcher, cases []*suite.Case, shards int) *cluster.Config {
	return &cluster.Config{
		Launcher: l, Kinds: []cluster.Kind{{}}, Targets: []cluster.Target{{Backend: "wasm"}},
		Cases: cases, Shards: shards, Attempts: 3,
	}
}

// some returns n of the suite's cases.
func some(t testing.TB, n int) []*suite.Case {
	all := suite.All("numerics", "sizes")
	if len(all) < n {
		t.Fatalf("the suite has %d cases, and the test needs %d", len(all), n)
	}
	return all[:n]
}

// names returns the cases of results.
func names(rs []certify.Result) []string {
	var out []string
	for _, r := range rs {
		out = append(out, r.Case)
	}
	return out
}

func ids(cases []*suite.Case) []string {
	var out []string
	for _, c := range cases {
		out = append(out, c.ID())
	}
	return out
}

// TestNothingIsLostOrCountedTwice loses workers at random places; every case has one result on
// every device, in the order of the cases.
func TestNothingIsLostOrCountedTwice(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cases := some(t, rapid.IntRange(1, 60).Draw(rt, "cases"))
		losses := rapid.SliceOfN(rapid.IntRange(0, 80), 0, 5).Draw(rt, "losses")
		l := newNodes(func(n, lines int) int {
			if n < len(losses) {
				return losses[n]
			}
			return -1
		})
		for range rapid.IntRange(0, 2).Draw(rt, "more devices") {
			l.devices = append(l.devices, device(fmt.Sprint(len(l.devices)), "another"))
		}
		c := config(l, cases, rapid.IntRange(1, 9).Draw(rt, "shards"))
		c.Attempts = 10 // more than there are losses: no case fails
		report, err := c.Run(context.Background())
		if err != nil {
			rt.Fatal(err)
		}
		if len(report.Devices) != len(l.devices) {
			rt.Fatalf("%d devices, want %d", len(report.Devices), len(l.devices))
		}
		for _, d := range report.Devices {
			if diff := cmp.Diff(ids(cases), names(d.Results)); diff != "" || d.NotTried != 0 || d.Bad() {
				rt.Fatalf("%s: %s: %s", d.Label(), d.Summary(), diff)
			}
		}
	})
}

// TestFinishedCasesDoNotRunAgain: a worker that follows a lost one gets what is left.
func TestFinishedCasesDoNotRunAgain(t *testing.T) {
	l := newNodes(func(n, lines int) int {
		if n == 0 {
			return 2 + 2*7 + 1 // 7 cases have results, and the eighth has begun
		}
		return -1
	})
	if _, err := config(l, some(t, 20), 1).Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	for i, c := range some(t, 20) {
		want := 1
		if i == 7 {
			want = 2
		}
		if l.ran[c.ID()] != want {
			t.Errorf("case %d began %d times, want %d", i, l.ran[c.ID()], want)
		}
	}
}

// TestCaseThatKillsItsNode: it fails when it has cost three workers, and the others pass.
func TestCaseThatKillsItsNode(t *testing.T) {
	cases := some(t, 10)
	l := newNodes(nil)
	l.fate = func(n, lines int) int {
		switch n {
		case 0:
			return 2 + 2*4 + 1
		case 1, 2:
			return 2 + 1
		}
		return -1
	}
	report, err := config(l, cases, 1).Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	d := report.Devices[0]
	if diff := cmp.Diff(ids(cases), names(d.Results)); diff != "" || d.Count[certify.Failed] != 1 || d.NotTried != 0 {
		t.Errorf("%s: %s", d.Summary(), diff)
	}
	if r := d.Results[4]; r.Status != certify.Failed || !strings.Contains(r.Error, "lost 3 times while it ran this case, the last time: the node is gone") {
		t.Errorf("case 4: %s: %s", r.Status, r.Error)
	}
}

// TestShardThatIsGivenUp: its cases are reported as not tried, and the run is bad.
func TestShardThatIsGivenUp(t *testing.T) {
	cases := some(t, 10)
	l := newNodes(func(n, lines int) int { return 1 })
	c := config(l, cases, 1)
	var notes []string
	c.Note = func(text string) { notes = append(notes, text) }
	report, err := c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if d := report.Devices[0]; d.NotTried != 10 || !report.Bad() || l.workers != 3 {
		t.Errorf("%s, after %d workers", d.Summary(), l.workers)
	}
	if want := "wasm, shard 1 is given up with 10 cases: the node is gone"; !slices.Contains(notes, want) {
		t.Errorf("the notes are %q, without %q", notes, want)
	}
}

// TestUnavailableEverywhere: that is what the report says, as on one machine.
func TestUnavailableEverywhere(t *testing.T) {
	l := newNodes(func(n, lines int) int { return -1 })
	l.devices = []*certify.DeviceReport{{Backend: "wasm", Unavailable: "there is no such machine"}}
	report, err := config(&unavailable{l}, some(t, 5), 2).Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Devices) != 1 || report.Devices[0].Unavailable != "there is no such machine" || report.Bad() {
		t.Errorf("%+v", report.Devices[0])
	}
}

// unavailable is a launcher of workers without a device.
type unavailable struct{ *nodes }

func (l *unavailable) Launch(ctx context.Context, a cluster.Array, e cluster.Events) error {
	for i := range a.Inputs {
		for _, line := range []cluster.Line{{Devices: l.devices}, {End: true}} {
			text, err := json.Marshal(line)
			if err != nil {
				return err
			}
			e.Line(i, text)
		}
		e.Ended(i, nil)
	}
	return nil
}

// TestContinue: a run that was ended is continued, without what it had done.
func TestContinue(t *testing.T) {
	cases := some(t, 30)
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	first := newNodes(func(n, lines int) int { return -1 })
	c := config(first, cases, 3)
	c.Journal = path
	arrived := 0
	c.Progress = func(*certify.DeviceReport, certify.Result) {
		if arrived++; arrived == 12 {
			cancel()
		}
	}
	report, err := c.Run(ctx)
	if !errors.Is(err, context.Canceled) || report.Devices[0].NotTried == 0 {
		t.Fatalf("the first run ended with %v: %s", err, report.Devices[0].Summary())
	}
	// The coordinator is killed while it writes.
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, `{"shard":1,"line":{"resu`)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	second := newNodes(func(n, lines int) int { return -1 })
	c = config(second, cases, 3)
	c.Journal = path
	report, err = c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(ids(cases), names(report.Devices[0].Results)); diff != "" || report.Devices[0].NotTried != 0 {
		t.Errorf("%s: %s", report.Devices[0].Summary(), diff)
	}
	if again := len(second.ran); again > 30-12 {
		t.Errorf("%d cases ran in the second run; 12 had results", again)
	}
	c = config(second, cases[:29], 3)
	c.Journal = path
	if _, err := c.Run(context.Background()); err == nil || !strings.Contains(err.Error(), "belongs to another run") {
		t.Errorf("another run with the journal: %v", err)
	}
}

// TestNoLauncher: a launcher that is not there is one error, and no worker is tried again.
func TestNoLauncher(t *testing.T) {
	c := config(&cluster.Command{Words: []string{"no-such-launcher-{shard}", "node{shard}"}, Worker: []string{"lamina"}}, some(t, 8), 2)
	c.Note = func(text string) { t.Errorf("a worker is said to be lost: %s", text) }
	_, err := c.Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), `the launcher "no-such-launcher-1" cannot be run here: `) || !strings.Contains(err.Error(), "is it installed") || strings.Contains(err.Error(), "\n") {
		t.Errorf("the error is %v", err)
	}
}
