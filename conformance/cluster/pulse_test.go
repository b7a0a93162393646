package cluster

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestPulse: a worker goes on as long as its coordinator's file changes, and no longer. The times are
// those of a clock of the test's own.
func TestPulse(t *testing.T) {
	p := pulse{file: filepath.Join(t.TempDir(), "pulse"), silence: silence}
	var now time.Time
	beats := 0
	after := func(pause time.Duration, changed, want bool, what string) {
		t.Helper()
		if beats++; changed {
			if err := beat(p.file, beats); err != nil {
				t.Fatal(err)
			}
		}
		now = now.Add(pause)
		if p.lives(now) != want {
			t.Errorf("%s: lives is %t", what, !want)
		}
	}
	now = time.Now()
	for range 20 {
		after(silence-1, true, true, "the file changes")
	}
	after(silence, false, true, "it stays as it is no longer than it may")
	after(1, false, false, "it stays as it is")
	after(time.Hour, true, true, "the worker was stopped for an hour, as when its node sleeps, and the file changed meanwhile")
	if err := os.Remove(p.file); err != nil {
		t.Fatal(err)
	}
	after(1, false, false, "the file is gone")
}

// TestWithoutPulse: a worker whose coordinator's file is gone ends, and says why.
func TestWithoutPulse(t *testing.T) {
	ctx, stop := WhilePulse(t.Context(), filepath.Join(t.TempDir(), "none"))
	defer stop()
	<-ctx.Done()
	if !errors.Is(context.Cause(ctx), errNoPulse) {
		t.Errorf("it ended with %v", context.Cause(ctx))
	}
}
