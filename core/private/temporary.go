package private

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Temporary is a folder for the files of a run, which only this user can access. The run holds
// a lock on a file in it as long as it lives: what killed runs left behind, without a lock, the
// next run removes that makes such a folder in the same place.
type Temporary struct {
	Path string
	lock *os.File
}

const (
	temporaryPrefix = "lamina-"
	lockName        = "lock"
)

// NewTemporary makes a folder in place; "" is the system's folder for temporary files.
func NewTemporary(place string) (*Temporary, error) {
	if place == "" {
		place = os.TempDir()
	}
	path, err := os.MkdirTemp(place, temporaryPrefix)
	if err != nil {
		return nil, err
	}
	t := &Temporary{Path: path}
	if err := t.takeLock(); err != nil {
		return nil, errors.Join(err, t.Remove())
	}
	sweep(place)
	return t, nil
}

// takeLock makes and locks the file. It gets its name when the lock is held.
func (t *Temporary) takeLock() (err error) {
	name := filepath.Join(t.Path, lockName)
	if t.lock, err = os.OpenFile(name+".new", os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600); err != nil {
		return err
	}
	if !takeLock(t.lock) {
		return fmt.Errorf("%s is locked by another", name)
	}
	return os.Rename(name+".new", name)
}

// Remove removes the folder, including what has been made unreadable in it.
func (t *Temporary) Remove() error {
	err := removeTree(t.Path)
	if t.lock != nil {
		err = errors.Join(err, t.lock.Close())
	}
	swept, _ := sweeping.Load(filepath.Dir(t.Path))
	if done, ok := swept.(chan struct{}); ok {
		select {
		case <-done:
		case <-time.After(patience):
		}
	}
	return err
}

// patience is how long the removal of a folder waits for that of those left behind.
const patience = time.Second

func removeTree(path string) error {
	if err := os.RemoveAll(path); err == nil {
		return nil
	}
	_ = filepath.WalkDir(path, func(path string, d fs.DirEntry, _ error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(path)
}

// sweeping holds, for each place that this process sweeps, a channel that is closed when it has.
var sweeping sync.Map

// sweep removes what killed runs left behind: folders whose lock is not held. It does so
// once, in the background.
func sweep(place string) {
	done := make(chan struct{})
	if _, begun := sweeping.LoadOrStore(place, done); begun {
		return
	}
	go func() {
		defer close(done)
		left, _ := filepath.Glob(filepath.Join(place, temporaryPrefix+"*", lockName))
		for _, name := range left {
			lock, err := openOwn(name)
			if err != nil {
				continue
			}
			if takeLock(lock) {
				_ = removeTree(filepath.Dir(name))
			}
			_ = lock.Close()
		}
	}()
}
