package cluster

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestPulse: a worker goes on as long as its coordinator's file changes, and no longer.
func TestPulse(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pulse")
	start := func() (context.Context, context.CancelFunc) {
		if err := beat(file, 0); err != nil {
			t.Fatal(err)
		}
		return whilePulse(t.Context(), file, 10*time.Millisecond, 500*time.Millisecond)
	}
	ends := func(ctx context.Context, why string) {
		t.Helper()
		select {
		case <-ctx.Done():
			if !errors.Is(context.Cause(ctx), errNoPulse) {
				t.Errorf("%s: %v", why, context.Cause(ctx))
			}
		case <-time.After(time.Minute):
			t.Errorf("%s, and the worker goes on", why)
		}
	}
	still, stop := start()
	defer stop()
	for i := range 20 {
		time.Sleep(50 * time.Millisecond)
		if err := beat(file, i+1); err != nil {
			t.Fatal(err)
		}
	}
	if still.Err() != nil {
		t.Errorf("the file changes, and the worker ended: %v", context.Cause(still))
	}
	ends(still, "the file stays as it is")
	gone, stop := start()
	defer stop()
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	ends(gone, "the file is gone")
}
