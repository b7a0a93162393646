package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"
)

// A pulse is a file that a coordinator changes as long as it lives. A worker that writes to a file,
// not to a pipe, learns by it that nobody reads that any more.

// beat changes the file.
func beat(file string, count int) error {
	return os.WriteFile(file, []byte(strconv.Itoa(count)), 0o666)
}

// silence is how long a coordinator may leave its pulse as it is, as while its machine sleeps.
const silence = 5 * time.Minute

var errNoPulse = errors.New("its coordinator is gone")

// WhilePulse returns a context that ends when a file that a coordinator changes is gone, or stays as
// it is for five minutes.
func WhilePulse(ctx context.Context, file string) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		ticks := time.NewTicker(heartbeat)
		defer ticks.Stop()
		p := pulse{file: file, silence: silence}
		for p.lives(time.Now()) {
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
			}
		}
		cancel(fmt.Errorf("%w: %s", errNoPulse, file))
	}()
	return ctx, func() { cancel(nil) }
}

// pulse is what a worker knows of its coordinator.
type pulse struct {
	file    string
	silence time.Duration // after which the coordinator counts as gone
	last    string        // what the file held
	at      time.Time     // when that was new
}

// lives looks at the file, and reports whether there is a coordinator. What is new counts also after a
// long pause of this process.
func (p *pulse) lives(now time.Time) bool {
	text, err := readSmall(p.file)
	if err == nil && text != p.last || p.at.IsZero() {
		p.last, p.at = text, now
	}
	return !errors.Is(err, os.ErrNotExist) && now.Sub(p.at) <= p.silence
}

// readSmall reads the beginning of a file.
func readSmall(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 100))
	return string(text), err
}
