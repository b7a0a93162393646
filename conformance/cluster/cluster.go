package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/suite"
)

// Config says what to run and where.
type Config struct {
	Launcher Launcher
	Kinds    []Kind   // of nodes; every target is run on each of them
	Targets  []Target // at least one
	Cases    []*suite.Case
	Shards   int  // the number of workers that share the cases of a target
	Task     Task // what is the same for all workers
	// Attempts is the number of consecutive workers that may be lost without a result before
	// a shard is given up, and of those that may be lost in a case before it fails.
	Attempts int
	Journal  string // the file that keeps results; "" for none
	Command  string // what the user wrote, for the journal
	// Progress is called with each result as it arrives, and Note with what happens to
	// workers, one at a time.
	Progress func(d *certify.DeviceReport, r certify.Result)
	Note     func(text string)
}

// run is a run in progress.
type run struct {
	config    *Config
	campaigns []*campaign

	mu      sync.Mutex // guards what follows, and the campaigns
	journal *journal
	arrays  int   // launched, for their names
	err     error // for which the run ends
	cancel  context.CancelCauseFunc
	workers sync.WaitGroup // launches in progress
}

// Run runs all cases of all targets on all kinds of nodes, and returns the report that one
// machine would. The error is the context's, one of the launcher, or one of the journal; what
// has arrived by then is in the report.
func (c *Config) Run(ctx context.Context) (*certify.Report, error) {
	r := &run{config: c}
	report := &certify.Report{Started: time.Now()}
	for _, k := range c.Kinds {
		for _, t := range c.Targets {
			one := &campaign{kind: k, target: t}
			for i, cases := range certify.Deal(c.Cases, c.Shards) {
				one.shards = append(one.shards, newShard(one, i, cases))
			}
			r.campaigns = append(r.campaigns, one)
		}
	}
	var err error
	if r.journal, err = openJournal(c.Journal, r.fingerprint(), c.Command, r.replay); err != nil {
		return report, err
	}
	ctx, r.cancel = context.WithCancelCause(ctx)
	defer r.cancel(nil)
	for _, one := range r.campaigns {
		r.start(ctx, one, one.shards)
	}
	r.workers.Wait()
	for _, one := range r.campaigns {
		report.Devices = append(report.Devices, one.report(c.Cases)...)
	}
	report.Seconds = time.Since(report.Started).Seconds()
	for _, d := range report.Devices {
		d.Seconds = report.Seconds
	}
	if r.err == nil {
		r.err = ctx.Err()
	}
	return report, errors.Join(r.err, r.journal.close())
}

// replay takes in what an earlier run was told.
func (r *run) replay(e entry) {
	if e.Line != nil && !e.Line.End && e.Campaign < len(r.campaigns) && e.Shard < len(r.campaigns[e.Campaign].shards) {
		_, _, _ = r.campaigns[e.Campaign].shards[e.Shard].accept(e.Line) // it was accepted before
	}
}

// start launches workers for those shards that are not over. The caller holds no lock.
func (r *run) start(ctx context.Context, of *campaign, shards []*shard) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var open []*shard
	task := r.config.Task
	task.Protocol, task.Backend, task.Device, task.Required = Protocol, of.target.Backend, of.target.Device, of.target.Required
	r.arrays++
	a := Array{Kind: of.kind, Name: fmt.Sprintf("%s-%d", strings.Trim(of.kind.Name+"-"+of.target.Backend, "-"), r.arrays)}
	for _, s := range shards {
		if rest := s.remaining(); !s.over && len(rest) > 0 {
			s.launch()
			open = append(open, s)
			a.Shards, a.Inputs = append(a.Shards, s.number), append(a.Inputs, task.encode(rest))
		}
	}
	if len(open) == 0 {
		return
	}
	r.workers.Go(func() {
		err := r.config.Launcher.Launch(ctx, a, Events{
			Line:  func(i int, text []byte) bool { return r.line(open[i], text) },
			Ended: func(i int, err error) { r.ended(ctx, open[i], err) },
		})
		if err != nil {
			r.fail(err)
		}
	})
}

// fail ends the run.
func (r *run) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
	r.cancel(err)
}

// line takes in what a worker wrote, and reports whether it is its last line.
func (r *run) line(s *shard, text []byte) bool {
	var l Line
	if err := json.Unmarshal(text, &l); err != nil {
		r.note("%s: what is not a line of the protocol: %.200q", s, text)
		return false
	}
	r.mu.Lock()
	err := r.take(s, &l)
	r.mu.Unlock()
	if err != nil {
		r.fail(fmt.Errorf("%s: %w", s, err))
	}
	return l.End || l.Error != ""
}

// take takes in a line, with r.mu locked.
func (r *run) take(s *shard, l *Line) error {
	d, result, err := s.accept(l)
	if err != nil {
		return err
	}
	if result != nil && r.config.Progress != nil {
		r.config.Progress(d, *result)
	}
	if result == nil && (l.Devices == nil || len(s.devices) == 0) {
		return nil
	}
	return r.journal.add(entry{Campaign: slices.Index(r.campaigns, s.of), Shard: s.number, Line: l})
}

// ended handles the end of a worker: unless its shard is over, there is another one.
func (r *run) ended(ctx context.Context, s *shard, cause error) {
	if ctx.Err() != nil {
		return
	}
	r.mu.Lock()
	again, err := r.lose(s, cause)
	left := len(s.remaining())
	r.mu.Unlock()
	switch {
	case err != nil:
		r.fail(err)
	case again:
		r.note("%s is launched again with %d cases: %v", s, left, s.why(cause))
		r.start(ctx, s.of, []*shard{s})
	case left > 0:
		r.note("%s is given up with %d cases: %v", s, left, s.why(cause))
	}
}

// lose counts the loss of a worker, unless its shard is over, and reports whether it is to be
// launched again. Cases in which workers were lost too often fail.
func (r *run) lose(s *shard, cause error) (again bool, err error) {
	if s.over {
		return false, nil
	}
	s.barren++
	if s.news {
		s.barren = 0
	}
	for name, device := range s.running {
		s.strikes[name]++
		if s.strikes[name] < r.config.Attempts {
			continue
		}
		message := fmt.Sprintf("its worker was lost %d times while it ran this case, the last time: %v", s.strikes[name], s.why(cause))
		if err := r.take(s, &Line{Device: device, Result: &certify.Result{Case: name, Status: certify.Failed, Error: message}}); err != nil {
			return false, err
		}
		s.barren = 0
	}
	s.over = len(s.remaining()) == 0 || s.barren >= r.config.Attempts
	return !s.over, nil
}

// note tells what happens to workers. The caller holds no lock.
func (r *run) note(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.config.Note != nil {
		r.config.Note(fmt.Sprintf(format, args...))
	}
}
