//go:build unix

package private

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestKilledRunsAreSwept leaves what runs leave that are killed after each step, and what is not theirs.
func TestKilledRunsAreSwept(t *testing.T) {
	place := t.TempDir()
	for path, swept := range map[string]bool{
		"lamina-1/":          true,
		"lamina-2/lock":      true,
		"lamina-3/lock":      true,
		"lamina-3/kept/file": true,
		"lamina-4/file":      false,
		"lamina-source/":     false,
		"other-5/lock":       false,
	} {
		path := filepath.Join(place, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if filepath.Base(path) == "lock" || filepath.Base(path) == "file" {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		} else if err := os.MkdirAll(path, 0o700); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if _, err := os.Stat(path); os.IsNotExist(err) != swept {
				t.Errorf("%s: swept %t, want %t", path, !swept, swept)
			}
		}()
	}
	live, err := NewTemporary(place)
	if err != nil {
		t.Fatal(err)
	}
	defer live.Remove()
	swept, _ := sweeping.Load(place)
	<-swept.(chan struct{})
	sweepOne(live.Path)
	if _, err := os.Stat(filepath.Join(live.Path, lockName)); err != nil {
		t.Errorf("the folder of a run that lives: %v", err)
	}
}

// TestNewFoldersSurviveSweeps makes folders while others sweep the place.
func TestNewFoldersSurviveSweeps(t *testing.T) {
	place := t.TempDir()
	stop := make(chan struct{})
	var sweepers sync.WaitGroup
	for range 2 {
		sweepers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				left, _ := filepath.Glob(filepath.Join(place, temporaryPrefix+"*"))
				for _, path := range left {
					sweepOne(path)
				}
			}
		})
	}
	for range 200 {
		made, err := NewTemporary(place)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(made.Path, "file"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := made.Remove(); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	sweepers.Wait()
}
