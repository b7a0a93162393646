package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// quiet is how long the output may be silent.
const quiet = 8 * time.Second

// progress passes output on, and after some seconds of silence prints the progress of the
// current step. It is safe for concurrent use.
type progress struct {
	mu     sync.Mutex
	w      io.Writer
	step   string
	start  time.Time
	last   time.Time
	status func() string // may be nil
	done   chan struct{}
	once   sync.Once
}

func newProgress(w io.Writer) *progress {
	p := &progress{w: w, last: time.Now(), done: make(chan struct{})}
	go p.tick()
	return p
}

func (p *progress) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last = time.Now()
	return p.w.Write(b)
}

// begin prints the heading of a step.
func (p *progress) begin(step, summary string) {
	fmt.Fprintf(p, "\n== %s: %s\n", step, summary)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.step, p.start, p.status = step, time.Now(), nil
}

// report sets the function that describes the progress of the step.
func (p *progress) report(status func() string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status = status
}

func (p *progress) tick() {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-p.done:
			return
		case <-ticker.C:
			p.speak()
		}
	}
}

// speak prints the state of the step if nothing was printed for a while.
func (p *progress) speak() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.step == "" || time.Since(p.last) < quiet {
		return
	}
	p.last = time.Now()
	text := ""
	if p.status != nil {
		text = ": " + p.status()
	}
	fmt.Fprintf(p.w, "   %s, %s%s\n", p.step, time.Since(p.start).Round(time.Second), text)
}

func (p *progress) stop() { p.once.Do(func() { close(p.done) }) }
