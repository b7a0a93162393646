package hardware

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"time"
)

// A device in another process: where a kernel has destroyed what a process can do with
// its GPU, another one still can (elsewhere.go). Each method is a question and its
// answer, so that a launch costs some 50 µs more than in the process itself.

// question is a call of a method of Device; the method says which fields it has.
type question struct {
	Method       method
	Text         Text
	To, From     Memory
	ToAt, FromAt int64
	Bytes        int64
	Data         []byte
	Kernel       Kernel
	Groups, Size int64
	Args         []Arg
	Timed        bool
	Event        Event
}

// answer is its result.
type answer struct {
	Info           Info
	Kernels        []Kernel
	Memory         Memory
	Data           []byte
	Event          Event
	Took           time.Duration
	Error          string // "" for success
	NoMemory, Lost bool
}

type method uint8

const (
	askInfo method = iota
	askBuild
	askAlloc
	askFree
	askWrite
	askRead
	askCopy
	askFill
	askLaunch
	askElapsed
	askFinish
)

// err is the error of an answer.
func (a *answer) err() error {
	switch {
	case a.Error == "":
		return nil
	case a.NoMemory:
		return ErrNoMemory
	case a.Lost:
		return fmt.Errorf("%s: %w", a.Error, ErrLost)
	}
	return errors.New(a.Error)
}

// Serve answers questions about a device until there are no more.
func Serve(d Device, in io.Reader, out io.Writer) error {
	questions, answers := gob.NewDecoder(in), gob.NewEncoder(out)
	for {
		var q question
		if err := questions.Decode(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		a, err := q.answer(d)
		if err != nil {
			a = answer{Error: err.Error(), NoMemory: errors.Is(err, ErrNoMemory), Lost: errors.Is(err, ErrLost)}
		}
		if err := answers.Encode(a); err != nil {
			return err
		}
	}
}

func (q *question) answer(d Device) (a answer, err error) {
	switch q.Method {
	case askInfo:
		a.Info = d.Info()
	case askBuild:
		a.Kernels, err = d.Build(context.Background(), q.Text)
	case askAlloc:
		a.Memory, err = d.Alloc(q.Bytes)
	case askFree:
		err = d.Free(q.To)
	case askWrite:
		err = d.Write(q.To, q.ToAt, q.Data)
	case askRead:
		a.Data = make([]byte, q.Bytes)
		err = d.Read(a.Data, q.From, q.FromAt)
	case askCopy:
		err = d.Copy(q.To, q.From, q.ToAt, q.FromAt, q.Bytes)
	case askFill:
		err = d.Fill(q.To, q.Data, q.ToAt, q.Bytes)
	case askLaunch:
		a.Event, err = d.Launch(q.Kernel, q.Groups, q.Size, q.Args, q.Timed)
	case askElapsed:
		a.Took, err = d.Elapsed(q.Event)
	case askFinish:
		err = d.Finish()
	default:
		err = fmt.Errorf("method %d is not known", q.Method)
	}
	return a, err
}

// remote is the device that Serve serves at the other end.
type remote struct {
	questions *gob.Encoder
	answers   *gob.Decoder
	info      Info
	common    Common
	dead      error // why it answers no more
	// end ends the other process; again starts another.
	end   func() error
	again func() (Device, error)
}

// connect asks the device at the other end of a connection what it is.
func connect(in io.Reader, out io.Writer) (*remote, error) {
	d := &remote{questions: gob.NewEncoder(out), answers: gob.NewDecoder(in)}
	a, err := d.ask(&question{Method: askInfo})
	d.info = a.Info
	return d, err
}

// ask puts a question. A process that does not answer is lost with its device.
func (d *remote) ask(q *question) (a answer, err error) {
	if d.dead != nil {
		return a, d.dead
	}
	if err = d.questions.Encode(q); err == nil {
		err = d.answers.Decode(&a)
	}
	if err != nil {
		d.dead = fmt.Errorf("the process that has the device: %w: %w", err, ErrLost)
		return a, d.dead
	}
	if err = a.err(); errors.Is(err, ErrLost) {
		d.dead = err
	}
	return a, err
}

func (d *remote) do(q *question) error {
	_, err := d.ask(q)
	return err
}

// Part is how many bytes go with one question.
const Part = 4 << 20

func (d *remote) Info() Info      { return d.info }
func (d *remote) Common() *Common { return &d.common }

func (d *remote) Build(_ context.Context, t Text) ([]Kernel, error) {
	a, err := d.ask(&question{Method: askBuild, Text: t})
	return a.Kernels, err
}

func (d *remote) Alloc(bytes int64) (Memory, error) {
	a, err := d.ask(&question{Method: askAlloc, Bytes: bytes})
	return a.Memory, err
}

func (d *remote) Free(m Memory) error { return d.do(&question{Method: askFree, To: m}) }

func (d *remote) Write(dst Memory, offset int64, data []byte) error {
	for len(data) > 0 {
		n := min(len(data), Part)
		if err := d.do(&question{Method: askWrite, To: dst, ToAt: offset, Data: data[:n]}); err != nil {
			return err
		}
		data, offset = data[n:], offset+int64(n)
	}
	return nil
}

func (d *remote) Read(data []byte, src Memory, offset int64) error {
	for len(data) > 0 {
		n := min(len(data), Part)
		a, err := d.ask(&question{Method: askRead, From: src, FromAt: offset, Bytes: int64(n)})
		if err != nil {
			return err
		}
		copy(data, a.Data)
		data, offset = data[n:], offset+int64(n)
	}
	return nil
}

func (d *remote) Copy(dst, src Memory, dstOffset, srcOffset, bytes int64) error {
	return d.do(&question{Method: askCopy, To: dst, From: src, ToAt: dstOffset, FromAt: srcOffset, Bytes: bytes})
}

func (d *remote) Fill(dst Memory, pattern []byte, offset, bytes int64) error {
	return d.do(&question{Method: askFill, To: dst, Data: pattern, ToAt: offset, Bytes: bytes})
}

func (d *remote) Launch(k Kernel, groups, size int64, args []Arg, timed bool) (Event, error) {
	a, err := d.ask(&question{Method: askLaunch, Kernel: k, Groups: groups, Size: size, Args: args, Timed: timed})
	return a.Event, err
}

func (d *remote) Elapsed(e Event) (time.Duration, error) {
	a, err := d.ask(&question{Method: askElapsed, Event: e})
	return a.Took, err
}

func (d *remote) Finish() error { return d.do(&question{Method: askFinish}) }

// Close ends the other process, and with it all that it has.
func (d *remote) Close() error {
	if d.end == nil {
		return nil
	}
	end := d.end
	d.end = nil
	return end()
}

func (d *remote) Lost() bool { return d.dead != nil }

// Reset starts another process in the place of the one that lost its device.
func (d *remote) Reset() (Device, error) {
	_ = d.Close() // a process that lost its device may end as it likes
	return d.again()
}
