package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// A plugin's socket is FOLDER/lamina-N/t/plugin-dirN/pluginN, where go-plugin chooses the
// last two names and N is a random number of up to ten digits. Systems truncate or refuse
// socket names longer than 107 bytes on Linux, 103 on macOS: in a folder with a long name
// some plugins, depending on the random digits, could not listen.
const (
	longestSocket = 103
	belowFolder   = len("/plugin-dir4294967295/plugin4294967295")
	ownName       = len("/lamina-4294967295/t")
	// longestTemporary is the maximum length of the name of a temporary folder in which
	// sockets can be created.
	longestTemporary = longestSocket - belowFolder - ownName
)

// socketFolder is a folder that only this user can access. It belongs to a run, which holds
// a lock on a file in it as long as it lives.
type socketFolder struct {
	path    string
	plugins string // the subfolder that the plugin may write to
	lock    *os.File
}

// newSocketFolder creates a folder for a socket: in the temporary folder or, if its name is
// too long, in /tmp.
func newSocketFolder() (*socketFolder, error) {
	places := []string{os.TempDir(), "/tmp"}
	places = slices.DeleteFunc(places, func(place string) bool { return len(place) > longestTemporary })
	errs := []error{fmt.Errorf("no folder for its socket can be made; set TMPDIR to one whose name has at most %d bytes", longestTemporary)}
	for _, place := range places {
		path, err := os.MkdirTemp(place, folderPrefix)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		f := &socketFolder{path: path, plugins: filepath.Join(path, "t")}
		if err := f.fill(); err != nil {
			return nil, errors.Join(err, f.remove())
		}
		sweep(place)
		return f, nil
	}
	return nil, errors.Join(errs...)
}

const (
	folderPrefix = "lamina-"
	lockName     = "lock"
)

// fill creates the contents of the folder. The lock file gets its name when the lock is
// held.
func (f *socketFolder) fill() (err error) {
	if err := os.Mkdir(f.plugins, 0o700); err != nil {
		return err
	}
	name := filepath.Join(f.path, lockName)
	if f.lock, err = os.OpenFile(name+".new", os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600); err != nil {
		return err
	}
	if !takeLock(f.lock) {
		return fmt.Errorf("%s is locked by another", name)
	}
	return os.Rename(name+".new", name)
}

// remove removes the folder, including what plugins made unreadable.
func (f *socketFolder) remove() error {
	err := removeTree(f.path)
	if f.lock != nil {
		err = errors.Join(err, f.lock.Close())
	}
	return err
}

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

// swept holds the temporary folders that this process has swept.
var swept sync.Map

// sweep removes what killed runs left behind: folders whose lock is not held. It does so
// once, in the background.
func sweep(place string) {
	if _, done := swept.LoadOrStore(place, true); done {
		return
	}
	go func() {
		left, _ := filepath.Glob(filepath.Join(place, folderPrefix+"*", lockName))
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
