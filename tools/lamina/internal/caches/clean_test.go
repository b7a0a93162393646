package caches

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestCleanBesideOthers removes the caches while others fill them, which once ended with "directory not empty".
func TestCleanBesideOthers(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	user, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(user, "lamina", "wasm")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	var others sync.WaitGroup
	for other := range 2 {
		others.Go(func() {
			for i := range 300 { // the folder may go at any time, so errors are expected
				at := filepath.Join(folder, fmt.Sprint(other), fmt.Sprint(i%5))
				if os.MkdirAll(at, 0o700) == nil {
					_ = os.WriteFile(filepath.Join(at, "code"), nil, 0o600)
				}
			}
		})
	}
	for range 10 {
		if err := clean(io.Discard, false); err != nil {
			t.Error(err)
		}
	}
	others.Wait()
	if err := clean(io.Discard, false); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(filepath.Dir(folder))
	if err != nil || len(left) > 0 {
		t.Errorf("the cache folder holds %v (%v) after all", left, err)
	}
}
