package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/suite"
)

// heartbeat is how often a worker that has nothing to tell says that it lives.
const heartbeat = 10 * time.Second

// Work is the worker's main function: it does the task that it reads from in and tells about it
// on out, until nobody reads that. The version is that of this lamina; target finds the target of a task on this node.
func Work(ctx context.Context, in io.Reader, out io.Writer, version string, target func(Task) (certify.Target, error)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &worker{out: json.NewEncoder(out), deaf: func(err error) { cancel(fmt.Errorf("telling the coordinator: %w", err)) }}
	stop := w.live()
	defer stop()
	config, err := configOf(in, version, target)
	if err != nil {
		_ = w.tell(Line{Error: err.Error()}) // if nobody reads it, err says it
		return err
	}
	config.Found, config.Begin, config.Progress = w.found, w.begin, w.progress
	if _, err := config.Run(ctx); err != nil {
		return context.Cause(ctx)
	}
	if w.tell(Line{End: true}) != nil {
		return context.Cause(ctx)
	}
	return nil
}

func configOf(in io.Reader, version string, target func(Task) (certify.Target, error)) (*certify.Config, error) {
	task, names, err := decodeTask(in)
	if err != nil {
		return nil, err
	}
	if task.Lamina != version {
		return nil, fmt.Errorf("this node has %s, and the run is one of %s: use one version everywhere", version, task.Lamina)
	}
	t, err := target(task)
	if err != nil {
		return nil, err
	}
	c := &certify.Config{Targets: []certify.Target{t}, Timeout: task.Timeout, Jobs: task.Jobs}
	index := suite.NewIndex()
	for _, name := range names {
		one := index.Find(name)
		if one == nil {
			return nil, fmt.Errorf("there is no case %s", name)
		}
		c.Cases = append(c.Cases, one)
	}
	return c, nil
}

// worker writes lines.
type worker struct {
	mu      sync.Mutex
	out     *json.Encoder
	err     error       // of the first line that could not be written
	deaf    func(error) // called with it: nobody wants results any more
	devices []*certify.DeviceReport
	reached suite.Coverage // told
}

func (w *worker) tell(l Line) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		if w.err = w.out.Encode(l); w.err != nil {
			w.deaf(w.err)
		}
	}
	return w.err
}

// live tells regularly that the worker lives, until the function that it returns is called.
func (w *worker) live() (stop func()) {
	ticks, over := time.NewTicker(heartbeat), make(chan struct{})
	go func() {
		for {
			select {
			case <-ticks.C:
				_ = w.tell(Line{Alive: true}) // a later line reports the error
			case <-over:
				return
			}
		}
	}()
	return func() { ticks.Stop(); close(over) }
}

func (w *worker) found(devices []*certify.DeviceReport) {
	w.devices, w.reached = devices, suite.Coverage{}
	_ = w.tell(Line{Devices: devices})
}

func (w *worker) begin(d *certify.DeviceReport, c *suite.Case) {
	_ = w.tell(Line{Begin: c.ID(), Device: slices.Index(w.devices, d)})
}

// progress is called with one result at a time.
func (w *worker) progress(d *certify.DeviceReport, r certify.Result) {
	reached := d.Reached.Beyond(w.reached)
	w.reached.Add(reached)
	_ = w.tell(Line{Result: &r, Reached: reached, Device: slices.Index(w.devices, d)})
}
