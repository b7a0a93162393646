package c

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
)

// process is a program that runs. It takes calls on its standard input and answers on its
// standard output (internal/print/runtime/process.c); it ends when the write end of watch is
// closed, also in the middle of a run.
type process struct {
	command *exec.Cmd
	in      *bufio.Writer
	toIn    io.WriteCloser
	out     *bufio.Reader
	watch   *os.File
	errors  *tail
}

// pipeBuffer is the size of the buffers for numbers; arrays go past them.
const pipeBuffer = 1 << 16

// start starts a program.
func start(path string, threads int, limit int64, profile bool) (*process, error) {
	read, watch, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer read.Close()
	timed := "0"
	if profile {
		timed = "1"
	}
	p := &process{command: exec.Command(path, fmt.Sprint(threads), fmt.Sprint(limit), timed), watch: watch, errors: &tail{}}
	p.command.ExtraFiles = []*os.File{read}
	p.command.Stderr = p.errors
	p.toIn, err = p.command.StdinPipe()
	if err != nil {
		watch.Close()
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		watch.Close()
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		watch.Close()
		return nil, err
	}
	for _, pipe := range []any{p.toIn, out} {
		if f, ok := pipe.(*os.File); ok {
			enlarge(f)
		}
	}
	p.in, p.out = bufio.NewWriterSize(p.toIn, pipeBuffer), bufio.NewReaderSize(out, pipeBuffer)
	return p, nil
}

// kill ends the process now.
func (p *process) kill() { _ = p.command.Process.Kill() }

// end waits for a process that was killed or is at its end.
func (p *process) end() error {
	p.watch.Close()
	p.toIn.Close()
	return p.command.Wait()
}

// close lets the process end by itself. It returns an error if that went wrong: a sanitizer
// may have found something.
func (p *process) close() error {
	p.toIn.Close()
	_, _ = io.Copy(io.Discard, p.out)
	err := p.command.Wait()
	p.watch.Close()
	if err != nil {
		return fmt.Errorf("backend %s: the program ended with %w%s", Name, err, p.errors)
	}
	return nil
}

// broken is the error of a process that does not answer.
func (p *process) broken(ctx context.Context, cause error) error {
	p.kill()
	err := p.end()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !errors.Is(err, context.Canceled):
		cause = err
	}
	return fmt.Errorf("backend %s: the compiled program ended early: %w%s", Name, cause, p.errors)
}

// order is the byte order of numbers.
var order = binary.NativeEndian

// numbers reads n i64s.
func (p *process) numbers(n int) ([]int64, error) {
	out := make([]int64, n)
	return out, binary.Read(p.out, order, out)
}

// send writes a number.
func (p *process) send(x any) {
	var b [8]byte
	switch x := x.(type) {
	case uint32:
		order.PutUint32(b[:], x)
		_, _ = p.in.Write(b[:4])
	case uint64:
		order.PutUint64(b[:], x)
		_, _ = p.in.Write(b[:])
	}
}

// tail keeps the end of what a process writes to standard error.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const mostTail = 16 << 10

// Write adds text.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if len(t.text) > 2*mostTail {
		t.text = bytes.Clone(t.text[len(t.text)-mostTail:])
	}
	return len(b), nil
}

// String is the text, on lines of its own after a message.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.text) == 0 {
		return ""
	}
	return "\n" + strings.TrimSpace(string(t.text))
}
