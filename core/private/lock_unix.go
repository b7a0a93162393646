//go:build unix

package private

import (
	"errors"
	"os"
	"syscall"
)

// takeLock locks a file until it is closed or this process ends. It returns false if
// another process holds the lock.
func takeLock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

var errNotOwn = errors.New("the file is another user's")

// openOwn opens a file that belongs to this user and is not a link.
func openOwn(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		if s, ok := info.Sys().(*syscall.Stat_t); !ok || int(s.Uid) != os.Getuid() || !info.Mode().IsRegular() {
			err = errNotOwn
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
