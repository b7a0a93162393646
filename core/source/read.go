package source

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
)

// MaxText is the maximum size in bytes of a program's text.
const MaxText = 64 << 20

// inputKey is the key of a context's standard input.
type inputKey struct{}

// WithInput returns a context in which ReadFile takes the name - for what in holds, once.
func WithInput(ctx context.Context, in io.Reader) context.Context {
	return context.WithValue(ctx, inputKey{}, sync.OnceValues(func() ([]byte, error) { return ReadText(in, "standard input") }))
}

// ReadFile reads the text of a program in a file, which may be a pipe. It waits for the pipe's writer
// no longer than ctx, and reads no text larger than MaxText: a device has no end.
func ReadFile(ctx context.Context, name string) ([]byte, error) {
	if input, ok := ctx.Value(inputKey{}).(func() ([]byte, error)); ok && name == "-" {
		return input()
	}
	type read struct {
		text []byte
		err  error
	}
	done := make(chan read, 1)
	go func() {
		text, err := readFile(name)
		done <- read{text, err}
	}()
	select {
	case r := <-done:
		return r.text, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadText(f, name)
}

// ReadText reads the text of a program to its end. Errors call it name.
func ReadText(r io.Reader, name string) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxText+1))
	if err == nil && len(text) > MaxText {
		err = fmt.Errorf("%s has more than %d MiB, which is the most that a program may have", Printable(name), MaxText>>20)
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}
