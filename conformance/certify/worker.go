// Package certify puts backends to the conformance suite. Every device is tested
// in a process of its own, the worker, which is this executable again: a driver that
// crashes or hangs costs the case that it met, and the next case gets a new process.
//
// A backend outside of this module is certified by a test of its own:
//
//	func TestMain(m *testing.M) { certifytest.Main(m, mine.New()) }
//	func TestConformance(t *testing.T) { certifytest.Test(t, certify.Expectations{}) }
package certify

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/suite"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
)

// hello is what a worker says first.
type hello struct {
	Devices     []deviceLine `json:"devices,omitempty"`
	Unavailable string       `json:"unavailable,omitempty"` // why the backend cannot run here
	Error       string       `json:"error,omitempty"`       // why it should and cannot
}

// deviceLine is a device that Probe lists.
type deviceLine struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Detail string `json:"detail"`
}

// question asks a worker to try a case.
type question struct {
	Case string `json:"case"`
}

// answer tells how it went.
type answer struct {
	Error   string   `json:"error,omitempty"`
	File    string   `json:"file,omitempty"`    // a program that shows it
	Reached []string `json:"reached,omitempty"` // that no case before has
	Seconds float64  `json:"seconds"`
}

// The worker's streams, apart from standard output, which drivers print on.
const (
	questionsFD = 3
	answersFD   = 4
)

// Transport is a driver whose memory passes are guests, reached by process or wasm.
type Transport = func(name string) (*driver.Driver, error)

// Work is the worker's main function: it answers questions about a device until
// there are no more. Without a transport, generated programs go through no guests.
func Work(ctx context.Context, d *driver.Driver, transport Transport, backendName, device string) error {
	// What the worker starts, such as plugins, has no part in these.
	syscall.CloseOnExec(questionsFD)
	syscall.CloseOnExec(answersFD)
	in, out := os.NewFile(questionsFD, "questions"), os.NewFile(answersFD, "answers")
	if in == nil || out == nil {
		return errors.New("a worker is started by `lamina conformance`, not by hand")
	}
	return work(ctx, d, transport, backendName, device, in, out)
}

func work(ctx context.Context, d *driver.Driver, transport Transport, backendName, device string, in io.Reader, out io.Writer) error {
	answers := json.NewEncoder(out)
	if err := answers.Encode(greet(ctx, d, backendName)); err != nil {
		return err
	}
	subject, err := subjectOf(d, backendName, device)
	if err != nil {
		return err
	}
	subject.Transport = transport
	reached := suite.Coverage{}
	index := suite.NewIndex()
	questions := bufio.NewScanner(in)
	questions.Buffer(nil, 1<<20)
	for questions.Scan() {
		var q question
		if err := json.Unmarshal(questions.Bytes(), &q); err != nil {
			return fmt.Errorf("reading a question: %w", err)
		}
		start := time.Now()
		subject.Coverage = suite.Coverage{}
		err := try(ctx, subject, index.Find(q.Case), q.Case)
		a := answer{Seconds: time.Since(start).Seconds(), Reached: subject.Coverage.Beyond(reached)}
		reached.Add(a.Reached)
		if err != nil {
			a.Error = err.Error()
		}
		if d := (*suite.Disagreement)(nil); errors.As(err, &d) {
			a.File = d.File
		}
		if err := answers.Encode(a); err != nil {
			return err
		}
	}
	return questions.Err()
}

// greet looks for devices.
func greet(ctx context.Context, d *driver.Driver, name string) hello {
	if name == driver.Interpreter {
		return hello{Devices: interpreterDevices()}
	}
	b, err := d.Backends.Lookup(name)
	if err != nil {
		return hello{Error: err.Error()}
	}
	devices, err := b.Probe(ctx)
	var unavailable *backend.UnavailableError
	switch {
	case errors.As(err, &unavailable):
		return hello{Unavailable: unavailable.Reason}
	case err != nil:
		return hello{Error: err.Error()}
	}
	var h hello
	for _, found := range devices {
		h.Devices = append(h.Devices, deviceLine{found.ID, found.Name, found.Detail})
	}
	return h
}

// interpreterDevices are the levels that the interpreters run at.
func interpreterDevices() []deviceLine {
	var out []deviceLine
	for _, l := range []pass.Level{pass.Soac, pass.Imp} {
		out = append(out, deviceLine{l.String(), "level " + l.String(), "the reference interpreter"})
	}
	return out
}

// subjectOf is what cases run on.
func subjectOf(d *driver.Driver, name, device string) (*suite.Subject, error) {
	s := &suite.Subject{Driver: d, Backend: name, Device: device}
	if name != driver.Interpreter {
		return s, nil
	}
	b, err := d.Backends.Lookup("")
	if err != nil {
		return nil, err
	}
	level, ok := pass.ParseLevel(device)
	if !ok {
		level = pass.Soac
	}
	s.Pipeline, s.Device = d.Until(b.Pipeline(), pass.Soac, level), ""
	return s, nil
}

// try runs a case; a panic is its failure.
func try(ctx context.Context, s *suite.Subject, c *suite.Case, id string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	if c == nil {
		return fmt.Errorf("there is no case %s", id)
	}
	return c.Run(ctx, s)
}
