// Package certify runs the conformance suite on backends. Every device is tested in a
// separate process, the worker, which is this executable started again: a driver that
// crashes or hangs fails only the current case, and the next case gets a new process.
//
// A backend in another module is certified by a test in that module:
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
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/suite"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
)

// hello is a worker's first message.
type hello struct {
	Devices     []deviceLine `json:"devices,omitempty"`     // everything that Probe lists
	Opened      deviceLine   `json:"opened"`                // the device that cases run on
	Unavailable string       `json:"unavailable,omitempty"` // why the backend cannot run here
	Error       string       `json:"error,omitempty"`       // why it should but fails to start
}

// deviceLine is a device that Probe lists.
type deviceLine struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Detail string `json:"detail"`
}

// question asks a worker to run a case. With Replay, the program generated from Tape
// replaces the case's own.
type question struct {
	Case   string `json:"case"`
	Replay bool   `json:"replay,omitempty"`
	Tape   []int  `json:"tape,omitempty"`
}

// answer is the outcome of a question.
type answer struct {
	Error   string   `json:"error,omitempty"`
	File    string   `json:"file,omitempty"`    // a program that shows it
	Reached []string `json:"reached,omitempty"` // reached by this case and no earlier one
	Seconds float64  `json:"seconds"`
}

// The worker's file descriptors. They are separate from standard output, to which drivers
// print.
const (
	questionsFD = 3
	answersFD   = 4
)

// Transport returns a driver whose memory passes are guests, reached by process or wasm.
type Transport = func(name string) (*driver.Driver, error)

// Device is the subject of a worker's tests: a device of a backend, in a mode for floats.
type Device struct {
	Backend string
	ID      string // in the backend's naming; "" is its choice
	Math    target.Math
	Again   string // flags for the command that repeats a case
	// Smaller makes generated programs smaller than their generator can; it may be nil.
	Smaller suite.Smaller
}

// Work is the worker's main function: it answers questions about a device until there are
// no more. Without a transport, generated programs use no guests.
func Work(ctx context.Context, d *driver.Driver, transport Transport, of Device) error {
	// Processes that the worker starts, such as plugins, must not inherit these.
	syscall.CloseOnExec(questionsFD)
	syscall.CloseOnExec(answersFD)
	in, out := os.NewFile(questionsFD, "questions"), os.NewFile(answersFD, "answers")
	if in == nil || out == nil {
		return errors.New("a worker is started by `lamina conformance`, not by hand")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return work(ctx, d, transport, of, whileAsked(in, func() {
		cancel()
		time.AfterFunc(grace, func() { os.Exit(1) }) // a case that does not stop
	}), out)
}

// whileAsked passes on what can be read, and calls gone at its end: the one who asks has no more
// questions, or was killed, perhaps in the middle of a case.
func whileAsked(in io.Reader, gone func()) io.Reader {
	out, to := io.Pipe()
	go func() {
		_, err := io.Copy(to, in)
		to.CloseWithError(err) // nil is the end
		gone()
	}()
	return out
}

func work(ctx context.Context, d *driver.Driver, transport Transport, of Device, in io.Reader, out io.Writer) error {
	answers := json.NewEncoder(out)
	if err := answers.Encode(greet(ctx, d, of.Backend, of.ID)); err != nil {
		return err
	}
	subject, err := subjectOf(d, of)
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
		asked := index.Find(q.Case)
		if q.Replay && asked != nil {
			asked = asked.With(q.Tape)
		}
		err := try(ctx, subject, asked, q.Case)
		a := answer{Seconds: time.Since(start).Seconds(), Reached: subject.Coverage.Beyond(reached)}
		reached.Add(a.Reached)
		if err != nil {
			a.Error = pass.WithTrace(err)
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

// greet finds the devices, and the one that was selected.
func greet(ctx context.Context, d *driver.Driver, name, device string) hello {
	var h hello
	var of func(string) (backend.Device, error)
	if name == driver.Interpreter {
		h.Devices = interpreterDevices()
	} else {
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
		case len(devices) == 0:
			return hello{Error: "it is available, and lists no device"}
		}
		for _, found := range devices {
			h.Devices = append(h.Devices, deviceLine{found.ID, found.Name, found.Detail})
		}
		if c, ok := b.(backend.Chooser); ok {
			of = c.Chosen
		}
	}
	var err error
	if h.Opened, err = opened(h.Devices, device, of); err != nil {
		return hello{Error: err.Error()}
	}
	return h
}

// opened returns the device that a name selects. If the backend knows more names than those
// it lists, it decides.
func opened(devices []deviceLine, name string, of func(string) (backend.Device, error)) (deviceLine, error) {
	if of != nil {
		d, err := of(name)
		return deviceLine{d.ID, d.Name, d.Detail}, err
	}
	var listed []string
	for _, d := range devices {
		if d.ID == name {
			return d, nil
		}
		listed = append(listed, strconv.Quote(d.ID))
	}
	switch {
	case name == "":
		return devices[0], nil
	case len(devices) == 1 && devices[0].ID == "":
		return deviceLine{}, fmt.Errorf("it has one device, which has no name: there is no %q", name)
	}
	return deviceLine{}, fmt.Errorf("there is no device %q; there are: %s", name, strings.Join(listed, ", "))
}

// interpreterDevices returns the levels at which the interpreters run, as devices.
func interpreterDevices() []deviceLine {
	var out []deviceLine
	for _, l := range []pass.Level{pass.Soac, pass.Imp} {
		out = append(out, deviceLine{l.String(), "level " + l.String(), "the reference interpreter"})
	}
	return out
}

// subjectOf returns the subject that cases run on.
func subjectOf(d *driver.Driver, of Device) (*suite.Subject, error) {
	s := &suite.Subject{Driver: d, Backend: of.Backend, Device: of.ID, Math: of.Math, Again: of.Again, Smaller: of.Smaller}
	if of.Backend != driver.Interpreter {
		return s, nil
	}
	b, err := d.Backends.Lookup("")
	if err != nil {
		return nil, err
	}
	level, ok := pass.ParseLevel(of.ID)
	if !ok {
		level = pass.Soac
	}
	s.Pipeline, s.Device = d.Until(b.Pipeline(), pass.Soac, level), ""
	return s, nil
}

// try runs a case and converts a panic into an error.
func try(ctx context.Context, s *suite.Subject, c *suite.Case, id string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	if c == nil {
		return fmt.Errorf("there is no case %s", id)
	}
	return c.On(ctx, s)
}
