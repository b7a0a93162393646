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
	return whilePulse(ctx, file, heartbeat, silence)
}

func whilePulse(ctx context.Context, file string, every, silence time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		ticks := time.NewTicker(every)
		defer ticks.Stop()
		last, at := "", time.Now()
		for {
			text, err := readSmall(file)
			if err != nil && errors.Is(err, os.ErrNotExist) || time.Since(at) > silence {
				cancel(fmt.Errorf("%w: %s", errNoPulse, file))
				return
			}
			if err == nil && text != last {
				last, at = text, time.Now()
			}
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
			}
		}
	}()
	return ctx, func() { cancel(nil) }
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
