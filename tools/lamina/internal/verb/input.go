package verb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
)

// InputFlags are the flags of verbs that read arguments.
type InputFlags struct {
	Input string // a file; "" is standard input
	most  size
}

// Register adds the flags to c.
func (f *InputFlags) Register(c *cobra.Command, usage string) {
	c.Flags().StringVarP(&f.Input, "input", "i", "", usage)
	f.most = size(value.DefaultLimit)
	c.Flags().Var(&f.most, "max-input", "the maximum number of `bytes` of arguments, before compression")
}

// size is a number of bytes as a flag value.
type size int64

func (s size) Type() string { return "size" }

func (s size) String() string {
	if s%(1<<30) == 0 {
		return fmt.Sprintf("%dGiB", s>>30)
	}
	return fmt.Sprintf("%dKiB", s>>10)
}

func (s *size) Set(text string) error {
	n, err := host.ParseSize(text)
	if err == nil {
		*s = size(n)
	}
	return err
}

// Wanted describes the arguments of an entry point.
type Wanted struct {
	types []scalar.Type
	bytes []int64 // size of each argument if its type determines it; otherwise -1
}

// WantedBy returns what the entry point of u takes.
func WantedBy(u *pass.Unit, entry string) Wanted {
	return Wanted{driver.ParamTypes(u, entry), driver.ParamBytes(u, entry)}
}

// Named reports whether a file holds the arguments, not standard input.
func (f *InputFlags) Named() bool { return f.Input != "" && f.Input != programs.Stdin }

// Arguments reads all values from the named file, or from standard input, as wanted
// describes.
func (t *Tool) Arguments(ctx context.Context, f *InputFlags, w Wanted) ([]value.Value, error) {
	in, name := t.In, "standard input"
	if f.Named() {
		file, err := openInput(ctx, f.Input)
		if err != nil {
			return nil, fmt.Errorf("reading values: %w", err)
		}
		defer file.Close()
		in, name = file, f.Input
	}
	r, err := value.NewReader(Awaiting(ctx, in), name)
	if err != nil {
		return nil, err
	}
	r.Limit(int64(f.most))
	r.Expect(w.bytes)
	args, err := r.AllAs(w.types)
	var limit *value.LimitError
	if errors.As(err, &limit) {
		return nil, fmt.Errorf("%w; if they are meant, allow more with --max-input", err)
	}
	return args, err
}

// openInput opens a file. Opening a named pipe waits for a writer, but not longer than ctx.
func openInput(ctx context.Context, name string) (*os.File, error) {
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		file, err := os.Open(name)
		done <- opened{file, err}
	}()
	select {
	case o := <-done:
		return o.file, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Awaiting returns a reader that stops waiting for in, such as a terminal, when ctx is
// done.
func Awaiting(ctx context.Context, in io.Reader) io.Reader {
	if f, ok := in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return f // never blocks, and knows its size
		}
	}
	return &awaited{ctx: ctx, in: in}
}

// awaited reads in a goroutine, which is abandoned when ctx is done.
type awaited struct {
	ctx    context.Context
	in     io.Reader
	chunks chan chunk // from the goroutine; nil before it starts
	free   chan []byte
	now    chunk
	rest   []byte // rest of now
}

// chunk is the result of one read.
type chunk struct {
	data []byte
	err  error
}

// Read returns data that the goroutine has read ahead.
func (a *awaited) Read(b []byte) (int, error) {
	if a.chunks == nil {
		a.chunks, a.free = make(chan chunk), make(chan []byte, 2)
		for range cap(a.free) {
			a.free <- make([]byte, 1<<16)
		}
		go a.readAhead()
	}
	if len(a.rest) == 0 {
		if a.now.err != nil {
			return 0, a.now.err
		}
		if a.now.data != nil {
			a.free <- a.now.data[:cap(a.now.data)]
		}
		select {
		case a.now = <-a.chunks:
			a.rest = a.now.data
		case <-a.ctx.Done():
			a.now = chunk{err: a.ctx.Err()}
			return 0, a.now.err
		}
	}
	n := copy(b, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

func (a *awaited) readAhead() {
	for {
		var buffer []byte
		select {
		case buffer = <-a.free:
		case <-a.ctx.Done():
			return
		}
		n, err := a.in.Read(buffer)
		select {
		case a.chunks <- chunk{buffer[:n], err}:
		case <-a.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// WithInput is the context of a command in which the file - is its standard input.
func (t *Tool) WithInput(ctx context.Context) context.Context {
	return source.WithInput(ctx, Awaiting(ctx, t.In))
}

// ReadOnce fails if the command line names standard input both for what a flag reads and for something else.
func ReadOnce(c *cobra.Command, args []string) error {
	value := func(flag string) string {
		if f := c.Flags().Lookup(flag); f != nil {
			return f.Value.String()
		}
		return ""
	}
	var holds []string
	if value("schedule") == programs.Stdin && c.Name() != "autotune" { // which writes one
		holds = append(holds, "the schedule")
	}
	if settings, err := c.Flags().GetStringArray("tune"); err == nil && slices.Contains(settings, "@"+programs.Stdin) {
		holds = append(holds, "the thresholds")
	}
	if value("reproduce") == programs.Stdin {
		holds = append(holds, "the reproducer")
	}
	if len(holds) == 0 {
		return nil
	}
	if slices.Contains(args, programs.Stdin) {
		holds = append(holds, "the program")
	}
	if value("input") == programs.Stdin {
		holds = append(holds, "the arguments")
	}
	if len(holds) > 1 {
		return Usagef("standard input is read once, and holds %s: name a file for %s", holds[0], holds[1])
	}
	return nil
}
