package private

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Temporary is a folder for the files of a run, which only this user can access. The run holds
// a lock on a file in it as long as it lives: what killed runs left behind, without a lock, the
// next run removes that makes such a folder in the same place. A run may be killed between any
// two steps, so an empty folder of such a name is also one left behind.
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
	const attempts = 100 // another run may sweep the folder before it is locked
	var failed error
	for range attempts {
		path, err := os.MkdirTemp(place, temporaryPrefix)
		if err != nil {
			return nil, err
		}
		t := &Temporary{Path: path}
		if err := t.takeLock(); err != nil {
			failed = errors.Join(err, t.Remove())
			continue
		}
		sweep(place)
		return t, nil
	}
	return nil, failed
}

// takeLock makes and locks the file. Who sweeps may have locked it first, and removed it.
func (t *Temporary) takeLock() (err error) {
	name := filepath.Join(t.Path, lockName)
	if t.lock, err = os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600); err != nil {
		return err
	}
	if !takeLock(t.lock) {
		return fmt.Errorf("%s is locked by another", name)
	}
	locked, err := t.lock.Stat()
	if err != nil {
		return err
	}
	if named, err := os.Stat(name); err != nil || !os.SameFile(locked, named) {
		return fmt.Errorf("%s was removed by another", name)
	}
	return nil
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
		left, _ := filepath.Glob(filepath.Join(place, temporaryPrefix+"*"))
		for _, path := range left {
			sweepOne(path)
		}
	}()
}

// sweepOne removes a folder whose run is dead: no lock is held, or it was killed before it made one.
func sweepOne(path string) {
	lock, err := openOwn(filepath.Join(path, lockName))
	if errors.Is(err, fs.ErrNotExist) && madeByUs(path) {
		_ = os.Remove(path) // fails if anything is in it
	}
	if err != nil {
		return
	}
	defer lock.Close()
	if takeLock(lock) {
		_ = removeTree(path)
	}
}

// madeByUs reports whether os.MkdirTemp has made the name of a folder of a run.
func madeByUs(path string) bool {
	digits := strings.TrimPrefix(filepath.Base(path), temporaryPrefix)
	_, err := strconv.ParseUint(digits, 10, 64)
	return err == nil
}
