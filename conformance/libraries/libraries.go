// Package libraries runs programs through the libraries that lamina writes: each library and a
// caller in its language act as a backend, so that whatever runs test blocks on backends also
// runs them on libraries.
package libraries

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// library is a backend that runs a library in a process of its own.
type library struct {
	backend.Backend // for the target and the pipeline
	name            string
	// build writes the library of a program and a caller to a folder, and returns the command
	// that runs the caller there.
	build func(ctx context.Context, p *imp.Program, dir string) (*exec.Cmd, error)
}

// Name is go-library, js-library or python-library.
func (l *library) Name() string { return l.name }

// Summary describes the backend in a line.
func (l *library) Summary() string { return "a library that lamina wrote, in a process of its own" }

// Compile writes the library and starts its caller.
func (l *library) Compile(ctx context.Context, p *imp.Program, _ backend.Options) (_ backend.Executable, err error) {
	dir, err := os.MkdirTemp("", "lamina-library-")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()
	cmd, err := l.build(ctx, p, dir)
	if err != nil {
		return nil, err
	}
	x := &process{cmd: cmd, dir: dir}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	cmd.Stderr = &x.said
	x.in, x.close, x.out = bufio.NewWriter(in), in.Close, bufio.NewReader(out)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the caller of a library: %w", err)
	}
	return x, nil
}

// Inexpressible is in the error of calls with values that the caller's language has not got.
const Inexpressible = "the language of the caller cannot express an argument"

// process is a running caller.
type process struct {
	cmd   *exec.Cmd
	dir   string
	in    *bufio.Writer
	close func() error
	out   *bufio.Reader
	said  strings.Builder // on standard error
}

// request and answer are what a process reads and writes: the number of bytes of the JSON, as
// an u32, the JSON, and the data of the values.
type (
	request struct {
		Entry string
		Args  []header
	}
	answer struct {
		Error       string // of the program
		Unsupported string // what values the language of the caller has not got
		Results     []header
	}
	// header describes a value. Data is the number of its bytes.
	header struct {
		Elem  string
		Shape []int64
		Data  int64
	}
)

// Run calls an entry point.
func (x *process) Run(_ context.Context, entry string, args []value.Value) ([]value.Value, *backend.Report, error) {
	results, err := x.call(entry, args)
	if err != nil {
		var failure *fault.Failure
		if !errors.As(err, &failure) {
			err = fmt.Errorf("calling a library: %w\n%s", err, x.said.String())
		}
	}
	return results, &backend.Report{}, err
}

func (x *process) call(entry string, args []value.Value) ([]value.Value, error) {
	r := request{Entry: entry}
	for _, a := range args {
		r.Args = append(r.Args, header{a.Elem.String(), a.Shape, int64(len(a.Data))})
	}
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	_, _ = x.in.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(text))))
	_, _ = x.in.Write(text)
	for _, a := range args {
		_, _ = x.in.Write(a.Data)
	}
	if err := x.in.Flush(); err != nil {
		return nil, err
	}
	var size [4]byte
	if _, err := io.ReadFull(x.out, size[:]); err != nil {
		return nil, fmt.Errorf("its caller ended: %w", err)
	}
	text = make([]byte, binary.LittleEndian.Uint32(size[:]))
	if _, err := io.ReadFull(x.out, text); err != nil {
		return nil, err
	}
	var a answer
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, err
	}
	if a.Error != "" {
		return nil, &fault.Failure{Message: a.Error}
	}
	if a.Unsupported != "" {
		return nil, fmt.Errorf("%s: %s", Inexpressible, a.Unsupported)
	}
	var results []value.Value
	for _, h := range a.Results {
		elem, ok := scalar.ParseType(h.Elem)
		if !ok {
			return nil, fmt.Errorf("a result has type %s", h.Elem)
		}
		v := value.Value{Elem: elem, Shape: h.Shape, Data: make([]byte, h.Data)}
		if want, err := value.Size(elem, h.Shape); err != nil || want != h.Data {
			return nil, fmt.Errorf("a result of type %s has %d bytes (%v)", v.Type(), h.Data, err)
		}
		if _, err := io.ReadFull(x.out, v.Data); err != nil {
			return nil, err
		}
		results = append(results, v)
	}
	return results, nil
}

// Close ends the process, and removes its files.
func (x *process) Close() error {
	_ = x.close()
	err := x.cmd.Wait()
	if err != nil {
		err = fmt.Errorf("the caller of a library failed: %w\n%s", err, x.said.String())
	}
	return errors.Join(err, os.RemoveAll(x.dir))
}
