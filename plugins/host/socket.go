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

// The socket of a plugin lies in FOLDER/lamina-N/t/plugin-dirN/pluginN, the last two
// names by go-plugin, where N is a random number of up to ten digits. The system cuts off
// or refuses the names of sockets that are longer than 107 bytes on Linux, 103 on
// macOS: a folder whose own name is long makes some plugins, by chance of the
// digits, unable to listen.
const (
	longestSocket = 103
	belowFolder   = len("/plugin-dir4294967295/plugin4294967295")
	ownName       = len("/lamina-4294967295/t")
	// longestTemporary is the length of the longest name of a folder for temporary
	// files that sockets can be made in.
	longestTemporary = longestSocket - belowFolder - ownName
)

// socketFolder is a folder that only this user may enter. It has the name of a run,
// which holds a lock on a file in it as long as it lives.
type socketFolder struct {
	path    string
	plugins string // the folder in it that the plugin may write to
	lock    *os.File
}

// newSocketFolder makes a folder for a socket: in the folder for temporary files, or
// where its name is too long, in /tmp.
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

// fill makes what is in the folder. The lock gets its name when it is held.
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

// remove removes the folder, and what plugins made unreadable in it.
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

// swept are the folders for temporary files that this process looked at.
var swept sync.Map

// sweep removes what runs left behind that were killed: the folders whose lock nobody
// holds. It does so once, beside other work.
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
